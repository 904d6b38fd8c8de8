# SPDX-License-Identifier: Apache-2.0
"""Bounds: a lower bound is below what the layout has, and below what any order of the nodes on the same cells has."""

import itertools

import numpy

PERMUTED = 7  # nodes of which all orders are tried
TRIES = 40  # random orders of more nodes, each improved by exchanges


def compare_bounds(report, network):
    if report.theirs("bounds") is None:
        return
    widest = {axis: report.theirs(f"density.{axis}.peak_wires") for axis in "xy"}
    built = {"longest_span": report.theirs("length.longest_span"), "total_span": report.theirs("length.total_span"),
             "wires_over_columns": widest["x"], "wires_over_rows": widest["y"],
             "area_pitches2": report.theirs("layout.area_pitches2")}
    for name, value in built.items():
        bound = report.theirs(f"bounds.{name}")
        if bound is None or value is None:
            continue
        report.at_most(f"bounds.{name}", value, "the layout has so much")
        if bound:
            report.same(f"bounds.{name}_ratio", value / bound, "built over bound")
    published = report.theirs("bounds.published_area_pitches2")
    if published:
        report.same("bounds.published_area_ratio", report.theirs("layout.area_pitches2") / published,
                    "built over print")
    compare_orders(report, network)


def compare_orders(report, network):
    """Other orders of all sites on the cells that are taken: each has at least the bounds."""
    sites = len(network.nodes)
    cells = numpy.array([node.cell for node in network.nodes], dtype=float)
    apart = numpy.abs(cells[:, None, :] - cells[None, :, :]).sum(axis=2)
    ends = numpy.array([(link.a, link.b) for link in network.links if link.a != link.b])
    if not len(ends):
        return
    if sites <= PERMUTED:
        orders = [numpy.array(order) for order in itertools.permutations(range(sites))]
    else:
        random = numpy.random.default_rng(1)
        orders = [improved(random.permutation(sites), ends, apart) for _ in range(TRIES if sites <= 30 else 4)]
    spans = [apart[order[ends[:, 0]], order[ends[:, 1]]] for order in orders]
    report.at_most("bounds.longest_span", float(min(each.max() for each in spans)), "another order has so little")
    report.at_most("bounds.total_span", float(min(each.sum() for each in spans)), "another order has so little")
    for axis, name in enumerate(("columns", "rows")):
        bound = report.theirs(f"bounds.wires_over_{name}")
        if bound is not None:
            report.at_most(f"bounds.wires_over_{name}", min(densest(network, order, axis) for order in orders),
                           "another order has so few")


def improved(order, ends, apart):
    """Exchanges of two sites while one lowers the sum of spans."""
    sites = len(order)
    links = numpy.zeros((sites, sites))
    for a, b in ends:
        links[a, b] += 1
        links[b, a] += 1
    for _ in range(4 * sites):
        at = apart[numpy.ix_(order, order)]  # distance of sites where they stand
        # moved[a, b]: the spans of a's links if a stood where b stands
        moved = links @ at.T
        own = numpy.diag(moved)
        gain = own[:, None] + own[None, :] - moved - moved.T - 2 * links * at
        best = numpy.unravel_index(gain.argmax(), gain.shape)
        if gain[best] <= 1e-9:
            break
        order[best[0]], order[best[1]] = order[best[1]], order[best[0]]
    return order


def densest(network, order, axis):
    cells = [network.nodes[place].cell[axis] for place in order]
    over = [0] * (max(cells) + 1)
    for link in network.links:
        low, high = sorted((cells[link.a], cells[link.b]))
        for cut in range(low, high):
            over[cut] += link.wires
    return max(over)
