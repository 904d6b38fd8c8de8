# SPDX-License-Identifier: Apache-2.0
"""Networks and where their nodes stand, drawn together: what is valid of a placement depends on the network's size."""
import dataclasses
import json

from hypothesis import strategies as st

GIVEN_PLACES = ("outline", "blocked", "snap")  # mean something beside `positions` alone
SEARCHING = {"minimise", "weight", "seed", "start", "fixed"}  # of orders that optimise
MOST_CELLS = 16  # nodes whose cells or places are drawn one by one


@dataclasses.dataclass
class Network:
    topology: dict
    nodes: int  # with terminals
    switches: int
    dimensions: int = 1
    files: dict = dataclasses.field(default_factory=dict)
    channels: list = dataclasses.field(default_factory=list)  # pairs of sites, switches last; none: not known here

    @property
    def sites(self):
        return self.nodes + self.switches


def topologies_of(candidate):
    """That of a candidate, or those of its planes."""
    return [one["topology"] for one in candidate.get("planes", [candidate])]


@st.composite
def links(draw, nodes, one_way):
    """Links that join all nodes: a tree, or a ring of one-way links, and some more; some are wider than others. Of one
    graph in twenty some of these links are missing, so that some nodes have no way to others."""
    if one_way:
        pairs = [[i, (i + 1) % nodes] for i in range(nodes)]
    else:
        pairs = [[draw(st.integers(0, i - 1)), i] for i in range(1, nodes)]
    ends = st.integers(0, nodes - 1)
    if len(pairs) > 1 and draw(st.integers(0, 19)) == 19:
        gone = draw(st.sets(st.integers(0, len(pairs) - 1), min_size=1, max_size=min(3, len(pairs) - 1)))
        pairs = [pair for i, pair in enumerate(pairs) if i not in gone]
        more = []
    else:
        more = draw(st.lists(st.tuples(ends, ends).filter(lambda pair: pair[0] != pair[1]), max_size=nodes))
    pairs += [list(pair) for pair in more]
    if draw(st.booleans()):
        return [pair + [draw(st.sampled_from((1, 1, 2, 3)))] for pair in pairs]
    return pairs


def as_edges(found):
    return ".edges", "".join(" ".join(map(str, link)) + "\n" for link in found)


def as_dot(found, figures=None):
    """`figures`: of every link, a map of attributes."""
    width = [{"width": link[2]} if len(link) > 2 else {} for link in found]
    both = [of | more for of, more in zip(width, figures or [{}] * len(found))]
    tails = ["".join(f' [{key}="{value}"]' for key, value in each.items()) for each in both]
    return ".dot", "graph {\n" + "".join(f"  {a} -- {b}{tail};\n" for (a, b, *_), tail in zip(found, tails)) + "}\n"


def as_csv(found, figures):
    names = sorted(set().union(*figures)) + ["width"]
    rows = [{"width": link[2] if len(link) > 2 else ""} | of for link, of in zip(found, figures)]
    lines = [",".join([str(a), str(b), *(str(row.get(name, "")) for name in names)])
             for (a, b, *_), row in zip(found, rows)]
    return ".csv", "\n".join([",".join(["source", "target", *names]), *lines]) + "\n"


# What a file may know of its links: the key, the attribute, its values, and the key of the unit of bare numbers.
FIGURES = (("length_from", "long", ("3 m", "0.5 mm", "12 um", "2e-3 km"), None),
           ("length_from", "long", ("3", "0.5", "0.002"), {"length_unit": "mm"}),
           ("delay_from", "takes", ("15 ns", "250 ps", "0.2 us"), None),
           ("delay_from", "takes", ("1", "1.5", "8"), {"delay_unit": "ns"}),
           ("cycles_from", "stages", ("1", "2", "2.5", "7"), None),
           ("class_from", "medium", ("copper", "fibre", "links"), None))


@st.composite
def figures(draw, found):
    """Attributes of every link, of which some may lack some, and the keys that read them."""
    of_links, keys = [{} for _ in found], {}
    chosen = draw(st.lists(st.sampled_from(FIGURES), unique_by=lambda figure: figure[0], min_size=1, max_size=3))
    names = {key for key, *_ in chosen}
    for key, attribute, values, unit in chosen:
        if key == "cycles_from" and "delay_from" in names:
            continue
        keys |= {key: attribute} | (unit or {})
        for number, each in enumerate(of_links):
            if number == 0 or draw(st.integers(0, 5)) > 0:
                each[attribute] = draw(st.sampled_from(values))
    if names & {"length_from", "delay_from"} and draw(st.booleans()):
        keys["given_tolerance"] = draw(st.sampled_from((0, 0.5, 3)))
    return of_links, keys


def as_json(found):
    """With attributes of nodes and links that Cutline keeps, some by names that it has itself."""
    nodes = [{"id": node, "colour": "red", "x": node + 0.5} for node in range(1 + max(max(link[:2]) for link in found))]
    links_ = [{"source": a, "target": b, "weight": i, "class": f"c {i}"} | ({"width": width[0]} if width else {})
              for i, (a, b, *width) in enumerate(found)]
    return ".json", json.dumps({"nodes": nodes, "links": links_})


def as_gml(found):
    nodes = "".join(f'  node [ id {node} label "{node}" tag "&#233;" ]\n'
                    for node in range(1 + max(max(link[:2]) for link in found)))
    edges = "".join(f"  edge [ source {a} target {b}{f' width {width[0]}' if width else ''} share .5 ]\n"
                    for a, b, *width in found)
    return ".gml", "graph [\n" + nodes + edges + "]\n"


def channels(found, sites, switches, one_way):
    """From site to site as tables of routes number them: switches follow the nodes."""
    number = {site: i for i, site in enumerate([s for s in range(sites) if s not in switches] + sorted(switches))}
    there = [(number[link[0]], number[link[1]]) for link in found]
    return there if one_way else there + [(b, a) for a, b in there]


@st.composite
def graphs(draw, index):
    nodes = draw(st.integers(2, 10))
    one_way = draw(st.integers(0, 4)) == 4
    found = draw(links(nodes, one_way))
    topology = {"family": "graph"}
    if draw(st.integers(0, 3)) == 3 and not one_way:
        keys = {}
        if draw(st.booleans()):
            of_links, keys = draw(figures(found))
            ending, text = draw(st.sampled_from((as_dot, as_csv)))(found, of_links)
        else:
            ending, text = draw(st.sampled_from((as_edges, as_dot, as_json, as_gml)))(found)
        named = {node for link in found for node in link[:2]}
        if named == set(range(nodes)):
            name = f"graph{index}{ending}"
            return Network(topology | {"file": name} | keys, nodes, 0, files={name: text})
    topology |= {"nodes": nodes, "links": found}
    switches = draw(st.lists(st.integers(0, nodes - 1), unique=True, max_size=nodes - 2)) if draw(st.booleans()) else []
    if switches:
        topology["switches"] = sorted(switches)
    if one_way:
        topology["channels"] = "unidirectional"
    if draw(st.integers(0, 3)) == 3:
        topology["concentration"] = draw(st.integers(1, 4))
    return Network(topology, nodes - len(switches), len(switches), channels=channels(found, nodes, switches, one_way))


@st.composite
def dragonflies(draw, index):
    """With global links from a file, each router with at most as many as it has ports."""
    routers, groups, ports = draw(st.integers(2, 4)), draw(st.integers(2, 4)), draw(st.integers(1, 2))
    groups = min(groups, routers * ports + 1)
    ends = st.integers(0, routers * groups - 1)
    left, found = [ports] * (routers * groups), []
    for a, b in draw(st.lists(st.tuples(ends, ends), min_size=4, max_size=20)):
        if a // routers != b // routers and left[a] and left[b]:
            left[a], left[b] = left[a] - 1, left[b] - 1
            found.append((a, b))
    name, text = f"global{index}.edges", "".join(f"{a} {b}\n" for a, b in found)
    topology = {"family": "dragonfly", "global_links": ports, "routers": routers, "groups": groups}
    if not found:
        return Network(topology, routers * groups, 0)
    return Network(topology | {"arrangement_file": name}, routers * groups, 0, files={name: text})


@st.composite
def of_families(draw, catalogues):
    family = draw(st.sampled_from(sorted(catalogues.networks)))
    found = draw(st.sampled_from(catalogues.networks[family]))
    return Network(found["topology"], found["nodes"], found["switches"], found["dimensions"])


def networks(catalogues, index):
    return st.one_of(graphs(index), of_families(catalogues), of_families(catalogues), dragonflies(index))


@st.composite
def cells(draw, network, planes=False):
    """Different cells for all sites, with gaps."""
    columns = draw(st.integers(1, min(network.sites, 8) + 2))
    rows = -(-network.sites // columns) + draw(st.integers(0, 2))
    depth = draw(st.integers(1, 2)) if planes else 1
    places = draw(st.permutations(range(columns * rows * depth)))[:network.sites]
    found = [[place % columns, place // columns % rows, place // (columns * rows)] for place in places]
    return found if depth > 1 else [cell[:2] for cell in found]


# Polygons in a square of side 1, as corners; the least x and y of each are 0.
SHAPES = (((0, 0), (1, 0), (1, 0.4), (0.4, 0.4), (0.4, 1), (0, 1)),
          ((0, 0), (1, 0), (1, 1), (0.7, 1), (0.7, 0.5), (0.3, 0.5), (0.3, 1), (0, 1)),
          ((0.3, 0), (0.7, 0), (1, 0.3), (1, 0.7), (0.7, 1), (0.3, 1), (0, 0.7), (0, 0.3)),
          ((0, 0), (0, 1), (1, 0)), ((0, 0.5), (0.5, 0), (1, 1)))
DIES = (((0, 0), (30, 0), (30, 20), (20, 20), (20, 30), (0, 30)), ((0, 0), (30, 0), (30, 15), (15, 30), (0, 30)),
        ((-1, -2), (25, -2), (31, 10), (25, 30), (5, 30), (-2, 10)))


def corners(shape, width=1.0, height=1.0):
    return [[f"{x * width:g} mm", f"{y * height:g} mm"] for x, y in shape]


@st.composite
def blockages(draw):
    """Rectangles and polygons; what is solid stands where no tile of `positions` can be."""
    def at(least, most):
        return f"{draw(st.integers(least, most)) / 4:g} mm"
    found = {"x": at(0, 40), "y": at(0, 40)}
    if draw(st.integers(0, 3)) == 3:
        found = {"x": at(50, 60), "y": at(50, 60), "solid": True}
    if draw(st.booleans()):
        return found | {"shape": corners(draw(st.sampled_from(SHAPES)), draw(st.sampled_from((0.1, 1, 5))))}
    return found | {"width": at(0, 8), "height": at(0, 8)}


@st.composite
def positions(draw, network):
    """Tiles that do not touch, in a lattice: some smaller than others or polygons, turned, with the router beside the
    middle."""
    tiles = []
    for node, (x, y) in enumerate(draw(cells(network))):
        width, height = draw(st.sampled_from(((1, 1), (0.5, 1), (0.8, 0.6), (0, 0))))
        tile = {"node": str(node), "x": f"{x * 1.2:g} mm", "y": f"{y * 1.2:g} mm"}
        if width > 0 and draw(st.integers(0, 4)) == 4:
            shape = draw(st.sampled_from(SHAPES))
            tile["shape"] = corners(shape, width, height)
            if draw(st.integers(0, 2)) == 2:
                tile["router"] = [f"{sum(x for x, _ in shape[:3]) / 3 * width:g} mm",  # in the ear of three corners
                                  f"{sum(y for _, y in shape[:3]) / 3 * height:g} mm"]
        else:
            tile |= {"width": f"{width} mm", "height": f"{height} mm"}
        if draw(st.integers(0, 4)) == 4:
            tile["rotation"] = draw(st.sampled_from((90, 180, "N", "FS")))
        if "shape" not in tile and draw(st.integers(0, 4)) == 4:
            tile["router"] = [f"{width / 4:g} mm", f"{height / 2:g} mm"]
        tiles.append(tile)
    return tiles


def ranges(most):
    low = st.integers(0, max(most, 0))
    return st.one_of(low.map(str), st.tuples(low, st.integers(0, 2)).map(lambda pair: f"{pair[0]}-{sum(pair)}"))


def cell(network):
    return st.lists(st.integers(0, min(network.sites, 6)), min_size=2, max_size=2)


def ranges_of_cells(network):
    most = min(network.sites, 6) - 1
    return st.fixed_dictionaries({"x": ranges(most), "y": ranges(most)})


def own_placements(network, catalogues):
    """Strategies of the keys of a placement whose values depend on the network."""
    orders = st.sampled_from(catalogues.names("orders"))
    sites = st.integers(0, network.sites - 1)
    few = network.sites <= MOST_CELLS
    order = [orders, st.lists(orders, min_size=2, max_size=2)]
    if few:
        order.append(st.permutations(range(network.sites)).map(list))
    return {
        "order": st.one_of(order),
        "axes": st.lists(st.sampled_from("xxyyz"), min_size=network.dimensions, max_size=network.dimensions),
        "columns": st.integers(1, network.sites + 3),
        "cells": cells(network, planes=True) if few else None,
        "empty": st.lists(st.one_of(cell(network), ranges_of_cells(network)), min_size=1, max_size=2),
        "positions": positions(network) if few else None,
        "outline": st.one_of(st.just(["30 mm", "30 mm"]), st.sampled_from(DIES).map(corners)),
        "blocked": st.lists(blockages(), min_size=1, max_size=3),
        "fixed": st.lists(sites, unique=True, min_size=1, max_size=3),
        "box": st.lists(st.integers(1, 4), min_size=2, max_size=2),
        "moves": st.integers(0, 500),
        "effort": st.sampled_from(("1 us", "1 ms")),
        "seed": st.integers(0, 3),
    }


MODES = ({}, {}, {"order"}, {"columns"}, {"columns", "empty"}, {"cells"}, {"axes"}, {"positions"},
         {"columns", "minimise", "moves"})


@st.composite
def placements(draw, network, values, node):
    """What says where nodes stand, and some of all other keys. `node` is the schema of a placement."""
    keys = node["properties"]
    more = draw(st.lists(st.sampled_from(sorted(keys)), unique=True, max_size=3))
    chosen = set(draw(st.sampled_from(MODES))) | set(more)
    if "positions" not in chosen:
        chosen -= set(GIVEN_PLACES)
    strategies = {key: values.of(keys[key], f"placement.{key}") for key in keys if key in chosen}
    result = {key: draw(strategy) for key, strategy in strategies.items() if strategy is not None}
    if is_search(result) and "effort" not in result:
        result.setdefault("moves", draw(st.integers(0, 500)))  # without it a search takes ten seconds
    return result


def searches_long(document):
    """Whether an order that optimises has lost its few moves to a refusal; it then takes as long as users wait."""
    default = document.get("defaults", {}).get("placement", {})
    return any(is_search(found) and not {"moves", "effort"} & found.keys()
               for found in [default | one.get("placement", {}) for one in document["candidates"]])


def is_search(placement):
    names = str(placement.get("order")) + str(placement.get("start"))
    return bool(SEARCHING & placement.keys()) or any(name in names for name in ("annealed", "tabu", "portfolio"))


@st.composite
def tiles(draw, network, values, node):
    """One to three kinds of tile, of which one may be all that no other kind takes."""
    numbers = ranges(network.sites - 1)
    places = st.one_of(st.sampled_from(("edge", "corner")), numbers, st.lists(
        st.one_of(st.sampled_from(("edge", "corner")), numbers, cell(network), ranges_of_cells(network)), min_size=1,
        max_size=2))
    kinds = []
    for index in range(draw(st.integers(1, 3))):
        kind = {"name": f"kind{index}"} | draw(values.map_of({"properties": {
            key: value for key, value in node["properties"].items() if key not in ("name", "at")}}, "tiles"))
        if index > 0 or draw(st.booleans()):
            kind["at"] = draw(places)
        kinds.append(kind)
    return kinds
