#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the JSON Schemas under layouts/ with python3-jsonschema, which shares no code with us.

Every spec and technology of the library is valid; every mistake below is found where it stands. Prints what is wrong,
and nothing where all is well. Usage: check_schema.py FOLDER_OF_THE_REPOSITORY
"""
import json
import pathlib
import re
import sys

try:
    import jsonschema
    import yaml
except ImportError:
    print("python3-jsonschema or python3-yaml is not installed")
    sys.exit()

HEAD = "cutline: 1\n"
TAIL = "candidates: [{name: t, topology: {family: torus, radix: 4, dimensions: 2}}]\n"
# A spec with one mistake, and the place of the mistake: keys and indices joined by dots.
MISTAKES = [
    (HEAD, ""),
    (HEAD + "titel: x\n" + TAIL, ""),
    (HEAD + "message: 150\n" + TAIL, "message"),
    (HEAD + "message: 5 mm\n" + TAIL, "message"),
    (HEAD + "hold: {pin: 8 pins}\n" + TAIL, "hold"),
    (HEAD + "clock: {rule: slow}\n" + TAIL, "clock.rule"),
    (HEAD + "router: {delay: 3}\n" + TAIL, "router.delay"),
    (HEAD + "delay: nolinear\n" + TAIL, "delay"),
    (HEAD + "limits: {layers: 0}\n" + TAIL, "limits.layers"),
    (HEAD + "packages: [{name: chip, cells: 2}]\n" + TAIL, "packages.0.cells"),
    (HEAD + "candidates: [{nme: t}]\n", "candidates.0"),
    (HEAD + "candidates: [{topology: {family: tours, radix: 4}}]\n", "candidates.0.topology"),
    (HEAD + "candidates: [{topology: {family: torus, radx: 4}}]\n", "candidates.0.topology"),
    (HEAD + TAIL + "expect: [{candidate: t, ky: nodes}]\n", "expect.0"),
]


class Loader(yaml.SafeLoader):
    """Reads YAML 1.2, in which only true and false are truth values, and 1e-9 is a number."""


Loader.yaml_implicit_resolvers = {
    first: [rule for rule in rules if rule[0] not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))
Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]+$"), list("-+0123456789"))


def validator(path):
    schema = json.loads(path.read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def place(error):
    return ".".join(str(step) for step in error.absolute_path)


def main():
    layouts = pathlib.Path(sys.argv[1]) / "layouts"
    of_spec = validator(layouts / "cutline.schema.json")
    of_kind = {folder: validator(layouts / f"{kind}.schema.json") for folder, kind in
               [("technologies", "technology"), ("connectors", "connector"), ("materials", "material"), ("media", "medium"), ("prices", "prices")]}
    for path in sorted(layouts.rglob("*.yaml")):
        schema = of_kind.get(path.parent.name, of_spec)
        for error in schema.iter_errors(yaml.load(path.read_text(), Loader)):
            print(f"{path.relative_to(layouts)}: {place(error)}: {error.message[:200]}")
    for text, where in MISTAKES:
        errors = list(of_spec.iter_errors(yaml.load(text, Loader)))
        found = [place(error) for error in errors]
        if found != [where]:
            print(f"a mistake at '{where}' was found at {found} in:\n{text}")


main()
