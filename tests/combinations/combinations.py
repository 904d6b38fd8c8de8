#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws valid specs, runs the program on each, and keeps what must not happen, as small as it gets.

usage: combinations.py PROGRAM [--specs 300 | --hours H] [--seed 1] [--seconds S] [--folder build/combinations] [--free]

Ends with 1 where it found a fault. The folder holds offenders.md (a section for each cause), the specs of them, and
drawn.json: specs drawn by kind of key, specs in which the reference compared each quantity, and refusals by sentence
with the shortest spec that met each.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import sys
import tempfile
import time
import traceback

try:
    import yaml
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis import strategies as st
except ImportError as missing:
    sys.exit(f"{missing.name} is not installed: tests skipped")
import networks
import offenders
import relations
from catalogues import Catalogues
from offenders import Offence, general
from relations import answer_records
from running import Runner, repaired
from specs import Spec, specs

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "second_opinion"))
try:
    import second_opinion
except ImportError:
    second_opinion = None

SPECS_OF_FAULTS = pathlib.Path(__file__).resolve().parent / "specs"
REPAIRS = 8
SHRINKING = 40  # seconds for one finding


def choices(catalogues):
    """What is asked of a spec beside its numbers."""
    return st.fixed_dictionaries({
        "candidate": st.integers(0, 2), "opinion": st.booleans(), "commands": st.sets(st.integers(0, 6), max_size=3),
        "pick": st.integers(0, 40),
        "format": st.sampled_from(("table", "csv", "markdown", "latex")),
        "explain": st.sampled_from(catalogues.explained), "export": st.sampled_from(catalogues.names("exports")),
        "axis": st.sampled_from(("x", "y", "z", "loads")), "relation": st.sampled_from(relations.RELATIONS)})


def paths_of(value, path=""):
    for key, inner in value.items() if isinstance(value, dict) else []:
        here = f"{path}.{key}" if path else key
        yield here
        yield from paths_of(inner, here)
        for item in inner if isinstance(inner, list) else []:
            yield from paths_of(item, here)


class TimeIsOver(BaseException):
    """Not an Exception, so that Hypothesis lets it pass."""


class Session:
    """What was drawn and found so far. While Hypothesis shrinks a finding, `target` is its signature."""

    def __init__(self, program, folder, free=False, only_refusals=False):
        self.folder, self.only_refusals = pathlib.Path(folder), only_refusals
        self.folder.mkdir(parents=True, exist_ok=True)
        self.work = tempfile.TemporaryDirectory()
        self.runner = Runner(program, self.work.name, free)
        self.found, self.failed = {}, {}
        self.target, self.asked, self.last = None, [], None
        self.drawn = self.accepted = self.refused = 0
        self.keys, self.families = collections.Counter(), collections.Counter()
        self.refusals, self.shortest = collections.Counter(), {}
        self.compared, self.opinions = 0, collections.Counter()
        self.until = self.shrunk_by = float("inf")

    def examine(self, spec, choice):
        """Raises the first offence that is new, or the one that is shrunk, for at most SHRINKING seconds."""
        shrinking = self.target is not None
        key = f"{spec.text()}{choice}"
        if key in self.failed:
            self.last = self.failed[key]
            raise self.last[1]
        if time.monotonic() > (self.shrunk_by if shrinking else self.until):
            raise TimeIsOver
        for offence in self.all_offences(spec, choice):
            if offence.signature.startswith("too slow") and networks.searches_long(self.examined.document):
                continue
            known = self.found.get(offence.signature)
            if not shrinking and known is not None:
                known["times"] += 1
            if offence.signature == self.target or (not shrinking and known is None):
                if not shrinking:
                    self.target, self.asked = offence.signature, offence.command
                    self.shrunk_by = time.monotonic() + SHRINKING
                self.last = self.failed[key] = (self.examined, offence)
                raise offence

    def all_offences(self, spec, choice):
        """The offences; a fault of these tests themselves is one too, so that they go on."""
        try:
            yield from self.offences(spec, choice)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            trace = traceback.format_exc()
            yield Offence("these tests failed", trace.strip().splitlines()[-1], trace)

    def asks(self, command):
        """Whether a command is run: while a finding is shrunk, only the one that found it."""
        return self.target is None or not self.asked or self.asked == command

    def offences(self, spec, choice):
        count = self.target is None
        answer, spec = self.accepted_part(spec, count)
        self.examined = spec
        if self.only_refusals:
            return
        yield from offenders.of_answer(answer)
        if answer.code != 0:
            return
        yield from offenders.of_records(answer)
        records = {}
        for record in json.loads(answer.out)["candidates"]:
            records.setdefault(record["name"], record)
        one = ["-c", list(records)[choice["candidate"] % len(records)]]
        axis = ["--loads"] if choice["axis"] == "loads" else ["--axis", choice["axis"]]
        commands = [["check", "spec.yaml", "--format", "json"]] + [command for index, command in enumerate((
            ["compare", "spec.yaml", "--format", "json"],
            ["compare", "spec.yaml", "--format", choice["format"]],
            ["profile", "spec.yaml", *one, *axis],
            ["draw", "spec.yaml", *one, "-o", "drawn.svg"],
            ["explain", "spec.yaml", *one, choice["explain"]],
            ["export", "spec.yaml", *one, "--to", choice["export"], "-o", "exported"],
            ["report", "spec.yaml", "-o", "report.html"])) if index in choice["commands"]]
        for command in commands:
            if not self.asks(command):
                continue
            told = self.runner(*command)
            if count and told.code in (1, 2, 4) and told.err:
                self.count_refusal(f"{command[0]}: {general(told.said())}", spec)
            yield from offenders.of_answer(told, placed=False)
            yield from offenders.of_check(told)
            if command == ["compare", "spec.yaml", "--format", "json"]:
                pairs = zip(answer_records(answer), answer_records(told))
                yield from self.related((("compare", *pair) for pair in pairs), command)
        if "search" in spec.document and self.asks(["search"]):
            yield from self.searched(spec)
        if second_opinion and choice["opinion"] and self.asks(["reference"]):
            yield from self.disagreements()
        if self.asks(["relation"]):
            again = Again(self.runner, spec)
            yield from self.related(relations.pairs(choice["relation"], spec, records, again, choice["pick"]),
                                    ["relation"])

    def searched(self, spec):
        """Offences of the spec's own search, and of the spec of the networks that it finds."""
        question = relations.question(spec)
        answer = self.search_of(question)
        written = self.runner("search", "spec.yaml", "-o", "winners.yaml")
        yield from (renamed(offence) for told in (answer, written) for offence in offenders.of_answer(told, False))
        (self.runner.folder / "winners.yaml").write_text(written.files.get("winners.yaml", ""))
        for command in ("measure", "check") if written.files else ():
            told = self.runner(command, "winners.yaml", "--format", "json")
            if told.code in (2, 3):
                yield renamed(Offence("winners refused", general(told.said()), told.err[:1000]))
            for offence in (*offenders.of_answer(told), *offenders.of_records(told), *offenders.of_check(told)):
                yield renamed(offence)
        for pairs in self.related(relations.fewer_families(question, answer, self.search_of), ["search"]):
            yield renamed(pairs)
        self.runner.put(spec)

    def search_of(self, question):
        self.runner.put(question)
        return self.runner("search", "spec.yaml", "--format", "json")

    def disagreements(self):
        """Numbers that are not those of the reference."""
        try:
            report = second_opinion.compared(self.runner.folder / "spec.yaml", self.runner.program)
        except second_opinion.Refused:
            return
        if self.target is None and report.compared:
            self.compared += 1
            self.opinions.update(report.compared.keys())
        for one in report.found:
            yield Offence("not the reference's", one.quantity, str(one), ["reference"])

    @staticmethod
    def related(pairs, command):
        for name, before, after in pairs:
            before, after = ({key: value for key, value in record.items() if key not in relations.TELLING}
                             for record in (before, after))
            for path, one, other in relations.differences(before, after):
                yield Offence("differs", f"{name}: {path}", f"{str(one)[:300]} and {str(other)[:300]}", command)
                break

    def accepted_part(self, spec, count):
        """The spec without the keys that the program refuses, with `measure`'s answer; counts what it refuses."""
        if count:
            self.drawn += 1
            if self.drawn % 100 == 0:
                self.write()
            self.keys.update(set(paths_of(spec.document)))
            self.families.update(topology["family"] for one in spec.document["candidates"]
                                 for topology in networks.topologies_of(one))
        for repair in range(REPAIRS):
            self.runner.put(spec)
            answer = self.runner("measure", "spec.yaml", "--format", "json")
            if answer.code not in (1, 2):
                break
            if count:
                self.refused += repair == 0
                for sentence in {general(found) for found in re.findall("error: (.*)", answer.err)}:
                    self.count_refusal(f"measure: {sentence}", spec)
            smaller = repaired(spec, answer)
            if smaller is None:
                break
            spec = smaller
        if count:
            self.accepted += answer.code == 0
        return answer, spec

    def count_refusal(self, sentence, spec):
        self.refusals[sentence] += 1
        text = spec.text()
        if len(text) < len(self.shortest.get(sentence, text + " ")):
            self.shortest[sentence] = text

    def keep(self):
        """Writes the finding that was shrunk, and what was drawn."""
        spec, offence = self.last
        number = len(self.found)
        self.found[offence.signature] = {"times": 1, "number": number}
        place = self.folder / f"{number:03}"
        place.mkdir(exist_ok=True)
        for name, text in [*spec.files.items(), ("spec.yaml", spec.text())]:
            (place / name).write_text(text)
        with open(self.folder / "offenders.md", "a", encoding="utf-8") as out:
            out.write(f"## {number:03} {offence.signature}\n`{' '.join(offence.command)}`, after {self.drawn} specs\n\n"
                      f"```yaml\n{spec.text()}```\n\n{offence.detail}\n\n")
        self.target, self.last, self.failed = None, None, {}

    def write(self):
        (self.folder / "drawn.json").write_text(json.dumps({
            "drawn": self.drawn, "refused": self.refused, "accepted_in_part": self.accepted, "runs": self.runner.runs,
            "compared_with_the_reference": self.compared, "quantities": dict(self.opinions.most_common()),
            "keys": dict(self.keys.most_common()), "families": dict(self.families.most_common()),
            "refusals": {sentence: {"times": times, "shortest": self.shortest[sentence]}
                         for sentence, times in self.refusals.most_common()},
            "found": self.found}, indent=1))


def renamed(offence):
    """Found by a search, whichever run of it."""
    offence.command = ["search"]
    return offence


class Again:
    """Runs of other specs, for relations."""

    def __init__(self, runner, spec):
        self.runner, self.spec = runner, spec

    def raw(self, spec, *command, threads=1):
        self.runner.put(spec)
        return self.runner(*command, threads=threads)

    def __call__(self, spec, *more):
        return answer_records(self.raw(spec, "measure", "spec.yaml", "--format", "json", *more))


def search(session, catalogues, start, count, seconds):
    """Draws specs from this seed; where one is at fault, keeps it, and goes on from the next seed."""
    session.until = time.monotonic() + seconds
    while session.drawn < count and time.monotonic() < session.until:
        @seed(start)
        @settings(max_examples=max(count - session.drawn, 1), deadline=None, database=None, print_blob=False,
                  phases=(Phase.generate, Phase.shrink), suppress_health_check=list(HealthCheck),
                  report_multiple_bugs=False)
        @given(specs(catalogues), choices(catalogues))
        def drawn(spec, choice):
            session.examine(spec, choice)
        try:
            drawn()
        except TimeIsOver:
            if session.failed:
                session.last = min(session.failed.values(), key=lambda found: len(found[0].text()))
        except Exception:  # Hypothesis wraps what it shrank in errors of its own
            if session.last is None:
                raise
        if session.last is not None:
            print(f"{session.drawn} specs: {session.last[1].signature[:150]}", flush=True)
            session.keep()
        session.write()
        start += 1


def known_faults(session):
    """The specs of faults that were mended: each still measures, is proved and meets what it expects, or is refused in
    its place."""
    wrong = 0
    for path in sorted(SPECS_OF_FAULTS.glob("*.yaml")):
        for command in (("measure", str(path), "--format", "json"), ("check", str(path), "--format", "json"),
                        ("export", str(path), "--to", "edges", "-o", "-"), ("report", str(path), "-o", "-")):
            answer = session.runner(*command)
            found = [*offenders.of_answer(answer, placed=command[0] in ("measure", "check")), *offenders.of_records(answer),
                     *offenders.of_check(answer)]
            for offence in found:
                print(f"{path.name}: {offence.signature}\n{offence.detail}")
                wrong += 1
        if "expect:" in path.read_text() and session.runner("compare", str(path)).code != 0:
            print(f"{path.name}: a number is not as expected")
            wrong += 1
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--specs", type=int, default=10**9)
    parser.add_argument("--hours", type=float, default=0)
    parser.add_argument("--seconds", type=float, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", default="build/combinations")
    parser.add_argument("--free", action="store_true", help="no limit of memory: a build with sanitizers")
    parser.add_argument("--refusals", action="store_true", help="measure alone: for the count of refusals")
    options = parser.parse_args()
    os.environ["TERM"] = "dumb"
    session = Session(options.program, options.folder, options.free, options.refusals)
    wrong = known_faults(session)
    search(session, Catalogues(options.program), options.seed, options.specs,
           options.hours * 3600 or options.seconds)
    session.write()
    print(f"{session.drawn} specs drawn, {session.refused} with keys that do not go together, "
          f"{session.runner.runs} runs, {session.compared} compared with the reference, "
          f"{len(session.found)} causes of faults")
    return 1 if wrong or session.found else 0


if __name__ == "__main__":
    sys.exit(main())
