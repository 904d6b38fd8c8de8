# SPDX-License-Identifier: Apache-2.0
"""A spec as docs/spec.md describes it: candidates with everything that holds for them, and quantities with units."""

import itertools
import re
from pathlib import Path

import yaml

SHARED = ["technology", "hold", "limits", "channel", "router", "interchange", "node", "packages", "routing", "tiles",
          "clock", "wires", "delay", "board", "machine", "message", "header", "switching", "traffic", "load", "virtual_channels",
          "contention", "fail", "uncertainty"]

COUNTED = ("", "bit", "bits", "byte", "bytes", "wire", "wires", "pin", "pins")
BITS = {"bits": 1, "bit": 1, "bytes": 8, "byte": 8, "B": 8, "KiB": 8192}
NANOSECONDS = {"ps": 1e-3, "ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9, "tau": 1.0}
MILLIMETRES = {"nm": 1e-6, "um": 1e-3, "mm": 1.0, "cm": 10.0, "m": 1000.0, "km": 1e6, "inch": 25.4, "mil": 0.0254}
GIGAHERTZ = {"Hz": 1e-9, "kHz": 1e-6, "MHz": 1e-3, "GHz": 1.0}
AREAS = {"mm2": 1.0, "um2": 1e-6, "cm2": 100.0, "pitches2": 1.0}


def quantity(value):
    """(number, unit) of a value as `150 bits`; a bare number has the unit ''."""
    if isinstance(value, (int, float)):
        return float(value), ""
    number, unit = re.fullmatch(r"\s*([-+0-9.eE_]+)\s*(.*?)\s*", str(value)).groups()
    return float(number), unit


def in_units(value, units):
    number, unit = quantity(value)
    return number * units[unit]


def fraction(value):
    number, unit = quantity(value)
    return number / 100 if unit == "%" else number


def merged(below, above):
    if isinstance(below, dict) and isinstance(above, dict):
        both = dict(below)
        for key, value in above.items():
            both[key] = merged(below[key], value) if key in below else value
        return both
    return above


def overlaid(below, above):
    """Maps are joined key by key, but a technology is taken whole."""
    whole = {key: value for key, value in below.items() if not (key == "technology" and key in above)}
    return merged(whole, above)


class Candidate:
    """One candidate with the keys of the study and of `defaults` under its own."""

    def __init__(self, keys, folder):
        self.keys, self.folder = keys, folder

    def get(self, dotted, default=None):
        value = self.keys
        for part in dotted.split("."):
            if not isinstance(value, dict) or part not in value:
                return default
            value = value[part]
        return value

    @property
    def family(self):
        return self.get("topology.family")

    @property
    def topology(self):
        return {key: value for key, value in self.get("topology", {}).items() if key != "family"}

    @property
    def ideal(self):
        return bool(self.get("ideal", False))

    def messages(self):
        """Sizes in bits, header included, with their shares."""
        header = in_units(self.get("header", "0 bits"), BITS)
        message = self.get("message", "150 bits")
        if isinstance(message, dict) and "request" in message:
            return [(in_units(message[key], BITS) + header, 0.5) for key in ("request", "reply")]
        if isinstance(message, dict):
            message = message.get("size", "150 bits")
        if isinstance(message, list):
            return [(in_units(each["size"], BITS) + header, fraction(each["share"])) for each in message]
        return [(in_units(message, BITS) + header, 1.0)]

    def replies(self):
        """The part of all bits that are replies; 0 where messages are of one class."""
        message = self.get("message")
        if not isinstance(message, dict) or "request" not in message:
            return 0
        (request, _), (reply, _) = self.messages()
        return reply / (request + reply)

    def packets(self):
        """Packets of a message, which its terminal sends one after another."""
        message = self.get("message")
        return message.get("packets", 1) if isinstance(message, dict) else 1

    def time(self, dotted, cycle, default):
        """A time in ns; of times in cycles, with the cycle in ns."""
        number, unit = quantity(self.get(dotted, default))
        return number * (cycle if unit in ("cycle", "cycles") else NANOSECONDS[unit])


def steps(values):
    """The values of a key in a sweep: a list, {from, to, step} or {from, to, steps, scale}."""
    if isinstance(values, list):
        return values
    if not isinstance(values, dict):
        return [values]
    first, unit = quantity(values["from"])
    last = quantity(values["to"])[0]
    if "steps" in values:
        shares = [i / (values["steps"] - 1) for i in range(values["steps"])]
        log = values.get("scale") == "log"
        numbers = [first * (last / first) ** share if log else first + share * (last - first) for share in shares]
        if log and first == int(first) and last == int(last) and unit in COUNTED:
            numbers = sorted({round(number) for number in numbers})
    else:
        step = quantity(values.get("step", 1))[0]
        numbers = [first + i * step for i in range(int((last - first) / step + 1e-9) + 1)]
    found = []
    for number in numbers:
        whole = int(number) if number == int(number) else float(f"{number:.12g}")
        found.append(f"{whole} {unit}" if unit else whole)
    return found


def with_value(keys, dotted, value):
    parts = dotted.split(".")
    for part in reversed(parts):
        value = {part: value}
    return merged(keys, value)


def candidates_of(path):
    """All candidates of a spec, in its order; a sweep gives one for each combination, the last name varying fastest."""
    path = Path(path)
    study = yaml.safe_load(path.read_text())
    shared = {key: study[key] for key in SHARED if key in study}
    found = []
    for each in study.get("candidates", []):
        keys = overlaid(overlaid(shared, study.get("defaults", {})), each)
        sweep = keys.pop("sweep", {})
        for values in itertools.product(*(steps(value) for value in sweep.values())):
            swept = keys
            for name, value in zip(sweep, values):
                swept = with_value(swept, name, value)
            found.append(Candidate(swept, path.parent))
    for candidate in found:
        if candidate.get("machine", "none") != "none":  # cables hold many bits at once
            candidate.keys.setdefault("wires", "pipelined")
    return found
