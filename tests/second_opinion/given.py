# SPDX-License-Identifier: Apache-2.0
"""What the file of a graph says of its links: docs/graphs.md, Lengths, delays and classes that the file knows. Files of
a link a line alone: DOT as `a -- b [key="value"]`, and tables with commas."""
import csv
import re
from collections import defaultdict

from spec import GIGAHERTZ, MILLIMETRES, NANOSECONDS, in_units, quantity


def rows_of(path):
    """(end, end, attributes) of every link; none where the file is of another kind."""
    text = path.read_text()
    if path.suffix == ".csv":
        return [(row.pop("source"), row.pop("target"), row) for row in csv.DictReader(text.splitlines())]
    rows = []
    for a, b, tail in re.findall(r"^\s*(\w+) -- (\w+)(.*);$", text, re.MULTILINE):
        rows.append((a, b, dict(re.findall(r'(\w+)="?([^"\]]*)"?', tail))))
    return rows


def in_unit(value, units, unit):
    number, own = quantity(value)
    return number * units[own or unit]


def of_pairs(candidate, network):
    """By pair of names, the delays in ns (None: the layout's), lengths in mm and classes of its links; empty where the
    file gives nothing."""
    keys = candidate.topology
    if candidate.family != "graph" or not {"length_from", "delay_from", "cycles_from"} & keys.keys():
        return {}
    path = candidate.folder / keys["file"]
    if path.suffix not in (".dot", ".csv"):
        return {}
    pairs = defaultdict(list)
    for a, b, says in rows_of(path):
        delay = length = None
        if says.get(keys.get("delay_from")):
            delay = in_unit(says[keys["delay_from"]], NANOSECONDS, keys.get("delay_unit"))
        if says.get(keys.get("cycles_from")):
            period = 1 / in_units(candidate.get("clock.frequency"), GIGAHERTZ)
            floor = in_units(candidate.get("clock.floor", "0 ns"), NANOSECONDS)
            delay = float(says[keys["cycles_from"]]) * max(period, floor)
        if says.get(keys.get("length_from")):
            length = in_unit(says[keys["length_from"]], MILLIMETRES, keys.get("length_unit"))
        pairs[frozenset((a, b))].append((delay, length))
    return pairs


def between(told, network, link):
    return told.get(frozenset((network.nodes[link.a].id, network.nodes[link.b].id)), [])


def delays_between(told, network, link):
    """The delays that the file gives to links of these two nodes; none where no link of them has one, and nothing known
    (None) where some have and others not."""
    delays = [delay for delay, _ in between(told, network, link)]
    if all(delay is None for delay in delays):
        return []
    return None if None in delays else delays


def compare_lengths(report, network, told):
    lengths = [length for pair in told.values() for _, length in pair if length is not None]
    if not lengths:
        return
    report.same("given.total_mm", sum(lengths), "lengths in the file, added")
    report.same("given.longest_mm", max(lengths), "the longest length in the file")
