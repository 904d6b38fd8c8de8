# SPDX-License-Identifier: Apache-2.0
"""Halls of racks: where switches and terminals stand, every cable, what all of it costs and draws: docs/machines.md.
Lengths in whole nanometres."""

import csv
import io
import itertools
import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction

import networkx

from boards import nanometres
from market import Medium

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
        self.host_terminals, self.switches_at = rack.get("host_terminals", 1), rack.get("switches_at", "top")
        if "board" in keys and "host_terminals" not in rack:
            self.host_terminals = None  # as many as a board has
        own = {key: value for key, value in keys.items() if key not in ("switch_rack", "board")}
        self.own = Hall(own | {"rack": {**rack, **keys["switch_rack"]}}) if "switch_rack" in keys else self
        self.of_switches = set()  # where the racks stand that are kept for switches
        self.depth = max(self.depth, self.own.depth)
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
        x = sum(width for after, width in self.doors if after <= column)
        if self.own is self:
            x += column * self.width
        else:
            if len(self.middles) != self.columns:
                self.set_middles()
            x += self.middles[column]
        return x, row * self.depth + sum(self.behind[:row])

    def set_middles(self):
        """A column is as wide as its widest rack."""
        widths = [max(self.at(row * self.columns + column).width for row in range(self.rows))
                  for column in range(self.columns)]
        self.middles = [Fraction(sum(widths[:column]) * 2 + width, 2) for column, width in enumerate(widths)]

    def at(self, rack):
        """The kind of rack that stands there."""
        return self.own if rack in self.of_switches else self

    def height(self, port):
        """The middle of the lowest unit of a switch or host."""
        unit = self.at(port.rack).unit
        return port.unit * unit + unit // 2

    def to_the_tray(self, port):
        if self.to_tray is not None:
            return self.to_tray
        up = self.height(port)
        top = max(self.units * self.unit, self.own.units * self.own.unit)
        return self.gap + (up if self.tray == "floor" else top - up)

    def needed(self, a, b):
        """The length of a cable between two ports."""
        if a.rack == b.rack:
            way = abs(self.height(a) - self.height(b)) if self.inside is None else self.inside
        else:
            (ax, ay), (bx, by) = self.place(a.rack), self.place(b.rack)
            if self.tray == "straight":
                squares = math.floor(abs(ax - bx)) ** 2 + (ay - by) ** 2 + (self.height(a) - self.height(b)) ** 2
                way = math.ceil(math.sqrt(squares)) + 2 * (self.to_tray or 0)
            else:
                way = math.floor(abs(ax - bx)) + abs(ay - by) + self.to_the_tray(a) + self.to_the_tray(b)
            way += 2 * self.loop
        return -(-(way + self.slack) // CENTIMETRE) * CENTIMETRE

    def switch_units_of(self, count):
        """The units of the switches of a rack, the first one first, and those that they leave to hosts, from below."""
        filled = self.units - self.lowest - self.above
        taken, first = count * self.switch_units, filled - count * self.switch_units
        if self.switches_at == "top":
            units = [filled - (i + 1) * self.switch_units for i in range(count)]
        else:
            first = 0 if self.switches_at == "bottom" else first // 2
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
    size: int = 1  # of a host: a board is several terminals
    board: int = None
    at: tuple = (0, 0)  # its place on the board

    def places(self):
        return self.size if self.host else self.terminals


def addresses(network):
    """The digits of every node, the lowest first; of nodes with one number that number. An interchange has those of the
    node that it stands after."""
    plain = [node.address.replace("+", "") for node in network.nodes]
    letters = len({len(address) for address in plain}) == 1  # a digit each, else one number
    found = []
    for address in plain:
        digits = address.split(".") if "." in address or not letters else list(address)
        found.append([int(digit, 36 if letters else 10) for digit in reversed(digits)])
    return found


def devices_of(network, keys):
    hosts, devices = keys.get("nodes", "switches") == "terminals", []
    for node, digits in zip(network.nodes, addresses(network)):
        digit = min(keys.get("group_digit", len(digits) - 1), len(digits) - 1)
        devices.append(Device(hosts and not node.switch, 0 if hosts and not node.switch else node.terminals,
                              digits[digit] if digits else 0))
    return devices


def fill_in_turn(hall, devices, rule, places):
    """Node after node, each with its terminals, from the first rack on; a rack that was left is not gone back to."""
    switches, terminals = hall.room(hall.switches), hall.room(hall.terminals)

    def put(device, rack):
        if rack >= hall.racks() or (terminals if device.host else switches)[rack] < (device.size if device.host else 1):
            raise TooSmall
        (terminals if device.host else switches)[rack] -= device.size if device.host else 1
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
            return terminals[rack] >= device.size
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
        hall.of_switches = own = set()
        hall.middles = []
        for row in rows:
            first = max(0, len(row) - count)
            own.update(row[first if rule == "end_of_row" else first // 2:][:count])
        others = [rack for row in rows for rack in row if rack not in own]
        size = max([1] + [device.size for device in devices if device.host])  # of every host, if there are any
        slots = [rack for rack in others for _ in range(hall.terminals // size * size)]
        if sum(device.places() for device in devices) > len(slots):
            continue
        room = dict.fromkeys(own, hall.own.switches)
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


# Families whose addresses are numbers: their boards are filled row by row.
NUMBERED = {"fat_tree", "graph", "h_tree", "hexagonal_mesh", "jellyfish", "mlfm", "oft", "polarfly", "small_world", "xgft"}


def put_on_boards(network, keys, devices, family):
    """Blocks of nodes along the digits of addresses, or what hangs together without switches."""
    board = keys["board"]
    nodes = [number for number, node in enumerate(network.nodes) if not node.switch]
    digits = addresses(network)
    values = [sorted({digits[number][place] for number in nodes}) for place in range(len(digits[nodes[0]]))]
    ranks = {number: [values[place].index(digit) for place, digit in enumerate(digits[number])] for number in nodes}
    if board.get("nodes", "joined") == "joined":
        graph = networkx.Graph([(link.a, link.b) for link in network.links])
        graph.add_nodes_from(nodes)
        boards = list(networkx.connected_components(graph.subgraph(nodes))) if len(nodes) < len(devices) else []
        boards = [members for members in boards if len(members) > 1]
    else:
        sides, blocks = listed(board["nodes"]), defaultdict(list)
        if len(sides) > len(values) or any(len(of) % side for side, of in zip(sides, values)):
            raise TooSmall
        for number in nodes:
            blocks[tuple(rank // side for rank, side in itertools.zip_longest(
                ranks[number], sides, fillvalue=1))].append(number)
        boards = list(blocks.values())
    for label, members in enumerate(boards):
        if family in NUMBERED:
            side = math.isqrt(len(members) - 1) + 1
            for place, number in enumerate(sorted(members)):
                devices[number].board, devices[number].at = label, (place % side, place // side)
            continue
        least = [min(ranks[number][place] for number in members) for place in range(len(values))]
        rows = [max(ranks[number][place] for number in members) - low + 1 for place, low in enumerate(least)]
        for number in members:
            offsets = [rank - low for rank, low in zip(ranks[number], least)]
            across = sum(offset * math.prod(rows[1:place]) for place, offset in enumerate(offsets) if place)
            devices[number].board, devices[number].at = label, (offsets[0], across)


def boxes_of(hall, devices):
    """What racks hold: boards and all else; the box of each device."""
    boxes, box_of, of_board = [], [], {}
    for device in devices:
        if device.board is None:
            box_of.append(len(boxes))
            boxes.append(device)
            continue
        if device.board not in of_board:
            of_board[device.board] = len(boxes)
            boxes.append(Device(True, 0, device.group, size=0))
        box_of.append(of_board[device.board])
        boxes[box_of[-1]].size += device.places()
    sizes = {box.size for box in boxes if box.host} if of_board else {1}
    if len(sizes) > 1 or max(sizes) > max(hall.terminals, 1):
        raise TooSmall
    hall.host_terminals = hall.host_terminals or max(sizes)
    if hall.host_terminals % max(sizes):
        raise TooSmall
    return boxes, box_of


def fill(hall, network, keys, candidate, rule):
    devices = devices_of(network, keys)
    if candidate.family in ("xgft", "fat_tree") and "group_digit" not in keys:
        group_by_pods(network, devices)
    if "board" in keys:
        put_on_boards(network, keys, devices, candidate.family)
    boxes, box_of = boxes_of(hall, devices)
    if rule in ("end_of_row", "middle_of_row"):
        fill_rows(hall, boxes, rule)
    else:
        fixed = dict((box_of[number], rack) for number, rack in places_of(network, keys, candidate))
        fill_in_turn(hall, boxes, rule, sorted(fixed.items()))
    for device, box in zip(devices, box_of):
        if device.board is not None:
            device.rack, device.racks = boxes[box].rack, [boxes[box].rack] * device.terminals
    return devices


def ports_of(hall, devices):
    """The places of devices and of their terminals: in each rack in the order of their numbers, hosts first."""
    racks = Counter(device.rack for device in devices if not device.host and device.board is None)
    switches, hosts, of_board = {}, {}, {}
    sizes = Counter()
    for device in devices:
        sizes[device.board] += device.places()
    for rack in {device.rack for device in devices} | {rack for device in devices for rack in device.racks}:
        switches[rack], hosts[rack] = map(iter, hall.at(rack).switch_units_of(racks[rack]))
        hosts[rack] = (unit for unit in hosts[rack] for _ in range(hall.host_terminals))
    own = []
    for device in devices:
        if device.board is None:
            own.append(Port(device.rack, next((hosts if device.host else switches)[device.rack])))
            continue
        if device.board not in of_board:
            of_board[device.board] = Port(device.rack, [next(hosts[device.rack]) for _ in range(sizes[device.board])][0])
        own.append(of_board[device.board])
    return own, [[Port(rack, next(hosts[rack])) for rack in device.racks] if device.board is None else
                 [of_board[device.board]] * device.terminals for device in devices]


def cables_of(link):
    """A link that is twice as wide is two cables."""
    return math.ceil(link.width - CLOSE)


class Traces:
    """The links on boards, a link each; lengths in nanometres."""
    def __init__(self, keys, devices, links, told):
        pitch = [nanometres(each) for each in listed(keys["pitch"])] * 2
        self.medium = Medium({"name": "trace", "kind": "trace", "power": "0 W"} | {
            key: keys[key] for key in ("delay", "end_delay", "power", "power_most") if key in keys})
        self.links, self.terminals, self.lengths = links, 0, []
        for number, link in enumerate(links):
            (ax, ay), (bx, by) = devices[link.a].at, devices[link.b].at
            self.lengths.append(told.get(number, abs(ax - bx) * pitch[0] + abs(ay - by) * pitch[1]))

    @staticmethod
    def holds(devices, link):
        return devices[link.a].board is not None and devices[link.a].board == devices[link.b].board

    def count(self):
        return sum(cables_of(link) for link in self.links)

    def metres(self):
        return sum(length * cables_of(link) for length, link in zip(self.lengths, self.links)) * 1e-9


class Machine:
    def __init__(self, hall, market, devices, network, rate, lengths, traces=None):
        self.hall, self.market, self.devices, self.rate, self.traces = hall, market, devices, rate, traces
        own, terminals = ports_of(hall, devices)
        self.cables, self.ports = [], Counter()
        for link in traces.links if traces else []:
            for _ in range(cables_of(link)):
                self.ports.update((link.a, link.b))
        for number, device in enumerate(devices):
            self.ports[number] += device.terminals
            if device.board is not None:
                traces.terminals += device.terminals
                continue
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
