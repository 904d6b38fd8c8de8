#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the harnesses, one after the other, and keeps what they found.

usage: run.py BUILD [--seconds 10] [--rounds 1] [HARNESS...]    BUILD holds the harnesses, in tests/fuzz

BUILD/fuzzing holds seeds (of seeds.py), the corpus that grows from run to run, findings and totals-HARNESS.json. Ends with 1
where a harness found something.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

LIMITS = ["-rss_limit_mb=2500", "-malloc_limit_mb=2000", "-max_len=16384", "-print_final_stats=1"]
SANITIZERS = "detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1"


def program_of(build, name):
    """That of graphs takes every format."""
    return build / "tests/fuzz" / f"fuzz_{'graph' if name.startswith('graph_') else name}"


def names_in(build):
    """Every harness; that of graphs once for each format that has seeds."""
    for path in sorted((build / "tests/fuzz").glob("fuzz_*")):
        if path.name == "fuzz_graph":
            yield from sorted(folder.name for folder in (build / "fuzzing/seeds").glob("graph_*") if folder.is_dir())
        elif path.is_file() and not path.suffix:
            yield path.name[5:]


def run(build, name, seconds, timeout):
    place = build / "fuzzing"
    for folder in ("corpus", "findings"):
        (place / folder / name).mkdir(parents=True, exist_ok=True)
    words = place / "seeds" / f"{name}.dict"
    command = [program_of(build, name), place / "corpus" / name, place / "seeds" / name, *LIMITS,
               f"-max_total_time={seconds}", f"-timeout={timeout}", f"-artifact_prefix={place / 'findings' / name}/",
               *([f"-dict={words}"] if words.exists() else [])]
    environment = dict(os.environ, ASAN_OPTIONS=SANITIZERS, UBSAN_OPTIONS="print_stacktrace=1",
                       CUTLINE_FUZZ_FORMAT=name.removeprefix("graph_"))
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    said = done.stderr.decode(errors="replace")
    (place / f"{name}.log").write_text(said)
    last = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", said)
    runs = re.search(r"stat::number_of_executed_units: (\d+)", said)
    counters = re.search(r"INFO: Loaded .*?\((\d+) inline 8-bit counters\)", said)
    return {"runs": int(runs[1]) if runs else 0, "seconds": seconds, "edges": int(last[-1][0]) if last else 0,
            "of_edges": int(counters[1]) if counters else 0, "corpus": int(last[-1][2]) if last else 0,
            "findings": 0 if done.returncode == 0 else 1, "said": said}


def add(totals, name, one):
    total = totals.setdefault(name, {"runs": 0, "seconds": 0, "edges": 0, "findings": 0})
    for key in ("runs", "seconds", "findings"):
        total[key] += one[key]
    total["edges"] = max(total["edges"], one["edges"])
    total["of_edges"], total["corpus"] = one["of_edges"], one["corpus"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("harnesses", nargs="*")
    parser.add_argument("--seconds", type=int, default=10, help="for each harness in a round")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=20, help="seconds for one input; more where the machine is busy")
    options = parser.parse_intermixed_args()
    build = options.build.resolve()
    names = options.harnesses or list(names_in(build))
    if not names or not program_of(build, names[0]).is_file():
        sys.exit(f"{build}: the harness is not built: tests skipped")
    found = 0
    for _ in range(options.rounds):
        for name in names:
            one = run(build, name, options.seconds, options.timeout)
            found += one["findings"]
            said = one.pop("said")
            if one["findings"]:
                print(f"{name}: a finding, kept in {build / 'fuzzing/findings' / name}\n{said[-6000:]}", flush=True)
            # The file is read again each time, since other harnesses may run beside this one.
            record = build / "fuzzing" / f"totals-{name}.json"
            totals = json.loads(record.read_text()) if record.exists() else {}
            add(totals, name, one)
            record.write_text(json.dumps(totals))
            print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in totals[name].items()), flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
