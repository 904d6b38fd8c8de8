#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Interrupts long commands at six random moments each, as Ctrl-C does.

After each interrupt the exit code is 130 (or 0 if the command was already done), no temporary file is left, and the
result is absent or complete. A sweep in JSON lines keeps the finished lines, each complete, in FILE.partial, and
`merge` says what such a part lacks. Prints what is wrong, and nothing if all is well. The moments come from a fixed seed.
Usage: interrupt_at_random.py PROGRAM
"""
import dataclasses
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

MOMENTS = 6
BUDGET_S = 40  # after it, as under a sanitizer, one moment each
OUTPUT = "result"

SWEEP = """cutline: 1
technology: nangate45
population: any
delay: [repeated, linear]
candidates:
  - name: torus
    topology: {family: torus, dimensions: 2}
    sweep:
      topology.radix: {from: 4, to: 32}
      placement.order: [natural, folded, gray]
      channel.width: [1 bits, 8 bits, 32 bits, 64 bits]
"""
CUBE = """cutline: 1
candidates:
  - {name: cube, topology: {family: hypercube, dimensions: %d}}
"""
GRAPH = """cutline: 1
candidates:
  - {name: graph, topology: {family: de_bruijn, dimensions: %d}, placement: {columns: %d%s}}
"""
FILES = {
    "sweep.yaml": SWEEP,
    "cube20.yaml": CUBE % 20,
    "cube14.yaml": CUBE % 14,
    "graph.yaml": GRAPH % (14, 128, ""),
    "annealed.yaml": GRAPH % (8, 16, ", order: annealed, moves: 1000000"),
    "spectral.yaml": GRAPH % (10, 32, ", order: spectral"),
    "bisected.yaml": GRAPH % (10, 32, ", order: bisection"),
}


@dataclasses.dataclass
class Case:
    arguments: str
    keeps: bool = False  # what is done so far, in FILE.partial
    stops_early: bool = False  # and ends with the best so far


CASES = [
    Case("compare sweep.yaml"),
    Case("compare sweep.yaml --format json"),
    Case("measure sweep.yaml --format json"),
    Case("measure sweep.yaml --format jsonl", keeps=True),
    Case("measure sweep.yaml --shard 1/2", keeps=True),
    Case("merge part1 part2 --by performance.latency_ns"),
    Case("check graph.yaml"),
    Case("profile graph.yaml"),
    Case("draw graph.yaml"),
    Case("export cube20.yaml --to gds"),
    Case("export cube20.yaml --to oasis"),
    Case("export cube14.yaml --to csv"),
    Case("measure annealed.yaml --format json", stops_early=True),
    Case("measure spectral.yaml --format json", stops_early=True),
    Case("measure bisected.yaml --format json", stops_early=True),
]


class Runner:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder

    def start(self, arguments):
        """Starts a command as from a terminal; a shell in the background would make it ignore interrupts."""
        return subprocess.Popen(
            [self.program] + arguments.split(), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def run(self, arguments):
        process = self.start(arguments)
        said = process.communicate()[1].decode()
        return process.returncode, said

    def interrupted(self, arguments, after_s):
        process = self.start(arguments)
        try:
            process.wait(after_s)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=120)[1].decode()
        # An interrupt before the program watches for interrupts kills it, which a shell reports as 130.
        return 130 if process.returncode == -signal.SIGINT else process.returncode, said

    def names(self):
        return {entry.name for entry in os.scandir(self.folder)}

    def take(self, known):
        """Removes the files that were not there before; returns their contents by name."""
        files = {name: (self.folder / name).read_bytes() for name in self.names() - known}
        for name in files:
            (self.folder / name).unlink()
        return files


def is_json(text):
    try:
        json.loads(text)
        return True
    except ValueError:
        return False


def trouble_with_partial(runner, case, partial, whole, said):
    if OUTPUT + ".partial" not in said:
        return "the file that was kept is not named"
    # All lines may be there, because the interrupt can come between the last line and the end of the command.
    if not whole.startswith(partial) or not partial.endswith(b"\n"):
        return "what was kept is not the first lines of the whole result"
    if "--shard" not in case.arguments or partial == whole:
        return None
    (runner.folder / "kept").write_bytes(partial)
    code, answer = runner.run("merge kept part2")
    (runner.folder / "kept").unlink()
    return None if code == 2 and "lacks candidate" in answer else f"merge says of what was kept: {answer}"


def trouble_after(runner, case, names, whole, after_s):
    """Returns what is wrong after an interrupt, or nothing, and whether lines were kept."""
    code, said = runner.interrupted(case.arguments + " -o " + OUTPUT, after_s)
    files = runner.take(names)
    partial = files.pop(OUTPUT + ".partial", None)
    if code not in (0, 130):
        return f"it exits {code}: {said}", False
    if code == 0 and not files:
        return "it exits 0 without a result", False
    if partial is not None:
        if not case.keeps or files:
            return f"it keeps a part of a result beside {sorted(files)}", False
        return trouble_with_partial(runner, case, partial, whole[OUTPUT], said), True
    best_so_far = code == 130 and case.stops_early and list(files) == [OUTPUT] and is_json(files[OUTPUT])
    if files and files != whole and not best_so_far:
        return f"it leaves {sorted(files)}, not whole", False
    return None, False


def check_case(runner, case, chance, end):
    names = runner.names()
    begin = time.monotonic()
    code, said = runner.run(case.arguments + " -o " + OUTPUT)
    takes_s = time.monotonic() - begin
    whole = runner.take(names)
    if code != 0 or OUTPUT not in whole:
        print(f"{case.arguments}: exits {code}: {said}")
        return
    kept = moments = 0
    while moments < (MOMENTS if time.monotonic() < end else 1):
        moments += 1
        after_s = chance.random() * takes_s
        trouble, keeps = trouble_after(runner, case, names, whole, after_s)
        kept += keeps
        if trouble:
            print(f"{case.arguments}, interrupted after {after_s:.3f} of {takes_s:.3f} s: {trouble}")
    if case.keeps and moments == MOMENTS and kept == 0:
        print(f"{case.arguments}: none of {moments} interrupts left the lines that were done")


def main():
    program = os.path.abspath(sys.argv[1])
    chance = random.Random(20261122)
    end = time.monotonic() + BUDGET_S
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, text in FILES.items():
            (folder / file).write_text(text)
        runner = Runner(program, folder)
        for part in ("1", "2"):
            runner.run(f"measure sweep.yaml --shard {part}/2 -o part{part}")
        for case in CASES:
            check_case(runner, case, chance, end)


main()
