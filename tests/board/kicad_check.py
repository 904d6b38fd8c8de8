# SPDX-License-Identifier: Apache-2.0
"""Asks KiCad about boards: python3 kicad_check.py FOLDER NAME... reads FOLDER/NAME.kicad_pcb and runs the design-rule
check. It prints a line `board NAME violations unconnected tracks`, then for each net with tracks `net NAME LENGTH_NM`.
KiCad's own IPC-D-356 goes to NAME.kicad.d356, its Specctra design to NAME.kicad.dsn."""
import re
import sys

import pcbnew

folder = sys.argv[1]
for name in sys.argv[2:]:
    path = f"{folder}/{name}"
    board = pcbnew.LoadBoard(path + ".kicad_pcb")
    pcbnew.WriteDRCReport(board, path + ".rpt", pcbnew.EDA_UNITS_MILLIMETRES, True)
    with open(path + ".rpt") as report:
        found = re.findall(r"Found (\d+) ", report.read())
    lengths = {}
    for track in board.GetTracks():  # vias count by their depth, which we leave out
        if isinstance(track, pcbnew.PCB_VIA):
            continue
        lengths[track.GetNetname()] = lengths.get(track.GetNetname(), 0) + track.GetLength()
    print("board", name, found[0], found[1], len(board.GetTracks()))
    for net in sorted(lengths):
        print("net", net, round(lengths[net]))
    pcbnew.IPC356D_WRITER(board).Write(path + ".kicad.d356")
    pcbnew.ExportSpecctraDSN(board, path + ".kicad.dsn")
