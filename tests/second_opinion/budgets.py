# SPDX-License-Identifier: Apache-2.0
"""The width that a held budget allows, after docs/spec.md: A held budget."""

import math
import re

from cuts import least_cut
from spec import AREAS, BITS, in_units, quantity


def wires_of(links, width, technology):
    """Wires of links whose channels are `width` bits wide: of each direction the bits, and the control wires once."""
    return sum(link.ways * (link.width * width * technology.wires_per_bit + technology.control) for link in links)


def widest(links, budget, technology):
    """The real width at which so many links take the whole budget."""
    bits = sum(link.ways * link.width * technology.wires_per_bit for link in links)
    control = sum(link.ways * technology.control for link in links)
    return (budget - control) / bits if bits else math.inf


def rounded(width, candidate):
    step = int(in_units(candidate.get("channel.multiple", "1 bits"), BITS))
    if candidate.get("channel.round", "down") == "nearest":
        return math.floor(width / step + 0.5) * step
    return math.floor(width / step + 1e-9) * step


def budget_of(hold):
    """(resource, number) of `hold`; None for the number where it is another candidate's."""
    for resource in ("bisection", "area", "pins", "peak_density", "width"):
        if resource in hold:
            text = str(hold[resource])
            if re.search(r"\bof\b", text):
                return resource, None
            units = AREAS if resource == "area" else BITS if resource == "width" else None
            return resource, in_units(text, units) if units else quantity(text)[0]
    return None, None


def compare_budget(report, network, candidate, technology):
    width, before = report.theirs("channel.width_bits"), report.theirs("channel.width_before_rounding")
    hold = candidate.get("hold")
    if candidate.get("channel.width") is not None and not isinstance(hold, dict):
        own = rounded(in_units(candidate.get("channel.width"), BITS), candidate)
        report.same("channel.width_bits", float(own), "the spec's, a multiple of `multiple`", theirs=float(width))
        return
    if not isinstance(hold, dict):
        report.same("channel.width_bits", 1.0, "1 bit where none is given or held", theirs=float(width))
        return
    resource, budget = budget_of(hold)
    report.same("held.resource", resource, "the spec's", theirs=report.theirs("held.resource"))
    if budget is None:
        budget = report.theirs("held.budget")
    elif not (resource == "area" and "pitches2" not in str(hold[resource])):
        report.same("held.budget", float(budget), "the spec's", theirs=float(report.theirs("held.budget")))
    report.same("channel.width_bits", float(rounded(before, candidate)), "width before rounding, rounded",
                theirs=float(width))
    used = report.theirs("held.used_fraction")
    if candidate.get("channel.round", "down") != "nearest":
        report.at_most("held.used_fraction", 1.0, "a held budget is never exceeded")
    if resource == "pins":
        compare_pins(report, network, technology, budget, used, width)
    elif resource == "bisection" and hold.get("count", "graph") == "graph":
        compare_bisection(report, network, technology, budget, used, width)
    elif resource == "bisection" and hold["count"] == "middle_cut":
        report.same("held.used_fraction", middle_wires(report) / budget, "the layout's middle cut", tolerance=1e-9)
    elif resource == "peak_density" and hold.get("per") == "machine":
        most = max(report.theirs(f"density.{axis}.peak_wires") or 0 for axis in "xyz" if report.theirs(f"density.{axis}"))
        report.same("held.used_fraction", most / budget, "the densest cut of the machine")


def compare_pins(report, network, technology, budget, used, width):
    ends = {}
    for link in network.links:
        for end in (link.a, link.b):
            if not network.nodes[end].switch:
                ends.setdefault(end, []).append(link)
    report.same("channel.width_before_rounding", min(widest(links, budget, technology) for links in ends.values()),
                "wires at the busiest node", theirs=float(report.theirs("channel.width_before_rounding")))
    most = max(wires_of(links, width, technology) for links in ends.values())
    report.same("held.used_fraction", most / budget, "wires at the busiest node")


def compare_bisection(report, network, technology, budget, used, width):
    """No balanced cut has fewer wires than the one that is held, where that is exact; no more than any that we find."""
    ours, exact = least_cut(network, lambda link: int(link.wires))
    held = used * budget
    lower, upper = (report.theirs(f"graph.bisection_links.{end}") for end in ("lower", "upper"))
    if exact or lower == upper:
        report.at_most("held.bisection_wires", ours, "a balanced cut has so few wires", theirs=held)
    if exact:
        report.at_least("held.bisection_wires", ours, "no balanced cut has fewer wires", theirs=held)


def middle_wires(report):
    sizes = {axis: report.theirs(f"grid.{name}") for axis, name in zip("xyz", ("columns", "rows", "planes"))}
    axis = max(sizes, key=lambda name: sizes[name])
    return report.theirs(f"density.{axis}.middle_wires")
