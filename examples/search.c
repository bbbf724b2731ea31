/*
 * Where an alpha-beta search asks the tables. The search itself is as small as can be; what matters are the parts marked 1 to 4.
 *
 *     cc -O2 -I../include search.c -o search -lzstd -pthread
 *     ./search tables asian/dtc 4 "3k5/9/4n4/9/9/4p4/9/9/9/4RK3 w"
 */
#define CANJU_IMPLEMENTATION
#include "canju.h"

typedef struct position {
  uint8_t board[CANJU_SQUARES];
  int red_to_move;
} position;

/*
 * Scores as engines of Stockfish's kind have them: a mate found by search is worth MATE - ply, and below all mates there is a band
 * for the tables' wins, in which a transposition table that corrects mates for their ply corrects these as well.
 */
enum {
  MATE = 32000,
  MAX_PLY = 246,
  MATE_IN_MAX_PLY = MATE - MAX_PLY,
  TB_WIN = MATE_IN_MAX_PLY - 1,
  TB_WIN_IN_MAX_PLY = TB_WIN - MAX_PLY,
  WIN_BY_RULE = 20000, /* below that band, above what evaluate() gives */
  BOUND = MATE + 1
};

static canju *tables;
static unsigned long nodes, tbhits;

static position after(const position *at, canju_move move) {
  position next = *at;
  next.board[move.to] = next.board[move.from];
  next.board[move.from] = 0;
  next.red_to_move = !at->red_to_move;
  return next;
}

static int men_of(const position *at) {
  int square, men = 0;
  for (square = 0; square < CANJU_SQUARES; square++) men += at->board[square] != 0;
  return men;
}

/*
 * 1. A value as a score: safe wins first, then those that a rule on repetitions decides, which hold only for who goes on by the table.
 * Both are better the sooner they come, as far as there is room.
 */
static int score_of(canju_value value, int ply) {
  int score = TB_WIN - value.distance - ply;
  if (value.outcome == 0) return 0;
  if (score < TB_WIN_IN_MAX_PLY) score = TB_WIN_IN_MAX_PLY;
  if (value.order > 0) {
    const int order = value.order < 99 ? value.order : 99, distance = value.distance < 99 ? value.distance : 99;
    score = WIN_BY_RULE - 100 * order - distance;
  }
  return value.outcome > 0 ? score : -score;
}

static int evaluate(const position *at) {
  static const int WORTH[8] = {0, 1000, 450, 480, 120, 100, 110, 0};
  int square, score = 0;
  for (square = 0; square < CANJU_SQUARES; square++) {
    const int piece = at->board[square];
    score += piece < CANJU_BLACK ? WORTH[piece & 7] : -WORTH[piece & 7];
  }
  return at->red_to_move ? score : -score;
}

static int search(const position *at, int depth, int alpha, int beta, int ply) {
  canju_move moves[CANJU_MOVES];
  canju_value value;
  int i, count;
  nodes++;
  /*
   * 2. Not at the root, where the game's own history counts and the best move is wanted, but at every other node with
   * few enough men. Where much is left to search a block may be decoded (0.3 to 4 ms); near the leaves, and in
   * a quiescence search, only what is there is asked (0.2 to 2 us).
   */
  if (ply > 0 && men_of(at) <= canju_most_men(tables)) {
    const unsigned flags = CANJU_TRUSTED | (depth >= 2 ? 0 : CANJU_CACHED_ONLY); /* our moves are legal, so positions are */
    if (canju_probe(tables, at->board, at->red_to_move, flags, &value) == CANJU_OK) {
      tbhits++;
      return score_of(value, ply); /* exact: no bound, no deeper search. Errors of any kind: search on */
    }
  }
  count = canju_legal_moves(at->board, at->red_to_move, moves);
  if (count == 0) return -(MATE - ply); /* mate and stalemate both lose */
  if (depth == 0) return evaluate(at);
  for (i = 0; i < count && alpha < beta; i++) {
    const position next = after(at, moves[i]);
    const int score = -search(&next, depth - 1, -beta, -alpha, ply + 1);
    if (score > alpha) alpha = score;
  }
  return alpha;
}

/* The best move, and its score. */
static int choose(const position *at, int depth, canju_move *best) {
  canju_move moves[CANJU_MOVES];
  int i, alpha = -BOUND;
  /*
   * 3. At the root the tables choose, where they know all moves. That alone makes progress to the end: distances of two
   * endgames do not compare, so a search by scores would rather stay one ply from a capture for ever than make it, as the
   * endgame behind it counts anew (docs/guides/clients.md). And where the value is of an order above 0, only that keeps the win.
   * Among moves of the first rank any will do: take one that leads where the game has been least often.
   */
  int count = canju_probe_root(tables, at->board, at->red_to_move, moves);
  if (count > 0) {
    tbhits += (unsigned long)count;
    *best = moves[0];
    return -score_of(moves[0].after, 1);
  }
  /* 4. Otherwise a search, which finds captures into the tables by itself. */
  count = canju_legal_moves(at->board, at->red_to_move, moves);
  for (i = 0; i < count; i++) {
    const position next = after(at, moves[i]);
    const int score = -search(&next, depth - 1, -BOUND, -alpha, 1);
    if (i > 0 && score <= alpha) continue;
    alpha = score;
    *best = moves[i];
  }
  return count == 0 ? -MATE : alpha;
}

int main(int argc, char **argv) {
  canju_options options;
  canju_move best;
  position root;
  int error, score;
  if (argc != 5) {
    fprintf(stderr, "usage: %s <data folder> <collection> <depth> <fen>\n", argv[0]);
    return 2;
  }
  memset(&options, 0, sizeof options);
  options.cache_bytes = (size_t)256 << 20;
  error = canju_open(&tables, argv[1], argv[2], &options);
  if (error == CANJU_OK) error = canju_parse_fen(argv[4], root.board, &root.red_to_move);
  if (error != CANJU_OK) {
    fprintf(stderr, "%s\n", canju_strerror(error));
    canju_close(tables);
    return 1;
  }
  memset(&best, 0, sizeof best);
  score = choose(&root, atoi(argv[3]), &best);
  printf("bestmove %c%d%c%d score %d nodes %lu tbhits %lu\n", 'a' + best.from % 9, best.from / 9, 'a' + best.to % 9, best.to / 9,
         score, nodes, tbhits);
  canju_close(tables);
  return 0;
}
