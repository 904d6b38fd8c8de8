# SPDX-License-Identifier: Apache-2.0
"""Links of the families with groups, levels or switches, from their textbook definitions."""

import itertools


def choose(things):
    return list(itertools.combinations(things, 2))


def h_tree(keys):
    """A complete binary tree over 2^l leaves; links of a level are `widening` times as wide as those below."""
    levels, widening = keys["levels"], keys.get("widening", 1)
    leaves = 1 << levels
    links, first, below = [], leaves, list(range(leaves))
    for level in range(levels):
        above = list(range(first, first + len(below) // 2))
        first += len(above)
        links += [(child, above[i // 2], widening ** level) for i, child in enumerate(below)]
        below = above
    return leaves, first - leaves, links


def fat_tree(keys):
    """n levels of k^(n-1) switches, the lowest of which have the terminals. Words of n - 1 digits; level l and l + 1
    are
    linked where all digits but the l-th are the same [Petrini 1997]. In a folded Clos network two switches on top are
    one, with two links to each switch below."""
    k, n = keys["radix"], keys["levels"]
    words = list(itertools.product(range(k), repeat=n - 1))
    number = {word: i for i, word in enumerate(words)}
    links = []
    on_top = 2 if keys.get("form") == "folded_clos" else 1
    for level in range(n - 1):
        shared = on_top if level + 2 == n else 1
        for word in words:
            for digit in range(k):
                other = number[word[:level] + (digit,) + word[level + 1:]]
                links.append((level * len(words) + number[word], (level + 1) * len(words) + other // shared))
    return len(words), (n - 2) * len(words) + len(words) // on_top, links


def xgft(keys):
    """Level i has m_(i+1) ... m_h w_1 ... w_i sites; a site is linked to w_(i+1) above [Ohring 1995]. Terminals with
    one link up belong to the lowest switches, which are then the nodes."""
    m, w = as_list(keys["children"]), as_list(keys["parents"])
    times = as_list(keys.get("parallel", [1] * len(m)))
    if not terminals_are_nodes(keys):
        m, w, times = m[1:], w[1:], times[1:]
    height = len(m)
    first, sites = [], 0
    labels = []
    for level in range(height + 1):
        sizes = [*w[:level], *m[level:]]
        labels.append(list(itertools.product(*(range(size) for size in sizes))))
        first.append(sites)
        sites += len(labels[-1])
    links = []
    for level in range(height):
        above = {label: i for i, label in enumerate(labels[level + 1])}
        for i, label in enumerate(labels[level]):
            for parent in range(w[level]):
                other = label[:level] + (parent,) + label[level + 1:]
                links += [(first[level] + i, first[level + 1] + above[other])] * times[level]
    return len(labels[0]), sites - len(labels[0]), links


def terminals_are_nodes(keys):
    """Of an extended fat tree: its terminals have several links up, or the tree is a single switch."""
    up = as_list(keys["parents"])[0] * as_list(keys.get("parallel", 1))[0]
    return up > 1 or len(as_list(keys["children"])) == 1


def as_list(value):
    return value if isinstance(value, list) else [value]


def mlfm(keys):
    """h layers of h + 1 nodes; each pair of places of a layer has a switch that all layers share [Kathareios 2015]."""
    h = keys["layers"]
    nodes = h * (h + 1)
    links = []
    for number, (a, b) in enumerate(choose(range(h + 1))):
        for layer in range(h):
            links += [(layer * (h + 1) + a, nodes + number), (layer * (h + 1) + b, nodes + number)]
    return nodes, nodes // 2, links


def hammingmesh(keys):
    """Boards are meshes of accelerators; the two ends of each line of accelerators of every board go to one switch of
    the line [Hoefler 2022]."""
    a = keys["board_columns"]
    b = keys.get("board_rows", a)
    x = keys["columns"]
    y = keys.get("rows", x)
    width, height = a * x, b * y
    links = []
    for row, column in itertools.product(range(height), range(width)):
        node = row * width + column
        if (column + 1) % a:
            links.append((node, node + 1))
        if (row + 1) % b:
            links.append((node, node + width))
    switch = width * height
    for row in range(height):
        for board in range(x):
            ends = [row * width + board * a, row * width + board * a + a - 1]
            links += [(end, switch + row) for end in ends]
    for column in range(width):
        for board in range(y):
            ends = [board * b * width + column, (board * b + b - 1) * width + column]
            links += [(end, switch + height + column) for end in ends]
    return width * height, height + width, links


def hexagonal_mesh(keys):
    """Nodes within s - 1 steps of the middle of a triangular grid [Chen 1990]."""
    s = keys["side"]
    inside = [(q, r) for q in range(1 - s, s) for r in range(1 - s, s) if abs(q + r) < s]
    number = {place: i for i, place in enumerate(inside)}
    links = [(number[place], number[other]) for place in inside
             for other in [(place[0] + 1, place[1]), (place[0], place[1] + 1), (place[0] + 1, place[1] - 1)]
             if other in number]
    return len(inside), 0, links


BUILT = [h_tree, fat_tree, xgft, mlfm, hammingmesh, hexagonal_mesh]
