"""What a position is worth, and its moves: PYTHONPATH=python python3 python/examples/probe.py DATA_FOLDER FEN"""

import sys

import canju

tables = canju.Tables(sys.argv[1])
print(tables.probe(sys.argv[2]))
for move in tables.moves(sys.argv[2]):
    print(move.move, "best" if move.best else "    ", *move.after[:4])
