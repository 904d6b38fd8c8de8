# SPDX-License-Identifier: Apache-2.0
"""Measures of the graph alone: distances between nodes, through switches too, along the directions of links."""

import networkx


def graph_of(network):
    graph = networkx.MultiDiGraph()
    graph.add_nodes_from(range(len(network.nodes)))
    for link in network.links:
        graph.add_edge(link.a, link.b)
        if not link.one_way:
            graph.add_edge(link.b, link.a)
    return graph


def compare_distances(report, network):
    graph = graph_of(network)
    plain = [site for site, node in enumerate(network.nodes) if not node.switch]
    parts = [part for part in networkx.weakly_connected_components(graph) if not part.isdisjoint(plain)]
    report.same("graph.parts", len(parts), "sets of nodes that links join")
    greatest, total, pairs = 0, 0, 0
    for start in plain:
        distance = networkx.single_source_shortest_path_length(graph, start)
        for end in plain:
            if end != start and end in distance:
                greatest, total, pairs = max(greatest, distance[end]), total + distance[end], pairs + 1
    if pairs == 0:
        report.true("graph.diameter_hops", len(plain) == 1 or report.theirs("graph.diameter_hops") is None, None,
                    report.theirs("graph.diameter_hops"), "no node has a way to another")
        return
    if report.theirs("graph.diameter_hops") is not None:
        report.same("graph.diameter_hops", greatest, "greatest distance of two nodes")
    if report.theirs("graph.mean_distance_hops") is not None:
        report.same("graph.mean_distance_hops", total / pairs, "mean distance of distinct nodes")
    connectivity = report.theirs("graph.edge_connectivity")
    if connectivity is not None and all(not link.one_way for link in network.links) and len(plain) <= 40:
        report.same("graph.edge_connectivity", least_separator(network, plain), "fewest links that part two nodes")
    paths = report.theirs("graph.mean_shortest_paths")
    if paths is not None:
        report.same("graph.mean_shortest_paths", shortest_paths(network, graph, plain), "shortest paths of a pair")


def least_separator(network, plain):
    """Links whose loss parts one node from some other one, each link counted."""
    simple = networkx.Graph()
    simple.add_nodes_from(range(len(network.nodes)))
    for link in network.links:
        capacity = simple.get_edge_data(link.a, link.b, {"capacity": 0})["capacity"]
        simple.add_edge(link.a, link.b, capacity=capacity + 1)
    return min(networkx.maximum_flow_value(simple, plain[0], end) for end in plain[1:])


def shortest_paths(network, graph, plain):
    """Mean over ordered pairs of distinct nodes; parallel links are different paths; a pair without a way has none."""
    total = 0
    for start in plain:
        distance = networkx.single_source_shortest_path_length(graph, start)
        ways = {start: 1}
        for site in sorted(distance, key=distance.get):
            for _, step in graph.out_edges(site):
                if distance[step] == distance[site] + 1:
                    ways[step] = ways.get(step, 0) + ways[site]
        total += sum(ways.get(end, 0) for end in plain if end != start)
    return total / (len(plain) * (len(plain) - 1))
