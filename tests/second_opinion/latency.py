# SPDX-License-Identifier: Apache-2.0
"""Latency without load from the delays of the exported links, after docs/spec.md: Parts of a latency."""

import math

import numpy

import quantiles
from flows import neighbours
from spec import GIGAHERTZ, NANOSECONDS, in_units


def rule_of(candidate):
    """Of the clock: a frequency fixes it where no rule is named."""
    return candidate.get("clock.rule") or ("fixed" if candidate.get("clock.frequency") else "longest_wire")


def whole(value):
    """The next whole number; a value that is whole but for its last bits is that number."""
    return math.ceil(value - 1e-9 * max(1, abs(value)))


def cycle_of(candidate, network):
    floor = in_units(candidate.get("clock.floor", "0 ns"), NANOSECONDS)
    if rule_of(candidate) == "fixed":
        return max(floor, 1 / in_units(candidate.get("clock.frequency"), GIGAHERTZ))
    times = [time for time, in_cycles in periods(candidate, network, 1.0) if not in_cycles]
    return max(floor, *times, max(link.delay for link in network.links))


def compare_clock(report, network, candidate):
    longest = max(link.delay for link in network.links)
    report.same("delay.longest_wire_ns", longest, "the longest of the exported delays")
    clocked = getattr(candidate, "clocked", None) or network  # a plane keeps the clock of all planes
    report.same("delay.cycle_ns", cycle_of(candidate, clocked), "the rule of the clock")
    cycle = report.theirs("delay.cycle_ns")
    for link in network.links:
        if cycle and link.cycles is not None:
            report.same("link.cycles", float(max(1, whole(link.delay / cycle))), f"delay of {link.a}-{link.b} in "
                        "whole cycles", theirs=link.cycles)


def phits(candidate, width):
    return sum(share * whole(bits / width) for bits, share in candidate.messages())


def router_delays(candidate, network, cycle):
    """What a message pays at a hop that ends at each site, tiles of their own kinds included; None where unknown."""
    router = candidate.time("router.delay", cycle, "0 cycles")
    switch = candidate.time("interchange.delay", cycle, candidate.get("router.delay", "0 cycles"))
    delays = [switch if node.switch else router for node in network.nodes]
    for site, kind in kinds_of(candidate, network).items():
        if kind.get("router", {}).get("delay") is not None:
            delays[site] = candidate_time(kind["router"]["delay"], cycle)
    return delays


def candidate_time(value, cycle):
    number, unit = str(value).split()
    return float(number) * (cycle if unit.startswith("cycle") else NANOSECONDS[unit])


def kinds_of(candidate, network):
    """The kind of every node: listed nodes and cells come before corners, corners before the edge, then the rest."""
    kinds = candidate.get("tiles") or []
    columns = max(node.cell[0] for node in network.nodes)
    rows = max(node.cell[1] for node in network.nodes)
    columns, rows = max(columns, candidate.columns - 1), max(rows, candidate.rows - 1)
    found, number = {}, {site: n for n, site in enumerate(candidate.named)}
    for site, node in enumerate(network.nodes):
        if node.switch:
            continue  # all switches and interchanges have the costs of `interchange`
        x, y = node.cell[:2]
        best = None
        for kind in kinds:
            ranks = [matches(network.place(place), number[site], x, y, columns, rows)
                     for place in places(kind.get("at"))]
            rank = max(ranks, default=1)
            if rank and (best is None or rank > best[0]):
                best = (rank, kind)
        if best:
            found[site] = best[1]
    return found


def places(at):
    if at is None:
        return []
    return at if isinstance(at, list) else [at]


def matches(place, site, x, y, columns, rows):
    """4 for a listed node or cell, 3 for a corner, 2 for the edge, 0 where it does not stand there."""
    if place == "corner":
        return 3 if x in (0, columns) and y in (0, rows) else 0
    if place == "edge":
        return 2 if x in (0, columns) or y in (0, rows) else 0
    if isinstance(place, list):
        return 4 if [x, y] == place[:2] else 0
    if isinstance(place, dict):
        return 4 if in_range(x, place.get("x")) and in_range(y, place.get("y")) else 0
    return 4 if in_range(site, place) else 0


def in_range(value, text):
    if text is None:
        return True
    first, _, last = str(text).partition("-")
    return int(first) <= value <= int(last or first)


def packet_gap(report, candidate, walk):
    """Cycles by which packets of a message follow each other later than their flits: docs/load.md, Without load."""
    classes = report.theirs("performance.virtual_channels_needed")
    if candidate.packets() == 1 or rule_of(candidate) == "per_link":
        return 0
    all_, layers, gap = candidate.get("virtual_channels", 8), max(walk.routes.layers) + 1, 0
    cycle, width = report.theirs("delay.cycle_ns"), report.theirs("channel.width_bits")
    head = max(1, candidate.time("router.delay", cycle, "0 cycles") / cycle - 2)
    for (start, end), messages in numpy.ndenumerate(walk.traffic):
        first = walk.routes.layer_of.get((start, end), 0) * (classes // layers)
        channels = (first + 1) * all_ // classes - first * all_ // classes if classes <= all_ else 1
        for bits, share in candidate.messages():
            flits = whole(bits / width) * report.period
            own = all_ if start == end else max(1, channels)
            gap += messages / walk.traffic.sum() * share * max(0, (flits + head) / own - flits)
    return gap


def compare_latency(report, network, candidate, walk):
    cycle, width = report.theirs("delay.cycle_ns"), report.theirs("channel.width_bits")
    period = report.period
    delays = router_delays(candidate, network, cycle)
    node = sum(delays[site] * walk.arriving[site] for site in range(len(delays)))
    if candidate.get("router.passed", "hops") == "routers":
        node += sum(delays[site] * share for site, share in enumerate(walk.starting))
    node += candidate.time("router.injection", cycle, "0 cycles") + candidate.time("router.ejection", cycle, "0 cycles")
    report.same("performance.latency_parts_ns.node", float(node), "routers along the routes")
    wire = wire_part(network, candidate, walk, cycle)
    credits = credit_wait(report, network, candidate, walk)
    message = phits(candidate, width) * period * cycle + credits * cycle
    if candidate.get("switching") == "store_and_forward":
        message = walk.mean_hops * (phits(candidate, width) - 1) * period * cycle
    gap = packet_gap(report, candidate, walk)
    message += (candidate.packets() - 1) / 2 * (phits(candidate, width) * period + gap) * cycle
    total = node + wire + message
    report.same("performance.latency_parts_ns.wire", float(wire), "wires along the routes")
    report.same("performance.latency_parts_ns.message", float(message), "phits of a message")
    parts = report.theirs("performance.latency_parts_ns")
    report.true("performance.latency_parts_ns", min(parts.values()) >= 0, "at least 0", parts, "no part is negative")
    report.same("performance.latency_ns", float(total), "node, wire and message")
    report.same("performance.latency_cycles", float(total / cycle), "latency over the cycle")
    quantiles.compare_quantiles(report, network, candidate, walk, {"gap": gap, "credits": credits, "delays": delays,
                                                                   "wires": times_between(network, candidate, cycle)})
    rows = report.theirs("performance.latency_by_distance")
    if rows:
        report.same("performance.latency_by_distance", sum(row["share"] * row["latency_ns"] for row in rows),
                    "mean over distances", theirs=report.theirs("performance.latency_ns"))


def period_of(candidate, network, cycle):
    """Cycles from one phit of a channel to the next. Under a fixed clock an unpipelined wire holds one phit at a
    time."""
    period = max(1, *(whole(time / cycle) if not in_cycles else time / cycle
                      for time, in_cycles in periods(candidate, network, cycle)))
    return max(period, link_cycles(candidate, network, cycle)) if is_fixed_unpipelined(candidate) else period


def periods(candidate, network, cycle):
    """The periods of routers, and of interchanges and switches where there are some, in ns; and whether in cycles."""
    texts = [candidate.get("router.period", "1 cycles")]
    if any(node.switch for node in network.nodes):
        texts.append(candidate.get("interchange.period", texts[0]))
    return [(candidate_time(text, cycle), str(text).split()[1].startswith("cycle")) for text in texts]


def is_fixed_unpipelined(candidate):
    return rule_of(candidate) == "fixed" and candidate.get("wires", "unpipelined") == "unpipelined"


def link_cycles(candidate, network, cycle):
    """Cycles of a link where all links take the same."""
    longest = max(link.delay for link in network.links)
    return max(1, whole(longest / cycle)) if rule_of(candidate) == "fixed" else 1


def cycles_between(network, candidate, cycle):
    """Cycles from site to site; of parallel channels the mean."""
    between = {}
    for ends, links in neighbours(network).items():
        if rule_of(candidate) == "fixed" and not is_fixed_unpipelined(candidate):
            own = [max(1, whole(link.delay / cycle)) for link in links]
        else:
            own = [link_cycles(candidate, getattr(candidate, "clocked", None) or network, cycle)]
        between[ends] = sum(own) / len(own)
    return between


def credit_wait(report, network, candidate, walk):
    """Cycles that tails wait for credits, in the mean over messages: docs/load.md, Credits without load."""
    depth = candidate.get("router.depth")
    own = any("terminals" in kind or "delay" in kind.get("router", {}) for kind in candidate.get("tiles") or [])
    if depth is None or own or rule_of(candidate) == "per_link":
        return 0.0
    cycle, width, period = report.theirs("delay.cycle_ns"), report.theirs("channel.width_bits"), report.period
    router = candidate.time("router.delay", cycle, "0 cycles") / cycle
    held, links = max(1, router - 2), cycles_between(network, candidate, cycle)
    total = 0.0
    for bits, share in candidate.messages():
        fills = (max(1, whole(bits / width)) - 1) // depth

        def of_link(cycles):
            return fills * max(0, 2 * cycles + router - held + 1 - depth * period)

        lates = walk.late(of_link(1), lambda late, a, b: max(late - held, of_link(links[a, b])))
        total += share * sum(max(late, of_link(1)) * messages for late, messages in lates.items())
    return total


def times_between(network, candidate, cycle):
    """What each link takes from site to site, in ns."""
    rule = rule_of(candidate)
    all_alike = link_cycles(candidate, getattr(candidate, "clocked", None) or network, cycle) * cycle
    between = {}
    for ends, links in neighbours(network).items():
        if rule == "per_link":
            between[ends] = [link.delay for link in links]
        elif rule == "fixed" and not is_fixed_unpipelined(candidate):
            between[ends] = [max(1, whole(link.delay / cycle)) * cycle for link in links]
        else:
            between[ends] = [all_alike] * len(links)
    return between


def wire_part(network, candidate, walk, cycle):
    """What links take along the routes; parallel channels share evenly."""
    return sum(walk.flow[ends] * sum(own) / len(own) for ends, own in times_between(network, candidate, cycle).items())
