# SPDX-License-Identifier: Apache-2.0
"""Balanced cuts of the graph, in links and in wires: by enumeration where there are few nodes, else by exchanges."""

import numpy

ENUMERATED = 16  # sites


def weights(network, weight):
    matrix = numpy.zeros((len(network.nodes), len(network.nodes)))
    for link in network.links:
        matrix[link.a, link.b] += weight(link)
        matrix[link.b, link.a] += weight(link)
    return matrix


def cut(matrix, side):
    """Weight between sites on side 0 and sites on side 1."""
    side = numpy.array(side, dtype=bool)
    return matrix[side][:, ~side].sum()


def is_balanced(network, side):
    ones = sum(side[i] for i, node in enumerate(network.nodes) if not node.switch)
    nodes = sum(1 for node in network.nodes if not node.switch)
    return ones in (nodes // 2, nodes - nodes // 2)


def enumerated(network, matrix):
    """The least cut that halves the nodes; switches stand on either side."""
    sites = len(network.nodes)
    plain = numpy.array([not node.switch for node in network.nodes])
    choices = numpy.arange(1 << (sites - 1))  # the last site stays on side 0
    sides = ((choices[:, None] >> numpy.arange(sites)) & 1).astype(bool)
    ones = sides[:, plain].sum(axis=1)
    nodes = int(plain.sum())
    sides = sides[(ones == nodes // 2) | (ones == nodes - nodes // 2)].astype(float)
    return int(round(((sides @ matrix) * (1 - sides)).sum(axis=1).min()))


def improved(network, matrix, side):
    """Exchanges of two nodes, and moves of single ones that keep the balance, as long as one lowers the cut."""
    plain = numpy.array([not node.switch for node in network.nodes])
    nodes, side = int(plain.sum()), numpy.array(side, dtype=int)
    while True:
        sign = 2 * side - 1
        gain = -sign * (matrix @ sign)  # what the cut falls by when one site changes its side
        best, change = 1e-9, None
        ones = int(side[plain].sum())
        for site in range(len(side)):
            after = ones - sign[site]
            if (not plain[site] or after in (nodes // 2, nodes - nodes // 2)) and gain[site] > best:
                best, change = gain[site], [site]
        left, right = numpy.flatnonzero(plain & (side == 0)), numpy.flatnonzero(plain & (side == 1))
        if len(left) and len(right):
            pairs = gain[left][:, None] + gain[right][None, :] - 2 * matrix[numpy.ix_(left, right)]
            at = numpy.unravel_index(pairs.argmax(), pairs.shape)
            if pairs[at] > best:
                change = [left[at[0]], right[at[1]]]
        if change is None:
            return cut(matrix, side)
        side[change] = 1 - side[change]


def starts(network, matrix):
    """Halves by number, by place along each axis, by the Fiedler vector, and at random."""
    plain = [i for i, node in enumerate(network.nodes) if not node.switch]
    orders = [plain]
    for axis in range(3):
        cells = [node.cell[axis:] + node.cell[:axis] for node in network.nodes]
        orders.append(sorted(plain, key=cells.__getitem__))
    _, vectors = numpy.linalg.eigh(numpy.diag(matrix.sum(axis=0)) - matrix)
    if vectors.shape[1] > 1:
        orders.append(sorted(plain, key=lambda i: vectors[i, 1]))
    random = numpy.random.default_rng(1)
    orders += [list(random.permutation(plain)) for _ in range(6)]
    for order in orders:
        side = [0] * len(network.nodes)
        for site in order[: len(order) // 2]:
            side[site] = 1
        yield side


def least_cut(network, weight):
    """(cut, whether no balanced cut is less)."""
    matrix = weights(network, weight)
    if len(network.nodes) <= ENUMERATED:
        return enumerated(network, matrix), True
    return int(round(min(improved(network, matrix, side) for side in starts(network, matrix)))), False


def compare_width(report, network, name, weight):
    """Returns the upper bound that the record tells."""
    ours, exact = least_cut(network, weight)
    lower, upper = (report.theirs(f"graph.bisection_{name}.{end}") for end in ("lower", "upper"))
    if lower is None or upper is None:
        return None
    method = report.theirs(f"graph.bisection_{name}.method")
    report.at_most(f"graph.bisection_{name}.lower", ours, f"a balanced cut has so many {name} ({method})")
    if exact:
        report.at_least(f"graph.bisection_{name}.upper", ours, f"no balanced cut has fewer {name} ({method})")
    report.true(f"graph.bisection_{name}", lower <= upper, "lower <= upper", (lower, upper), method)
    return upper


def compare_bisection(report, network):
    upper = compare_width(report, network, "links", lambda link: 1)
    compare_width(report, network, "wires", lambda link: int(link.wires))
    if upper is None:
        return
    if network.sides:
        report.true("partition", is_balanced(network, network.sides), "halves", network.sides, "the exported cut")
        found = cut(weights(network, lambda link: 1), network.sides)
        report.at_most("partition.links", float(found), "the exported cut", theirs=upper)
