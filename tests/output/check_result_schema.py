#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks results against `cutline schema result` with python3-jsonschema, which shares no code with us.

Prints what is wrong, and nothing where all is well. Usage: check_result_schema.py PROGRAM LAYOUTS
"""
import json
import pathlib
import subprocess
import sys

import jsonschema

# With packages, a guest, a curve, failing links, contention, planes, wires over the nodes, ideal candidates.
SPECS = ["gallery/first", "gallery/chiplets", "gallery/stack", "gallery/tiles-over", "gallery/how-sure",
         "papers/ranade-johnsson-1987/table-1", "papers/dally-1991/eq-4", "papers/dally-1987-memo/short-wires"]


def output_of(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=False).stdout


def main():
    program, layouts = sys.argv[1], pathlib.Path(sys.argv[2])
    schema = json.loads(output_of(program, "schema", "result"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for spec in SPECS:
        result = json.loads(output_of(program, "compare", str(layouts / (spec + ".yaml")), "--format", "json"))
        for error in validator.iter_errors(result):
            print(f"{spec}: {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}")
        record = result["candidates"][0]
        for key in ["delay", "notes"]:  # what is missing, unknown or of another type is found
            del record[key]
        record["latency"] = 1
        record["channel"]["width_bits"] = "wide"
        found = sorted(error.message[:30] for error in validator.iter_errors(result))
        if len(found) != 4:
            print(f"{spec}: four mistakes, but found {found}")


main()
