# SPDX-License-Identifier: Apache-2.0
"""Two specs, or two ways to run one, that must give the same numbers. No reference is needed for any of these.

A relation takes a spec, its records by name, and `run`, which measures another spec. It yields what to compare: a name,
the numbers before, the numbers after. Where it does not apply, it yields nothing.
"""
import dataclasses
import json
import random
import re

import yaml

TELLING = ("name", "swept", "rank", "rank_range", "pareto", "notes", "sources", "parameters", "family", "infeasible")
LENGTH = re.compile(r"^([\d.]+) (nm|um|mm|cm|m|inch|mil)$")
AREA = re.compile(r"^([\d.]+) (mm2|um2|cm2)$")
SMALLER = {"mm": ("um", 1000), "um": ("nm", 1000), "cm": ("mm", 10), "m": ("cm", 100), "ns": ("ps", 1000),
           "us": ("ns", 1000), "GHz": ("MHz", 1000), "mm2": ("um2", 10**6), "cm2": ("mm2", 100), "ohm": ("mohm", 1000),
           "pJ/bit": ("fJ/bit", 1000), "KiB": ("B", 1024), "byte": ("bits", 8), "B": ("bits", 8), "bytes": ("bits", 8)}


def changed(spec, document):
    return dataclasses.replace(spec, document=document)


def mapped(value, change):
    """The same with every text changed."""
    if isinstance(value, dict):
        return {key: mapped(inner, change) for key, inner in value.items()}
    if isinstance(value, list):
        return [mapped(inner, change) for inner in value]
    return change(value) if isinstance(value, str) else value


def texts(value):
    found = []
    mapped(value, lambda text: found.append(text) or text)
    return found


def merged_keys(below, above):
    """Maps are joined key by key; lists and technologies are taken whole."""
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    return below | {key: value if key == "technology" else merged_keys(below.get(key), value)
                    for key, value in above.items()}


def written_out(spec):
    """The spec with what `defaults` has in every candidate."""
    defaults = spec.document.get("defaults", {})
    candidates = [merged_keys(defaults, candidate) for candidate in spec.document["candidates"]]
    document = {key: value for key, value in spec.document.items() if key != "defaults"}
    return changed(spec, document | {"candidates": candidates})


def question(spec):
    """What the spec searches for: it lists no candidates."""
    return changed(spec, {key: value for key, value in spec.document.items()
                          if key not in ("candidates", "expect", "measured")})


FLOORED = ("latency", "hops", "pins", "area", "span", "longest")


def fewer_families(spec, answer, search):
    """Among several families a search finds nothing worse than among one of them: floors rule no winner out."""
    asked = spec.document["search"]
    families = asked.get("families")
    if not isinstance(families, list) or len(families) < 2 or asked.get("irregular") != "no":
        return
    best = best_value(answer)
    if best is None:
        return
    for family in families:
        best_of_few = best_value(search(changed(spec, spec.document | {"search": asked | {"families": [family]}})))
        if best_of_few is not None and best > best_of_few * (1 + 1e-9):
            yield f"fewer families ({family})", {"best": best_of_few}, {"best": best}


def best_value(answer):
    """The value of the winner, by a single measure that has floors; none where optimised layouts were left out."""
    found = json.loads(answer.out) if answer.code == 0 else {}
    history = found.get("history", [])
    if len(history) != 1 or history[0]["of"] not in FLOORED or "effort" in found["regular"]["ruled_out"]:
        return None
    return history[0]["steps"][-1]["value"] if history[0]["steps"] else None


def keys_of(value):
    if isinstance(value, dict):
        return set(value).union(*map(keys_of, value.values())) if value else set()
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def numbers(record, only=None):
    """What a record says beside its names; `only`: some parts of it."""
    return {key: value for key, value in record.items() if (key in only if only else key not in TELLING)}


def answer_records(answer):
    return json.loads(answer.out)["candidates"] if answer.out.startswith("{") and answer.code in (0, 1) else []


def only_candidate(spec, index):
    return changed(spec, spec.document | {"candidates": [spec.document["candidates"][index]]})


def alone(spec, records, run, pick):
    """A candidate by itself measures as among others, unless it is held to what another has."""
    candidates = spec.document["candidates"]
    if len(candidates) < 2 or "of c" in " ".join(texts(spec.document.get("hold", {}))):
        return
    name = candidates[pick % len(candidates)]["name"]
    for record in run(only_candidate(spec, pick % len(candidates))):
        if record["name"] == name and record["delay"]["model"] == records[name]["delay"]["model"]:
            yield "alone", numbers(records[name]), numbers(record)


def in_defaults(spec, records, run, pick):
    """What every candidate has is what `defaults` has."""
    if "defaults" not in spec.document:
        return
    for record in run(written_out(spec)):
        if record["delay"]["model"] == records[record["name"]]["delay"]["model"]:
            yield "in defaults", numbers(records[record["name"]]), numbers(record)


def values_of(value, path=""):
    """Numbers, texts and truths of a record, by the paths that `expect` takes."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        here = f"{path}.{key}" if path else str(key)
        if isinstance(inner, (dict, list)):
            yield from values_of(inner, here)
        elif inner is not None and inner != "":
            yield here, inner


def false(value):
    return not value if isinstance(value, bool) else f"{value}?" if isinstance(value, str) else 2 * value + 1


def expected(spec, records, run, pick):
    """What a record says is expected with success; one number that it does not say, and the program ends with 1."""
    document = {key: value for key, value in spec.document.items() if key != "expect"}
    answer = run.raw(changed(spec, document), "compare", "spec.yaml", "--format", "json")
    if answer.code != 0 or not (told := answer_records(answer)):
        return
    chance = random.Random(pick)
    record = chance.choice(told)
    found = list(values_of(record))
    rows = [{"candidate": record["name"], "delay": record["delay"]["model"], "key": key, "value": value}
            for key, value in chance.sample(found, min(12, len(found)))]
    spoiled = chance.randrange(len(rows))
    wrong = [row | {"value": false(row["value"])} if i == spoiled else row for i, row in enumerate(rows)]
    for name, code, expect, fails in (("expected", 0, rows, 0), ("not expected", 1, wrong, 1)):
        answer = run.raw(changed(spec, document | {"expect": expect}), "compare", "spec.yaml")
        failed = re.findall(r"fails: (.*)", answer.out)
        if (answer.code, len(failed)) != (code, fails):
            yield name, {"code": code, "fails": fails}, {"code": answer.code, "fails": failed}


def swept(spec, records, run, pick):
    """A sweep measures as its candidates written out."""
    candidate = {key: value for key, value in spec.document["candidates"][0].items() if key != "sweep"}
    written = [candidate | {"name": f"w{bits}", "channel": candidate.get("channel", {}) | {"width": f"{bits} bits"}}
               for bits in (2, 5)]
    sweep = run(changed(spec, spec.document | {"candidates": [
        candidate | {"sweep": {"channel.width": ["2 bits", "5 bits"]}}]}))
    for one, other in zip(sweep, run(changed(spec, spec.document | {"candidates": written}))):
        yield "swept", numbers(one), numbers(other)


def own_questions(spec, records, run, pick):
    """What every candidate gives itself measures as what the top level gives, where no candidate has keys of its own."""
    document = spec.document
    given = [key for key in ("message", "header", "clock", "wires", "switching", "traffic", "virtual_channels",
                             "contention", "limits")
             if key in document and not any(key in candidate for candidate in document["candidates"])]
    if "limits" in document.get("search", {}):  # these join the top level's, and a candidate's own replace them all
        given = [key for key in given if key != "limits"]
    if not given:
        return
    key = random.Random(pick).choice(given)
    candidates = [{key: document[key]} | candidate for candidate in document["candidates"]]
    kept = {other: value for other, value in document.items() if other != key}
    for one, other in zip(run(spec), run(changed(spec, kept | {"candidates": candidates}))):
        yield f"own {key}", numbers(one), numbers(other)


def leaves(value, path="", way=()):
    """Scalars of a spec by the path that `--set` takes, and by the keys that lead there; maps alone are gone through,
    and candidates. Some keys have dots: those of quantities among limits."""
    for key, inner in value.items():
        here, keys = f"{path}.{key}" if path else key, (*way, key)
        if key == "candidates":
            for candidate in inner:
                others = {other: value for other, value in candidate.items() if other != "name"}
                yield from leaves(others, f"candidates[{candidate['name']}]", (*keys, candidate["name"]))
        elif isinstance(inner, dict):
            yield from leaves(inner, here, keys)
        elif isinstance(inner, (str, int, float)) and here != "cutline" and not here.endswith(".family"):
            yield here, keys, inner


def by_set(spec, records, run, pick):
    """A value given by `--set` is the value in the file."""
    found = list(leaves(spec.document))
    if not found:
        return
    path, (*way, last), value = found[pick % len(found)]
    document = json.loads(json.dumps(spec.document))  # a map that two candidates share becomes two
    holder = document
    for key in way:
        holder = next(one for one in holder if one["name"] == key) if isinstance(holder, list) else holder[key]
    del holder[last]
    text = yaml.safe_dump(value, default_flow_style=True).replace("\n...", "").strip()
    for record in run(changed(spec, document), "--set", f"{path}={text}"):
        if record["delay"]["model"] == records[record["name"]]["delay"]["model"]:
            yield "by --set", numbers(records[record["name"]]), numbers(record)


def other_units(spec, records, run, pick):
    """The same amounts in smaller units."""
    def change(text):
        found = re.match(r"^(\d+(?:\.\d+)?) (\S+)$", text)
        if not found or found[2] not in SMALLER:
            return text
        unit, factor = SMALLER[found[2]]
        return f"{float(found[1]) * factor:.12g} {unit}"
    document = mapped(spec.document, change)
    if document != spec.document:
        for record in run(changed(spec, document)):
            before = records.get(record["name"])  # a point of a sweep has its unit in its name
            if before is not None and record["delay"]["model"] == before["delay"]["model"]:
                yield "other units", numbers(before), numbers(record)


def doubled(spec, records, run, pick):
    """All lengths doubled, those of the technology too: every length doubles, an area has four times as much."""
    technology = spec.document.get("technology")
    given = keys_of(spec.document) & {"wires_per_mm", "pins_per_mm", "bandwidth", "box", "edge", "delay", "drivers",
                                       "board"}  # a connector has its own lengths
    if not isinstance(technology, dict) or "layers" not in technology or given - {"drivers"} or any(
            "technology" in candidate for candidate in spec.document["candidates"]):
        return

    def change(text):
        if found := LENGTH.match(text):
            return f"{2 * float(found[1]):g} {found[2]}"
        found = AREA.match(text)
        return f"{4 * float(found[1]):g} {found[2]}" if found else text
    for record in run(changed(spec, mapped(spec.document, change))):
        before = records[record["name"]]["layout"] or {}
        after = record["layout"] or {}
        for key, factor in (("width_mm", 2), ("height_mm", 2), ("area_mm2", 4), ("width_pitches", 1)):
            if before.get(key) is not None:
                yield f"doubled {key}", {key: before[key] * factor}, {key: after.get(key)}


def with_cells(spec, pick):
    """The spec with its first candidate alone, on cells in a random order with gaps, or None where it is placed."""
    candidate = spec.document["candidates"][0]
    topology, placement = candidate.get("topology", {"family": "planes"}), candidate.get("placement", {})
    named = {"fixed", "tiles", "guest", "fail", "routing", "hold", "order", "minimise", "axes", "empty", "positions",
             "columns", "sweep", "packages", "ideal", "box", "length", "start", "seed", "moves",
             "effort"}
    named &= keys_of(spec.document)
    if topology["family"] != "graph" or "links" not in topology or "switches" in topology or named:
        return None
    side = 2 + pick % 4
    places = [[place % side, place // side] for place in range(topology["nodes"] + pick % 3)]
    chance = random.Random(pick)
    chance.shuffle(places)
    cells = placement.get("cells", places[:topology["nodes"]])
    return changed(spec, spec.document | {"candidates": [candidate | {"placement": placement | {"cells": cells}}]})


def relabelled(spec, records, run, pick):
    """Nodes numbered from the other end, with their cells: the same layout."""
    spec = with_cells(spec, pick)
    if spec is None or "traffic" in spec.document:
        return
    candidate = spec.document["candidates"][0]
    graph, cells = candidate["topology"], candidate["placement"]["cells"]
    last = graph["nodes"] - 1
    links = [[last - a, last - b, *rest] for a, b, *rest in graph["links"]]
    other = candidate | {"topology": graph | {"links": links},
                         "placement": candidate["placement"] | {"cells": cells[::-1]}}
    parts = ("nodes", "links", "graph", "channel", "density", "tracks", "layout", "pins", "modules", "energy")
    for before, after in zip(run(spec), run(changed(spec, spec.document | {"candidates": [other]}))):
        yield "relabelled", numbers(before, parts), numbers(after, parts)


def named_cells(spec, records, run, pick):
    """Cells by the names of their nodes, in another order: the same layout."""
    spec = with_cells(spec, pick)
    if spec is None:
        return
    candidate = spec.document["candidates"][0]
    cells = [[f'"{node}"', *cell] for node, cell in enumerate(candidate["placement"]["cells"])][::-1]
    if pick % 2:
        cells = {name: cell for name, *cell in cells}
    other = candidate | {"placement": candidate["placement"] | {"cells": cells}}
    for before, after in zip(run(spec), run(changed(spec, spec.document | {"candidates": [other]}))):
        parts = ("nodes", "links", "density", "tracks", "layout", "pins", "length")
        yield "named cells", numbers(before, parts), numbers(after, parts)


def transposed(spec, records, run, pick):
    """Columns and rows exchanged: the cuts of one axis are those of the other."""
    spec = with_cells(spec, pick)
    if spec is None:
        return
    candidate = spec.document["candidates"][0]
    placement = candidate["placement"] | {"cells": [[y, x, *z] for x, y, *z in candidate["placement"]["cells"]]}
    other = changed(spec, spec.document | {"candidates": [candidate | {"placement": placement}]})
    for before, after in zip(run(spec), run(other)):
        for one, across in (("x", "y"), ("y", "x")):
            if before["density"] and before["density"][one] and after["density"][across]:
                keys = ("peak_links", "middle_links", "peak_wires", "middle_wires")
                yield "transposed", numbers(before["density"][one], keys), numbers(after["density"][across], keys)
        length = ("longest_span", "total_span", "mean_span")
        yield "transposed", numbers(before["length"], length), numbers(after["length"], length)


def parallel(spec, records, run, pick):
    """A link of width w is w links of width 1, where a channel has no wires beside its bits."""
    candidate = spec.document["candidates"][0]
    graph = candidate.get("topology", {})
    given = {"control", "routing", "limits", "fail", "edge", "tiles"} & keys_of(spec.document)
    technology = str(candidate.get("technology", spec.document.get("technology", "unit")))
    if given or not any(len(link) > 2 for link in graph.get("links", [])) or "minimise" in str(candidate) or \
            candidate.get("placement", {}).get("weight") == "one" or not (
            "own" in technology or "unit" in technology):
        return
    links = [link[:2] for link in graph["links"] for _ in range(link[2] if len(link) > 2 else 1)]
    other = candidate | {"topology": graph | {"links": links}}
    for record in run(changed(spec, spec.document | {"candidates": [other, *spec.document["candidates"][1:]]})):
        if record["name"] == candidate["name"]:
            for axis, before in (records[record["name"]]["density"] or {}).items():
                if before:
                    keys = ("peak_wires", "middle_wires")
                    yield "parallel density", numbers(before, keys), numbers(record["density"][axis], keys)
            yield "parallel width", numbers(records[record["name"]]["channel"], ("width_bits",)), numbers(
                record["channel"], ("width_bits",))
            yield "parallel pins", {"pins": records[record["name"]]["pins"]["per_node_max"]}, {
                "pins": record["pins"]["per_node_max"]}


def merged(spec, records, run, pick):
    """The parts of a sweep, merged, are the whole."""
    if len(spec.document["candidates"]) < 2:
        return
    lines = ("measure", "spec.yaml", "--format", "jsonl")
    parts = [run.raw(spec, *lines, "--shard", f"{i}/2", "-o", f"part{i}.jsonl").files for i in (1, 2)]
    whole = run.raw(spec, *lines).out
    if all(len(part) == 1 for part in parts):
        together = run.raw(dataclasses.replace(spec, files=spec.files | parts[0] | parts[1]), "merge", "part1.jsonl",
                           "part2.jsonl", "--format", "jsonl").out
        yield "merged", {"lines": sorted(whole.splitlines())}, {"lines": sorted(together.splitlines())}


def threads(spec, records, run, pick):
    """Two threads give the bytes of one."""
    one, two = (run.raw(spec, "measure", "spec.yaml", "--format", "json", threads=count).out for count in (1, 2))
    yield "threads", {"bytes": one}, {"bytes": two}


def own_graph(spec, records, run, pick):
    """A network exported with its cells and read back has the same cuts, spans, pins and layout."""
    index = pick % len(spec.document["candidates"])
    candidate = spec.document["candidates"][index]
    if "sweep" in candidate:
        return
    record = records[candidate["name"]]
    if "planes" in candidate and not record["bidirectional"]:
        return  # in a file with directions, a link both ways beside others is two
    if record["interchanges"] or record["density"] is None or \
            {"positions", "guest", "tiles", "hold"} & keys_of(spec.document):
        return
    machine = spec.document.get("machine")
    of_board = ((machine.get("board") or {}) if isinstance(machine, dict) else {}).get("nodes")
    if "fill" in keys_of(spec.document) or (isinstance(of_board, list) and len(of_board) > 1):
        return  # a file has no groups, and may then need more racks than there are, and no digits for boards
    target = ("graphml", "gml", "json", "dot")[pick // 7 % 4]
    written = run.raw(spec, "export", "spec.yaml", "-c", candidate["name"], "--to", target, "-o",
                      f"own.{target}").files
    if len(written) != 1 or json.dumps(record["layout"]).count("null") > 40:
        return
    placement = {key: value for key, value in candidate.get("placement", {}).items()
                 if key in ("wiring", "terminals", "layers", "length")}
    other = {key: value for key, value in candidate.items() if key != "planes"} | {
        "topology": {"family": "graph", "file": f"own.{target}"}, "placement": placement}
    parts = ("nodes", "switches", "terminals", "links", "density", "tracks", "layout", "pins")
    alone_ = changed(spec, spec.document | {"candidates": [{k: v for k, v in other.items() if v != {}}]})
    for again in run(dataclasses.replace(alone_, files=spec.files | written)):
        if "planes" in candidate:  # a router for each plane is not one router for all links
            again["layout"]["router_area_fraction"] = record["layout"]["router_area_fraction"]
        yield "own graph", numbers(record, parts), numbers(again, parts)


def alike(before, after):
    """Two performances where both are known."""
    if isinstance(before, dict) and isinstance(after, dict):
        both = {key: alike(before[key], after[key]) for key in before.keys() & after.keys()
                if before[key] is not None}
        return tuple({key: pair[side] for key, pair in both.items()} for side in (0, 1))
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return tuple([pair[side] for pair in map(alike, before, after)] for side in (0, 1))
    return before, after


def own_routes(spec, records, run, pick):
    """The routes that a candidate takes, written to a table and read back, carry the same messages."""
    index = pick % len(spec.document["candidates"])
    candidate = spec.document["candidates"][index]
    record = records.get(candidate["name"])  # none: a sweep
    if record is None or record["ideal"] or (record["performance"] or {}).get("mean_hops") is None:
        return
    written = run.raw(spec, "export", "spec.yaml", "-c", candidate["name"], "--to", "routes", "-o", "own.csv").files
    if len(written) != 1:
        return
    other = [one | {"routing": {"table": "own.csv"}} if i == index else one
             for i, one in enumerate(spec.document["candidates"])]
    again = changed(dataclasses.replace(spec, files=spec.files | written), spec.document | {"candidates": other})
    for after in run(again):
        if after["name"] == candidate["name"] and after["delay"]["model"] == record["delay"]["model"]:
            yield "own routes", *alike(record["performance"], after["performance"])
            yield "own routes", numbers(record, ("energy",)), numbers(after, ("energy",))


RELATIONS = (alone, in_defaults, expected, own_routes, swept, own_questions, by_set, other_units, doubled,
             relabelled, transposed, parallel, merged, threads, own_graph, named_cells)


def pairs(relation, spec, records, run, pick):
    """What a relation compares; those that change candidates take a spec without `defaults`."""
    as_is = (in_defaults, by_set, merged, threads, expected)
    yield from relation(spec if relation in as_is else written_out(spec), records, run, pick)


def differences(before, after, path="", scale=1):
    """Paths at which two values differ; numbers agree to nine digits, or to what rounding leaves of a difference of two
    numbers near the largest beside them, such as a wait that is one of several parts."""
    if isinstance(before, dict) and isinstance(after, dict):
        scale = max([1] + [abs(one) for one in before.values() if isinstance(one, (int, float))])
        for key in before.keys() | after.keys():
            yield from differences(before.get(key), after.get(key), f"{path}.{key}" if path else key, scale)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for one, other in zip(before, after):
            yield from differences(one, other, path)
    elif isinstance(before, (int, float)) and isinstance(after, (int, float)):
        if abs(before - after) > max(1e-9 * max(abs(before), abs(after)), 1e-12 * scale):
            yield path, before, after
    elif before != after:
        yield path, before, after
