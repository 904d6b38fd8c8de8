# SPDX-License-Identifier: Apache-2.0
"""What is left without one link: every link is taken out in turn. Draws of several links are the program's own."""

import networkx

from distances import graph_of

SITES, LINKS = 30, 80  # no more, for each link takes all distances again


def mean_distance(graph, plain):
    """Mean over ordered pairs of distinct nodes; None where some pair has no way."""
    total = 0
    for start in plain:
        distance = networkx.single_source_shortest_path_length(graph, start)
        if any(end not in distance for end in plain):
            return None
        total += sum(distance[end] for end in plain)
    return total / (len(plain) * (len(plain) - 1))


def compare_faults(report, network):
    rows = [row for row in report.theirs("faults") or [] if row["failed_links"] == 1 and row["exact"]]
    if not rows or len(network.nodes) > SITES or len(network.links) > LINKS:
        return
    plain = [site for site, node in enumerate(network.nodes) if not node.switch]
    found = []
    for number in range(len(network.links)):
        left = type(network)(network.nodes, network.links[:number] + network.links[number + 1:])
        found.append(mean_distance(graph_of(left), plain))
    kept = [each for each in found if each is not None]
    for row in rows:
        report.same("faults.samples", len(network.links), "every link", theirs=row["samples"])
        report.same("faults.connected_fraction", len(kept) / len(found), "one link out",
                    theirs=float(row["connected_fraction"]))
        if kept and row["mean_distance_hops"]:
            report.same("faults.mean_distance_hops.mean", sum(kept) / len(kept), "of what stays connected",
                        theirs=row["mean_distance_hops"]["mean"])
            report.same("faults.mean_distance_hops.worst", max(kept), "of what stays connected",
                        theirs=row["mean_distance_hops"]["worst"])
