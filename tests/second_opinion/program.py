# SPDX-License-Identifier: Apache-2.0
"""What the program says: its records, and the network, routes and cut that it exports."""

import csv
import io
import json
import subprocess
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

csv.field_size_limit(1 << 30)  # a long wire has registers at many places


class Refused(Exception):
    """The program ended with another exit code than 0 or 1."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


@dataclass
class Node:
    switch: bool
    terminals: int
    cell: tuple  # x, y, z in slots
    place: tuple  # x, y, z in wire pitches
    address: str = ""
    id: str = ""  # its name in the user's file, or its number
    stands: tuple = None  # what spans count: the cell, or halves of one where interchanges take no room

    def __post_init__(self):
        self.stands = self.stands or self.cell


@dataclass
class Link:
    """A link as it is exported: `width` in channel widths, `length` of its longest wire in wire pitches."""

    a: int
    b: int
    one_way: bool
    kind: str
    width: float
    bits: float
    wires: int
    span: float
    length: float
    length_mm: float
    delay: float  # ns
    cycles: int
    given_mm: float = None  # length that the graph's file gives

    @property
    def ways(self):
        return 1 if self.one_way else 2


@dataclass
class Exported:
    nodes: list
    links: list
    _numbers: dict = field(default_factory=dict, repr=False)
    routes: list = field(default_factory=list)  # maps of the columns of the table
    sides: list = None  # of every node, in the best balanced cut found

    def number(self, said):
        """Of the node that a name or a number means."""
        if not self._numbers:
            self._numbers.update((node.id, number) for number, node in enumerate(self.nodes))
        return self._numbers[str(said)] if str(said) in self._numbers else int(said)

    def place(self, said):
        """What a list of places says, with a node's name as its number."""
        known = isinstance(said, (str, int)) and str(said) in {node.id for node in self.nodes}
        return self.number(said) if known else said


class Program:
    def __init__(self, path, seconds=60):
        self.path, self.seconds = str(path), seconds

    def run(self, *arguments):
        done = subprocess.run([self.path, *map(str, arguments)], capture_output=True, timeout=self.seconds)
        if done.returncode not in (0, 1):
            raise Refused(done.returncode, done.stderr.decode(errors="replace"))
        return done.stdout.decode()

    def records(self, spec, *options):
        text = self.run("measure", spec, "--format", "json", *options)
        return json.loads(text)["candidates"] if text.strip() else []

    def export(self, spec, name, to, *options):
        return self.run("export", spec, "-c", name, "--to", to, "-o", "-", *options)

    def exported(self, spec, record, with_routes=True):
        """The network of a record; None where it has no links of two ends, as a bus."""
        # Without `hop` a route costs cycles of routers, which some clocks do not have.
        name, delay = record["name"], ("--delay", record["delay"]["model"], "--route-cost", "hop")
        try:
            network = Exported(read_nodes(self.export(spec, name, "graphml", *delay)), [])
            network.links = read_links(self.export(spec, name, "csv", *delay), record["channel"]["width_bits"], network)
        except Refused:
            return None
        try:
            network.sides = [int(row["side"]) for row in rows_of(self.export(spec, name, "partition"))]
        except Refused:
            pass
        if with_routes:
            try:
                network.routes = rows_of(self.export(spec, name, "routes"))
            except Refused:
                pass
        return network


def rows_of(text):
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))
    # Where the user's file has an attribute of the same name, Cutline's has a prefix.
    own = "cutline_"
    return [{**row, **{key.removeprefix(own): row[key] for key in row if key.startswith(own)}} for row in rows]


def read_links(text, channel_bits, network):
    links = []
    for row in rows_of(text):
        bits = float(row["width_bits"])
        links.append(Link(network.number(row["from"]), network.number(row["to"]), row["one_way"] == "1", row["class"], bits / channel_bits,
                          bits, int(row["wires"]), number(row["span_pitches"]), number(row["length_pitches"]),
                          number(row["length_mm"]), number(row["delay_ns"]), number(row["delay_cycles"]),
                          number(row.get("given_mm"))))
    return links


def number(text):
    return float(text) if text else None


def read_nodes(text):
    """In the order of their numbers."""
    space = "{http://graphml.graphdrawing.org/xmlns}"
    root = ElementTree.fromstring(text)
    keys = {key.get("id"): key.get("attr.name").removeprefix("cutline_") for key in root.iter(space + "key")}
    nodes = []
    for element in root.iter(space + "node"):
        value = {keys[data.get("key")]: data.text for data in element.iter(space + "data")}
        cell = tuple(int(float(value.get(axis, 0))) for axis in "xyz")
        place = tuple(float(value.get(axis + "_pitches", 0)) for axis in "xyz")
        nodes.append(Node(value["kind"] != "node", int(value["terminals"]), cell, place,
                          value.get("address", ""), element.get("id")))
    return nodes
