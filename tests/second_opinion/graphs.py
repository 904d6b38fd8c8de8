# SPDX-License-Identifier: Apache-2.0
"""The exported graph beside the one that the family's definition gives, link by link or by what numbering leaves
alone."""

from collections import Counter

import numpy

import families
from families_of_groups import as_list, terminals_are_nodes

# Formulas of links, for families whose links a random draw or a rule of the program chooses: nodes, switches, links.
COUNTED = {
    "jellyfish": lambda k: (k["nodes"], 0, k["nodes"] * k["degree"] // 2),
    "xpander": lambda k: ((k["degree"] + 1) * k["lift"], 0, (k["degree"] + 1) * k["lift"] * k["degree"] // 2),
    "small_world": lambda k: (k["nodes"], 0, k["nodes"] * k.get("neighbours", 4) // 2),
    "polarfly": lambda k: (k["q"] ** 2 + k["q"] + 1, 0, k["q"] * (k["q"] + 1) ** 2 // 2),
    "oft": lambda k: (2 * (k["q"] ** 2 + k["q"] + 1), k["q"] ** 2 + k["q"] + 1,
                      2 * (k["q"] ** 2 + k["q"] + 1) * (k["q"] + 1)),
    "slim_fly": lambda k: (2 * k["q"] ** 2, 0, k["q"] ** 2 * slim_degree(k["q"])),
}

# Terminals of a node where a family has a number of its own.
CONCENTRATION = {
    "flattened_butterfly": lambda k: k["radix"],
    "dragonfly": lambda k: k["global_links"],
    "cascade": lambda k: 4,
    "megafly": lambda k: k.get("spines", k["global_links"]),
    "slim_fly": lambda k: (slim_degree(k["q"]) + 1) // 2,
    "polarfly": lambda k: (k["q"] + 2) // 2,
    "fat_tree": lambda k: k["radix"],
    "xgft": lambda k: 1 if terminals_are_nodes(k) else as_list(k["children"])[0],
    "oft": lambda k: k["q"] + 1,
    "mlfm": lambda k: k["layers"],
}


def slim_degree(q):
    return (3 * q - (0 if q % 2 == 0 else 1 if q % 4 == 1 else -1)) // 2


def keys_of(network):
    """Links as (a, b, width), the lower end first unless links are one-way."""
    return Counter((link.a, link.b, link.width) if link.one_way else (*sorted((link.a, link.b)), link.width)
                   for link in network.links)


def spectrum(sites, nodes, links):
    """Of the adjacency matrix with switches marked: the same for every numbering."""
    matrix = numpy.zeros((sites, sites))
    for (a, b, width), count in links.items():
        matrix[a, b] += count * width
        matrix[b, a] += count * width
    matrix += numpy.diag([0.0] * nodes + [0.37] * (sites - nodes))
    return numpy.sort(numpy.linalg.eigvalsh(matrix))


def compare_graph(report, network, candidate):
    one_way = candidate.get("topology.channels") == "unidirectional"
    keys = candidate.topology
    if candidate.family in COUNTED:
        nodes, switches, links = COUNTED[candidate.family](keys)
        report.same("family.nodes", nodes, candidate.family, theirs=report.theirs("nodes"))
        report.same("family.switches", switches, candidate.family, theirs=report.theirs("switches"))
        report.same("family.links", links, candidate.family, theirs=report.theirs("links"))
    compare_terminals(report, network, candidate, keys)
    built = families.of(candidate.family, keys, one_way)
    if built is None:
        return
    nodes, switches, links = built
    report.same("family.nodes", nodes, candidate.family, theirs=report.theirs("nodes"))
    report.same("family.switches", switches, candidate.family, theirs=report.theirs("switches"))
    report.same("family.links", len(links), candidate.family, theirs=report.theirs("links"))
    widths = [(link[0], link[1], float(link[2]) if len(link) > 2 else 1.0) for link in links]
    ours = Counter(link if one_way else (*sorted(link[:2]), link[2]) for link in widths)
    theirs = keys_of(network)
    if ours == theirs or len(network.nodes) != nodes + switches:
        report.report.compared["family.graph"] += 1
        return
    if candidate.family in NUMBERED:
        report.true("family.graph", False, sorted((ours - theirs).elements())[:3],
                    sorted((theirs - ours).elements())[:3], "links of the numbered definition")
        return
    a, b = (spectrum(len(network.nodes), nodes, each) for each in (ours, theirs))
    report.true("family.graph", numpy.allclose(a, b, atol=1e-7), "the spectrum of the definition", "another",
                "adjacency, whatever the numbers")


# Families whose nodes docs/spec.md numbers: by their coordinates, or as the user does.
NUMBERED = ["mesh", "torus", "ring", "hyperx", "complete", "hypercube", "flattened_butterfly", "graph", "wire",
            "sparse_hamming", "folded_hypercube"]


def compare_terminals(report, network, candidate, keys):
    if candidate.get("tiles") or (candidate.family == "graph" and "file" in keys):
        return
    each = keys.get("concentration") or CONCENTRATION.get(candidate.family, lambda k: 1)(keys)
    report.same("family.terminals", each * report.theirs("nodes"), "terminals of a node",
                theirs=report.theirs("terminals"))
