#!/usr/bin/env python3
"""Checks proof trees of Xiangqi, from docs/spec/proof-tree.md alone.

    check-proof.py FILE...      what each proves; exit status 1 if one is refused, 2 if one cannot be read

Tables at the leaves are named and not looked up: of such a proof the rest is checked. Those that no leaf rests on are named as well.
"""
import re
import sys
import zlib

LINES = ((1, 0), (-1, 0), (0, 1), (0, -1))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class Refused(Exception):
    pass


def demand(holds, reason):
    if not holds:
        raise Refused(reason)


def read(data):
    """The header as a dictionary, with its tables, and the bytes of moves."""
    demand(len(data) <= 2**22, "too large")
    demand(data.startswith(b"canju proof tree 1\n"), "no proof tree of version 1")
    demand(zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little"), "the checksum does not match")
    lines = data.partition(b"\nmoves ")[0].split(b"\n")
    demand(all(len(line.partition(b" ")[2]) <= 200 for line in lines), "a line of the header is too long")
    table = rb"table (?:none|asian|asian-chessdb)/dt[cm]/K[A-Z]*K[A-Z]* [0-9a-f]{64}\n"
    pattern = rb"canju proof tree 1\nrules (none|asian)\nposition ([ -~]+)\nwinner (red|black)\n((?:%s)*)moves (0|[1-9][0-9]{0,8})\n" % table
    found = re.match(pattern, data)
    demand(found, "the header is malformed")
    rules, fen, winner, tables, count = (group.decode() for group in found.groups())
    demand(len(data) == found.end() + int(count) + 4, "not as many moves as stated")
    paths = [line.split()[1] for line in tables.splitlines()]
    demand(len(paths) <= 1000, "more than 1000 tables")
    demand(all(path.startswith(("none/", rules)) for path in paths), "tables of other rules")
    demand(all(one < next_one for one, next_one in zip(paths, paths[1:])), "the tables are not in order")
    demand(len({path.rsplit("/", 1)[1] for path in paths}) == len(paths), "two tables of one endgame")
    return rules, fen, winner == "red", paths, data[found.end() : -4]


def position(fen):
    rows, side = fen.split(" ")
    board = {}
    for rank, row in zip(range(9, -1, -1), rows.split("/"), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                demand(letter in "KABRNCPkabrncp", "a letter of no man")
                board[rank, file] = letter
                file += 1
        demand(file == 9, "a rank without nine files")
    demand(sorted(man for man in board.values() if man in "Kk") == ["K", "k"], "a king too many or too few")
    return board, side == "w"


def steps(board, square):
    """Where a man goes, or takes whatever stands there, leaving aside all kings' safety."""
    man = board[square]
    red, kind, (rank, file) = man.isupper(), man.upper(), square
    if kind in "RC":
        for up, right in LINES:
            to, screens = (rank + up, file + right), 0
            while 0 <= to[0] <= 9 and 0 <= to[1] <= 8 and screens < 2:
                if to in board:
                    if screens == (kind == "C"):
                        yield to
                    screens += 1 if kind == "C" else 2
                elif not screens:
                    yield to
                to = to[0] + up, to[1] + right
        return
    if kind == "N":
        ends = [(2 * up + x, 2 * right + y, up, right) for up, right in LINES for x, y in LINES if up * x + right * y == 0]
    elif kind == "B":
        ends = [(2 * up, 2 * right, up, right) for up, right in CORNERS]
    elif kind == "P":
        ahead = 1 if red else -1
        crossed = rank >= 5 if red else rank <= 4
        ends = [(ahead, 0, 0, 0)] + ([(0, 1, 0, 0), (0, -1, 0, 0)] if crossed else [])
    else:
        ends = [(up, right, 0, 0) for up, right in (LINES if kind == "K" else CORNERS)]
    for up, right, leg_up, leg_right in ends:
        to = rank + up, file + right
        if not (0 <= to[0] <= 9 and 0 <= to[1] <= 8):
            continue
        if (leg_up or leg_right) and (rank + leg_up, file + leg_right) in board:
            continue
        if kind in "KA" and not (3 <= to[1] <= 5 and (to[0] <= 2 if red else to[0] >= 7)):
            continue
        if kind == "B" and (to[0] <= 4) != red:
            continue
        yield to


def attacked(board, red):
    """Whether a side's king could be taken: by a man, or by the other king along an open file."""
    king = next(square for square, man in board.items() if man == ("K" if red else "k"))
    other = next(square for square, man in board.items() if man == ("k" if red else "K"))
    low, high = sorted((king[0], other[0]))
    if king[1] == other[1] and not any((rank, king[1]) in board for rank in range(low + 1, high)):
        return True
    return any(man.isupper() != red and king in steps(board, square) for square, man in board.items())


def after_moves(board, red):
    """The boards that a side's legal moves lead to, in the order of the file."""
    boards = []
    for square in sorted(board):
        if board[square].isupper() != red:
            continue
        for to in sorted(steps(board, square)):
            if to in board and board[to].isupper() == red:
                continue
            after = {**board, to: board[square]}
            del after[square]
            if not attacked(after, red):
                boards.append(after)
    return boards


def men(board, red):
    """The name of what stands on the board, a colour first."""
    sides = ["".join(sorted((m.upper() for m in board.values() if m.isupper() == side), key="KRNCPAB".index)) for side in (red, not red)]
    return "".join(sides)


def check(data):
    rules, fen, winner, paths, moves = read(data)
    tables = {path.rsplit("/", 1)[1]: path for path in paths}
    board, turn = position(fen)
    demand(not attacked(board, not turn), "the side that has moved is in check")
    taken, longest, completed, leaves = 0, 0, {}, []

    def table(at):
        return next((tables[name] for name in (men(at, True), men(at, False)) if name in tables), None)

    def enter(at, to_move):
        """A frame of the walk, or the plies of what is proven at once."""
        nonlocal taken
        boards = after_moves(at, to_move)
        name = frozenset(at.items())
        if to_move != winner:
            if not boards:
                return 0
            if table(at):
                leaves.append((table(at), at, "loss"))
                return 0
            return [None, boards, 0, 0]
        if name in completed:
            demand(completed[name] is not None, "a line repeats a position")
            return completed[name]
        demand(boards, "the winner has no move")
        if table(at):
            leaves.append((table(at), at, "win"))
            return 0
        demand(taken < len(moves), "it ends before everything is proven")
        demand(moves[taken] < len(boards), "there is no such move")
        completed[name] = None
        taken += 1
        return [name, [boards[moves[taken - 1]]], 0, 0]

    # Frames: name (of the winner's positions), boards that follow, how many are done, plies of the longest.
    first = enter(board, turn)
    line = [first] if isinstance(first, list) else []
    longest = 0
    while line:
        demand(len(line) <= 4096, "a line is too long")
        frame = line[-1]
        name, boards, done, plies = frame
        if done < len(boards):
            frame[2] += 1
            to_move = winner if name is None else not winner
            found = enter(boards[done], to_move)
            if isinstance(found, list):
                line.append(found)
            else:
                frame[3] = max(plies, found + 1)
            continue
        line.pop()
        if name is not None:
            completed[name] = plies
        longest = plies
        if line:
            line[-1][3] = max(line[-1][3], plies + 1)
    demand(taken == len(moves), "there are moves that nothing asks for")
    who = "Red" if winner else "Black"
    under = "under any rules about repetitions" if rules == "none" else "under the Asian rules"
    used = {path for path, _, _ in leaves}
    rest = f"; not looked up: {len(leaves)} positions of {', '.join(sorted(used))}" if leaves else ""
    unused = [path for path in paths if path not in used]
    idle = f"; nothing rests on {', '.join(unused)}" if unused else ""
    return f"{who} wins in at most {longest} plies, {under}: {len(completed)} positions{rest}{idle}"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print("usage: check-proof.py FILE...", file=sys.stderr)
        sys.exit(2)
    status = 0
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                data = file.read(2**22 + 1)
        except OSError as error:
            status = 2
            print(f"{path}: cannot be read: {error.strerror}", file=sys.stderr)
            continue
        try:
            print(f"{path}: {check(data)}")
        except (Refused, ValueError) as error:
            status = max(status, 1)
            print(f"{path}: refused: {error}")
    sys.exit(status)
