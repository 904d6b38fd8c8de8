# SPDX-License-Identifier: Apache-2.0
"""Modules of packages: which links leave them, and with how many wires."""

import math
from collections import defaultdict


def module_of(cell, sizes):
    return tuple(place // size for place, size in zip(cell, sizes))


def module_sizes(levels, grid):
    """Cells of a module of each level, from the innermost, and last of the whole machine where no level is that. A
    module without z has all planes of the module around it."""
    sizes, around = [], grid
    for level in reversed(levels):
        cells = level.get("cells") or grid
        around = [*cells, around[2]][:3]
        sizes.insert(0, around)
    return sizes if levels and "cells" not in levels[-1] else [*sizes, grid]


def compare_modules(report, network, candidate):
    levels = candidate.get("packages") or []
    grid = [report.theirs(f"grid.{name}") for name in ("columns", "rows", "planes")]
    rows = report.theirs("modules") or []
    if not levels:
        return
    levels_with_machine = module_sizes(levels, grid)
    report.same("modules", len(levels_with_machine), "levels of packages, and the whole machine", theirs=len(rows))
    inside = set()  # links that stay in a module of a level below
    for sizes, row in zip(levels_with_machine, rows):
        pins, crossing, whole, spans = defaultdict(int), 0, 0, []
        for number, link in enumerate(network.links):
            ends = [module_of(network.nodes[end].cell, sizes) for end in (link.a, link.b)]
            if ends[0] == ends[1]:
                if number not in inside:
                    inside.add(number)
                    whole += 1
                    spans.append(link.span)
                continue
            crossing += 1
            for end in ends:
                pins[end] += link.wires
        held = {module_of(node.cell, sizes) for node in network.nodes}
        cut_off = {module for module in held
                   if any((at + 1) * size > end for at, size, end in zip(module, sizes, grid))}
        name = row["level"]
        report.same("modules.count", len(held), f"{name}: modules that hold nodes", theirs=row["count"])
        report.same("modules.partial", len(cut_off), f"{name}: of these, past the end of the grid",
                    theirs=row["partial"])
        report.same("modules.links_crossing", crossing, name, theirs=row["links_crossing"])
        report.same("modules.pins_max", max(pins.values(), default=0), name, theirs=row["pins_max"])
        report.same("modules.pins_total", sum(pins.values()), name, theirs=row["pins_total"])
        report.same("modules.length.links", whole, f"{name}: links inside, not of lower levels",
                    theirs=(row["length"] or {"links": 0})["links"])
        if spans and row["length"]:
            report.same("modules.length.longest_span", float(max(spans)), name,
                        theirs=float(row["length"]["longest_span"]))
        if row["pins_offered"]:
            # That of the fullest module, which need not have the most pins: parts of modules offer less. What is offered
            # is left for links.
            shares = sorted({own / row["pins_offered"] for own in pins.values() or (0,)})
            report.true("modules.used_fraction", any(math.isclose(row["used_fraction"], share) for share in shares),
                        shares[-3:], row["used_fraction"], f"{name}: pins of a module over what it offers")


def edge_energy(candidate, network):
    """pJ/bit of each link's crossings; None where a technology or a medium gives it."""
    levels = candidate.get("packages") or []
    energies = [0.0] * len(network.links)
    planes = 1 + max(node.cell[2] for node in network.nodes)
    for level, sizes in zip(levels, module_sizes(levels, [candidate.columns, candidate.rows, planes])):
        edge = level.get("edge", {})
        if not isinstance(edge, dict) or any(key in edge for key in ("technology", "media")) or "cells" not in level:
            return None if edge and "cells" in level else energies
        number, unit = str(edge.get("energy", "0 pJ/bit")).split()
        value = float(number) * (1e-3 if unit == "fJ/bit" else 1)
        for number, link in enumerate(network.links):
            if module_of(network.nodes[link.a].cell, sizes) != module_of(network.nodes[link.b].cell, sizes):
                energies[number] += value
    return energies
