# SPDX-License-Identifier: Apache-2.0
"""The latencies without load that shares of all messages do not exceed, each message on a way of its own: docs/spec.md,
Quantiles."""

import math

SHARES = {"half": 0.5, "most_90": 0.9, "most_99": 0.99, "all": 1.0}


def most_latencies(walk, adds):
    """Past so many of one pair the program takes some of them together."""
    visits = walk.routes.sites * sum(map(len, adds.values())) * (max(walk.routes.layers) + 1)
    return max(8, min(256, 2 ** 23 // visits))


class TooMany(Exception):
    pass


def ways_to(routes, end, layer, adds, most):
    """A function that gives the ways from a site: hops and rounded ns -> [ns, share]."""
    steps = routes.steps(end, layer)
    known = {end: {(0, 0.0): [0.0, 1.0]}}

    def ways(site):
        if site not in known:
            known[site] = found = {}
            for step in steps[site].nonzero()[0]:
                for (hops, _), (late, share) in ways(step).items():
                    for own in adds[site, step]:
                        key = hops + 1, round(late + own, 9)
                        here = found.setdefault(key, [late + own, 0.0])
                        here[1] += share * steps[site, step] / len(adds[site, step])
            if len(found) > most:
                raise TooMany
        return known[site]

    return ways


def messages_by_latency(walk, adds, starting):
    """Hops, ns of routers and wires, and the share of the messages that have them."""
    found, most = {}, most_latencies(walk, adds)
    nodes = walk.traffic.shape[0]
    for end in range(nodes):
        for layer in walk.routes.layers:
            ways = ways_to(walk.routes, end, layer, adds, most)
            for start in range(nodes):
                of_pair = walk.traffic[start, end]
                own_layer = 0 if start == end else walk.routes.layer_of.get((start, end), 0)
                if of_pair == 0 or own_layer != layer:
                    continue
                for (hops, _), (late, share) in ways(start).items():
                    key = hops, round(late + starting[start], 9)
                    here = found.setdefault(key, [late + starting[start], 0.0])
                    here[1] += of_pair * share
    return [(hops, late, share) for (hops, _), (late, share) in found.items()]


def compare_quantiles(report, network, candidate, walk, parts):
    """`parts`: the mean gap of packets and wait for credits in cycles, delays of routers by site, times of links."""
    said = report.theirs("performance.latency_quantiles_ns")
    if not said:
        return
    adds = {(a, b): [own + parts["delays"][b] for own in times] for (a, b), times in parts["wires"].items()}
    first = candidate.get("router.passed", "hops") == "routers"
    starting = [delay if first else 0.0 for delay in parts["delays"]]
    try:
        ways = messages_by_latency(walk, adds, starting)
    except TooMany:
        report.report.skip("quantiles", "a pair with so many latencies that the program takes some together")
        return
    cycle, width, packets = report.theirs("delay.cycle_ns"), report.theirs("channel.width_bits"), candidate.packets()
    ends = sum(candidate.time(f"router.{end}", cycle, "0 cycles") for end in ("injection", "ejection"))
    stored, latencies = candidate.get("switching") == "store_and_forward", []
    for bits, share in candidate.messages():
        flits = math.ceil(bits / width - 1e-9) * report.period * cycle
        for hops, late, messages in ways:
            message = hops * (flits - report.period * cycle) if stored else flits
            alone = late + ends + message + parts["credits"] * cycle
            latencies += [(alone + place * (flits + parts["gap"] * cycle), messages * share / packets)
                          for place in range(packets)]
    latencies.sort()
    for name, share in SHARES.items():
        total, told = 0.0, latencies[-1][0]
        for latency, part in latencies if share < 1 else []:
            total += part
            if total >= share * (1 - 1e-9):
                told = latency
                break
        report.same("performance.latency_quantiles_ns", float(told), name, theirs=said[name])
