# SPDX-License-Identifier: Apache-2.0
"""What stands beside the candidates of a spec: files of routes and of measured latencies, published numbers, questions
of a search. Each is small, so that a run takes less than a second."""
from hypothesis import strategies as st

MOST_TABLED = 12  # sites of a network whose routes are drawn
FOUND = ("nodes", "links", "switches", "graph.diameter_hops", "graph.degree_max", "performance.mean_hops",
         "layout.area_mm2", "layout.area_pitches2", "length.longest_span", "density.x.peak_links", "channel.width_bits",
         "delay.cycle_ns", "notes", "density", "modules.0.count", "family", "nowhere.at.all")


@st.composite
def routes(draw, network):
    """A table of routes: for each destination a tree that was grown towards it, so that ways are seldom the shortest.
    Messages of a pair may have a layer of their own."""
    steps = network.channels
    layers = draw(st.sampled_from((0, 0, 1, 2)))
    lines = ["site,destination,next" + (",layer" if layers else "")]
    for end in range(network.nodes):
        reached = {end}
        while len(reached) < network.sites:
            able = sorted({(a, b) for a, b in steps if b in reached and a not in reached})
            if not able:
                break
            site, step = draw(st.sampled_from(able))
            reached.add(site)
            layer = draw(st.integers(0, layers)) if site < network.nodes else 0
            lines.append(f"{site},{end},{step}" + (f",{layer}" if layers else ""))
    return "".join(line + "\n" for line in lines)


@st.composite
def measured(draw, names, models):
    """Latencies that others measured, with some of the columns."""
    columns = {
        "candidate": st.sampled_from(names), "offered": st.sampled_from(("0", "0.05", "0.5", "1", "6.4", "1e3")),
        "latency": st.sampled_from(("0", "1", "12.5", "50.4674", "")),
        "state": st.sampled_from(("stable", "unstable", "timed_out")), "seed": st.sampled_from(("0", "1", "2")),
        "source": st.sampled_from(("booksim", "others")), "besides": st.sampled_from(("", "0", "5", "-3")),
        "delay": st.sampled_from(models)}
    chosen = list(columns)[:3] + draw(st.lists(st.sampled_from(list(columns)[3:]), unique=True, max_size=3))
    lines = [",".join(chosen)]
    for _ in range(draw(st.integers(1, 5))):
        point = {column: draw(columns[column]) for column in chosen}
        if point["latency"] == "" and point.get("state") == "stable":
            point["state"] = "unstable"
        lines.append(",".join(point.values()))
    return "".join(line + "\n" for line in lines)


@st.composite
def expectations(draw, names, columns, node):
    """Numbers, texts and winners, most of which no record has."""
    origins = st.sampled_from(node["properties"]["origin"]["enum"])
    rows = []
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.integers(0, 3)) == 3:
            row = {"winner": draw(st.sampled_from(names))}
        else:
            row = {"candidate": draw(st.sampled_from(names)),
                   "key": draw(st.one_of(st.sampled_from(FOUND), st.sampled_from(columns))),
                   "value": draw(st.sampled_from((0, 1, 2, 4, 16, 0.5, 1e300, "mesh", True)))}
            if draw(st.integers(0, 3)) == 3:
                row[draw(st.sampled_from(("at_most", "at_least")))] = row.pop("value") if isinstance(row["value"], float) else 4
                if draw(st.booleans()):
                    del row["candidate"]
            elif draw(st.booleans()):
                row["tolerance"] = draw(st.sampled_from((0, 1, 0.01, "5 %", "0 %")))
        if draw(st.booleans()):
            row["origin"] = draw(origins)
        rows.append(row)
    return rows


@st.composite
def searches(draw, values, node, ranked, families):
    """A question that is answered in a moment: some sixteen terminals or routers, and a few hundred moves."""
    keys = node["properties"]
    result = {}
    if draw(st.booleans()):
        result["grid"] = draw(st.lists(st.integers(1, 4), min_size=2, max_size=2))
        if draw(st.booleans()):
            result["directed"] = draw(st.sampled_from(("no", "yes")))
    else:
        result["terminals"] = draw(st.one_of(st.integers(2, 16), st.sampled_from(([4, 6], [8, 8], [12, 16]))))
        result["families"] = draw(st.one_of(
            st.just("all"), st.lists(st.sampled_from(families), unique=True, min_size=1, max_size=3)))
        if draw(st.booleans()):
            result["concentration"] = draw(st.sampled_from((1, 2, [1, 2], [1, 4])))
        if draw(st.booleans()):
            result["irregular"] = draw(st.sampled_from(("no", "yes")))
        if isinstance(result["terminals"], int) and draw(st.integers(0, 3)) == 3:
            result["tolerance"] = draw(st.sampled_from(("5 %", "30 %")))
    if draw(st.booleans()):
        result["limits"] = draw(limits(values, keys["limits"]))
    if draw(st.booleans()):
        result["objective"] = draw(st.one_of(ranked, st.lists(ranked, min_size=2, max_size=2, unique=True)))
    result["effort"] = {"moves": draw(st.integers(1, 500)), "starts": draw(st.integers(1, 3))}
    if draw(st.booleans()):
        result["seed"] = draw(st.integers(0, 3))
    return result


@st.composite
def limits(draw, values, node):
    """Those of links, and of a study."""
    amounts = {"links_of_router": (1, 2, 4, 6), "links": (4, 12, 40), "wire": (8, 30, 100, "40 mm"),
               "middle_links": (2, 4, 8), "cut_links": (2, 4, 8), "span": (1, 2, 5, "1.5 mm"), "diameter": (2, 4, 9), "reach": ([1, 1], [2, 1], [3, 0])}
    chosen = draw(st.lists(st.sampled_from(sorted(node["properties"])), unique=True, min_size=1, max_size=3))
    result = {}
    for key in chosen:
        if key == "at_least":
            result[key] = draw(st.sampled_from(({"bisection": 2}, {"bisection": "4 links"}, {"saturation": 0.5},
                                                {"bisection": 1, "saturation": 0.1})))
        elif key in amounts:
            result[key] = draw(st.sampled_from(amounts[key]))
        elif (own := values.of(node["properties"][key], f"limits.{key}")) is not None:
            result[key] = draw(own)
    return result
