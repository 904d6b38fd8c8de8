# SPDX-License-Identifier: Apache-2.0
"""Candidates with planes: the networks of their planes, and the figures of the whole, which follow from theirs."""

import math

from spec import Candidate


def names_of(candidate):
    return [plane["name"] for plane in candidate.get("planes", [])]


def candidate_of(candidate, number):
    """A plane as a candidate of its own: its network and messages, and what holds for all planes."""
    plane = candidate.get("planes")[number]
    keys = {key: value for key, value in candidate.keys.items() if key not in ("planes", "hold", "limits")}
    keys["topology"] = plane["topology"]
    for key in ("traffic", "message", "routing"):
        if key in plane:
            keys[key] = plane[key]
    return Candidate(keys, candidate.folder)


def shares_of(candidate):
    """The parts of all messages and of all bits that each plane carries."""
    messages, bits = [], []
    for number, plane in enumerate(candidate.get("planes")):
        own = candidate_of(candidate, number)
        size = own.packets() * sum(size * share for size, share in own.messages())
        messages.append(float(plane.get("share", 1)))
        bits.append(messages[-1] * size)
    return [each / sum(messages) for each in messages], [each / sum(bits) for each in bits]


def share_of_given_rates(candidate, number):
    """The part of the study's rates that a plane carries; planes with traffic of their own carry none of them."""
    planes = candidate.get("planes")
    if "traffic" in planes[number]:
        return 1
    _, bits = shares_of(candidate)
    return bits[number] / sum(share for share, plane in zip(bits, planes) if "traffic" not in plane)


def known(record, key):
    value = record
    for part in key.split("."):
        value = value.get(part) if value is not None else None
    return value


def compare_whole(comparison, candidate, records):
    """`records`: those of the planes, under the delay model of the whole's."""
    messages, bits = shares_of(candidate)
    widths = [plane.get("width", 1) for plane in candidate.get("planes")]

    def values(key):
        found = [known(record, key) for record in records]
        return found if None not in found else None
    for key in ("links", "length.total_span", "length.total_pitches"):
        if values(key) is not None:
            comparison.same(key, sum(values(key)), "the sum over planes")
    for key in ("length.longest_span", "graph.diameter_hops"):
        if values(key) is not None:
            comparison.same(key, max(values(key)), "the greatest of the planes")
    comparison.same("nodes", records[0]["nodes"], "all planes join the same nodes")
    for record, width in zip(records, widths):
        comparison.same("channel.width_bits", comparison.theirs("channel.width_bits") * width, "the plane's width",
                        theirs=known(record, "channel.width_bits"))
        comparison.same("delay.cycle_ns", known(record, "delay.cycle_ns"), "all planes keep one clock")
    for key in ("performance.mean_hops", "graph.mean_distance_hops", "performance.latency_ns",
                "performance.latency_parts_ns.node", "performance.latency_parts_ns.wire",
                "performance.latency_parts_ns.message", "performance.latency_cycles"):
        if values(key) is not None:
            ours = math.fsum(share * value for share, value in zip(messages, values(key)))
            comparison.same(key, float(ours), "the mean over all messages")
    full = "performance.saturation_bits_per_cycle_per_terminal"
    if values(full) is not None:
        comparison.same(full, min(value / share for value, share in zip(values(full), bits)),
                        "full where the first plane is")
    peak = "performance.peak_channel_load"
    if values(peak) is not None and comparison.theirs(peak) is not None:
        comparison.same(peak, max(value * share / width for value, share, width in zip(values(peak), bits, widths)),
                        "the busiest channel of all planes")
    virtual = "performance.virtual_channels_needed"
    if values(virtual) is not None:
        comparison.same(virtual, max(values(virtual)), "the most of any plane")
