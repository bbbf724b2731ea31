/* All of include/canju.h as a shared library, and the positions of an endgame one after the other. */
#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define CANJU_IMPLEMENTATION
#include "canju.h"

/* A record as `canju dump --npy` writes it. */
#pragma pack(push, 1)
typedef struct canju_row {
  uint8_t board[CANJU_SQUARES];
  uint8_t red_to_move;
  int8_t outcome;
  uint8_t depends;
  uint16_t order, distance;
} canju_row;
#pragma pack(pop)

/* Whether a man can stand there, by its role and side. */
static int can_stand(int piece, int square) {
  const int home = piece < CANJU_BLACK ? square : (9 - square / 9) * 9 + square % 9;
  const int rank = home / 9, file = home % 9;
  switch (piece & 7) {
    case CANJU_K: return rank < 3 && file >= 3 && file <= 5;
    case CANJU_A: return rank < 3 && file >= 3 && file <= 5 && (rank + file) % 2 == 1;
    case CANJU_B: return rank < 5 && rank % 2 == 0 && file % 2 == 0 && (file + rank) % 4 == 2;
    case CANJU_P: return rank > 4 || (rank > 2 && file % 2 == 0);
    default: return 1;
  }
}

/*
 * Writes the next legal positions with these men and one side to move, of mirror images both, with their values.
 * men, squares: of each man; identical men are neighbours. squares says where to go on: at first 255 for all
 * Returns how many rows were written, fewer than there is room for at the end, or an error.
 */
EXPORT int canju_rows(canju *tables, const uint8_t *men, int count, int red_to_move, uint8_t *squares, canju_row *rows, int room) {
  uint8_t board[CANJU_SQUARES] = {0};
  int man = 0, done = 0;
  while (man < count && squares[man] != 255) { /* as it was left */
    board[squares[man]] = men[man];
    man++;
  }
  if (man == count) man--;
  while (man >= 0) {
    int square = squares[man] == 255 ? (man > 0 && men[man - 1] == men[man] ? squares[man - 1] : -1) : squares[man];
    if (squares[man] != 255) board[squares[man]] = 0;
    for (square++; square < CANJU_SQUARES; square++) {
      if (board[square] == 0 && can_stand(men[man], square)) break;
    }
    if (square == CANJU_SQUARES) {
      squares[man--] = 255;
      continue;
    }
    squares[man] = (uint8_t)square;
    board[square] = men[man];
    if (man < count - 1) {
      man++;
      continue;
    }
    {
      canju_value value;
      const int error = canju_probe(tables, board, red_to_move, 0, &value);
      if (error == CANJU_ILLEGAL) continue;
      if (error != CANJU_OK) return error;
      memcpy(rows[done].board, board, CANJU_SQUARES);
      rows[done].red_to_move = red_to_move != 0;
      rows[done].outcome = value.outcome;
      rows[done].depends = value.flags & 1;
      rows[done].order = value.order;
      rows[done].distance = value.distance;
      if (++done == room) return done;
    }
  }
  return done;
}
