"""Exact values of Xiangqi endgames from tables of Canju, by include/canju.h.

    tables = canju.Tables("/path/to/data")
    tables.probe("9/3k5/2N6/9/4p4/9/9/4K4/9/9 w")   # Value(outcome=1, order=0, distance=23, kind='conversion', depends=False)
    for rows in tables.rows("KRKN"):                # arrays of numpy: board, red_to_move, outcome, order, distance
        ...

A position is a FEN, or a board of 90 bytes with the side to move: squares are rank * 9 + file from Red's left, men 1 to 7 are
Red's chariot, horse, cannon, soldier, advisor, elephant and king, the same + 8 are Black's, 0 is nobody.
"""

import ctypes
import pathlib
import subprocess
from typing import Iterator, List, NamedTuple, Tuple, Union

__all__ = ["CanjuError", "Move", "ROW", "Tables", "Value", "legal_moves", "parse_fen"]

Position = Union[str, Tuple[bytes, bool]]


class CanjuError(Exception):
    """What canju.h says went wrong: `code` is its number, such as MISSING or ILLEGAL."""

    MISSING, DAMAGED, MEMORY, ILLEGAL, NOT_CACHED, VERSION, CODEC, UNREADABLE, ARGUMENT = range(-1, -10, -1)

    def __init__(self, code: int, about: str):
        super().__init__(f"{about}: {_native.canju_strerror(code).decode()}")
        self.code = code


class Value(NamedTuple):
    """For the side to move: outcome 1, 0 or -1; order and distance (in plies) are 0 for a draw. `depends`: Chinese rules alone, where
    another reading of what a chase is may give something else. `kind` is what decides: "drawn", "conversion", or a perpetual: "check",
    "chase", under the Chinese rules "attack" (any mixture of checks, kills and chases) or "weak attack"."""

    outcome: int
    order: int
    distance: int
    kind: str
    depends: bool = False


class Move(NamedTuple):
    """A legal move, and the position after it for the opponent. `best`: nothing keeps more, wins sooner or loses later."""

    move: str
    source: int
    target: int
    capture: bool
    best: bool
    after: Value


_KINDS = ("drawn", "conversion", "check", "chase", "attack", "weak attack")


class _Value(ctypes.Structure):
    _fields_ = [
        ("outcome", ctypes.c_int8),
        ("kind", ctypes.c_uint8),
        ("flags", ctypes.c_uint16),
        ("order", ctypes.c_uint16),
        ("distance", ctypes.c_uint16),
    ]

    def named(self) -> Value:
        kind = _KINDS[self.kind] if self.kind < len(_KINDS) else str(self.kind)
        return Value(self.outcome, self.order, self.distance, kind, (self.flags & 1) != 0)


class _Move(ctypes.Structure):
    _fields_ = [
        ("source", ctypes.c_uint8),
        ("target", ctypes.c_uint8),
        ("capture", ctypes.c_uint8),
        ("best", ctypes.c_uint8),
        ("rank", ctypes.c_int32),
        ("after", _Value),
    ]

    def named(self) -> Move:
        text = "".join("abcdefghi"[square % 9] + str(square // 9) for square in (self.source, self.target))
        return Move(text, self.source, self.target, bool(self.capture), bool(self.best), self.after.named())


class _Options(ctypes.Structure):
    _fields_ = [
        ("cache_bytes", ctypes.c_size_t),
        ("flags", ctypes.c_uint),
        ("decode", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
    ]


def _load() -> ctypes.CDLL:
    """The library beside this file; of a checkout it is compiled when it is older than its sources."""
    here = pathlib.Path(__file__).resolve().parent
    built = sorted(here.glob("_native*.so")) + sorted(here.glob("_native*.pyd"))
    header = here.parent.parent / "include" / "canju.h"
    sources = [here / "native.c", header]
    if header.exists() and not (built and all(built[0].stat().st_mtime > each.stat().st_mtime for each in sources)):
        library = here / "_native.so"
        made = library.with_suffix(".tmp")
        command = ["cc", "-O2", "-shared", "-fPIC", f"-I{header.parent}", str(sources[0]), "-o", str(made), "-lzstd"]
        subprocess.run(command, check=True)
        made.replace(library)
        built = [library]
    native = ctypes.CDLL(str(built[0]))
    native.canju_strerror.restype = ctypes.c_char_p
    native.canju_name.restype = ctypes.c_char_p
    return native


_native = _load()
_MOST_MOVES = 128


def _bytes_of(text: str) -> bytes:
    if not isinstance(text, str):
        raise CanjuError(CanjuError.ARGUMENT, f"{text!r} is no text")
    return text.encode(errors="replace")


def parse_fen(fen: str) -> Tuple[bytes, bool]:
    """The board and whether Red is to move. Raises CanjuError."""
    text = _bytes_of(fen)
    board = (ctypes.c_uint8 * 90)()
    red = ctypes.c_int()
    error = _native.canju_parse_fen(text, board, ctypes.byref(red))
    if error != 0:
        raise CanjuError(error, fen)
    return bytes(board), red.value != 0


def _board_of(position: Position) -> Tuple[bytes, bool]:
    try:
        board, red = parse_fen(position) if isinstance(position, str) else position
        board = bytes(board)
    except (TypeError, ValueError) as error:
        raise CanjuError(CanjuError.ARGUMENT, f"{position!r} is no position") from error
    if len(board) != 90:
        raise CanjuError(CanjuError.ARGUMENT, f"a board has 90 squares, not {len(board)}")
    return board, bool(red)


def legal_moves(position: Position) -> List[str]:
    """Such as `h2e2`. Raises CanjuError."""
    board, red = _board_of(position)
    moves = (_Move * _MOST_MOVES)()
    count = _native.canju_legal_moves(board, int(red), moves)
    if count < 0:
        raise CanjuError(count, str(position))
    return [moves[i].named().move for i in range(count)]


def _row_type():
    import numpy

    fields = [("board", "u1", (90,)), ("red_to_move", "u1"), ("outcome", "i1"), ("depends", "u1")]
    return numpy.dtype(fields + [("order", "<u2"), ("distance", "<u2")])


def __getattr__(name: str):
    # Numpy is needed for rows alone.
    if name == "ROW":
        return _row_type()
    raise AttributeError(name)


class Tables:
    """The tables of a collection. All methods may be called from several threads."""

    def __init__(
        self, folders: str, collection: str = "asian/dtc", *, cache_bytes: int = 0, resolve: bool = False
    ):
        """`folders` are data folders apart by `;`, `resolve` is CANJU_RESOLVE of the header. Raises CanjuError."""
        self._tables = None
        name = _bytes_of(collection)
        self._tables = ctypes.c_void_p()
        options = _Options(cache_bytes, 1 if resolve else 0, None, None)
        error = _native.canju_open(ctypes.byref(self._tables), str(folders).encode(), name, ctypes.byref(options))
        if error != 0:
            self._tables = None
            raise CanjuError(error, f"{folders} ({collection})")

    def close(self) -> None:
        tables, self._tables = self._tables, None
        if tables is not None:
            _native.canju_close(tables)

    __del__ = close

    def __enter__(self) -> "Tables":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    @property
    def names(self) -> List[str]:
        """The endgames that there are tables of."""
        count = _native.canju_count(self._tables)
        return sorted(_native.canju_name(self._tables, i).decode() for i in range(count))

    def probe(self, position: Position) -> Value:
        """What a position is worth. Raises CanjuError, such as for what no table has."""
        return self._probe(_native.canju_probe, position)

    def probe_outcome(self, position: Position) -> Value:
        """Who wins, by tables of outcomes where there are any: order is 1 for any above 0, distance 0. Raises CanjuError."""
        return self._probe(_native.canju_probe_outcome, position)

    def _probe(self, function, position: Position) -> Value:
        board, red = _board_of(position)
        value = _Value()
        error = function(self._tables, board, int(red), 0, ctypes.byref(value))
        if error != 0:
            raise CanjuError(error, str(position))
        return value.named()

    def moves(self, position: Position) -> List[Move]:
        """All legal moves, best first. Raises CanjuError."""
        board, red = _board_of(position)
        moves = (_Move * _MOST_MOVES)()
        count = _native.canju_probe_root(self._tables, board, int(red), moves)
        if count < 0:
            raise CanjuError(count, str(position))
        return [moves[i].named() for i in range(count)]

    def load(self, endgame: str) -> None:
        """Decodes a table before it is needed. Raises CanjuError."""
        error = _native.canju_load(self._tables, _bytes_of(endgame))
        if error != 0:
            raise CanjuError(error, endgame)

    def rows(self, endgame: str, turn: str = "wb", size: int = 65536) -> Iterator:
        """All legal positions of an endgame, of mirror images both, in arrays of `ROW`, which is what `canju dump --npy` writes.

        `endgame` is in either colours, `turn` says which sides are to move. Raises CanjuError.
        """
        import numpy

        dtype = _row_type()
        before, *sides = _bytes_of(endgame).decode().upper().split("K")
        if before != "" or len(sides) != 2:
            raise CanjuError(CanjuError.ARGUMENT, f'"{endgame}" is no endgame, such as KRKN')
        if not isinstance(turn, str) or turn.strip("wb") != "":
            raise CanjuError(CanjuError.ARGUMENT, f"turn {turn!r} is none of w, b and wb")
        red_men, black_men = sides
        letters = "RNCPABK"
        # Those that few squares are open to come last: neighbours then lie side by side in the file as well.
        men = [letters.index(man) + 9 for man in black_men if man in "RNCP"]
        men += [letters.index(man) + 1 for man in red_men if man in "RNCP"]
        men += [letters.index(man) + 1 for man in "K" + red_men if man in "KAB"]
        men += [letters.index(man) + 9 for man in "K" + black_men if man in "KAB"]
        if len(men) != len(endgame):
            raise CanjuError(CanjuError.ARGUMENT, endgame)
        for side in turn:
            squares = (ctypes.c_uint8 * len(men))(*[255] * len(men))
            count = size
            while count == size:
                rows = numpy.empty(size, dtype)
                at = rows.ctypes.data_as(ctypes.c_void_p)
                count = _native.canju_rows(self._tables, bytes(men), len(men), int(side == "w"), squares, at, size)
                if count < 0:
                    raise CanjuError(count, endgame)
                if count > 0:
                    yield rows[:count]
