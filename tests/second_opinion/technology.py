# SPDX-License-Identifier: Apache-2.0
"""What wires are made of: the library's files under layouts/technologies, or the user's, as docs/reference/keys.md has
their keys."""

import math
from pathlib import Path

import yaml

from spec import MILLIMETRES, fraction, in_units, merged, quantity

LIBRARY = Path(__file__).resolve().parents[2] / "layouts" / "technologies"


class Technology:
    def __init__(self, candidate):
        keys = read(candidate.get("technology", "unit"), candidate.folder)
        self.unit = keys.get("name", "unit") == "unit" and not keys.get("layers")
        self.keys = keys
        names = keys.get("use") or [layer["name"] for layer in keys.get("layers", [])]
        self.layers = [layer for name in names for layer in keys.get("layers", []) if layer["name"] == name]
        self.pairs = int(quantity(keys.get("pairs", 1))[0]) if self.unit else len(self.layers) // 2
        channel = keys.get("channel", {})
        self.control = int(quantity(candidate.get("channel.control", channel.get("control", 0)))[0])
        self.wires_per_bit = int(quantity(candidate.get("channel.wires_per_bit", channel.get("wires_per_bit", 1)))[0])
        # Columns of a layout that keep the slots of a board may have cells along x of any width.
        self.keeps_slots = (isinstance(candidate.get("board"), dict) and not candidate.get("node.width")
                            and not candidate.get("tiles")
                            and not candidate.get("placement.length") and not self.unit)
        self.terminals = keys.get("terminals", "top" if self.unit else "facing")

    def pitch(self, direction):
        """In mm, of the wires of a direction: the coarsest of the layers used; None in `unit`. Of a layer that gives
        only a part of its tracks the pitch grows accordingly, to whole nanometres."""
        if self.unit:
            return None
        pitches = []
        for layer in self.layers:
            if layer["direction"] == direction:
                nanometres = in_units(layer["pitch"], MILLIMETRES) * 1e6
                pitches.append(math.ceil(nanometres / fraction(layer.get("free", "100 %")) - 1e-6) * 1e-6)
        return max(pitches, default=None)


def read(value, folder):
    if isinstance(value, dict):
        if "layers" in value or "name" not in value:
            return value
        if value["name"] == "unit":
            return value
        return merged(read(value["name"], folder), {key: each for key, each in value.items() if key != "name"})
    file = LIBRARY / f"{value}.yaml"
    if value == "unit":
        return {"name": "unit"}
    if not file.exists():
        file = folder / value
    keys = yaml.safe_load(file.read_text())
    keys.setdefault("name", str(value))
    return keys
