/*
 * canju.h: exact values of Xiangqi endgames, for programs in C and C++
 *
 * Reads the tables of Canju (format 2: docs/spec/table-format.md, docs/spec/index.md). In one source file of a program:
 *
 *     #define CANJU_IMPLEMENTATION
 *     #include "canju.h"
 *
 * and in all others the #include alone. C11, C++17 or later, 64 or 32 bits, either byte order. Before the implementation may stand
 *
 *     CANJU_NO_ZSTD     do not use libzstd, which is otherwise taken where its header is found (link with -lzstd):
 *                       tables are then decompressed by a function of the program's, canju_options.decode
 *     CANJU_NO_MMAP     read files instead of mapping them
 *     CANJU_NO_THREADS  no locks: one thread only
 *
 *     canju *tables;
 *     if (canju_open(&tables, "/path/to/data", "asian/dtc", NULL) != CANJU_OK) ...;
 *     canju_value value;
 *     if (canju_probe(tables, board, red_to_move, 0, &value) == CANJU_OK) ...;
 *     canju_close(tables);
 *
 * All functions but canju_open and canju_close may be called from any thread at any time. Nothing read is believed before its
 * checksum is compared: a damaged file gives errors, never a wrong value. Files must not be changed in place while they
 * are open (Canju's own programs replace them). examples/engine.c shows where in a search to ask.
 *
 * Tables of outcomes (KRKN.outcomes.canju, docs/spec/outcome-tables.md) say who wins alone. A search asks them by canju_probe_outcome: it
 * takes microseconds to find a position in the file itself, and tenths of one when its block of 65,536 positions was asked before: then that
 * is kept in some 5 KB, and, where the cache has room and it is asked often, in one to four bits a position.
 *
 * Tables of cones (KPPKP.from66-9.canju, docs/spec/names.md) hold what can be reached with soldiers from given ranks on. They answer where there is
 * none of the whole endgame and the position lies in one. Orders are then of the cone: those of different cones do not compare, so
 * canju_probe_root takes one for all moves that are no captures. With five or six attacking men, up to 128 MiB list where these can stand.
 *
 * What a value means: play without end and without history, by the rules of the collection. Order 0 is decided by mate, stalemate or
 * capture and is safe whatever was played before. Order r > 0 is decided by forcing the opponent into r forbidden
 * perpetuals: a win only for who goes on by the table (canju_probe_root at every move), so score it below every win of order 0.
 *
 * BSD Zero Clause License, as include/LICENSE says: do with this file whatever you like. It shares no code with the
 * rest of Canju, which is under the GPL.
 */
#ifndef CANJU_H
#define CANJU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Men: 1 to 7 are Red's chariot, horse, cannon, soldier, advisor, elephant and king, the same + 8 Black's; 0 is nobody. */
enum { CANJU_R = 1, CANJU_N, CANJU_C, CANJU_P, CANJU_A, CANJU_B, CANJU_K, CANJU_BLACK = 8 };
/* Squares: rank * 9 + file; a0 (Red's left corner) is 0, i0 is 8, a9 is 81. A board is 90 of them. */
#define CANJU_SQUARES 90
/* No legal position has more moves. */
#define CANJU_MOVES 128

/* Errors. CANJU_OK is 0, all others are negative. */
enum {
  CANJU_OK = 0,
  CANJU_MISSING = -1,    /* there is no table for these men, or for what a move leads to */
  CANJU_DAMAGED = -2,    /* a file is not what was written */
  CANJU_MEMORY = -3,     /* none left */
  CANJU_ILLEGAL = -4,    /* the position cannot occur in a game, or the text is no position */
  CANJU_NOT_CACHED = -5, /* with CANJU_CACHED_ONLY: a block would have to be decoded */
  CANJU_VERSION = -6,    /* a sound file that this header is too old or too new for */
  CANJU_CODEC = -7,      /* compressed in a way that nobody here can undo */
  CANJU_UNREADABLE = -8, /* the system does not let us read the file */
  CANJU_ARGUMENT = -9    /* a call that makes no sense */
};
const char *canju_strerror(int error);

typedef struct canju canju;

/* What decides. Under the Chinese rules perpetuals are checks, attacks (any mixture of checks, kills and chases) and weak attacks. */
enum { CANJU_DRAWN = 0, CANJU_CONVERSION = 1, CANJU_CHECK = 2, CANJU_CHASE = 3, CANJU_ATTACK = 4, CANJU_WEAK_ATTACK = 5 };

/* A flag of values under the Chinese rules: what is told is so by the default reading of what counts as a chase, and other readings may differ. */
#define CANJU_DEPENDS 1u

typedef struct canju_value {
  int8_t outcome;    /* for the side to move: 1 won, 0 drawn, -1 lost */
  uint8_t kind;      /* CANJU_CONVERSION: mate, stalemate or capture, order 0; CANJU_CHECK and so on: the perpetual */
  uint16_t flags;    /* CANJU_DEPENDS or 0; other bits are kept for what other sets of rules may have to say */
  uint16_t order;    /* how many perpetuals are forced on the way; 0 when drawn */
  uint16_t distance; /* plies: to mate, or (dtc) until the winner captures or mates; order > 0: until the rules decide */
} canju_value;

typedef struct canju_move {
  uint8_t from, to;
  uint8_t capture;
  uint8_t best;      /* no other move wins sooner, loses later or keeps what this one loses */
  int32_t rank;      /* greater is better, equal is equal */
  canju_value after; /* of the position after the move, for the opponent */
} canju_move;

/*
 * Undoes the compression of a block.
 * codec: 1 is zstd (RFC 8878), one frame without a dictionary, window at most 256 KiB, its size perhaps not stated
 * Returns CANJU_OK when `from` decodes to exactly `size` bytes, CANJU_DAMAGED when not, CANJU_CODEC for an unknown codec.
 * Called from several threads at once.
 */
typedef int (*canju_decode)(void *context, unsigned codec, void *to, size_t size, const void *from, size_t from_size);

typedef struct canju_options {
  /*
   * For decoded blocks of up to 256 KiB, and for what is known of each table that was opened, some 50 KiB, for which blocks make room up to
   * the half; 0: 64 MiB. Blocks in use may go beyond it.
   */
  size_t cache_bytes;
  unsigned flags;      /* CANJU_RESOLVE or 0 */
  canju_decode decode; /* NULL: libzstd */
  void *context;       /* handed to decode */
} canju_options;

/*
 * Resolve blocks of the derived side whole when they are first needed. One side of most tables is kept as differences from what its
 * quiet moves give: a probe of it makes those moves. Resolved, it costs as little as one of the other side, but the first
 * in each block takes tenths of a second, and memory for what its moves lead to. What comes out is held against
 * the file's checks.
 */
#define CANJU_RESOLVE 1u

/*
 * folders: data folders apart by `;`, the first that has a table gives it. collection: its path in them, `asian/dtc`,
 * `asian/dtm`, `asian-chessdb/dtc`, `none/dtc`, `chinese/dtc`, whose values may depend on what counts as a chase: a program that
 * takes them for certain looks at CANJU_DEPENDS first. Only names are read; tables are
 * opened when they are first needed, and what is put there later is not seen. A folder that does not exist has no tables.
 * options: NULL for the usual ones.
 */
int canju_open(canju **tables, const char *folders, const char *collection, const canju_options *options);
void canju_close(canju *tables);

/* For canju_probe. The position is known to be legal: spare the check that the side not to move is not in check. */
#define CANJU_TRUSTED 1u
/* For canju_probe. Answer only from blocks that are decoded already: no file, no memory, no lock is touched. */
#define CANJU_CACHED_ONLY 2u

/* The value of a position. Any colours, any mirror image. */
int canju_probe(canju *tables, const uint8_t board[CANJU_SQUARES], int red_to_move, unsigned flags, canju_value *value);

/*
 * Who wins: `outcome` as canju_probe says it, and `order` 0, or 1 for any order above 0; distance is 0, and so is kind where the order is
 * above 0. From the table of outcomes, and from that of values where there is none. What captures decide is not in a table of outcomes: they are made
 * and looked up here, so the tables of what they lead to must be there, of either kind. CANJU_MISSING where one is not.
 */
int canju_probe_outcome(canju *tables, const uint8_t board[CANJU_SQUARES], int red_to_move, unsigned flags, canju_value *value);

/* Asks the system to have that position's part of its table of outcomes at hand soon. Decodes nothing. */
void canju_prefetch(canju *tables, const uint8_t board[CANJU_SQUARES], int red_to_move);

/* All legal moves, best first. Returns how many, 0 when the game is over, or an error. */
int canju_probe_root(canju *tables, const uint8_t board[CANJU_SQUARES], int red_to_move, canju_move moves[CANJU_MOVES]);

/* What there is for a position. Reads nothing. Both where none is needed, since neither side can win. */
#define CANJU_HAS_VALUES 1
#define CANJU_HAS_OUTCOMES 2
int canju_has(canju *tables, const uint8_t board[CANJU_SQUARES]);

/* The most men, kings included, of any endgame that there is a table for: no need to ask about positions with more. */
int canju_most_men(const canju *tables);

/* How many tables were found, and the name of each, such as KRKAABB, KRKAABB.outcomes or KPPKP.from66-9: `number` from 0 on, in any order. NULL beyond. Reads nothing. */
int canju_count(const canju *tables);
const char *canju_name(const canju *tables, int number);

typedef struct canju_table_info {
  char endgame[40];      /* such as KRKAABB or KPPKP.from66-9 */
  uint64_t cells;        /* for each side to move */
  uint64_t file_bytes;
  uint8_t sha256[32];    /* of the file, as it states it */
  uint16_t highest_order;
  uint16_t longest;      /* the greatest distance of any value, in plies */
} canju_table_info;

/* endgame: in either colours, men in the order of names: KRKAABB, KNKP; of a cone KPPKP.from66-9; of outcomes KNKP.outcomes. */
int canju_info(canju *tables, const char *endgame, canju_table_info *info);

/*
 * Decodes a table, so that probes of it find their blocks there: before a clock runs. endgame: as for canju_info. CANJU_NOT_CACHED:
 * the cache was full before all was there. What it holds already is not thrown out for this (but where resolving needs the room), so
 * load the likeliest table first.
 */
int canju_load(canju *tables, const char *endgame);

/* Compares the SHA-256 and every checksum of a file and decodes all of it. decode may be NULL. */
int canju_verify_file(const char *path, canju_decode decode, void *context);

/* Reads a FEN: also H for N, E or M for B, G for A, S for P, r for w; what follows the side to move is ignored. */
int canju_parse_fen(const char *fen, uint8_t board[CANJU_SQUARES], int *red_to_move);

/* The legal moves: only from, to and capture are set. Returns how many, or CANJU_ILLEGAL where men are too many or out of place. */
int canju_legal_moves(const uint8_t board[CANJU_SQUARES], int red_to_move, canju_move moves[CANJU_MOVES]);

#ifdef __cplusplus
}
#endif

#endif /* CANJU_H */

#if defined(CANJU_IMPLEMENTATION) && !defined(CANJU_IMPLEMENTED)
#define CANJU_IMPLEMENTED

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <dirent.h>
#ifndef CANJU_NO_MMAP
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif
#ifndef CANJU_NO_THREADS
#include <pthread.h>
#endif
#endif

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#if !defined(CANJU_NO_ZSTD) && defined(__has_include)
#if __has_include(<zstd.h>)
#include <zstd.h>
#define CNJ_ZSTD
#endif
#endif

/* --- Locks, and numbers that several threads change ------------------------------------------------------------------ */

#ifdef CANJU_NO_THREADS
typedef int cnj_lock;
#define CNJ_LOCK_INIT(lock) ((void)(*(lock) = 0))
#define CNJ_LOCK_END(lock) ((void)(lock))
#define CNJ_LOCK(lock) ((void)(lock))
#define CNJ_UNLOCK(lock) ((void)(lock))
#elif defined(_WIN32)
typedef SRWLOCK cnj_lock;
#define CNJ_LOCK_INIT(lock) InitializeSRWLock(lock)
#define CNJ_LOCK_END(lock) ((void)(lock))
#define CNJ_LOCK(lock) AcquireSRWLockExclusive(lock)
#define CNJ_UNLOCK(lock) ReleaseSRWLockExclusive(lock)
#else
typedef pthread_mutex_t cnj_lock;
#define CNJ_LOCK_INIT(lock) ((void)pthread_mutex_init(lock, NULL))
#define CNJ_LOCK_END(lock) ((void)pthread_mutex_destroy(lock))
#define CNJ_LOCK(lock) ((void)pthread_mutex_lock(lock))
#define CNJ_UNLOCK(lock) ((void)pthread_mutex_unlock(lock))
#endif

/* What one thread writes before cnj_publish or cnj_add, another sees after it has found the number with cnj_get or cnj_swap. */
#if defined(CANJU_NO_THREADS)
typedef int32_t cnj_atomic;
static int32_t cnj_get(cnj_atomic *at) { return *at; }
static void cnj_publish(cnj_atomic *at, int32_t to) { *at = to; }
static void cnj_add(cnj_atomic *at, int32_t by) { *at += by; }
static int cnj_swap(cnj_atomic *at, int32_t from, int32_t to) { return *at == from ? (*at = to, 1) : 0; }
#elif defined(_MSC_VER) && !defined(__clang__)
typedef volatile long cnj_atomic;
static int32_t cnj_get(cnj_atomic *at) { return _InterlockedOr(at, 0); }
static void cnj_publish(cnj_atomic *at, int32_t to) { (void)_InterlockedExchange(at, to); }
static void cnj_add(cnj_atomic *at, int32_t by) { (void)_InterlockedExchangeAdd(at, by); }
static int cnj_swap(cnj_atomic *at, int32_t from, int32_t to) { return _InterlockedCompareExchange(at, to, from) == from; }
#else
typedef int32_t cnj_atomic;
static int32_t cnj_get(cnj_atomic *at) { return __atomic_load_n(at, __ATOMIC_ACQUIRE); }
static void cnj_publish(cnj_atomic *at, int32_t to) { __atomic_store_n(at, to, __ATOMIC_RELEASE); }
static void cnj_add(cnj_atomic *at, int32_t by) { (void)__atomic_fetch_add(at, by, __ATOMIC_ACQ_REL); }
static int cnj_swap(cnj_atomic *at, int32_t from, int32_t to) {
  return __atomic_compare_exchange_n(at, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}
#endif

/* --- Squares, attacks and moves -------------------------------------------------------------------------------------- */

static int cnj_file_of(int square) { return square % 9; }
static int cnj_rank_of(int square) { return square / 9; }
static int cnj_mirror(int square) { return square + 8 - 2 * (square % 9); }
static int cnj_flip(int square) { return (9 - square / 9) * 9 + square % 9; }

/* How many men of a role a side has at most; by role. */
static const uint8_t CNJ_MOST[8] = {0, 2, 2, 2, 5, 2, 2, 1};
/* Squares of Red's advisors and elephants in the order in which formations count them. */
static const uint8_t CNJ_ADVISORS[5] = {3, 21, 13, 5, 23};
static const uint8_t CNJ_ELEPHANTS[7] = {18, 2, 38, 22, 6, 42, 26};

/* Red's roles that can ever stand on a square, a bit for each: 14 for those that go anywhere, 16 soldier, 32 advisor, 64 elephant, 128 king. */
static const uint8_t CNJ_ROLES_AT[CANJU_SQUARES] = {
    14, 14, 78, 174, 142, 174, 78, 14, 14, /* rank 0, from a to i */
    14, 14, 14, 142, 174, 142, 14, 14, 14,
    78, 14, 14, 174, 206, 174, 14, 14, 78,
    30, 14, 30, 14,  30,  14,  30, 14, 30,
    30, 14, 94, 14,  30,  14,  94, 14, 30,
    30, 30, 30, 30,  30,  30,  30, 30, 30,
    30, 30, 30, 30,  30,  30,  30, 30, 30,
    30, 30, 30, 30,  30,  30,  30, 30, 30,
    30, 30, 30, 30,  30,  30,  30, 30, 30,
    30, 30, 30, 30,  30,  30,  30, 30, 30};

/* Whether a man can ever stand on a square. */
static int cnj_can_stand(int piece, int square) {
  return CNJ_ROLES_AT[piece >= CANJU_BLACK ? CANJU_SQUARES - 1 - square : square] >> (piece & 7) & 1; /* half a turn: both wings are alike */
}

/* Whether a soldier has not crossed the river. */
static int cnj_is_home(int piece, int square) { return (square < 45) == (piece < CANJU_BLACK); }

/* The number of men strictly between two squares of one file or rank, -1 where they are on none. */
static int cnj_between(const uint8_t *board, int a, int b) {
  const int step = cnj_file_of(a) == cnj_file_of(b) ? 9 : 1;
  const int low = a < b ? a : b, high = a < b ? b : a;
  int at, men = 0;
  if (step == 1 && cnj_rank_of(a) != cnj_rank_of(b)) return -1;
  for (at = low + step; at < high; at += step) men += board[at] != 0;
  return men;
}

/* Whether a man on `from` could take a king on `king`; advisors and elephants never can. */
static int cnj_attacks_king(const uint8_t *board, int from, int king) {
  const int piece = board[from];
  const int files = cnj_file_of(king) - cnj_file_of(from), ranks = cnj_rank_of(king) - cnj_rank_of(from);
  switch (piece & 7) {
    case CANJU_R: return cnj_between(board, from, king) == 0;
    case CANJU_C: return cnj_between(board, from, king) == 1;
    case CANJU_K: return files == 0 && cnj_between(board, from, king) == 0;
    case CANJU_N:
      if (files * files + ranks * ranks != 5) return 0;
      return board[from + (ranks * ranks == 4 ? ranks / 2 * 9 : files / 2)] == 0;
    case CANJU_P:
      if (files == 0) return ranks == (piece < CANJU_BLACK ? 1 : -1);
      return ranks == 0 && files * files == 1 && !cnj_is_home(piece, from);
    default: return 0;
  }
}

/* Whether a man of a role may ever take one on `to`, wherever others stand. */
static int cnj_may_take(int role, int from, int to) {
  const int files = cnj_file_of(to) - cnj_file_of(from), ranks = cnj_rank_of(to) - cnj_rank_of(from);
  switch (role) {
    case CANJU_R:
    case CANJU_C: return (files == 0) != (ranks == 0);
    case CANJU_N: return files * files + ranks * ranks == 5;
    case CANJU_A: return files * files + ranks * ranks == 2;
    case CANJU_B: return files * files == 4 && ranks * ranks == 4;
    default: return files * files + ranks * ranks == 1;
  }
}

/* Whether a man on `from` could take a king on `king` if other men stood otherwise. */
static int cnj_threatens(const uint8_t *board, int from, int king) {
  const int role = board[from] & 7;
  return role == CANJU_K ? cnj_file_of(from) == cnj_file_of(king) : cnj_may_take(role, from, king);
}

/* Whether a man that may ever take one on `to` can do so now, if its own king does not matter. */
static int cnj_reaches(const uint8_t *board, int from, int to) {
  const int piece = board[from];
  switch (piece & 7) {
    case CANJU_K:
    case CANJU_A: return cnj_can_stand(piece, to);
    case CANJU_B: return board[(from + to) / 2] == 0 && cnj_can_stand(piece, to);
    default: return cnj_attacks_king(board, from, to);
  }
}

/* A man's place in its side's list, and its move. */
typedef struct cnj_step {
  uint8_t man, from, to, capture;
} cnj_step;

/* Who moves and who may take its king, by squares. `own` and `enemy` hold all men of a side. */
typedef struct cnj_mover {
  uint8_t *board; /* changed and restored while moves are tried */
  const uint8_t *own, *enemy;
  int own_count, enemy_count, king;
  int quiet_only;
  uint8_t threats[16];
  int threat_count;
  cnj_step *steps;
  int count;
} cnj_mover;

static int cnj_exposed(const uint8_t *board, const uint8_t *men, int count, int taken, int king) {
  int i;
  for (i = 0; i < count; i++) {
    if (men[i] != taken && cnj_attacks_king(board, men[i], king)) return 1;
  }
  return 0;
}

/* Adds a move unless own men are in its way, or it leaves the king exposed. */
static void cnj_try(cnj_mover *mover, int man, int to) {
  uint8_t *board = mover->board;
  const int from = mover->own[man];
  const uint8_t piece = board[from], taken = board[to];
  int exposed = 0;
  if (taken != 0 && (mover->quiet_only || (taken < CANJU_BLACK) == (piece < CANJU_BLACK))) return;
  if (from == mover->king || mover->threat_count > 0) {
    board[to] = piece;
    board[from] = 0;
    exposed = from == mover->king ? cnj_exposed(board, mover->enemy, mover->enemy_count, to, to)
                                  : cnj_exposed(board, mover->threats, mover->threat_count, to, mover->king);
    board[from] = piece;
    board[to] = taken;
  }
  if (!exposed && mover->count < CANJU_MOVES) {
    cnj_step *step = &mover->steps[mover->count++];
    step->man = (uint8_t)man;
    step->from = (uint8_t)from;
    step->to = (uint8_t)to;
    step->capture = taken != 0;
  }
}

static void cnj_slide(cnj_mover *mover, int man, int files, int ranks) {
  const int from = mover->own[man], step = ranks * 9 + files;
  const int cannon = (mover->board[from] & 7) == CANJU_C;
  int left = ranks != 0 ? (ranks > 0 ? 9 - cnj_rank_of(from) : cnj_rank_of(from))
                        : (files > 0 ? 8 - cnj_file_of(from) : cnj_file_of(from));
  int to = from + step;
  for (; left > 0 && mover->board[to] == 0; left--, to += step) cnj_try(mover, man, to);
  if (cannon && left > 0) {
    do {
      left--;
      to += step;
    } while (left > 0 && mover->board[to] == 0);
  }
  if (left > 0) cnj_try(mover, man, to);
}

static void cnj_moves_of(cnj_mover *mover, int man) {
  static const int8_t STRAIGHT[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  static const int8_t DIAGONAL[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
  const uint8_t *board = mover->board;
  const int from = mover->own[man], piece = board[from], role = piece & 7;
  const int file = cnj_file_of(from), rank = cnj_rank_of(from);
  int i, j;
  for (i = 0; i < 4; i++) {
    const int diagonal = role == CANJU_A || role == CANJU_B;
    const int files = diagonal ? DIAGONAL[i][0] : STRAIGHT[i][0], ranks = diagonal ? DIAGONAL[i][1] : STRAIGHT[i][1];
    const int next = from + ranks * 9 + files;
    if (role == CANJU_R || role == CANJU_C) {
      cnj_slide(mover, man, files, ranks);
      continue;
    }
    if (file + files < 0 || file + files > 8 || rank + ranks < 0 || rank + ranks > 9) continue;
    switch (role) {
      case CANJU_P:
        if (ranks == (piece < CANJU_BLACK ? 1 : -1) || (ranks == 0 && !cnj_is_home(piece, from))) cnj_try(mover, man, next);
        break;
      case CANJU_K:
      case CANJU_A:
        if (cnj_can_stand(piece, next)) cnj_try(mover, man, next);
        break;
      case CANJU_B: {
        const int f = file + 2 * files, r = rank + 2 * ranks;
        if (f < 0 || f > 8 || r < 0 || r > 9 || board[next] != 0) break;
        if (cnj_can_stand(piece, r * 9 + f)) cnj_try(mover, man, r * 9 + f);
        break;
      }
      default: /* a horse, beyond its leg */
        if (board[next] != 0) break;
        for (j = -1; j <= 1; j += 2) {
          const int f = file + 2 * files + (files == 0 ? j : 0), r = rank + 2 * ranks + (ranks == 0 ? j : 0);
          if (f >= 0 && f <= 8 && r >= 0 && r <= 9) cnj_try(mover, man, r * 9 + f);
        }
    }
  }
}

static void cnj_find_threats(cnj_mover *mover) {
  int i;
  mover->threat_count = 0;
  for (i = 0; i < mover->enemy_count; i++) {
    if (cnj_threatens(mover->board, mover->enemy[i], mover->king)) mover->threats[mover->threat_count++] = mover->enemy[i];
  }
}

/* Fills `steps` with the legal moves of `own`. The king is one of them. */
static void cnj_generate(cnj_mover *mover) {
  int i;
  mover->count = 0;
  cnj_find_threats(mover);
  for (i = 0; i < mover->own_count; i++) cnj_moves_of(mover, i);
}

/* --- A position by its men ------------------------------------------------------------------------------------------- */

typedef struct cnj_position {
  uint8_t count[16];      /* by piece */
  uint8_t at[16][5];      /* squares, in any order */
  uint64_t squares[2][2]; /* of Red's men and of Black's, a bit each: squares 0 to 63, and 64 to 89 */
  uint64_t key;           /* tells one set of men from another */
} cnj_position;

/* Three bits for each piece but the kings. */
static uint64_t cnj_key_of(int piece) {
  return (piece & 7) == CANJU_K ? 0 : (uint64_t)1 << (3 * ((piece & 7) - 1 + (piece < CANJU_BLACK ? 0 : 6)));
}
#define CNJ_ATTACKING ((uint64_t)0xfff | (uint64_t)0xfff << 18)

static uint64_t cnj_swap_key(uint64_t key) { return key >> 18 | (key & 0x3ffff) << 18; }

/* Numbers of some bytes, the least first. */
static uint32_t cnj_u16(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }
static uint32_t cnj_u32(const uint8_t *at) { return cnj_u16(at) | cnj_u16(at + 2) << 16; }
static uint64_t cnj_u64(const uint8_t *at) { return cnj_u32(at) | (uint64_t)cnj_u32(at + 4) << 32; }

/* The lowest bit of a word that has one. */
static int cnj_lowest(uint64_t word) {
#if defined(__GNUC__)
  return __builtin_ctzll(word);
#else
  int bit = 0;
  while ((word >> bit & 1) == 0) bit++;
  return bit;
#endif
}

/* A bit for each of so many squares: whether a man stands there, and whether a black one does. */
#if defined(__SSE2__)
#define CNJ_AT_ONCE 16
static void cnj_look(const uint8_t *board, uint64_t *men, uint64_t *black) {
  const __m128i some = _mm_loadu_si128((const __m128i *)(const void *)board);
  *men = 0xffff ^ (uint64_t)_mm_movemask_epi8(_mm_cmpeq_epi8(some, _mm_setzero_si128()));
  *black = (uint64_t)_mm_movemask_epi8(_mm_slli_epi16(some, 4));
}
#else
#define CNJ_AT_ONCE 8
static void cnj_look(const uint8_t *board, uint64_t *men, uint64_t *black) {
  const uint64_t low = 0x7f7f7f7f7f7f7f7fu, each = 0x0101010101010101u, gather = 0x0102040810204080u, some = cnj_u64(board);
  *men = ((((some & low) + low) | some) >> 7 & each) * gather >> 56;
  *black = (some >> 3 & each) * gather >> 56;
}
#endif

/* The squares that are not empty, and those of black men, as in cnj_position. */
static void cnj_find_men(const uint8_t *board, uint64_t men[2], uint64_t black[2]) {
  int first = 0;
  men[0] = men[1] = black[0] = black[1] = 0;
  for (;;) {
    uint64_t some, of_black;
    cnj_look(board + first, &some, &of_black);
    men[first >> 6] |= some << (first & 63);
    black[first >> 6] |= of_black << (first & 63);
    if (first == CANJU_SQUARES - CNJ_AT_ONCE) return;
    first = first + 2 * CNJ_AT_ONCE > CANJU_SQUARES ? CANJU_SQUARES - CNJ_AT_ONCE : first + CNJ_AT_ONCE;
  }
}

/* Lists the men of a board. Returns CANJU_ILLEGAL unless each side has one king, and no more men than there are, all where they can stand. */
static int cnj_read_position(const uint8_t *board, cnj_position *position) {
  uint64_t men[2];
  int square, i;
  cnj_find_men(board, men, position->squares[1]);
  memset(position->count, 0, sizeof position->count);
  position->key = 0;
  for (i = 0; i < 2; i++) {
    position->squares[0][i] = men[i] & ~position->squares[1][i];
    for (; men[i] != 0; men[i] &= men[i] - 1) {
      const int at = 64 * i + cnj_lowest(men[i]), piece = board[at];
      if (piece > 15 || position->count[piece] >= CNJ_MOST[piece & 7] || !cnj_can_stand(piece, at)) return CANJU_ILLEGAL;
      position->at[piece][position->count[piece]++] = (uint8_t)at;
      position->key += cnj_key_of(piece);
    }
  }
  if (position->count[CANJU_K] == 0 || position->count[CANJU_BLACK + CANJU_K] == 0) return CANJU_ILLEGAL;
  for (i = 0; i < 2; i++) {
    const int piece = CANJU_P + 8 * i;
    unsigned files = 0;
    for (square = 0; square < position->count[piece]; square++) {
      const int at = position->at[piece][square];
      const unsigned file = 1u << cnj_file_of(at);
      if (!cnj_is_home(piece, at)) continue;
      if ((files & file) != 0) return CANJU_ILLEGAL;
      files |= file;
    }
  }
  return CANJU_OK;
}

/* The squares of a side's men, the king's first. */
static int cnj_side_of(const cnj_position *position, int red, uint8_t squares[16]) {
  int role, i, count = 0;
  for (role = CANJU_K; role >= CANJU_R; role--) {
    const int piece = role + (red ? 0 : CANJU_BLACK);
    for (i = 0; i < position->count[piece]; i++) squares[count++] = position->at[piece][i];
  }
  return count;
}

/* Sets who moves and who may take its king. `own`, `enemy`: room for their squares; `board`: a copy that may change. */
static void cnj_set_mover(cnj_mover *mover, const cnj_position *position, int red, uint8_t own[16], uint8_t enemy[16], uint8_t *board,
                          cnj_step steps[CANJU_MOVES]) {
  mover->board = board;
  mover->own = own;
  mover->enemy = enemy;
  mover->own_count = cnj_side_of(position, red, own);
  mover->enemy_count = cnj_side_of(position, !red, enemy);
  mover->king = own[0];
  mover->quiet_only = 0;
  mover->steps = steps;
}

/* The legal moves of a position. Returns their number. */
static int cnj_legal_steps(const uint8_t *board, const cnj_position *position, int red, cnj_step steps[CANJU_MOVES]) {
  uint8_t own[16], enemy[16], copy[CANJU_SQUARES];
  cnj_mover mover;
  memcpy(copy, board, sizeof copy);
  cnj_set_mover(&mover, position, red, own, enemy, copy, steps);
  cnj_generate(&mover);
  return mover.count;
}

/* The legal captures of a position. Returns their number. `takes`: of the constants. */
static int cnj_captures(uint64_t (*const takes)[CANJU_SQUARES][2], const uint8_t *board, const cnj_position *position, int red,
                        cnj_step steps[CANJU_MOVES]) {
  const uint64_t *there = position->squares[red ? 1 : 0];
  uint8_t own[16], enemy[16], copy[CANJU_SQUARES];
  cnj_mover mover;
  int role, i, word, found = 0;
  mover.count = 0;
  for (role = CANJU_K; role >= CANJU_R; role--) {
    const int piece = role + (red ? 0 : CANJU_BLACK);
    for (i = 0; i < position->count[piece]; i++) {
      const int from = position->at[piece][i];
      for (word = 0; word < 2; word++) {
        uint64_t some = takes[role][from][word] & there[word];
        for (; some != 0; some &= some - 1) {
          const int to = 64 * word + cnj_lowest(some);
          int man = 0;
          if (!cnj_reaches(board, from, to)) continue;
          if (found++ == 0) {
            memcpy(copy, board, sizeof copy);
            cnj_set_mover(&mover, position, red, own, enemy, copy, steps);
            cnj_find_threats(&mover);
          }
          while (own[man] != from) man++;
          cnj_try(&mover, man, to);
        }
      }
    }
  }
  return mover.count;
}

/* The men of a position after a capture. */
static void cnj_take_man(const uint8_t *board, const cnj_position *position, cnj_step step, cnj_position *left) {
  const int piece = board[step.from], taken = board[step.to];
  int i;
  *left = *position;
  left->squares[piece >> 3][step.from >> 6] ^= (uint64_t)1 << (step.from & 63);
  left->squares[piece >> 3][step.to >> 6] ^= (uint64_t)1 << (step.to & 63);
  left->squares[taken >> 3][step.to >> 6] ^= (uint64_t)1 << (step.to & 63);
  left->key -= cnj_key_of(taken);
  left->count[taken]--;
  for (i = 0; left->at[taken][i] != step.to;) i++;
  left->at[taken][i] = left->at[taken][left->count[taken]];
  for (i = 0; left->at[piece][i] != step.from;) i++;
  left->at[piece][i] = step.to;
}

/* Whether the side not to move could lose its king at once, or the kings face each other. */
static int cnj_is_impossible(const uint8_t *board, const cnj_position *position, int red_to_move) {
  uint8_t men[16];
  const int count = cnj_side_of(position, red_to_move, men);
  return cnj_exposed(board, men, count, -1, position->at[CANJU_K + (red_to_move ? CANJU_BLACK : 0)][0]);
}

int canju_legal_moves(const uint8_t board[CANJU_SQUARES], int red_to_move, canju_move moves[CANJU_MOVES]) {
  cnj_position position;
  cnj_step steps[CANJU_MOVES];
  int i, count;
  if (board == NULL || moves == NULL) return CANJU_ARGUMENT;
  if (cnj_read_position(board, &position) != CANJU_OK) return CANJU_ILLEGAL;
  count = cnj_legal_steps(board, &position, red_to_move, steps);
  memset(moves, 0, (size_t)count * sizeof *moves);
  for (i = 0; i < count; i++) {
    moves[i].from = steps[i].from;
    moves[i].to = steps[i].to;
    moves[i].capture = steps[i].capture;
  }
  return count;
}

int canju_parse_fen(const char *fen, uint8_t board[CANJU_SQUARES], int *red_to_move) {
  static const char LETTERS[] = "RNCPABK", OTHERS[] = ".H.SGE.";
  const char *at = fen;
  int rank, file;
  if (fen == NULL || board == NULL || red_to_move == NULL) return CANJU_ARGUMENT;
  memset(board, 0, CANJU_SQUARES);
  while (*at == ' ') at++;
  for (rank = 9; rank >= 0; rank--) {
    for (file = 0; file < 9; at++) {
      const char upper = (char)(*at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at);
      const char *found = upper == 'M' ? LETTERS + 5 : strchr(LETTERS, upper);
      if (*at >= '1' && *at <= '9') {
        file += *at - '0';
        continue;
      }
      if (upper < 'A' || upper > 'Z') return CANJU_ILLEGAL;
      if (found == NULL) {
        const char *other = strchr(OTHERS, upper);
        if (other == NULL) return CANJU_ILLEGAL;
        found = LETTERS + (other - OTHERS);
      }
      board[rank * 9 + file++] = (uint8_t)(found - LETTERS + 1 + (*at == upper ? 0 : CANJU_BLACK));
    }
    if (file != 9 || *at != (rank > 0 ? '/' : *at)) return CANJU_ILLEGAL;
    if (rank > 0) at++;
  }
  if (*at != ' ' && *at != '_') return CANJU_ILLEGAL;
  while (*at == ' ' || *at == '_') at++;
  if (*at != 'w' && *at != 'r' && *at != 'b') return CANJU_ILLEGAL;
  *red_to_move = *at != 'b';
  at++;
  return *at == '\0' || strchr(" _\t\r\n", *at) != NULL ? CANJU_OK : CANJU_ILLEGAL;
}

/* --- Formations: a king with its advisors and elephants ---------------------------------------------------------------- */

#define CNJ_FORMATIONS 1410

typedef struct cnj_class {
  int count, half_count;
  int16_t number[9 * 10 * 21];
  int16_t mirror[CNJ_FORMATIONS];
  int16_t half[CNJ_FORMATIONS];          /* those whose mirror image has no smaller number */
  int16_t place_in_half[CNJ_FORMATIONS]; /* -1 for the others */
  uint8_t squares[CNJ_FORMATIONS + 1][5]; /* of the king, advisors, elephants */
} cnj_class;

/* What all tables need; made when a collection is opened. */
typedef struct cnj_constants {
  uint8_t king[CANJU_SQUARES], advisor[CANJU_SQUARES], elephant[CANJU_SQUARES]; /* place in its list, or its bit; of both sides */
  uint8_t advisors[32], elephants[128]; /* of a subset by its bits: how many of the same size come before it */
  cnj_class classes[9];                 /* by 3 * advisors + elephants */
  uint64_t takes[8][CANJU_SQUARES][2];  /* by role and square: where it may ever take, as in cnj_position */
  uint32_t crc[8][256];
} cnj_constants;

static void cnj_count_subsets(int length, uint8_t *before) {
  int i, j;
  uint8_t count = 0;
  for (i = 0; i < length; i++) {
    before[1 << i] = (uint8_t)i;
    for (j = i + 1; j < length; j++) before[1 << i | 1 << j] = count++;
  }
}

/* Writes the squares of a subset of 0 to 2 men by its number. */
static void cnj_subset(const uint8_t *list, int length, int size, int number, uint8_t *men) {
  int i, j;
  if (size == 1) men[0] = list[number];
  for (i = 0; size == 2 && i < length; i++) {
    for (j = i + 1; j < length; j++) {
      if (number-- != 0) continue;
      men[0] = list[i];
      men[1] = list[j];
    }
  }
}

/* The number of a formation of either side, -1 where the king shares a square. */
static int cnj_formation(const cnj_constants *k, const cnj_class *in, int king, const uint8_t *advisors, int advisor_count,
                         const uint8_t *elephants, int elephant_count) {
  int i, a = 0, e = 0;
  for (i = 0; i < advisor_count; i++) a |= k->advisor[advisors[i]];
  for (i = 0; i < elephant_count; i++) e |= k->elephant[elephants[i]];
  return in->number[(k->king[king] * 10 + k->advisors[a]) * 21 + k->elephants[e]];
}

static void cnj_make_class(const cnj_constants *k, cnj_class *made, int advisors, int elephants) {
  static const uint8_t OF_ADVISORS[3] = {1, 5, 10}, OF_ELEPHANTS[3] = {1, 7, 21};
  int king, a, e, i;
  for (i = 0; i < 9 * 10 * 21; i++) made->number[i] = -1;
  made->count = made->half_count = 0;
  for (king = 0; king < 9; king++) {
    for (a = 0; a < OF_ADVISORS[advisors]; a++) {
      for (e = 0; e < OF_ELEPHANTS[elephants]; e++) {
        uint8_t *men = made->squares[made->count];
        int shared = 0;
        men[0] = (uint8_t)(king % 3 * 9 + 3 + king / 3);
        cnj_subset(CNJ_ADVISORS, 5, advisors, a, men + 1);
        cnj_subset(CNJ_ELEPHANTS, 7, elephants, e, men + 1 + advisors);
        for (i = 1; i <= advisors + elephants; i++) shared |= men[i] == men[0];
        if (!shared) made->number[(king * 10 + a) * 21 + e] = (int16_t)made->count++;
      }
    }
  }
  for (i = 0; i < made->count; i++) {
    uint8_t men[5] = {0};
    int man;
    for (man = 0; man <= advisors + elephants; man++) men[man] = (uint8_t)cnj_mirror(made->squares[i][man]);
    made->mirror[i] = (int16_t)cnj_formation(k, made, men[0], men + 1, advisors, men + 1 + advisors, elephants);
    made->place_in_half[i] = -1;
    if (made->mirror[i] < i) continue;
    made->place_in_half[i] = (int16_t)made->half_count;
    made->half[made->half_count++] = (int16_t)i;
  }
}

static void cnj_make_constants(cnj_constants *k) {
  int i, j, role;
  memset(k, 0, sizeof *k);
  for (i = 0; i < 9; i++) k->king[i % 3 * 9 + 3 + i / 3] = k->king[(9 - i % 3) * 9 + 3 + i / 3] = (uint8_t)i;
  for (i = 0; i < 5; i++) k->advisor[CNJ_ADVISORS[i]] = k->advisor[cnj_flip(CNJ_ADVISORS[i])] = (uint8_t)(1 << i);
  for (i = 0; i < 7; i++) k->elephant[CNJ_ELEPHANTS[i]] = k->elephant[cnj_flip(CNJ_ELEPHANTS[i])] = (uint8_t)(1 << i);
  for (role = CANJU_R; role <= CANJU_K; role++) {
    for (i = 0; i < CANJU_SQUARES; i++) {
      for (j = 0; j < CANJU_SQUARES; j++) k->takes[role][i][j >> 6] |= (uint64_t)cnj_may_take(role, i, j) << (j & 63);
    }
  }
  cnj_count_subsets(5, k->advisors);
  cnj_count_subsets(7, k->elephants);
  for (i = 0; i < 9; i++) cnj_make_class(k, &k->classes[i], i / 3, i % 3);
  for (i = 0; i < 256; i++) {
    uint32_t crc = (uint32_t)i;
    for (j = 0; j < 8; j++) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320u : 0);
    k->crc[0][i] = crc;
  }
  for (j = 1; j < 8; j++) {
    for (i = 0; i < 256; i++) k->crc[j][i] = k->crc[j - 1][i] >> 8 ^ k->crc[0][k->crc[j - 1][i] & 255];
  }
}

/* --- Placements of the outer men ------------------------------------------------------------------------------------- */

#define CNJ_MOST_OUTER 5
/* Numbers of placements that are kept for a table: more would take more than 128 MiB. */
#define CNJ_MOST_CODES (1 << 25)

/*
 * Of a cone (docs/spec/names.md): the ranks from which soldiers go on, of Red's side and of Black's, each counted from its own side and
 * ascending; all 0 of a whole endgame.
 */
typedef struct cnj_ranks {
  uint8_t of[2][5];
} cnj_ranks;

/* A soldier's rank, counted from its own side. */
static int cnj_own_rank(int is_black, int square) { return is_black ? 9 - cnj_rank_of(square) : cnj_rank_of(square); }

/* Whether soldiers of one side are, in ascending order, on such ranks or beyond them. */
static int cnj_are_beyond(int is_black, const uint8_t *squares, int count, const uint8_t *ranks) {
  int i, j;
  for (i = 0; i < count; i++) {
    int below = 0;
    for (j = 0; j < count; j++) below += cnj_own_rank(is_black, squares[j]) < ranks[i];
    if (below > i) return 0;
  }
  return 1;
}

typedef struct cnj_placement {
  int32_t mirror;
  uint32_t before, own_before; /* smaller ones that come before their mirror image, and that are their own */
} cnj_placement;

typedef struct cnj_placements {
  struct cnj_placements *next;
  uint8_t men[CNJ_MOST_OUTER]; /* pieces */
  int men_count;
  cnj_ranks from;
  int32_t count;
  int32_t *numbers; /* by the sum of what men on their squares add, identical men in any order; -1 where they cannot stand */
  int32_t addends[CNJ_MOST_OUTER][CANJU_SQUARES]; /* 0 where a man can never stand */
  cnj_placement *all;
  uint8_t *squares; /* CNJ_MOST_OUTER for each */
  size_t bytes;     /* of all of it */
} cnj_placements;

static int32_t cnj_code(const cnj_placements *in, const uint8_t *squares) {
  int32_t code = 0;
  int i;
  for (i = 0; i < in->men_count; i++) code += in->addends[i][squares[i]];
  return code;
}

/* Whether the soldiers among men are on the ranks of the cone. */
static int cnj_are_in_cone(const cnj_placements *in, const uint8_t *squares) {
  uint8_t soldiers[2][CNJ_MOST_OUTER];
  int i, count[2] = {0, 0};
  for (i = 0; i < in->men_count; i++) {
    const int side = in->men[i] >= CANJU_BLACK;
    if ((in->men[i] & 7) == CANJU_P) soldiers[side][count[side]++] = squares[i];
  }
  return cnj_are_beyond(0, soldiers[0], count[0], in->from.of[0]) && cnj_are_beyond(1, soldiers[1], count[1], in->from.of[1]);
}

/* Writes the number of a placement for its men from one on, identical ones in every order. `taken`: a bit for each whose square is used. */
static void cnj_enter(cnj_placements *in, const uint8_t *squares, int man, unsigned taken, int32_t code) {
  int other;
  if (man == in->men_count) {
    in->numbers[code] = in->count;
    return;
  }
  for (other = 0; man < CNJ_MOST_OUTER && other < in->men_count; other++) {
    if (in->men[other] != in->men[man] || (taken >> other & 1) != 0) continue;
    cnj_enter(in, squares, man + 1, taken | 1u << other, code + in->addends[man][squares[other]]);
  }
}

/* Numbers the placements that begin with `squares`; writes them only where `places` says so. */
static void cnj_enumerate(cnj_placements *in, uint8_t *squares, int man, int writes) {
  int square, other;
  if (man == in->men_count) {
    if (!cnj_are_in_cone(in, squares)) return;
    if (writes) {
      memcpy(in->squares + (size_t)in->count * CNJ_MOST_OUTER, squares, CNJ_MOST_OUTER);
      cnj_enter(in, squares, 0, 0, 0);
    }
    in->count++;
    return;
  }
  for (square = 0; square < CANJU_SQUARES; square++) {
    const int piece = in->men[man];
    int possible = in->addends[man][square] > 0;
    for (other = 0; other < man && possible; other++) {
      const int alike = in->men[other] == piece, at = squares[other];
      if (at == square || (alike && at > square)) possible = 0;
      if (alike && (piece & 7) == CANJU_P && cnj_is_home(piece, at) && cnj_is_home(piece, square) &&
          cnj_file_of(at) == cnj_file_of(square)) {
        possible = 0;
      }
    }
    if (!possible) continue;
    squares[man] = (uint8_t)square;
    cnj_enumerate(in, squares, man + 1, writes);
  }
}

static void cnj_free_placements(cnj_placements *placements) {
  if (placements == NULL) return;
  free(placements->numbers);
  free(placements->all);
  free(placements->squares);
  free(placements);
}

/* Sets what men add to a code. Returns how many codes there are, 0 for too many. */
static int32_t cnj_set_addends(cnj_placements *in) {
  int32_t codes = 1;
  int i, square;
  for (i = 0; i < in->men_count; i++) {
    const int piece = in->men[i], is_black = piece >= CANJU_BLACK;
    const int least = (piece & 7) == CANJU_P ? in->from.of[is_black][0] : 0;
    int32_t range = 0;
    for (square = 0; square < CANJU_SQUARES; square++) {
      if (cnj_can_stand(piece, square) && cnj_own_rank(is_black, square) >= least) in->addends[i][square] = ++range * codes;
    }
    if (codes > CNJ_MOST_CODES / (range + 1)) return 0;
    codes *= range + 1;
  }
  return codes;
}

/* Numbers the placements of men. Returns CANJU_VERSION for more than can be numbered here. */
static int cnj_make_placements(const uint8_t *men, int count, const cnj_ranks *from, cnj_placements **placements) {
  cnj_placements *made = (cnj_placements *)calloc(1, sizeof *made);
  uint8_t squares[CNJ_MOST_OUTER] = {0};
  int32_t codes, code, p;
  uint32_t before = 0, own_before = 0;
  int i;
  if (made == NULL) return CANJU_MEMORY;
  made->men_count = count;
  made->from = *from;
  memcpy(made->men, men, (size_t)count);
  codes = cnj_set_addends(made);
  if (codes == 0) {
    cnj_free_placements(made);
    return CANJU_VERSION;
  }
  cnj_enumerate(made, squares, 0, 0);
  made->bytes = sizeof *made + (size_t)codes * sizeof *made->numbers + (size_t)made->count * (sizeof *made->all + CNJ_MOST_OUTER);
  made->numbers = (int32_t *)malloc((size_t)codes * sizeof *made->numbers);
  made->all = (cnj_placement *)malloc((size_t)made->count * sizeof *made->all);
  made->squares = (uint8_t *)malloc((size_t)made->count * CNJ_MOST_OUTER);
  if (made->numbers == NULL || made->all == NULL || made->squares == NULL) {
    cnj_free_placements(made);
    return CANJU_MEMORY;
  }
  for (code = 0; code < codes; code++) made->numbers[code] = -1;
  made->count = 0;
  cnj_enumerate(made, squares, 0, 1);
  for (p = 0; p < made->count; p++) {
    for (i = 0; i < count; i++) squares[i] = (uint8_t)cnj_mirror(made->squares[(size_t)p * CNJ_MOST_OUTER + (size_t)i]);
    made->all[p].mirror = made->numbers[cnj_code(made, squares)];
    made->all[p].before = before;
    made->all[p].own_before = own_before;
    before += made->all[p].mirror > p;
    own_before += made->all[p].mirror == p;
  }
  *placements = made;
  return CANJU_OK;
}

/* --- Tables ---------------------------------------------------------------------------------------------------------- */

/* A block's number of users, and whether its codes are there. */
#define CNJ_READY 0x40000000

typedef struct cnj_block {
  uint64_t offset;
  uint32_t length; /* as stored, 0 for a block of one code */
  int32_t fill;    /* that code, else -1 */
  uint32_t size;   /* of its codes, where they are there */
  cnj_atomic state, used;
  cnj_atomic asked; /* of outcomes: how often, up to CNJ_OFTEN */
  uint8_t *codes;   /* of outcomes a cnj_outcomes */
} cnj_block;

/*
 * A decoded block of outcomes. Behind this come either its steps, as many and one more, where the next would begin, and for every 64 cells
 * the number of the step that has the first of them, in 16 bits; or, if `steps` is 0, its cells (cnj_cell).
 */
typedef struct cnj_outcomes {
  uint32_t steps, unused;
} cnj_outcomes;

/* A step of a block: its first cell; 32 times the distance that it copies from, and 1 + the code of its last cell, 0 where that is copied as well. */
typedef struct cnj_kept_step {
  uint32_t start, source;
} cnj_kept_step;

typedef struct cnj_file {
  uint64_t size;
#ifdef CANJU_NO_MMAP
  FILE *stream;
#else
  const uint8_t *map;
#endif
} cnj_file;

/* The steps of a table of outcomes: by the next 12 bits a symbol and the bits of its code, 16 * symbol + bits; 0: none. */
#define CNJ_CODE_BITS 12
#define CNJ_MOST_DISTANCES 256
#define CNJ_LENGTHS 76

typedef struct cnj_copies {
  uint32_t distances[CNJ_MOST_DISTANCES];
  uint16_t length[1 << CNJ_CODE_BITS], source[1 << CNJ_CODE_BITS], cell[1 << CNJ_CODE_BITS];
} cnj_copies;

typedef struct cnj_table {
  cnj_atomic state; /* 0: not opened yet, 1: open, else an error */
  char name[40];
  char *path;
  uint64_t key;
  cnj_ranks from; /* of a cone */
  uint32_t next_cone; /* 1 + the number of the next cone with these men, 0 for none */
  int men, is_outcomes, is_cone;
  /* From the name. The inner man is the first of the attacking men, of which `twins` are like it. */
  uint8_t attacking[CNJ_MOST_OUTER + 1];
  int attacking_count, twins, defenders[2][2]; /* advisors and elephants of Red, of Black */
  const cnj_class *red, *black;
  const cnj_placements *placements;
  int width;
  uint64_t cells;
  uint64_t *first_block; /* by red formation: stored blocks of the index before its own (cells in the order of the index only) */
  /* From the header. */
  cnj_file file;
  unsigned codec, bytes_per_code, by_placement;
  int derived; /* the side: 0 Red's, 1 Black's, -1 none */
  int is_dtm;
  uint32_t cells_per_block, blocks_per_side, shift;
  uint64_t data_offset, details_offset;
  uint32_t details_length, details_crc;
  uint8_t sha256[32];
  uint32_t *list[2];
  uint32_t list_length[2];
  uint16_t highest_order, longest;
  uint8_t *kinds, *dependent_kinds; /* by order */
  int depends;                      /* some value does */
  cnj_copies *copies;
  unsigned planes; /* of outcomes: the bits of a decoded cell, 1 to 4 */
  cnj_block *blocks;
  /* With CANJU_RESOLVE: by the least code of the quiet moves, and behind them for none, 1 + the code of the value; and the checks. */
  uint32_t *given;
  uint32_t *checks;
} cnj_table;

typedef struct cnj_slot {
  uint64_t key;
  uint32_t table, outcomes; /* of the whole endgame: 1 + its number, 0 for none: of values, and of outcomes */
  uint32_t cones;           /* the first cone of either kind, in the same way; larger ones come before those that they hold */
  int swapped;
} cnj_slot;

struct canju {
  cnj_constants constants;
  canju_options options;
  char *collection;
  cnj_table *tables;
  uint32_t table_count, table_room;
  cnj_slot *slots; /* a hash of the names in both colours */
  uint32_t slot_mask;
  int most_men, is_dtm, is_chinese;
  cnj_lock opening, caching, reading;
  cnj_placements *placements;
  /* Decoded blocks in a ring; a hand goes round and frees those not used since it came by. */
  cnj_block **ring;
  size_t ring_count, ring_room, hand, cached_bytes;
  size_t known_bytes; /* of open tables: where their blocks are, how outcomes are decoded, how men are numbered */
};

/* --- Files ----------------------------------------------------------------------------------------------------------- */

#ifdef CANJU_NO_MMAP
static int cnj_open_file(cnj_file *file, const char *path) {
  long size;
  file->stream = fopen(path, "rb");
  if (file->stream == NULL) return CANJU_MISSING;
  if (fseek(file->stream, 0, SEEK_END) != 0 || (size = ftell(file->stream)) < 0) {
    fclose(file->stream);
    file->stream = NULL;
    return CANJU_UNREADABLE;
  }
  file->size = (uint64_t)size;
  return CANJU_OK;
}
static void cnj_close_file(cnj_file *file) {
  if (file->stream != NULL) fclose(file->stream);
  file->stream = NULL;
}
#elif defined(_WIN32)
static int cnj_open_file(cnj_file *file, const char *path) {
  HANDLE handle = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
  HANDLE mapping;
  LARGE_INTEGER size;
  if (handle == INVALID_HANDLE_VALUE) return GetLastError() == ERROR_FILE_NOT_FOUND ? CANJU_MISSING : CANJU_UNREADABLE;
  if (!GetFileSizeEx(handle, &size) || (uint64_t)size.QuadPart > SIZE_MAX) {
    CloseHandle(handle);
    return CANJU_UNREADABLE;
  }
  file->size = (uint64_t)size.QuadPart;
  if (file->size > 0) {
    mapping = CreateFileMappingA(handle, NULL, PAGE_READONLY, 0, 0, NULL);
    if (mapping != NULL) {
      file->map = (const uint8_t *)MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
      CloseHandle(mapping);
    }
  }
  CloseHandle(handle);
  return file->map != NULL || file->size == 0 ? CANJU_OK : CANJU_UNREADABLE;
}
static void cnj_close_file(cnj_file *file) {
  if (file->map != NULL) UnmapViewOfFile(file->map);
  file->map = NULL;
}
#else
static int cnj_open_file(cnj_file *file, const char *path) {
  const int descriptor = open(path, O_RDONLY | O_NONBLOCK); /* a pipe that lies there would wait for a writer */
  struct stat about;
  void *map = NULL;
  if (descriptor < 0) return access(path, F_OK) != 0 ? CANJU_MISSING : CANJU_UNREADABLE;
  if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode) || (uint64_t)about.st_size > SIZE_MAX) {
    close(descriptor);
    return CANJU_UNREADABLE;
  }
  file->size = (uint64_t)about.st_size;
  if (file->size > 0) map = mmap(NULL, (size_t)file->size, PROT_READ, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (map == MAP_FAILED) return CANJU_UNREADABLE;
  file->map = (const uint8_t *)map;
  return CANJU_OK;
}
static void cnj_close_file(cnj_file *file) {
  if (file->map != NULL) munmap((void *)(uintptr_t)file->map, (size_t)file->size);
  file->map = NULL;
}
#endif

/* Asks the system to read a part of a file ahead, where it can be asked. */
static void cnj_advise(const cnj_file *file, uint64_t at, size_t length) {
#if !defined(CANJU_NO_MMAP) && defined(POSIX_MADV_WILLNEED)
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), start = at / page * page;
  const uintptr_t from = (uintptr_t)file->map + (uintptr_t)start;
  if (at + length <= file->size) (void)posix_madvise((void *)from, (size_t)(at + length - start), POSIX_MADV_WILLNEED);
#else
  (void)file;
  (void)at;
  (void)length;
#endif
}

/* Bytes of a file. `*scratch` is to be freed when they are no longer needed. */
static int cnj_read(canju *c, cnj_file *file, uint64_t at, size_t length, const uint8_t **bytes, uint8_t **scratch) {
  *scratch = NULL;
  if (at > file->size || length > file->size - at) return CANJU_DAMAGED;
#ifdef CANJU_NO_MMAP
  {
    size_t got = 0;
    if (at > (uint64_t)LONG_MAX) return CANJU_UNREADABLE;
    *scratch = (uint8_t *)malloc(length + 1);
    if (*scratch == NULL) return CANJU_MEMORY;
    CNJ_LOCK(&c->reading);
    if (fseek(file->stream, (long)at, SEEK_SET) == 0) got = fread(*scratch, 1, length, file->stream);
    CNJ_UNLOCK(&c->reading);
    *bytes = *scratch;
    return got == length ? CANJU_OK : CANJU_UNREADABLE;
  }
#else
  (void)c;
  *bytes = file->map + at;
  return CANJU_OK;
#endif
}

/* CRC-32 of zlib; `crc` is 0, or that of the bytes before. */
static uint32_t cnj_crc(const cnj_constants *k, uint32_t crc, const uint8_t *bytes, size_t length) {
  crc = ~crc;
  for (; length >= 8; length -= 8, bytes += 8) {
    const uint32_t low = crc ^ cnj_u32(bytes), high = cnj_u32(bytes + 4);
    crc = k->crc[7][low & 255] ^ k->crc[6][low >> 8 & 255] ^ k->crc[5][low >> 16 & 255] ^ k->crc[4][low >> 24] ^
          k->crc[3][high & 255] ^ k->crc[2][high >> 8 & 255] ^ k->crc[1][high >> 16 & 255] ^ k->crc[0][high >> 24];
  }
  for (; length > 0; length--) crc = crc >> 8 ^ k->crc[0][(crc ^ *bytes++) & 255];
  return ~crc;
}

/* --- JSON, as much as a header needs --------------------------------------------------------------------------------- */

typedef struct cnj_json {
  const char *at, *end;
} cnj_json;

static void cnj_skip_blanks(cnj_json *json) {
  while (json->at < json->end && (*json->at == ' ' || *json->at == '\t' || *json->at == '\n' || *json->at == '\r')) json->at++;
}

static int cnj_accept(cnj_json *json, char letter) {
  cnj_skip_blanks(json);
  if (json->at >= json->end || *json->at != letter) return 0;
  json->at++;
  return 1;
}

static int cnj_skip_string(cnj_json *json) {
  if (!cnj_accept(json, '"')) return 0;
  for (; json->at < json->end; json->at++) {
    if (*json->at == '"') {
      json->at++;
      return 1;
    }
    if ((unsigned char)*json->at < ' ') return 0;
    if (*json->at == '\\') json->at++;
  }
  return 0;
}

/* Passes over a value. Returns whether it is one, not nested more than 64 deep. */
static int cnj_skip_value(cnj_json *json, int depth) {
  const char *start;
  cnj_skip_blanks(json);
  start = json->at;
  if (start >= json->end || depth > 64) return 0;
  if (*start == '"') return cnj_skip_string(json);
  if (*start == '[' || *start == '{') {
    const char closing = *start == '[' ? ']' : '}';
    json->at++;
    if (cnj_accept(json, closing)) return 1;
    do {
      if (closing == '}' && !(cnj_skip_string(json) && cnj_accept(json, ':'))) return 0;
      if (!cnj_skip_value(json, depth + 1)) return 0;
    } while (cnj_accept(json, ','));
    return cnj_accept(json, closing);
  }
  while (json->at < json->end && strchr(" \t\r\n,]}", *json->at) == NULL) json->at++;
  return json->at > start; /* a number or a word: whoever asks for it looks closer */
}

/* A member of an object that is JSON throughout. Returns whether it is there. */
static int cnj_member(cnj_json object, const char *name, cnj_json *value) {
  const size_t length = strlen(name);
  if (!cnj_accept(&object, '{')) return 0;
  do {
    const char *start;
    cnj_skip_blanks(&object);
    start = object.at;
    if (!cnj_skip_string(&object)) return 0;
    value->at = object.at;
    value->end = object.end;
    if (!cnj_accept(value, ':')) return 0;
    cnj_skip_blanks(value);
    if ((size_t)(object.at - start) == length + 2 && memcmp(start + 1, name, length) == 0) return 1;
    object.at = value->at;
    if (!cnj_skip_value(&object, 0)) return 0;
  } while (cnj_accept(&object, ','));
  return 0;
}

/* The text of a string without escapes: NULL for anything else. `*length` bytes. */
static const char *cnj_text(cnj_json value, size_t *length) {
  const char *start = value.at;
  if (!cnj_skip_string(&value)) return NULL;
  *length = (size_t)(value.at - start - 2);
  return memchr(start, '\\', *length) == NULL ? start + 1 : NULL;
}

static int cnj_is_text(cnj_json value, const char *text) {
  size_t length;
  const char *start = cnj_text(value, &length);
  return start != NULL && length == strlen(text) && memcmp(start, text, length) == 0;
}

static int cnj_is_null(cnj_json value) { return value.end - value.at >= 4 && memcmp(value.at, "null", 4) == 0; }

/* A whole number up to 2^32 - 1, without sign or exponent. */
static int cnj_whole(cnj_json *json, uint32_t *number) {
  uint64_t value = 0;
  const char *start;
  cnj_skip_blanks(json);
  for (start = json->at; json->at < json->end && *json->at >= '0' && *json->at <= '9'; json->at++) {
    value = value * 10 + (uint64_t)(*json->at - '0');
    if (value > 0xffffffffu) return 0;
  }
  *number = (uint32_t)value;
  return json->at > start && (json->at == json->end || strchr(" \t\r\n,]}", *json->at) != NULL);
}

/* --- The header ------------------------------------------------------------------------------------------------------ */

#define CNJ_MOST_HEADER 65536u
#define CNJ_MOST_BLOCK 262144u
#define CNJ_MOST_BLOCKS_OF_PAGE 8192u

static const char CNJ_LETTERS[] = ".RNCPABK";

/* Reads the men of a name such as KRKAABB into a key. Returns whether it is one, with men in their order. */
static int cnj_parse_men(const char *name, size_t length, uint64_t *key) {
  size_t i = 0;
  int side;
  *key = 0;
  for (side = 0; side < 2; side++) {
    int role = 0, count = 0;
    if (i >= length || name[i++] != 'K') return 0;
    while (i < length && name[i] != 'K') {
      const char *found = (const char *)memchr(CNJ_LETTERS + 1, name[i++], 6);
      const int next = found == NULL ? 0 : (int)(found - CNJ_LETTERS);
      if (next < role || next == 0) return 0;
      count = next == role ? count + 1 : 1;
      role = next;
      if (count > CNJ_MOST[role]) return 0;
      *key += cnj_key_of(role + 8 * side);
    }
  }
  return i == length;
}

static int cnj_count_in(uint64_t key, int piece) {
  return (int)(key >> (3 * ((piece & 7) - 1 + (piece < CANJU_BLACK ? 0 : 6))) & 7);
}

/* Reads a name, also that of a cone such as KPPKP.from66-9. Returns whether it is one, with men and ranks in their order. */
static int cnj_parse_name(const char *name, size_t length, uint64_t *key, cnj_ranks *from) {
  static const char PART[] = ".from";
  const char *dot = (const char *)memchr(name, '.', length);
  const char *at = dot == NULL ? name + length : dot + sizeof PART - 1, *end = name + length;
  int side, i, is_cone = 0;
  memset(from, 0, sizeof *from);
  if (!cnj_parse_men(name, dot == NULL ? length : (size_t)(dot - name), key)) return 0;
  if (dot == NULL) return 1;
  if (at > end || memcmp(dot, PART, sizeof PART - 1) != 0) return 0;
  for (side = 0; side < 2; side++) {
    const int count = cnj_count_in(*key, CANJU_P + 8 * side);
    for (i = 0; i < count; i++, at++) {
      if (at >= end || *at < (i == 0 ? '3' : at[-1]) || *at > '9') return 0;
      from->of[side][i] = (uint8_t)(*at - '0');
      is_cone |= *at > '3';
    }
    if (side == 0 && (at >= end || *at++ != '-')) return 0;
  }
  return at == end && is_cone;
}

/* Positive where Red is the stronger side, 0 where both have the same men. */
static int cnj_compare_sides(uint64_t key) {
  uint8_t men[2][16];
  int side, role, i, count[2] = {0, 0};
  for (side = 0; side < 2; side++) {
    for (role = CANJU_R; role <= CANJU_P; role++) {
      for (i = cnj_count_in(key, role + 8 * side); i > 0; i--) men[side][count[side]++] = (uint8_t)role;
    }
  }
  for (i = 0; i < count[0] && i < count[1]; i++) {
    if (men[0][i] != men[1][i]) return men[0][i] < men[1][i] ? 1 : -1;
  }
  if (count[0] != count[1]) return count[0] - count[1];
  for (role = CANJU_A; role <= CANJU_B; role++) {
    const int more = cnj_count_in(key, role) - cnj_count_in(key, role + 8);
    if (more != 0) return more;
  }
  return 0;
}

/* Whether a table can have such a name: Red is the stronger side; of cones see docs/spec/names.md. */
static int cnj_is_canonical(uint64_t key, const cnj_ranks *from) {
  const uint8_t *red = from->of[0], *black = from->of[1];
  const int sides = cnj_compare_sides(key), soldiers = cnj_count_in(key, CANJU_P);
  const int has_others = cnj_count_in(key, CANJU_R) + cnj_count_in(key, CANJU_N) + cnj_count_in(key, CANJU_C) > 0;
  int i;
  if (sides < 0) return 0;
  for (i = 1; !has_others && i < soldiers; i++) {
    if (red[i] != red[0]) return 0;
  }
  if (sides > 0 || red[0] > black[0]) return 1;
  if (red[0] < black[0]) return 0;
  for (i = 0; i < soldiers && red[i] == black[i];) i++;
  return i == soldiers || red[i] < black[i];
}

#define CNJ_PART ".outcomes"

/* The length of a table's name without the part that says that it is of outcomes. */
static size_t cnj_endgame_length(const char *name, size_t length, int *is_outcomes) {
  const size_t part = sizeof CNJ_PART - 1;
  *is_outcomes = length > part && memcmp(name + length - part, CNJ_PART, part) == 0;
  return *is_outcomes ? length - part : length;
}

/* Sets what follows from the name. Returns CANJU_VERSION for more attacking men than can be numbered here. */
static int cnj_describe(const cnj_constants *k, cnj_table *t) {
  int side, role, i;
  t->attacking_count = t->twins = 0;
  t->is_cone = (t->from.of[0][0] | t->from.of[1][0]) != 0;
  t->men = 2;
  for (side = 0; side < 2; side++) {
    for (role = CANJU_R; role <= CANJU_B; role++) {
      const int count = cnj_count_in(t->key, role + 8 * side);
      t->men += count;
      if (role >= CANJU_A) t->defenders[side][role - CANJU_A] = count;
      for (i = 0; role <= CANJU_P && i < count; i++) {
        if (t->attacking_count > CNJ_MOST_OUTER) return CANJU_VERSION;
        t->attacking[t->attacking_count++] = (uint8_t)(role + 8 * side);
      }
    }
  }
  while (t->twins < t->attacking_count && t->attacking[t->twins] == t->attacking[0]) t->twins++;
  t->red = &k->classes[3 * t->defenders[0][0] + t->defenders[0][1]];
  t->black = &k->classes[3 * t->defenders[1][0] + t->defenders[1][1]];
  t->width = t->attacking_count == 0 ? 1 : 90;
  return CANJU_OK;
}

/* Counts bytes that stay taken until the end. */
static void cnj_know(canju *c, size_t bytes) {
  CNJ_LOCK(&c->caching);
  c->known_bytes += bytes;
  CNJ_UNLOCK(&c->caching);
}

/* Finds or makes the placements, and counts the cells. Returns CANJU_VERSION for more placements than can be numbered here. */
static int cnj_number(canju *c, cnj_table *t) {
  const uint8_t *men = t->attacking + 1;
  const int count = t->attacking_count > 0 ? t->attacking_count - 1 : 0;
  cnj_placements *p;
  const cnj_placement *last;
  uint64_t stored = 0;
  int r;
  for (p = c->placements; p != NULL; p = p->next) {
    if (p->men_count != count || memcmp(p->men, men, (size_t)count) != 0) continue;
    if (memcmp(&p->from, &t->from, sizeof p->from) == 0) break;
  }
  if (p == NULL) {
    const int error = cnj_make_placements(men, count, &t->from, &p);
    if (error != CANJU_OK) return error;
    p->next = c->placements;
    c->placements = p;
    cnj_know(c, p->bytes);
  }
  t->placements = p;
  t->first_block = (uint64_t *)malloc((size_t)t->red->count * sizeof *t->first_block);
  if (t->first_block == NULL) return CANJU_MEMORY;
  last = &p->all[p->count - 1];
  for (r = 0; r < t->red->count; r++) {
    const int mirror = t->red->mirror[r];
    t->first_block[r] = stored;
    if (mirror > r) stored += (uint64_t)p->count;
    if (mirror == r) stored += (uint64_t)last->before + last->own_before + (last->mirror >= p->count - 1);
  }
  t->cells = stored * (uint64_t)t->width * (uint64_t)t->black->count;
  return CANJU_OK;
}

/* Whether a number is a value: a draw, or an order and a distance. */
static int cnj_is_value(int64_t value) { return value >= 0 && value <= 0xffffffff && (value % 0x80000000 == 0 || value % 65536 != 0); }

/* Bit 31: the value depends on a reading. The other bits are what it is by the default one. */
static uint32_t cnj_by_default(uint32_t value) { return value & 0x7fffffffu; }

/* The value of a position from that of the position after its best quiet move. */
static uint32_t cnj_before(uint32_t after) { return cnj_by_default(after) == 0 ? after : after + 1; }

/* Greater is better for the side to move: sooner wins, a draw, later losses. As files list values. */
static int64_t cnj_worth(uint32_t value) {
  return cnj_by_default(value) == 0 ? value != 0 : (value & 1) != 0 ? (int64_t)value - ((int64_t)1 << 40) : ((int64_t)1 << 40) - (int64_t)value;
}

/* The same for whoever chooses among moves: a draw that is certain comes before one that depends. */
static int64_t cnj_choice(uint32_t value) { return value == 0x80000000u ? -1 : cnj_worth(value); }

typedef struct cnj_coded {
  uint32_t value, code;
} cnj_coded;

static int cnj_compare_coded(const void *a, const void *b) {
  const uint32_t left = ((const cnj_coded *)a)->value, right = ((const cnj_coded *)b)->value;
  return left < right ? -1 : left > right;
}

/* A list with its codes by ascending value, to be freed; NULL without memory. */
static cnj_coded *cnj_sorted(const uint32_t *list, uint32_t length) {
  cnj_coded *sorted = (cnj_coded *)malloc((size_t)length * sizeof *sorted);
  uint32_t i;
  if (sorted == NULL) return NULL;
  for (i = 0; i < length; i++) {
    sorted[i].value = list[i];
    sorted[i].code = i;
  }
  qsort(sorted, length, sizeof *sorted, cnj_compare_coded);
  return sorted;
}

/* Reads a side's list of values. */
static int cnj_read_list(cnj_table *t, int side, const uint8_t *runs, uint32_t run_count) {
  const uint32_t most = (t->bytes_per_code == 1 ? 256u : 65536u) - (t->derived >= 0 ? 1u : 0u);
  uint32_t run, i, length = 0, *list;
  cnj_coded *sorted;
  int twice = 0;
  for (run = 0; run < run_count; run++) {
    length += cnj_u16(runs + 8 * run + 4);
    if (cnj_u16(runs + 8 * run + 4) == 0 || length > most) return CANJU_DAMAGED;
  }
  if (length == 0) return CANJU_DAMAGED;
  list = t->list[side] = (uint32_t *)malloc((size_t)length * sizeof *list);
  if (list == NULL) return CANJU_MEMORY;
  t->list_length[side] = length;
  length = 0;
  for (run = 0; run < run_count; run++, runs += 8) {
    const uint32_t count = cnj_u16(runs + 4), step = cnj_u16(runs + 6);
    int64_t value = cnj_u32(runs);
    for (i = 0; i < count; i++, value += (int64_t)step - (step > 0x7fff ? 0x10000 : 0)) {
      if (!cnj_is_value(value)) return CANJU_DAMAGED;
      t->depends |= value > 0x7fffffff;
      list[length++] = (uint32_t)value;
    }
  }
  sorted = cnj_sorted(list, length);
  if (sorted == NULL) return CANJU_MEMORY;
  for (i = 1; i < length; i++) twice |= sorted[i].value == sorted[i - 1].value;
  free(sorted);
  if (twice) return CANJU_DAMAGED;
  for (i = 0; i < length; i++) {
    const uint32_t decided = cnj_by_default(list[i]) - 1;
    if (decided == 0xffffffffu) continue;
    if (decided >> 16 > t->highest_order) t->highest_order = (uint16_t)(decided >> 16);
    if ((decided & 0xffff) > t->longest) t->longest = (uint16_t)(decided & 0xffff);
  }
  for (i = 0; t->is_outcomes && i < length; i++) {
    const uint32_t outcome = cnj_by_default(list[i]);
    if (outcome > 2 && outcome != 65537 && outcome != 65538) return CANJU_DAMAGED;
    if (i > 0 && cnj_worth(list[i - 1]) >= cnj_worth(list[i])) return CANJU_DAMAGED;
  }
  if (t->derived < 0 || t->derived == side) return CANJU_OK;
  for (i = 0; i < length; i++) {
    if (cnj_by_default(list[i]) != 0 && !cnj_is_value((int64_t)list[i] + 1)) return CANJU_DAMAGED;
    if (i > 0 && cnj_worth(list[i - 1]) >= cnj_worth(list[i])) return CANJU_DAMAGED;
  }
  return CANJU_OK;
}

/* Reads the kinds of a list of orders. */
static int cnj_read_kinds(const cnj_table *t, cnj_json orders, uint8_t *kinds) {
  static const char *const NAMES[] = {"conversion", "check", "chase", "attack", "weak attack"};
  if (!cnj_accept(&orders, '[')) return CANJU_DAMAGED;
  if (cnj_accept(&orders, ']')) return CANJU_OK;
  do {
    cnj_json one = orders, value;
    uint32_t order;
    uint8_t kind = CANJU_CONVERSION;
    if (!cnj_member(one, "order", &value) || !cnj_whole(&value, &order)) return CANJU_DAMAGED;
    if (!cnj_member(one, "kind", &value)) return CANJU_DAMAGED;
    while (kind <= CANJU_WEAK_ATTACK && !cnj_is_text(value, NAMES[kind - 1])) kind++;
    if (kind > CANJU_WEAK_ATTACK) return CANJU_VERSION;
    if (order > 0 && order <= t->highest_order) kinds[order] = kind;
    if (!cnj_skip_value(&orders, 0)) return CANJU_DAMAGED;
  } while (cnj_accept(&orders, ','));
  return CANJU_OK;
}

/* Compares the description with what the table's name and place promise, and reads the kinds of orders. */
static int cnj_read_description(const canju *c, cnj_table *t, cnj_json json) {
  cnj_json all = json, value, index, orders;
  char collection[64], letters[8], name[sizeof t->name];
  const char *rules, *metric, *form;
  uint32_t version;
  int i, error;
  if (!cnj_skip_value(&all, 0)) return CANJU_DAMAGED;
  cnj_skip_blanks(&all);
  if (all.at != all.end) return CANJU_DAMAGED;
  memcpy(name, t->name, sizeof name);
  name[cnj_endgame_length(name, strlen(name), &i)] = '\0';
  if (!cnj_member(json, "endgame", &value) || !cnj_is_text(value, name)) return CANJU_DAMAGED;

  if (!cnj_member(json, "metric", &value)) return CANJU_DAMAGED;
  metric = cnj_is_text(value, "dtc") ? "dtc" : cnj_is_text(value, "dtm") ? "dtm" : NULL;
  t->is_dtm = metric != NULL && metric[2] == 'm';
  if (!cnj_member(json, "rules", &value)) return CANJU_DAMAGED;
  rules = cnj_is_text(value, "none") ? "none" : cnj_is_text(value, "asian") ? "asian" : cnj_is_text(value, "chinese") ? "chinese" : NULL;
  if (!cnj_member(json, "orderForm", &value)) return CANJU_DAMAGED;
  form = cnj_is_null(value) || cnj_is_text(value, "fang") ? "" : cnj_is_text(value, "chessdb") ? "-chessdb" : NULL;
  if (metric == NULL || rules == NULL || form == NULL) return CANJU_VERSION;
  if (cnj_is_null(value) == (rules[0] == 'a')) return CANJU_DAMAGED;
  if (rules[0] == 'c' && !cnj_member(json, "bracket", &index)) return CANJU_DAMAGED;
  if (rules[0] != 'c' && t->depends) return CANJU_VERSION;
  snprintf(collection, sizeof collection, "%s%s/%s", rules, form, metric);
  if (c->collection != NULL && strcmp(collection, c->collection) != 0) return CANJU_DAMAGED;

  if (!cnj_member(json, "index", &index) || !cnj_member(index, "scheme", &value)) return CANJU_DAMAGED;
  if (!cnj_is_text(value, "formations") || !cnj_member(index, "version", &value)) return CANJU_VERSION;
  if (!cnj_whole(&value, &version) || version != 1) return CANJU_VERSION;
  if (!cnj_member(index, "parameters", &index)) return CANJU_DAMAGED;
  for (i = 0; i < t->attacking_count; i++) {
    const char letter = CNJ_LETTERS[t->attacking[i] & 7];
    letters[i] = (char)(t->attacking[i] < CANJU_BLACK ? letter : letter - 'A' + 'a');
  }
  letters[i] = letters[i + 1] = '\0';
  if (!cnj_member(index, "outer", &value) || !cnj_is_text(value, i == 0 ? "" : letters + 1)) return CANJU_VERSION;
  letters[i == 0 ? 0 : 1] = '\0';
  if (!cnj_member(index, "inner", &value) || !cnj_is_text(value, letters)) return CANJU_VERSION;

  t->kinds = (uint8_t *)calloc((size_t)t->highest_order + 1, 1);
  t->dependent_kinds = (uint8_t *)calloc((size_t)t->highest_order + 1, 1);
  if (t->kinds == NULL || t->dependent_kinds == NULL) return CANJU_MEMORY;
  t->kinds[0] = t->dependent_kinds[0] = CANJU_CONVERSION;
  if (!cnj_member(json, "orders", &orders)) return CANJU_DAMAGED;
  error = cnj_read_kinds(t, orders, t->kinds);
  if (error == CANJU_OK && cnj_member(json, "dependentOrders", &orders)) error = cnj_read_kinds(t, orders, t->dependent_kinds);
  return error;
}

/* One number of a page of the directory. */
static int cnj_leb128(const uint8_t **at, const uint8_t *end, uint64_t *number) {
  int shift;
  *number = 0;
  for (shift = 0; shift < 35 && *at < end; shift += 7) {
    const uint8_t byte = *(*at)++;
    *number |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) return 1;
  }
  return 0;
}

/* The number of cells of a block. */
static uint32_t cnj_cells_of(const cnj_table *t, uint32_t number) {
  const uint64_t first = (uint64_t)(number % t->blocks_per_side) * t->cells_per_block;
  return t->cells - first < t->cells_per_block ? (uint32_t)(t->cells - first) : t->cells_per_block;
}

/* The bytes of a block's decoded codes, at most. */
static uint32_t cnj_decoded_bytes(const cnj_table *t, uint32_t number) {
  const uint32_t cells = cnj_cells_of(t, number);
  return t->is_outcomes ? (uint32_t)sizeof(cnj_outcomes) + (cells + 63) / 64 * 8 * t->planes : t->bytes_per_code * cells;
}

/* Reads an alphabet of the steps: a digit for each symbol, the bits of its code. */
static int cnj_read_alphabet(cnj_json bits, const char *name, uint32_t symbols, uint16_t *table) {
  static const char DIGITS[] = "0123456789abc";
  const char *digits;
  cnj_json value;
  size_t count = 0;
  uint32_t symbol, next = 0;
  unsigned length;
  if (!cnj_member(bits, name, &value)) return CANJU_DAMAGED;
  digits = cnj_text(value, &count);
  if (digits == NULL || count > symbols) return CANJU_DAMAGED;
  for (symbol = 0; symbol < count; symbol++) {
    if (memchr(DIGITS, digits[symbol], CNJ_CODE_BITS + 1) == NULL) return CANJU_DAMAGED;
  }
  for (length = 1; length <= CNJ_CODE_BITS; length++) {
    const uint32_t span = 1u << (CNJ_CODE_BITS - length);
    for (symbol = 0; symbol < count; symbol++) {
      uint32_t i;
      if (digits[symbol] != DIGITS[length]) continue;
      if (next + span > (1u << CNJ_CODE_BITS)) return CANJU_DAMAGED;
      for (i = 0; i < span; i++) table[next++] = (uint16_t)(16 * symbol + length);
    }
  }
  return CANJU_OK;
}

/* Of a table of outcomes: what its blocks are compressed with. */
static int cnj_read_packing(cnj_table *t, cnj_json json) {
  cnj_json outcomes, packing, list, bits;
  uint32_t count = 0, codes = t->list_length[0] > t->list_length[1] ? t->list_length[0] : t->list_length[1];
  int error;
  if (t->codec != 2) return CANJU_CODEC;
  if (t->derived >= 0 || t->bytes_per_code != 1 || codes > 16) return CANJU_DAMAGED;
  for (t->planes = 1; 1u << t->planes < codes;) t->planes++;
  t->longest = 0;
  if (!cnj_member(json, "outcomes", &outcomes) || !cnj_member(outcomes, "packing", &packing)) return CANJU_DAMAGED;
  if (!cnj_member(packing, "distances", &list) || !cnj_member(packing, "bits", &bits)) return CANJU_DAMAGED;
  t->copies = (cnj_copies *)calloc(1, sizeof *t->copies);
  if (t->copies == NULL) return CANJU_MEMORY;
  if (!cnj_accept(&list, '[')) return CANJU_DAMAGED;
  if (!cnj_accept(&list, ']')) {
    do {
      uint32_t distance;
      if (count == CNJ_MOST_DISTANCES || !cnj_whole(&list, &distance) || distance == 0 || distance >= CNJ_MOST_BLOCK) return CANJU_DAMAGED;
      t->copies->distances[count++] = distance;
    } while (cnj_accept(&list, ','));
    if (!cnj_accept(&list, ']')) return CANJU_DAMAGED;
  }
  error = cnj_read_alphabet(bits, "length", CNJ_LENGTHS, t->copies->length);
  if (error == CANJU_OK) error = cnj_read_alphabet(bits, "distance", count, t->copies->source);
  if (error == CANJU_OK) error = cnj_read_alphabet(bits, "cell", 16, t->copies->cell);
  return error;
}

/* Decodes the whole directory. `pages` is the page table of the header. */
static int cnj_read_directory(canju *c, cnj_table *t, const uint8_t *pages, uint32_t blocks_per_page, uint32_t page_count,
                              uint64_t offset, uint64_t data_length) {
  const uint32_t total = 2 * t->blocks_per_side;
  const uint64_t most = 4 + (uint64_t)t->cells_per_block * t->bytes_per_code;
  uint32_t page, number = 0;
  t->blocks = (cnj_block *)calloc(total, sizeof *t->blocks);
  if (t->blocks == NULL) return CANJU_MEMORY;
  for (page = 0; page < page_count; page++) {
    const uint64_t start = cnj_u64(pages + 16 * page);
    const uint64_t end = page + 1 < page_count ? cnj_u64(pages + 16 * page + 16) : data_length;
    const uint32_t length = cnj_u32(pages + 16 * page + 8), last = (page + 1) * blocks_per_page;
    const uint8_t *bytes, *at;
    uint8_t *scratch;
    uint64_t place = start;
    int error;
    if (length > 7 * blocks_per_page || start > data_length || (page == 0 && start != 0)) return CANJU_DAMAGED;
    error = offset + length > t->data_offset ? CANJU_DAMAGED : cnj_read(c, &t->file, offset, length, &bytes, &scratch);
    if (error != CANJU_OK) return error;
    at = bytes;
    if (cnj_crc(&c->constants, 0, bytes, length) != cnj_u32(pages + 16 * page + 12)) error = CANJU_DAMAGED;
    while (error == CANJU_OK && number < last && number < total) {
      uint64_t stored, fill = 0, run = 1;
      int sound = cnj_leb128(&at, bytes + length, &stored);
      if (sound && stored == 0) {
        sound = cnj_leb128(&at, bytes + length, &fill) && cnj_leb128(&at, bytes + length, &run);
        sound = sound && fill < 65536 && run > 0 && run <= last - number && run <= total - number;
      } else {
        sound = sound && stored > 4 && stored <= most;
      }
      if (!sound) {
        error = CANJU_DAMAGED;
        break;
      }
      for (; run > 0; run--, number++) {
        cnj_block *block = &t->blocks[number];
        const int side = number >= t->blocks_per_side;
        block->offset = t->data_offset + place;
        block->length = (uint32_t)stored;
        block->fill = stored > 0 ? -1 : (int32_t)fill;
        if (stored == 0 && fill >= t->list_length[side] + (t->derived == side ? 1u : 0u)) error = CANJU_DAMAGED;
      }
      place += stored;
    }
    if (error == CANJU_OK && (at != bytes + length || place != end)) error = CANJU_DAMAGED;
    free(scratch);
    if (error != CANJU_OK) return error;
    offset += length;
  }
  return number == total ? CANJU_OK : CANJU_DAMAGED;
}

/* For CANJU_RESOLVE: the checks of the derived side, and what each code of a quiet move gives. */
static int cnj_prepare_resolving(canju *c, cnj_table *t) {
  const int other = 1 - t->derived;
  const uint32_t count = t->list_length[other];
  const uint8_t *bytes;
  uint8_t *scratch;
  uint32_t i = 0;
  cnj_json json, checks;
  cnj_coded *sorted;
  int error = cnj_read(c, &t->file, t->details_offset, t->details_length, &bytes, &scratch);
  if (error != CANJU_OK) return error;
  t->given = (uint32_t *)calloc((size_t)count + 1, sizeof *t->given);
  t->checks = (uint32_t *)malloc((size_t)t->blocks_per_side * sizeof *t->checks);
  sorted = cnj_sorted(t->list[t->derived], t->list_length[t->derived]);
  json.at = (const char *)bytes;
  json.end = json.at + t->details_length;
  if (t->given == NULL || t->checks == NULL || sorted == NULL) {
    error = CANJU_MEMORY;
  } else if (cnj_crc(&c->constants, 0, bytes, t->details_length) != t->details_crc || !cnj_member(json, "checks", &checks) ||
             !cnj_accept(&checks, '[')) {
    error = CANJU_DAMAGED;
  } else {
    for (i = 0; i < t->blocks_per_side && error == CANJU_OK; i++) {
      if ((i > 0 && !cnj_accept(&checks, ',')) || !cnj_whole(&checks, &t->checks[i])) error = CANJU_DAMAGED;
    }
    for (i = 0; i <= count; i++) {
      cnj_coded wanted, *found;
      wanted.value = i == count ? 1 : cnj_before(t->list[other][i]);
      wanted.code = 0;
      found = (cnj_coded *)bsearch(&wanted, sorted, t->list_length[t->derived], sizeof *sorted, cnj_compare_coded);
      if (found != NULL) t->given[i] = 1 + found->code;
    }
  }
  free(sorted);
  free(scratch);
  return error;
}

static void cnj_close_table(cnj_table *t) {
  uint32_t i;
  for (i = 0; t->blocks != NULL && i < 2 * t->blocks_per_side; i++) free(t->blocks[i].codes);
  free(t->blocks);
  free(t->list[0]);
  free(t->list[1]);
  free(t->kinds);
  free(t->dependent_kinds);
  free(t->copies);
  free(t->given);
  free(t->checks);
  free(t->first_block);
  t->blocks = NULL;
  t->list[0] = t->list[1] = t->given = t->checks = NULL;
  t->kinds = t->dependent_kinds = NULL;
  t->copies = NULL;
  t->first_block = NULL;
  cnj_close_file(&t->file);
}

/* Checks the fields of a header, whose checksum is right, against one another and the endgame's own size. */
#define CNJ_CONE_NEEDS 1u /* of the field `needs` */
#define CNJ_OUTCOMES_NEED 4u

static int cnj_read_fields(canju *c, cnj_table *t, const uint8_t *header, uint32_t length) {
  const uint64_t json_length = cnj_u32(header + 16), red_runs = cnj_u32(header + 28), black_runs = cnj_u32(header + 84);
  const uint64_t page_count = cnj_u32(header + 80), data_length = cnj_u64(header + 48);
  const uint32_t blocks_per_page = cnj_u32(header + 76), needs = cnj_u16(header + 90);
  const uint64_t pages_at = 128 + 8 * (red_runs + black_runs), json_at = pages_at + 16 * page_count;
  const uint64_t bound = (uint64_t)1 << 53;
  uint64_t blocks, counts;
  cnj_json json;
  int error;
  t->codec = cnj_u16(header + 10);
  t->cells_per_block = cnj_u32(header + 20);
  t->bytes_per_code = cnj_u32(header + 24);
  t->data_offset = cnj_u64(header + 40);
  t->details_offset = cnj_u64(header + 56);
  t->details_length = cnj_u32(header + 64);
  t->details_crc = cnj_u32(header + 68);
  t->blocks_per_side = cnj_u32(header + 72);
  t->by_placement = header[88];
  t->derived = (int)header[89] - 1;
  memcpy(t->sha256, header + 96, 32);
  if (t->name[0] == '\0') t->is_outcomes = (needs & CNJ_OUTCOMES_NEED) != 0;
  if (header[88] > 1 || header[89] > 2 || (needs & ~(CNJ_CONE_NEEDS | CNJ_OUTCOMES_NEED)) != 0) return CANJU_VERSION;
  if (json_at + json_length != length) return CANJU_DAMAGED;
  if (t->bytes_per_code != 1 && t->bytes_per_code != 2) return CANJU_DAMAGED;
  if (t->cells_per_block == 0 || (t->cells_per_block & (t->cells_per_block - 1)) != 0) return CANJU_DAMAGED;
  if ((uint64_t)t->cells_per_block * t->bytes_per_code > CNJ_MOST_BLOCK) return CANJU_DAMAGED;
  for (t->shift = 0; (uint32_t)1 << t->shift != t->cells_per_block;) t->shift++;
  if (t->derived >= 0 && !t->by_placement) return CANJU_DAMAGED;
  if (t->data_offset >= bound || data_length >= bound || t->details_offset != t->data_offset + data_length) return CANJU_DAMAGED;
  if (t->file.size != t->details_offset + t->details_length) return CANJU_DAMAGED;
  json.at = (const char *)header + json_at;
  json.end = (const char *)header + length;
  if (t->name[0] == '\0') { /* a file by itself says what it is */
    size_t name_length = 0;
    cnj_json value;
    const char *name = cnj_member(json, "endgame", &value) ? cnj_text(value, &name_length) : NULL;
    if (name == NULL || name_length >= sizeof t->name || !cnj_parse_name(name, name_length, &t->key, &t->from)) return CANJU_DAMAGED;
    memcpy(t->name, name, name_length);
    if (!cnj_is_canonical(t->key, &t->from)) return CANJU_DAMAGED;
    error = cnj_describe(&c->constants, t);
    if (error != CANJU_OK) return error;
  }
  if (needs != (t->is_cone ? CNJ_CONE_NEEDS : 0) + (t->is_outcomes ? CNJ_OUTCOMES_NEED : 0)) return CANJU_DAMAGED;
  error = cnj_number(c, t);
  if (error != CANJU_OK) return error;
  blocks = (t->cells + t->cells_per_block - 1) / t->cells_per_block;
  if (cnj_u64(header + 32) != t->cells || t->blocks_per_side != blocks || blocks >= 0x7fffffff) return CANJU_DAMAGED;
  if (blocks_per_page == 0 || blocks_per_page > CNJ_MOST_BLOCKS_OF_PAGE) return CANJU_DAMAGED;
  if (page_count != (2 * blocks + blocks_per_page - 1) / blocks_per_page) return CANJU_DAMAGED;
  t->highest_order = t->longest = 0;
  t->depends = 0;
  error = cnj_read_list(t, 0, header + 128, (uint32_t)red_runs);
  if (error == CANJU_OK) error = cnj_read_list(t, 1, header + 128 + 8 * red_runs, (uint32_t)black_runs);
  if (error == CANJU_OK) error = cnj_read_description(c, t, json);
  if (error == CANJU_OK && t->is_outcomes) error = cnj_read_packing(t, json);
  if (error != CANJU_OK) return error;
  counts = (uint64_t)t->list_length[0] + t->list_length[1] + (t->derived >= 0 ? blocks : 0);
  if (t->details_length > 64 * (counts + 1)) return CANJU_DAMAGED;
  error = cnj_read_directory(c, t, header + pages_at, blocks_per_page, (uint32_t)page_count, length, data_length);
  if (error == CANJU_OK && t->derived >= 0 && (c->options.flags & CANJU_RESOLVE) != 0) error = cnj_prepare_resolving(c, t);
  return error;
}

static int cnj_open_table(canju *c, cnj_table *t) {
  const uint8_t *head;
  uint8_t *scratch = NULL;
  uint32_t length = 0;
  int error = cnj_open_file(&t->file, t->path);
  if (error == CANJU_OK) {
    const size_t most = t->file.size < CNJ_MOST_HEADER ? (size_t)t->file.size : CNJ_MOST_HEADER;
    error = most < 128 ? CANJU_DAMAGED : cnj_read(c, &t->file, 0, most, &head, &scratch);
    if (error == CANJU_OK && memcmp(head, "CANJU\r\n\x1a", 8) != 0) error = CANJU_DAMAGED;
    if (error == CANJU_OK && cnj_u16(head + 8) != 0 && cnj_u16(head + 8) != 2) error = CANJU_VERSION;
    if (error == CANJU_OK && cnj_u16(head + 8) == 0) error = CANJU_DAMAGED;
    if (error == CANJU_OK) {
      length = cnj_u32(head + 12);
      if (length < 128 || length > most) error = CANJU_DAMAGED;
    }
    if (error == CANJU_OK) {
      const uint32_t crc = cnj_crc(&c->constants, 0, head, 92);
      if (cnj_crc(&c->constants, crc, head + 96, length - 96) != cnj_u32(head + 92)) error = CANJU_DAMAGED;
    }
    if (error == CANJU_OK) error = cnj_read_fields(c, t, head, length);
    free(scratch);
  }
  if (error != CANJU_OK) cnj_close_table(t);
  return error;
}

/* Opens a table the first time. */
static int cnj_ready(canju *c, cnj_table *t, unsigned flags) {
  int state = cnj_get(&t->state);
  if (state == 0) {
    if ((flags & CANJU_CACHED_ONLY) != 0) return CANJU_NOT_CACHED;
    CNJ_LOCK(&c->opening);
    state = cnj_get(&t->state);
    if (state == 0) {
      const int error = cnj_open_table(c, t);
      state = error == CANJU_OK ? 1 : error;
      if (error == CANJU_OK) {
        cnj_know(c, 2 * (size_t)t->blocks_per_side * sizeof *t->blocks + (size_t)t->red->count * sizeof *t->first_block +
                        (t->is_outcomes ? sizeof *t->copies : 0));
      }
      if (error != CANJU_MEMORY) cnj_publish(&t->state, state);
    }
    CNJ_UNLOCK(&c->opening);
  }
  return state == 1 ? CANJU_OK : state;
}

/* --- Blocks ---------------------------------------------------------------------------------------------------------- */

/*
 * Whether bytes are one zstd frame and nothing else, without a dictionary, of a window of no more than a block (RFC 8878,
 * 3.1.1): decoders take several, frames to be skipped, and any window.
 */
static int cnj_is_frame(const uint8_t *bytes, size_t length) {
  static const uint8_t SIZES[4] = {0, 2, 4, 8};
  size_t at, i, size_bytes;
  uint64_t window = 0;
  int last = 0, one_segment;
  if (length < 6 || cnj_u32(bytes) != 0xfd2fb528u || (bytes[4] & 11) != 0) return 0;
  one_segment = (bytes[4] & 0x20) != 0;
  size_bytes = SIZES[bytes[4] >> 6];
  if (one_segment && size_bytes == 0) size_bytes = 1;
  at = one_segment ? 5 : 6;
  if (length - at < size_bytes) return 0;
  if (one_segment) { /* as large as its content */
    for (i = 0; i < size_bytes; i++) window |= (uint64_t)bytes[at + i] << 8 * i;
    if (size_bytes == 2) window += 256;
  } else {
    window = ((uint64_t)1024 << (bytes[5] >> 3)) / 8 * (8u + (bytes[5] & 7u));
  }
  if (window > CNJ_MOST_BLOCK) return 0;
  for (at += size_bytes; !last;) {
    uint32_t head;
    if (length - at < 3) return 0;
    head = cnj_u16(bytes + at) | (uint32_t)bytes[at + 2] << 16;
    last = (int)(head & 1);
    if ((head >> 1 & 3) == 3) return 0;
    size_bytes = (head >> 1 & 3) == 1 ? 1 : head >> 3; /* a byte that is repeated, or so many */
    at += 3;
    if (length - at < size_bytes) return 0;
    at += size_bytes;
  }
  return length - at == ((bytes[4] & 4) != 0 ? 4u : 0u); /* a checksum */
}

#ifdef CNJ_ZSTD
static int cnj_unzstd(void *context, unsigned codec, void *to, size_t size, const void *from, size_t from_size) {
  (void)context;
  if (codec != 1) return CANJU_CODEC;
  return ZSTD_decompress(to, size, from, from_size) == size ? CANJU_OK : CANJU_DAMAGED;
}
#endif

/* A position in the colours of a table: its attacking men, inner man and twins first, and its formations. */
typedef struct cnj_men {
  uint8_t board[CANJU_SQUARES];
  uint8_t attacking[CNJ_MOST_OUTER + 1];
  uint8_t formation[2][5]; /* squares of king, advisors, elephants; Black's not flipped */
  int number[2];           /* of the formations */
  int red_to_move;
} cnj_men;

/* One question: the blocks that it uses are kept until it ends. */
typedef struct cnj_reader {
  canju *c;
  cnj_table *t;
  unsigned flags;
  uint32_t held[CANJU_MOVES + 1];
  uint32_t count;
  uint8_t *is_held; /* while a block is resolved: by number instead, as it may need very many */
} cnj_reader;

static int cnj_resolve(canju *c, cnj_table *t, uint32_t number, uint8_t *codes);

static uint32_t cnj_highest_code(const uint8_t *codes, uint32_t size, unsigned bytes_per_code) {
  const uint32_t cells = size / bytes_per_code;
  uint32_t i, highest = 0;
  if (bytes_per_code == 1) {
    uint8_t most = 0;
    for (i = 0; i < cells; i++) most = codes[i] > most ? codes[i] : most;
    return most;
  }
  for (i = 0; i < cells; i++) {
    const uint32_t code = codes[i] | (uint32_t)codes[cells + i] << 8;
    highest = code > highest ? code : highest;
  }
  return highest;
}

/* --- Blocks of outcomes ---------------------------------------------------------------------------------------------- */

/*
 * Decoded cells lie in groups of 64, of which each has a word for every bit of a code: their lowest bits, their second ones, and so on. So they
 * take the room they need, and are copied a word at a time.
 */
static uint32_t cnj_cell(const uint64_t *words, unsigned planes, uint32_t cell) {
  uint32_t code = 0;
  unsigned plane;
  words += (size_t)(cell / 64) * planes;
  for (plane = 0; plane < planes; plane++) code |= (uint32_t)(words[plane] >> cell % 64 & 1) << plane;
  return code;
}

/* Writes a cell where zeros are. */
static void cnj_set_cell(uint64_t *words, unsigned planes, uint32_t cell, uint32_t code) {
  unsigned plane;
  words += (size_t)(cell / 64) * planes;
  for (plane = 0; plane < planes; plane++) words[plane] |= (uint64_t)(code >> plane & 1) << cell % 64;
}

/* Copies cells from some distance before them to where zeros are. What a copy gives of itself begins anew after its distance. */
static void cnj_copy_cells(uint64_t *words, unsigned planes, uint32_t to, uint32_t distance, uint32_t count) {
  uint32_t copied = 0, period = distance;
  while (copied < count) {
    const uint32_t bit = to % 64;
    const uint64_t *source;
    uint64_t *target = words + (size_t)(to / 64) * planes, mask;
    uint32_t n = count - copied, at;
    unsigned plane;
    while (distance < 64 && 2 * distance <= copied + period) distance *= 2;
    if (n > 64 - bit) n = 64 - bit;
    if (n > distance) n = distance;
    source = words + (size_t)((to - distance) / 64) * planes;
    at = (to - distance) % 64;
    mask = ~(uint64_t)0 >> (64 - n);
    for (plane = 0; plane < planes; plane++) {
      uint64_t cells = source[plane] >> at;
      if (at + n > 64) cells |= source[plane + planes] << (64 - at);
      target[plane] |= (cells & mask) << bit;
    }
    to += n;
    copied += n;
  }
}

/* The next bits of a payload, the highest first; at least 57 of them are right. `end`: no byte from there on is read. */
static uint64_t cnj_bits(const uint8_t *bytes, const uint8_t *end, uint64_t at) {
  const uint8_t *from = bytes + (at >> 3);
  uint64_t bits = 0;
  int i;
  if (end - from >= 8) {
    bits = (uint64_t)from[0] << 56 | (uint64_t)from[1] << 48 | (uint64_t)from[2] << 40 | (uint64_t)from[3] << 32 |
           (uint64_t)from[4] << 24 | (uint64_t)from[5] << 16 | (uint64_t)from[6] << 8 | (uint64_t)from[7];
  } else {
    for (i = 0; i < 8; i++) bits = bits << 8 | (uint64_t)(from + i < end ? from[i] : 0);
  }
  return bits << (at & 7);
}

/* A step of a payload: cells copied from `distance` before them, then one cell of its own unless the block is complete. */
typedef struct cnj_outcome_step {
  uint32_t count, distance;
  int cell; /* its code, -1: none */
} cnj_outcome_step;

/* Reads the step at a bit. done, cells: of the block; known: codes of the side. Returns its bits, 0 where it is damaged. */
static uint32_t cnj_next_step(const cnj_copies *copies, uint64_t bits, uint32_t done, uint32_t cells, uint32_t known, cnj_outcome_step *step) {
  uint32_t entry = copies->length[bits >> (64 - CNJ_CODE_BITS)], used = entry & 15, count = entry >> 4;
  if (used == 0) return 0;
  bits <<= used;
  if (count >= 16) {
    const uint32_t extra = 2 + (count - 16) / 4;
    count = ((4 + (count - 16) % 4) << extra) + (uint32_t)(bits >> (64 - extra));
    bits <<= extra;
    used += extra;
  }
  step->count = count;
  step->distance = 0;
  step->cell = -1;
  if (count > 0) {
    entry = copies->source[bits >> (64 - CNJ_CODE_BITS)];
    step->distance = copies->distances[entry >> 4];
    if ((entry & 15) == 0 || step->distance > done || count > cells - done) return 0;
    bits <<= entry & 15;
    used += entry & 15;
  }
  if (done + count < cells) {
    entry = copies->cell[bits >> (64 - CNJ_CODE_BITS)];
    if ((entry & 15) == 0 || entry >> 4 >= known) return 0;
    step->cell = (int)(entry >> 4);
    used += entry & 15;
  }
  return used;
}

/* Whether what a payload has behind its last step is less than a byte of zeros. `at`: bits, not beyond its end. */
static int cnj_ends(const uint8_t *bytes, size_t length, uint64_t at) {
  const uint64_t left = 8 * (uint64_t)length - at;
  return left < 8 && (bytes[length - 1] & ((1u << left) - 1)) == 0;
}

/*
 * Decodes a payload of steps.
 * words: zeroed, room for the cells; known: codes of the side
 */
static int cnj_decode_steps(const cnj_table *t, const uint8_t *bytes, size_t length, const uint8_t *end, uint64_t *words, uint32_t cells,
                            uint32_t known) {
  uint64_t at = 0;
  uint32_t done = 0;
  while (done < cells) {
    cnj_outcome_step step;
    const uint32_t used = cnj_next_step(t->copies, cnj_bits(bytes, end, at), done, cells, known, &step);
    at += used;
    if (used == 0 || at > 8 * (uint64_t)length) return CANJU_DAMAGED;
    if (step.count > 0) cnj_copy_cells(words, t->planes, done, step.distance, step.count);
    done += step.count;
    if (step.cell >= 0) cnj_set_cell(words, t->planes, done++, (uint32_t)step.cell);
  }
  return cnj_ends(bytes, length, at) ? CANJU_OK : CANJU_DAMAGED;
}

/* The most cells and steps of a block that is kept as steps. Others are decoded to cells at once. */
#define CNJ_MOST_CELLS 65536u
#define CNJ_MOST_STEPS 2048u
/* A block is read for a single cell when it is asked for the first time, then kept as steps, and as cells when it was asked so often and there is room. */
#define CNJ_OFTEN 32

/*
 * Reads and checks the steps that the first cells of a block come from, and all of the payload where `wanted` cells are all.
 * steps: one more than `count` are written; count: 0 where they are too many
 */
static int cnj_read_steps(const cnj_table *t, uint32_t number, const uint8_t *bytes, size_t length, const uint8_t *end, uint32_t wanted,
                          cnj_kept_step steps[CNJ_MOST_STEPS + 1], uint32_t *count) {
  const uint32_t cells = cnj_cells_of(t, number), known = t->list_length[number >= t->blocks_per_side];
  uint64_t at = 0;
  uint32_t done = 0, n = 0;
  *count = 0;
  if (cells > CNJ_MOST_CELLS) return CANJU_OK;
  while (done < wanted) {
    cnj_outcome_step step;
    const uint32_t used = cnj_next_step(t->copies, cnj_bits(bytes, end, at), done, cells, known, &step);
    at += used;
    if (used == 0 || at > 8 * (uint64_t)length) return CANJU_DAMAGED;
    if (n == CNJ_MOST_STEPS) return CANJU_OK;
    steps[n].start = done;
    steps[n++].source = 32 * step.distance + (uint32_t)(step.cell + 1);
    done += step.count + (step.cell >= 0);
  }
  if (wanted == cells && !cnj_ends(bytes, length, at)) return CANJU_DAMAGED;
  steps[n].start = done;
  steps[n].source = 0;
  *count = n;
  return CANJU_OK;
}

/*
 * The code of a cell, which is gone back to from copy to copy.
 * first: of every 64 cells, the step that has the first of them; NULL: it is looked for
 */
static uint32_t cnj_copied_cell(const cnj_kept_step *steps, uint32_t count, const uint16_t *first, uint32_t cell) {
  for (;;) {
    const cnj_kept_step *step = steps;
    uint32_t distance, from;
    if (first != NULL) {
      step += first[cell / 64];
      while (step[1].start <= cell) step++;
    } else {
      while (count > 1) {
        const uint32_t half = count / 2;
        step = step[half].start <= cell ? step + half : step;
        count -= half;
      }
    }
    if (cell + 1 == step[1].start && step->source % 32 > 0) return step->source % 32 - 1;
    distance = step->source / 32;
    from = cell - step->start;
    if (from >= distance) from %= distance;
    cell = step->start - distance + from;
    count = (uint32_t)(step - steps);
  }
}

/* Keeps steps of a block. */
static int cnj_keep_steps(const cnj_kept_step *steps, uint32_t count, uint32_t cells, uint8_t **codes, uint32_t *size) {
  const uint32_t of_steps = (count + 1) * (uint32_t)sizeof *steps;
  uint16_t *first;
  uint32_t cell, step = 0;
  *size = (uint32_t)sizeof(cnj_outcomes) + of_steps + (cells + 63) / 64 * 2;
  *codes = (uint8_t *)malloc(*size);
  if (*codes == NULL) return CANJU_MEMORY;
  ((cnj_outcomes *)(void *)*codes)->steps = count;
  memcpy(*codes + sizeof(cnj_outcomes), steps, of_steps);
  first = (uint16_t *)(void *)(*codes + sizeof(cnj_outcomes) + of_steps);
  for (cell = 0; cell < cells; cell += 64) {
    while (steps[step + 1].start <= cell) step++;
    *first++ = (uint16_t)step;
  }
  return CANJU_OK;
}

/* Decodes the payload of a block of outcomes: to steps, or to cells where these are wanted or take less. `readable`: how many bytes may be read, at least `length`. */
static int cnj_decode_outcomes(const cnj_table *t, uint32_t number, int wants_cells, const uint8_t *payload, size_t length, size_t readable,
                               uint8_t **codes, uint32_t *size) {
  const uint32_t cells = cnj_cells_of(t, number), known = t->list_length[number >= t->blocks_per_side];
  uint64_t *words;
  uint32_t i;
  if (!wants_cells && length != cells) {
    cnj_kept_step steps[CNJ_MOST_STEPS + 1];
    uint32_t count;
    const int error = cnj_read_steps(t, number, payload, length, payload + readable, cells, steps, &count);
    if (error != CANJU_OK) return error;
    if (count > 0 && count <= cells / (CNJ_MOST_CELLS / CNJ_MOST_STEPS)) return cnj_keep_steps(steps, count, cells, codes, size);
  }
  *size = cnj_decoded_bytes(t, number);
  *codes = (uint8_t *)calloc(*size, 1);
  if (*codes == NULL) return CANJU_MEMORY;
  words = (uint64_t *)(void *)(*codes + sizeof(cnj_outcomes));
  if (length != cells) return cnj_decode_steps(t, payload, length, payload + readable, words, cells, known);
  for (i = 0; i < cells; i++) {
    if (payload[i] >= known) return CANJU_DAMAGED;
    cnj_set_cell(words, t->planes, i, payload[i]);
  }
  return CANJU_OK;
}

/* Whether a stored block, its checksum in front, is what was written as the block of this number. */
static int cnj_is_sound(const canju *c, uint32_t number, const uint8_t *bytes, size_t length) {
  const uint8_t number_bytes[4] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16), (uint8_t)(number >> 24)};
  return cnj_crc(&c->constants, cnj_crc(&c->constants, 0, number_bytes, 4), bytes + 4, length - 4) == cnj_u32(bytes);
}

/* Decodes a block of values into memory of `size` bytes. */
static int cnj_decode_values(canju *c, const cnj_table *t, uint32_t number, const uint8_t *payload, size_t length, uint8_t *codes, uint32_t size) {
  const int side = number >= t->blocks_per_side;
  const uint32_t known = t->list_length[side] + (t->derived == side ? 1u : 0u);
  int error = CANJU_OK;
  if (length == size) {
    memcpy(codes, payload, length);
  } else if (t->codec == 0 || (t->codec == 1 && !cnj_is_frame(payload, length))) {
    error = CANJU_DAMAGED;
  } else {
    error = c->options.decode == NULL ? CANJU_CODEC : c->options.decode(c->options.context, t->codec, codes, size, payload, length);
  }
  if (error == CANJU_OK && cnj_highest_code(codes, size, t->bytes_per_code) >= known) error = CANJU_DAMAGED;
  return error;
}

/* Decodes a block into new memory, of outcomes to cells or to what takes least, and checks all its codes. */
static int cnj_decode_block(canju *c, cnj_table *t, uint32_t number, int wants_cells, uint8_t **codes, uint32_t *size) {
  const cnj_block *block = &t->blocks[number];
  const uint8_t *bytes;
  uint8_t *scratch;
  int error;
  *codes = NULL;
  if (block->fill < 0) {
    error = cnj_read(c, &t->file, block->offset, block->length, &bytes, &scratch);
    if (error != CANJU_OK) return error;
    if (!cnj_is_sound(c, number, bytes, block->length)) {
      error = CANJU_DAMAGED;
    } else if (t->is_outcomes) {
      const size_t length = block->length - 4, readable = scratch != NULL ? length : (size_t)(t->file.size - block->offset - 4);
      error = cnj_decode_outcomes(t, number, wants_cells, bytes + 4, length, readable, codes, size);
    } else {
      *size = cnj_decoded_bytes(t, number);
      *codes = (uint8_t *)malloc(*size);
      error = *codes == NULL ? CANJU_MEMORY : cnj_decode_values(c, t, number, bytes + 4, block->length - 4, *codes, *size);
    }
    free(scratch);
  } else { /* only where it is to be resolved */
    *size = cnj_decoded_bytes(t, number);
    *codes = (uint8_t *)malloc(*size);
    if (*codes == NULL) return CANJU_MEMORY;
    memset(*codes, block->fill & 255, *size / t->bytes_per_code);
    if (t->bytes_per_code == 2) memset(*codes + *size / 2, block->fill >> 8, *size / 2);
    error = CANJU_OK;
  }
  if (error != CANJU_OK) {
    free(*codes);
    *codes = NULL;
  }
  return error;
}

/* The bytes that decoded blocks may take. The lock `caching` is held. */
static size_t cnj_room(const canju *c) {
  const size_t half = c->options.cache_bytes / 2;
  return c->options.cache_bytes - (c->known_bytes < half ? c->known_bytes : half);
}

/* Frees blocks until there is room. The lock `caching` is held. */
static void cnj_make_room(canju *c, size_t bytes) {
  size_t tries = 2 * c->ring_count;
  for (; tries > 0 && c->ring_count > 0 && c->cached_bytes + bytes > cnj_room(c); tries--) {
    cnj_block *block;
    if (c->hand >= c->ring_count) c->hand = 0;
    block = c->ring[c->hand];
    if (cnj_get(&block->used) != 0) {
      cnj_publish(&block->used, 0);
      c->hand++;
    } else if (cnj_swap(&block->state, CNJ_READY, 0)) {
      free(block->codes);
      block->codes = NULL;
      cnj_publish(&block->asked, 0);
      c->cached_bytes -= block->size;
      c->ring[c->hand] = c->ring[--c->ring_count];
    } else {
      c->hand++;
    }
  }
}

/* Whether a block is there; if so it stays until cnj_release. */
static int cnj_take(cnj_block *block) {
  int32_t state;
  while (((state = cnj_get(&block->state)) & CNJ_READY) != 0) {
    if (!cnj_swap(&block->state, state, state + 1)) continue;
    if (cnj_get(&block->used) == 0) cnj_publish(&block->used, 1);
    return 1;
  }
  return 0;
}

static void cnj_release(cnj_block *block) { cnj_add(&block->state, -1); }

/* Takes a block, decoding it where it is not there. */
static int cnj_hold(canju *c, cnj_table *t, uint32_t number, unsigned flags) {
  cnj_block *block = &t->blocks[number];
  uint8_t *codes;
  uint32_t size = 0;
  int error;
  if (cnj_take(block)) return CANJU_OK;
  if ((flags & CANJU_CACHED_ONLY) != 0) return CANJU_NOT_CACHED;
  error = cnj_decode_block(c, t, number, 0, &codes, &size);
  if (error != CANJU_OK) return error;
  if (t->given != NULL && (number >= t->blocks_per_side) == t->derived) {
    error = cnj_resolve(c, t, number, codes);
    if (error != CANJU_OK) {
      free(codes);
      return error;
    }
  }
  CNJ_LOCK(&c->caching);
  if (!cnj_take(block)) { /* no other thread was quicker */
    cnj_make_room(c, size);
    if (c->ring_count == c->ring_room) {
      const size_t room = c->ring_room == 0 ? 64 : 2 * c->ring_room;
      cnj_block **ring = (cnj_block **)realloc(c->ring, room * sizeof *ring);
      if (ring == NULL) {
        CNJ_UNLOCK(&c->caching);
        free(codes);
        return CANJU_MEMORY;
      }
      c->ring = ring;
      c->ring_room = room;
    }
    c->ring[c->ring_count++] = block;
    c->cached_bytes += size;
    block->size = size;
    block->codes = codes;
    codes = NULL;
    cnj_publish(&block->used, 1);
    cnj_publish(&block->state, CNJ_READY + 1);
  }
  CNJ_UNLOCK(&c->caching);
  free(codes);
  return CANJU_OK;
}

/* Whether a block has codes of its own: it is stored, or of differences that are to be resolved. */
static int cnj_is_decoded(const cnj_table *t, uint32_t number) {
  const int32_t fill = t->blocks[number].fill;
  return fill < 0 || (fill == 0 && (number >= t->blocks_per_side) == t->derived && t->given != NULL);
}

/* The number of the block that has a place of a side. */
static uint32_t cnj_block_of(const cnj_table *t, int side, uint64_t place) {
  return (uint32_t)(place >> t->shift) + (side == 0 ? 0 : t->blocks_per_side);
}

/* Decodes a block of steps, which is held, to cells, if there is room, and nobody else holds it. */
static void cnj_decode_to_cells(canju *c, cnj_table *t, uint32_t number) {
  cnj_block *block = &t->blocks[number];
  uint8_t *codes = NULL;
  uint32_t size = cnj_decoded_bytes(t, number);
  int has_room;
  CNJ_LOCK(&c->caching);
  has_room = c->cached_bytes + size <= cnj_room(c);
  CNJ_UNLOCK(&c->caching);
  if (!has_room || cnj_decode_block(c, t, number, 1, &codes, &size) != CANJU_OK) return;
  CNJ_LOCK(&c->caching);
  if (c->cached_bytes + size - block->size <= cnj_room(c) && cnj_swap(&block->state, CNJ_READY + 1, 0)) {
    uint8_t *steps = block->codes;
    c->cached_bytes += size - block->size;
    block->size = size;
    block->codes = codes;
    codes = steps;
    cnj_publish(&block->state, CNJ_READY + 1);
  }
  CNJ_UNLOCK(&c->caching);
  free(codes);
}

/* The code of a cell of a block of outcomes, as the file has it. CANJU_NOT_CACHED: it is to be decoded first. */
static int cnj_code_in_file(canju *c, cnj_table *t, uint32_t number, uint32_t cell, uint32_t *code) {
  const cnj_block *block = &t->blocks[number];
  const size_t length = block->length - 4;
  const uint8_t *bytes;
  uint8_t *scratch;
  cnj_kept_step steps[CNJ_MOST_STEPS + 1];
  uint32_t count = 0;
  int error = length == cnj_cells_of(t, number) ? CANJU_NOT_CACHED : cnj_read(c, &t->file, block->offset, block->length, &bytes, &scratch);
  if (error != CANJU_OK) return error;
  if (cnj_is_sound(c, number, bytes, block->length)) {
    const size_t readable = scratch != NULL ? length : (size_t)(t->file.size - block->offset - 4);
    error = cnj_read_steps(t, number, bytes + 4, length, bytes + 4 + readable, cell + 1, steps, &count);
  } else {
    error = CANJU_DAMAGED;
  }
  free(scratch);
  if (error == CANJU_OK && count == 0) error = CANJU_NOT_CACHED;
  if (error == CANJU_OK) *code = cnj_copied_cell(steps, count, NULL, cell);
  return error;
}

/* The code that a table of outcomes has at a place of a side. */
static int cnj_outcome_code(canju *c, cnj_table *t, int side, uint64_t place, unsigned flags, uint32_t *code) {
  const uint32_t number = cnj_block_of(t, side, place), cell = (uint32_t)place & (t->cells_per_block - 1);
  const cnj_outcomes *outcomes;
  cnj_block *block;
  int32_t asked;
  int error;
  if (place >= t->cells) return CANJU_ILLEGAL;
  block = &t->blocks[number];
  if (block->fill >= 0) {
    *code = (uint32_t)block->fill;
    return CANJU_OK;
  }
  asked = cnj_get(&block->asked);
  if (asked == 0 && (cnj_get(&block->state) & CNJ_READY) == 0 && (flags & CANJU_CACHED_ONLY) == 0) {
    cnj_publish(&block->asked, 1);
    error = cnj_code_in_file(c, t, number, cell, code);
    if (error != CANJU_NOT_CACHED) return error;
  }
  error = cnj_hold(c, t, number, flags);
  if (error != CANJU_OK) return error;
  outcomes = (const cnj_outcomes *)(const void *)block->codes;
  if (outcomes->steps == 0) {
    *code = cnj_cell((const uint64_t *)(const void *)(outcomes + 1), t->planes, cell);
  } else {
    const cnj_kept_step *steps = (const cnj_kept_step *)(const void *)(outcomes + 1);
    *code = cnj_copied_cell(steps, outcomes->steps, (const uint16_t *)(const void *)(steps + outcomes->steps + 1), cell);
    cnj_publish(&block->asked, asked < CNJ_OFTEN ? asked + 1 : 1);
    if (asked == CNJ_OFTEN && (flags & CANJU_CACHED_ONLY) == 0) cnj_decode_to_cells(c, t, number);
  }
  cnj_release(block);
  return CANJU_OK;
}

/* The code that the file has at a place of a side; in a resolved block 1 + code, or 0. */
static int cnj_code_at(cnj_reader *reader, int side, uint64_t place, uint32_t *code) {
  cnj_table *t = reader->t;
  const uint32_t number = cnj_block_of(t, side, place), i = (uint32_t)place & (t->cells_per_block - 1);
  cnj_block *block;
  uint32_t at;
  if (place >= t->cells) return CANJU_ILLEGAL;
  block = &t->blocks[number];
  if (!cnj_is_decoded(t, number)) {
    *code = (uint32_t)block->fill;
    return CANJU_OK;
  }
  if (reader->is_held != NULL) {
    if (!reader->is_held[number]) {
      const int error = cnj_hold(reader->c, t, number, reader->flags);
      if (error != CANJU_OK) return error;
      reader->is_held[number] = 1;
    }
  } else {
    for (at = reader->count; at > 0 && reader->held[at - 1] != number;) at--;
    if (at == 0) {
      const int error = cnj_hold(reader->c, t, number, reader->flags);
      if (error != CANJU_OK) return error;
      reader->held[reader->count++] = number;
    }
  }
  *code = block->codes[i];
  if (t->bytes_per_code == 2) *code |= (uint32_t)block->codes[block->size / 2 + i] << 8;
  return CANJU_OK;
}

static void cnj_release_all(cnj_reader *reader) {
  while (reader->count > 0) cnj_release(&reader->t->blocks[reader->held[--reader->count]]);
}

/* --- Values ---------------------------------------------------------------------------------------------------------- */

#define CNJ_NOWHERE UINT64_MAX

/* The place of the attacking men with these formations, or CNJ_NOWHERE. */
static uint64_t cnj_place(const cnj_table *t, const uint8_t *attacking, int red, int black) {
  const cnj_placements *ps = t->placements;
  const cnj_placement *placement;
  uint8_t outer[CNJ_MOST_OUTER + 1] = {0};
  int inner = 0, i, key, greatest = -1, square = 0;
  int32_t p, mirror;
  if (red < 0 || black < 0) return CNJ_NOWHERE;
  if (t->attacking_count > 0) {
    for (i = 0; i < t->twins; i++) {
      const int middle = cnj_file_of(attacking[i]) - 4;
      key = cnj_rank_of(attacking[i]) * 9 + (middle < 0 ? -middle : middle);
      if (key <= greatest) continue;
      greatest = key;
      inner = i;
    }
    memcpy(outer, attacking, CNJ_MOST_OUTER + 1);
    square = outer[inner];
    outer[inner] = outer[0];
  }
  p = ps->numbers[cnj_code(ps, outer + 1)];
  if (p < 0) return CNJ_NOWHERE;
  placement = &ps->all[p];
  mirror = placement->mirror;
  if (!t->by_placement) {
    const int other = t->red->mirror[red];
    if (other < red || (other == red && mirror < p)) {
      square = t->attacking_count > 0 ? cnj_mirror(square) : 0;
      red = other;
      black = t->black->mirror[black];
      p = mirror;
      placement = &ps->all[p];
    }
    {
      const int own = t->red->mirror[red] == red;
      const uint64_t block = t->first_block[red] + (own ? (uint64_t)placement->before + placement->own_before : (uint64_t)p);
      return (block * (uint64_t)t->width + (uint64_t)square) * (uint64_t)t->black->count + (uint64_t)black;
    }
  }
  if (mirror < p || (mirror == p && t->red->mirror[red] < red)) {
    square = t->attacking_count > 0 ? cnj_mirror(square) : 0;
    red = t->red->mirror[red];
    black = t->black->mirror[black];
    placement = &ps->all[mirror];
  }
  {
    const uint64_t formations = (uint64_t)(mirror == p ? t->red->half_count : t->red->count);
    const uint64_t before = (uint64_t)placement->before * (uint64_t)t->red->count +
                            (uint64_t)placement->own_before * (uint64_t)t->red->half_count;
    const uint64_t number = (uint64_t)(mirror == p ? t->red->place_in_half[red] : red);
    return (before * (uint64_t)t->width + (uint64_t)square * formations + number) * (uint64_t)t->black->count + (uint64_t)black;
  }
}

/* The number of a side's formation: of its king, advisors and elephants in this order. */
static int cnj_formation_of(const canju *c, const cnj_table *t, int side, const uint8_t *squares) {
  const int advisors = t->defenders[side][0], elephants = t->defenders[side][1];
  return cnj_formation(&c->constants, side == 0 ? t->red : t->black, squares[0], squares + 1, advisors, squares + 1 + advisors, elephants);
}

/* Lists a side's men: attacking men first, then the formation. Returns their number, and where the formation starts. */
static int cnj_list_side(const cnj_table *t, const cnj_men *men, int side, uint8_t squares[16], uint8_t which[16], int *formation) {
  const int defenders = 1 + t->defenders[side][0] + t->defenders[side][1];
  int i, count = 0;
  for (i = 0; i < t->attacking_count; i++) {
    if ((t->attacking[i] >= CANJU_BLACK) != side) continue;
    which[count] = (uint8_t)i;
    squares[count++] = men->attacking[i];
  }
  *formation = count;
  for (i = 0; i < defenders; i++) squares[count++] = men->formation[side][i];
  return count;
}

/*
 * The least code that quiet moves lead to, the length of the list where there are none.
 * men: of the derived side to move; changed and restored
 */
static int cnj_least(cnj_reader *reader, cnj_men *men, uint32_t *least) {
  const cnj_table *t = reader->t;
  const int side = !men->red_to_move;
  uint8_t own[16], enemy[16], which[16], of_enemy[16], squares[CNJ_MOST_OUTER + 1];
  cnj_step steps[CANJU_MOVES];
  cnj_mover mover;
  int formation, ignored, i;
  mover.board = men->board;
  mover.own = own;
  mover.enemy = enemy;
  mover.own_count = cnj_list_side(t, men, side, own, which, &formation);
  mover.enemy_count = cnj_list_side(t, men, 1 - side, enemy, of_enemy, &ignored);
  mover.king = men->formation[side][0];
  mover.quiet_only = 1;
  mover.steps = steps;
  cnj_generate(&mover);
  *least = t->list_length[1 - side];
  for (i = 0; i < mover.count; i++) {
    const cnj_step step = steps[i];
    uint64_t place;
    uint32_t code;
    int error;
    if (step.man < formation) {
      memcpy(squares, men->attacking, sizeof squares);
      squares[which[step.man]] = step.to;
      place = cnj_place(t, squares, men->number[0], men->number[1]);
    } else {
      uint8_t changed[5];
      int number;
      memcpy(changed, men->formation[side], sizeof changed);
      changed[step.man - formation] = step.to;
      number = cnj_formation_of(reader->c, t, side, changed);
      place = cnj_place(t, men->attacking, side == 0 ? number : men->number[0], side == 0 ? men->number[1] : number);
    }
    error = cnj_code_at(reader, 1 - side, place, &code);
    if (error != CANJU_OK) return error;
    if (code < *least) *least = code;
  }
  return CANJU_OK;
}

/* Puts men on their board. */
static void cnj_set_board(const cnj_table *t, cnj_men *men) {
  int side, i;
  memset(men->board, 0, sizeof men->board);
  for (i = 0; i < t->attacking_count; i++) men->board[men->attacking[i]] = t->attacking[i];
  for (side = 0; side < 2; side++) {
    const int advisors = t->defenders[side][0], elephants = t->defenders[side][1];
    for (i = 0; i <= advisors + elephants; i++) {
      men->board[men->formation[side][i]] = (uint8_t)(8 * side + (i == 0 ? CANJU_K : i <= advisors ? CANJU_A : CANJU_B));
    }
  }
}

/* The value of a position, as files write it. */
static int cnj_value_of(cnj_reader *reader, cnj_men *men, uint32_t *value) {
  cnj_table *t = reader->t;
  const int side = !men->red_to_move;
  const uint64_t place = cnj_place(t, men->attacking, men->number[0], men->number[1]);
  uint32_t code, least;
  int error = cnj_code_at(reader, side, place, &code);
  if (error != CANJU_OK) return error;
  if (t->derived != side) {
    *value = t->list[side][code];
    return CANJU_OK;
  }
  if (code > 0) {
    *value = t->list[side][code - 1];
    return CANJU_OK;
  }
  if (t->given != NULL) return CANJU_ILLEGAL; /* resolved, and no legal position */
  cnj_set_board(t, men);
  error = cnj_least(reader, men, &least);
  if (error != CANJU_OK) return error;
  if (least == t->list_length[1 - side]) {
    *value = 1;
  } else {
    *value = cnj_before(t->list[1 - side][least]);
  }
  return CANJU_OK;
}

/* Whether attacking men can stand together like this. */
static int cnj_stand(const cnj_table *t, const uint8_t *squares) {
  int i, j;
  for (i = 0; i < t->attacking_count; i++) {
    const int piece = t->attacking[i], is_black = piece >= CANJU_BLACK;
    if (!cnj_can_stand(piece, squares[i])) return 0;
    if ((piece & 7) == CANJU_P && cnj_own_rank(is_black, squares[i]) < t->from.of[is_black][0]) return 0;
    for (j = 0; j < i; j++) {
      if (squares[i] == squares[j]) return 0;
      if (t->attacking[j] == piece && (piece & 7) == CANJU_P && cnj_is_home(piece, squares[i]) &&
          cnj_is_home(piece, squares[j]) && cnj_file_of(squares[i]) == cnj_file_of(squares[j])) {
        return 0;
      }
    }
  }
  /* Of twins the inner man has the greatest key: the index gives no other cell. */
  for (i = 1; i < t->twins; i++) {
    const int a = cnj_file_of(squares[0]) - 4, b = cnj_file_of(squares[i]) - 4;
    if (cnj_rank_of(squares[0]) * 9 + (a < 0 ? -a : a) < cnj_rank_of(squares[i]) * 9 + (b < 0 ? -b : b)) return 0;
  }
  return 1;
}

/* Puts a formation on the board. Returns whether all its squares were free. */
static int cnj_put(cnj_men *men, int side, const cnj_class *of, int number, int advisors, int elephants) {
  int i, free_squares = 1;
  for (i = 0; i <= advisors + elephants; i++) {
    const int square = side == 0 ? of->squares[number][i] : cnj_flip(of->squares[number][i]);
    const int role = i == 0 ? CANJU_K : i <= advisors ? CANJU_A : CANJU_B;
    men->formation[side][i] = (uint8_t)square;
    if (men->board[square] != 0) free_squares = 0;
    men->board[square] = (uint8_t)(role + 8 * side);
  }
  men->number[side] = number;
  return free_squares;
}

/*
 * The code of a cell of the derived side, 0 where it is no legal position.
 * board: with the attacking men alone
 */
static int cnj_resolve_cell(cnj_reader *reader, cnj_men *men, const uint8_t *board, int red, int black, uint32_t *code) {
  const cnj_table *t = reader->t;
  const int side = t->derived;
  uint8_t own[16], ignored[16];
  uint32_t least;
  int formation, count, error;
  memcpy(men->board, board, CANJU_SQUARES);
  if (!cnj_put(men, 0, t->red, red, t->defenders[0][0], t->defenders[0][1]) ||
      !cnj_put(men, 1, t->black, black, t->defenders[1][0], t->defenders[1][1])) {
    *code = 0;
    return CANJU_OK;
  }
  count = cnj_list_side(t, men, side, own, ignored, &formation);
  if (cnj_exposed(men->board, own, count, -1, men->formation[1 - side][0])) {
    *code = 0;
    return CANJU_OK;
  }
  if (*code > 0) return CANJU_OK;
  error = cnj_least(reader, men, &least);
  if (error != CANJU_OK) return error;
  *code = t->given[least];
  return *code > 0 ? CANJU_OK : CANJU_DAMAGED;
}

/* The placement that has a place: those without any have the beginning of the next. */
static int32_t cnj_placement_at(const cnj_table *t, uint64_t place) {
  const cnj_placements *ps = t->placements;
  const uint64_t row = place / ((uint64_t)t->width * (uint64_t)t->black->count);
  int32_t low = 0, high = ps->count - 1;
  while (low < high) {
    const int32_t middle = low + (high - low + 1) / 2;
    const cnj_placement *placement = &ps->all[middle];
    const uint64_t before = (uint64_t)placement->before * (uint64_t)t->red->count +
                            (uint64_t)placement->own_before * (uint64_t)t->red->half_count;
    if (before <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/* Turns the differences of a block into 1 + code for each legal position and 0 elsewhere. */
static int cnj_resolve(canju *c, cnj_table *t, uint32_t number, uint8_t *codes) {
  const uint32_t block = number % t->blocks_per_side, cells = cnj_cells_of(t, number);
  const uint32_t blacks = (uint32_t)t->black->count;
  const uint64_t first = (uint64_t)block * t->cells_per_block;
  uint8_t board[CANJU_SQUARES];
  cnj_reader reader;
  cnj_men men;
  uint32_t done = 0, i;
  int error = CANJU_OK;
  memset(&reader, 0, sizeof reader);
  memset(&men, 0, sizeof men);
  reader.c = c;
  reader.t = t;
  reader.is_held = (uint8_t *)calloc(2 * (size_t)t->blocks_per_side, 1);
  if (reader.is_held == NULL) return CANJU_MEMORY;
  men.red_to_move = t->derived == 0;
  while (done < cells && error == CANJU_OK) { /* a row: one red formation */
    const int32_t p = cnj_placement_at(t, first + done);
    const cnj_placement *placement = &t->placements->all[p];
    const int own = placement->mirror == p;
    const uint64_t before = (uint64_t)placement->before * (uint64_t)t->red->count +
                            (uint64_t)placement->own_before * (uint64_t)t->red->half_count;
    const uint64_t formations = (uint64_t)(own ? t->red->half_count : t->red->count);
    const uint64_t inside = first + done - before * (uint64_t)t->width * blacks;
    const uint64_t line = inside / blacks;
    const int red = own ? t->red->half[line % formations] : (int)(line % formations);
    uint32_t black = (uint32_t)(inside % blacks);
    int possible;
    men.attacking[0] = (uint8_t)(line / formations);
    memcpy(men.attacking + 1, t->placements->squares + (size_t)p * CNJ_MOST_OUTER, CNJ_MOST_OUTER);
    possible = cnj_stand(t, men.attacking);
    memset(board, 0, sizeof board);
    for (i = 0; i < (uint32_t)t->attacking_count; i++) board[men.attacking[i]] = t->attacking[i];
    for (; black < blacks && done < cells && error == CANJU_OK; black++, done++) {
      uint32_t code = codes[done];
      if (t->bytes_per_code == 2) code |= (uint32_t)codes[cells + done] << 8;
      if (!possible) code = 0;
      else error = cnj_resolve_cell(&reader, &men, board, red, (int)black, &code);
      codes[done] = (uint8_t)code;
      if (t->bytes_per_code == 2) codes[cells + done] = (uint8_t)(code >> 8);
    }
  }
  for (i = 0; i < 2 * t->blocks_per_side; i++) {
    if (reader.is_held[i]) cnj_release(&t->blocks[i]);
  }
  free(reader.is_held);
  if (error == CANJU_OK) { /* the check is over codes side by side */
    uint32_t crc = 0;
    if (t->bytes_per_code == 1) crc = cnj_crc(&c->constants, 0, codes, cells);
    for (i = 0; t->bytes_per_code == 2 && i < cells; i++) {
      const uint8_t both[2] = {codes[i], codes[cells + i]};
      crc = cnj_crc(&c->constants, crc, both, 2);
    }
    if (crc != t->checks[block]) error = CANJU_DAMAGED;
  }
  return error;
}

/* --- Questions ------------------------------------------------------------------------------------------------------- */

static int cnj_is_used(const cnj_slot *slot) { return slot->table != 0 || slot->outcomes != 0 || slot->cones != 0; }

/* The slot of a key, or the free one where it would be. */
static cnj_slot *cnj_find(const canju *c, uint64_t key) {
  uint32_t at = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32);
  for (;; at++) {
    cnj_slot *slot = &c->slots[at & c->slot_mask];
    if (!cnj_is_used(slot) || slot->key == key) return slot;
  }
}

/* Whether a cone holds a position, with the colours exchanged or as they are. */
static int cnj_holds(const cnj_table *t, const cnj_position *position, int swapped) {
  int side;
  for (side = 0; side < 2; side++) {
    const int is_black = side != swapped, piece = CANJU_P + (is_black ? CANJU_BLACK : 0);
    if (!cnj_are_beyond(is_black, position->at[piece], position->count[piece], t->from.of[side])) return 0;
  }
  return 1;
}

/*
 * The table of a kind that has a position: that of the whole endgame, or else the first cone that holds it; what is known to be damaged is
 * passed over for those. NULL: there is none. Where there are cones, tables are opened, unless the flags say CANJU_CACHED_ONLY.
 */
static cnj_table *cnj_table_of(canju *c, const cnj_position *position, int is_outcomes, unsigned flags, int *swapped) {
  const cnj_slot *slot = cnj_find(c, position->key);
  const int is_alike = cnj_swap_key(position->key) == position->key;
  uint32_t number = is_outcomes ? slot->outcomes : slot->table;
  cnj_table *damaged = NULL;
  *swapped = slot->swapped;
  if (number != 0) {
    cnj_table *whole = &c->tables[number - 1];
    if (slot->cones == 0 || cnj_ready(c, whole, flags) != CANJU_DAMAGED) return whole;
    damaged = whole;
  }
  for (number = slot->cones; number != 0; number = c->tables[number - 1].next_cone) {
    cnj_table *t = &c->tables[number - 1];
    const int as_is = cnj_holds(t, position, slot->swapped);
    if (t->is_outcomes != is_outcomes || !(as_is || (is_alike && cnj_holds(t, position, 1)))) continue;
    *swapped = as_is ? slot->swapped : 1;
    if (cnj_ready(c, t, flags) != CANJU_DAMAGED) return t;
    damaged = t;
  }
  return damaged;
}

static canju_value cnj_name_value(const cnj_table *t, uint32_t value) {
  canju_value named;
  const uint32_t decided = cnj_by_default(value) - 1;
  memset(&named, 0, sizeof named);
  named.flags = (uint16_t)(value > 0x7fffffff ? CANJU_DEPENDS : 0);
  if (cnj_by_default(value) == 0) return named;
  named.outcome = (value & 1) != 0 ? -1 : 1;
  named.order = (uint16_t)(decided >> 16);
  named.distance = (uint16_t)(decided & 0xffff);
  named.kind = CANJU_CONVERSION;
  if (t != NULL) named.kind = (named.flags != 0 ? t->dependent_kinds : t->kinds)[named.order];
  return named;
}

/* The attacking men of a position in the colours of a table, and the numbers of its formations. */
static void cnj_number_men(const canju *c, const cnj_table *t, const cnj_position *position, int swapped, uint8_t attacking[CNJ_MOST_OUTER + 1],
                           int number[2]) {
  const int colour = swapped ? CANJU_BLACK : 0;
  int i, side, alike = 0;
  memset(attacking, 0, CNJ_MOST_OUTER + 1);
  for (i = 0; i < t->attacking_count; i++) {
    const int piece = t->attacking[i];
    int square;
    alike = i > 0 && piece == t->attacking[i - 1] ? alike + 1 : 0;
    square = position->at[piece ^ colour][alike];
    attacking[i] = (uint8_t)(swapped ? cnj_flip(square) : square);
  }
  for (side = 0; side < 2; side++) {
    const int own = (8 * side) ^ colour;
    number[side] = cnj_formation(&c->constants, side == 0 ? t->red : t->black, position->at[CANJU_K + own][0], position->at[CANJU_A + own],
                                 t->defenders[side][0], position->at[CANJU_B + own], t->defenders[side][1]);
  }
}

/* Puts the men of a position into the colours of a table. The board is left as it is. */
static void cnj_set_men(const canju *c, const cnj_table *t, const cnj_position *position, int swapped, int red_to_move, cnj_men *men) {
  int i, side, role;
  men->red_to_move = swapped ? !red_to_move : !!red_to_move;
  cnj_number_men(c, t, position, swapped, men->attacking, men->number);
  for (side = 0; side < 2; side++) {
    const int own = (8 * side) ^ (swapped ? CANJU_BLACK : 0);
    uint8_t *formation = men->formation[side];
    int man = 0;
    formation[0] = position->at[CANJU_K + own][0];
    for (role = CANJU_A; role <= CANJU_B; role++) {
      for (i = 0; i < t->defenders[side][role - CANJU_A]; i++) formation[++man] = position->at[role + own][i];
    }
    for (i = 0; swapped && i <= man; i++) formation[i] = (uint8_t)cnj_flip(formation[i]);
  }
}

/* The value that a table, NULL where there is none, gives to a position whose men were listed. */
static int cnj_probe_in(canju *c, cnj_table *t, int swapped, const uint8_t *board, const cnj_position *position, int red_to_move,
                        unsigned flags, uint32_t *value) {
  cnj_reader reader;
  cnj_men men;
  int error;
  *value = 0;
  if ((position->key & CNJ_ATTACKING) == 0) return CANJU_OK; /* neither side can win */
  if (t == NULL) {
    cnj_step steps[CANJU_MOVES];
    if (cnj_legal_steps(board, position, red_to_move, steps) > 0) return CANJU_MISSING;
    *value = 1; /* mated or stalemated, which needs no table */
    return CANJU_OK;
  }
  error = cnj_ready(c, t, flags);
  if (error != CANJU_OK) return error;
  cnj_set_men(c, t, position, swapped, red_to_move, &men);
  reader.c = c;
  reader.t = t;
  reader.flags = flags;
  reader.count = 0;
  reader.is_held = NULL;
  error = cnj_value_of(&reader, &men, value);
  cnj_release_all(&reader);
  return error;
}

/* The value of a position whose men were listed; `*table` is where it stands, NULL where there is none. */
static int cnj_probe_men(canju *c, const uint8_t *board, const cnj_position *position, int red_to_move, unsigned flags,
                         uint32_t *value, cnj_table **table) {
  int swapped;
  *table = cnj_table_of(c, position, 0, flags, &swapped);
  return cnj_probe_in(c, *table, swapped, board, position, red_to_move, flags, value);
}

/* Outcomes by what they are worth: lost, lost by order, drawn, won by order, won. */
enum { CNJ_LOST = 0, CNJ_LOST_BY_ORDER, CNJ_DRAWN, CNJ_WON_BY_ORDER, CNJ_WON };

static int cnj_outcome_of(uint32_t value) {
  const uint32_t by_default = cnj_by_default(value);
  if (by_default == 0) return CNJ_DRAWN;
  if ((by_default & 1) != 0) return by_default > 65536 ? CNJ_LOST_BY_ORDER : CNJ_LOST;
  return by_default > 65536 ? CNJ_WON_BY_ORDER : CNJ_WON;
}

/* Where a position is in a table of outcomes, which is opened. */
static int cnj_find_outcome(canju *c, cnj_table *t, int swapped, const cnj_position *position, int red_to_move, unsigned flags, int *side, uint64_t *place) {
  const int error = cnj_ready(c, t, flags);
  uint8_t attacking[CNJ_MOST_OUTER + 1];
  int number[2];
  if (error != CANJU_OK) return error;
  cnj_number_men(c, t, position, swapped, attacking, number);
  *side = swapped ? !!red_to_move : !red_to_move;
  *place = cnj_place(t, attacking, number[0], number[1]);
  return CANJU_OK;
}

/*
 * The outcome of a position whose men were listed, as a table of values would have it. Goes down by a man with each capture.
 * enough: with an outcome as good as that it ends, though a better one may be there
 */
static int cnj_outcome(canju *c, const uint8_t *board, const cnj_position *position, int red_to_move, unsigned flags, int enough, uint32_t *value) {
  cnj_step steps[CANJU_MOVES];
  uint8_t next[CANJU_SQUARES];
  cnj_position left;
  cnj_table *ignored;
  uint64_t place;
  uint32_t code;
  int error, side, count, i, best, swapped;
  cnj_table *t = cnj_table_of(c, position, 1, flags, &swapped);
  if (t == NULL || (position->key & CNJ_ATTACKING) == 0) return cnj_probe_men(c, board, position, red_to_move, flags, value, &ignored);
  error = cnj_find_outcome(c, t, swapped, position, red_to_move, flags, &side, &place);
  if (error == CANJU_OK) error = cnj_outcome_code(c, t, side, place, flags, &code);
  if (error != CANJU_OK) return error;
  *value = t->list[side][code];
  best = cnj_outcome_of(*value);
  if (best >= enough || c->is_chinese) return CANJU_OK;
  count = cnj_captures(c->constants.takes, board, position, red_to_move, steps);
  if (count > 0) memcpy(next, board, sizeof next);
  for (i = 0; i < count && best < enough; i++) {
    const cnj_step step = steps[i];
    uint32_t after;
    int outcome;
    next[step.to] = board[step.from];
    next[step.from] = 0;
    cnj_take_man(board, position, step, &left);
    /* What the opponent draws is no better than a draw, and what he wins no better than a loss. */
    error = cnj_outcome(c, next, &left, !red_to_move, flags, best >= CNJ_DRAWN ? CNJ_DRAWN : CNJ_WON_BY_ORDER, &after);
    if (error != CANJU_OK) return error;
    next[step.from] = board[step.from];
    next[step.to] = board[step.to];
    outcome = cnj_outcome_of(after);
    outcome = outcome == CNJ_DRAWN ? CNJ_DRAWN : outcome < CNJ_DRAWN ? CNJ_WON : CNJ_LOST;
    if (outcome <= best) continue;
    best = outcome;
    *value = outcome == CNJ_WON ? 2 : 0;
  }
  return CANJU_OK;
}

int canju_probe(canju *c, const uint8_t board[CANJU_SQUARES], int red_to_move, unsigned flags, canju_value *value) {
  cnj_position position;
  cnj_table *table;
  uint32_t found;
  int error;
  if (c == NULL || board == NULL || value == NULL) return CANJU_ARGUMENT;
  error = cnj_read_position(board, &position);
  if (error != CANJU_OK) return error;
  if ((flags & CANJU_TRUSTED) == 0 && cnj_is_impossible(board, &position, red_to_move)) return CANJU_ILLEGAL;
  error = cnj_probe_men(c, board, &position, red_to_move, flags, &found, &table);
  if (error == CANJU_OK) *value = cnj_name_value(table, found);
  return error;
}

int canju_probe_outcome(canju *c, const uint8_t board[CANJU_SQUARES], int red_to_move, unsigned flags, canju_value *value) {
  cnj_position position;
  uint32_t found;
  int error;
  if (c == NULL || board == NULL || value == NULL) return CANJU_ARGUMENT;
  error = cnj_read_position(board, &position);
  if (error != CANJU_OK) return error;
  if ((flags & CANJU_TRUSTED) == 0 && cnj_is_impossible(board, &position, red_to_move)) return CANJU_ILLEGAL;
  error = cnj_outcome(c, board, &position, red_to_move, flags, CNJ_WON, &found);
  if (error != CANJU_OK) return error;
  *value = cnj_name_value(NULL, found);
  value->distance = 0;
  if (value->order > 0) {
    value->order = 1;
    value->kind = 0;
  }
  return CANJU_OK;
}

void canju_prefetch(canju *c, const uint8_t board[CANJU_SQUARES], int red_to_move) {
  cnj_position position;
  cnj_table *t;
  cnj_block *block;
  uint64_t place;
  int side, swapped;
  if (c == NULL || board == NULL || cnj_read_position(board, &position) != CANJU_OK) return;
  t = cnj_table_of(c, &position, 1, 0, &swapped);
  if (t == NULL || (position.key & CNJ_ATTACKING) == 0) return;
  if (cnj_find_outcome(c, t, swapped, &position, red_to_move, 0, &side, &place) != CANJU_OK || place >= t->cells) return;
  block = &t->blocks[cnj_block_of(t, side, place)];
  if (block->fill >= 0 || (cnj_get(&block->state) & CNJ_READY) != 0) return;
  cnj_advise(&t->file, block->offset, block->length);
}

typedef struct cnj_ranked {
  int64_t worth, after;
  canju_move move;
} cnj_ranked;

static int cnj_compare_ranked(const void *a, const void *b) {
  const cnj_ranked *left = (const cnj_ranked *)a, *right = (const cnj_ranked *)b;
  if (left->worth != right->worth) return left->worth > right->worth ? -1 : 1;
  if (left->after != right->after) return left->after < right->after ? -1 : 1;
  if (left->move.from != right->move.from) return left->move.from < right->move.from ? -1 : 1;
  return left->move.to < right->move.to ? -1 : left->move.to > right->move.to;
}

/* What a move makes of the mover's position: a capture that decides is of order 0, and with dtc the winner's ends the count. */
static uint32_t cnj_value_of_move(int is_dtm, int capture, uint32_t after) {
  const uint32_t depends = after & 0x80000000u;
  if (!capture || cnj_by_default(after) == 0) return cnj_before(after);
  if (!is_dtm) return depends + ((after & 1) != 0 ? 2 : 1);
  return depends + ((cnj_by_default(after) - 1) & 0xffff) + 2;
}

int canju_probe_root(canju *c, const uint8_t board[CANJU_SQUARES], int red_to_move, canju_move moves[CANJU_MOVES]) {
  cnj_step steps[CANJU_MOVES];
  cnj_ranked ranked[CANJU_MOVES];
  uint8_t next[CANJU_SQUARES];
  cnj_position position;
  cnj_table *own;
  int count, i, rank = 0, swapped;
  if (c == NULL || board == NULL || moves == NULL) return CANJU_ARGUMENT;
  if (cnj_read_position(board, &position) != CANJU_OK || cnj_is_impossible(board, &position, red_to_move)) return CANJU_ILLEGAL;
  count = cnj_legal_steps(board, &position, red_to_move, steps);
  own = cnj_table_of(c, &position, 0, 0, &swapped); /* for all quiet moves: orders of different cones do not compare */
  for (i = 0; i < count; i++) {
    cnj_table *table = own;
    uint32_t after;
    int error;
    memcpy(next, board, sizeof next);
    next[steps[i].to] = next[steps[i].from];
    next[steps[i].from] = 0;
    error = cnj_read_position(next, &position);
    if (error != CANJU_OK) return error;
    error = steps[i].capture ? cnj_probe_men(c, next, &position, !red_to_move, 0, &after, &table)
                             : cnj_probe_in(c, own, swapped, next, &position, !red_to_move, 0, &after);
    if (error != CANJU_OK) return error;
    memset(&ranked[i].move, 0, sizeof ranked[i].move);
    ranked[i].move.from = steps[i].from;
    ranked[i].move.to = steps[i].to;
    ranked[i].move.capture = steps[i].capture;
    ranked[i].move.after = cnj_name_value(table, after);
    ranked[i].worth = cnj_choice(cnj_value_of_move(c->is_dtm, steps[i].capture, after));
    ranked[i].after = cnj_choice(after);
  }
  qsort(ranked, (size_t)count, sizeof *ranked, cnj_compare_ranked);
  for (i = count; i-- > 0;) {
    if (i + 1 < count && (ranked[i].worth != ranked[i + 1].worth || ranked[i].after != ranked[i + 1].after)) rank++;
    moves[i] = ranked[i].move;
    moves[i].rank = rank;
    moves[i].best = ranked[i].worth == ranked[0].worth;
  }
  return count;
}

int canju_has(canju *c, const uint8_t board[CANJU_SQUARES]) {
  cnj_position position;
  int swapped;
  if (c == NULL || board == NULL || cnj_read_position(board, &position) != CANJU_OK) return 0;
  if ((position.key & CNJ_ATTACKING) == 0) return CANJU_HAS_VALUES | CANJU_HAS_OUTCOMES;
  return (cnj_table_of(c, &position, 0, CANJU_CACHED_ONLY, &swapped) != NULL ? CANJU_HAS_VALUES : 0) |
         (cnj_table_of(c, &position, 1, CANJU_CACHED_ONLY, &swapped) != NULL ? CANJU_HAS_OUTCOMES : 0);
}

int canju_most_men(const canju *c) { return c == NULL ? 0 : c->most_men; }

int canju_count(const canju *c) { return c == NULL ? 0 : (int)c->table_count; }

const char *canju_name(const canju *c, int number) {
  return number < 0 || number >= canju_count(c) ? NULL : c->tables[number].name;
}

/* The number of the table with a name, `table_count` where there is none. */
static uint32_t cnj_number_of(const canju *c, uint64_t key, const cnj_ranks *from, int is_outcomes) {
  uint32_t i = 0;
  for (; i < c->table_count; i++) {
    const cnj_table *t = &c->tables[i];
    if (t->key == key && t->is_outcomes == is_outcomes && memcmp(&t->from, from, sizeof *from) == 0) break;
  }
  return i;
}

/* The open table of an endgame. */
static int cnj_named(canju *c, const char *endgame, cnj_table **t) {
  uint64_t key;
  uint32_t number;
  cnj_ranks from, swapped;
  int is_outcomes;
  if (c == NULL || endgame == NULL) return CANJU_ARGUMENT;
  if (!cnj_parse_name(endgame, cnj_endgame_length(endgame, strlen(endgame), &is_outcomes), &key, &from)) return CANJU_ARGUMENT;
  memcpy(swapped.of[0], from.of[1], sizeof swapped.of[0]);
  memcpy(swapped.of[1], from.of[0], sizeof swapped.of[1]);
  number = cnj_number_of(c, key, &from, is_outcomes);
  if (number == c->table_count) number = cnj_number_of(c, cnj_swap_key(key), &swapped, is_outcomes);
  if (number == c->table_count) return CANJU_MISSING;
  *t = &c->tables[number];
  return cnj_ready(c, *t, 0);
}

int canju_load(canju *c, const char *endgame) {
  cnj_table *t = NULL;
  uint32_t number;
  int error = cnj_named(c, endgame, &t);
  for (number = 0; error == CANJU_OK && number < 2 * t->blocks_per_side; number++) {
    cnj_block *block = &t->blocks[number];
    if (!cnj_is_decoded(t, number) || (cnj_get(&block->state) & CNJ_READY) != 0) continue;
    CNJ_LOCK(&c->caching);
    if (c->cached_bytes + cnj_decoded_bytes(t, number) > cnj_room(c)) error = CANJU_NOT_CACHED;
    CNJ_UNLOCK(&c->caching);
    if (error == CANJU_OK) error = cnj_hold(c, t, number, 0);
    if (error == CANJU_OK) cnj_release(block);
  }
  return error;
}

int canju_info(canju *c, const char *endgame, canju_table_info *info) {
  cnj_table *t = NULL;
  int error;
  if (info == NULL) return CANJU_ARGUMENT;
  error = cnj_named(c, endgame, &t);
  if (error != CANJU_OK) return error;
  memset(info, 0, sizeof *info);
  memcpy(info->endgame, t->name, sizeof t->name);
  info->cells = t->cells;
  info->file_bytes = t->file.size;
  memcpy(info->sha256, t->sha256, 32);
  info->highest_order = t->highest_order;
  info->longest = t->longest;
  return CANJU_OK;
}

const char *canju_strerror(int error) {
  switch (error) {
    case CANJU_MISSING: return "there is no table for these men";
    case CANJU_DAMAGED: return "the table's file is damaged";
    case CANJU_MEMORY: return "out of memory";
    case CANJU_ILLEGAL: return "the position cannot occur in a game";
    case CANJU_NOT_CACHED: return "not decoded yet";
    case CANJU_VERSION: return "the table's file is of a kind that this program does not know";
    case CANJU_CODEC: return "the table is compressed in a way that this program does not know";
    case CANJU_UNREADABLE: return "the table's file cannot be read";
    case CANJU_ARGUMENT: return "a call without what it needs";
    default: return error >= 0 ? "no error" : "unknown error";
  }
}

/* --- Opening --------------------------------------------------------------------------------------------------------- */

static void cnj_free(canju *c) {
  uint32_t i;
  for (i = 0; i < c->table_count; i++) {
    cnj_close_table(&c->tables[i]);
    free(c->tables[i].path);
  }
  while (c->placements != NULL) {
    cnj_placements *next = c->placements->next;
    cnj_free_placements(c->placements);
    c->placements = next;
  }
  CNJ_LOCK_END(&c->opening);
  CNJ_LOCK_END(&c->caching);
  CNJ_LOCK_END(&c->reading);
  free(c->tables);
  free(c->slots);
  free(c->ring);
  free(c->collection);
  free(c);
}

/* One without tables; NULL without memory. */
static canju *cnj_new(const canju_options *options) {
  canju *c = (canju *)calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  CNJ_LOCK_INIT(&c->opening);
  CNJ_LOCK_INIT(&c->caching);
  CNJ_LOCK_INIT(&c->reading);
  cnj_make_constants(&c->constants);
  if (options != NULL) c->options = *options;
  if (c->options.cache_bytes == 0) c->options.cache_bytes = (size_t)64 << 20;
#ifdef CNJ_ZSTD
  if (c->options.decode == NULL) c->options.decode = cnj_unzstd;
#endif
  return c;
}

/* Text of `length` bytes, a separator and more text; NULL without memory. */
static char *cnj_join(const char *first, size_t length, const char *then) {
  char *joined = (char *)malloc(length + strlen(then) + 2);
  if (joined == NULL) return NULL;
  memcpy(joined, first, length);
  joined[length] = '/';
  memcpy(joined + length + 1, then, strlen(then) + 1);
  return joined;
}

/* Adds a file of a collection's folder, unless its name is none or there already. */
static int cnj_add_file(canju *c, const char *folder, const char *file) {
  const size_t length = strlen(file);
  cnj_table *t;
  uint64_t key;
  cnj_ranks from;
  int is_outcomes;
  if (length < 7 || length - 6 >= sizeof t->name || strcmp(file + length - 6, ".canju") != 0) return CANJU_OK;
  if (!cnj_parse_name(file, cnj_endgame_length(file, length - 6, &is_outcomes), &key, &from) || !cnj_is_canonical(key, &from)) return CANJU_OK;
  if (cnj_number_of(c, key, &from, is_outcomes) < c->table_count) return CANJU_OK;
  if (c->table_count == c->table_room) {
    const uint32_t room = c->table_room == 0 ? 64 : 2 * c->table_room;
    cnj_table *tables = (cnj_table *)realloc(c->tables, room * sizeof *tables);
    if (tables == NULL) return CANJU_MEMORY;
    c->tables = tables;
    c->table_room = room;
  }
  t = &c->tables[c->table_count];
  memset(t, 0, sizeof *t);
  memcpy(t->name, file, length - 6);
  t->key = key;
  t->from = from;
  t->is_outcomes = is_outcomes;
  if (cnj_describe(&c->constants, t) != CANJU_OK) return CANJU_OK; /* too large to be numbered here */
  t->path = cnj_join(folder, strlen(folder), file);
  if (t->path == NULL) return CANJU_MEMORY;
  if (t->men > c->most_men) c->most_men = t->men;
  c->table_count++;
  return CANJU_OK;
}

#ifdef _WIN32
static int cnj_add_folder(canju *c, const char *folder) {
  char *pattern = cnj_join(folder, strlen(folder), "*.canju");
  WIN32_FIND_DATAA found;
  HANDLE search;
  int error = CANJU_OK;
  if (pattern == NULL) return CANJU_MEMORY;
  search = FindFirstFileA(pattern, &found);
  free(pattern);
  if (search == INVALID_HANDLE_VALUE) return CANJU_OK;
  do error = cnj_add_file(c, folder, found.cFileName);
  while (error == CANJU_OK && FindNextFileA(search, &found));
  FindClose(search);
  return error;
}
#else
static int cnj_add_folder(canju *c, const char *folder) {
  DIR *all = opendir(folder);
  const struct dirent *entry;
  int error = CANJU_OK;
  while (all != NULL && error == CANJU_OK && (entry = readdir(all)) != NULL) error = cnj_add_file(c, folder, entry->d_name);
  if (all != NULL) closedir(all);
  return error;
}
#endif

/* How far on the soldiers of a cone begin: those that hold others come first by it. */
static int cnj_steps_of_cone(const cnj_table *t) {
  int side, i, steps = 0;
  for (side = 0; side < 2; side++) {
    for (i = 0; i < 5; i++) steps += t->from.of[side][i];
  }
  return steps;
}

/* Makes the hash of names. */
static int cnj_hash(canju *c) {
  uint32_t size = 4, i;
  int colours;
  while (size < 4 * c->table_count + 4) size *= 2;
  c->slots = (cnj_slot *)calloc(size, sizeof *c->slots);
  if (c->slots == NULL) return CANJU_MEMORY;
  c->slot_mask = size - 1;
  for (i = 0; i < c->table_count; i++) {
    cnj_table *t = &c->tables[i];
    for (colours = 0; colours < 2; colours++) {
      const uint64_t key = colours == 0 ? t->key : cnj_swap_key(t->key);
      cnj_slot *slot = cnj_find(c, key);
      if (!cnj_is_used(slot)) slot->swapped = colours; /* else the same with the colours exchanged, or another table of these men */
      slot->key = key;
      if (!t->is_cone) {
        *(t->is_outcomes ? &slot->outcomes : &slot->table) = i + 1;
      } else if (colours == 0) {
        uint32_t *place = &slot->cones;
        while (*place != 0 && cnj_steps_of_cone(&c->tables[*place - 1]) < cnj_steps_of_cone(t)) place = &c->tables[*place - 1].next_cone;
        t->next_cone = *place;
        *place = i + 1;
      }
      if (t->is_cone) slot->cones = cnj_find(c, t->key)->cones; /* the same list in both colours */
    }
  }
  return CANJU_OK;
}

int canju_open(canju **tables, const char *folders, const char *collection, const canju_options *options) {
  canju *c;
  int error = CANJU_OK;
  if (tables == NULL) return CANJU_ARGUMENT;
  *tables = NULL;
  if (folders == NULL || collection == NULL || strchr(collection, '/') == NULL) return CANJU_ARGUMENT;
  if (options != NULL && (options->flags & ~CANJU_RESOLVE) != 0) return CANJU_ARGUMENT;
  c = cnj_new(options);
  if (c == NULL) return CANJU_MEMORY;
  c->collection = (char *)malloc(strlen(collection) + 1);
  if (c->collection == NULL) error = CANJU_MEMORY;
  else memcpy(c->collection, collection, strlen(collection) + 1);
  c->is_chinese = strncmp(collection, "chinese/", 8) == 0;
  c->is_dtm = strcmp(strchr(collection, '/'), "/dtm") == 0;
  while (error == CANJU_OK && *folders != '\0') {
    const size_t length = strcspn(folders, ";");
    char *folder = length == 0 ? NULL : cnj_join(folders, length, collection);
    if (folder != NULL) error = cnj_add_folder(c, folder);
    else if (length > 0) error = CANJU_MEMORY;
    free(folder);
    folders += length + (folders[length] == ';');
  }
  if (error == CANJU_OK) error = cnj_hash(c);
  if (error == CANJU_OK) *tables = c;
  else cnj_free(c);
  return error;
}

void canju_close(canju *tables) {
  if (tables != NULL) cnj_free(tables);
}

/* --- Verifying a file ------------------------------------------------------------------------------------------------ */

typedef struct cnj_sha256 {
  uint32_t state[8];
  uint64_t length;
  uint8_t rest[64];
} cnj_sha256;

static uint32_t cnj_rotate(uint32_t word, int by) { return word >> by | word << (32 - by); }

static void cnj_sha256_block(uint32_t *state, const uint8_t *bytes) {
  static const uint32_t K[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
      0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
      0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
      0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
      0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
      0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
  uint32_t w[64], v[8];
  int i;
  for (i = 0; i < 16; i++) {
    w[i] = (uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 | (uint32_t)bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
  }
  for (; i < 64; i++) {
    const uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (cnj_rotate(a, 7) ^ cnj_rotate(a, 18) ^ a >> 3) + w[i - 7] + (cnj_rotate(b, 17) ^ cnj_rotate(b, 19) ^ b >> 10);
  }
  memcpy(v, state, sizeof v);
  for (i = 0; i < 64; i++) {
    const uint32_t e = v[4], a = v[0];
    const uint32_t first = v[7] + (cnj_rotate(e, 6) ^ cnj_rotate(e, 11) ^ cnj_rotate(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + K[i] + w[i];
    const uint32_t second = (cnj_rotate(a, 2) ^ cnj_rotate(a, 13) ^ cnj_rotate(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += first;
    v[0] = first + second;
  }
  for (i = 0; i < 8; i++) state[i] += v[i];
}

static void cnj_sha256_add(cnj_sha256 *sha, const uint8_t *bytes, size_t length) {
  for (; length > 0; length--) {
    sha->rest[sha->length++ % 64] = *bytes++;
    if (sha->length % 64 == 0) cnj_sha256_block(sha->state, sha->rest);
  }
}

static void cnj_sha256_end(cnj_sha256 *sha, uint8_t digest[32]) {
  static const uint8_t FIRST = 0x80, ZERO = 0;
  const uint64_t bits = sha->length * 8;
  int i;
  cnj_sha256_add(sha, &FIRST, 1);
  while (sha->length % 64 != 56) cnj_sha256_add(sha, &ZERO, 1);
  for (i = 7; i >= 0; i--) {
    const uint8_t byte = (uint8_t)(bits >> (8 * i));
    cnj_sha256_add(sha, &byte, 1);
  }
  for (i = 0; i < 32; i++) digest[i] = (uint8_t)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}

/* Adds a part of a file to a digest. */
static int cnj_digest(canju *c, cnj_file *file, cnj_sha256 *sha, uint64_t from, uint64_t to) {
  while (from < to) {
    const size_t length = to - from < CNJ_MOST_BLOCK ? (size_t)(to - from) : CNJ_MOST_BLOCK;
    const uint8_t *bytes;
    uint8_t *scratch;
    const int error = cnj_read(c, file, from, length, &bytes, &scratch);
    if (error == CANJU_OK) cnj_sha256_add(sha, bytes, length);
    free(scratch);
    if (error != CANJU_OK) return error;
    from += length;
  }
  return CANJU_OK;
}

static int cnj_verify(canju *c, cnj_table *t) {
  static const uint32_t START[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const uint8_t *bytes;
  uint8_t digest[32], *scratch;
  cnj_sha256 sha;
  uint32_t number;
  int error = cnj_open_table(c, t);
  if (error != CANJU_OK) return error;
  memset(&sha, 0, sizeof sha);
  memcpy(sha.state, START, sizeof START);
  error = cnj_digest(c, &t->file, &sha, t->data_offset, t->file.size);
  if (error == CANJU_OK) error = cnj_digest(c, &t->file, &sha, 0, 92);
  if (error == CANJU_OK) error = cnj_digest(c, &t->file, &sha, 128, t->data_offset);
  if (error != CANJU_OK) return error;
  cnj_sha256_end(&sha, digest);
  if (memcmp(digest, t->sha256, 32) != 0) return CANJU_DAMAGED;
  error = cnj_read(c, &t->file, t->details_offset, t->details_length, &bytes, &scratch);
  if (error == CANJU_OK && cnj_crc(&c->constants, 0, bytes, t->details_length) != t->details_crc) error = CANJU_DAMAGED;
  free(scratch);
  for (number = 0; error == CANJU_OK && number < 2 * t->blocks_per_side; number++) {
    uint8_t *codes;
    uint32_t size;
    if (t->blocks[number].fill >= 0) continue;
    error = cnj_decode_block(c, t, number, 1, &codes, &size);
    free(codes);
  }
  return error;
}

int canju_verify_file(const char *path, canju_decode decode, void *context) {
  canju_options options;
  canju *c;
  int error = CANJU_MEMORY;
  if (path == NULL) return CANJU_ARGUMENT;
  memset(&options, 0, sizeof options);
  options.decode = decode;
  options.context = context;
  c = cnj_new(&options);
  if (c == NULL) return CANJU_MEMORY;
  c->tables = (cnj_table *)calloc(1, sizeof *c->tables);
  if (c->tables != NULL) {
    c->table_count = 1;
    c->tables->path = (char *)malloc(strlen(path) + 1);
    if (c->tables->path != NULL) {
      memcpy(c->tables->path, path, strlen(path) + 1);
      error = cnj_verify(c, c->tables);
    }
  }
  cnj_free(c);
  return error;
}

#endif /* CANJU_IMPLEMENTATION */
