# SPDX-License-Identifier: Apache-2.0
"""Counts of a placed network: widths, pins, spans, and the links and wires over every cut of the grid."""

import hashlib
import math

AXES = "xyz"


def spans(network, link):
    return [abs(p - q) for p, q in zip(network.nodes[link.a].cell, network.nodes[link.b].cell)]


def reach(network, link):
    """The span in node pitches."""
    return sum(abs(p - q) for p, q in zip(network.nodes[link.a].stands, network.nodes[link.b].stands))


def is_bent(network, link):
    return sum(1 for span in spans(network, link) if span) > 1


def profile(network, axis, cuts, weight=lambda link: 1, chosen=lambda link: True):
    """What crosses each cut 1, 2 ... of an axis; cut c lies between positions c - 1 and c."""
    over = [0] * cuts
    for link in network.links:
        if chosen(link):
            ends = sorted((network.nodes[link.a].cell[axis], network.nodes[link.b].cell[axis]))
            for cut in range(ends[0], ends[1]):
                over[cut] += weight(link)
    return over


def digest(counts):
    return hashlib.sha256("".join(f"{count}\n" for count in counts).encode()).hexdigest()


def peak(over):
    """The densest cut and its number, the first of equals; 0 where there is no cut."""
    if not over:
        return 0, 0
    most = max(over)
    return most, over.index(most) + 1


def compare_counts(report, network):
    nodes = sum(1 for node in network.nodes if not node.switch)
    extra = len(network.nodes) - nodes
    report.same("nodes", nodes, "nodes of the exported graph")
    report.same("switches", extra, "switches and interchanges of the exported graph",
                theirs=report.theirs("switches") + report.theirs("interchanges"))
    report.same("terminals", sum(node.terminals for node in network.nodes), "terminals of the exported nodes")
    report.same("links", len(network.links), "exported links")
    taken = [node.cell for node in network.nodes]
    report.true("cells", len(set(taken)) == len(taken), "a cell each", "two nodes in one cell", "cells of the export")


def compare_widths(report, network, technology):
    """Wires of every link: of each direction the bits of its width, and the control wires once."""
    width = report.theirs("channel.width_bits")
    control, per_bit = technology.control, technology.wires_per_bit
    wires = []
    for number, link in enumerate(network.links):
        ours = link.ways * (link.width * width * per_bit + control)
        report.same("link.wires", float(ours), f"wires of link {number}, {link.a}-{link.b}", theirs=float(link.wires))
        wires.append(link.wires)
    report.same("channel.wires_per_link.min", min(wires), "over exported links")
    report.same("channel.wires_per_link.max", max(wires), "over exported links")


def compare_pins(report, network):
    pins, ports, degree = ([0] * len(network.nodes) for _ in range(3))
    for link in network.links:
        for end in (link.a, link.b):
            pins[end] += link.wires
            ports[end] += link.ways
            degree[end] += 1
    plain = [i for i, node in enumerate(network.nodes) if not node.switch]
    extra = [i for i, node in enumerate(network.nodes) if node.switch]
    report.same("pins.per_node_max", max(pins[i] for i in plain), "wires that end at a node")
    report.same("pins.ports_per_node_max", max(ports[i] for i in plain), "channels that begin or end at a node")
    report.same("pins.per_interchange_max", max((pins[i] for i in extra), default=None), "wires that end at a switch")
    report.same("pins.ports_per_interchange_max", max((ports[i] for i in extra), default=None), "channels of a switch")
    report.same("graph.degree_max", max(degree[i] for i in plain), "links that end at a node")


def compare_spans(report, network):
    sums = [reach(network, link) for link in network.links]
    for link, span in zip(network.links, sums):
        report.same("link.span", float(span), f"|dx| + |dy| + |dz| of link {link.a}-{link.b}", theirs=link.span)
    report.same("length.longest_span", max(sums), "the longest span")
    report.same("length.total_span", sum(sums), "the sum of spans")
    report.same("length.mean_span", sum(sums) / len(sums), "the mean span")
    kinds = {}
    for link, span in zip(network.links, sums):
        kinds.setdefault(link.kind, []).append(span)
    theirs = {row["class"]: row for row in report.theirs("length.by_class") or []}
    report.true("length.by_class", set(kinds) == set(theirs), sorted(kinds), sorted(theirs), "classes of the links")
    for kind in set(kinds) & set(theirs):
        report.same("length.by_class.links", len(kinds[kind]), kind, theirs=theirs[kind]["links"])
        report.same("length.by_class.longest_span", max(kinds[kind]), kind, theirs=theirs[kind]["longest_span"])
        report.same("length.by_class.mean_span", sum(kinds[kind]) / len(kinds[kind]), kind,
                    theirs=theirs[kind]["mean_span"])


def physical(link):
    """Of its longest wire, in mm where wires have metres: pitches differ along x and y."""
    return link.length if link.length_mm is None else link.length_mm


def compare_lengths(report, network, technology):
    pitch = technology.pitch("horizontal")
    if pitch != technology.pitch("vertical") or report.theirs("grid.planes") > 1 or technology.keeps_slots:
        pitch = None
    longest = max(network.links, key=physical)
    alike = [link.length for link in network.links if math.isclose(physical(link), physical(longest), rel_tol=1e-9)]
    pitches = report.theirs("length.longest_pitches")
    report.true("length.longest_pitches", any(math.isclose(pitches, each) for each in alike), alike, pitches,
                "the longest of the exported links, or another as long in mm")
    wires = sum(link.wires for link in network.links)
    if longest.length_mm is None:  # where pitches differ along x and y, the longest in mm may not be so in pitches
        report.at_most("length.total_pitches", sum(link.wires * link.length for link in network.links),
                       "no wire is longer than its link's longest")
    else:
        report.at_most("length.total_mm", sum(link.wires * link.length_mm for link in network.links),
                       "no wire is longer than its link's longest")
    report.same("length.mean_pitches", report.theirs("length.total_pitches") / wires, "total over wires")
    ends = [network.number(end) for end in report.theirs("length.longest_link")]
    at_ends = [physical(link) for link in network.links if {link.a, link.b} == set(ends)]
    report.true("length.longest_link", physical(longest) in at_ends, [longest.a, longest.b], ends,
                "the link of the longest routed wire")
    if longest.length_mm is not None:
        report.same("length.longest_mm", longest.length_mm, "the longest of the exported links")
    if pitch:
        for key in ("mean", "total"):
            report.same(f"length.{key}_mm", report.theirs(f"length.{key}_pitches") * pitch, "pitches in mm")


def compare_density(report, network):
    sizes = [report.theirs("grid.columns"), report.theirs("grid.rows"), report.theirs("grid.planes")]
    bent = any(is_bent(network, link) for link in network.links)
    for axis, size in enumerate(sizes):
        key = f"density.{AXES[axis]}."
        if report.theirs(key[:-1]) is None:
            continue
        cuts = max(size - 1, 0)
        for quantity, weight in (("links", lambda link: 1), ("wires", lambda link: link.wires)):
            over = profile(network, axis, cuts, weight)
            most, first = peak(over)
            report.same(f"{key}peak_{quantity}", most, "the densest cut of the machine")
            if cuts:
                cut_key = "peak_cut" if quantity == "links" else "peak_wires_cut"
                report.same(key + cut_key, first, f"the first of the densest cuts in {quantity}")
            report.same(f"{key}middle_{quantity}", over[size // 2 - 1] if cuts else 0, "cut floor(P / 2)")
        report.same(key + "profile_sha256", digest(profile(network, axis, cuts)), "links over each cut")
        if not bent:
            compare_lines(report, network, axis, cuts, key)


def compare_lines(report, network, axis, cuts, key):
    """Without bent links every link lies in one line: of a row, the nodes of the same y and z."""
    others = [other for other in range(3) if other != axis]

    def line(link):
        cell = network.nodes[link.a].cell
        return tuple(cell[other] for other in others)

    along = [link for link in network.links if spans(network, link)[axis]]
    most, middles, digests = 0, {}, {}
    for name in {line(link) for link in along}:
        over = profile(network, axis, cuts, chosen=lambda link, name=name: link in along and line(link) == name)
        middles.setdefault(max(over), set()).add(over[(cuts + 1) // 2 - 1])
        digests.setdefault(max(over), set()).add((digest(over), peak(over)[1]))
        most = max(most, max(over))
    report.same(key + "per_line_peak_links", most, "the densest cut of a line")
    if most:
        said = (report.theirs(key + "per_line_profile_sha256"), report.theirs(key + "per_line_peak_cut"))
        report.true(key + "per_line_profile_sha256", said in digests[most], sorted(digests[most]), said,
                    "a line with the densest cut")
        report.true(key + "per_line_middle_links", report.theirs(key + "per_line_middle_links") in middles[most],
                    sorted(middles[most]), report.theirs(key + "per_line_middle_links"), "of that line")
