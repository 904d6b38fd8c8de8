# SPDX-License-Identifier: Apache-2.0
# Writes graphs with NetworkX, Graphviz, METIS and by rule into a folder, and a description beside each: NAME.truth has
# the number of nodes, `directed` or `undirected`, then a line `a b width` for each edge. Nodes count from 0 in the
# order of the file. Usage: python3 make.py FOLDER [networkx|graphviz|metis|anynet]
import os
import re
import subprocess
import sys

folder = sys.argv[1]
tool = sys.argv[2] if len(sys.argv) > 2 else "all"


def put(name, text):
    with open(os.path.join(folder, name), "w", newline="") as out:
        out.write(text)


def run(*command, text=""):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=folder).stdout


def truth(name, nodes, directed, edges):
    lines = [f"{nodes}", "directed" if directed else "undirected"] + [f"{a} {b} {width}" for a, b, width in edges]
    put(name + ".truth", "\n".join(lines) + "\n")


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
    def write(name, text, program, form="-Tdot"):
        drawn = run(program, form, text=text)
        put(name + ".dot", drawn)
        # The nodes and edges that Graphviz itself finds in its file, by a walk of gvpr.
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
        # gvpr goes node by node; here nodes are numbered in the order in which the file names them.
        order = {}
        for match in re.finditer(r"^\t+(\"[^\"]*\"|[-.\w]+)\s*\[", drawn, re.M):
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
          'subgraph cluster_b { s -- t [width=5] } q -- "s" [color=red]; p; q; r; s; t; u -- t }', "dot")
    write("digraph_drawn", 'digraph { rankdir=LR; a -> { b c } -> d:n; d -> a [label=<<b>back</b>>]; }', "dot")
    write("records", 'digraph "a record" { node [shape=record]; "the root" [label="<l>left|<r> \\"right\\""]; naïve\n'
          '"the root":l:s -> naïve:n; "the root":r -> -1.5; naïve -> -1.5 [color=red]; -1.5:e:c -> "the root" }', "dot")
    write("parallel", 'graph { node [width=1]; a -- b -- c; a -- b [width=3]; b -- a [width=2, key=k]; { c; d } -- { e f };'
          ' e -- a [style=dashed] }', "neato", "-Txdot")
    write("nested", 'strict digraph { compound=true; subgraph cluster_0 { subgraph cluster_1 { edge [width=4]; x -> y }\n'
          'z } subgraph { rank=same; u; v } x -> y [width=6]; z -> u [lhead=none]; v -> { x y }; u -> v; v -> u; y -> z }',
          "dot", "-Txdot")


def edge_lists():
    import networkx as nx

    def write(name, graph, change=lambda text: text, **how):
        path = os.path.join(folder, name + ".edges")
        nx.write_edgelist(graph, path, **{"data": False, **how})
        with open(path) as text:
            put(name + ".edges", change(text.read()))
        width = (how.get("data") or [None])[0]
        edges = [(a, b, data.get(width, 1)) for a, b, data in graph.edges(data=True)]
        truth(name + ".edges", max(graph.nodes) + 1, False, edges)

    def numbered(graph):
        return nx.convert_node_labels_to_integers(graph)

    def weighed(graph, key):
        for a, b in graph.edges:
            graph.edges[a, b][key] = 1 + (3 * a + b) % 5
        return graph

    write("plain", nx.petersen_graph())
    write("weighted", weighed(nx.cycle_graph(11), "weight"), data=["weight"])
    write("widths_tabs", weighed(nx.wheel_graph(8), "width"), data=["width"], delimiter="\t")
    write("tabs", nx.balanced_tree(3, 3), delimiter="\t")
    write("carriage", numbered(nx.hypercube_graph(5)), lambda text: text.replace("\n", "\r\n"))
    write("carriage_widths", weighed(nx.path_graph(6), "width"), lambda text: text.replace("\n", "  # w\r\n"),
          data=["width"])
    write("commented", numbered(nx.grid_2d_graph(5, 4)),
          lambda text: "# Undirected graph: grid\n# Nodes: 20 Edges: 31\n# FromNodeId\tToNodeId\n" + text)
    write("twice", nx.MultiGraph([(0, 1), (1, 0), (1, 2), (2, 3), (3, 0), (3, 0)]))
    write("loose", nx.random_regular_graph(4, 18, seed=5), lambda text: "\n  " + text.replace("\n", "\n\n  ").rstrip())
    write("two_parts", nx.complete_bipartite_graph(4, 6), lambda text: text.replace("\n", " # a link\n"))


def ring(n):
    return [(i, (i + 1) % n) for i in range(n)]


def grid(columns, rows):
    cells = range(columns * rows)
    return [(i, i + 1) for i in cells if (i + 1) % columns] + [(i, i + columns) for i in cells[:-columns]]


def cube(dimensions):
    return [(i, i | 1 << d) for i in range(1 << dimensions) for d in range(dimensions) if not i >> d & 1]


def complete(n):
    return [(a, b) for b in range(n) for a in range(b)]


def neighbours(nodes, edges):
    """The neighbours of every node, each with the number of its edge; an edge is listed at both ends."""
    found = [[] for _ in range(nodes)]
    for number, (a, b) in enumerate(edges):
        found[a].append((b, number))
        found[b].append((a, number))
    return found


def with_metis():
    def check(name):
        if "The format of the graph is correct" not in run("graphchk", name + ".graph"):
            sys.exit(f"graphchk refuses {name}")

    def write(name, nodes, edges, form="", weight=lambda a, b: 1, before=(), unit=1, comment=""):
        lines = [f"{nodes} {len(edges)} {form}".rstrip()]
        for node, others in enumerate(neighbours(nodes, edges)):
            words = [(node + i) % 7 + 1 for i in before]
            for other, _ in others:
                words += [other + 1] + ([weight(*sorted((node, other)))] if form.split(" ")[0].endswith("1") else [])
            lines.append(" ".join(map(str, words)))
            if comment and node % 3 == 0:
                lines.append(comment)
        put(name + ".graph", "\n".join(([comment] if comment else []) + lines) + "\n")
        check(name)
        truth(name + ".graph", nodes, False, [(a, b, weight(min(a, b), max(a, b)) // unit) for a, b in edges])

    write("bare", 12, grid(4, 3), comment="% a grid")
    write("heavy", 9, ring(9), "1", lambda a, b: 1 + (a + b) % 4)
    write("in_bits", 8, cube(3), "001", lambda a, b: 64 * (1 + a % 3), unit=64)
    write("loads", 7, complete(7), "10", before=[0])
    write("both", 16, cube(4), "011", lambda a, b: 1 + a * b % 6, before=[1])
    write("constraints", 15, grid(5, 3), "11 3", lambda a, b: 2 if b - a == 1 else 1, before=[0, 1, 2], comment="%")
    write("all_sizes", 10, ring(10) + [(0, 5)], "111 2", lambda a, b: 3 if b - a == 5 else 1, before=[0, 1, 2])

    def from_mesh(name, kind, elements, edges, nodes):
        put("mesh", f"{len(elements)}\n" + "".join(" ".join(str(v + 1) for v in e) + "\n" for e in elements))
        run("m2gmetis", "-gtype=" + kind, "-ncommon=2", "mesh", name + ".graph")
        os.remove(os.path.join(folder, "mesh"))
        check(name)
        truth(name + ".graph", nodes, False, [(a, b, 1) for a, b in edges])

    # The squares between the points of a 5 x 4 grid. In the dual graph, squares with a common side form a 4 x 3 grid;
    # in the nodal graph, each square joins all of its points. The dual graph of a strip of triangles is a path.
    squares = [[p, p + 1, p + 6, p + 5] for p in range(15) if p % 5 < 4]
    diagonals = [(p, p + 6) for p in range(15) if p % 5 < 4] + [(p + 1, p + 5) for p in range(15) if p % 5 < 4]
    from_mesh("dual", "dual", squares, grid(4, 3), 12)
    from_mesh("nodal", "nodal", squares, grid(5, 4) + diagonals, 20)
    from_mesh("strip", "dual", [[i, i + 1, i + 2] for i in range(9)], [(i, i + 1) for i in range(8)], 9)


def with_anynet():
    def write(name, routers, edges, item=lambda a, b, number: f"router {b}", one_way=True, nodes=1, change=None):
        lines = []
        for router, others in enumerate(neighbours(routers, edges)):
            words = [f"router {router}"] + [f"node {router * nodes + i}" for i in range(nodes)]
            words += [item(router, b, number) for b, number in others if not one_way or edges[number][0] == router]
            lines.append(words)
        put(name + ".anynet", change(lines) if change else "".join(" ".join(words) + "\n" for words in lines))
        truth(name + ".anynet", routers, False, [(a, b, 1) for a, b in edges])

    def delayed(a, b, number):
        return f"router {b} {1 + number % 9}"

    def text_of(lines, end="\n", gap=" "):
        return "".join(gap.join(words) + end for words in lines)

    write("once", 8, ring(8))
    write("both_ways", 12, grid(4, 3), one_way=False)
    write("latencies", 16, cube(4), delayed, one_way=False)
    write("some_latencies", 6, complete(6), lambda a, b, n: delayed(a, b, n) if n % 2 else f"router {b}")
    write("four_nodes", 9, grid(3, 3), delayed, nodes=4)
    write("a_line_a_link", 8, cube(3), delayed, False, 2,
          lambda lines: "".join(f"{words[0]} {word}\n" for words in lines for word in words[1:]))
    write("node_lines", 10, ring(10) + [(0, 5), (2, 7)], change=lambda lines: "".join(
        f"node {i} {words[0]}\n" + (" ".join(words[:1] + words[2:]) + "\n" if words[2:] else "")
        for i, words in enumerate(lines)))
    write("backwards", 15, [(i, (i - 1) // 2) for i in range(1, 15)], nodes=3,
          change=lambda lines: text_of(lines[::-1], "\n\n"))
    write("blanks", 5, complete(5), delayed, False, change=lambda lines: text_of(lines, "  \n", "   ").rstrip())
    write("repeated", 7, [(0, i) for i in range(1, 7)], delayed, nodes=2,
          change=lambda lines: text_of(lines, "\r\n") + text_of(lines[:1], "\r\n"))


makers = {"networkx": (with_networkx, edge_lists), "graphviz": (with_graphviz,), "metis": (with_metis,),
          "anynet": (with_anynet,)}
for name, each in makers.items():
    if tool in (name, "all"):
        for make in each:
            make()
