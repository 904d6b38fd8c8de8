# SPDX-License-Identifier: Apache-2.0
"""Frames, pictures, families and delay models of Python, and the notebook that shows them."""
import contextlib
import io
import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

try:
    import networkx
    import numpy
    import pandas
except ModuleNotFoundError as missing:
    raise unittest.SkipTest(f"Python's {missing.name} is not installed")

import cutline

SOURCE = pathlib.Path(__file__).resolve().parents[2]
GALLERY = SOURCE / "layouts" / "gallery"
FIRST = GALLERY / "first.yaml"
SWEPT = {
    "cutline": 1,
    "title": "tori",
    "technology": "nangate45",
    "clock": {"rule": "fixed", "frequency": "1 GHz"},
    "delay": ["repeated", "linear"],
    "population": "any",
    "candidates": [
        {
            "name": "t",
            "topology": {"family": "torus", "radix": 4, "dimensions": 2},
            "sweep": {"topology.radix": [4, 5, 8], "channel.width": ["8 bits", "64 bits"], "router.delay": ["1 cycle"]},
        }
    ],
}


def program(*arguments):
    return subprocess.run([os.environ["CUTLINE"], *map(str, arguments)], capture_output=True, text=True, check=True).stdout


def number_at(record, key):
    """Keys of a sweep have dots of their own."""
    if key.startswith("swept."):
        return (record["swept"] or {}).get(key[len("swept."):])
    for part in key.split("."):
        record = record.get(part) if isinstance(record, dict) else None
    return record


class Frames(unittest.TestCase):
    def test_a_frame_has_the_numbers_of_the_records(self):
        candidates = cutline.Study.from_dict(SWEPT).evaluate(layouts=False)
        frame, records = candidates.frame(), candidates.records()
        self.assertEqual(len(frame), 12)
        self.assertGreater(len(frame.columns), 60)
        for key in frame.columns:
            for found, record in zip(frame[key], records):
                wanted = number_at(record, key)
                self.assertTrue(pandas.isna(found) if wanted is None else found == wanted, (key, found, wanted))

    def test_columns_have_types_units_and_swept_values(self):
        frame = cutline.Study.from_dict(SWEPT).sweep(ranked=True)
        self.assertEqual(frame["links"].dtype, numpy.int64)
        self.assertEqual(frame["performance.latency_ns"].dtype, numpy.float64)
        self.assertEqual(frame["bidirectional"].dtype, bool)
        self.assertEqual(list(frame["swept.channel.width"][:4]), ["8 bits", "8 bits", "64 bits", "64 bits"])
        self.assertEqual(sorted(set(frame["swept.topology.radix"])), ["4", "5", "8"])
        self.assertEqual(set(frame["swept.router.delay"]), {"1 cycle"})
        units = frame.attrs["units"]
        self.assertEqual((units["performance.latency_ns"], units["layout.area_mm2"]), ("ns", "mm2"))
        self.assertNotIn("links", units)
        self.assertEqual(sorted(frame[frame["delay.model"] == "linear"]["rank"]), [1, 2, 3, 4, 5, 6])

    def test_units_of_a_hall_are_real_times_and_money(self):
        hall = {"cutline": 1, "machine": {"rows": 1, "columns": 2, "rack": {"switches": 4}, "rate": "100 Gb/s",
                                          "prices": "ethernet-100g-2018"},
                "candidates": [{"name": "ring", "topology": {"family": "ring", "nodes": 8}}]}
        units = cutline.Study.from_dict(hall).sweep().attrs["units"]
        self.assertEqual((units["performance.latency_ns"], units["machine.cost"]), ("ns", "USD"))

    def test_further_axes_are_a_product(self):
        study = cutline.Study.read(FIRST)
        frame = study.sweep({"message": ["64 bits", "512 bits"], "candidates[mesh].topology.radix": [4, 8]})
        self.assertEqual(list(frame["message"].unique()), ["64 bits", "512 bits"])
        one = study.with_values({"message": "512 bits", "candidates[mesh].topology.radix": 8}).evaluate().frame()
        self.assertEqual(len(frame), 4 * len(one))
        pandas.testing.assert_frame_equal(frame.iloc[-len(one):][one.columns].reset_index(drop=True), one)

    def test_a_hundred_evaluations_of_64_nodes_take_less_than_a_second_of_work(self):
        study = cutline.Study.read(FIRST, set={"contention": "none"})
        study.evaluate()
        begun = time.process_time()
        for _ in range(100):
            study.evaluate(layouts=False)
        self.assertLess(time.process_time() - begun, 1)


class Pictures(unittest.TestCase):
    def setUp(self):
        self.study = cutline.Study.read(FIRST)

    def test_pictures_are_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "x.svg"
            program("draw", FIRST, "-c", "mesh", "--colour", "length", "-o", out)
            self.assertEqual(self.study.draw("mesh", colour="length"), out.read_text())
            program("plot", FIRST, "--what", "profile", "-o", out)
            self.assertEqual(self.study.plot("profile"), out.read_text())
            program("plot", FIRST, "--x", "area", "--y", "latency", "-o", out)
            figure = self.study.plot(x="area", y="latency")
            self.assertEqual(figure, out.read_text())
            self.assertEqual(pathlib.Path(figure.save(out)).read_text(), figure._repr_html_())
            program("report", FIRST, "-o", out.with_suffix(".html"))
            self.assertEqual(len(self.study.report()), len(out.with_suffix(".html").read_text()))
            program("export", FIRST, "-c", "mesh", "--to", "csv", "-o", out.with_suffix(".csv"))
            mesh = self.study.evaluate()["mesh"]
            self.assertEqual(mesh.export("csv")[".csv"], out.with_suffix(".csv").read_bytes())
            mesh.export("booksim", pathlib.Path(folder) / "mesh.anynet")
            self.assertGreaterEqual(len(list(pathlib.Path(folder).glob("mesh.*"))), 2)

    def test_explanations_are_those_of_the_program(self):
        found = self.study.evaluate(layouts=False)["mesh"].explain("latency")
        printed = program("explain", FIRST, "latency", "-c", "mesh", "--format", "json")
        self.assertEqual(json.loads(printed), found)
        self.assertEqual(str(found), program("explain", FIRST, "latency", "-c", "mesh"))

    def test_a_search_gives_a_study_of_what_it_found(self):
        spec = {"cutline": 1, "search": {"terminals": 16, "families": ["torus", "mesh"]}}
        found = cutline.Study.from_dict(spec).search()
        self.assertEqual(found["winners"][0], found.study().names[0])
        self.assertIn("rank", found.study().compare()[0])

    def test_notebooks_show_all_of_it(self):
        ranking = self.study.compare()
        shown = [self.study, self.study.evaluate(), self.study.evaluate()[0], ranking, self.study.plot("profile"),
                 ranking.candidates[0].explain("latency"), self.study.report()]
        for each in shown:
            with self.subTest(type(each)):
                self.assertTrue(each._repr_html_().startswith("<"))
        self.assertIn("<table", ranking._repr_html_())
        self.assertEqual(str(ranking), program("compare", "--why", FIRST))

    def test_wrong_choices_are_told(self):
        for wrong in [{"what": "profiles"}, {"x": "area"}, {"what": "profile", "x": "area", "y": "latency"}, {}]:
            with self.subTest(wrong), self.assertRaises(ValueError):
                self.study.evaluate().plot(**wrong)
        with self.assertRaisesRegex(ValueError, "did you mean"):
            self.study.evaluate()["mesh"].export("booksin")
        with self.assertRaisesRegex(ValueError, "no `search`"):
            self.study.search()


def star_of_rings(rings: int, size: int = 4):
    graph = networkx.disjoint_union_all([networkx.cycle_graph(size)] * rings)
    graph.add_edges_from((0, ring * size) for ring in range(1, rings))
    return graph


cutline.add_family("star_of_rings", star_of_rings, "rings, joined at the first")
cutline.add_delay("square", lambda mm, a=1.0: 0.1 + a * mm * mm, summary="a square of the length")
cutline.add_delay("by_span", lambda span: 1.0 + span, of="span")


class Own(unittest.TestCase):
    SPEC = """cutline: 1
technology: nangate45
delay: [square, {model: square, a: 2}]
population: any
candidates:
  - {name: s, topology: {family: star_of_rings, rings: 3, concentration: 2}, sweep: {topology.rings: [3, 4]}}
"""

    def test_a_family_of_python_is_swept_and_measured(self):
        frame = cutline.parse(self.SPEC).sweep()
        self.assertEqual(list(frame["nodes"]), [12, 12, 16, 16])
        self.assertEqual(list(frame["links"]), [14, 14, 19, 19])
        self.assertEqual(set(frame["terminals"] / frame["nodes"]), {2})
        mine = cutline.parse(self.SPEC).evaluate()[1]
        self.assertEqual(mine.check(), [])
        self.assertTrue(networkx.is_isomorphic(networkx.Graph(mine.to_networkx().edges), star_of_rings(4)))

    def test_a_delay_of_python_is_that_of_every_wire(self):
        candidate = cutline.parse(self.SPEC).evaluate()[0]
        for delay, factor in [("square", 1), ("square (a=2)", 2)]:
            links = candidate.links(delay)
            numpy.testing.assert_allclose(links["delay_ns"], 0.1 + factor * links["length_mm"] ** 2, rtol=1e-9)
        links = cutline.parse(self.SPEC, set={"delay": "by_span", "technology": "unit"}).evaluate()[0].links()
        numpy.testing.assert_allclose(links["delay_ns"], 1 + links["span_pitches"])

    def test_what_they_raise_is_a_mistake_of_the_spec(self):
        def refusing(size: int):
            raise RuntimeError(f"no network of {size}")

        cutline.add_family("refusing", refusing)
        spec = self.SPEC.replace("star_of_rings, rings: 3, concentration: 2}, sweep: {topology.rings: [3, 4]}", "refusing, size: 7}")
        with self.assertRaisesRegex(ValueError, "no network of 7"):
            cutline.measure(cutline.parse(spec))
        with self.assertRaisesRegex(ValueError, "rings"):
            cutline.parse(self.SPEC.replace(" rings: 3,", " rigns: 3,"))
        cutline.add_delay("negative", lambda mm: -mm)
        with self.assertRaisesRegex(ValueError, "not below 0"):
            cutline.measure(cutline.parse(self.SPEC, set={"delay": "negative"}))
        for add, name in [(cutline.add_family, "torus"), (cutline.add_delay, "repeated"), (cutline.add_family, "")]:
            with self.assertRaises(ValueError):
                add(name, lambda: 1)


class Notebook(unittest.TestCase):
    def test_every_cell_runs(self):
        notebook = json.loads((SOURCE / "examples" / "notebook.ipynb").read_text())
        try:
            import nbformat
            nbformat.validate(nbformat.from_dict(notebook))
        except ModuleNotFoundError:
            pass
        names, before = {}, os.getcwd()
        os.chdir(SOURCE / "examples")
        try:
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                for cell in notebook["cells"]:
                    if cell["cell_type"] == "code":
                        exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
        finally:
            os.chdir(before)
        self.assertIn("nodes", printed.getvalue())


if __name__ == "__main__":
    unittest.main()
