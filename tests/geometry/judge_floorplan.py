# SPDX-License-Identifier: Apache-2.0
"""Reads specs with given places and says, by shapely alone, in lines of words and numbers in mm:
    die AREA
    tile NAME AREA LEFT BOTTOM RIGHT TOP OUTSIDE ROUTER_X ROUTER_Y ROUTER_IN
    pair NAME NAME SHARED            for all tiles whose boxes meet
    blocked AREA SHARED              with what the tiles take
"""
import itertools
import sys

import yaml
from shapely import affinity
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union

TURNS = {"0": (0, False), "N": (0, False), "90": (90, False), "W": (90, False), "180": (180, False),
         "S": (180, False), "270": (270, False), "E": (270, False), "FN": (0, True), "FS": (180, True),
         "FW": (270, True), "FE": (90, True)}


def mm(text):
    number, unit = str(text).split()
    return float(number) * {"nm": 1e-6, "um": 1e-3, "mm": 1, "cm": 10, "m": 1000}[unit]


def polygon(corners):
    return Polygon([(mm(x), mm(y)) for x, y in corners])


def unturned(given):
    return polygon(given["shape"]) if "shape" in given else box(0, 0, mm(given["width"]), mm(given["height"]))


def placed(tile):
    """The tile and its router as they stand; the router is None where the spec leaves it to Cutline."""
    shape, (angle, mirrored) = unturned(tile), TURNS[str(tile.get("rotation", 0))]
    router = Point(mm(tile["router"][0]), mm(tile["router"][1])) if "router" in tile else None
    if router is None and shape.covers(shape.envelope.centroid):
        router = shape.envelope.centroid
    around = shape.envelope
    for step in (lambda g: affinity.scale(g, -1 if mirrored else 1, 1, origin=(0, 0)),
                 lambda g: affinity.rotate(g, angle, origin=(0, 0))):
        shape, around, router = step(shape), step(around), router and step(router)
    dx, dy = mm(tile["x"]) - around.bounds[0], mm(tile["y"]) - around.bounds[1]
    return affinity.translate(shape, dx, dy), router and affinity.translate(router, dx, dy)


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        placement = yaml.safe_load(file)["candidates"][0]["placement"]
    tiles = {str(tile["node"]): placed(tile) for tile in placement["positions"]}
    outline = placement.get("outline")
    if outline is None:
        die = box(*unary_union([shape for shape, _ in tiles.values()]).bounds)
    else:
        die = polygon(outline) if isinstance(outline[0], list) else box(0, 0, mm(outline[0]), mm(outline[1]))
    print("die", repr(die.area))
    for name, (shape, router) in tiles.items():
        print("tile", name, repr(shape.area), *map(repr, shape.bounds), repr(shape.difference(die).area),
              *((repr(router.x), repr(router.y)) if router else ("nan", "nan")),
              int(router is None or shape.buffer(1e-6).covers(router)))
    for (one, (a, _)), (other, (b, _)) in itertools.combinations(tiles.items(), 2):
        if a.envelope.intersects(b.envelope):
            print("pair", one, other, repr(a.intersection(b).area))
    taken = unary_union([shape for shape, _ in tiles.values()])
    for blockage in placement.get("blocked", []):
        shape = affinity.translate(unturned(blockage), mm(blockage["x"]), mm(blockage["y"]))
        print("blocked", repr(shape.area), repr(shape.intersection(taken).area))
