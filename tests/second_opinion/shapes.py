# SPDX-License-Identifier: Apache-2.0
"""Lengths, boxes and wires from the shapes alone: the routed layout as it is exported to DEF, with its LEF."""

import re
import tempfile
from collections import defaultdict
from pathlib import Path

from placed import physical
from program import Refused

MOST_WIRES = 3000
TOLERANCE = 1e-6  # mm


class Shapes:
    """Boxes (x0, y0, x1, y1) by node, and nets as lists of segments (layer, x0, y0, x1, y1) by link and wire, in mm."""

    def __init__(self, text, lef):
        self.unit = int(re.search(r"UNITS DISTANCE MICRONS (\d+)", text)[1]) * 1000.0
        self.die = self.numbers(re.search(r"DIEAREA (.*?) ;", text)[1])
        sizes = {name: (float(x) / 1000, float(y) / 1000) for name, x, y
                 in re.findall(r"MACRO (\S+)\n(?:(?!END ).*\n)*?  SIZE (\S+) BY (\S+) ;", lef)}
        self.boxes = {}
        for name, macro, x, y in re.findall(r"^- (\S+) (\S+) \+ FIXED \( (-?\d+) (-?\d+) \) \w+", text, re.MULTILINE):
            x, y = int(x) / self.unit, int(y) / self.unit
            self.boxes[name] = (x, y, x + sizes[macro][0], y + sizes[macro][1])
        self.nets = {}
        body = text[text.index("\nNETS "):] if "\nNETS " in text else ""
        for net in body.split("\n- ")[1:]:
            head, _, routed = net.partition("+ ROUTED")
            ends = re.findall(r"\( (\S+) \S+ \)", head)
            self.nets[head.split()[0]] = (ends, self.segments(routed.split("+ PROP")[0]))

    def numbers(self, text):
        return [int(number) / self.unit for number in re.findall(r"-?\d+", text)]

    def segments(self, text):
        found = []
        for piece in text.split("NEW"):
            layer = piece.split()[0]
            points = re.findall(r"\( (\S+) (\S+) (?:\S+ )?\)", piece)
            before = None
            for x, y in points:
                here = (before[0] if x == "*" else int(x) / self.unit, before[1] if y == "*" else int(y) / self.unit)
                if before is not None:
                    low, high = sorted((before, here))
                    found.append((layer, *low, *high))
                before = here
        return found


def read(program, spec, name):
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder) / "layout.def"
        program.run("export", spec, "-c", name, "--to", "def", "-o", at)
        lefs = list(Path(folder).glob("*.lef"))
        return Shapes(at.read_text(), "".join(lef.read_text() for lef in lefs))


def length_of(segments):
    return sum(x1 - x0 + y1 - y0 for _, x0, y0, x1, y1 in segments)


def overlapping(shapes):
    """Two segments of different nets on one layer that share a point, both along the same line."""
    lines = defaultdict(list)
    for name, (_, segments) in shapes.nets.items():
        for layer, x0, y0, x1, y1 in segments:
            if x1 > x0:
                lines[layer, "y", round(y0, 7)].append((x0, x1, name))
            elif y1 > y0:
                lines[layer, "x", round(x0, 7)].append((y0, y1, name))
    for pieces in lines.values():
        pieces.sort()
        for (_, high, one), (low, _, other) in zip(pieces, pieces[1:]):
            if low <= high + TOLERANCE and one != other:
                return one, other
    return None


def compare_boxes(report, shapes):
    boxes = list(shapes.boxes.items())
    width, height = shapes.die[2] - shapes.die[0], shapes.die[3] - shapes.die[1]
    report.same("layout.width_mm", width, "DIEAREA")
    report.same("layout.height_mm", height, "DIEAREA")
    out = [name for name, (x0, y0, x1, y1) in boxes if x0 < shapes.die[0] - TOLERANCE or y0 < shapes.die[1] - TOLERANCE
           or x1 > shapes.die[2] + TOLERANCE or y1 > shapes.die[3] + TOLERANCE]
    report.true("boxes.inside", not out, "all on the die", out[:3], "components")
    upon = [(a, b) for i, (a, one) in enumerate(boxes) for b, two in boxes[i + 1:]
            if min(one[2], two[2]) - max(one[0], two[0]) > TOLERANCE
            and min(one[3], two[3]) - max(one[1], two[1]) > TOLERANCE]
    report.true("boxes.apart", not upon, "no box upon another", upon[:3], "components")


def compare_shapes(report, network, program, spec):
    if sum(link.wires for link in network.links) > MOST_WIRES or report.theirs("overflow") is not None:
        return
    try:
        shapes = read(program, spec, report.record["name"])
    except Refused:
        return
    compare_boxes(report, shapes)
    wires = sum(link.wires for link in network.links)
    report.same("shapes.nets", wires, "a net for every wire", theirs=len(shapes.nets))
    lengths = [length_of(segments) for _, segments in shapes.nets.values()]
    report.same("length.longest_mm", max(lengths), "the longest net")
    report.same("length.total_mm", sum(lengths), "all nets")
    longest = defaultdict(float)
    count = defaultdict(int)
    number = {name: at for at, name in enumerate(shapes.boxes)}  # components stand in the order of the nodes
    for (ends, _), length in zip(shapes.nets.values(), lengths):
        key = tuple(sorted(number[end] for end in ends))
        longest[key] = max(longest[key], length)
        count[key] += 1
    ours, wires = defaultdict(float), defaultdict(int)
    for link in network.links:
        key = tuple(sorted((link.a, link.b)))
        ours[key] = max(ours[key], physical(link))
        wires[key] += link.wires
    off = [key for key in ours if count[key] != wires[key]]
    report.true("shapes.wires", not off, [(key, wires[key]) for key in off[:3]], [(key, count[key]) for key in off[:3]],
                "nets between two nodes")
    off = [key for key in ours if abs(ours[key] - longest[key]) > 1e-6 * max(1, ours[key])]
    report.true("link.length", not off, [(key, longest[key]) for key in off[:3]], [(key, ours[key]) for key in off[:3]],
                "the longest net between two nodes")
    touching = overlapping(shapes)
    report.true("shapes.apart", touching is None, "no two wires touch", touching, "nets on a layer")
