"""Outcome, order and distance of each FEN of standard input, and the outcome by tables of outcomes: PYTHONPATH=python python3 python/examples/lines.py DATA_FOLDER COLLECTION"""

import sys

import canju

tables = canju.Tables(sys.argv[1], sys.argv[2])
for line in sys.stdin:
    try:
        fen = line.strip()
        print(*tables.probe(fen)[:3], tables.probe_outcome(fen).outcome)
    except canju.CanjuError as error:
        print(error.code)
