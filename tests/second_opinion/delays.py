# SPDX-License-Identifier: Apache-2.0
"""Delays of wires under the models that are a formula of a length: docs/reference/names.md. Models of drivers and
their wires are compared with ngspice by other tests."""

import math

import given
from spec import NANOSECONDS, quantity

PAPERS = ("constant", "linear", "quadratic", "logarithmic", "logarithmic_rj")


def models(candidate):
    """The delay models of the study, as maps; None stands for the default."""
    delay = candidate.get("delay")
    each = delay if isinstance(delay, list) else [delay]
    return [{"model": one} if isinstance(one, str) else one for one in each]


def time(keys, key, default):
    number, unit = quantity(keys.get(key, default))
    return number * NANOSECONDS.get(unit, 1.0)


def of_length(keys, length):
    """The delay of a wire in ns; lengths below one pitch count as one under the logarithms."""
    model = keys["model"]
    if model == "constant":
        return time(keys, "constant", 1)
    if model == "linear":
        return time(keys, "coefficient", 1) * length + time(keys, "constant", 0)
    if model == "quadratic":
        return time(keys, "coefficient", 1) * length ** 2 + time(keys, "constant", 0)
    if model == "logarithmic":
        base = keys.get("base", math.e)
        base = math.e if base == "e" else float(base)
        return time(keys, "constant", 1) + time(keys, "coefficient", 1) * math.log(max(1.0, length), base)
    return time(keys, "t2", 1) + time(keys, "c2", 1) * math.log2(max(1.0, length))


def length_of(keys, link):
    """The length that the formula takes, in its unit; None where the docs do not say it."""
    per = keys.get("per", "node_pitch")
    routed = keys.get("length", "routed" if per in ("mm", "inch") else "span") == "routed"
    if per == "node_pitch" and not routed:
        return link.span
    if per == "wire_pitch" and routed and link.given_mm is None:
        return link.length
    if per in ("mm", "inch") and routed and link.length_mm is not None:
        return wire_mm(link) / (25.4 if per == "inch" else 1.0)
    return None


def wire_mm(link):
    """The length that the graph's file gives, else the routed one."""
    return link.length_mm if link.given_mm is None else link.given_mm


def compare_delays(report, network, candidate, technology, number):
    if candidate.get("packages") or not network.links or isinstance(candidate.get("machine"), dict):
        return
    keys = models(candidate)
    keys = keys[number % len(keys)] or ({"model": "linear"} if technology.unit else None)
    told = given.of_pairs(candidate, network)
    given.compare_lengths(report, network, told)
    for link in network.links:
        ours = None
        said = given.delays_between(told, network, link)
        if said:
            report.true("link.given_delay", any(math.isclose(each, link.delay, rel_tol=1e-9) for each in said), said,
                        link.delay, f"the file gives {link.a}-{link.b} a delay")
        if said != [] or keys is None:
            continue
        if keys["model"] in PAPERS:
            length = length_of(keys, link)
            ours = None if length is None else of_length(keys, length)
        elif keys["model"] in ("time_of_flight", "per_inch") and link.length_mm is not None:
            flight = of_flight(keys, technology)
            ours = None if flight is None else flight * wire_mm(link)
        if ours is not None:
            report.same("link.delay", float(ours), f"{keys['model']} over the wire of {link.a}-{link.b}",
                        theirs=link.delay)


def of_flight(keys, technology):
    """ns/mm: a given time an inch, or that of a wave in the technology."""
    if keys["model"] == "per_inch" and "time" in keys:
        return time(keys, "time", 0) / 25.4
    own = technology.keys
    if any(key in own for key in ("cable", "edge")):
        return None
    if "flight" in own:
        number, unit = quantity(own["flight"])
        return number * {"ps/mm": 1e-3, "ns/m": 1e-3, "ps/inch": 1e-3 / 25.4}[unit]
    if "speed" in own:
        return 1 / quantity(own["speed"])[0]
    if "permittivity" in own:
        return math.sqrt(float(own["permittivity"])) / 299.792458
    return None
