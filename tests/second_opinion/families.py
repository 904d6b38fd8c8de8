# SPDX-License-Identifier: Apache-2.0
"""Links of the families from their textbook definitions, as lists of pairs of nodes.

A family is a function of its parameters that gives (nodes, switches, links); switches are numbered after the nodes. A
link is (a, b) or (a, b, width). `of` looks a family up and gives None for those that are not built here."""

import itertools
import math

import families_of_groups
from traffic import coordinates, number_of


def radices(keys):
    if "radices" in keys:
        return keys["radices"]
    dimensions = keys["dimensions"]
    radix = keys["radix"] if "radix" in keys else round(keys["nodes"] ** (1 / dimensions))
    return [int(radix)] * dimensions


def product(sizes, steps):
    """Nodes of all coordinates; `steps(c, k)` are the greater coordinates or wraps that c of radix k is linked to."""
    nodes, links = math.prod(sizes), []
    for node in range(nodes):
        digits = coordinates(node, sizes)
        for dimension, radix in enumerate(sizes):
            for step in steps(digits[dimension], radix):
                other = digits[:dimension] + [step] + digits[dimension + 1:]
                links.append((node, number_of(other, sizes)))
    return nodes, 0, links


def mesh(keys):
    return product(radices(keys), lambda c, k: [c + 1] if c + 1 < k else [])


def ring_steps(c, k):
    """A ring of radix 2 is one link, and a radix of 1 a dimension without links."""
    return [] if k == 1 or (k == 2 and c == 1) else [(c + 1) % k]


def torus(keys):
    return product(radices(keys), ring_steps)


def ring(keys):
    return product([keys["nodes"]], ring_steps)


def complete_steps(c, k):
    return range(c + 1, k)


def hyperx(keys):
    return product(radices(keys), complete_steps)


def complete(keys):
    return product([keys["nodes"]], complete_steps)


def hypercube(keys):
    dimensions = keys.get("dimensions") or keys["nodes"].bit_length() - 1
    return product([2] * dimensions, complete_steps)


def flattened_butterfly(keys):
    return product([keys["radix"]] * (keys["stages"] - 1), complete_steps)


def folded_hypercube(keys):
    nodes, _, links = product([2] * keys["dimensions"], complete_steps)
    return nodes, 0, links + [(node, nodes - 1 - node) for node in range(nodes // 2)]


def simple(pairs):
    """Each pair once, without loops."""
    return sorted({(min(a, b), max(a, b)) for a, b in pairs if a != b})


def de_bruijn(keys, one_way):
    k, n = keys.get("radix", 2), keys["dimensions"]
    nodes = k ** n
    pairs = [(a, (a * k + digit) % nodes) for a in range(nodes) for digit in range(k)]
    return nodes, 0, [(a, b) for a, b in pairs if a != b] if one_way else simple(pairs)


def kautz(keys, one_way):
    k, n = keys.get("degree", 2), keys["dimensions"]
    words = [word for word in itertools.product(range(k + 1), repeat=n)
             if all(a != b for a, b in zip(word, word[1:]))]
    number = {word: i for i, word in enumerate(words)}
    pairs = [(number[word], number[word[1:] + (digit,)]) for word in words for digit in range(k + 1)
             if word[1:] + (digit,) in number and digit != word[-1]]
    return len(words), 0, pairs if one_way else simple(pairs)


def shuffle_exchange(keys, one_way):
    n = keys["dimensions"]
    nodes = 1 << n
    shuffles = [(a, (a << 1 | a >> (n - 1)) & (nodes - 1)) for a in range(nodes)]
    exchanges = [(a, a ^ 1) for a in range(nodes)]
    if one_way:
        return None
    return nodes, 0, simple(shuffles + exchanges)


def permuted(words, neighbours):
    number = {word: i for i, word in enumerate(words)}
    return len(words), 0, simple((number[word], number[other]) for word in words for other in neighbours(word))


def star(keys):
    n = keys["symbols"]

    def neighbours(word):
        for place in range(1, n):
            other = list(word)
            other[0], other[place] = other[place], other[0]
            yield tuple(other)

    return permuted(list(itertools.permutations(range(n))), neighbours)


def arrangement(keys):
    n, k = keys["symbols"], keys["places"]

    def neighbours(word):
        for place in range(k):
            for symbol in set(range(n)) - set(word):
                yield word[:place] + (symbol,) + word[place + 1:]

    return permuted(list(itertools.permutations(range(n), k)), neighbours)


def butterfly(keys):
    n = keys["dimensions"]
    rows = 1 << n
    links = [(level * rows + row, (level + 1) * rows + (row ^ flip)) for level in range(n) for row in range(rows)
             for flip in (0, 1 << level)]
    return (n + 1) * rows, 0, links


def wrapped_butterfly(keys):
    n = keys["dimensions"]
    rows = 1 << n
    links = [(level * rows + row, (level + 1) % n * rows + (row ^ flip)) for level in range(n) for row in range(rows)
             for flip in (0, 1 << level)]
    return n * rows, 0, links


def ccc(keys):
    d = keys.get("dimensions")
    if d is None:
        d = next(each for each in range(2, 43) if each << each == keys["nodes"])
    cycles = 1 << d
    ring_links = [(cycle * d + level, cycle * d + (level + 1) % d) for cycle in range(cycles) for level in range(d)]
    if d == 2:
        ring_links = [(cycle * 2, cycle * 2 + 1) for cycle in range(cycles)]
    cube = [(cycle * d + level, (cycle ^ 1 << level) * d + level) for cycle in range(cycles) for level in range(d)]
    return d * cycles, 0, ring_links + simple(cube)


def sparse_hamming(keys):
    columns, rows = keys["columns"], keys["rows"]
    links = []
    for y, x in itertools.product(range(rows), range(columns)):
        for skip in sorted({1, *as_list(keys.get("row_skips"))}):
            if x + skip < columns:
                links.append((y * columns + x, y * columns + x + skip))
        for skip in sorted({1, *as_list(keys.get("column_skips"))}):
            if y + skip < rows:
                links.append((y * columns + x, (y + skip) * columns + x))
    return columns * rows, 0, links


def as_list(value):
    return [] if value is None else value if isinstance(value, list) else [value]


def graph(keys):
    if "links" not in keys:
        return None
    links = [tuple(link) for link in keys["links"]]
    sites = keys.get("nodes") or 1 + max(max(link[:2]) for link in links)
    last = as_list(keys.get("switches"))
    order = [site for site in range(sites) if site not in last] + sorted(last)
    number = {site: i for i, site in enumerate(order)}
    return sites - len(last), len(last), [(number[link[0]], number[link[1]], *link[2:]) for link in links]


def wire(keys):
    return 2, 0, [(0, 1)]


BUILT = [mesh, torus, ring, hyperx, complete, hypercube, flattened_butterfly, folded_hypercube, star, arrangement,
         butterfly, wrapped_butterfly, ccc, sparse_hamming, graph, wire] + families_of_groups.BUILT
BY_DIRECTION = [de_bruijn, kautz, shuffle_exchange]


def of(family, keys, one_way):
    for each in BUILT:
        if each.__name__ == family:
            return each(keys)
    for each in BY_DIRECTION:
        if each.__name__ == family:
            return each(keys, one_way)
    return None
