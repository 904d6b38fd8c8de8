# SPDX-License-Identifier: Apache-2.0
"""Sweeps on several machines: a part for each task of a Slurm job array, or for each task of Dask.

A part is every n-th candidate. Merged, the parts are the bytes of `cutline measure SPEC --format jsonl` on one machine."""
import os
import pathlib
import shlex

from . import _core

_SCRIPT = """#!/usr/bin/env bash
# One part of {parts} for each task. Run it again, and only the parts that are missing are measured:
#   sbatch THIS_FILE
# When all are there: cutline merge {folder}/*.jsonl --format jsonl -o all.jsonl
#SBATCH --array=1-{parts}
#SBATCH --cpus-per-task={threads}
#SBATCH --requeue
{directives}set -euo pipefail
out={folder}/$SLURM_ARRAY_TASK_ID.jsonl
[ -e "$out" ] && exit 0
mkdir -p {folder}
exec {program} measure {spec} --threads {threads} --shard "$SLURM_ARRAY_TASK_ID/{parts}" {options}-o "$out"
"""


def slurm_script(spec, parts, folder="parts", *, set={}, seed=None, threads=1, program="cutline", directives=()):
    """The text of a script for `sbatch` that measures a sweep in a job array, one part a task.

    A part's file appears when it is whole. Slurm runs the part of a lost node again (--requeue), and a second `sbatch`
    of the script does the parts that are missing still.

    spec: path of the spec, on a disk that all nodes see. parts: tasks of the array. folder: for the parts' files.
    set, seed: as load takes them. threads: of each task. program: the command `cutline`. directives: further options of
    sbatch, as "--time=1:00:00"."""
    if not 1 <= parts <= 1_000_000:
        raise ValueError(f"{parts} parts: 1 to 1000000")
    words = [f"--set={key}={value}" for key, value in set.items()] + ([] if seed is None else [f"--seed={seed}"])
    return _SCRIPT.format(parts=parts, threads=threads, spec=shlex.quote(os.fspath(spec)), folder=shlex.quote(os.fspath(folder)),
                          program=shlex.quote(program), options="".join(shlex.quote(word) + " " for word in words),
                          directives="".join(f"#SBATCH {each}\n" for each in directives))


def missing_parts(folder, parts):
    """The numbers of the parts without a file in a folder of slurm_script: [3, 7]."""
    return [part for part in range(1, parts + 1) if not (pathlib.Path(folder) / f"{part}.jsonl").exists()]


def merge(files):
    """The JSON lines of a sweep from the files of its parts, in any order: the bytes of a run on one machine.

    Raises ValueError where a part is missing, there twice, cut off or of another sweep."""
    return _core._merge([(os.fspath(file), pathlib.Path(file).read_text(encoding="utf-8")) for file in files])


def _part(study, part, parts, threads):
    _core.set_threads(threads)
    return study._lines(part, parts)


def dask_lines(study, client, parts=None, *, threads=1):
    """Measures a sweep on the workers of Dask: its JSON lines, the bytes of `cutline measure --format jsonl`.

    Dask runs the parts of a lost worker again on another one.

    study: a Study. client: a distributed.Client, whose workers can import cutline. parts: tasks; otherwise four a thread
    of the workers. threads: of each task."""
    if parts is None:
        parts = 4 * max(1, sum(client.nthreads().values()))
    parts = min(parts, len(study))
    futures = client.map(_part, [study] * parts, range(1, parts + 1), [parts] * parts, [threads] * parts, pure=False,
                         retries=3)
    return _core._merge([(f"part {number}", text) for number, text in enumerate(client.gather(futures), 1)])
