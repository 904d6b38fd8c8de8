# SPDX-License-Identifier: Apache-2.0
"""Hops and loads on the routes that the program exports. The routes themselves are checked, not reproduced."""

from collections import defaultdict

import numpy


class Routes:
    """The table of routes, for each destination and layer a matrix of the shares from site to next site."""

    def __init__(self, network):
        self.sites = len(network.nodes)
        self.layers = {0}
        self.layer_of = {}  # (site, destination) of messages that start there
        self.lines = defaultdict(list)  # (destination, within or None) -> (site, next, share)
        for row in network.routes:
            site, end, step = (network.number(row[column]) for column in ("site", "destination", "next"))
            share = float(row.get("share") or 1)
            if row.get("layer"):
                self.layer_of[site, end] = int(row["layer"])
                self.layers.add(int(row["layer"]))
            within = int(row["within"]) if row.get("within") else None
            self.lines[end, within].append((site, step, share))

    def steps(self, end, layer):
        """Shares from site to site for messages to `end`; lines of the layer replace those of all layers."""
        matrix = numpy.zeros((self.sites, self.sites))
        own = self.lines.get((end, layer), [])
        replaced = {site for site, _, _ in own}
        for site, step, share in self.lines.get((end, None), []):
            if site not in replaced:
                matrix[site, step] += share
        for site, step, share in own:
            matrix[site, step] += share
        return matrix


def neighbours(network):
    """Channels from site to site with the width of all parallel ones."""
    wide = defaultdict(list)
    for link in network.links:
        wide[link.a, link.b].append(link)
        if not link.one_way:
            wide[link.b, link.a].append(link)
    return wide


class Walk:
    """All messages of a traffic matrix, walked along the routes."""

    def __init__(self, network, traffic):
        self.routes, self.traffic = Routes(network), traffic
        routes, sites = self.routes, len(network.nodes)
        self.flow = numpy.zeros((sites, sites))  # messages from site to site
        self.arriving = numpy.zeros(sites)  # hops that end at each site
        self.starting, self.ending = traffic.sum(axis=1), traffic.sum(axis=0)
        self.at_hops = defaultdict(float)  # share of the messages by their hops
        self.lost = []  # pairs that do not arrive
        nodes = traffic.shape[0]
        for end in range(nodes):
            for layer in routes.layers:
                demand = numpy.zeros(sites)
                for start in range(nodes):
                    if routes.layer_of.get((start, end), 0) == layer:
                        demand[start] = traffic[start, end]
                if layer == 0:
                    self.at_hops[0] += traffic[end, end]
                demand[end] = 0
                if not demand.any():
                    continue
                steps = routes.steps(end, layer)
                steps[end, :] = 0
                if not self.walk(steps, demand, end, sites):
                    self.lost.append(end)

    def walk(self, steps, demand, end, sites):
        for hops in range(1, 2 * sites + 2):
            moved = demand[:, None] * steps
            self.flow += moved
            demand = moved.sum(axis=0)
            self.arriving += demand
            if demand[end]:
                self.at_hops[hops] += demand[end]
                demand[end] = 0
            if not demand.any():
                return True
            demand[demand < 1e-300] = 0
        return demand.sum() < 1e-12

    def late(self, first, after):
        """Messages by how late they arrive: `first` in the beginning, then after(late, site, next) at every hop."""
        arrived = defaultdict(float)
        for end in range(self.traffic.shape[0]):
            arrived[first] += self.traffic[end, end]
            for layer in self.routes.layers:
                steps = self.routes.steps(end, layer)
                on_way = {(start, first): self.traffic[start, end] for start in range(self.traffic.shape[0])
                          if start != end and self.routes.layer_of.get((start, end), 0) == layer}
                while on_way:
                    moved = defaultdict(float)
                    for (site, late), messages in on_way.items():
                        for step in numpy.nonzero(steps[site])[0]:
                            then = after(late, site, step)
                            if step == end:
                                arrived[then] += messages * steps[site, step]
                            elif messages > 1e-15:
                                moved[step, then] += messages * steps[site, step]
                    on_way = moved
        return arrived

    @property
    def mean_hops(self):
        return sum(hops * share for hops, share in self.at_hops.items())


def compare_routes(report, network, walk):
    """Every step of a route follows a channel, and every message arrives."""
    wide = neighbours(network)
    wrong = [(a, b) for a, b in zip(*numpy.nonzero(walk.flow)) if (a, b) not in wide]
    report.true("routes.steps", not wrong, "steps along channels", wrong[:3], "exported routes")
    report.true("routes.arrive", not walk.lost, "all messages arrive", walk.lost[:3], "exported routes")
    shares = defaultdict(float)
    for row in network.routes:
        shares[row["site"], row["destination"], row.get("within") or ""] += float(row.get("share") or 1)
    off = [pair for pair, share in shares.items() if abs(share - 1) > 1e-9]
    report.true("routes.shares", not off, 1, off[:3], "shares of the ways from a site to a destination")
    return not wrong and not walk.lost


def loads(network, walk):
    """Messages over a channel for each that a node offers, over the width of the channel; None where parallel links
    leave open how they share."""
    nodes = sum(1 for node in network.nodes if not node.switch)
    most = 0.0
    for (a, b), links in neighbours(network).items():
        if walk.flow[a, b] == 0:
            continue
        if len(links) > 1:
            most = max(most, -1.0) if most < 0 else most
            return None
        most = max(most, walk.flow[a, b] * nodes / links[0].width)
    return most


def compare_flows(report, network, walk, traffic, uniform):
    report.same("performance.mean_hops", float(walk.mean_hops), "along the exported routes")
    for row in report.theirs("performance.latency_by_distance") or []:
        report.same("performance.latency_by_distance.share", float(walk.at_hops.get(row["hops"], 0.0)),
                    f"messages of {row['hops']} hops", theirs=row["share"])
    peak = loads(network, walk)
    if peak is not None and (peak > 0 or report.theirs("performance.peak_channel_load") is not None):
        report.same("performance.peak_channel_load", float(peak), "the fullest channel of the routes")
    compare_saturation(report, network, traffic, peak, uniform)


def compare_given_load(report, candidate, offered):
    """The load at the rates that the spec gives, and whether it is past what a channel carries."""
    asked = candidate.get("load", [])
    asked = asked if isinstance(asked, list) else [asked]
    points = report.theirs("performance.load_points") or []
    for load, point in zip(asked, points):
        if load != "as_given":
            continue
        report.same("performance.load_points", float(offered), "the rates of the spec, by terminal",
                    theirs=point["offered_bits_per_cycle_per_terminal"])
        bound = report.theirs("performance.saturation_bits_per_cycle_per_terminal")
        if bound is not None and offered >= bound:
            report.true("performance.load_points", point["saturated"], True, point["saturated"], "past the bound")


def compare_saturation(report, network, traffic, peak, uniform):
    """The least load at which a channel, a balanced cut or a terminal is full."""
    nodes = [node for node in network.nodes if not node.switch]
    terminals, width = sum(node.terminals for node in nodes), report.theirs("channel.width_bits")
    period = report.period
    limits = {}
    if peak:
        limits["busiest channel"] = width / peak * len(nodes) / terminals / period
    ends = [max(sent, taken) * terminals / node.terminals for sent, taken, node
            in zip(traffic.sum(axis=1), traffic.sum(axis=0), nodes) if node.terminals]
    if max(ends) > 0:
        limits["terminal"] = width / period / max(ends)
    saturation = report.theirs("performance.saturation_bits_per_cycle_per_terminal")
    if saturation is None:
        return
    for name, limit in limits.items():
        report.at_most("performance.saturation_bits_per_cycle_per_terminal", float(limit), name, theirs=saturation)
    by = (report.theirs("performance.limited_by") or "").split(",")[0]
    if by in limits:
        report.same("performance.saturation_bits_per_cycle_per_terminal", float(limits[by]), by)
    elif by == "bisection" and uniform:
        left = len(nodes) // 2
        crossing = 2 * left * (len(nodes) - left) * traffic[0, 1] / traffic.sum()
        ways = network.links[0].ways
        if len({(link.width, link.ways) for link in network.links}) == 1:
            cuts = [report.theirs(f"graph.bisection_links.{end}") for end in ("lower", "upper")]
            ours = [cut * ways * network.links[0].width * width / terminals / period / crossing for cut in cuts]
            report.true("performance.saturation_bits_per_cycle_per_terminal",
                        any(abs(saturation - each) <= 1e-8 * each for each in ours), ours, saturation,
                        "half of the messages over a balanced cut")
    report.same("performance.saturation_bits_per_cycle", saturation * terminals, "of all terminals")
