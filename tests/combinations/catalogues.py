# SPDX-License-Identifier: Apache-2.0
"""What a spec may hold, as the program tells it: the JSON Schema, the catalogues, and small networks of every family.

Nothing here names a family, a key or a format: a new row is drawn because the program lists it.
"""
import functools
import json
import pathlib
import random
import re
import subprocess

import yaml

LAYOUTS = pathlib.Path(__file__).resolve().parents[2] / "layouts"
MOST_NODES = 64  # of a drawn network, switches and interchanges too
MOST_LINKS = 400
TRIED = 60  # choices of parameters that are tried for a family in a round
ROUNDS = 6
WANTED = 20


class Catalogues:
    def __init__(self, program):
        self.program = program
        self.schema = json.loads(self._say("schema"))

    def _say(self, *arguments, text=None):
        done = subprocess.run([self.program, *arguments], input=text, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode in (0, 1) else done.stderr

    @functools.cache
    def rows(self, kind):
        return json.loads(self._say("list", kind, "--format", "json"))

    def names(self, kind):
        return [row["name"] for row in self.rows(kind)]

    @functools.cached_property
    def explained(self):
        """Names that `explain` takes: measures, and keys of records."""
        return self.names("measures") + [row["key"] for row in self.rows("quantities") if row["unit"]]

    @functools.cached_property
    def columns(self):
        return [row["key"] for row in self.rows("quantities")]

    @functools.cached_property
    def in_print(self):
        """The networks of the specs under layouts/: a family with many keys is seldom drawn whole by chance."""
        texts = [path.read_text() for path in sorted(LAYOUTS.rglob("*.yaml"))]
        return [topology for text in texts for topology in _topologies(yaml.safe_load(text))]

    @functools.cached_property
    def networks(self):
        """For every family, small networks that it can build: {"topology": map, "nodes", "switches", "dimensions"}."""
        return {name: found for name in self.names("families") if (found := self._networks_of(name))}

    def _networks_of(self, family):
        row = next(row for row in self.rows("families") if row["name"] == family)
        chance = random.Random(family)
        seeds = [topology for topology in self.in_print if topology["family"] == family]
        found = {}
        for _ in range(0 if family == "graph" else ROUNDS):  # graphs are drawn with their links
            tried = {f"n{index}": _parameters(row, chance, seeds) for index in range(TRIED)}
            told = self._candidates(tried)
            for _ in range(TRIED):
                said = self._say("measure", "--dry-run", "--width", "250", "-", text=told)
                wrong = {int(line) for line in re.findall(r"^[^:\n]*:(\d+):", said, re.MULTILINE)}
                if not wrong:
                    break
                told = "".join(line for number, line in enumerate(told.splitlines(keepends=True), 1)
                               if number not in wrong)
            rows = re.findall(r"^(n\d+) .*? {2,}([\d,]+) +([\d,]+) +[\d,]+ {2,}", said, re.MULTILINE)
            small = {name: tried[name] for name, *sizes in rows
                     if int(sizes[0].replace(",", "")) <= MOST_NODES and int(sizes[1].replace(",", "")) <= MOST_LINKS}
            said = self._say("measure", "--format", "json", "-", text=self._candidates(small)) if small else ""
            for record in json.loads(said)["candidates"] if said.startswith("{") else []:
                if record["nodes"] + record["switches"] + record["interchanges"] <= MOST_NODES:
                    found[json.dumps(small[record["name"]])] = {
                        "topology": small[record["name"]], "nodes": record["nodes"], "switches": record["switches"],
                        "links": record["links"], "dimensions": len(record["parameters"].get("radices", [])) or
                        record["parameters"].get("dimensions", 1)}
            if len(found) >= WANTED:
                break
        return sorted(found.values(), key=lambda one: (one["nodes"] + one["switches"], one["links"]))

    @staticmethod
    def _candidates(topologies):
        lines = [json.dumps({"name": name, "topology": topology}) for name, topology in topologies.items()]
        return "cutline: 1\npopulation: any\ncandidates:\n" + "".join(f"- {line}\n" for line in lines)


def _parameters(row, chance, seeds):
    """A choice of small parameters: all that are required and some of the others, or those of a network in print."""
    often = chance.choice((0.15, 0.3, 0.6))
    seed = chance.choice(seeds) if seeds and chance.random() < 0.5 else {}
    topology = {"family": row["name"]}
    for field in row["parameters"]:
        if not field["required"] and field["name"] not in seed and chance.random() > often / (2 if seed else 1):
            continue
        if field["name"] in seed and chance.random() < 0.4:
            topology[field["name"]] = seed[field["name"]]
            continue
        low = int(max(field["min"] or 0, 1))
        numbers = [low + min(chance.randrange(7), chance.randrange(7)) for _ in range(chance.randrange(1, 4))]
        if field["kind"] == "choice":
            topology[field["name"]] = chance.choice(field["choices"])
        elif field["kind"] in ("integer", "number"):
            topology[field["name"]] = chance.choice((4, 8, 9, 16, 24)) if field["name"] == "nodes" else numbers[0]
        elif field["kind"] == "integers":
            topology[field["name"]] = numbers
    return topology


def _topologies(value):
    """Every map with a family, anywhere in a spec."""
    if isinstance(value, dict):
        if isinstance(value.get("family"), str):
            yield value
        for inner in value.values():
            yield from _topologies(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _topologies(inner)
