#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Collects what the harnesses begin with: seeds from the specs, technologies and graphs of the repository, and words
from the schemas. Nothing is copied into the repository.

usage: seeds.py PROGRAM FOLDER    writes FOLDER/HARNESS/* and FOLDER/HARNESS.dict
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MOST_BYTES = 16384
SPECS = ["layouts/**/*.yaml", "examples/**/*.yaml"]
SMALL_SPECS = ["examples/tutorial/1-torus.yaml", "layouts/gallery/first.yaml", "layouts/gallery/stack.yaml"]
TEXTS = {
    "set": ["candidates[mesh].topology.radix=8\nhold.bisection=of ring\n", "candidates[0].placement.order=gray",
            "clock={rule: fixed, frequency: 2 GHz}\nmessage[0].size=99 bits\n", "defaults.router.delay=5 cycles"],
    "traffic": ["# from to weight\n0 1 1\n1 2 0.5 # half\n2,0,1e-3\n\n3\t1 7\r\n"],
    "routes": ["site,destination,next,layer\n0,1,1,0\n0,2,1,1 # far\n1,0,0\n1,2,2\n2 0 1 1\n2\t1\t1\r\n"],
    "floorplans": ["node,x_mm,y_mm,width_mm,height_mm,rotation\na,0,0,1,2,90\n\"b, c\",1.5,0,1,1,FN\n",
                   "a 0.001 0.002 0 0 # heat\nb\t1e-3 1e-3 2e-3 0\n",
                   "UNITS DISTANCE MICRONS 2000 ;\nDIEAREA ( 0 0 ) ( 9000 8000 ) ;\nCOMPONENTS 1 ;\n"
                   "- a m + FIXED ( 10 20 ) FE ;\nEND COMPONENTS\nBLOCKAGES 1 ;\n- LAYER M1 RECT ( 0 0 ) ( 2 4 ) ;\n"
                   "END BLOCKAGES\n====\nMACRO m\n SIZE 2 BY 1 ;\n PIN p\n END p\nEND m\n"],
    "rows": ["0 0\n1 0\n0, 1\n1 1 # last\n", "0 0 0\n1 0 0\n", "3\n1\n2\n0\n"],
}


def program_output(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False).stdout


def graphs(program):
    """The files, by the harness of their format."""
    found = {}
    for row in json.loads(program_output(program, "list", "formats", "--format", "json")):
        if row["holds"] != "graph":
            continue
        endings = row["endings"].split()
        files = [path for folder in ("tests/topology/graphs", "layouts/gallery", "examples/tutorial")
                 for path in sorted((ROOT / folder).iterdir()) if path.suffix in endings]
        found["graph_" + row["name"]] = [path.read_bytes() for path in files]
    return found


def records(program):
    """Parts of sweeps for merge, results for --against."""
    parts, results = [], []
    with tempfile.TemporaryDirectory() as folder:
        for spec in SMALL_SPECS:
            names = [pathlib.Path(folder) / f"part{part}" for part in (1, 2)]
            for part, name in enumerate(names, 1):
                program_output(program, "measure", ROOT / spec, "--shard", f"{part}/2", "-o", name)
            parts += [b"====\n".join(name.read_bytes() for name in names)]
            results.append(program_output(program, "compare", ROOT / spec, "--format", "json").encode())
    # As small as possible, so that mutations reach all of their parts soon.
    head = b'{"cutline":"0.1.0","spec_sha256":"0","seed":1,"shard":%d,"shards":2,"candidates":2,"delays":1}\n'
    line = b'{"candidate":%d,"record":{"name":"a","nodes":4,"delay":{"model":"linear"}}}\n'
    parts.append(b"====\n".join((head % (i + 1)) + (line % i) for i in range(2)))
    results.append(b'{"title":"two","candidates":[{"name":"ring","nodes":16,"delay":{"model":"linear"},"pins":[1]}]}')
    return {"merge": parts, "against": results}


def words_of(schema):
    """Keys, words of choices and units."""
    words = set()
    for key, value in schema.items() if isinstance(schema, dict) else ():
        if key == "properties":
            words.update(name + ": " for name in value)
        if key == "enum" and isinstance(value, list):
            words.update(str(word) for word in value)
        if key == "pattern" and isinstance(value, str):
            words.update(" " + unit for units in re.findall(r"\(([\w/|%.]+)\)\$", value) for unit in units.split("|"))
    for value in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        words |= words_of(value)
    return words


def dictionary(words):
    return "".join('"' + "".join(c if 32 <= ord(c) < 127 and c not in '"\\' else f"\\x{ord(c):02x}" for c in word) + '"\n'
                   for word in sorted(words))


def main(program, folder):
    texts = {name: [text.encode() for text in all_of_it] for name, all_of_it in TEXTS.items()}
    others = {"technologies", "connectors", "materials"}
    specs = {path.read_bytes() for pattern in SPECS for path in ROOT.glob(pattern) if not others & set(path.parts)}
    technologies = [path.read_bytes() for path in ROOT.glob("layouts/technologies/*.yaml")]
    texts |= {"spec": sorted(specs), "technology": sorted(technologies)} | graphs(program) | records(program)
    for harness, seeds in texts.items():
        (folder / harness).mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seed for seed in seeds if len(seed) <= MOST_BYTES):
            (folder / harness / f"seed{number}").write_bytes(seed)
    yaml = (HERE / "yaml.dict").read_text()
    for harness, subject in {"spec": "spec", "set": "spec", "technology": "technology"}.items():
        schema = json.loads(program_output(program, "schema", subject))
        (folder / f"{harness}.dict").write_text(yaml + dictionary(words_of(schema)))
    for path in HERE.glob("*.dict"):
        if path.stem in texts:
            (folder / path.name).write_bytes(path.read_bytes())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
