# SPDX-License-Identifier: Apache-2.0
# Writes graphs with NetworkX and Graphviz into a folder, and beside each what it holds: NAME.truth has the number of
# nodes, `directed` or `undirected`, then a line `a b width` an edge; nodes count from 0 in the order of the file.
# Usage: python3 make.py FOLDER [networkx|graphviz]
import os
import re
import subprocess
import sys

folder = sys.argv[1]
tool = sys.argv[2] if len(sys.argv) > 2 else "both"


def truth(name, nodes, directed, edges):
    with open(os.path.join(folder, name + ".truth"), "w") as out:
        out.write(f"{nodes}\n{'directed' if directed else 'undirected'}\n")
        for a, b, width in edges:
            out.write(f"{a} {b} {width}\n")


def with_networkx():
    import networkx as nx

    def write(name, graph):
        number = {node: i for i, node in enumerate(graph.nodes)}
        nx.write_graphml(graph, os.path.join(folder, name + ".graphml"), prettyprint=True)
        edges = [(number[a], number[b], int(data.get("width", 1))) for a, b, data in graph.edges(data=True)]
        truth(name + ".graphml", len(number), graph.is_directed(), edges)

    write("petersen", nx.petersen_graph())
    write("regular", nx.random_regular_graph(3, 24, seed=7))
    write("cube", nx.hypercube_graph(4))
    write("digraph", nx.gnp_random_graph(12, 0.2, seed=3, directed=True))
    write("kite", nx.krackhardt_kite_graph())
    write("club", nx.karate_club_graph())
    multigraph = nx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c"), ("c", "a")])
    write("multigraph", multigraph)
    wide = nx.cycle_graph(7)
    for a, b in wide.edges:
        wide.edges[a, b].update(width=1 + (a * b) % 4, weight=0.5 * a, colour="<red> & \"blue\"")
    write("wide", wide)
    grid = nx.grid_2d_graph(4, 3)
    for x, y in grid.nodes:
        grid.nodes[x, y].update(x=x, y=2 - y)
    write("grid", grid)
    drawn = nx.star_graph(6)
    for node, (x, y) in nx.circular_layout(drawn).items():
        drawn.nodes[node].update(x=float(x), y=float(y))
    write("drawn", drawn)


def with_graphviz():
    def run(*command, text=""):
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout

    def write(name, text, program):
        drawn = run(program, "-Tdot", text=text)
        with open(os.path.join(folder, name + ".dot"), "w") as out:
            out.write(drawn)
        # What Graphviz itself finds in its file: gvpr walks nodes and edges.
        walked = run("gvpr", 'BEG_G { print("G ", $G.directed) } N { print("N ", $.name) } '
                     'E { print("E ", $.tail.name, "\\t", $.head.name, "\\t", $.width) }', text=drawn)
        number, edges, directed = {}, [], False
        for line in walked.splitlines():
            kind, rest = line[0], line[2:]
            if kind == "G":
                directed = rest.strip() == "1"
            elif kind == "N":
                number[rest] = len(number)
        for line in walked.splitlines():
            if line[0] == "E":
                a, b, width = line[2:].split("\t")
                edges.append((number[a], number[b], int(width or 1)))
        # gvpr goes node by node; ours are numbered as the file names them.
        order = {}
        for match in re.finditer(r"^\t+(\"[^\"]*\"|\w+)\s*\[", drawn, re.M):
            node = match.group(1).strip('"')
            if node in number and node not in order:
                order[node] = len(order)
        renumbered = {number[node]: i for node, i in order.items()}
        truth(name + ".dot", len(number), directed, [(renumbered[a], renumbered[b], w) for a, b, w in edges])

    write("ring", run("gvgen", "-c", "9"), "circo")
    write("mesh", run("gvgen", "-g", "4,5"), "neato")
    write("tree", run("gvgen", "-d", "-t", "4"), "dot")
    write("cube_drawn", run("gvgen", "-h", "4"), "fdp")
    write("bipartite", run("gvgen", "-b", "3,4"), "dot")
    write("clusters", 'graph "two clusters" { edge [width=2]; subgraph cluster_a { label="a; \\"first\\""; p -- q -- r }\n'
          'subgraph cluster_b { s -- t [width=5] } q -- "s" [color=red]; p; q; r; s; t; u }', "dot")
    write("digraph_drawn", 'digraph { rankdir=LR; a -> { b c } -> d:n; d -> a [label=<<b>back</b>>]; }', "dot")


if tool in ("networkx", "both"):
    with_networkx()
if tool in ("graphviz", "both"):
    with_graphviz()
