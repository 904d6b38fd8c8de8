# SPDX-License-Identifier: Apache-2.0
"""Candidates under several applications: the figures of the whole, which follow from those under each."""

import math

from planes import known
from spec import Candidate


def list_of(candidate):
    traffic = candidate.get("traffic")
    return traffic if isinstance(traffic, list) else []


def candidate_of(candidate, application):
    """The candidate under one application alone."""
    traffic = application.get("traffic") or {"pattern": "matrix", "file": application["file"]}
    keys = {key: value for key, value in candidate.keys.items() if key not in ("hold", "limits")}
    return Candidate(keys | {"traffic": traffic}, candidate.folder)


def share_of(application):
    share = str(application["share"])
    return float(share.removesuffix("%")) / 100 if share.endswith("%") else float(share)


def compare_whole(comparison, candidate, records):
    """`records`: those under each application, under the delay model of the whole's."""
    shares = [share_of(each) for each in list_of(candidate)]
    worst = {"performance.mean_hops": "worst_application.mean_hops",
             "performance.latency_ns": "worst_application.latency_ns",
             "energy.total_pj_per_bit": "worst_application.energy_pj_per_bit"}
    for key in ("performance.latency_parts_ns.node", "performance.latency_parts_ns.wire",
                "performance.latency_parts_ns.message", "performance.latency_cycles", *worst):
        values = [known(record, key) for record in records]
        if None in values:
            continue
        comparison.same(key, math.fsum(share * value for share, value in zip(shares, values)), "the mean over time")
        if key in worst:
            comparison.same(worst[key], float(max(values)), "the worst application")
    for key, of in (("performance.saturation_bits_per_cycle_per_terminal", min), ("performance.peak_channel_load", max),
                    ("performance.virtual_channels_needed", max)):
        values = [known(record, key) for record in records]
        if None not in values:
            comparison.same(key, of(values), "the application that is full first")
