# SPDX-License-Identifier: Apache-2.0
"""Networks whose links a random draw or a rule of the program chooses: what their definitions say of any choice."""

from collections import Counter
from itertools import combinations, product

from graphs import slim_degree


def compare_groups(report, network, candidate):
    rule = RULES.get(candidate.family)
    if rule is None or candidate.get("topology.channels") == "unidirectional":
        return
    links = Counter()  # a link as wide as three is three
    for link in network.links:
        links[tuple(sorted((link.a, link.b)))] += round(link.width)
    nodes = sum(1 for node in network.nodes if not node.switch)
    for what, ours, theirs in rule(candidate.topology, nodes, len(network.nodes), links):
        report.true(f"family.{what}", ours == theirs, ours, theirs, candidate.family)


def degrees(sites, links):
    found = Counter(end for pair, count in links.items() for end in pair for _ in range(count))
    return [found[site] for site in range(sites)]


def apart(links, group_of):
    """Links within groups, and the others."""
    inside = Counter({pair: count for pair, count in links.items() if group_of(pair[0]) == group_of(pair[1])})
    return inside, links - inside


def of_pairs(groups, outside, group_of):
    """Links between any two groups."""
    found = Counter()
    for pair, count in outside.items():
        found[tuple(sorted(map(group_of, pair)))] += count
    return [found[pair] for pair in combinations(range(groups), 2)]


def evenly(groups, ports, outside, group_of):
    """A group deals its ports over all others: as many to each, or one more to some."""
    if groups < 2:
        return
    pairs = of_pairs(groups, outside, group_of)
    yield "links_of_pairs", ports // (groups - 1), min(pairs)
    yield "links_of_pairs", True, max(pairs) - min(pairs) <= 1


def dragonfly(keys, nodes, sites, links):
    h = keys["global_links"]
    a = keys.get("routers", 2 * h)
    groups = keys.get("groups", a * h + 1)
    inside, outside = apart(links, lambda node: node // a)
    yield "nodes", groups * a, nodes
    yield "links_of_groups", Counter((g * a + i, g * a + j) for g in range(groups)
                                     for i, j in combinations(range(a), 2)), inside
    yield "global_links", True, max(degrees(sites, outside)) <= h
    if "arrangement_file" not in keys:  # which joins groups as it likes
        yield from evenly(groups, a * h, outside, lambda node: node // a)


def megafly(keys, nodes, sites, links):
    h = keys["global_links"]
    spines = keys.get("spines", h)
    leaves = keys.get("leaves", spines)
    groups = keys.get("groups", spines * h + 1)

    def group_of(site):
        return site // leaves if site < nodes else (site - nodes) // spines
    inside, outside = apart(links, group_of)
    yield "nodes", (groups * leaves, groups * (leaves + spines)), (nodes, sites)
    yield "links_of_groups", Counter((g * leaves + i, nodes + g * spines + j) for g in range(groups)
                                     for i, j in product(range(leaves), range(spines))), inside
    yield "global_links", (0, True), (max(degrees(sites, outside)[:nodes]), max(degrees(sites, outside)) <= h)
    yield from evenly(groups, spines * h, outside, group_of)


def cascade(keys, nodes, sites, links):
    chassis, slots, groups = keys.get("chassis", 6), keys.get("slots", 16), keys["groups"]
    routers = chassis * slots
    inside, outside = apart(links, lambda node: node // routers)
    ours = Counter()
    for i, j in combinations(range(routers), 2):
        ours[i, j] = 1 if i % chassis == j % chassis else 3 if i // chassis == j // chassis else 0
    yield "nodes", groups * routers, nodes
    yield "links_of_groups", Counter({(g * routers + i, g * routers + j): count for g in range(groups)
                                      for (i, j), count in ours.items() if count}), inside
    yield "links_of_pairs", {keys.get("global_links", 4)} if groups > 1 else set(), set(
        of_pairs(groups, outside, lambda node: node // routers))
    yield "global_links", True, max(degrees(sites, outside)) <= 10


def regular(degree):
    def rule(keys, nodes, sites, links):
        yield "degrees", {degree(keys)}, set(degrees(sites, links))
        yield "parallel_links", 1, max(links.values())
    return rule


def polarfly(keys, nodes, sites, links):
    q = keys["q"]
    yield "degrees", Counter({q: q + 1, q + 1: q * q}), Counter(degrees(sites, links))


def oft(keys, nodes, sites, links):
    """A leaf has q + 1 links, and a switch twice as many: those of both levels."""
    q = keys["q"]
    found = degrees(sites, links)
    yield "degrees", ({q + 1}, {2 * (q + 1)}), (set(found[:nodes]), set(found[nodes:]))


def small_world(keys, nodes, sites, links):
    """A node keeps the links that it has to one side, wherever they lead."""
    yield "least_degree", True, min(degrees(sites, links)) >= keys.get("neighbours", 4) // 2
    yield "links_to_itself", 0, sum(1 for a, b in links if a == b)
    yield "parallel_links", 1, max(links.values())


RULES = {"dragonfly": dragonfly, "megafly": megafly, "cascade": cascade, "polarfly": polarfly, "oft": oft,
         "jellyfish": regular(lambda keys: keys["degree"]), "xpander": regular(lambda keys: keys["degree"]),
         "small_world": small_world,
         "slim_fly": regular(lambda keys: slim_degree(keys["q"]))}
