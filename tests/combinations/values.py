# SPDX-License-Identifier: Apache-2.0
"""Values that a JSON Schema allows, as Hypothesis strategies: small numbers, so that networks stay small.

A key whose values depend on the network, such as a cell of the grid, has a strategy of its own in `specs.py`.
"""
import re

from hypothesis import strategies as st

NUMBERS = (1, 2, 3, 4, 8, 16, 100)
WHOLE = {"bits", "bit", "bytes", "byte", "B", "KiB", "wires", "wire", "pins", "pin", "links", "link", "pitches",
         "pitch"}
ABSTRACT = {"pitches", "pitch", "pitches2", "tau"}  # what the technology `unit` measures in
SIZED = {"nm", "um", "mm", "cm", "m", "inch", "mil", "mm2", "um2", "cm2", "GB/s/mm", "ps/mm", "ns/m", "ps/inch"}
# Widths of a KiB whose links share no divisor take more than the limits of time: each wire has a track of its own.
SCALE = {"%": (1, 5, 50, 99), "nm": (40, 100, 500), "m": (0.01, 0.5), "mm2": (0.01, 1, 25), "um2": (100, 40000),
         "pitches2": (400, 90000), "GB/s/mm": (100, 1000), "wires": (2, 64, 512, 2048), "KiB": (0.125,)}


def units_of(pattern):
    """The units that a pattern of the schema ends with, or none."""
    found = re.search(r"\*\(([^()]+)\)\$$", pattern)
    return found[1].split("|") if found else []


def quantity(units, sized):
    """A number with a unit. With a technology without metres in pitches or tau, or None where the key takes neither."""
    fit = [unit for unit in units if unit not in (ABSTRACT if sized else SIZED)]
    if not fit:
        return None

    def number(unit):
        if unit in SCALE:
            return st.sampled_from(SCALE[unit])
        return st.sampled_from(NUMBERS) if unit in WHOLE else st.sampled_from(NUMBERS + (0.5, 2.5))
    return st.sampled_from(fit).flatmap(lambda unit: number(unit).map(lambda value: f"{value} {unit}"))


class Values:
    """Strategies for nodes of the schema. `own(path)` gives the strategy of a key with its own, None to leave the key
    out, or `Values.PLAIN` where the schema decides. A path has dots, without the numbers of lists."""

    PLAIN = object()

    def __init__(self, schema, own, sized=False, most=3):
        self.schema, self.own, self.sized, self.most = schema, own, sized, most

    def resolved(self, node):
        """What a node refers to: a definition, or a key of the top level."""
        if "$ref" not in node:
            return node
        found = self.schema
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        return self.resolved(found)

    def of(self, node, path=""):
        """A strategy, or None where the schema alone cannot say what is valid: files, free texts."""
        node = self.resolved(node)
        own = self.own(path) if path else self.PLAIN
        if own is not self.PLAIN:
            return own
        if "anyOf" in node:
            kinds = [kind for option in node["anyOf"] if (kind := self.of_option(option, path)) is not None]
            return st.one_of(kinds) if kinds else None
        return self.of_option(node, path)

    def of_option(self, node, path):
        node = self.resolved(node)
        if "anyOf" in node:
            kinds = [kind for option in node["anyOf"] if (kind := self.of_option(option, path)) is not None]
            return st.one_of(kinds) if kinds else None
        if "const" in node:
            return st.just(node["const"])
        if "enum" in node:
            return st.sampled_from(node["enum"])
        kind = node.get("type")
        if kind == "object":
            return self.map_of(node, path)
        if kind == "array":
            items = self.of_option(node["items"], path)
            return None if items is None else st.lists(items, min_size=1, max_size=3)
        if kind == "integer":
            least = node.get("minimum", 0)
            return st.integers(least, least + 4)
        if kind == "number":
            return st.sampled_from(NUMBERS + (0.25, 1.5) if node.get("minimum", 0) < 1 else NUMBERS)
        if kind == "boolean":
            return st.booleans()
        units = units_of(node.get("pattern", ""))
        return quantity(units, self.sized) if units else None

    def map_of(self, node, path):
        """A map with what is required and up to `most` of the other keys; strategies are made of drawn keys alone."""
        properties = node.get("properties", {})
        needed = [*node.get("required", []), *(key for key, value in properties.items() if "const" in value)]
        inner = {key: self.of(properties[key], f"{path}.{key}" if path else key) for key in dict.fromkeys(needed)}
        if None in inner.values():
            return None
        others = sorted(set(properties) - set(inner))

        @st.composite
        def drawn(draw):
            chosen = draw(st.lists(st.sampled_from(others), unique=True, max_size=self.most)) if others else []
            strategies = inner | {key: self.of(properties[key], f"{path}.{key}" if path else key) for key in chosen}
            return {key: draw(strategies[key]) for key in properties if strategies.get(key) is not None}
        return drawn()
