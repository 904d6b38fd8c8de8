# SPDX-License-Identifier: Apache-2.0
"""Compares machines with the program's: racks, every cable, the bill, trays, totals: docs/machines.md."""

import csv
import dataclasses
import io
import math
import re
import types
from collections import Counter

import networkx
import numpy

import cuts
import given
from boards import nanometres
from machines import Hall, Machine, TooSmall, Traces, boxes_of, cables_of, devices_of, fill, put_on_boards
from market import FREE, GBPS, Market, NotOnOffer
from spec import BITS, GIGAHERTZ, fraction, in_units

SEARCHED = {"shortest": lambda cable: cable.needed, "cheapest": lambda cable: cable.offer.price.value}
IN_TURN = ("in_order", "group", "one_of_each")


def keys_of(candidate):
    keys = candidate.get("machine")
    return keys if isinstance(keys, dict) else None


def rate_of(candidate, keys):
    """Gb/s of a cable."""
    if "rate" in keys:
        return in_units(keys["rate"], GBPS)
    width = in_units(candidate.get("channel.width"), BITS)
    return width * in_units(candidate.get("clock.frequency"), GIGAHERTZ)


def lengths_told(candidate, network):
    """By cable, the length that the file of a graph gives its link. Of links between the same nodes that differ, the
    table of cables says which has which."""
    told, lengths = given.of_pairs(candidate, network), {}
    for number, link in enumerate(network.links):
        found = {length for _, length in given.between(told, network, link)}
        if len(found) > 1:
            found = {length for length in found if length is not None and math.isclose(length, link.given_mm)}
        if len(found) == 1 and None not in found:
            lengths[number] = nanometres(f"{found.pop()} mm")
    return lengths


def rows_of(program, spec, name, table):
    text = program.run("measure", spec, "-c", name, "--table", table, "--format", "csv")
    return list(csv.DictReader(io.StringIO(text)))


def rack_of(label, hall):
    row, rack = re.match(r"(\d+)-(\d+)", label).groups()
    return (int(row) - 1) * hall.columns + int(rack) - 1


def devices_told(hall, network, keys, rows, family):
    """Devices where the program's cables end; None where one has no cable."""
    devices = devices_of(network, keys)
    for device in devices:
        device.racks = []
    for row in rows:
        start = devices[network.number(row["from"])]
        start.rack = rack_of(row["from_port"], hall)
        if row["to"] not in {node.id for node in network.nodes}:
            start.racks.append(rack_of(row["to_port"], hall))
        else:
            devices[network.number(row["to"])].rack = rack_of(row["to_port"], hall)
    if "board" in keys:  # a node in the midst of one may have no cable
        put_on_boards(network, keys, devices, family)
        known = {device.board: device.rack for device in devices if device.rack is not None}
        for device in devices:
            if device.board is not None and device.board in known:
                device.rack = known[device.board]
                device.racks = [device.rack] * device.terminals
        boxes_of(hall, devices)  # sets how many terminals a host has
    return None if any(device.rack is None for device in devices) else devices


def total(machine, cost):
    return sum(cost(cable) for cable in machine.cables if cable.link is not None)


def searched_machine(report, build, told, rule):
    """The program's racks, if none holds too much and no rule of thumb is better."""
    if told is None:
        return None
    machine = build(told)
    for kind, most in ((False, machine.hall.room(machine.hall.switches)), (True, machine.hall.room(
            machine.hall.terminals))):
        held = Counter(device.rack for device in machine.devices
                       if device.host == kind and (kind or device.board is None))
        if kind:
            held.update(rack for device in machine.devices for rack in device.racks)
        report.true("machine.racks_hold", all(held[rack] <= most[rack] for rack in held), most, held,
                    "no rack holds too much")
    for other in IN_TURN:
        try:
            best = total(build(other), SEARCHED[rule])
        except (TooSmall, NotOnOffer):
            continue
        ours = total(machine, SEARCHED[rule])
        report.true(f"machine.fill_{rule}", ours <= best * (1 + 1e-9) + 1e-6, best, ours, f"at most that of {other}")
    return machine


def compare_machine(report, network, candidate, program, spec):
    keys = keys_of(candidate)
    if keys is None or candidate.get("planes") or report.theirs("machine.racks") is None:
        return
    hall, market, rule = Hall(keys), Market(keys, candidate.folder, candidate.get("uncertainty") or {}), keys.get(
        "fill", "in_order")
    rate, name = rate_of(candidate, keys), report.record["name"]

    def build(by):
        devices = fill(hall, whole, keys, candidate, by) if isinstance(by, str) else by
        traces = Traces(keys["board"], devices, on_boards, lengths_told(candidate, dataclasses.replace(
            network, links=on_boards))) if "board" in keys else None
        return Machine(hall, market, devices, network, rate, lengths_told(candidate, network), traces)
    rows = rows_of(program, spec, name, "cables")
    on_boards, others = traces_of(network, keys, candidate.family)
    links = in_order_of(rows, dataclasses.replace(network, links=others))
    if links is None:
        return report.disagree("machine.table_cables", len(network.links), len(rows), "not the links of the network")
    whole, network = network, dataclasses.replace(network, links=links)
    joined = dataclasses.replace(network, links=links + [
        dataclasses.replace(link, width=1.0) for link in on_boards for _ in range(cables_of(link))])
    try:
        if rule in SEARCHED:
            machine = searched_machine(report, build, devices_told(hall, whole, keys, rows, candidate.family), rule)
        else:
            machine = build(rule)
    except (TooSmall, NotOnOffer) as why:
        return report.true("machine", False, f"{type(why).__name__} {why}", "a machine", "that cannot be built")
    if machine is None:
        return report.report.skip("machine", "a switch without cables in racks that are searched")
    compare_cables(report, machine, network, rows)
    compare_trays(report, machine, rows_of(program, spec, name, "trays"))
    compare_bill(report, machine, rows_of(program, spec, name, "bill"))
    compare_racks(report, machine, rows_of(program, spec, name, "racks"))
    compare_counts(report, machine)
    compare_money(report, machine, fraction(keys.get("spares", "0 %")))
    compare_energy(report, keys)
    compare_reaches(report, machine)
    compare_parts(report, machine, joined, whole)
    compare_delays(report, machine, network, given.of_pairs(candidate, network))


def traces_of(network, keys, family):
    """The links on boards, and the others."""
    if "board" not in keys:
        return [], network.links
    devices = devices_of(network, keys)
    put_on_boards(network, keys, devices, family)
    return ([link for link in network.links if Traces.holds(devices, link)],
            [link for link in network.links if not Traces.holds(devices, link)])


def compare_delays(report, machine, network, told):
    """The delay of a link is that of its cable or trace, unless the file of the graph says it."""
    for link, length in zip(machine.traces.links, machine.traces.lengths) if machine.traces else []:
        if given.delays_between(told, network, link) == []:
            ours = machine.traces.medium.delay(length)
            report.true("link.delay_of_trace", abs(ours - link.delay) <= 2e-6, ours, link.delay,
                        f"over the trace of {link.a}-{link.b}")
    for cable in machine.cables:
        if cable.link is None:
            continue
        link = network.links[cable.link]
        said = given.delays_between(told, network, link)
        ours = said or [cable.offer.medium.delay(cable.offer.length)]
        if said is not None:
            report.true("link.delay_of_cable", any(abs(each - link.delay) <= 2e-6 for each in ours), ours, link.delay,
                        f"over the cable of {link.a}-{link.b}")


def in_order_of(rows, network):
    """A link of one cable, as long as it needs, for each cable of the table, in the order of the network; None where
    they are not the network's."""
    waiting, found = {}, []
    for link in network.links:
        waiting.setdefault(frozenset((link.a, link.b)), []).extend([link] * cables_of(link))
    names = {node.id for node in network.nodes}
    for row in rows:
        if row["to"] in names:
            a, b = network.number(row["from"]), network.number(row["to"])
            if not waiting.get(frozenset((a, b))):
                return None
            there = waiting[frozenset((a, b))]
            needed, laid = 1000 * float(row["needed_m"]), 1000 * float(row["length_m"])
            link = min(there, key=lambda each: abs((each.given_mm or 0) - laid))  # of equal ones the first
            there.remove(link)
            found.append(dataclasses.replace(link, a=a, b=b, width=1.0, given_mm=needed))
    return None if any(waiting.values()) else found


def label_of(hall, port, number):
    return f"{port.rack // hall.columns + 1:02}-{port.rack % hall.columns + 1:02}U{port.unit + 1:02}-{number}"


def compare_cables(report, machine, network, rows):
    """Every cable: first those to the terminals of each node, then those of each link; ports count from 1."""
    if len(machine.cables) != len(rows):
        return report.disagree("machine.table_cables", len(machine.cables), len(rows), "rows of the table")
    used, at = Counter(), device_numbers(machine, network)
    for cable, row, (a, b) in zip(machine.cables, rows, at):
        used[a] += 1
        used[b] += 1 if b is not None else 0
        ours = (label_of(machine.hall, cable.a, used[a]), label_of(machine.hall, cable.b, 1 if b is None else used[b]),
                round(cable.needed * 1e-9, 6), round(cable.offer.length * 1e-9, 6), cable.offer.medium.name)
        theirs = (row["from_port"], row["to_port"], round(float(row["needed_m"]), 6), round(float(row["length_m"]), 6),
                  row["medium"])
        price = float(row["price"]) if row.get("price") else None
        own = cable.offer.price.value if cable.offer.price else None
        same_price = price == own or (None not in (price, own) and abs(price - own) <= 1e-8 * (1 + abs(price)))
        report.true("machine.cable", ours == theirs and same_price, (*ours, own), (*theirs, price),
                    f"cable {row['from']} to {row['to']}")


def device_numbers(machine, network):
    """The devices at both ends of every cable; None for a terminal."""
    ends = [(number, None) for number, device in enumerate(machine.devices) if device.board is None
            for _ in device.racks]
    return ends + [(network.links[cable.link].a, network.links[cable.link].b)
                   for cable in machine.cables if cable.link is not None]


def compare_trays(report, machine, rows):
    trays = machine.over_trays()
    ours = Counter({(way, row + 1, at + 1): len(cables) for (way, row, at), cables in trays.items()})
    theirs = Counter({(row["direction"], int(row["row"]), int(row["rack"])): int(row["cables"]) for row in rows
                      if int(row["cables"])})
    report.true("machine.table_trays", ours == theirs, ours - theirs, theirs - ours, "cables at each place")
    for way in ("along", "across"):
        report.same(f"machine.tray_cables_{way}", max([0] + [len(cables) for (each, *_), cables in trays.items()
                                                             if each == way]), "at the fullest place")
    fill_of = max([0.0] + [machine.area(cables) for cables in trays.values()])
    report.true("machine.tray_fill_mm2", near(fill_of or None, report.theirs("machine.tray_fill_mm2")), fill_of,
                report.theirs("machine.tray_fill_mm2"), "cross sections at the fullest place")


def near(ours, theirs):
    if ours is None or theirs is None:
        return ours is theirs
    return abs(ours - theirs) <= 1e-9 * max(abs(ours), abs(theirs)) + 1e-12


def compare_bill(report, machine, rows):
    ours = Counter((cable.link is None, cable.offer.medium.name, round(cable.offer.length * 1e-9, 6))
                   for cable in machine.cables)
    theirs = Counter({(row["item"] != "cable", row["name"], round(float(row["length_m"]), 6)): int(row["count"])
                      for row in rows if row["item"].startswith("cable")})
    report.true("machine.table_bill", ours == theirs, ours - theirs, theirs - ours, "cables of a kind and length")
    if machine.market.priced:
        said = sum(float(row["price"] or 0) for row in rows if row["item"] != "sum")
        report.true("machine.bill", near(said, report.theirs("machine.cost")), said, report.theirs("machine.cost"),
                    "the bill's lines come to the cost")


def compare_racks(report, machine, rows):
    held = {}
    for device in machine.devices:
        held.setdefault(device.rack, [0, 0])[1 if device.host else 0] += 1
        for rack in device.racks:
            held.setdefault(rack, [0, 0])[1] += 1
    inside, leaving = Counter(), Counter()
    for cable in machine.cables:
        if cable.a.rack == cable.b.rack:
            inside[cable.a.rack] += 1
        else:
            leaving.update((cable.a.rack, cable.b.rack))
    ours = {rack: [*both, inside[rack], leaving[rack]] for rack, both in held.items()}
    theirs = {rack_of(row["rack"], machine.hall): [int(row[key]) for key in (
        "switches", "terminals", "cables_inside", "cables_leaving")] for row in rows}
    theirs = {rack: said for rack, said in theirs.items() if said[:2] != [0, 0]}
    report.true("machine.table_racks", ours == theirs, ours, theirs, "what stands in each rack")
    report.same("machine.racks", len(ours), "racks in use")


def compare_counts(report, machine):
    links = [cable for cable in machine.cables if cable.link is not None]
    others = [cable for cable in machine.cables if cable.link is None]
    switches = [number for number, device in enumerate(machine.devices) if not device.host]
    for key, ours, why in (
            ("switches", len(switches), "nodes that are switches, and interchanges"),
            ("ports_most", max([0] + [machine.ports[each] for each in switches]), "terminals and cables of a switch"),
            ("cables", len(links), "of links"), ("terminal_cables", len(others), "to terminals"),
            ("cables_between_racks", sum(c.a.rack != c.b.rack for c in machine.cables), "of both"),
            ("optical_cables", sum(c.offer.medium.kind == "optical" for c in machine.cables), "of both")):
        report.same(f"machine.{key}", ours, why)
    traces = machine.traces
    report.same("machine.traces", traces.count() if traces else 0, "links on boards")
    report.same("machine.terminal_traces", traces.terminals if traces else 0, "terminals on boards")
    metres = traces.metres() if traces else 0
    report.true("machine.trace_m", near(metres, report.theirs("machine.trace_m")), metres,
                report.theirs("machine.trace_m"), "along boards")
    needed = sum(cable.needed for cable in links) * 1e-9
    for key, ours, why in (
            ("rate_gbps", machine.rate, "of a cable"), ("needed_m", needed, "of links"),
            ("terminal_needed_m", sum(cable.needed for cable in others) * 1e-9, "to terminals"),
            ("laid_m", sum(cable.offer.length for cable in machine.cables) * 1e-9, "as made, of both"),
            ("mean_m", needed / len(links) if links else None, "of links"),
            ("longest_m", max([0] + [cable.needed for cable in machine.cables]) * 1e-9, "of both")):
        report.true(f"machine.{key}", near(ours, report.theirs(f"machine.{key}")), ours,
                    report.theirs(f"machine.{key}"), why)


def spare_lines(machine, spares):
    """Spare cables and switches: so many of every line of the bill, rounded up, and what they cost."""
    lines = Counter((cable.link is None, cable.offer.medium.name, cable.offer.length) for cable in machine.cables)
    prices = {(cable.link is None, cable.offer.medium.name, cable.offer.length): cable.offer.price
              for cable in machine.cables}
    ports = Counter(machine.ports[number] for number, device in enumerate(machine.devices) if not device.host)
    kept = [{line: math.ceil(spares * count - 1e-9) for line, count in each.items()} for each in (lines, ports)]
    cost = FREE
    if machine.market.priced:
        cost = sum((prices[line] * count for line, count in kept[0].items()), FREE)
        cost += sum((machine.market.switch(each, machine.rate)[0] * count for each, count in kept[1].items()), FREE)
    return [sum(each.values()) for each in kept], cost


def money_of(machine, racks):
    """What is spent, by what it is spent on; watts of switches and cables, typical and at most."""
    market, both, watts = machine.market, {True: [], False: []}, [None, None]
    for cable in machine.cables:
        both[cable.link is None].append(cable.offer.price)
    if not market.priced:
        return dict.fromkeys(("cables", "terminal_cables", "switches", "racks", "laying")), watts
    switches = [market.switch(machine.ports[number], machine.rate)
                for number, device in enumerate(machine.devices) if not device.host]
    between = sum(cable.a.rack != cable.b.rack for cable in machine.cables)
    spent = {"cables": sum(both[False], FREE), "terminal_cables": sum(both[True], FREE),
             "switches": sum((price for price, _, _ in switches), FREE), "racks": market.once["rack"] * racks,
             "laying": market.once["laying_between"] * between +
             market.once["laying_inside"] * (len(machine.cables) - between)}
    ends = [(cable.offer.medium.watts, cable.offer.medium.watts_most) for cable in machine.cables]
    if machine.traces:
        medium = machine.traces.medium
        ends += [(medium.watts, medium.watts_most)] * (machine.traces.count() + machine.traces.terminals)
    for kind in (0, 1):  # watts of switches stand in price lists
        drawn = [2 * end[kind] if end[kind] is not None else None for end in ends] + [
            switch[1 + kind] for switch in switches]
        watts[kind] = None if None in drawn else sum(drawn)
    return spent, watts


def compare_money(report, machine, spares):
    spent, watts = money_of(machine, report.theirs("machine.racks"))
    counts, spent["spares"] = spare_lines(machine, spares)
    if not machine.market.priced:
        spent["spares"] = None
    cost = sum(spent.values(), FREE) if machine.market.priced else None
    terminals, total = report.theirs("terminals"), cost.value if cost else None
    uncertain = cost is not None and cost.most - cost.least > 1e-12 * abs(cost.value)
    for key, ours in [(f"cost_of_{key}", value.value if value else None) for key, value in spent.items()] + [
            ("cost", total), ("cost_per_terminal", total / terminals if cost and terminals else None),
            ("cost_least", cost.least if uncertain else None), ("cost_most", cost.most if uncertain else None),
            ("spare_cables", counts[0]), ("spare_switches", counts[1]), ("power_w", watts[0]),
            ("power_most_w", watts[1]),
            ("power_w_per_terminal", watts[0] / terminals if watts[0] is not None and terminals else None)]:
        report.true(f"machine.{key}", near(ours, report.theirs(f"machine.{key}")), ours,
                    report.theirs(f"machine.{key}"), "from prices and watts of each cable and switch")
    compare_ratios(report, machine, total, terminals)


def compare_energy(report, keys):
    watts, cost = report.theirs("machine.power_w"), report.theirs("machine.cost")
    kwh = watts * keys["years"] * 8.766 if "years" in keys and watts is not None else None
    price = kwh * keys["kwh_price"] if kwh is not None and "kwh_price" in keys else None
    for key, ours in (("energy_kwh", kwh), ("cost_of_energy", price),
                      ("cost_with_energy", price + cost if None not in (price, cost) else None)):
        report.true(f"machine.{key}", near(ours, report.theirs(f"machine.{key}")), ours,
                    report.theirs(f"machine.{key}"), "over the years, of typical watts")


def compare_reaches(report, machine):
    ours = []
    for medium in machine.market.media:
        reach = min(medium.stock[-1:] + [medium.reach] * (medium.reach is not None), default=None)
        if reach is not None and machine.cables:
            over = sum(cable.needed > reach for cable in machine.cables)
            ours.append((medium.name, round(reach * 1e-9, 6), over, round(over / len(machine.cables), 9)))
    theirs = [(row["medium"], round(row["reach_m"], 6), row["cables"], round(row["share"], 9))
              for row in report.theirs("machine.over_reach")]
    report.true("machine.over_reach", ours == theirs, ours, theirs, "cables longer than each medium reaches")


def parts_of(machine, kind):
    """By part: which devices stand in it, and which terminals, given by device and number."""
    parts = {}
    for number, device in enumerate(machine.devices):
        if kind == "switch":
            if not device.host:
                parts[number] = ({number}, set())
            continue
        across = machine.hall.columns if kind == "row" else 1
        parts.setdefault(device.rack // across, (set(), set()))[0].add(number)
        for terminal, rack in enumerate(device.racks):
            parts.setdefault(rack // across, (set(), set()))[1].add((number, terminal))
    return [parts[part] for part in sorted(parts)]


def lost_with(machine, network, part):
    """The terminals that are lost with a part: all but those of the devices that reach each other and have the most."""
    devices, own = part
    graph = networkx.Graph([(link.a, link.b) for link in network.links])
    graph.add_nodes_from(range(len(machine.devices)))
    graph.remove_nodes_from(devices)
    left = {number: sum((number, each) not in own for each in range(len(device.racks))) + device.host
            for number, device in enumerate(machine.devices)}
    most = max((sum(left[each] for each in joined) for joined in networkx.connected_components(graph)), default=0)
    return sum(device.places() for device in machine.devices) - most


def price_of_part(machine, part, kind):
    """Its switches; of a rack or a row also its racks and the cables that end in it."""
    devices, own = part
    price = sum((machine.market.switch(machine.ports[number], machine.rate)[0] for number in devices
                 if not machine.devices[number].host), FREE).value
    if kind == "switch":
        return price
    across = machine.hall.columns if kind == "row" else 1
    racks = {machine.devices[number].rack for number in devices} | {
        machine.devices[number].racks[terminal] for number, terminal in own}
    ends = {rack // across for rack in racks}
    price += sum(cable.offer.price.value for cable in machine.cables
                 if cable.a.rack // across in ends or cable.b.rack // across in ends)
    return price + machine.market.once["rack"].value * len(racks)


def compare_cuts(report, network, parts, theirs, weight, key, times=1):
    """The least halving of what is left without each part, where there are few enough sites to try all."""
    if len(network.nodes) > cuts.ENUMERATED:
        return
    matrix, ours = cuts.weights(network, weight), []
    for part in parts:
        left = [site for site in range(len(network.nodes)) if site not in part]
        if sum(not network.nodes[site].switch for site in left) > 1:
            rest = types.SimpleNamespace(nodes=[network.nodes[site] for site in left])
            ours.append(cuts.enumerated(rest, matrix[numpy.ix_(left, left)]))
    told = {"mean": times * sum(ours) / len(ours), "worst": times * min(ours)} if ours else None
    same = theirs is None if told is None else theirs is not None and all(near(told[key], theirs[key]) for key in told)
    report.true(f"faults.{key}", same, told, theirs, "least halvings of what is left")


def compare_parts(report, machine, network, whole):
    for row in report.theirs("faults") or []:
        kind = row.get("part")
        if kind is None or row["connected_fraction"] is None:
            continue
        parts = parts_of(machine, kind)
        report.true("faults.samples", row["samples"] == len(parts), len(parts), row["samples"], f"each {kind}")
        lost = [lost_with(machine, network, part) for part in parts]
        ours = {"mean": sum(lost) / len(lost), "worst": max(lost)}
        theirs = row["lost_terminals"]
        report.true("faults.lost_terminals", all(near(ours[key], theirs[key]) for key in ours), ours, theirs,
                    f"with each {kind}")
        sites = [devices for devices, _ in parts]
        compare_cuts(report, whole, sites, row["bisection_links"], lambda link: 1, "bisection_links")
        compare_cuts(report, network, sites, row["bisection_gbps"], lambda cable: 1 if cable.one_way else 2,
                     "bisection_gbps", machine.rate / 2)
        if machine.market.priced:
            prices = [price_of_part(machine, part, kind) for part in parts]
            ours, theirs = {"mean": sum(prices) / len(prices), "worst": max(prices)}, row["lost_price"]
            report.true("faults.lost_price", all(near(ours[key], theirs[key]) for key in ours), ours, theirs,
                        f"with each {kind}")


def compare_ratios(report, machine, cost, terminals):
    gbps, cycle = report.theirs("machine.bisection_gbps"), report.theirs("delay.cycle_ns")
    each = report.theirs("performance.saturation_bits_per_cycle_per_terminal")
    saturation = each * terminals / cycle if each is not None and cycle else None
    for key, by in (("bisection", gbps), ("saturation", saturation)):
        ours = cost / by if cost is not None and by else None
        report.true(f"machine.cost_per_{key}_gbps", near(ours, report.theirs(f"machine.cost_per_{key}_gbps")), ours,
                    report.theirs(f"machine.cost_per_{key}_gbps"), f"{by} Gb/s")
    upper = report.theirs("graph.bisection_links.upper")
    if gbps is not None and upper is not None:
        report.true("machine.bisection_gbps", gbps > 0 or upper == 0, upper, gbps, "links over the best cut")
        if terminals:
            report.true("machine.bisection_gbps_per_terminal", near(2 * gbps / terminals, report.theirs(
                "machine.bisection_gbps_per_terminal")), 2 * gbps / terminals, report.theirs(
                    "machine.bisection_gbps_per_terminal"), "of each terminal of one half")
