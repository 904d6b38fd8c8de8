# SPDX-License-Identifier: Apache-2.0
"""Compares two PNG files of 8 bits a colour: blocks of 16 x 16 pixels must have nearly the same mean colour, for edges of
lines and letters fall differently in every program. Usage: same_picture.py A.png B.png"""
import struct
import sys
import zlib

BLOCK = 16
MOST = 40  # of 255, by which a block may differ


def rows_of(name):
    data = open(name, "rb").read()
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    assert depth == 8 and kind in (2, 6) and not interlaced, name
    step = 3 if kind == 2 else 4
    packed, at = b"", 8
    while at < len(data):
        length = struct.unpack(">I", data[at : at + 4])[0]
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    raw, rows, above = zlib.decompress(packed), [], bytearray(width * step)
    for y in range(height):
        start = y * (width * step + 1)
        rule, row = raw[start], bytearray(raw[start + 1 : start + 1 + width * step])
        for i in range(len(row)):
            left = row[i - step] if i >= step else 0
            up, corner = above[i], above[i - step] if i >= step else 0
            if rule == 1:
                row[i] = (row[i] + left) & 255
            elif rule == 2:
                row[i] = (row[i] + up) & 255
            elif rule == 3:
                row[i] = (row[i] + (left + up) // 2) & 255
            elif rule == 4:
                guess = left + up - corner
                best = min((left, up, corner), key=lambda each: abs(guess - each))
                row[i] = (row[i] + best) & 255
        above = row
        rows.append(row)
    return rows, width, step


def blocks_of(rows, step, columns, lines):
    for y in range(0, lines - BLOCK, BLOCK):
        for x in range(0, columns - BLOCK, BLOCK):
            for colour in range(3):
                yield sum(sum(row[x * step + colour : (x + BLOCK) * step : step]) for row in rows[y : y + BLOCK]) / BLOCK**2


(one, one_width, one_step), (other, other_width, other_step) = map(rows_of, sys.argv[1:3])
assert abs(one_width - other_width) <= 1 and abs(len(one) - len(other)) <= 1, "the sizes differ"
size = min(one_width, other_width), min(len(one), len(other))
pairs = list(zip(blocks_of(one, one_step, *size), blocks_of(other, other_step, *size)))
most = max(abs(a - b) for a, b in pairs)
spread = max(a for a, _ in pairs) - min(a for a, _ in pairs)
assert spread > 100, "the picture is empty"
assert most <= MOST, f"a block differs by {most:.0f} of 255"
print(f"{len(pairs) // 3} blocks, the most different by {most:.0f} of 255")
