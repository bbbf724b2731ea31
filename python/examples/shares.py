"""Wins, draws and losses of an endgame, and the longest win: PYTHONPATH=python python3 python/examples/shares.py DATA_FOLDER KRKN"""

import sys

import canju

for turn in "wb":
    wins = draws = losses = longest = 0
    for rows in canju.Tables(sys.argv[1]).rows(sys.argv[2], turn):
        wins, draws = wins + sum(rows["outcome"] == 1), draws + sum(rows["outcome"] == 0)
        losses = losses + sum(rows["outcome"] == -1)
        longest = max(longest, *rows["distance"][rows["outcome"] == 1], 0)
    print(turn, wins, draws, losses, longest)
