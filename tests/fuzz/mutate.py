#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutates specs, technologies, graphs and records of the repository, and runs the whole program on them.

Any exit code but 0 to 4, a time-out, and a number that is none in what is printed is a finding; it is kept in a folder
with the input, the command and what was said. Ends with 1 where there was one.

usage: mutate.py PROGRAM [--seconds 60] [--seed 1] [--findings FOLDER] [--timeout 60] [--memory 3000]
"""
import argparse
import copy
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRAPHS = ROOT / "tests/topology/graphs"
MOST_BYTES = 6000  # of a seed: small studies, many runs
NUMBERS = [0, 1, -1, 2, 3, 4, 5, 7, 8, 16, 30, 64, 0.5, 1.5, 1e-9, 1e9, 1e300, 2**31, 2**53, 2**63, True, None, ""]
QUANTITY = re.compile(r"^([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)( *[a-zA-Z%/].*)$")
BYTES = [b"\n", b": ", b"- ", b"[", b"]", b"{", b"}", b"&a ", b"*a", b"'", b'"', b"#", b"\xff", b"\0", b"1e999", b"-"]
EXPECTED = {0, 1, 2, 3, 4}
SANITIZED = 99


def below(node, path=()):
    """Every place of a document: the path and the value."""
    yield path, node
    entries = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in entries:
        yield from below(value, path + (key,))


def at(node, path):
    for key in path:
        node = node[key]
    return node


class Mutator:
    """Makes new documents from known ones, by keys that occur in several of them."""

    def __init__(self, rng, documents):
        self.rng = rng
        self.documents = documents
        self.values = {}   # by key: what stands there in any document
        self.entries = {}  # by the key of a map: keys and values that stand in such maps
        for document in documents:
            for path, value in below(document):
                key = self.key(path)
                self.values.setdefault(key, []).append(value)
                if isinstance(value, dict):
                    self.entries.setdefault(key, []).extend(value.items())

    @staticmethod
    def key(path):
        return next((key for key in reversed(path) if isinstance(key, str)), "")

    def scalar(self, value):
        match = QUANTITY.match(value) if isinstance(value, str) else None
        if match and self.rng.random() < 0.9:
            factor = self.rng.choice([0, -1, 0.01, 0.3, 0.9, 1.1, 3, 100, 1e6, 1e-6, 1e30])
            return f"{float(match[1]) * factor:g}{match[2]}"
        if isinstance(value, (int, float)) and not isinstance(value, bool) and self.rng.random() < 0.6:
            return self.rng.choice([value + 1, value - 1, value * 2, value // 2, -value, value + 0.5])
        return self.rng.choice(NUMBERS)

    def change(self, document):
        places = list(below(document))[1:]
        if not places:
            return
        path, value = self.rng.choice(places)
        parent, key = at(document, path[:-1]), path[-1]
        what = self.rng.random()
        if what < 0.35 and not isinstance(value, (dict, list)):
            parent[key] = self.scalar(value)
        elif what < 0.65:
            parent[key] = copy.deepcopy(self.rng.choice(self.values[self.key(path)]))
        elif what < 0.75:
            del parent[key]
        elif what < 0.85 and isinstance(parent, list):
            parent.insert(self.rng.randrange(len(parent) + 1), copy.deepcopy(value))
        elif what < 0.97 and self.entries.get(self.key(path[:-1])) and isinstance(parent, dict):
            name, entry = self.rng.choice(self.entries[self.key(path[:-1])])
            parent[name] = copy.deepcopy(entry)
        else:
            parent[key] = copy.deepcopy(self.rng.choice(places)[1])

    def mutated(self, document=None):
        document = copy.deepcopy(self.rng.choice(self.documents) if document is None else document)
        for _ in range(self.rng.choice([1, 1, 1, 1, 1, 2, 2, 3])):
            self.change(document)
        return document


def garbled(rng, data):
    """The bytes after a few changes that ignore what they mean."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        spot = rng.randrange(len(data) + 1)
        what = rng.randrange(4)
        if what == 0:
            data[spot:spot] = rng.choice(BYTES)
        elif what == 1:
            del data[spot:spot + rng.randint(1, 20)]
        elif what == 2 and data:
            data[spot % len(data)] = rng.randrange(256)
        else:
            data[spot:spot] = data[:rng.randint(1, 80)]
    return bytes(data)


def shuffled_lines(rng, data):
    """The file of a graph with lines left out, repeated and exchanged, and with numbers changed."""
    lines = data.split(b"\n")
    for _ in range(rng.randint(1, 4)):
        spot = rng.randrange(len(lines))
        what = rng.randrange(4)
        if what == 0 and len(lines) > 1:
            del lines[spot]
        elif what == 1:
            lines.insert(spot, rng.choice(lines))
        elif what == 2:
            other = rng.randrange(len(lines))
            lines[spot], lines[other] = lines[other], lines[spot]
        else:
            lines[spot] = re.sub(rb"\d+", lambda _: str(rng.choice([0, 1, 2, 3, 7, 40, 65536])).encode(), lines[spot], 1)
    return b"\n".join(lines)


def documents(*patterns):
    """Small specs, with absolute paths for the files that they name."""
    found = []
    for path in sorted(path for pattern in patterns for path in ROOT.glob(pattern)):
        if path.stat().st_size > MOST_BYTES:
            continue
        document = yaml.safe_load(path.read_text())
        for place, value in list(below(document)):
            if isinstance(value, str) and place and (path.parent / value).is_file():
                at(document, place[:-1])[place[-1]] = str(path.parent / value)
        found.append(document)
    return found


def listed(program, kind):
    out = subprocess.run([program, "list", kind, "--format", "json"], capture_output=True, text=True, check=True).stdout
    return [row["name"] for row in json.loads(out)]


def names_of(spec):
    """The names of the candidates, if the spec gives them."""
    candidates = spec.get("candidates") if isinstance(spec, dict) else None
    maps = [each for each in candidates if isinstance(each, dict)] if isinstance(candidates, list) else []
    return [each["name"] for each in maps if isinstance(each.get("name"), str)]


def mended(rng, spec):
    """The spec with names of candidates that exist: most changes break them, which would hide other errors."""
    names = names_of(spec)
    if not names:
        return spec
    spec.pop("expect", None)
    if isinstance(spec.get("hold"), dict):
        for key, value in spec["hold"].items():
            if isinstance(value, str):
                spec["hold"][key] = re.sub(r"\bof (.*)", lambda m: m[0] if m[1] in names else f"of {rng.choice(names)}",
                                           value)
    return spec


class Runs:
    """Runs one command on one input after the other."""

    def __init__(self, options):
        self.options = options
        self.rng = random.Random(options.seed)
        self.specs = Mutator(self.rng, documents("layouts/gallery/**/*.yaml", "layouts/papers/**/*.yaml",
                                                 "layouts/new/*.yaml", "examples/**/*.yaml"))
        self.technologies = Mutator(self.rng, documents("layouts/technologies/*.yaml"))
        self.graphs = [path for path in sorted(GRAPHS.iterdir()) if path.suffix not in (".truth", ".py")]
        self.exports = listed(options.program, "exports")
        self.figures = listed(options.program, "figures")
        self.measures = listed(options.program, "measures")
        self.count, self.codes, self.findings = 0, {}, 0

    def graph_spec(self, folder):
        path = self.rng.choice(self.graphs)
        change = self.rng.choice([garbled, shuffled_lines, shuffled_lines])
        (folder / path.name).write_bytes(change(self.rng, path.read_bytes()))
        spec = {"cutline": 1, "candidates": [{"name": "own", "topology": {"family": "graph", "file": path.name}}]}
        donor = self.rng.choice(self.specs.documents)
        for key in self.rng.sample(sorted(donor), self.rng.randint(0, len(donor))):
            if key != "candidates":
                spec[key] = copy.deepcopy(donor[key])
        if isinstance(spec.get("hold"), dict) and self.rng.random() < 0.8:
            spec["hold"] = {self.rng.choice(sorted(spec["hold"])): "of own"}
        return self.specs.mutated(spec) if self.rng.random() < 0.3 else spec

    def spec(self, folder):
        kind = self.rng.random()
        if kind < 0.2:
            spec = self.graph_spec(folder)
        elif kind < 0.35:
            spec = copy.deepcopy(self.rng.choice(self.specs.documents))
            spec["technology"] = self.technologies.mutated()
        else:
            spec = self.specs.mutated()
        if self.rng.random() < 0.9:
            spec = mended(self.rng, spec)
        self.names = names_of(spec)
        text = yaml.safe_dump(spec, sort_keys=False, allow_unicode=True).encode()
        return garbled(self.rng, text) if self.rng.random() < 0.1 else text

    def command(self, folder):
        pick = self.rng.choice
        chosen = ["-c", pick(self.names)] if self.names else []
        command = pick(["compare", "compare", "measure", "check", "draw", "export", "export", "export", "plot", "report",
                        "profile", "explain", "explain", "against", "merge", "delay"])
        limits = ["--max-memory", "500 MB", "--effort", "1e6", "--threads", "1"]
        formats = ["--format", pick(["table", "json", "jsonl", "csv", "markdown"])]
        if command == "delay":
            (folder / "t.yaml").write_text(yaml.safe_dump(self.technologies.mutated(), sort_keys=False))
            return ["delay", "--technology", "t.yaml", "--length", pick(["0.5mm..10mm", "1um..1m", "3mm", "0.1um..1um"]),
                    "-o", pick(["-", "d.svg"])]
        if command in ("against", "merge"):
            return [command, "spec.yaml", *limits]
        if command == "compare":
            return [command, "spec.yaml", *limits, *formats]
        if command in ("measure", "check"):
            return [command, "spec.yaml", *limits, *formats, *(chosen if self.rng.random() < 0.5 else [])]
        if command == "report":
            return [command, "spec.yaml", *limits, "-o", "r.html"]
        more = {"draw": ["--colour", pick(["dimension", "length", "delay"])],
                "export": ["--to", pick(self.exports), "-o", "out"], "plot": ["--what", pick(self.figures)],
                "profile": formats, "explain": formats}[command]
        return [command, "spec.yaml", *([pick(self.measures)] if command == "explain" else []), *chosen, *limits, *more]

    def run(self, folder, arguments):
        memory = self.options.memory << 20
        sanitizer = f"exitcode={SANITIZED}:hard_rss_limit_mb={self.options.memory}:detect_leaks=1"
        environment = dict(os.environ, ASAN_OPTIONS=sanitizer, UBSAN_OPTIONS=f"{sanitizer}:print_stacktrace=1")
        limit = None if self.options.sanitized else lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        self.count += 1
        try:
            done = subprocess.run([self.options.program, *arguments], cwd=folder, capture_output=True, env=environment,
                                  timeout=self.options.timeout, preexec_fn=limit, stdin=subprocess.DEVNULL)
            return done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            return "time-out", b"", b""

    def records(self, folder, command, limits):
        """Writes a result or its parts, garbles it, and returns the command that reads it."""
        if command == "against":
            self.run(folder, ["compare", "spec.yaml", "--format", "json", "-o", "old.json", *limits])
            names, then = ["old.json"], ["compare", "spec.yaml", "--against", "old.json", *limits]
        else:
            names = ["p1", "p2"]
            for part, name in enumerate(names, 1):
                self.run(folder, ["measure", "spec.yaml", "--shard", f"{part}/2", "-o", name, *limits])
            then = ["merge", *names, "--by", self.rng.choice(["nodes", "performance.latency_ns", "name", "delay.model"])]
        for name in names:
            path = folder / name
            if not path.exists():
                return []
            text = path.read_bytes()
            spot = text.find(b'":', self.rng.randrange(len(text) + 1))
            if self.rng.random() < 0.5 and spot > 0:
                value = self.rng.choice([b"null", b"[]", b"{}", b"-1", b"1e308", b'"x"', b"true"])
                text = re.sub(rb'^":\s*("[^"]*"|[-0-9.e+]+|null|true|false|)', b'":' + value, text[spot:])
                text = path.read_bytes()[:spot] + text
            else:
                text = garbled(self.rng, text)
            path.write_bytes(text)
        return then

    def once(self, folder):
        spec = self.spec(folder)
        (folder / "spec.yaml").write_bytes(spec)
        arguments = self.command(folder)
        if arguments[0] in ("against", "merge"):
            arguments = self.records(folder, arguments[0], arguments[2:])
        if not arguments:
            return
        code, out, err = self.run(folder, arguments)
        self.codes[code] = self.codes.get(code, 0) + 1
        no_number = re.search(rb"(?i)(?<![\w.-])-?(nan|inf)(?![\w-])", out) if code in (0, 1) else None
        if no_number and no_number[0].lower() not in spec.lower():
            code = "no number"
        if code not in EXPECTED:
            self.keep(folder, arguments, code, out, err)

    def keep(self, folder, arguments, code, out, err):
        self.findings += 1
        kept = pathlib.Path(self.options.findings) / f"{self.options.seed}-{self.count}-{str(code).replace(' ', '-')}"
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(folder, kept)
        (kept / "command").write_text("cutline " + " ".join(f"'{each}'" if " " in each else each for each in arguments))
        (kept / "said").write_bytes(err + out[-5000:])
        last = err.decode(errors="replace").strip().splitlines()[:3]
        print(f"finding: {code}: {kept}\n  " + "\n  ".join(last), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", type=os.path.abspath, default="findings")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one run")
    parser.add_argument("--memory", type=int, default=3000, help="MiB for one run")
    options = parser.parse_args()
    options.sanitized = b"__asan_init" in pathlib.Path(options.program).read_bytes()
    runs = Runs(options)
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory() as folder:
            runs.once(pathlib.Path(folder))
    codes = ", ".join(f"{code}: {count}" for code, count in sorted(runs.codes.items(), key=str))
    print(f"{runs.count} runs, {runs.findings} findings; exit codes {codes}")
    return 1 if runs.findings else 0


if __name__ == "__main__":
    sys.exit(main())
