/*
 * An engine that plays Xiangqi by UCI, with the tables of Canju: alpha-beta as small as it can be and still play, and the tables in it. What
 * matters for engines that play better are the parts marked 1 to 4. It finds its moves by canju.h, which spares 200 lines and costs speed.
 *
 *     cc -O2 -I../include engine.c -o engine -lzstd -pthread
 *     printf 'setoption name Tables value tables\nposition fen 3k5/9/4n4/9/9/4p4/9/9/9/4RK3 w\ngo nodes 20000\n' | ./engine
 *
 * Options: Tables, the data folder; Collection; Outcomes and Distances, which of the two the search and the root use; Below, ask only
 * about positions with fewer men than the root's, as if its own table were missing. `go` takes depth, nodes and movetime.
 */
#define _POSIX_C_SOURCE 199309L
#define CANJU_IMPLEMENTATION
#include "canju.h"

#include <time.h>

typedef struct position {
  uint8_t board[CANJU_SQUARES];
  int red_to_move, men;
  uint64_t key;
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
  BOUND = MATE + 1,
  MOST_HISTORY = 1024,
  HASH_ENTRIES = 1 << 18
};

typedef struct entry {
  uint64_t key;
  int16_t score;
  uint16_t move; /* from * 90 + to, 0: none */
  int8_t depth, bound; /* 1: at least, 2: at most, 3: exact */
} entry;

static struct {
  char folder[512], collection[64];
  int outcomes, distances, below;
} options = {"", "asian/dtc", 1, 1, 0};

static canju *tables;
static entry hash[HASH_ENTRIES];
static uint64_t keys[16][CANJU_SQUARES];
static uint64_t history[MOST_HISTORY + MAX_PLY]; /* keys of the game, then of the line that is searched */
static int history_length, root_men, root_outcome;
static int root_is_known; /* the root lies in tables, by which its outcome is `root_outcome` */
static unsigned long nodes, tbhits, most_nodes;
static double deadline;
static int is_stopped, quiet_wins[2][CANJU_SQUARES * CANJU_SQUARES];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void make_keys(void) {
  uint64_t random = 88172645463325252u;
  int piece, square;
  for (piece = 0; piece < 16; piece++) {
    for (square = 0; square < CANJU_SQUARES; square++) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      keys[piece][square] = random;
    }
  }
}

static void set_up(position *at) {
  int square;
  at->men = 0;
  at->key = at->red_to_move ? 0 : keys[0][0];
  for (square = 0; square < CANJU_SQUARES; square++) {
    if (at->board[square] == 0) continue;
    at->men++;
    at->key ^= keys[at->board[square]][square];
  }
}

static position after(const position *at, int from, int to) {
  position next = *at;
  const int piece = at->board[from], taken = at->board[to];
  next.board[to] = (uint8_t)piece;
  next.board[from] = 0;
  next.red_to_move = !at->red_to_move;
  next.key ^= keys[piece][from] ^ keys[piece][to] ^ keys[0][0];
  if (taken != 0) next.key ^= keys[taken][to];
  next.men -= taken != 0;
  return next;
}

/*
 * 1. A value as a score: safe wins first, then those that a rule on repetitions decides, which hold only for who goes on by the table.
 * Both are better the sooner they come, as far as there is room. An outcome is a value without a distance.
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

/*
 * 2. Inside the search, at every node but the root, where the game's own history counts and the best move is wanted. Outcomes are for this: a
 * probe takes microseconds wherever it falls. A block of values may take 0.3 to 4 ms, so near the leaves only what is decoded is asked.
 * Where the root itself is known, a node that keeps its outcome is searched on: among wins the search makes progress by itself, and
 * by no other way where there are no distances. Whatever gives the outcome away is cut off.
 */
static int ask_tables(const position *at, int depth, int ply, int *score) {
  canju_value value;
  int error = CANJU_MISSING;
  if (tables == NULL || at->men > canju_most_men(tables) || (options.below && at->men >= root_men)) return 0;
  if (options.outcomes && (!options.distances || (canju_has(tables, at->board) & CANJU_HAS_OUTCOMES) != 0)) {
    error = canju_probe_outcome(tables, at->board, at->red_to_move, CANJU_TRUSTED, &value);
  }
  if (error != CANJU_OK && options.distances) {
    error = canju_probe(tables, at->board, at->red_to_move, CANJU_TRUSTED | (depth >= 2 ? 0 : CANJU_CACHED_ONLY), &value);
  }
  if (error != CANJU_OK) return 0; /* errors of any kind: search on */
  tbhits++;
  if (root_is_known && root_outcome != 0 && value.outcome == (ply % 2 == 0 ? root_outcome : -root_outcome)) return 0;
  *score = score_of(value, ply);
  return 1;
}

/* Men, and how far on they are: soldiers, and whoever is near the other king. */
static int evaluate(const position *at) {
  static const int WORTH[8] = {0, 1000, 450, 480, 120, 110, 100, 0};
  int kings[2] = {0, 0}, square, score = 0;
  for (square = 0; square < CANJU_SQUARES; square++) {
    if ((at->board[square] & 7) == CANJU_K) kings[at->board[square] >= CANJU_BLACK] = square;
  }
  for (square = 0; square < CANJU_SQUARES; square++) {
    const int piece = at->board[square], black = piece >= CANJU_BLACK, king = kings[!black];
    int worth = WORTH[piece & 7], rank = square / 9;
    if (piece == 0) continue;
    if ((piece & 7) <= CANJU_P) worth += 30 - 2 * (abs(king / 9 - rank) + abs(king % 9 - square % 9));
    if ((piece & 7) == CANJU_P) worth += 6 * ((black ? 9 - rank : rank) - 3);
    score += black ? -worth : worth;
  }
  return at->red_to_move ? score : -score;
}

/* A position of the line, or of the game, that comes again counts as a draw: rules on who may repeat are left to the tables. */
static int is_repeated(uint64_t key) {
  int i;
  for (i = history_length - 3; i >= 0; i -= 2) {
    if (history[i] == key) return 1;
  }
  return 0;
}

/* The likeliest first: the move of the hash, captures of the greatest by the least, then what cut before. */
static void order_moves(const position *at, canju_move *moves, int count, uint16_t first) {
  static const int WORTH[8] = {0, 9, 4, 4, 2, 1, 1, 10};
  int i, j;
  for (i = 0; i < count; i++) {
    const int at_move = moves[i].from * CANJU_SQUARES + moves[i].to;
    moves[i].rank = quiet_wins[at->red_to_move][at_move];
    if (moves[i].capture) moves[i].rank = 1000000 + 100 * WORTH[at->board[moves[i].to] & 7] - WORTH[at->board[moves[i].from] & 7];
    if (first == at_move) moves[i].rank = 2000000;
  }
  for (i = 1; i < count; i++) {
    const canju_move move = moves[i];
    for (j = i; j > 0 && moves[j - 1].rank < move.rank; j--) moves[j] = moves[j - 1];
    moves[j] = move;
  }
}

static int is_over(void) {
  if (!is_stopped && most_nodes > 0 && nodes >= most_nodes) is_stopped = 1;
  if (!is_stopped && (nodes & 255) == 0 && deadline > 0 && now() > deadline) is_stopped = 1;
  return is_stopped;
}

/* Scores of mates and of the tables count from the root; in the hash from the node. */
static int to_hash(int score, int ply) { return score >= TB_WIN_IN_MAX_PLY ? score + ply : score <= -TB_WIN_IN_MAX_PLY ? score - ply : score; }
static int from_hash(int score, int ply) { return score >= TB_WIN_IN_MAX_PLY ? score - ply : score <= -TB_WIN_IN_MAX_PLY ? score + ply : score; }

static int search(const position *at, int depth, int alpha, int beta, int ply) {
  entry *known = &hash[at->key % HASH_ENTRIES];
  const int first_alpha = alpha;
  uint16_t best_move = 0;
  canju_move moves[CANJU_MOVES];
  int i, count, score, best = -BOUND;
  nodes++;
  if (ply >= MAX_PLY - 1) return evaluate(at);
  if (is_repeated(at->key)) return 0;
  if (ask_tables(at, depth, ply, &score)) return score;
  if (known->key == at->key) {
    best_move = known->move;
    score = from_hash(known->score, ply);
    if (known->depth >= depth && (known->bound == 3 || (known->bound == 1 ? score >= beta : score <= alpha))) return score;
  }
  count = canju_legal_moves(at->board, at->red_to_move, moves);
  if (count == 0) return -(MATE - ply); /* mate and stalemate both lose */
  if (depth <= 0) { /* captures alone are searched on */
    best = evaluate(at);
    if (best >= beta) return best;
    if (best > alpha) alpha = best;
  }
  order_moves(at, moves, count, best_move);
  best_move = 0;
  for (i = 0; i < count && alpha < beta && !is_over(); i++) {
    position next;
    if (depth <= 0 && !moves[i].capture) break;
    next = after(at, moves[i].from, moves[i].to);
    history[history_length++] = next.key;
    score = -search(&next, depth - 1, -beta, -alpha, ply + 1);
    history_length--;
    if (is_stopped) return best > -BOUND ? best : 0;
    if (score > best) {
      best = score;
      best_move = (uint16_t)(moves[i].from * CANJU_SQUARES + moves[i].to);
    }
    if (score > alpha) alpha = score;
    if (alpha >= beta && !moves[i].capture) quiet_wins[at->red_to_move][best_move] += depth * depth;
  }
  if (!is_stopped) {
    known->key = at->key;
    known->move = best_move;
    known->score = (int16_t)to_hash(best, ply);
    known->depth = (int8_t)(depth < 0 ? 0 : depth);
    known->bound = (int8_t)(best >= beta ? 1 : best > first_alpha ? 3 : 2);
  }
  return best;
}

static void print_move(canju_move move) {
  printf("%c%d%c%d", 'a' + move.from % 9, move.from / 9, 'a' + move.to % 9, move.to / 9);
}

/*
 * 3. At the root, where the tables know all moves, they choose: by distances, since that alone is sure to make progress. Distances of two endgames do
 * not compare, so a search by scores would rather stay one ply from a capture for ever than make it, as the endgame behind it counts anew
 * (docs/guides/clients.md). And where the value is of an order above 0, only that keeps the win.
 * With outcomes alone the moves that keep the outcome are left, and the search chooses among them.
 * Returns how many moves are left; 1 where it is decided.
 */
static int choose_by_tables(const position *at, canju_move *moves, int count, int *score) {
  canju_value value;
  int i, left = 0;
  root_is_known = 0;
  if (tables == NULL || options.below) return count;
  if (options.distances) {
    canju_move ranked[CANJU_MOVES];
    const int known = canju_probe_root(tables, at->board, at->red_to_move, ranked);
    if (known > 0) {
      tbhits += (unsigned long)known;
      /* Of moves that are as good, one that leads where the game has not been. */
      for (i = 0; i + 1 < known && ranked[i + 1].rank == ranked[0].rank; i++) {
        int repeated;
        history[history_length++] = after(at, ranked[i].from, ranked[i].to).key;
        repeated = is_repeated(history[history_length - 1]);
        history_length--;
        if (!repeated) break;
      }
      moves[0] = ranked[i];
      *score = -score_of(ranked[i].after, 1);
      return 1;
    }
  }
  if (!options.outcomes || canju_probe_outcome(tables, at->board, at->red_to_move, 0, &value) != CANJU_OK) return count;
  for (i = 0; i < count; i++) {
    const position next = after(at, moves[i].from, moves[i].to);
    canju_value then;
    if (canju_probe_outcome(tables, next.board, next.red_to_move, CANJU_TRUSTED, &then) != CANJU_OK) return count;
    if (-then.outcome == value.outcome) moves[left++] = moves[i];
  }
  root_is_known = 1;
  root_outcome = value.outcome;
  return left;
}

static void go(const position *at, int most_depth) {
  canju_move moves[CANJU_MOVES], best;
  int i, depth, score = 0, count = canju_legal_moves(at->board, at->red_to_move, moves);
  nodes = tbhits = 0;
  is_stopped = 0;
  root_men = at->men;
  memset(quiet_wins, 0, sizeof quiet_wins);
  memset(hash, 0, sizeof hash);
  if (count <= 0) {
    printf("bestmove (none)\n");
    return;
  }
  count = choose_by_tables(at, moves, count, &score);
  best = moves[0];
  if (count == 1) printf("info depth 1 score cp %d nodes %lu tbhits %lu\n", score, nodes, tbhits);
  /* 4. Otherwise a search, deeper and deeper, which finds captures into the tables by itself. */
  for (depth = 1; count > 1 && depth <= most_depth && !is_stopped; depth++) {
    int alpha = -BOUND;
    canju_move first = best;
    for (i = 0; i < count && !is_over(); i++) {
      const position next = after(at, moves[i].from, moves[i].to);
      int found;
      history[history_length++] = next.key;
      found = -search(&next, depth - 1, -BOUND, -alpha, 1);
      history_length--;
      if (is_stopped) break;
      if (found <= alpha) continue;
      alpha = found;
      first = moves[i];
    }
    if (alpha == -BOUND) break; /* not one move was searched to its end */
    best = first;
    score = alpha;
    for (i = 0; moves[i].from != best.from || moves[i].to != best.to;) i++;
    for (; i > 0; i--) moves[i] = moves[i - 1];
    moves[0] = best; /* is searched first the next time */
    printf("info depth %d score cp %d nodes %lu tbhits %lu pv ", depth, score, nodes, tbhits);
    print_move(best);
    printf("\n");
    if (score >= MATE_IN_MAX_PLY || score <= -MATE_IN_MAX_PLY) break;
  }
  printf("bestmove ");
  print_move(best);
  printf("\n");
}

static void open_tables(void) {
  canju_options how;
  int error;
  memset(&how, 0, sizeof how);
  how.cache_bytes = (size_t)256 << 20;
  canju_close(tables);
  tables = NULL;
  if (options.folder[0] == '\0') return;
  error = canju_open(&tables, options.folder, options.collection, &how);
  if (error != CANJU_OK) printf("info string no tables: %s\n", canju_strerror(error));
  else printf("info string %d tables, up to %d men\n", canju_count(tables), canju_most_men(tables));
}

static void set_option(const char *text) {
  char name[64] = "", value[512] = "";
  if (sscanf(text, " name %63s value %511[^\n]", name, value) < 1) return;
  if (strcmp(name, "Outcomes") == 0) options.outcomes = strcmp(value, "true") == 0;
  if (strcmp(name, "Distances") == 0) options.distances = strcmp(value, "true") == 0;
  if (strcmp(name, "Below") == 0) options.below = strcmp(value, "true") == 0;
  if (strcmp(name, "Collection") == 0) snprintf(options.collection, sizeof options.collection, "%.63s", value);
  if (strcmp(name, "Tables") == 0) snprintf(options.folder, sizeof options.folder, "%s", value);
  if (strcmp(name, "Tables") == 0 || strcmp(name, "Collection") == 0) open_tables();
}

static void set_position(char *text, position *at) {
  static const char START[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
  char *moves = strstr(text, " moves ");
  const char *fen = strstr(text, "fen ");
  if (moves != NULL) *moves = '\0';
  history_length = 0;
  if (canju_parse_fen(fen == NULL ? START : fen + 4, at->board, &at->red_to_move) != CANJU_OK) {
    printf("info string that is no position\n");
    (void)canju_parse_fen(START, at->board, &at->red_to_move);
  }
  set_up(at);
  history[history_length++] = at->key;
  for (moves = moves == NULL ? NULL : strtok(moves + 7, " \n"); moves != NULL; moves = strtok(NULL, " \n")) {
    const int from = (moves[1] - '0') * 9 + moves[0] - 'a', to = (moves[3] - '0') * 9 + moves[2] - 'a';
    if (strlen(moves) != 4 || from < 0 || from >= CANJU_SQUARES || to < 0 || to >= CANJU_SQUARES || at->board[from] == 0) break;
    if (history_length == MOST_HISTORY || at->board[to] != 0) history_length = 0; /* what was before a capture never comes again */
    *at = after(at, from, to);
    history[history_length++] = at->key;
  }
}

static unsigned long number_after(const char *text, const char *word) {
  const char *found = strstr(text, word);
  return found == NULL ? 0 : strtoul(found + strlen(word), NULL, 10);
}

int main(void) {
  static char line[65536];
  position at;
  char start[] = "startpos";
  setvbuf(stdout, NULL, _IOLBF, 4096);
  make_keys();
  set_position(start, &at);
  while (fgets(line, (int)sizeof line, stdin) != NULL) {
    if (strncmp(line, "quit", 4) == 0) break;
    if (strncmp(line, "ucinewgame", 10) == 0) set_position(start, &at);
    else if (strncmp(line, "uci", 3) == 0) {
      printf("id name Canju example\nid author Canju\noption name Tables type string default\n"
             "option name Collection type string default asian/dtc\noption name Outcomes type check default true\n"
             "option name Distances type check default true\noption name Below type check default false\nuciok\n");
    } else if (strncmp(line, "isready", 7) == 0) printf("readyok\n");
    else if (strncmp(line, "setoption", 9) == 0) set_option(line + 9);
    else if (strncmp(line, "position", 8) == 0) set_position(line + 8, &at);
    else if (strncmp(line, "go", 2) == 0) {
      const unsigned long depth = number_after(line, " depth "), time = number_after(line, " movetime ");
      most_nodes = number_after(line, " nodes ");
      deadline = time > 0 ? now() + (double)time / 1000 : depth + most_nodes > 0 ? 0 : now() + 1; /* a second where nothing is said */
      go(&at, depth > 0 && depth < MAX_PLY ? (int)depth : MAX_PLY - 1);
    }
  }
  canju_close(tables);
  return 0;
}
