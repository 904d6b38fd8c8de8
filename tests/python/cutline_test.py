# SPDX-License-Identifier: Apache-2.0
"""Compares the Python module with the program, and tests what its documentation promises."""
import ast
import gc
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

try:
    import networkx
    import numpy
except ModuleNotFoundError as missing:
    print(f"Python's {missing.name} is not installed: tests skipped")
    sys.exit(0)

import cutline

SOURCE = pathlib.Path(__file__).resolve().parents[2]
GALLERY = SOURCE / "layouts" / "gallery"
FIRST = GALLERY / "first.yaml"

MINE = """cutline: 1
technology: nangate45
clock: {rule: fixed, frequency: 1 GHz}
router: {delay: 2 cycles}
channel: {width: 32 bits}
candidates:
  - {name: mine, topology: {family: graph}}
  - {name: torus, topology: {family: torus, radix: 4, dimensions: 2}, placement: {order: folded}}
"""


def program(*arguments):
    """The output of the program, which must not fail."""
    done = subprocess.run([os.environ["CUTLINE"], *map(str, arguments)], capture_output=True, text=True, check=True)
    return done.stdout


def alone(topology, technology="unit", **candidate):
    """A study of one candidate, evaluated."""
    spec = {"cutline": 1, "technology": technology, "channel": {"width": "4 bits"}, "router": {"delay": "1 cycle"}}
    return cutline.parse({**spec, "candidates": [{"name": "it", "topology": topology, **candidate}]}).evaluate()[0]


def evaluated(graph, **beside):
    return cutline.parse(MINE, graphs={"mine": graph}, **beside).evaluate()["mine"]


def document_of(printed):
    """A printed document without what names its command line."""
    document = json.loads(printed)
    for key in ("command", "spec", "set", "candidate"):
        document["run"].pop(key)
    return document


class Records(unittest.TestCase):
    def test_measure_gives_what_the_program_prints(self):
        for name in ["first", "graph-file", "stack", "noc-64"]:
            with self.subTest(name):
                spec = GALLERY / f"{name}.yaml"
                printed = json.loads(program("measure", spec, "--format", "json"))["candidates"]
                self.assertEqual(cutline.measure(spec), printed)

    def test_compare_gives_what_the_program_prints(self):
        printed = document_of(program("compare", FIRST, "--format", "json"))
        self.assertEqual(cutline.compare(FIRST), printed["candidates"])
        self.assertEqual(cutline.load(FIRST).evaluate().document(), printed)
        self.assertEqual({record["rank"] for record in printed["candidates"]}, {1, 2, 3})

    def test_text_is_what_compare_prints(self):
        for name in ["first", "how-sure"]:
            with self.subTest(name):
                spec = GALLERY / f"{name}.yaml"
                self.assertEqual(cutline.load(spec).evaluate().text(), program("compare", "--why", spec))

    def test_document_has_crossovers_where_the_spec_asks(self):
        printed = document_of(program("compare", GALLERY / "how-sure.yaml", "--format", "json"))
        self.assertEqual(cutline.load(GALLERY / "how-sure.yaml").evaluate().document(), printed)

    def test_overrides_are_those_of_the_command_line(self):
        printed = json.loads(
            program("measure", FIRST, "--format", "json", "--set", "candidates[mesh].topology.radix=4", "--set", "hold=none")
        )
        given = {"candidates[mesh].topology.radix": 4, "hold": "none"}
        self.assertEqual(cutline.measure(FIRST, set=given), printed["candidates"])

    def test_overrides_may_be_lists(self):
        listed = cutline.measure(FIRST, set={"delay": ["linear"], "candidates[mesh].topology": {"family": "ring", "nodes": 64}})
        self.assertEqual([record["delay"]["model"] for record in listed], ["linear"] * 3)
        self.assertEqual(listed[0]["family"], "ring")

    def test_a_dictionary_is_a_spec(self):
        spec = {"cutline": 1, "technology": "unit", "candidates": [{"topology": {"family": "ring", "nodes": numpy.int64(8)}}]}
        text = "cutline: 1\ntechnology: unit\ncandidates:\n  - {topology: {family: ring, nodes: 8}}\n"
        self.assertEqual(cutline.measure(spec), cutline.measure(cutline.parse(text)))

    def test_the_seed_is_that_of_the_command_line(self):
        spec = GALLERY / "placement.yaml"
        printed = document_of(program("measure", spec, "--format", "json", "--seed", 7))
        document = cutline.load(spec, seed=7).evaluate(layouts=False).document(ranked=False)
        self.assertEqual(document, printed)

    def test_a_candidate_has_its_own_records(self):
        study = cutline.load(FIRST)
        candidates = study.evaluate()
        each = [record for candidate in candidates for record in candidate.records()]
        self.assertEqual(each, candidates.records())
        self.assertEqual([candidate.name for candidate in candidates], study.names)
        self.assertEqual(candidates[-1].name, candidates["hypercube"].name)
        self.assertEqual(study.delays, ["constant", "linear"])

    def test_absent_is_none(self):
        record = cutline.measure(FIRST)[0]
        self.assertIsNone(record["layout"]["area_mm2"])
        self.assertIsNone(record["rank"])


class Arrays(unittest.TestCase):
    def test_lengths_agree_with_the_record(self):
        torus = alone({"family": "torus", "radix": 8, "dimensions": 2}, technology="nangate45")
        length = torus.records()[0]["length"]
        self.assertEqual(torus.lengths().dtype, numpy.int64)
        self.assertEqual(torus.lengths().shape, (128,))
        self.assertEqual(torus.lengths().max(), length["longest_pitches"])
        self.assertAlmostEqual(torus.lengths("mm").max(), length["longest_mm"])
        self.assertEqual(torus.lengths("span").sum(), length["total_span"])

    def test_the_profile_agrees_with_the_record(self):
        for topology, axis in [({"family": "hypercube", "dimensions": 6}, "x"), ({"family": "ring", "nodes": 5}, "x")]:
            cube = alone(topology)
            density = cube.records()[0]["density"][axis]
            profile = cube.profile(axis)
            self.assertEqual(profile.links.max(), density["peak_links"])
            self.assertEqual(profile.links.argmax() + 1, density["peak_cut"])
            self.assertEqual(profile.line_links.max(), density["per_line_peak_links"])
            self.assertEqual(profile.wires.max(), density["peak_wires"])

    def test_links_are_those_of_the_exported_array(self):
        spec = GALLERY / "noc-64.yaml"
        candidate = cutline.load(spec).evaluate()[0]
        with tempfile.TemporaryDirectory() as folder:
            program("export", spec, "-c", candidate.name, "--to", "npy", "-o", f"{folder}/links.npy")
            exported = numpy.load(f"{folder}/links.npy")
        links = candidate.links()
        for field in set(exported.dtype.names) & set(links.dtype.names):
            numpy.testing.assert_allclose(links[field], exported[field], rtol=1e-11, err_msg=field)
        self.assertLessEqual(set(exported.dtype.names) - {"route_cost"}, set(links.dtype.names))

    def test_links_agree_with_the_record_under_every_delay_model(self):
        compared = 0
        for spec in sorted(GALLERY.rglob("*.yaml")):
            if spec.stem in ("bus", "cpci-bus"):  # one set of wires for several nodes: no links of two ends
                continue
            for candidate in cutline.load(spec).evaluate():
                for record in candidate.records():
                    if record["layout"] is None or record["delay"]["longest_wire_ns"] is None:
                        continue
                    links = candidate.links(record["delay"]["model"])
                    delays, cycle = links["delay_ns"], record["delay"]["cycle_ns"]
                    with self.subTest(spec=spec.stem, candidate=candidate.name, delay=record["delay"]["model"]):
                        self.assertEqual(len(links), record["links"])
                        numpy.testing.assert_allclose(delays.max(), record["delay"]["longest_wire_ns"], rtol=1e-11)
                        if "delay_cycles" in links.dtype.names:
                            cycles = delays / cycle
                            whole = numpy.maximum(1, numpy.ceil(cycles - 1e-9 * numpy.maximum(1, cycles)))
                            numpy.testing.assert_array_equal(links["delay_cycles"], whole)
                        compared += 1
        self.assertGreater(compared, 40)

    def test_arrays_share_memory_and_cannot_be_written(self):
        torus = alone({"family": "torus", "radix": 4, "dimensions": 2})
        links = torus.links()
        self.assertTrue(numpy.shares_memory(links, torus.lengths()))
        for array in [links, torus.lengths(), torus.profile().wires]:
            self.assertFalse(array.flags.owndata)
            with self.assertRaises(ValueError):
                array[0] = array[0]
            with self.assertRaises(ValueError):
                array.setflags(write=True)

    def test_arrays_outlive_what_they_come_from(self):
        torus = alone({"family": "torus", "radix": 32, "dimensions": 2})
        lengths, wires = torus.lengths(), torus.profile().wires
        before = lengths.copy(), wires.copy()
        del torus
        gc.collect()
        alone({"family": "mesh", "radix": 32, "dimensions": 2}).links()
        numpy.testing.assert_array_equal(lengths, before[0])
        numpy.testing.assert_array_equal(wires, before[1])

    def test_delay_models_have_their_own_delays(self):
        candidate = cutline.load(FIRST).evaluate()["torus"]
        self.assertEqual(set(candidate.links("constant")["delay_ns"]), {1.0})
        self.assertEqual(set(candidate.links("linear")["delay_ns"]), {1.0, 2.0})
        with self.assertRaisesRegex(ValueError, "its delay models are: constant; linear"):
            candidate.links("quadratic")

    def test_fields_without_meaning_are_absent(self):
        self.assertNotIn("length_mm", alone({"family": "ring", "nodes": 6}).links().dtype.names)
        with self.assertRaisesRegex(ValueError, "no metres"):
            alone({"family": "ring", "nodes": 6}).lengths("mm")

    def test_layouts_that_were_not_kept_are_told(self):
        candidate = cutline.load(FIRST).evaluate(layouts=False)[0]
        with self.assertRaisesRegex(ValueError, "layouts=True"):
            candidate.lengths()

    def test_check_and_drawing(self):
        torus = alone({"family": "torus", "radix": 4, "dimensions": 2})
        self.assertEqual(torus.check(), [])
        self.assertTrue(torus.draw().lstrip().startswith("<"))
        self.assertTrue(torus._repr_html_().startswith(torus.draw()))

    def test_given_places_are_polygons_in_millimetres(self):
        self.assertIsNone(alone({"family": "ring", "nodes": 6}).floorplan())
        ell = [["0 mm", "0 mm"], ["2 mm", "0 mm"], ["2 mm", "1 mm"], ["1 mm", "1 mm"], ["1 mm", "2 mm"], ["0 mm", "2 mm"]]
        placement = {
            "outline": [["0 mm", "0 mm"], ["4 mm", "0 mm"], ["0 mm", "4 mm"]],
            "positions": [{"node": 0, "x": "0.25 mm", "y": "0.5 mm", "shape": ell, "kind": "core"}, {"node": 1, "x": "2.5 mm", "y": "0 mm", "width": "0.5 mm", "height": "1 mm"}],
            "blocked": [{"x": "0 mm", "y": "3 mm", "width": "0.1 mm", "height": "0.2 mm", "layers": ["metal3"]}],
        }
        candidate = {"name": "two", "topology": {"family": "graph", "nodes": 2, "links": [[0, 1]]}, "placement": placement}
        plan = cutline.parse({"cutline": 1, "technology": "nangate45", "candidates": [candidate]}).evaluate()[0].floorplan()
        self.assertEqual(plan["outline"], [[0, 0], [4, 0], [0, 4]])
        core, box = plan["tiles"]
        self.assertEqual(core["corners"], [[0.25, 0.5], [2.25, 0.5], [2.25, 1.5], [1.25, 1.5], [1.25, 2.5], [0.25, 2.5]])
        self.assertEqual((core["name"], core["kind"], box["kind"]), ("0", "core", None))
        self.assertEqual(box["corners"], [[2.5, 0], [3, 0], [3, 1], [2.5, 1]])
        self.assertEqual(box["router"], [2.75, 0.5])
        self.assertEqual(plan["blocked"][0]["layers"], ["metal3"])
        self.assertEqual(len(plan["blocked"][0]["corners"]), 4)


class Graphs(unittest.TestCase):
    def test_networks_become_the_graphs_that_networkx_knows(self):
        cube = alone({"family": "hypercube", "dimensions": 4}).to_networkx()
        self.assertIs(type(cube), networkx.Graph)
        self.assertTrue(networkx.is_isomorphic(cube, networkx.hypercube_graph(4)))
        torus = alone({"family": "torus", "radix": 5, "dimensions": 2})
        graph = torus.to_networkx()
        self.assertEqual(networkx.diameter(graph), torus.records()[0]["graph"]["diameter_hops"])
        self.assertEqual({data["kind"] for _, data in graph.nodes(data=True)}, {"node"})
        self.assertEqual({(data["x"], data["y"]) for _, data in graph.nodes(data=True)}, {(x, y) for x in range(5) for y in range(5)})
        self.assertEqual(sum(data["length_pitches"] for *_, data in graph.edges(data=True)), torus.lengths().sum())

    def test_one_way_links_are_directed_edges(self):
        graph = alone({"family": "torus", "radix": 4, "dimensions": 2, "channels": "unidirectional"}).to_networkx()
        self.assertIs(type(graph), networkx.DiGraph)
        self.assertEqual(graph.number_of_edges(), 32)

    def test_parallel_links_are_parallel_edges(self):
        graph = alone({"family": "graph", "nodes": 3, "links": [[0, 1], [1, 0], [1, 2]]}).to_networkx()
        self.assertIs(type(graph), networkx.MultiGraph)
        self.assertEqual(graph.number_of_edges(), 3)

    def test_a_network_comes_back_as_the_same(self):
        families = [
            {"family": "torus", "radix": 4, "dimensions": 2},
            {"family": "torus", "radix": 4, "dimensions": 2, "channels": "unidirectional"},
            {"family": "fat_tree", "radix": 2, "levels": 3},
            {"family": "graph", "nodes": 4, "links": [[0, 1], [0, 1], [1, 2, 3], [2, 3]]},
        ]
        for topology in families:
            with self.subTest(topology):
                before = alone(topology)
                graph = before.to_networkx()
                spec = {"cutline": 1, "technology": "unit", "channel": {"width": "4 bits"}, "router": {"delay": "1 cycle"}}
                spec["candidates"] = [{"name": "it", "topology": {"family": "graph"}}]
                after = cutline.parse(spec, graphs={"it": graph}).evaluate()[0]
                for key in ["nodes", "switches", "terminals", "links", "bidirectional", "graph", "length"]:
                    old, new = before.records()[0][key], after.records()[0][key]
                    if key == "length":
                        old, new = old["total_span"], new["total_span"]
                    if key == "graph":
                        old, new = old["diameter_hops"], new["diameter_hops"]
                    self.assertEqual(old, new, key)
                again = after.to_networkx()
                self.assertEqual(dict(graph.nodes(data="x")), dict(again.nodes(data="x")))
                self.assertEqual(sorted(graph.edges()), sorted(again.edges()))

    def test_any_graph_is_a_candidate(self):
        graph = networkx.random_regular_graph(4, 16, seed=1)
        mine = evaluated(networkx.relabel_nodes(graph, {node: f"tile {node}" for node in graph}))
        self.assertEqual(mine.records()[0]["links"], 32)
        self.assertEqual(mine.records()[0]["graph"]["diameter_hops"], networkx.diameter(graph))
        self.assertEqual(mine.check(), [])

    def test_a_table_of_edges_is_a_candidate(self):
        graph = networkx.random_regular_graph(4, 16, seed=1)
        edges = numpy.array(graph.edges, dtype=numpy.uint32)
        for given in [edges, cutline.from_edges(edges), edges.tolist()]:
            self.assertEqual(evaluated(given).records()[0]["graph"]["diameter_hops"], networkx.diameter(graph))
        self.assertEqual(evaluated(cutline.from_edges(edges[:, ::-1])).links()["from"].tolist(), evaluated(edges).links()["from"].tolist())

    def test_widths_cells_switches_and_terminals_are_read(self):
        graph = networkx.Graph()
        graph.add_node("a", x=1, y=0, terminals=2)
        graph.add_node("s", x=0, y=0, kind="switch")
        graph.add_node("b", x=2, y=0, terminals=2)
        graph.add_edges_from([("a", "s", {"width": 3}), ("s", "b", {})])
        mine = evaluated(graph, set={"population": "any"})
        record = mine.records()[0]
        self.assertEqual((record["nodes"], record["switches"], record["terminals"]), (2, 1, 4))
        self.assertEqual(sorted(mine.links()["width"]), [1, 3])
        self.assertEqual(dict(mine.to_networkx().nodes(data="x")), {0: 1, 1: 2, 2: 0})

    def test_edges_may_go_one_way(self):
        mine = evaluated(cutline.from_edges([[i, (i + 1) % 16] for i in range(16)], one_way=True))
        self.assertFalse(mine.records()[0]["bidirectional"])

    def test_the_digest_counts_the_graph(self):
        def digest(graph):
            return cutline.parse(MINE, graphs={"mine": graph}).evaluate().document()["run"]["spec_sha256"]

        ring, path = networkx.cycle_graph(16), networkx.path_graph(16)
        self.assertEqual(digest(ring), digest(networkx.cycle_graph(16)))
        self.assertNotEqual(digest(ring), digest(path))

    def test_places_that_cannot_be_taken_are_told(self):
        graph = networkx.cycle_graph(16)
        networkx.set_node_attributes(graph, {node: 0.5 * node for node in graph}, "x")
        with self.assertWarnsRegex(UserWarning, "not every node has whole numbers x and y"):
            cutline.from_networkx(graph)

    def test_wrong_graphs_are_told(self):
        loop = networkx.cycle_graph(16)
        loop.add_edge("left", "left")
        wide = networkx.cycle_graph(16)
        wide.edges[3, 4]["width"] = 1.5
        uneven = networkx.cycle_graph(16)
        uneven.nodes[2]["terminals"], uneven.nodes[3]["terminals"] = 1, 2
        wrong = {
            "node 'left' is linked to itself": loop,
            "edge 3 - 4: the width 1.5": wide,
            "node 3 has 2 terminals": uneven,
            "two or three columns": numpy.zeros((4, 4), dtype=int),
            "whole numbers": numpy.zeros((4, 2)),
            "names node -1": [[0, 1], [-1, 0]],
            "at least two nodes": networkx.empty_graph(4),
        }
        for message, graph in wrong.items():
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                evaluated(graph)
        with self.assertRaisesRegex(ValueError, "did you mean 'mine'"):
            cutline.parse(MINE, graphs={"min": networkx.cycle_graph(16)})
        with self.assertRaisesRegex(ValueError, "its candidates are: mine; torus"):
            cutline.parse(MINE, graphs={"other": networkx.cycle_graph(16)})
        with self.assertRaisesRegex(ValueError, "'torus' is a torus, and takes no graph"):
            cutline.parse(MINE, graphs={"torus": networkx.cycle_graph(16)})


class Errors(unittest.TestCase):
    def test_what_is_wrong_with_a_spec_has_its_place(self):
        spec = "cutline: 1\ntechnology: unit\ncandidates:\n  - {topology: {family: torus, radix: 4, dimenions: 2}}\n"
        with self.assertRaises(ValueError) as raised:
            cutline.parse(spec)
        text = str(raised.exception)
        self.assertIn("<spec>:4:", text)
        self.assertIn("\n  ", text)
        self.assertIn("^", text)
        self.assertIn("did you mean 'dimensions'?", text)

    def test_all_mistakes_are_told_at_once(self):
        with self.assertRaises(ValueError) as raised:
            cutline.parse("cutline: 1\ntechnologie: unit\ncandidates:\n  - {topology: {family: tours}}\n")
        self.assertGreaterEqual(str(raised.exception).count("error:"), 2)

    def test_a_file_that_is_not_there_is_an_oserror(self):
        with self.assertRaisesRegex(OSError, "nowhere.yaml"):
            cutline.load("nowhere.yaml")
        with self.assertRaises(OSError):
            cutline.load("")

    def test_work_past_a_limit_is_a_limit_error(self):
        study = cutline.parse(MINE, graphs={"mine": networkx.cycle_graph(16)})
        with self.assertRaisesRegex(cutline.LimitError, "memory"):
            study.evaluate(max_memory=1000)
        self.assertTrue(issubclass(cutline.LimitError, RuntimeError))
        huge = alone({"family": "hypercube", "dimensions": 30})
        with self.assertRaisesRegex(cutline.LimitError, r"up to 2\^24 nodes and links"):
            huge.links()

    def test_wrong_types_never_crash(self):
        for wrong in [None, 3, b"cutline: 1", ["cutline"], object()]:
            with self.subTest(wrong), self.assertRaises((TypeError, ValueError, OSError)):
                cutline.parse(wrong)
        for wrong in [None, 3, 1.5, object()]:
            with self.subTest(wrong), self.assertRaises((TypeError, ValueError, OSError)):
                cutline.measure(wrong)
            with self.subTest(wrong), self.assertRaises((TypeError, ValueError)):
                cutline.parse(MINE, graphs={"mine": wrong})
        with self.assertRaises(TypeError):
            cutline.parse({"cutline": object()})
        with self.assertRaises(IndexError):
            cutline.load(FIRST).evaluate()[3]
        with self.assertRaisesRegex(ValueError, "no candidate 'mes'"):
            cutline.load(FIRST).evaluate()["mes"]
        with self.assertRaises(TypeError):
            cutline.Candidate()
        with self.assertRaises(ValueError):
            cutline.set_threads(-1)

    def test_a_study_takes_nothing_beside_itself(self):
        with self.assertRaisesRegex(ValueError, "give them to load or parse"):
            cutline.measure(cutline.load(FIRST), seed=2)

    def test_ideal_and_impossible_candidates_say_why_they_have_no_layout(self):
        ideal = alone({"family": "torus", "radix": 4, "dimensions": 2}, ideal=True)
        with self.assertRaisesRegex(ValueError, "is ideal"):
            ideal.lengths()
        self.assertNotIn("<svg", ideal._repr_html_())
        narrow = cutline.load(FIRST, set={"hold": {"bisection": "1 wires"}}).evaluate()["mesh"]
        self.assertFalse(narrow.can_be_built)
        with self.assertRaisesRegex(ValueError, "cannot be built"):
            narrow.profile()

    def test_one_plane_has_no_pillars(self):
        with self.assertRaisesRegex(ValueError, "pillars"):
            alone({"family": "ring", "nodes": 4}).profile("z")
        with self.assertRaisesRegex(ValueError, "no axis 'w'"):
            alone({"family": "ring", "nodes": 4}).profile("w")

    def test_warnings_of_a_spec_are_warnings(self):
        spec = {"cutline": 1, "technology": "nangate45", "candidates": [{"topology": {"family": "ring", "nodes": 8}}]}
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            study = cutline.parse(spec)
        self.assertEqual([str(warning.message) for warning in caught], study.warnings)


LONG = {
    "cutline": 1,
    "technology": "unit",
    "candidates": [
        {
            "name": "slow",
            "topology": {"family": "graph", "nodes": 4096, "links": [[i, (i * 7 + 1) % 4096] for i in range(1, 4096)]},
            "placement": {"order": "annealed", "minimise": "total", "moves": 10**12},
        }
    ],
}


class Interrupts(unittest.TestCase):
    def test_ctrl_c_ends_long_work(self):
        study = cutline.parse(LONG)
        threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        begun = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            study.evaluate()
        self.assertLess(time.monotonic() - begun, 30)

    def test_other_threads_run_during_long_work(self):
        study = cutline.parse(LONG)
        ticks = []

        def tick():
            for _ in range(10):
                ticks.append(time.monotonic())
                time.sleep(0.05)
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=tick).start()
        with self.assertRaises(KeyboardInterrupt):
            study.evaluate()
        self.assertEqual(len(ticks), 10)

    def test_threads_may_evaluate_at_the_same_time(self):
        expected = cutline.measure(FIRST)
        found = [None] * 4

        def work(number):
            found[number] = cutline.measure(FIRST)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 4)

    def test_results_do_not_depend_on_the_number_of_threads(self):
        cutline.set_threads(1)
        one = cutline.measure(FIRST)
        cutline.set_threads(0)
        self.assertEqual(cutline.measure(FIRST), one)


class Documentation(unittest.TestCase):
    def public(self):
        for name in cutline.__all__:
            yield name, getattr(cutline, name)

    def test_everything_is_documented(self):
        for name, value in self.public():
            self.assertTrue(value.__doc__, name)

    def test_the_stub_has_every_name(self):
        stub = ast.parse((SOURCE / "src" / "python" / "cutline" / "__init__.pyi").read_text())
        known = {node.name: node for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(sorted(known), [name for name, _ in self.public()])
        for name, value in self.public():
            if not isinstance(value, type) or value.__base__.__module__ != "pybind11_builtins":
                continue
            members = {node.name for node in known[name].body if isinstance(node, ast.FunctionDef)}
            actual = {member for member in vars(value) if not member.startswith("_")}
            self.assertEqual({member for member in members if not member.startswith("_")}, actual, name)

    def test_the_example_of_the_documentation_runs(self):
        text = (SOURCE / "docs" / "python.md").read_text()
        example = text.split("```python\n", 1)[1].split("```", 1)[0]
        environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(cutline.__file__).resolve().parents[1])}
        done = subprocess.run(
            [sys.executable, "-c", example], capture_output=True, text=True, cwd=SOURCE, env=environment
        )
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.stdout.count("\n"), 3 + 6)

    def test_the_version_is_the_program_s(self):
        self.assertIn(cutline.__version__, program("--version"))


if __name__ == "__main__":
    unittest.main()
