# SPDX-License-Identifier: Apache-2.0
"""Compares machines with the program's: racks, every cable, the bill, trays, totals: docs/machines.md."""

import csv
import dataclasses
import io
import re
from collections import Counter

import given
from boards import nanometres
from machines import Hall, Machine, TooSmall, cables_of, devices_of, fill
from market import GBPS, Market, NotOnOffer
from spec import BITS, GIGAHERTZ, in_units

SEARCHED = {"shortest": lambda cable: cable.needed, "cheapest": lambda cable: cable.offer.price}
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
    """By link, the length that the file of a graph gives it."""
    told, lengths = given.of_pairs(candidate, network), {}
    for number, link in enumerate(network.links):
        found = {length for _, length in given.between(told, network, link)}
        if len(found) == 1 and None not in found:
            lengths[number] = nanometres(f"{found.pop()} mm")
    return lengths


def rows_of(program, spec, name, table):
    text = program.run("measure", spec, "-c", name, "--table", table, "--format", "csv")
    return list(csv.DictReader(io.StringIO(text)))


def rack_of(label, hall):
    row, rack = re.match(r"(\d+)-(\d+)", label).groups()
    return (int(row) - 1) * hall.columns + int(rack) - 1


def devices_told(hall, network, keys, rows):
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
    return None if any(device.rack is None for device in devices) else devices


def total(machine, cost):
    return sum(cost(cable) for cable in machine.cables if cable.link is not None)


def searched_machine(report, build, told, rule):
    """The program's racks, if none holds too much and no rule of thumb is better."""
    if told is None:
        return None
    machine = build(told)
    for kind, most in ((False, machine.hall.switches), (True, machine.hall.terminals)):
        held = Counter(device.rack for device in machine.devices if device.host == kind)
        if kind:
            held.update(rack for device in machine.devices for rack in device.racks)
        report.true("machine.racks_hold", max(held.values(), default=0) <= most, most, held, "no rack holds too much")
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
    hall, market, rule = Hall(keys), Market(keys, candidate.folder), keys.get("fill", "in_order")
    rate, name = rate_of(candidate, keys), report.record["name"]

    def build(by):
        devices = fill(hall, network, keys, candidate, by) if isinstance(by, str) else by
        return Machine(hall, market, devices, network, rate, lengths_told(candidate, network))
    rows = rows_of(program, spec, name, "cables")
    links = in_order_of(rows, network)
    if links is None:
        return report.disagree("machine.table_cables", len(network.links), len(rows), "not the links of the network")
    network = dataclasses.replace(network, links=links)
    try:
        if rule in SEARCHED:
            machine = searched_machine(report, build, devices_told(hall, network, keys, rows), rule)
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
    compare_money(report, machine)
    compare_delays(report, machine, network, given.of_pairs(candidate, network))


def compare_delays(report, machine, network, told):
    """The delay of a link is that of its cable, unless the file of the graph says it."""
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
    """A link of one cable for each cable of the table, in the order of the network; None where they are not the
    network's."""
    waiting, found = {}, []
    for link in network.links:
        waiting.setdefault(frozenset((link.a, link.b)), []).extend([link] * cables_of(link))
    names = {node.id for node in network.nodes}
    for row in rows:
        if row["to"] in names:
            a, b = network.number(row["from"]), network.number(row["to"])
            if not waiting.get(frozenset((a, b))):
                return None
            found.append(dataclasses.replace(waiting[frozenset((a, b))].pop(0), a=a, b=b, width=1.0))
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
        same_price = price == cable.offer.price or (
            None not in (price, cable.offer.price) and abs(price - cable.offer.price) <= 1e-8 * (1 + abs(price)))
        report.true("machine.cable", ours == theirs and same_price, (*ours, cable.offer.price), (*theirs, price),
                    f"cable {row['from']} to {row['to']}")


def device_numbers(machine, network):
    """The devices at both ends of every cable; None for a terminal."""
    ends = [(number, None) for number, device in enumerate(machine.devices) for _ in device.racks]
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
    needed = sum(cable.needed for cable in links) * 1e-9
    for key, ours, why in (
            ("rate_gbps", machine.rate, "of a cable"), ("needed_m", needed, "of links"),
            ("terminal_needed_m", sum(cable.needed for cable in others) * 1e-9, "to terminals"),
            ("laid_m", sum(cable.offer.length for cable in machine.cables) * 1e-9, "as made, of both"),
            ("mean_m", needed / len(links) if links else None, "of links"),
            ("longest_m", max([0] + [cable.needed for cable in machine.cables]) * 1e-9, "of both")):
        report.true(f"machine.{key}", near(ours, report.theirs(f"machine.{key}")), ours,
                    report.theirs(f"machine.{key}"), why)


def compare_money(report, machine):
    market, both = machine.market, {True: [], False: []}
    for cable in machine.cables:
        both[cable.link is None].append(cable)
    spent = dict.fromkeys(("cables", "terminal_cables", "switches", "racks", "laying"))
    switches, watts = [], [None, None]
    if market.priced:
        switches = [market.switch(machine.ports[number], machine.rate)
                    for number, device in enumerate(machine.devices) if not device.host]
        between = sum(cable.a.rack != cable.b.rack for cable in machine.cables)
        spent = {"cables": sum(cable.offer.price for cable in both[False]),
                 "terminal_cables": sum(cable.offer.price for cable in both[True]),
                 "switches": sum(price for price, _, _ in switches),
                 "racks": report.theirs("machine.racks") * market.once["rack"],
                 "laying": between * market.once["laying_between"] +
                 (len(machine.cables) - between) * market.once["laying_inside"]}
    if market.priced:  # watts of switches stand in price lists
        ends = [(cable.offer.medium.watts, cable.offer.medium.watts_most) for cable in machine.cables]
        for kind in (0, 1):
            drawn = [2 * end[kind] if end[kind] is not None else None for end in ends] + [
                switch[1 + kind] for switch in switches]
            watts[kind] = None if None in drawn else sum(drawn)
    cost = sum(spent.values()) if market.priced else None
    terminals = report.theirs("terminals")
    for key, ours in [(f"cost_of_{key}", value) for key, value in spent.items()] + [
            ("cost", cost), ("cost_per_terminal", cost / terminals if market.priced and terminals else None),
            ("power_w", watts[0]), ("power_most_w", watts[1]),
            ("power_w_per_terminal", watts[0] / terminals if watts[0] is not None and terminals else None)]:
        report.true(f"machine.{key}", near(ours, report.theirs(f"machine.{key}")), ours,
                    report.theirs(f"machine.{key}"), "from prices and watts of each cable and switch")
    compare_ratios(report, machine, cost, terminals)


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
