"""Outcome, order and distance of each FEN of standard input: python3 examples/lines.py DATA_FOLDER COLLECTION"""

import sys

import canju

tables = canju.Tables(sys.argv[1], sys.argv[2])
for line in sys.stdin:
    try:
        print(*tables.probe(line.strip())[:3])
    except canju.CanjuError as error:
        print(error.code)
