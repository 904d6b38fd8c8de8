# SPDX-License-Identifier: Apache-2.0
"""Judges polygons by shapely. Reads lines of JSON {a, b, points} with corners in nm, and prints for each its answer:
whether a is simple, its area, which points it contains, and the area that a and b share, that of b outside of a too."""
import json
import sys

from shapely.geometry import Point, Polygon

for line in sys.stdin:
    asked = json.loads(line)
    a, b = Polygon(asked["a"]), Polygon(asked["b"])
    if not a.is_valid:
        print("0 0", "0" * len(asked["points"]) or "-", 0, 0)
        continue
    inside = "".join(str(int(a.covers(Point(point)))) for point in asked["points"])
    print(1, repr(a.area), inside or "-", repr(a.intersection(b).area) if b.is_valid else 0,
          repr(b.difference(a).area) if b.is_valid else 0)
