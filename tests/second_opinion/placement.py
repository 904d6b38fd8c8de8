# SPDX-License-Identifier: Apache-2.0
"""Cells of nodes for the orders that are rules, after docs/placement.md; other orders are only looked at as the program
exports them."""

import math

from placed import spans
from traffic import coordinates

SEARCHED = ("minimise", "weight", "moves", "effort", "seed", "start", "fixed")  # keys of orders that optimise
PRODUCTS = ("mesh", "torus", "ring", "hypercube", "hyperx", "complete", "flattened_butterfly")


def folded(radix):
    """0, k - 1, 1, k - 2 ...: the digits from the first place to the last."""
    return [place // 2 if place % 2 == 0 else radix - 1 - place // 2 for place in range(radix)]


def places_of_digits(order, digits, sizes):
    """The place on a line of the node with these digits, the lowest first."""
    place, weight = 0, 1
    if order == "natural":
        for digit, radix in zip(digits, sizes):
            place += digit * weight
            weight *= radix
        return place
    if order == "folded":
        for digit, radix in zip(digits, sizes):
            place += folded(radix).index(digit) * weight
            weight *= radix
        return place
    if order == "gray":
        for digit, radix in zip(reversed(digits), reversed(sizes)):
            place = place * radix + (digit if place % 2 == 0 else radix - 1 - digit)
        return place
    return None


def of_product(candidate, radices):
    """The cells of a network that is placed axis by axis; None where an order is no rule."""
    placement = candidate.get("placement", {})
    if any(key in placement for key in ("columns", "cells", "positions", "empty", "length", *SEARCHED)):
        return None
    first = (len(radices) + 1) // 2
    axes = placement.get("axes") or ["x"] * first + ["y"] * (len(radices) - first)
    orders = placement.get("order", "natural")
    named = [axis for axis in "xyz" if axis in axes]
    if isinstance(orders, list) and all(isinstance(order, str) for order in orders):
        by_axis = dict(zip("xyz", orders))
    else:
        by_axis = {axis: orders for axis in named}
    cells = []
    for node in range(math.prod(radices)):
        digits = coordinates(node, radices)
        cell = []
        for axis in "xyz":
            own = [i for i, each in enumerate(axes) if each == axis]
            place = places_of_digits(by_axis.get(axis, "natural"), [digits[i] for i in own], [radices[i] for i in own])
            if place is None:
                return None
            cell.append(place)
        cells.append(tuple(cell))
    return cells


def nodes_by_name(candidate, network, radices):
    """The node that number n means in kinds of tile and in traffic that names nodes: under gray and folded the one that
    stands where natural order has node n, else node n. None where natural order is not known here."""
    orders = candidate.get("placement.order", "natural")
    numbers = list(range(len(network.nodes)))
    if not any(order in ("gray", "folded") for order in (orders if isinstance(orders, list) else [orders])):
        return numbers
    if candidate.family not in PRODUCTS or of_product(candidate, radices) is None:
        return None
    placement = {**candidate.get("placement", {}), "order": "natural"}
    natural = of_product(type(candidate)({**candidate.keys, "placement": placement}, candidate.folder), radices)
    standing = {node.cell: site for site, node in enumerate(network.nodes)}
    nodes = [standing.get(cell) for cell in natural]
    return None if None in nodes else nodes  # a plane stands on the cells of another's order


def stand_between(network, candidate, radices):
    """Interchanges that take no room stand half way between nodes of their axis; on one grid they have cells. False
    where two dimensions share an axis."""
    placement = candidate.get("placement", {})
    axes = candidate.get("placement.axes") or []
    if placement.get("interchange_pitch") != 0 or (candidate.family == "graph" and not axes) or any(
            key in placement for key in ("columns", "cells", "empty", *SEARCHED)):
        return True
    if len(radices or []) > 2 or len(axes) > 1:
        return False
    taken = [sorted({node.cell[axis] for node in network.nodes if not node.switch}) for axis in range(3)]
    for node in network.nodes:
        node.stands = tuple(sum(1 for place in own if place < at) - (0 if at in own else 0.5)
                            for own, at in zip(taken, node.cell))
    return True


def is_empty(cell, lists):
    for each in lists:
        if isinstance(each, dict):
            if in_range(cell[0], each.get("x")) and in_range(cell[1], each.get("y")):
                return True
        elif list(cell[:2]) == list(each[:2]):
            return True
    return False


def in_range(value, text):
    if text is None:
        return True
    first, _, last = str(text).partition("-")
    return int(first) <= value <= int(last or first)


def of_grid(candidate, sites, columns):
    """Cells filled row by row from the lower left, without the empty ones; None where the order is no rule."""
    placement = candidate.get("placement", {})
    if placement.get("order", "natural") != "natural" or any(
            key in placement for key in ("positions", *SEARCHED)):
        return None
    if "cells" in placement:
        if not isinstance(placement["cells"], list):
            return None
        return [tuple([*cell, 0, 0][:3]) for cell in placement["cells"]]
    empty = placement.get("empty", [])
    empty = empty if isinstance(empty, list) else [empty]
    cells, number = [], 0
    while len(cells) < sites:
        cell = (number % columns, number // columns, 0)
        if not is_empty(cell, empty):
            cells.append(cell)
        number += 1
    return cells


def compare_cells(report, network, candidate, radices):
    placement = candidate.get("placement", {})
    sites = len(network.nodes)
    cells = None
    any_switch = any(node.switch for node in network.nodes)  # where a family's switches stand in its order is its own
    if candidate.family in PRODUCTS and not any_switch:
        cells = of_product(candidate, radices)
    is_graph = candidate.family == "graph"
    on_grid = "columns" in placement or (is_graph and "file" not in candidate.topology)
    if "axes" not in placement and cells is None and (is_graph or not any_switch) and on_grid:
        if "empty" not in placement or "columns" in placement:
            columns = placement.get("columns") or math.ceil(math.sqrt(sites))
            cells = of_grid(candidate, sites, columns)
    if cells is None:
        return
    theirs = [node.cell for node in network.nodes]
    off = [site for site in range(sites) if cells[site] != theirs[site]]
    report.true("cells", not off, [(site, cells[site]) for site in off[:3]], [theirs[site] for site in off[:3]],
                "docs/placement.md: order and grid")
    if "empty" not in placement:
        sizes = [max(cell[axis] for cell in cells) + 1 for axis in range(3)]
        for axis, name in enumerate(("columns", "rows", "planes")):
            if "columns" in placement and name == "columns":
                sizes[0] = max(sizes[0], min(placement["columns"], report.theirs("grid.columns")))
            report.same("grid." + name, sizes[axis], "cells that nodes take")


def compare_arranged(report, network, candidate):
    """What orders that optimise came to: the cost of the exported cells, never worse than natural order or the
    start."""
    placement = candidate.get("placement", {})
    weight = placement.get("weight", "width")
    for row in report.theirs("grid.arranged") or []:
        report.at_most("grid.arranged.value", row["natural"], "natural order", theirs=row["value"])
        if row["start"] is not None:
            report.at_most("grid.arranged.value", row["start"], "the order that it began with", theirs=row["value"])
        if row["optimum"] is not None:
            report.at_least("grid.arranged.value", row["optimum"], "the optimum", theirs=row["value"])
        if row["axis"] is not None or weight not in ("width", "one"):
            continue
        heavy = [link.width if weight == "width" else 1 for link in network.links]
        reach = [sum(spans(network, link)) for link in network.links]
        if row["minimise"] == "total":
            report.same("grid.arranged.value", float(sum(w * r for w, r in zip(heavy, reach))), "the sum of spans",
                        theirs=float(row["value"]))
        if row["minimise"] == "longest":
            report.same("grid.arranged.value", float(max(w * r for w, r in zip(heavy, reach))), "the longest span",
                        theirs=float(row["value"]))
