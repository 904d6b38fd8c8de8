# SPDX-License-Identifier: Apache-2.0
"""Energy of a bit of a mean message from the energies of one router, one crossing and one tile; those of wires are not
exported, so that only their sum with the others is compared."""

from flows import neighbours
from latency import kinds_of
from packages import edge_energy


def pj(text):
    number, unit = str(text).split()
    return float(number) * (1e-3 if unit == "fJ/bit" else 1)


def compare_energy(report, network, candidate, walk):
    parts = {name: report.theirs(f"energy.{name}_pj_per_bit") for name in ("wire", "router", "edge", "tile")}
    total = report.theirs("energy.total_pj_per_bit")
    known = report.theirs("energy.total_of") or []
    if total is not None:
        report.same("energy.total_pj_per_bit", sum(parts[name] for name in known), "the parts that are known")
    kinds = kinds_of(candidate, network)
    first = candidate.get("router.passed", "hops") == "routers"
    router, switch = (report.theirs(f"routers.{name}.energy_pj_per_bit") for name in ("router", "interchange"))
    if parts["router"] is not None and router is not None:
        passed = [walk.arriving[site] + (walk.starting[site] if first and site < len(walk.starting) else 0)
                  for site in range(len(network.nodes))]
        at_nodes = sum(each for each, node in zip(passed, network.nodes) if not node.switch)
        at_switches = sum(passed) - at_nodes
        if at_switches == 0 or switch is not None:
            ours = at_nodes * router + (at_switches * switch if at_switches else 0)
            report.same("energy.router_pj_per_bit", float(ours), "routers along the routes")
    own = {site: pj(kind["energy"]) for site, kind in kinds.items() if "energy" in kind}
    if own and parts["tile"] is not None:
        ends = walk.starting + walk.ending
        report.same("energy.tile_pj_per_bit", float(sum(own.get(site, 0.0) * ends[site] for site in range(len(ends)))),
                    "tiles where messages begin and end")
    crossings = edge_energy(candidate, network)
    if crossings is not None and parts["edge"] is not None:
        of = {id(link): value for link, value in zip(network.links, crossings)}
        ours = sum(walk.flow[a, b] * sum(of[id(link)] for link in links) / len(links)
                   for (a, b), links in neighbours(network).items())
        report.same("energy.edge_pj_per_bit", float(ours), "crossings along the routes")
