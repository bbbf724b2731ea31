/*
 * Asks include/canju.h what lines of standard input say, and writes an answer of one line to each:
 *
 *     open <flags> <cache bytes> <collection> <folders>
 *     probe <flags> <fen>        outcome kind order distance | error
 *     outcome <flags> <fen>      the same, by canju_probe_outcome
 *     root <fen>                 from to capture best rank outcome kind order distance, for each move | error
 *     perft <depth> <fen>        how many lines of moves
 *     has <fen> | most | info <endgame> | load <endgame> | verify <path> | fen <text> | decoded
 *     threads <count> <rounds> <flags> <file of FENs>    how many answers differ from those of one thread
 *     outcome-threads <count> <rounds> <flags> <file of FENs>    the same of outcomes
 *     place <endgame> <fen>      cells, place by placements, number of the cell: of a position in the endgame's own colours
 *     time <rounds> <flags> <file of FENs>               nanoseconds a probe, checksum of the answers
 *     outcomes <flags> <file of FENs>                    nanoseconds a probe of outcomes: with nothing decoded, the mean and of 99 of 100; of the
 *                                                        positions one after the other; of all of them again and again; how many failed
 *     tree <flags> <file of FENs>                        the last three of the positions' trees of two plies, as a search asks them
 *
 * Blocks are decompressed by the system's libzstd, found when the program runs: no header of it is needed.
 */
#define CANJU_IMPLEMENTATION
#include "canju.h"

#ifndef DRIVER_ZSTD /* the header's own way, for which -lzstd is linked */
#include <dlfcn.h>
#endif
#include <pthread.h>
#include <time.h>

#define MOST_POSITIONS 65536

typedef struct position {
  uint8_t board[CANJU_SQUARES];
  int red_to_move;
} position;

static canju *tables;
static long decoded;
static position *positions;
static canju_value *expected;
static int *errors;
static int position_count;

#ifndef DRIVER_ZSTD
typedef size_t (*zstd_function)(void *, size_t, const void *, size_t);

static int decode(void *context, unsigned codec, void *to, size_t size, const void *from, size_t from_size) {
  const zstd_function *decompress = (const zstd_function *)context;
  (void)__atomic_fetch_add(&decoded, 1, __ATOMIC_RELAXED);
  if (codec != 1) return CANJU_CODEC;
  return (*decompress)(to, size, from, from_size) == size ? CANJU_OK : CANJU_DAMAGED;
}
#endif

static canju_decode decoder(void **context) {
  *context = NULL;
#ifdef DRIVER_ZSTD
  return NULL;
#else
  static zstd_function decompress;
  void *library = dlopen("libzstd.so.1", RTLD_NOW);
  void *found = library == NULL ? NULL : dlsym(library, "ZSTD_decompress");
  if (found == NULL) return NULL;
  memcpy(&decompress, &found, sizeof found); /* no cast between pointers to data and to functions */
  *context = &decompress;
  return decode;
#endif
}

static void open_tables(const char *rest) {
  canju_options options;
  unsigned flags = 0;
  unsigned long long bytes = 0;
  char collection[64];
  int read = 0, error;
  memset(&options, 0, sizeof options);
  if (sscanf(rest, "%u %llu %63s %n", &flags, &bytes, collection, &read) < 3) {
    printf("%d\n", CANJU_ARGUMENT);
    return;
  }
  options.flags = flags;
  options.cache_bytes = (size_t)bytes;
  options.decode = decoder(&options.context);
  canju_close(tables);
  error = canju_open(&tables, rest + read, collection, &options);
  printf("%d\n", error);
}

static void print_value(canju_value value) {
  printf("%d %d %d %d%s", value.outcome, value.kind, value.order, value.distance, value.flags == CANJU_DEPENDS ? " depends" : "");
}

typedef int (*prober)(canju *, const uint8_t *, int, unsigned, canju_value *);

static void probe(prober by, const char *fen, unsigned flags) {
  position asked;
  canju_value value;
  int error = canju_parse_fen(fen, asked.board, &asked.red_to_move);
  if (error == CANJU_OK) error = by(tables, asked.board, asked.red_to_move, flags, &value);
  if (error == CANJU_OK) print_value(value);
  else printf("%d", error);
  printf("\n");
}

static void root(const char *fen) {
  position asked;
  canju_move moves[CANJU_MOVES];
  int i, count = canju_parse_fen(fen, asked.board, &asked.red_to_move);
  if (count == CANJU_OK) count = canju_probe_root(tables, asked.board, asked.red_to_move, moves);
  if (count < 0) printf("%d", count);
  for (i = 0; i < count; i++) {
    printf("%s%d %d %d %d %d ", i > 0 ? "," : "", moves[i].from, moves[i].to, moves[i].capture, moves[i].best, moves[i].rank);
    print_value(moves[i].after);
  }
  printf("\n");
}

static unsigned long long perft(const position *at, int depth) {
  canju_move moves[CANJU_MOVES];
  const int count = canju_legal_moves(at->board, at->red_to_move, moves);
  unsigned long long lines = 0;
  int i;
  if (depth == 0) return 1;
  if (depth == 1) return (unsigned long long)count;
  for (i = 0; i < count; i++) {
    position next = *at;
    next.board[moves[i].to] = next.board[moves[i].from];
    next.board[moves[i].from] = 0;
    next.red_to_move = !at->red_to_move;
    lines += perft(&next, depth - 1);
  }
  return lines;
}

/* Reads positions and what one thread, the first to ask, is told of them. */
static int read_positions(prober by, const char *path, unsigned flags) {
  FILE *file = fopen(path, "r");
  char line[256];
  if (file == NULL) return 0;
  position_count = 0;
  while (position_count < MOST_POSITIONS && fgets(line, (int)sizeof line, file) != NULL) {
    position *each = &positions[position_count];
    if (canju_parse_fen(line, each->board, &each->red_to_move) != CANJU_OK) continue;
    errors[position_count] = by(tables, each->board, each->red_to_move, flags, &expected[position_count]);
    position_count++;
  }
  fclose(file);
  return position_count > 0;
}

typedef struct worker {
  pthread_t thread;
  prober by;
  uint32_t seed;
  long rounds, wrong;
  unsigned flags;
} worker;

static void *work(void *argument) {
  worker *self = (worker *)argument;
  uint32_t random = self->seed;
  long round;
  for (round = 0; round < self->rounds; round++) {
    canju_value value;
    int error, i;
    random = random * 1664525u + 1013904223u;
    i = (int)((random >> 8) % (uint32_t)position_count);
    error = self->by(tables, positions[i].board, positions[i].red_to_move, self->flags | (round % 5 == 0 ? CANJU_CACHED_ONLY : 0), &value);
    if (error == CANJU_NOT_CACHED && round % 5 == 0) continue;
    if (error != errors[i] || (error == CANJU_OK && memcmp(&value, &expected[i], sizeof value) != 0)) self->wrong++;
  }
  return NULL;
}

static void threads(prober by, const char *rest) {
  worker workers[16];
  int count = 0, i, read = 0;
  long rounds = 0, wrong = 0;
  unsigned flags = 0;
  if (sscanf(rest, "%d %ld %u %n", &count, &rounds, &flags, &read) < 3 || count > 16 || !read_positions(by, rest + read, flags)) {
    printf("%d\n", CANJU_ARGUMENT);
    return;
  }
  for (i = 0; i < count; i++) {
    workers[i].by = by;
    workers[i].seed = (uint32_t)i + 1;
    workers[i].rounds = rounds;
    workers[i].wrong = 0;
    workers[i].flags = flags;
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) abort();
  }
  for (i = 0; i < count; i++) {
    pthread_join(workers[i].thread, NULL);
    wrong += workers[i].wrong;
  }
  printf("%ld %d\n", wrong, position_count);
}

/* Places without a table: those of four attacking men are too large to be built here. */
static void place(const char *rest) {
  static canju *numbering;
  static cnj_table t;
  char name[40];
  uint8_t attacking[CNJ_MOST_OUTER + 1] = {0}, formation[2][5];
  cnj_position men;
  position at;
  int read = 0, side, role, i, count = 0, numbers[2];
  uint64_t by_placement;
  if (numbering == NULL) numbering = cnj_new(NULL);
  if (numbering == NULL || sscanf(rest, "%39s %n", name, &read) != 1 ||
      canju_parse_fen(rest + read, at.board, &at.red_to_move) != CANJU_OK || cnj_read_position(at.board, &men) != CANJU_OK) {
    printf("%d\n", CANJU_ARGUMENT);
    return;
  }
  if (strcmp(name, t.name) != 0) {
    free(t.first_block);
    memset(&t, 0, sizeof t);
    if (!cnj_parse_name(name, strlen(name), &t.key, &t.from) || cnj_describe(&numbering->constants, &t) != CANJU_OK ||
        cnj_number(numbering, &t) != CANJU_OK) {
      printf("%d\n", CANJU_VERSION);
      return;
    }
    memcpy(t.name, name, strlen(name) + 1);
  }
  for (side = 0; side < 2; side++) {
    int man = 0;
    formation[side][0] = men.at[CANJU_K + 8 * side][0];
    for (role = CANJU_R; role < CANJU_K; role++) {
      for (i = 0; i < men.count[role + 8 * side]; i++) {
        if (role <= CANJU_P) attacking[count++] = men.at[role + 8 * side][i];
        else formation[side][++man] = men.at[role + 8 * side][i];
      }
    }
    numbers[side] = cnj_formation_of(numbering, &t, side, formation[side]);
  }
  t.by_placement = 1;
  by_placement = cnj_place(&t, attacking, numbers[0], numbers[1]);
  t.by_placement = 0;
  printf("%llu %llu %llu\n", (unsigned long long)t.cells, (unsigned long long)by_placement,
         (unsigned long long)cnj_place(&t, attacking, numbers[0], numbers[1]));
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void measure(const char *rest) {
  long rounds = 0, round;
  unsigned flags = 0;
  int read = 0, i;
  unsigned long long sum = 0;
  double start;
  if (sscanf(rest, "%ld %u %n", &rounds, &flags, &read) < 2 || !read_positions(canju_probe, rest + read, 0)) {
    printf("%d\n", CANJU_ARGUMENT);
    return;
  }
  start = now();
  for (round = 0; round < rounds; round++) {
    for (i = 0; i < position_count; i++) {
      canju_value value;
      if (canju_probe(tables, positions[i].board, positions[i].red_to_move, flags, &value) == CANJU_OK) {
        sum += (unsigned long long)(value.outcome + 2) * 31u + value.distance;
      }
    }
  }
  printf("%.1f %llu\n", (now() - start) / (double)rounds / position_count, sum);
}

static int compare_doubles(const void *a, const void *b) {
  const double left = *(const double *)a, right = *(const double *)b;
  return left < right ? -1 : left > right;
}

/* Adds positions to the list while there is room. */
static void add_position(const uint8_t *board, int red_to_move) {
  if (position_count == MOST_POSITIONS) return;
  memcpy(positions[position_count].board, board, CANJU_SQUARES);
  positions[position_count++].red_to_move = red_to_move;
}

/* Adds a position and what lies up to some plies behind it. */
static void add_tree(const uint8_t *board, int red_to_move, int plies) {
  canju_move moves[CANJU_MOVES];
  const int count = plies == 0 ? 0 : canju_legal_moves(board, red_to_move, moves);
  int i;
  add_position(board, red_to_move);
  for (i = 0; i < count; i++) {
    uint8_t next[CANJU_SQUARES];
    memcpy(next, board, sizeof next);
    next[moves[i].to] = next[moves[i].from];
    next[moves[i].from] = 0;
    add_tree(next, !red_to_move, plies - 1);
  }
}

/* Forgets all blocks, as if none had been asked for. */
static void forget(void) {
  uint32_t i, number;
  for (i = 0; i < tables->table_count; i++) {
    cnj_table *t = &tables->tables[i];
    for (number = 0; t->blocks != NULL && number < 2 * t->blocks_per_side; number++) {
      free(t->blocks[number].codes);
      t->blocks[number].codes = NULL;
      t->blocks[number].state = t->blocks[number].asked = 0;
    }
  }
  tables->ring_count = tables->cached_bytes = 0;
}

static int wrong; /* probes that failed */

static void probe_outcome(int i, unsigned flags) {
  canju_value value;
  wrong += canju_probe_outcome(tables, positions[i].board, positions[i].red_to_move, flags, &value) != CANJU_OK;
}

/* Nanoseconds a probe of all positions, one after the other. */
static double pass(unsigned flags) {
  const double start = now();
  int i;
  for (i = 0; i < position_count; i++) probe_outcome(i, flags);
  return (now() - start) / position_count;
}

/* The least of many passes: others may run meanwhile. */
static double least_pass(unsigned flags) {
  double least = pass(flags);
  int round;
  for (round = 0; round < 50; round++) {
    const double next = pass(flags);
    least = next < least ? next : least;
  }
  return least;
}

static void measure_outcomes(const char *rest, int plies) {
  static double times[MOST_POSITIONS];
  FILE *file;
  char line[256];
  unsigned flags = 0;
  int read = 0, i, round;
  double sum = 0, first;
  if (sscanf(rest, "%u %n", &flags, &read) < 1 || (file = fopen(rest + read, "r")) == NULL) {
    printf("%d\n", CANJU_ARGUMENT);
    return;
  }
  position_count = wrong = 0;
  while (fgets(line, (int)sizeof line, file) != NULL) {
    position each;
    if (canju_parse_fen(line, each.board, &each.red_to_move) == CANJU_OK) add_tree(each.board, each.red_to_move, plies);
  }
  fclose(file);
  for (round = 0; plies == 0 && round < 3; round++) { /* the least of three, as others may run meanwhile */
    for (i = 0; i < position_count; i++) {
      double start, took;
      forget();
      start = now();
      probe_outcome(i, flags);
      took = now() - start;
      times[i] = round == 0 || took < times[i] ? took : times[i];
    }
  }
  for (i = 0; i < position_count; i++) sum += times[i];
  qsort(times, (size_t)position_count, sizeof *times, compare_doubles);
  forget();
  first = pass(flags);
  if (plies == 0) printf("%.0f %.0f ", sum / position_count, times[position_count * 99 / 100]);
  printf("%.0f %.0f %d\n", first, least_pass(flags), wrong);
}

/* KiB of the process's own memory, without files that are mapped; -1 where the system does not say. */
static long own_memory(void) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  long kibibytes = -1;
  while (file != NULL && fgets(line, (int)sizeof line, file) != NULL) (void)sscanf(line, "RssAnon: %ld", &kibibytes);
  if (file != NULL) fclose(file);
  return kibibytes;
}

static void info(const char *name) {
  canju_table_info about;
  const int error = canju_info(tables, name, &about);
  if (error != CANJU_OK) printf("%d\n", error);
  else printf("%s %llu %llu %02x%02x %d %d\n", about.endgame, (unsigned long long)about.cells, (unsigned long long)about.file_bytes,
              about.sha256[0], about.sha256[1], about.highest_order, about.longest);
}

static int compare_names(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static void names(void) {
  const char *all[64];
  const int count = canju_count(tables);
  int i;
  for (i = 0; i < count && i < 64; i++) all[i] = canju_name(tables, i);
  qsort(all, (size_t)i, sizeof *all, compare_names);
  printf("%d", count);
  for (i = 0; i < count && i < 64; i++) printf(" %s", all[i]);
  printf("%s\n", canju_name(tables, -1) == NULL && canju_name(tables, count) == NULL ? "" : " and more");
}

static void answer(const char *word, const char *rest) {
  position at;
  void *context;
  int depth = 0, read = 0;
  unsigned flags = 0;
  if (strcmp(word, "open") == 0) open_tables(rest);
  else if (strcmp(word, "probe") == 0 && sscanf(rest, "%u %n", &flags, &read) == 1) probe(canju_probe, rest + read, flags);
  else if (strcmp(word, "outcome") == 0 && sscanf(rest, "%u %n", &flags, &read) == 1) probe(canju_probe_outcome, rest + read, flags);
  else if (strcmp(word, "root") == 0) root(rest);
  else if (strcmp(word, "perft") == 0 && sscanf(rest, "%d %n", &depth, &read) == 1) {
    const int error = canju_parse_fen(rest + read, at.board, &at.red_to_move);
    if (error != CANJU_OK) printf("%d\n", error);
    else printf("%llu\n", perft(&at, depth));
  } else if (strcmp(word, "has") == 0) {
    const int error = canju_parse_fen(rest, at.board, &at.red_to_move);
    printf("%d\n", error != CANJU_OK ? error : canju_has(tables, at.board));
  } else if (strcmp(word, "most") == 0) printf("%d\n", canju_most_men(tables));
  else if (strcmp(word, "names") == 0) names();
  else if (strcmp(word, "info") == 0) info(rest);
  else if (strcmp(word, "load") == 0) printf("%d\n", canju_load(tables, rest));
  else if (strcmp(word, "verify") == 0) {
    canju_decode decompress = decoder(&context);
    printf("%d\n", canju_verify_file(rest, decompress, context));
  } else if (strcmp(word, "fen") == 0) {
    int i, men = 0;
    const int error = canju_parse_fen(rest, at.board, &at.red_to_move);
    for (i = 0; i < CANJU_SQUARES; i++) men += error == CANJU_OK && at.board[i] != 0;
    if (error != CANJU_OK) printf("%d\n", error);
    else printf("%d men, %s\n", men, at.red_to_move ? "red" : "black");
  } else if (strcmp(word, "decoded") == 0) printf("%ld\n", decoded);
  else if (strcmp(word, "threads") == 0) threads(canju_probe, rest);
  else if (strcmp(word, "outcome-threads") == 0) threads(canju_probe_outcome, rest);
  else if (strcmp(word, "place") == 0) place(rest);
  else if (strcmp(word, "time") == 0) measure(rest);
  else if (strcmp(word, "outcomes") == 0) measure_outcomes(rest, 0);
  else if (strcmp(word, "tree") == 0) measure_outcomes(rest, 2);
  else if (strcmp(word, "memory") == 0) printf("%ld\n", own_memory());
  else printf("%d\n", CANJU_ARGUMENT);
}

int main(void) {
  static char line[4096];
  void *context;
  positions = (position *)malloc(MOST_POSITIONS * sizeof *positions);
  expected = (canju_value *)malloc(MOST_POSITIONS * sizeof *expected);
  errors = (int *)malloc(MOST_POSITIONS * sizeof *errors);
  if (positions == NULL || expected == NULL || errors == NULL) return 1;
  (void)decoder(&context);
  while (fgets(line, (int)sizeof line, stdin) != NULL) {
    char word[16];
    int read = 0;
    line[strcspn(line, "\n")] = '\0';
    if (sscanf(line, "%15s %n", word, &read) == 1) answer(word, line + read);
  }
  canju_close(tables);
  free(positions);
  free(expected);
  free(errors);
  return 0;
}
