# SPDX-License-Identifier: Apache-2.0
"""Whole specs: every key is valid by itself; whether they go together is for the program to say."""
import dataclasses

import beside
import networks
import racks
import yaml
from hypothesis import strategies as st
from values import Values

PLAIN = Values.PLAIN
LOADS = ("0.3 of saturation", "50 % of saturation", "0.2 of capacity", "0.05 bits/cycle", "1 bits/ns")
MESSAGES = ("8 bits", "150 bits", "64 bytes", {"packets": 16}, {"size": "64 bits", "packets": 3},
            {"request": "64 bits", "reply": "320 bits"},
            [{"size": "64 bits", "share": 0.75}, {"size": "512 bits", "share": "25 %"}])
CURVES = ({"x": "distance", "to": 3}, {"x": "load", "at": [0.1, 0.5], "of": "saturation"})
CROSSOVERS = ({"over": "message", "from": "8 bits", "to": "512 bits"},
              {"over": "channel.width", "values": ["1 bits", "8 bits"]})
SWEEPS = ({"channel.width": ["8 bits", "16 bits"]}, {"topology.concentration": [1, 2]},
          {"channel.control": ["0 wires", "3 wires"]}, {"message": ["64 bits", "150 bits"], "wires": ["pipelined"]},
          {"channel.width": {"from": "2 bits", "to": "32 bits", "steps": 3, "scale": "log"}},
          {"virtual_channels": {"from": 2, "to": 8, "step": 3}, "switching": ["wormhole", "store_and_forward"]})
NOT_DRAWN = {"cutline", "title", "candidates", "name", "topology", "planes"}
RARE = {"ideal", "guest", "curve", "crossover", "sweep"}  # most other keys do not go with them


@dataclasses.dataclass
class Spec:
    document: dict
    files: dict

    def text(self):
        return "".join(line + "\n" for line, _ in self.lines())

    def lines(self):
        """The spec's lines, each with the path of keys and indices that it tells: a key has a line of its own."""
        yield from _lines(self.document, (), "")


def _flow(value):
    return yaml.safe_dump(value, default_flow_style=True, width=10**6, sort_keys=False).replace("\n...", "").strip()


def _lines(value, path, indent, first=None):
    start = indent if first is None else first
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in entries:
        here = path + (key,)
        label = f"{key}:" if isinstance(value, dict) else "-"
        if isinstance(inner, dict) and inner:
            if isinstance(value, dict):
                yield start + label, here
                yield from _lines(inner, here, indent + "  ")
            else:
                yield from _lines(inner, here, indent + "  ", first=f"{start}- ")
        elif isinstance(inner, list) and inner and all(isinstance(item, dict) for item in inner):
            yield start + label, here
            yield from _lines(inner, here, indent + "  ")
        else:
            yield f"{start}{label} {_flow(inner)}", here
        start = indent


def technologies(catalogues, values):
    """One of the library, the same with other keys, or a map with layers of its own."""
    names = st.sampled_from(catalogues.names("technologies"))
    chips = st.sampled_from([row["name"] for row in catalogues.rows("technologies") if row["wires_per_mm"]])
    node = catalogues.schema["definitions"]["technology"]
    keys = {key: value for key, value in node["properties"].items()
            if key in ("terminals", "channel", "node", "plane_pitch", "vdd", "permittivity", "drivers")}
    changed = st.tuples(chips, values.map_of({"properties": keys}, "technology")).map(
        lambda pair: {"name": pair[0]} | pair[1])
    pitches = st.sampled_from((2, 4)).flatmap(
        lambda layers: st.lists(st.sampled_from((100, 140, 200, 500)), min_size=layers, max_size=layers))
    own = pitches.map(lambda found: {
        "name": "own", "medium": "chip", "vdd": "1 V", "permittivity": 3.9,
        "drivers": {"unit": {"cell": "INV", "input": "1.5 fF", "r_chain": "5 kohm", "r_step": "4 kohm",
                             "parasitic": "0.7 fF"}},
        "layers": [{"name": f"M{index}", "direction": "vertical" if index % 2 else "horizontal", "pitch": f"{pitch} nm",
                    "r": f"{200 / pitch:g} ohm/um", "c": "0.2 fF/um"} for index, pitch in enumerate(found)]})
    unit = st.integers(1, 3).map(lambda pairs: {"name": "unit", "pairs": pairs})
    return names, changed, own, unit


@st.composite
def specs(draw, catalogues):
    schema = catalogues.schema
    sized = draw(st.booleans())
    plain = Values(schema, lambda path: PLAIN, sized)
    names, changed, own, unit = technologies(catalogues, plain)
    chips = st.sampled_from([row["name"] for row in catalogues.rows("technologies") if row["wires_per_mm"]])
    technology = st.one_of(chips, chips, changed, own, names.filter(lambda name: name != "unit")) if sized else unit
    count = draw(st.sampled_from((1, 1, 1, 2, 2, 3)))
    found = [draw(networks.networks(catalogues, index)) for index in range(count)]
    candidates = [{"name": f"c{index}"} | draw(one_or_planes(catalogues, sized, network))
                  | draw(candidate_keys(catalogues, sized, technology, index, network))
                  for index, network in enumerate(found)]
    document = {"cutline": 1, "population": "any"}
    if sized or draw(st.integers(0, 3)) == 3:
        document["technology"] = draw(technology)
    document |= draw(study_keys(catalogues, sized, technology, found)) | {"candidates": candidates}
    return Spec(document, draw(files(catalogues, document, found)))


@st.composite
def one_or_planes(draw, catalogues, sized, network):
    """The network of a candidate or, of one in eight, planes: the network and others of as many nodes."""
    if network.nodes < 3 or draw(st.integers(0, 7)) != 7:
        return {"topology": network.topology}
    nodes, values = network.nodes, Values(catalogues.schema, lambda path: PLAIN, sized)
    others = [network.topology, {"family": "ring", "nodes": nodes}, {"family": "complete", "nodes": nodes},
              {"family": "graph", "nodes": nodes, "links": [[0, node, 1 + node % 2] for node in range(1, nodes)]}]
    own = {"width": st.integers(1, 3), "share": st.sampled_from((0.25, 1, 2)), "message": st.sampled_from(MESSAGES),
           "traffic": patterns(values, [network]), "routing": st.sampled_from(("minimal", "balanced", "up_down"))}
    planes = []
    for index in range(draw(st.integers(1, 3))):
        keys = draw(st.lists(st.sampled_from(sorted(own)), unique=True, max_size=2))
        topology = network.topology if index == 0 else draw(st.sampled_from(others))
        planes.append({"name": f"p{index}", "topology": topology} | {key: draw(own[key]) for key in keys})
    return {"planes": planes}


@st.composite
def files(draw, catalogues, document, found):
    """The texts of the files that a spec names."""
    texts = {name: text for network in found for name, text in network.files.items()}
    for holder in (document, document.get("defaults", {}), *document["candidates"]):
        if isinstance(holder.get("routing"), dict):
            name = holder["routing"]["table"]
            network = next(network for index, network in enumerate(found) if name == table_of(index))
            texts[name] = draw(beside.routes(network))
    if racks.with_places(document):
        texts[racks.PLACES] = draw(racks.places(found, document))
    if "measured" in document:
        texts[document["measured"]] = draw(beside.measured([one["name"] for one in document["candidates"]],
                                                           catalogues.names("delays")))
    return texts


def table_of(index):
    return f"routes{index}.csv"


def routings(values, node, found):
    """By name, or a table for one of the networks whose channels are known here."""
    named = next(option for option in node["anyOf"] if "enum" in option)
    tables = [{"table": table_of(index)} for index, network in found
              if network.channels and network.sites <= beside.MOST_TABLED]
    return st.one_of(values.of(named), st.sampled_from(tables)) if tables else values.of(named)


def some(draw, values, node, special, most):
    """Some of the keys, rare ones a tenth as often; `special` makes strategies of those that the schema cannot tell."""
    keys = [key for key in node["properties"] if key not in NOT_DRAWN and key != "placement"]
    chosen = draw(st.lists(st.sampled_from(sorted(keys)), unique=True, max_size=most))
    result = {}
    for key in keys:
        if key in chosen and (key not in RARE or draw(st.integers(0, 9)) == 9):
            strategy = special[key]() if key in special else values.of(node["properties"][key], key)
            if strategy is not None:
                result[key] = draw(strategy)
    return result


@st.composite
def candidate_keys(draw, catalogues, sized, technology, index, network):
    """Keys of the candidate with this index and network, or of `defaults`."""
    schema = catalogues.schema
    placed = networks.own_placements(network, catalogues)

    def own(path):
        if path.startswith("placement."):
            return placed.get(path.removeprefix("placement."), PLAIN)
        return {"packages.name": st.just("module"), "packages.technology": None, "media.technology": None,
                "packages.cells": st.lists(st.integers(1, 3), min_size=1, max_size=2)}.get(path, PLAIN)
    values = Values(schema, own, sized)
    node = schema["properties"]["candidates"]["items"]
    special = {
        "ideal": lambda: st.just(True),
        "technology": lambda: technology,
        "tiles": lambda: networks.tiles(network, values, schema["definitions"]["tiles"]),
        "packages": lambda: packages(values),
        "board": lambda: boards(network.nodes),
        "machine": lambda: racks.machines(catalogues, [network]),
        "sweep": lambda: st.sampled_from(SWEEPS + racks.SWEEPS),
        "routing": lambda: routings(values, node["properties"]["routing"], [(index, network)]),
    } | asked(values, [network])
    result = some(draw, values, node, special, 2)
    if draw(st.booleans()):
        placement = draw(networks.placements(network, values, values.resolved(node["properties"]["placement"])))
        result |= {"placement": placement} if placement else {}
    return result


@st.composite
def packages(draw, values):
    """One or two levels; a module of the outer one holds whole modules of the inner one."""
    node = values.schema["definitions"]["packages"]
    keys = {"properties": {key: value for key, value in node["properties"].items() if key not in ("name", "cells")}}
    cells, levels = [1, 1], []
    for index in range(draw(st.integers(1, 2))):
        cells = [cell * draw(st.integers(1, 3)) for cell in cells]
        levels.append({"name": f"level{index}", "cells": cells} | draw(values.map_of(keys, "packages")))
    if draw(st.booleans()):
        del levels[-1]["cells"]
    return levels


CONNECTORS = ("cpci-2mm-hm", "din41612-c96", "vpx-16", {"name": "cpci-2mm-hm", "ground": "1 in 3"},
              {"name": "own", "columns": 6, "rows": 3, "column_pitch": "2.5 mm", "row_pitch": "2 mm", "pad": "1.1 mm",
               "drill": "0.7 mm", "map": ["SGS", "SPS"]})
PAIRED = ("hm-zd-4", {"name": "cpci-2mm-hm", "pairs": 2}, {"name": "vpx-16", "pairs": 1})


@st.composite
def boards(draw, nodes):
    """Slots at a pitch or at places, single tracks or pairs, now and then slots unlike the others and keep-outs."""
    pairs = draw(st.integers(0, 3)) == 3
    connectors = st.sampled_from(PAIRED if pairs else CONNECTORS)
    tracks = {"width": draw(st.sampled_from(("4 mil", "5 mil", "8 mil"))), "space": "5 mil"}
    if pairs:
        tracks["pairs"] = {"gap": "5 mil", "space": draw(st.sampled_from(("9 mil", "15 mil")))}
    if draw(st.booleans()):
        tracks["plane_clearance"] = "0.2 mm"
    board = {"connectors": draw(st.one_of(connectors, st.lists(connectors, min_size=1, max_size=2))), "tracks": tracks}
    if draw(st.integers(0, 3)) == 3:
        board["places"] = [f"{15 + 25 * slot + draw(st.integers(0, 5))} mm" for slot in range(max(nodes, 16))]
    else:
        board |= {"slot_pitch": draw(st.sampled_from(("20 mm", "20.32 mm", "1 inch")))}
        board |= draw(st.sampled_from(({}, {"margin": "6 mm"}, {"margin": ["3 mm", "8 mm"]})))
    if draw(st.booleans()):
        board["slots"] = [draw(st.sampled_from(({"side": "back"}, {"connectors": draw(connectors)}))) |
                          {"nodes": draw(st.integers(0, nodes - 1))}]
    if draw(st.integers(0, 3)) == 3:
        board["keep_outs"] = [{"x": ["0 mm", "1 mm"], "y": ["4 mm", "40 mm"]}]
    return board | draw(st.sampled_from(({}, {"material": "fr-4", "nyquist": "1 GHz"}, {"signal_layers": 2},
                                         {"connector_gap": "4 mm", "thickness": "3 mm"})))


def patterns(values, found):
    """Every pattern; rates and hot nodes of the smallest network."""
    nodes = min(network.nodes for network in found)
    rates = st.sampled_from((0, 0, 1, 2, 7))
    rows = st.lists(st.lists(rates, min_size=nodes, max_size=nodes), min_size=nodes, max_size=nodes)
    own = {"traffic.rows": rows if nodes <= 8 else None, "traffic.node": st.integers(0, nodes - 1),
           "traffic.share": st.sampled_from((0.1, 0.5, 1))}
    options = [option for option in values.schema["properties"]["traffic"]["anyOf"] if option.get("type") != "array"]
    return Values(values.schema, lambda path: own.get(path, PLAIN), values.sized).of(
        {"anyOf": options}, "traffic").filter(
            lambda drawn: drawn != "matrix" and not (isinstance(drawn, dict) and drawn.get("pattern") == "matrix"
                                                     and not any(map(any, drawn.get("rows", [])))))


@st.composite
def traffics(draw, values, found):
    """A pattern or, of one in four, two applications."""
    if draw(st.integers(0, 3)) < 3:
        return draw(patterns(values, found))
    first = draw(st.sampled_from((0, 0.25, 1)))
    return [{"name": "first", "share": first, "traffic": draw(patterns(values, found))},
            {"name": "second", "share": 1 - first, "traffic": draw(patterns(values, found))}]


@st.composite
def holds(draw, values):
    """One resource, as an amount or as what a candidate has, and sometimes how it is counted."""
    node = next(option for option in values.schema["properties"]["hold"]["anyOf"] if "properties" in option)
    amounts = {key: value for key, value in node["properties"].items() if "anyOf" in value}
    key = draw(st.sampled_from(sorted(amounts)))
    result = {key: draw(st.one_of(values.of(amounts[key], "hold"), st.sampled_from(("of c0", "2 x of c0"))))}
    ways = {name: value for name, value in node["properties"].items() if name not in amounts}
    return result | (draw(values.map_of({"properties": ways}, "hold")) if draw(st.integers(0, 3)) == 3 else {})


def asked(values, found):
    """Keys of the top level that candidates may give too."""
    return {
        "hold": lambda: holds(values),
        "traffic": lambda: traffics(values, found),
        "message": lambda: st.sampled_from(MESSAGES),
        "clock": lambda: st.one_of(values.of(values.schema["properties"]["clock"], "clock"),
                                   st.just({"rule": "fixed", "frequency": "1 GHz"})),
    }


@st.composite
def study_keys(draw, catalogues, sized, technology, found):
    schema = catalogues.schema
    ranked = st.one_of(st.sampled_from(catalogues.columns), st.sampled_from(racks.RANKED))
    loads = st.sampled_from(LOADS)
    names = [f"c{index}" for index in range(len(found))]
    own = {"topology": None, "latency.at": loads, "rank.at": loads}
    values = Values(schema, lambda path: own.get(path, PLAIN), sized)
    special = {
        "technology": lambda: None,  # drawn before all else
        "defaults": lambda: candidate_keys(catalogues, sized, technology, 0, found[0]).filter(bool),
        "routing": lambda: routings(values, schema["properties"]["routing"], list(enumerate(found))),
        "measured": lambda: st.just("measured.csv"),
        "expect": lambda: beside.expectations(names, catalogues.columns, schema["properties"]["expect"]["items"]),
        "search": lambda: beside.searches(values, schema["properties"]["search"], ranked, catalogues.names("families")),
        "population": lambda: st.just("any"),
        "packages": lambda: packages(values),
        "board": lambda: boards(min(network.nodes for network in found)),
        "machine": lambda: racks.machines(catalogues, found),
        "limits": lambda: st.one_of(values.of(schema["properties"]["limits"], "limits"), racks.limits()),
        "load": lambda: st.one_of(loads, st.lists(loads, min_size=1, max_size=2)),
        "rank": lambda: st.one_of(ranked, st.lists(ranked, min_size=2, max_size=2),
                                  st.just({"latency": 1, "area": 0.5})),
        "pareto": lambda: st.lists(ranked, min_size=2, max_size=2, unique=True),
        "curve": lambda: st.sampled_from(CURVES),
        "crossover": lambda: st.sampled_from(CROSSOVERS),
    } | asked(values, found)
    keys = some(draw, values, schema, special, 5)
    traffic = keys.get("traffic")
    by_time = isinstance(traffic, dict) and traffic.get("unit", "").endswith(("/s", "/ns"))
    if isinstance(traffic, dict) and "unit" in traffic and (sized or not by_time):
        keys["load"] = draw(st.sampled_from(("as_given", ["as_given"], [LOADS[0], "as_given"])))
    return keys
