# SPDX-License-Identifier: Apache-2.0
"""The width that a held budget allows, after docs/spec.md: A held budget."""

import math
import re

from cuts import least_cut
from placed import is_bent, profile, spans
from spec import AREAS, BITS, in_units, quantity


def wires_of(links, width, technology):
    """Wires of links whose channels are `width` bits wide: of each direction the bits, and the control wires once."""
    return sum(link.ways * (link.width * width * technology.wires_per_bit + technology.control) for link in links)


def widest(links, budget, technology):
    """The real width at which so many links take the whole budget."""
    bits = sum(link.ways * link.width * technology.wires_per_bit for link in links)
    control = sum(link.ways * technology.control for link in links)
    return (budget - control) / bits if bits else math.inf


def multiple(candidate):
    return int(in_units(candidate.get("channel.multiple", "1 bits"), BITS))


def own_width(candidate):
    """Without a held budget: the given width, rounded, or one `multiple`; 1 bit where widths stay exact."""
    given = candidate.get("channel.width")
    if given is not None:
        return rounded(in_units(given, BITS), candidate)
    return 1 if candidate.get("channel.round", "down") == "exact" else multiple(candidate)


def rounded(width, candidate):
    if candidate.get("channel.round", "down") == "exact":
        return width
    step = multiple(candidate)
    if candidate.get("channel.round", "down") == "nearest":
        return math.floor(width / step + 0.5) * step
    return math.floor(width / step + 1e-9) * step


def of_candidate(resource, text, others):
    """What `4 x of NAME` comes to: the resource of that candidate at its own width; None where it is not counted
    here."""
    times, name = re.fullmatch(r"\s*(?:([-+0-9.e]+)\s*x\s*)?of (.*?)\s*", text).groups()
    if name not in others:
        return None
    network, candidate, technology = others[name]
    width = own_width(candidate)
    factor = float(times or 1)
    if resource == "width":
        return factor * width
    if resource == "pins":
        return factor * max(wires_of(links, width, technology) for links in links_by_node(network).values())
    if resource == "bisection":
        of_links = {id(link): wires_of([link], width, technology) for link in network.links}
        least, exact = least_cut(network, lambda link: of_links[id(link)])
        return factor * least if exact else None
    return None


def links_by_node(network):
    ends = {}
    for link in network.links:
        for end in (link.a, link.b):
            if not network.nodes[end].switch:
                ends.setdefault(end, []).append(link)
    return ends


def budget_of(hold, others):
    """(resource, number) of `hold`; None for the number where it is another candidate's and not counted here."""
    for resource in ("bisection", "area", "pins", "peak_density", "width"):
        if resource in hold:
            text = str(hold[resource])
            if re.search(r"\bof\b", text):
                of_layout = resource == "bisection" and hold.get("count", "graph") != "graph"
                return resource, None if of_layout else of_candidate(resource, text, others)
            units = AREAS if resource == "area" else BITS if resource == "width" else None
            return resource, in_units(text, units) if units else quantity(text)[0]
    return None, None


def compare_budget(report, network, candidate, technology, others):
    """`others` holds network, candidate and technology of every candidate by name."""
    width, before = report.theirs("channel.width_bits"), report.theirs("channel.width_before_rounding")
    hold = candidate.get("hold")
    if not isinstance(hold, dict):
        report.same("channel.width_bits", float(own_width(candidate)), "the spec's, rounded, else one `multiple`",
                    theirs=float(width))
        return
    resource, budget = budget_of(hold, others)
    report.same("held.resource", resource, "the spec's", theirs=report.theirs("held.resource"))
    if budget is None:
        budget = report.theirs("held.budget")
        if hold.get("count", "graph") != "graph":
            return
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
        report.same("held.used_fraction", middle_wires(report) / budget, "the layout's middle cut")
    elif resource == "peak_density" and hold.get("per") == "machine":
        most = max(report.theirs(f"density.{axis}.peak_wires") or 0 for axis in "xyz")
        report.same("held.used_fraction", most / budget, "the densest cut of the machine")
    elif resource == "peak_density" and not any(is_bent(network, link) for link in network.links):
        report.same("held.used_fraction", densest_line(network) / budget, "the densest cut of a line")


def densest_line(network):
    """Wires over the densest cut of any row, column or pillar, where no link leaves its line."""
    most = 0
    for axis in range(3):
        lines = {}
        for link in network.links:
            cell = network.nodes[link.a].cell
            if spans(network, link)[axis]:
                lines.setdefault(cell[:axis] + cell[axis + 1:], []).append(link)
        cuts = max(node.cell[axis] for node in network.nodes)
        most = max([most, *(max(profile(type(network)(network.nodes, links), axis, cuts, lambda link: link.wires))
                            for links in lines.values())])
    return most


def compare_pins(report, network, technology, budget, used, width):
    ends = links_by_node(network)
    report.same("channel.width_before_rounding", min(widest(links, budget, technology) for links in ends.values()),
                "wires at the busiest node", theirs=float(report.theirs("channel.width_before_rounding")))
    most = max(wires_of(links, width, technology) for links in ends.values())
    report.same("held.used_fraction", most / budget, "wires at the busiest node")


def compare_bisection(report, network, technology, budget, used, width):
    """No balanced cut has fewer wires than the one that is held, where that is exact; no more than any that we find."""
    ours, exact = least_cut(network, lambda link: int(link.wires))
    held = used * budget
    lower, upper = (report.theirs(f"graph.bisection_wires.{end}") for end in ("lower", "upper"))
    if exact or lower == upper:
        report.at_most("held.bisection_wires", ours, "a balanced cut has so few wires", theirs=held)
    if exact:
        report.at_least("held.bisection_wires", ours, "no balanced cut has fewer wires", theirs=held)


def compare_next_width(report, program, spec, candidate):
    """A channel one step wider takes more than the held area."""
    hold = candidate.get("hold")
    if not isinstance(hold, dict) or report.theirs("held.resource") != "area":
        return
    name, width = report.record["name"], report.theirs("channel.width_bits")
    step = multiple(candidate)
    wider = program.records(spec, "-c", name, "--set", "hold=none", "--set",
                            f"candidates[{name}].channel.width={width + step} bits")[0]
    for key in ("area_mm2", "area_pitches2"):
        area = wider["layout"][key]
        if area is not None and report.theirs("layout.area_mm2") is None or key == "area_mm2" and area is not None:
            report.at_least("held.area_of_the_next_width", report.theirs("held.budget"), "else it would be wider",
                            theirs=area)


def middle_wires(report):
    """Over the middle of the axis with the most positions; of several the one with the most wires."""
    sizes = {axis: report.theirs(f"grid.{name}") for axis, name in zip("xyz", ("columns", "rows", "planes"))}
    longest = [axis for axis, size in sizes.items() if size == max(sizes.values())]
    return max(report.theirs(f"density.{axis}.middle_wires") for axis in longest)
