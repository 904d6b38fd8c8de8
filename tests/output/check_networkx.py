# SPDX-License-Identifier: Apache-2.0
"""Graphs that NetworkX writes, that Cutline reads and exports, and that NetworkX reads again are the same graphs.

Called with the program. Prints each difference; nothing if there is none.
"""
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import networkx as nx

NAMES = ["a b", 'say "hi"', "größe", "$x", "a/b", "n" * 200, "[3, 4]", "#1", "x,y;z", "<&>", "back\\slash", "日本"]


def named_graph(directed, multi, numbers):
    """A connected graph with attributes of every type; its nodes are names, or permuted numbers."""
    random.seed(7)
    graph = (nx.MultiDiGraph if multi else nx.DiGraph)() if directed else (nx.MultiGraph if multi else nx.Graph)()
    nodes = random.sample(range(3, 3 + len(NAMES)), len(NAMES)) if numbers else NAMES
    for i, node in enumerate(nodes):
        graph.add_node(node, colour=["red", "blue, green", "ü \"q\" & <b>"][i % 3], level=i, share=i / 8, x=0.5 + i)
    pairs = list(zip(nodes, nodes[1:] + nodes[:1])) + list(zip(nodes, nodes[5:] + nodes[:5]))
    for i, (a, b) in enumerate(pairs):
        graph.add_edge(a, b, weight=i + 1, medium="copper" if i % 2 else "glass", length=i / 4)
        if multi and i % 3 == 0:
            graph.add_edge(a, b, weight=100 + i, medium="both", length=1.5)
        if directed and i % 4 == 0:
            graph.add_edge(b, a, weight=200 + i, medium="back", length=2.5)
    return graph


def write(graph, form, path):
    if form == "json":
        path.write_text(json.dumps(nx.node_link_data(graph), ensure_ascii=bool(len(graph) % 2)))
    else:
        {"graphml": nx.write_graphml, "gml": nx.write_gml}[form](graph, str(path))


def read(form, path):
    if form == "json":
        return nx.node_link_graph(json.loads(path.read_text()))
    if form == "gml":
        return nx.read_gml(str(path))
    return nx.read_graphml(str(path))


NODE_KEYS = ["colour", "level", "share", "x"]
LINK_KEYS = ["weight", "medium", "length"]


def meant(graph):
    """Nodes, and links with their ends, each with its attributes."""
    nodes = sorted((str(node), *(str(data.get(key)) for key in NODE_KEYS)) for node, data in graph.nodes(data=True))
    links = []
    for a, b, data in graph.edges(data=True):
        a, b = (str(a), str(b)) if graph.is_directed() else sorted((str(a), str(b)))
        links.append((a, b, *(str(data.get(key)) for key in LINK_KEYS)))
    return {"directed": graph.is_directed(), "multigraph": graph.is_multigraph(), "nodes": nodes, "links": sorted(links)}


def main(program):
    folder = pathlib.Path(tempfile.mkdtemp())
    spec = folder / "spec.yaml"
    for directed, multi, numbers in itertools.product([False, True], repeat=3):
        graph = named_graph(directed, multi, numbers)
        before = meant(graph)
        for form in ["graphml", "gml", "json"]:
            file = folder / ("in." + form)
            write(graph, form, file)
            spec.write_text(
                "cutline: 1\ntechnology: unit\nchannel: {width: 1 bit}\npopulation: any\ncandidates:\n"
                f"  - {{name: g, topology: {{family: graph, file: {file}}}}}\n")
            for target in ["graphml", "gml", "json"]:
                out = folder / ("out." + target)
                run = subprocess.run([program, "export", spec, "-c", "g", "--to", target, "-o", out],
                                     capture_output=True, text=True)
                what = f"{form} to {target}, directed {directed}, multi {multi}, numbers {numbers}"
                if run.returncode != 0:
                    print(what, run.stderr)
                    continue
                after = meant(read(target, out))
                for key in before:
                    if before[key] != after[key]:
                        print(f"{what}: {key} differ:\n  {before[key]}\n  {after[key]}"[:1500])


main(sys.argv[1])
