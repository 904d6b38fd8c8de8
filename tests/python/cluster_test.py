# SPDX-License-Identifier: Apache-2.0
"""Sweeps in parts, by Slurm's script and by Dask, have the bytes of a run on one machine."""
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

try:
    import numpy
except ModuleNotFoundError as missing:
    raise unittest.SkipTest(f"Python's {missing.name} is not installed")
try:
    import distributed
except ModuleNotFoundError:
    distributed = None

import cutline

SPEC = """cutline: 1
technology: nangate45
hold: {bisection: of mesh}
delay: [repeated, linear]
population: any
candidates:
  - {name: mesh, topology: {family: mesh, radix: 8, dimensions: 2}, channel: {width: 64 bits}}
  - name: t
    topology: {family: torus, dimensions: 2}
    sweep: {topology.radix: {from: 4, to: 14}, placement.order: [natural, folded], channel.control: [0 wires, 4 wires]}
"""
PROGRAM = os.environ["CUTLINE"]


class Parts(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.spec = self.folder / "a sweep.yaml"
        self.spec.write_text(SPEC)
        done = subprocess.run([PROGRAM, "measure", self.spec, "--format", "jsonl"], capture_output=True, text=True, check=True)
        self.whole = done.stdout

    def task(self, script, number, parts):
        environment = {**os.environ, "SLURM_ARRAY_TASK_ID": str(number), "SLURM_ARRAY_TASK_COUNT": str(parts)}
        subprocess.run(["bash", script], cwd=self.folder, env=environment, check=True, stderr=subprocess.DEVNULL)

    def test_each_task_of_the_script_and_a_lost_one_again(self):
        script = self.folder / "job.sh"
        script.write_text(cutline.slurm_script(self.spec, 5, "my parts", program=PROGRAM, directives=["--time=5"]))
        for number in (4, 1, 3, 5, 2):
            self.task(script, number, 5)
        parts = [self.folder / "my parts" / f"{number}.jsonl" for number in range(1, 6)]
        self.assertEqual(cutline.merge(parts), self.whole)
        parts[2].unlink()
        self.assertEqual(cutline.missing_parts(self.folder / "my parts", 5), [3])
        with self.assertRaisesRegex(ValueError, "is missing: 3"):
            cutline.merge([part for part in parts if part.exists()])
        kept = [part.stat().st_mtime_ns for part in parts if part.exists()]
        for number in range(1, 6):
            self.task(script, number, 5)
        self.assertEqual(cutline.merge(parts[::-1]), self.whole)
        self.assertEqual([part.stat().st_mtime_ns for part in parts if part != parts[2]], kept)

    def test_values_and_seed_reach_the_tasks(self):
        values = {"message": "99 bits", "delay": ["linear"]}
        script = self.folder / "job.sh"
        script.write_text(cutline.slurm_script(self.spec, 2, set=values, seed=7, program=PROGRAM))
        for number in (1, 2):
            self.task(script, number, 2)
        lines = cutline.merge((self.folder / "parts").glob("*.jsonl"))
        self.assertEqual(lines, cutline.load(self.spec, set=values, seed=7)._lines(None, 1))

    def test_a_study_survives_pickling(self):
        edges = numpy.array([[0, 1], [1, 2], [2, 3], [3, 0]])
        spec = {"cutline": 1, "technology": "unit", "candidates": [{"name": "mine", "topology": {"family": "graph"}}]}
        for study in [cutline.load(self.spec, set={"message": "99 bits"}, seed=3), cutline.parse(spec, graphs={"mine": edges})]:
            again = pickle.loads(pickle.dumps(study))
            self.assertEqual(again._lines(2, 3), study._lines(2, 3))
        self.assertEqual(cutline.load(self.spec)._lines(None, 1), self.whole)

    def test_parts_that_are_not_there_are_told(self):
        for part, parts in [(0, 3), (4, 3), (1, 2_000_000)]:
            with self.assertRaises(ValueError):
                cutline.load(self.spec)._lines(part, parts)
        with self.assertRaises(ValueError):
            cutline.slurm_script(self.spec, 0)
        with self.assertRaises(ValueError):
            cutline.merge([])

    @unittest.skipIf(distributed is None, "python3-distributed is not there")
    def test_dask_does_the_parts_of_a_killed_worker_again(self):
        scheduler_file = self.folder / "scheduler.json"
        shared = ["--scheduler-file", scheduler_file]
        command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", *shared]
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", *shared]
        environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
        started = [subprocess.Popen([str(word) for word in each], env=environment, cwd=self.folder, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL) for each in (command, worker, worker)]
        try:
            with distributed.Client(scheduler_file=str(scheduler_file), timeout=60) as client:
                client.wait_for_workers(2, timeout=60)
                study, found = cutline.load(self.spec), []
                run = threading.Thread(target=lambda: found.append(cutline.dask_lines(study, client, 24)))
                run.start()
                while run.is_alive() and self.done(client) < 6:
                    time.sleep(0.02)
                self.assertTrue(run.is_alive(), "the sweep ended before a worker could be killed")
                started[2].send_signal(signal.SIGKILL)
                run.join(120)
                self.assertEqual(found, [self.whole])
                self.assertEqual(len(client.scheduler_info()["workers"]), 1)
        finally:
            for process in started:
                process.kill()
                process.wait()

    @staticmethod
    def done(client):
        """How many tasks have ended, as the scheduler counts them."""
        return client.run_on_scheduler(lambda dask_scheduler: sum(t.state == "memory" for t in dask_scheduler.tasks.values()))


if __name__ == "__main__":
    unittest.main()
