# SPDX-License-Identifier: Apache-2.0
"""Boards of rows of nodes: pins by slot, wires over cuts, tracks past fields of pins, layers: docs/boards.md. Lengths in
whole nanometres."""

import itertools
import math
from pathlib import Path

import yaml

from spec import MILLIMETRES, in_units

LIBRARY = Path(__file__).resolve().parents[2] / "layouts" / "connectors"


def nanometres(value):
    return math.floor(in_units(value, MILLIMETRES) * 1e6 + 0.5)


class Connector:
    def __init__(self, said):
        keys = said if isinstance(said, dict) else {"name": said}
        if "columns" not in keys:
            keys = yaml.safe_load((LIBRARY / f"{keys['name']}.yaml").read_text()) | keys
        self.columns, self.rows = keys["columns"], keys["rows"]
        self.column_pitch, self.row_pitch, self.pad = (nanometres(keys[key])
                                                       for key in ("column_pitch", "row_pitch", "pad"))
        self.uses = uses_of(keys, self.columns, self.rows)
        used = {letter for column in keys.get("map", [])[:self.columns] for letter in column} - set("SG-")
        self.rails = {keys["power"][letter] if "power" in keys else letter for letter in used}

    def signals(self, pairs):
        """Signal pins of each column: of a board of pairs those that are in one."""
        return [sum(1 for use in column if use == "pair" or (use == "signal" and not pairs)) for column in self.uses]

    def height(self):
        return (self.columns - 1) * self.column_pitch


def uses_of(keys, columns, rows):
    """What each pin of each column carries. `pairs`, `ground` and `map` leave unused columns as they are."""
    unused = {column - 1 for column in keys.get("unused_columns", [])}
    turn, uses = 0, []
    for column in range(columns):
        if "map" in keys:
            letters = keys["map"][column % len(keys["map"])]
            uses.append([{"S": "signal", "G": "ground", "-": "unused"}.get(letter, "power") for letter in letters])
        elif column in unused:
            uses.append(["unused"] * rows)
        elif "pairs" in keys:
            uses.append(["pair"] * (2 * keys["pairs"]) + ["ground"] * (rows - 2 * keys["pairs"]))
        elif "ground" in keys:
            few, many = map(int, keys["ground"].split(" in "))
            uses.append(["ground" if (turn + row) % many >= many - few else "signal" for row in range(rows)])
            turn += rows
        else:
            uses.append(["signal"] * rows)
    return uses


def side_by_side(strip, rules):
    """How many tracks, or pairs, a strip of this height holds."""
    count = 0
    while True:
        more = count + 1
        wide = (more * (2 * rules["width"] + rules["gap"]) + count * rules["pair_space"] if rules["pairs"]
                else more * rules["width"] + count * rules["space"])
        if wide > strip:
            return count
        count = more


def rules_of(board):
    tracks = board["tracks"]
    pairs = tracks.get("pairs")
    space = nanometres(tracks["space"])
    return {"width": nanometres(tracks["width"]), "space": space,
            "clearance": nanometres(tracks.get("clearance", tracks["space"])),
            "edge": nanometres(tracks.get("edge", "0.5 mm")), "pairs": bool(pairs),
            "gap": nanometres(pairs["gap"]) if pairs else 0, "pair_space": nanometres(pairs["space"]) if pairs else 0}


def numbers_said(said):
    """A number, a range as 12-15, or a list of these."""
    for one in said if isinstance(said, list) else [said]:
        ends = [int(end) for end in str(one).split("-")]
        yield from range(ends[0], ends[-1] + 1)


class Slot:
    """The connectors of a slot, from the lowest, and where each begins."""

    def __init__(self, board, number, margin):
        said = board["connectors"]
        for other in board.get("slots", []):
            if number in numbers_said(other["nodes"]):
                said = other.get("connectors", said)
        self.connectors = [Connector(one) for one in (said if isinstance(said, list) else [said])]
        self.bottoms, at, below = [], margin, None
        for connector in self.connectors:
            if below is None:
                at += connector.pad // 2
            elif "connector_gap" in board:
                at += nanometres(board["connector_gap"])
            else:
                at += max(below.column_pitch, connector.column_pitch)
            self.bottoms.append(at)
            at += connector.height()
            below = connector
        self.top = at + (below.pad + 1) // 2

    def columns(self):
        """Height and pad of every column of pins, from the lowest."""
        return sorted((bottom + column * connector.column_pitch, connector.pad)
                      for connector, bottom in zip(self.connectors, self.bottoms) for column in range(connector.columns))

    def passing(self, height, rules, keep_outs):
        """Tracks of a layer past the pins: in each channel, and as one channel more above and below."""
        columns = self.columns()
        reach = [(pad + 1) // 2 + rules["clearance"] for _, pad in columns]
        channels = [(columns[i - 1][0] + reach[i - 1], columns[i][0] - reach[i]) for i in range(1, len(columns))]
        widest = max([1] + [side_by_side(to - start, rules) for start, to in channels])

        def held(strip):
            return sum(side_by_side(to - start, rules) for start, to in parts_of(*strip, keep_outs))

        tracks = sum(held(channel) for channel in channels)
        if rules["pairs"]:
            return tracks
        strips = [(rules["edge"], columns[0][0] - reach[0]), (columns[-1][0] + reach[-1], height - rules["edge"])]
        return tracks + sum(min(widest, held(strip)) for strip in strips)


def parts_of(start, end, keep_outs):
    """What keep-outs, as ranges, leave of a strip."""
    parts = [(start, end)]
    for low, high in keep_outs:
        cut = []
        for start, end in parts:
            cut += [(start, end)] if high < start or low > end else [(start, low)] * (low > start) + [
                (high, end)] * (high < end)
        parts = cut
    return parts


def layers_for(wires, tracks):
    return 0 if wires == 0 else None if tracks == 0 else -(-wires // tracks)


class Row:
    """One board: the nodes of a row, their slots and the links among them."""

    def __init__(self, board, rules, nodes, links):
        self.board, self.rules, self.nodes = board, rules, nodes
        margins = board.get("margin", ["0 mm", "5 mm"])
        margins = [nanometres(one) for one in (margins if isinstance(margins, list) else [margins] * 2)]
        self.slots = [Slot(board, number, margins[1]) for number, _ in nodes]
        self.height = max(slot.top for slot in self.slots) + margins[1]
        if "outline" in board:
            self.height = max(nanometres(y) for _, y in board["outline"])
        self.margin = margins[0]
        self.at = {number: index for index, (number, _) in enumerate(nodes)}
        self.links = [(*sorted((self.at[a], self.at[b])), wires) for a, b, wires in links]

    def middle(self, column):
        if "places" in self.board:
            return nanometres(self.board["places"][column])
        pitch = nanometres(self.board["slot_pitch"])
        return self.margin + pitch // 2 + column * pitch

    def field_middle(self, index):
        """Of the pins of the lowest connector: half its depth is a whole number of nanometres, rounded down."""
        connector = self.slots[index].connectors[0]
        half = (connector.rows - 1) * connector.row_pitch // 2
        return self.middle(self.nodes[index][1]) - half + half

    def pins(self):
        """Needed and there of every slot."""
        lines = 2 if self.rules["pairs"] else 1
        for index, slot in enumerate(self.slots):
            needed = sum(wires for a, b, wires in self.links if index in (a, b)) * lines
            yield needed, sum(sum(connector.signals(self.rules["pairs"])) for connector in slot.connectors)

    def cuts(self):
        """Layers, wires and tracks of every cut."""
        boxes = [[nanometres(end) for end in (*box["x"], *box["y"])] for box in self.board.get("keep_outs", [])]
        for cut in range(1, len(self.slots)):
            wires = sum(each for a, b, each in self.links if a < cut <= b)
            start, end = self.field_middle(cut - 1), self.field_middle(cut)
            kept = [(y0, y1) for x0, x1, y0, y1 in boxes if x1 >= start and x0 <= end]
            tracks = min(slot.passing(self.height, self.rules, kept) for slot in self.slots[cut - 1:cut + 1])
            yield layers_for(wires, tracks), wires * (2 if self.rules["pairs"] else 1), tracks

    def escapes(self):
        """Layers, pins deep and tracks of every slot."""
        for index, slot in enumerate(self.slots):
            aside = max(sum(each for a, b, each in self.links if b == index),
                        sum(each for a, b, each in self.links if a == index))
            columns = sum(1 for connector in slot.connectors for count in connector.signals(self.rules["pairs"]) if count)
            tracks = min(side_by_side(connector.column_pitch - connector.pad - 2 * self.rules["clearance"], self.rules)
                         for connector in slot.connectors)
            deep = -(-aside // columns) if columns else aside
            yield layers_for(deep, tracks), deep, tracks

    def longest(self):
        return max((self.field_middle(b) - self.field_middle(a) for a, b, _ in self.links), default=0)


def worst(places):
    """Most layers, unknown ones before all; the most wires of equal ones."""
    return max((layers is None, layers or 0, wires) for layers, wires, _ in places)


def compare_board(report, network, candidate):
    board = candidate.get("board")
    if not isinstance(board, dict) or report.theirs("board.count") is None:
        return
    if any(node.id != str(number) for number, node in enumerate(network.nodes)) and board.get("slots"):
        return report.report.skip("board", "slots by name")
    rules, nodes = rules_of(board), {}
    for number, node in enumerate(network.nodes):
        nodes.setdefault(node.cell[:0:-1], []).append((node.cell[0], number))
    rows, cables = [], 0
    row_of = {number: place for place, each in nodes.items() for _, number in each}
    links = {place: [] for place in nodes}
    for link in network.links:
        if row_of[link.a] != row_of[link.b]:
            cables += 1
        else:
            links[row_of[link.a]].append((link.a, link.b, -(-link.wires // 2) if rules["pairs"] else link.wires))
    for place in sorted(nodes):
        rows.append(Row(board, rules, [(number, column) for column, number in sorted(nodes[place])], links[place]))
    report.same("board.count", len(rows), "rows with nodes")
    report.same("board.cables", cables, "links between rows")
    pins = list(itertools.chain.from_iterable(row.pins() for row in rows))
    report.same("board.pins_of_slots", pins, "needed and there",
                theirs=[(slot["needed"], slot["there"]) for slot in report.theirs("board.pins_of_slots")])
    report.same("board.pins_of_slot_max", max(needed for needed, _ in pins), "of the slot that needs most")
    report.same("board.pins_short", sum(max(0, needed - there) for needed, there in pins), "of all slots together")
    compare_layers(report, rows)
    report.same("board.longest_mm", max(row.longest() for row in rows) * 1e-6, "between slots that a link joins")
    if report.theirs("layout.width_mm") is not None and not candidate.get("packages") and not (
            candidate.get("node.width") or candidate.get("tiles") or candidate.get("placement.positions")
            or candidate.get("placement.length")):
        places = [nanometres(place) for place in board.get("places", [])]
        pitch = ((places[-1] - places[0]) / (len(places) - 1) if len(places) > 1 else 2 * places[0] if places
                 else nanometres(board["slot_pitch"]))
        report.at_most("layout.width_mm", report.theirs("grid.columns") * (pitch * 1e-6 + 1), "columns keep their slots")
    if "outline" not in board:
        report.same("board.height_mm", max(row.height for row in rows) * 1e-6, "tallest slot and margins")
        columns = report.theirs("grid.columns")
        places = board.get("places")
        width = (nanometres(places[0]) + nanometres(places[-1]) if places
                 else 2 * rows[0].margin + columns * nanometres(board["slot_pitch"]))
        report.same("board.width_mm", width * 1e-6, "slots and margins")


def compare_layers(report, rows):
    cuts = [cut for row in rows for cut in row.cuts()]
    escapes = [escape for row in rows for escape in row.escapes()]
    report.same("board.densest_cut_wires", max((wires for _, wires, _ in cuts), default=0), "of all cuts of all boards")
    for key, places in (("cut", cuts), ("escape", escapes)):
        layers, wires = (0, 0) if not places else (None if worst(places)[0] else worst(places)[1], worst(places)[2])
        if layers is None:
            report.true(f"board.signal_layers_by_{key}", report.theirs(f"board.signal_layers_by_{key}") is None, None,
                        report.theirs(f"board.signal_layers_by_{key}"), "no track passes")
        else:
            report.same(f"board.signal_layers_by_{key}", layers, "of the place that asks for most")
        report.same("board.cut_wires" if key == "cut" else "board.escape_depth", wires, f"of the {key} that decides")
        if places and layers:  # without wires no place decides
            said = report.theirs(f"board.{key}_tracks")
            report.true(f"board.{key}_tracks", said in {tracks for each, deep, tracks in places
                                                       if (each, deep) == (layers, wires)},
                        sorted({tracks for _, _, tracks in places}), said, f"past a {key} with as many layers and wires")
    together = [report.theirs(f"board.signal_layers_by_{key}") for key in ("cut", "escape")]
    if None not in together:
        drawn, left = report.theirs("board.layers_drawn"), report.theirs("board.wires_left")
        said = drawn if left == 0 else max(together + [drawn or 0])
        report.same("board.signal_layers", said, "as drawn, else the most of all")
        rails = max(len({rail for slot in row.slots for connector in slot.connectors for rail in connector.rails})
                    for row in rows)
        report.same("board.copper_layers", 2 * said + 1 + rails, "a plane on both sides of each, and power")
