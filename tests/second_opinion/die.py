# SPDX-License-Identifier: Apache-2.0
"""Sizes of the die from its tracks and boxes, after docs/design.md: Why routing cannot fail.

Without bent links each link has its terminals and tracks in one line; then every box and routing channel is computed.
With bent links the turns are the router's choice, and only what holds for any turn is compared."""

import math

from placed import is_bent, profile, spans
from spec import MILLIMETRES, in_units

SIDES = (("width", "columns"), ("height", "rows"))


def compare_sizes(report, network, technology):
    width, height = (report.theirs(f"layout.{side}_pitches") for side in ("width", "height"))
    report.same("layout.area_pitches2", float(width * height), "width times height",
                theirs=float(report.theirs("layout.area_pitches2")))
    if not technology.unit and technology.layers:
        across = (technology.pitch("vertical"), technology.pitch("horizontal"))
        for side, pitches, pitch in (("width", width, across[0]), ("height", height, across[1])):
            if side == "width" and technology.keeps_slots:
                continue
            report.same(f"layout.{side}_mm", pitches * pitch, "pitches in mm")
        report.same("layout.area_mm2", report.theirs("layout.width_mm") * report.theirs("layout.height_mm"),
                    "width times height")
    report.at_most("layout.node_area_fraction", 1.0, "boxes lie on the die")
    report.same("layout.layers", 2 * technology.pairs, "layers in pairs", theirs=report.theirs("layout.layers"))


def polygon_area(corners):
    """Half the sum of cross products of neighbouring corners."""
    return area_of_points([[in_units(value, MILLIMETRES) for value in corner] for corner in corners])


def wafer_area(wafer):
    """120 corners on a circle about 0, 0; a notch is a right angle below."""
    radius = in_units(wafer["wafer"], MILLIMETRES) / 2
    notch = in_units(wafer.get("notch", "0 mm"), MILLIMETRES)
    angles = [math.radians(3 * i - 90) for i in range(120)]
    points = [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
    if notch > 0:
        side = -math.sqrt(radius ** 2 - notch ** 2)
        ends = [(-notch, side), (0, notch - radius), (notch, side)]
        points = ends + [(x, y) for x, y in points if y > 0 or abs(x) > notch]
    return area_of_points(points)


def area_of_points(points):
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1]))) / 2


def compare_given_area(report, candidate):
    """The share of tiles and die that are given in the spec, notches left out, where every tile is that of a node."""
    tiles, outline = candidate.get("placement.positions"), candidate.get("placement.outline")
    if not isinstance(tiles, list) or outline is None or "nodes" not in candidate.topology:
        return
    if candidate.topology.get("switches") or len(tiles) != candidate.topology["nodes"]:
        return
    area = sum(polygon_area(tile["shape"]) if "shape" in tile else
               in_units(tile["width"], MILLIMETRES) * in_units(tile["height"], MILLIMETRES) for tile in tiles)
    if isinstance(outline, dict):
        die = wafer_area(outline)
    elif isinstance(outline[0], list):
        die = polygon_area(outline)
    else:
        die = math.prod(in_units(side, MILLIMETRES) for side in outline)
    report.same("layout.node_area_fraction", area / die, "areas of the tiles over that of the die")


def compare_straight(report, network, candidate, technology):
    """Routing channels and boxes of layouts beside the nodes, all terminals at the top, no link bent."""
    layout = report.theirs("layout")
    planes, whole = report.theirs("grid.planes"), candidate.get("placement.layers") == "one_a_link"
    if layout["wiring"] != "beside" or layout["terminals"] != "top" or planes != 1 or whole:
        return
    if any(is_bent(network, link) for link in network.links):
        return
    for axis, (side, positions) in enumerate(SIDES):
        # The channels of rows add to the height, those of columns to the width.
        across, name = 1 - axis, ("row", "column")[axis]
        lines = {}
        for link in network.links:
            if spans(network, link)[axis]:
                lines.setdefault(network.nodes[link.a].cell[across], []).append(link)
        cuts = report.theirs(f"grid.{positions}") - 1
        heights = {}
        for line, links in lines.items():
            of_line = type(network)(network.nodes, links)
            over = profile(of_line, axis, cuts, lambda link: link.wires)
            heights[line] = max(math.ceil(most / technology.pairs) for most in over)
        key = "channels_height_pitches" if axis == 0 else "channels_width_pitches"
        report.same("layout." + key, sum(heights.values()), "tracks of every line: its densest cut over the pairs")
        report.same(f"tracks.wires_per_{name}", max(heights.values(), default=0), "tracks of the fullest line")


def compare_boxes(report, network, candidate, technology):
    """A column is as wide as its widest box, which holds the terminals of its row; or as the spec asks."""
    layout = report.theirs("layout")
    if layout["wiring"] != "beside" or layout["terminals"] != "top" or report.theirs("grid.planes") != 1:
        return
    if not technology.unit or candidate.get("node") or candidate.get("tiles") or candidate.get("technology.node"):
        return
    if any(is_bent(network, link) for link in network.links) or candidate.get("packages"):
        return
    if candidate.get("placement.length") or candidate.get("placement.interchange_pitch") == 0:
        return
    for axis, (side, positions) in enumerate(SIDES):
        sizes = {}
        for site, node in enumerate(network.nodes):
            ends = sum(link.wires for link in network.links
                       if site in (link.a, link.b) and spans(network, link)[axis])
            # Column terminals begin below the top row where a stack of vias stands at each terminal.
            below = 1 if axis == 1 and technology.pairs > 1 else 0
            sizes[node.cell[axis]] = max(sizes.get(node.cell[axis], 1), ends + below, 1)
        if len(sizes) != report.theirs(f"grid.{positions}"):
            return
        channels = layout["channels_width_pitches" if axis == 0 else "channels_height_pitches"]
        report.same(f"layout.{side}_pitches", sum(sizes.values()) + channels,
                    "boxes with their terminals, and channels")
