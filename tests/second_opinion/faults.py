# SPDX-License-Identifier: Apache-2.0
"""What is left without one link: every link is taken out in turn. Draws of several links are the program's own."""

import networkx

from distances import graph_of

SITES, LINKS = 30, 80  # no more, for each link takes all distances again


def distances(graph, plain):
    """The sum over ordered pairs of distinct nodes that have a way, and the number of these pairs."""
    total, pairs = 0, 0
    for start in plain:
        distance = networkx.single_source_shortest_path_length(graph, start)
        total += sum(distance[end] for end in plain if end in distance)
        pairs += sum(end in distance for end in plain) - 1
    return total, pairs


def compare_faults(report, network):
    rows = [row for row in report.theirs("faults") or [] if row["failed_links"] == 1 and row["exact"]
            and not row.get("part")]
    if not rows or len(network.nodes) > SITES or len(network.links) > LINKS:
        return
    plain = [site for site, node in enumerate(network.nodes) if not node.switch]
    _, before = distances(graph_of(network), plain)
    found = []
    for number in range(len(network.links)):
        left = type(network)(network.nodes, network.links[:number] + network.links[number + 1:])
        total, pairs = distances(graph_of(left), plain)
        found.append(total / max(1, pairs) if pairs == before else None)
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
