# SPDX-License-Identifier: Apache-2.0
"""Computes again what the program says of a spec, slowly and plainly, from the documentation alone.

    python3 tests/second_opinion/second_opinion.py PROGRAM SPEC...

prints each disagreement and how often each quantity was compared; it ends with 1 where there is a disagreement.
`compared(spec, program)` gives a report, whose `found` is the list.
"""

import csv
import sys
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import applications  # noqa: E402
import boards  # noqa: E402
import bounds  # noqa: E402
import budgets  # noqa: E402
import cuts  # noqa: E402
import delays  # noqa: E402
import die  # noqa: E402
import distances  # noqa: E402
import energy  # noqa: E402
import faults  # noqa: E402
import flows  # noqa: E402
import graphs  # noqa: E402
import groups  # noqa: E402
import halls  # noqa: E402
import latency  # noqa: E402
import packages  # noqa: E402
import placed  # noqa: E402
import placement  # noqa: E402
import planes  # noqa: E402
import shapes  # noqa: E402
import traffic  # noqa: E402
from program import Program, Refused  # noqa: E402
from report import Comparison, Disagreement, Report  # noqa: E402
from spec import candidates_of  # noqa: E402
from technology import Technology  # noqa: E402

MOST_SITES = 200


def compare_record(record, candidate, program, spec, report, number):
    comparison = Comparison(record, report)
    if record["ideal"] or comparison.theirs("channel.width_bits") is None or record["layout"] is None:
        return None
    if record["nodes"] + record["switches"] + record["interchanges"] > MOST_SITES:
        report.skip(record["family"], f"more than {MOST_SITES} sites")
        return None
    network = program.exported(spec, record)
    if network is None:
        report.skip(record["family"], "not exported link by link")
        return None
    placed.compare_counts(comparison, network)
    if planes.names_of(candidate):
        compare_planes(comparison, network, candidate, program, spec, report, number)
    else:
        graphs.compare_graph(comparison, network, candidate)
    groups.compare_groups(comparison, network, candidate)
    placed.compare_pins(comparison, network)
    if placement.stand_between(network, candidate, radices_of(candidate, record)):
        placed.compare_spans(comparison, network)
    else:
        report.skip("spans", "interchanges between nodes of two dimensions on an axis")
    placed.compare_density(comparison, network)
    placement.compare_cells(comparison, network, candidate, radices_of(candidate, record))
    placement.compare_arranged(comparison, network, candidate)
    bounds.compare_bounds(comparison, network)
    if not planes.names_of(candidate):  # a message keeps to its plane
        distances.compare_distances(comparison, network)
    faults.compare_faults(comparison, network)
    cuts.compare_bisection(comparison, network)
    technology = Technology(candidate)
    placed.compare_widths(comparison, network, technology)
    placed.compare_lengths(comparison, network, technology)
    packages.compare_modules(comparison, network, candidate)
    boards.compare_board(comparison, network, candidate)
    halls.compare_machine(comparison, network, candidate, program, spec)
    die.compare_given_area(comparison, candidate)
    if comparison.theirs("overflow") is None:
        die.compare_sizes(comparison, network, technology)
        die.compare_straight(comparison, network, candidate, technology)
        die.compare_boxes(comparison, network, candidate, technology)
    if not technology.unit and number == 0:
        shapes.compare_shapes(comparison, network, program, spec)
    delays.compare_delays(comparison, network, candidate, technology, number)
    compare_performance(comparison, network, candidate)
    if applications.list_of(candidate):
        compare_applications(comparison, candidate, program, spec, report, number)
    return comparison, network, candidate, technology


def compare_applications(comparison, candidate, program, spec, report, number):
    """The candidate under each application by itself, then under all."""
    records = []
    for each in applications.list_of(candidate):
        record = program.records(spec, "-c", f"{comparison.record['name']}/{each['name']}")[number]
        records.append(record)
        network = program.exported(spec, record)
        compare_performance(Comparison(record, report), network, applications.candidate_of(candidate, each))
    applications.compare_whole(comparison, candidate, records)


def compare_planes(comparison, joint, candidate, program, spec, report, number):
    """Each plane's network by itself, then the whole."""
    records = []
    for index, name in enumerate(planes.names_of(candidate)):
        record = program.records(spec, "-c", f"{comparison.record['name']}/{name}")[number]
        records.append(record)
        own, plane = Comparison(record, report), planes.candidate_of(candidate, index)
        plane.clocked = joint
        plane.share_of_rates = planes.share_of_given_rates(candidate, index)
        network = program.exported(spec, record)
        if network is None:
            report.skip(record["family"], "not exported link by link")
            continue
        placed.compare_counts(own, network)
        graphs.compare_graph(own, network, plane)
        placed.compare_pins(own, network)
        placed.compare_density(own, network)
        distances.compare_distances(own, network)
        cuts.compare_bisection(own, network)
        delays.compare_delays(own, network, plane, Technology(plane), number)
        compare_performance(own, network, plane)
    planes.compare_whole(comparison, candidate, records)


def radices_of(candidate, record):
    """Nodes along each dimension, dimension 0 first; None for families without dimensions."""
    own = record["parameters"]
    if candidate.family in ("mesh", "torus", "express", "hyperx"):
        if "radices" in own:
            return own["radices"]
        if "nodes" in own:
            return [round(own["nodes"] ** (1 / own["dimensions"]))] * own["dimensions"]
        return [int(own["radix"])] * own["dimensions"]
    if candidate.family == "hypercube":
        return [2] * (own.get("dimensions") or own["nodes"].bit_length() - 1)
    if candidate.family in ("ring", "complete"):
        return [own["nodes"]]
    if candidate.family == "flattened_butterfly":
        return [own["radix"]] * (own["stages"] - 1)
    return None


def compare_performance(comparison, network, candidate):
    candidate.columns, candidate.rows = comparison.theirs("grid.columns"), comparison.theirs("grid.rows")
    if all(link.delay is not None for link in network.links) and comparison.theirs("delay.cycle_ns") is not None:
        latency.compare_clock(comparison, network, candidate)
    if not network.routes or comparison.theirs("performance.mean_hops") is None:
        comparison.report.skip("performance", "no routes" if not network.routes else "no hops")
        return
    radices = radices_of(candidate, comparison.record)
    candidate.named = placement.nodes_by_name(candidate, network, radices)
    if candidate.named is None and (candidate.get("tiles") or traffic.names_nodes(candidate)):
        comparison.report.skip("performance", "numbers of nodes where natural order is not known")
        return
    candidate.named = candidate.named or list(range(len(network.nodes)))
    matrix = traffic.matrix_of(candidate, network, radices)
    if matrix is None:
        comparison.report.skip("performance", f"traffic {comparison.theirs('performance.traffic')}")
        return
    matrix, lost = traffic.sent(matrix, network)
    comparison.true("performance.without_way_fraction",
                    abs(lost - comparison.theirs("performance.without_way_fraction")) < 1e-9, lost,
                    comparison.theirs("performance.without_way_fraction"), "messages without a way")
    if matrix is None:
        return
    cycle = comparison.theirs("delay.cycle_ns")
    comparison.period = latency.period_of(candidate, getattr(candidate, "clocked", None) or network, cycle)
    walk = flows.Walk(network, matrix)
    if not flows.compare_routes(comparison, network, walk):
        return
    pattern = candidate.get("traffic", "uniform")
    uniform = (pattern.get("pattern") if isinstance(pattern, dict) else pattern) == "uniform"
    flows.compare_flows(comparison, network, walk, matrix, uniform)
    offered = traffic.given_load(candidate, network, comparison.theirs("channel.width_bits"), cycle)
    if offered is not None:
        offered *= getattr(candidate, "share_of_rates", 1)
        flows.compare_given_load(comparison, candidate, offered * (1 - lost))
    if comparison.theirs("performance.latency_ns") is not None:
        if candidate.packets() > 1 and comparison.theirs("performance.virtual_channels_needed") is None:
            comparison.report.skip("latency", "packets over classes of virtual channels that nobody counted")
        else:
            latency.compare_latency(comparison, network, candidate, walk)
    energy.compare_energy(comparison, network, candidate, walk)


def compared(spec, program):
    """A report of all candidates of a spec, under each of their delay models."""
    program = program if isinstance(program, Program) else Program(program)
    report = Report()
    records = program.records(spec)
    candidates = candidates_of(spec)
    each = max(1, len(records) // max(1, len(candidates)))
    done = []
    for number, record in enumerate(records):
        try:
            done.append(compare_record(record, candidates[number // each], program, spec, report, number % each))
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError, csv.Error) as error:
            # A fault of ours must not end a search for the program's.
            at = traceback.extract_tb(error.__traceback__)[-1]
            report.found.append(Disagreement(record["name"], "second opinion", f"{type(error).__name__}: {error}", None,
                                             f"fails itself at {Path(at.filename).name}:{at.lineno}"))
    done = [each for each in done if each]
    others = {comparison.record["name"]: each for comparison, *each in done}
    for comparison, network, candidate, technology in done:
        budgets.compare_budget(comparison, network, candidate, technology, others)
        budgets.compare_next_width(comparison, program, spec, candidate)
    return report


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    wrong, counts, skipped = 0, Counter(), Counter()
    for spec in arguments[1:]:
        try:
            report = compared(spec, arguments[0])
        except Refused as refusal:
            print(f"{spec}: refused with {refusal.code}: {refusal}")
            continue
        for each in report.found:
            print(f"{spec}: {each}")
        wrong += len(report.found)
        counts += report.compared
        skipped += report.skipped
    for quantity, count in sorted(counts.items()):
        print(f"{count:8}  {quantity}")
    for reason, count in sorted(skipped.items()):
        print(f"{count:8}  not compared: {reason}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
