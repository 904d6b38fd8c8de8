# SPDX-License-Identifier: Apache-2.0
"""Halls of racks: where switches and terminals stand, every cable, what all of it costs and draws: docs/machines.md.
Lengths in whole nanometres."""

import csv
import io
import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass

import networkx

from boards import nanometres

CENTIMETRE = 10_000_000
CLOSE = 1e-9


class TooSmall(Exception):
    """The hall does not hold everything."""


def listed(one_or_several):
    return one_or_several if isinstance(one_or_several, list) else [one_or_several]


@dataclass
class Port:
    rack: int
    unit: int  # from 0 at the bottom


@dataclass
class Cable:
    a: Port
    b: Port
    needed: int
    offer: object
    link: int = None  # None: to a terminal


class Hall:
    def __init__(self, keys):
        rack = keys.get("rack", {})
        self.rows, self.columns, halls = keys["rows"], keys["columns"], keys.get("halls", 1)
        self.width, self.depth, self.unit = (nanometres(rack.get(key, usual)) for key, usual in (
            ("width", "600 mm"), ("depth", "1200 mm"), ("unit", "44.45 mm")))
        self.units = rack.get("units", 42)
        self.lowest, self.above = rack.get("empty_below", 0), rack.get("empty_above", 0)
        self.switches, self.terminals = rack.get("switches", 1), rack.get("terminals", 32)
        self.switch_units, self.host_units = rack.get("switch_units", 1), rack.get("host_units", 1)
        self.host_terminals, self.at = rack.get("host_terminals", 1), rack.get("switches_at", "top")
        aisles = keys.get("aisles", "1.2 m")
        self.aisles = [nanometres(each) for each in (aisles if isinstance(aisles, list) else [aisles])]
        if "row_pitch" in keys:
            self.aisles = [nanometres(keys["row_pitch"]) - self.depth]
        between = self.aisles * self.rows  # behind each row of a hall, the last one too
        between = between[:self.rows - 1] + [nanometres(keys.get("between_halls", "0 m"))]
        self.behind = between * halls
        self.rows *= halls
        self.empty = {rack for places in keys.get("empty", []) for rack in range(self.racks()) if all(
            number + 1 in listed(places[key]) for key, number in zip(("row", "rack"), divmod(rack, self.columns))
            if key in places)}
        self.doors = [(door["after"], nanometres(door["width"])) for door in keys.get("doors", [])]
        self.tray = keys.get("tray", "overhead")
        self.gap, self.slack, self.loop = (nanometres(keys.get(key, usual)) for key, usual in (
            ("tray_gap", "127 mm"), ("slack", "0 m"), ("service_loop", "0 m")))
        self.inside, self.to_tray = (nanometres(keys[key]) if key in keys else None for key in ("inside", "to_tray"))

    def racks(self):
        return self.rows * self.columns

    def room(self, most):
        """So many in every rack that is not left empty."""
        return [0 if rack in self.empty else most for rack in range(self.racks())]

    def place(self, rack):
        """The middle of a rack along its row and across the rows."""
        row, column = divmod(rack, self.columns)
        x = column * self.width + sum(width for after, width in self.doors if after <= column)
        return x, row * self.depth + sum(self.behind[:row])

    def height(self, port):
        """The middle of the lowest unit of a switch or host."""
        return port.unit * self.unit + self.unit // 2

    def to_the_tray(self, port):
        if self.to_tray is not None:
            return self.to_tray
        up = self.height(port)
        return self.gap + (up if self.tray == "floor" else self.units * self.unit - up)

    def needed(self, a, b):
        """The length of a cable between two ports."""
        if a.rack == b.rack:
            way = abs(self.height(a) - self.height(b)) if self.inside is None else self.inside
        else:
            (ax, ay), (bx, by) = self.place(a.rack), self.place(b.rack)
            if self.tray == "straight":
                squares = (ax - bx) ** 2 + (ay - by) ** 2 + (self.height(a) - self.height(b)) ** 2
                way = math.ceil(math.sqrt(squares)) + 2 * (self.to_tray or 0)
            else:
                way = abs(ax - bx) + abs(ay - by) + self.to_the_tray(a) + self.to_the_tray(b)
            way += 2 * self.loop
        return -(-(way + self.slack) // CENTIMETRE) * CENTIMETRE

    def switch_units_of(self, count):
        """The units of the switches of a rack, the first one first, and those that they leave to hosts, from below."""
        filled = self.units - self.lowest - self.above
        taken, first = count * self.switch_units, filled - count * self.switch_units
        if self.at == "top":
            units = [filled - (i + 1) * self.switch_units for i in range(count)]
        else:
            first = 0 if self.at == "bottom" else first // 2
            units = [first + i * self.switch_units for i in range(count)]
        below = [unit * self.host_units for unit in range(first // self.host_units)]
        above = range(first + taken, filled - self.host_units + 1, self.host_units)
        return [self.lowest + unit for unit in units], [self.lowest + unit for unit in [*below, *above]]


@dataclass
class Device:
    """A switch with its terminals, or a terminal with links of its own."""
    host: bool
    terminals: int
    group: int
    rack: int = None
    racks: list = None  # of its terminals

    def places(self):
        return 1 if self.host else self.terminals


def devices_of(network, keys):
    hosts, devices = keys.get("nodes", "switches") == "terminals", []
    letters = len({len(node.address) for node in network.nodes}) == 1  # a digit each, else one number
    for node in network.nodes:
        digits = node.address.split(".") if "." in node.address or not letters else list(node.address)
        digits = [int(digit, 36 if letters else 10) for digit in digits]
        digit = min(keys.get("group_digit", len(digits) - 1), len(digits) - 1)
        devices.append(Device(hosts and not node.switch, 0 if hosts and not node.switch else node.terminals,
                              digits[-1 - digit] if digits else 0))
    return devices


def fill_in_turn(hall, devices, rule, places):
    """Node after node, each with its terminals, from the first rack on; a rack that was left is not gone back to."""
    switches, terminals = hall.room(hall.switches), hall.room(hall.terminals)

    def put(device, rack):
        if rack >= hall.racks() or (terminals if device.host else switches)[rack] == 0:
            raise TooSmall
        (terminals if device.host else switches)[rack] -= 1
        device.rack, device.racks = rack, []
        for _ in range(device.terminals):
            while rack < hall.racks() and terminals[rack] == 0:
                rack += 1
            if rack == hall.racks():
                raise TooSmall
            terminals[rack] -= 1
            device.racks.append(rack)

    def fits(device, rack):
        if device.host:
            return terminals[rack] > 0
        return switches[rack] > 0 and terminals[rack] >= min(device.terminals, hall.terminals)

    for number, rack in places:
        put(devices[number], rack)
    order = list(range(len(devices)))
    if rule != "in_order":
        seen, rank = Counter(), {}
        for number in order:
            rank[number] = seen[devices[number].group]
            seen[devices[number].group] += 1
        order.sort(key=lambda number: (rank[number], devices[number].group) if rule == "one_of_each"
                   else (devices[number].group, rank[number]))
    at, last, begun = Counter(), {}, {}
    for device in (devices[number] for number in order):
        if device.rack is not None:
            continue
        sort = "host" if device.host else "leaf" if device.terminals else "inner"
        if rule == "group" and last.get(sort) != device.group:
            at[sort] = max(at[sort] + (sort in last), begun.get(device.group, 0))
        last[sort] = device.group
        while at[sort] < hall.racks() and not fits(device, at[sort]):
            at[sort] += 1
        put(device, at[sort])
        begun.setdefault(device.group, device.rack)


def fill_rows(hall, devices, rule):
    """Switches in racks of their own, as few of each row as do; terminals in the others."""
    rows = [[rack for rack in range(row * hall.columns, (row + 1) * hall.columns) if rack not in hall.empty]
            for row in range(hall.rows)]
    for count in range(1, hall.columns + 1):
        own = set()
        for row in rows:
            first = max(0, len(row) - count)
            own.update(row[first if rule == "end_of_row" else first // 2:][:count])
        others = [rack for row in rows for rack in row if rack not in own]
        slots = [rack for rack in others for _ in range(hall.terminals)]
        if sum(device.places() for device in devices) > len(slots):
            continue
        room = dict.fromkeys(own, hall.switches)
        if switches_in_rows(hall, devices, slots, room):
            return
    raise TooSmall


def switches_in_rows(hall, devices, slots, room):
    taken, last = 0, 0
    for device in devices:
        device.racks = slots[taken:taken + device.places()]
        taken += device.places()
        last = max([last] + device.racks)
    rows = sorted({rack // hall.columns for rack in range(hall.racks()) if rack not in hall.empty} & set(
        range(last // hall.columns + 1 if taken else hall.rows)))
    inner = [device for device in devices if device.places() == 0]
    for number, device in enumerate(inner):
        device.racks, device.row = [], rows[number * len(rows) // len(inner)]
    for device in devices:
        if device.host:
            device.rack, device.racks = device.racks[0], []
            continue
        row = device.racks[0] // hall.columns if device.racks else device.row
        free = [rack for rack in sorted(room) if rack // hall.columns == row and room[rack]]
        if not free:
            return False
        device.rack = free[0]
        room[free[0]] -= 1
    return True


def places_of(network, keys, candidate):
    if "places" not in keys:
        return []
    rows = csv.reader(io.StringIO((candidate.folder / keys["places"]).read_text()))
    rows = [row for row in rows if row and row[0] != "node" and not row[0].startswith("#")]
    return [(network.number(name.strip()), (int(row) - 1) * keys["columns"] + int(rack) - 1)
            for name, row, rack in rows]


def group_by_pods(network, devices):
    """Of a tree with several levels of switches: what hangs together without the highest one, and that one."""
    graph = networkx.Graph([(link.a, link.b) for link in network.links])
    graph.add_nodes_from(range(len(devices)))
    below = networkx.multi_source_dijkstra_path_length(
        graph, {number for number, node in enumerate(network.nodes) if not node.switch})
    highest = max(below.values())
    if highest < 2:
        return
    top = {number for number, level in below.items() if level == highest}
    graph.remove_nodes_from(top)
    pods = sorted(networkx.connected_components(graph), key=min)
    for group, pod in enumerate([*pods, top]):
        for number in pod:
            devices[number].group = group


def fill(hall, network, keys, candidate, rule):
    devices = devices_of(network, keys)
    if candidate.family in ("xgft", "fat_tree") and "group_digit" not in keys:
        group_by_pods(network, devices)
    if rule in ("end_of_row", "middle_of_row"):
        fill_rows(hall, devices, rule)
    else:
        fill_in_turn(hall, devices, rule, places_of(network, keys, candidate))
    return devices


def ports_of(hall, devices):
    """The places of devices and of their terminals: in each rack in the order of their numbers, hosts first."""
    racks = Counter(device.rack for device in devices if not device.host)
    switches, hosts = {}, {}
    for rack in {device.rack for device in devices} | {rack for device in devices for rack in device.racks}:
        switches[rack], hosts[rack] = map(iter, hall.switch_units_of(racks[rack]))
        hosts[rack] = (unit for unit in hosts[rack] for _ in range(hall.host_terminals))
    own = [Port(device.rack, next((hosts if device.host else switches)[device.rack])) for device in devices]
    return own, [[Port(rack, next(hosts[rack])) for rack in device.racks] for device in devices]


def cables_of(link):
    """A link that is twice as wide is two cables."""
    return math.ceil(link.width - CLOSE)


class Machine:
    def __init__(self, hall, market, devices, network, rate, lengths):
        self.hall, self.market, self.devices, self.rate = hall, market, devices, rate
        own, terminals = ports_of(hall, devices)
        self.cables, self.ports = [], Counter()
        for number, device in enumerate(devices):
            self.ports[number] += device.terminals
            self.cables += [self.cable(own[number], port, None, None) for port in terminals[number]]
        for number, link in enumerate(network.links):
            for _ in range(cables_of(link)):
                self.cables.append(self.cable(own[link.a], own[link.b], number, lengths.get(number)))
                self.ports.update((link.a, link.b))

    def cable(self, a, b, link, told):
        needed = self.hall.needed(a, b) if told is None else told
        return Cable(a, b, needed, self.market.offer(needed, self.rate), link)

    def over_trays(self):
        """Cables behind each rack of a row, and behind each row of a column, with their cross sections."""
        trays = defaultdict(list)
        for cable in self.cables:
            low, high = sorted((cable.a.rack, cable.b.rack))
            (row, column), (to_row, to_column) = divmod(low, self.hall.columns), divmod(high, self.hall.columns)
            for at in range(min(column, to_column), max(column, to_column)):
                trays["along", row, at].append(cable)
            for at in range(row, to_row):
                trays["across", at, to_column].append(cable)
        return trays

    def area(self, cables):
        return sum(math.pi / 4 * (cable.offer.medium.diameter * 1e-6) ** 2 for cable in cables)
