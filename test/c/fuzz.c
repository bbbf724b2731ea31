/*
 * A target for clang's libFuzzer: include/canju.h reads table files that lie, with all checksums made right.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -I../../include fuzz.c -o fuzz -ldl
 *     ./fuzz -max_len=70000 <empty folder for what it finds> ../../docs/spec/samples
 *
 * A case is a table file, or else a board and a text of the same bytes. It fails by a report of a sanitizer, or where answers cannot
 * both be right.
 */
#define CANJU_NO_ZSTD /* the library is found when the program runs: no header of it is needed */
#define CANJU_IMPLEMENTATION
#include "canju.h"

#include <dlfcn.h>

enum { ENDGAMES = 8, POSITIONS = 12, MOST_BYTES = 1 << 20 };
static const char *const NAMES[ENDGAMES] = {"KPK", "KRK", "KRKN", "KPPK", "KCKB", "KPKP", "KNAKB", "KK"};
static const char *const COLLECTIONS[4] = {"asian/dtc", "none/dtc", "asian/dtm", "asian-chessdb/dtc"};

typedef struct position {
  uint8_t board[CANJU_SQUARES];
  int red_to_move;
} position;

static canju *constants;
static char folder[] = "/tmp/canju-fuzz-XXXXXX";
static position positions[ENDGAMES][POSITIONS];
static size_t (*decompress)(void *, size_t, const void *, size_t);

static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  abort();
}

static int decode(void *context, unsigned codec, void *to, size_t size, const void *from, size_t from_size) {
  (void)context;
  if (codec != 1) return CANJU_CODEC;
  return decompress != NULL && decompress(to, size, from, from_size) == size ? CANJU_OK : CANJU_DAMAGED;
}

/* A legal position of an endgame's men, anywhere. */
static void place_men(const char *name, uint32_t *random, position *at) {
  for (;;) {
    cnj_position men;
    const char *letter;
    int side = -1;
    memset(at->board, 0, sizeof at->board);
    for (letter = name; *letter != '\0'; letter++) {
      const int role = (int)((const char *)memchr(CNJ_LETTERS, *letter, sizeof CNJ_LETTERS) - CNJ_LETTERS);
      int square;
      side += role == CANJU_K;
      do {
        *random = *random * 1664525u + 1013904223u;
        square = (int)((*random >> 8) % CANJU_SQUARES);
      } while (at->board[square] != 0 || !cnj_can_stand(role + 8 * side, square));
      at->board[square] = (uint8_t)(role + 8 * side);
    }
    at->red_to_move = (int)(*random >> 20 & 1);
    if (cnj_read_position(at->board, &men) == CANJU_OK && !cnj_is_impossible(at->board, &men, at->red_to_move)) return;
  }
}

static int make_folders(void) {
  char path[128];
  int i;
  if (mkdtemp(folder) == NULL) return 0;
  for (i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, COLLECTIONS[i]);
    *strrchr(path, '/') = '\0';
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/%s", folder, COLLECTIONS[i]);
    if (mkdir(path, 0700) != 0) return 0;
  }
  return 1;
}

static void remove_folders(void) {
  char path[128];
  int i;
  for (i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, COLLECTIONS[i]);
    rmdir(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
  }
  rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  void *library = dlopen("libzstd.so.1", RTLD_NOW);
  void *found = library == NULL ? NULL : dlsym(library, "ZSTD_decompress");
  uint32_t random = 1;
  int i, j;
  (void)argc, (void)argv;
  memcpy(&decompress, &found, sizeof found);
  constants = cnj_new(NULL);
  if (constants == NULL || !make_folders()) fail("cannot begin");
  atexit(remove_folders);
  for (i = 0; i < ENDGAMES; i++) {
    for (j = 0; j < POSITIONS; j++) place_men(NAMES[i], &random, &positions[i][j]);
  }
  return 0;
}

/* --- Where the parts of a file are ------------------------------------------------------------------------------------ */

typedef struct part {
  size_t at, length;
} part;

typedef struct parts {
  part header, description, details;
  uint64_t pages_at, first_page, data_at, page_count;
} parts;

/* Reads a header that may say anything. Returns whether its parts lie in the file. */
static int find_parts(const uint8_t *file, size_t size, parts *found) {
  uint64_t runs, length, json, details;
  if (size < 128) return 0;
  length = cnj_u32(file + 12);
  json = cnj_u32(file + 16);
  runs = (uint64_t)cnj_u32(file + 28) + cnj_u32(file + 84);
  details = cnj_u64(file + 56);
  found->page_count = cnj_u32(file + 80);
  found->pages_at = 128 + 8 * runs;
  found->data_at = cnj_u64(file + 40);
  found->first_page = length;
  if (length > size || length < 128 || found->pages_at + 16 * found->page_count + json > length) return 0;
  found->header.at = 0, found->header.length = (size_t)length;
  found->description.at = (size_t)(length - json), found->description.length = (size_t)json;
  found->details.at = details < size ? (size_t)details : size;
  found->details.length = size - found->details.at;
  return 1;
}

static part page_of(const uint8_t *file, size_t size, const parts *all, uint64_t number) {
  part page = {(size_t)all->first_page, 0};
  uint64_t i;
  for (i = 0; i <= number; i++) {
    page.at += page.length;
    page.length = cnj_u32(file + all->pages_at + 16 * i + 8);
    if (page.at > size || page.length > size - page.at) page.length = 0;
  }
  return page;
}

typedef struct block {
  uint32_t number;
  part bytes; /* with its checksum; none where it is not stored */
} block;

/* The blocks of a page, as far as it can be read. Returns how many are stored. */
static int blocks_of(const uint8_t *file, size_t size, const parts *all, uint64_t number, block *blocks, int most) {
  const part page = page_of(file, size, all, number);
  const uint8_t *at = file + page.at, *end = at + page.length;
  uint64_t block_number = number * cnj_u32(file + 76), place = all->data_at + cnj_u64(file + all->pages_at + 16 * number);
  int count = 0;
  while (at < end && count < most) {
    uint64_t stored, fill = 0, run = 1;
    if (!cnj_leb128(&at, end, &stored)) break;
    if (stored == 0 && (!cnj_leb128(&at, end, &fill) || !cnj_leb128(&at, end, &run))) break;
    if (stored > 4 && place < size && stored <= size - place) {
      blocks[count].number = (uint32_t)block_number;
      blocks[count].bytes.at = (size_t)place;
      blocks[count++].bytes.length = (size_t)stored;
    }
    block_number += run;
    place += stored;
  }
  return count;
}

static void write_u32(uint8_t *at, uint32_t value) {
  int i;
  for (i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

/* Makes every checksum right that can be found. */
static void repair(uint8_t *file, size_t size) {
  static const uint32_t START[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  static block blocks[8192];
  const cnj_constants *k = &constants->constants;
  cnj_sha256 sha;
  parts all;
  uint64_t page;
  if (!find_parts(file, size, &all)) return;
  for (page = 0; page < all.page_count; page++) {
    const part bytes = page_of(file, size, &all, page);
    int i, count = blocks_of(file, size, &all, page, blocks, 8192);
    for (i = 0; i < count; i++) {
      uint8_t number[4], *start = file + blocks[i].bytes.at;
      write_u32(number, blocks[i].number);
      if (blocks[i].bytes.at < all.header.length) continue;
      write_u32(start, cnj_crc(k, cnj_crc(k, 0, number, 4), start + 4, blocks[i].bytes.length - 4));
    }
    write_u32(file + all.pages_at + 16 * page + 12, cnj_crc(k, 0, file + bytes.at, bytes.length));
  }
  write_u32(file + 68, cnj_crc(k, 0, file + all.details.at, all.details.length));
  memset(&sha, 0, sizeof sha);
  memcpy(sha.state, START, sizeof START);
  if (all.data_at < size) cnj_sha256_add(&sha, file + all.data_at, size - (size_t)all.data_at);
  cnj_sha256_add(&sha, file, 92);
  if (all.data_at > 128 && all.data_at < size) cnj_sha256_add(&sha, file + 128, (size_t)all.data_at - 128);
  cnj_sha256_end(&sha, file + 96);
  write_u32(file + 92, cnj_crc(k, cnj_crc(k, 0, file, 92), file + 96, all.header.length - 96));
}

/* --- One case --------------------------------------------------------------------------------------------------------- */

static void check_value(canju_value value) {
  if (value.outcome < -1 || value.outcome > 1 || value.flags > CANJU_DEPENDS) fail("an outcome that is none");
  if (value.outcome == 0 && (value.order != 0 || value.distance != 0 || value.kind != CANJU_DRAWN)) fail("a draw with a distance");
  if (value.outcome != 0 && (value.distance % 2 == 1) != (value.outcome > 0)) fail("a distance of the wrong side");
  if (value.outcome != 0 && value.kind != CANJU_CONVERSION && value.order == 0) fail("a kind without an order");
}

static void check_outcome(canju_value value) {
  if (value.outcome < -1 || value.outcome > 1 || value.flags > CANJU_DEPENDS || value.distance != 0) fail("an outcome that is none");
  if (value.order > (value.outcome != 0) || (value.kind == CANJU_CONVERSION) != (value.outcome != 0 && value.order == 0)) fail("an outcome of no kind");
}

static int same(canju_value a, canju_value b) { return memcmp(&a, &b, sizeof a) == 0; }

/* Boards and texts of any bytes. */
static void ask_nonsense(const uint8_t *data, size_t size) {
  uint8_t board[CANJU_SQUARES] = {0}, parsed[CANJU_SQUARES];
  canju_move moves[CANJU_MOVES];
  canju_table_info about;
  canju_value value;
  canju *tables;
  char text[512];
  int red_to_move, i, count;
  memcpy(board, data, size < sizeof board ? size : sizeof board);
  memset(text, 0, sizeof text);
  memcpy(text, data, size < sizeof text ? size : sizeof text - 1);
  if (canju_open(&tables, folder, COLLECTIONS[0], NULL) != CANJU_OK) fail("the folder cannot be opened");
  count = canju_legal_moves(board, (int)(size & 1), moves);
  for (i = 0; i < count; i++) {
    if (moves[i].from >= CANJU_SQUARES || moves[i].to >= CANJU_SQUARES || board[moves[i].from] == 0) fail("a move from nowhere");
  }
  (void)canju_probe(tables, board, (int)(size & 1), 0, &value);
  (void)canju_probe(tables, board, (int)(size & 1), CANJU_TRUSTED, &value);
  (void)canju_probe_root(tables, board, (int)(size & 1), moves);
  (void)canju_has(tables, board);
  (void)canju_info(tables, text, &about);
  if (canju_parse_fen(text, parsed, &red_to_move) == CANJU_OK) (void)canju_probe(tables, parsed, red_to_move, 0, &value);
  canju_close(tables);
  if (canju_open(&tables, text, text, NULL) == CANJU_OK) canju_close(tables);
}

/* Returns how many cells the table has, 0 where it cannot be opened. */
static uint64_t ask(const char *name, const char *collection, const position *asked, const canju_options *options,
                    canju_value *values, int *errors) {
  canju_table_info about;
  canju_move moves[CANJU_MOVES];
  canju_value again;
  canju *tables;
  int i;
  const int is_outcomes = strchr(name, '.') != NULL;
  int (*const probe)(canju *, const uint8_t *, int, unsigned, canju_value *) = is_outcomes ? canju_probe_outcome : canju_probe;
  if (canju_open(&tables, folder, collection, options) != CANJU_OK || canju_count(tables) != 1) fail("the folder cannot be opened");
  for (i = 0; i < POSITIONS; i++) {
    errors[i] = probe(tables, asked[i].board, asked[i].red_to_move, 0, &values[i]);
    if (errors[i] > 0) fail("an error that is none");
    if (errors[i] != CANJU_OK) continue;
    if (is_outcomes) check_outcome(values[i]);
    else check_value(values[i]);
    if (probe(tables, asked[i].board, asked[i].red_to_move, CANJU_CACHED_ONLY | CANJU_TRUSTED, &again) == CANJU_OK &&
        !same(again, values[i])) {
      fail("another value from the cache");
    }
  }
  (void)canju_probe_root(tables, asked->board, asked->red_to_move, moves);
  canju_prefetch(tables, asked->board, asked->red_to_move);
  if (is_outcomes && canju_load(tables, name) == CANJU_OK) { /* decoded, after some were found without */
    for (i = 0; i < POSITIONS; i++) {
      if (probe(tables, asked[i].board, asked[i].red_to_move, 0, &again) == CANJU_OK && errors[i] == CANJU_OK && !same(again, values[i])) {
        fail("another outcome where the table is decoded");
      }
    }
  }
  memset(&about, 0, sizeof about);
  if (canju_info(tables, name, &about) == CANJU_OK && strcmp(about.endgame, name) != 0) fail("another endgame");
  canju_close(tables);
  return about.cells;
}

/* Which endgame and collection a file says it is of; the first ones where it says no other. */
static void find_place(const uint8_t *file, const parts *all, int *endgame, int *collection) {
  cnj_json json, value;
  int i;
  json.at = (const char *)file + all->description.at;
  json.end = json.at + all->description.length;
  *endgame = *collection = 0;
  for (i = 0; i < ENDGAMES; i++) {
    if (cnj_member(json, "endgame", &value) && cnj_is_text(value, NAMES[i])) *endgame = i;
  }
  if (cnj_member(json, "rules", &value) && cnj_is_text(value, "none")) *collection = 1;
  if (cnj_member(json, "metric", &value) && cnj_is_text(value, "dtm")) *collection = 2;
  if (cnj_member(json, "orderForm", &value) && cnj_is_text(value, "chessdb")) *collection = 3;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t file[MOST_BYTES];
  const char *collection;
  char name[40];
  canju_value plain[POSITIONS], resolved[POSITIONS];
  int plain_errors[POSITIONS], resolved_errors[POSITIONS], chosen, place, is_small, i;
  canju_options options;
  parts all;
  uint64_t cells;
  char path[128];
  FILE *stream;
  if (size > MOST_BYTES) return -1;
  if (size < 8 || memcmp(data, "CANJU", 5) != 0) {
    ask_nonsense(data, size);
    return 0;
  }
  memcpy(file, data, size);
  repair(file, size);
  chosen = place = 0;
  if (find_parts(file, size, &all)) find_place(file, &all, &chosen, &place);
  snprintf(name, sizeof name, "%s%s", NAMES[chosen], size > 92 && cnj_u16(file + 90) == CNJ_OUTCOMES_NEED ? CNJ_PART : "");
  collection = COLLECTIONS[place];
  snprintf(path, sizeof path, "%s/%s/%s.canju", folder, collection, name);
  stream = fopen(path, "wb");
  if (stream == NULL || fwrite(file, 1, size, stream) != size) fail("the case cannot be written");
  fclose(stream);
  memset(&options, 0, sizeof options);
  options.decode = decode;
  options.cache_bytes = size % 2; /* 1: room for none but the blocks in use */
  cells = ask(name, collection, positions[chosen], &options, plain, plain_errors);
  options.flags = CANJU_RESOLVE;
  is_small = cells < 20000 || size % 32 == 0; /* others take seconds */
  if (is_small) ask(name, collection, positions[chosen], &options, resolved, resolved_errors);
  for (i = 0; i < POSITIONS && is_small; i++) {
    if (plain_errors[i] == CANJU_OK && resolved_errors[i] == CANJU_OK && !same(plain[i], resolved[i])) {
      fail("another value where blocks are resolved");
    }
  }
  (void)canju_verify_file(path, decode, NULL);
  remove(path);
  return 0;
}

/* --- Changes that know the file --------------------------------------------------------------------------------------- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* Changes bytes of a part, whose length stays. */
static void change(uint8_t *file, size_t size, part where) {
  if (where.at < size && where.length > 0 && where.length <= size - where.at) {
    (void)LLVMFuzzerMutate(file + where.at, where.length, where.length);
  }
}

/* Changes the description, and what follows moves along. Returns the size of the file. */
static size_t change_description(uint8_t *file, size_t size, size_t max_size, const parts *all) {
  static uint8_t text[MOST_BYTES];
  const size_t behind = all->description.at + all->description.length;
  const size_t room = max_size - size < 256 ? max_size - size : 256;
  size_t length;
  int64_t moved;
  memcpy(text, file + all->description.at, all->description.length);
  length = LLVMFuzzerMutate(text, all->description.length, all->description.length + room);
  moved = (int64_t)length - (int64_t)all->description.length;
  memmove(file + all->description.at + length, file + behind, size - behind);
  memcpy(file + all->description.at, text, length);
  write_u32(file + 16, (uint32_t)length);
  write_u32(file + 12, (uint32_t)((int64_t)all->header.length + moved));
  write_u32(file + 40, (uint32_t)((int64_t)all->data_at + moved));
  write_u32(file + 56, (uint32_t)((int64_t)all->details.at + moved));
  return (size_t)((int64_t)size + moved);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
  static block blocks[8192];
  parts all;
  const unsigned kind = seed % 16, where = seed / 16;
  if (kind == 0 || !find_parts(data, size, &all)) return LLVMFuzzerMutate(data, size, max_size);
  if (kind <= 3) {
    const part fields = {8, 84};
    change(data, size, fields);
  } else if (kind <= 5) {
    const part runs = {128, all.description.at - 128};
    change(data, size, runs);
  } else if (kind <= 8) {
    return change_description(data, size, max_size, &all);
  } else if (kind <= 10 || all.page_count == 0) {
    change(data, size, all.details);
  } else if (kind <= 12) {
    change(data, size, page_of(data, size, &all, where % all.page_count));
  } else {
    const int count = blocks_of(data, size, &all, where % all.page_count, blocks, 8192);
    if (count == 0) return LLVMFuzzerMutate(data, size, max_size);
    change(data, size, blocks[where / all.page_count % (unsigned)count].bytes);
  }
  return size;
}
