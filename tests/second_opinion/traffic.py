# SPDX-License-Identifier: Apache-2.0
"""Who sends to whom: a matrix of the share of all messages from each node to each, after docs/reference/names.md."""

import math
import re

import networkx
import numpy

from distances import graph_of


def uniform(terminals, self_too=True):
    """Terminal to terminal; a terminal draws itself too, unless it is told not to."""
    t = numpy.array(terminals, dtype=float)
    pairs = numpy.outer(t, t)
    if not self_too:
        pairs -= numpy.diag(t)
    return pairs / pairs.sum()


def sent(matrix, network):
    """The share of each pair of all messages that have a way, and the share of the messages that have none."""
    graph = graph_of(network)
    sites = [site for site, node in enumerate(network.nodes) if not node.switch]
    ways = numpy.zeros(matrix.shape, dtype=bool)
    for row, start in enumerate(sites):
        reached = {start} | networkx.descendants(graph, start)
        ways[row] = [end in reached for end in sites]
    kept = numpy.where(ways, matrix, 0.0)
    if kept.sum() == 0 or not (kept - numpy.diag(numpy.diag(kept))).any():
        return None, 1 - kept.sum() / matrix.sum()
    return kept / kept.sum(), 1 - kept.sum() / matrix.sum()


def coordinates(number, radices):
    digits = []
    for radix in radices:
        digits.append(number % radix)
        number //= radix
    return digits


def number_of(digits, radices):
    number, weight = 0, 1
    for digit, radix in zip(digits, radices):
        number += digit * weight
        weight *= radix
    return number


def destinations(pattern, parameters, nodes, radices):
    """The nodes that a node sends to, each as likely; None for patterns that are no such rule."""
    bits = nodes.bit_length() - 1

    def from_bits(order):
        return [[sum(((node >> source) & 1) << place for place, source in enumerate(order))] for node in range(nodes)]

    def shifted(step, dimensions):
        found = []
        for node in range(nodes):
            digits = coordinates(node, radices)
            for dimension in dimensions:
                digits[dimension] = (digits[dimension] + step(radices[dimension])) % radices[dimension]
            found.append([number_of(digits, radices)])
        return found

    if pattern == "transpose":
        side = math.isqrt(nodes)
        return [[node % side * side + node // side] for node in range(nodes)]
    if pattern == "bit_reversal":
        return from_bits(range(bits - 1, -1, -1))
    if pattern == "shuffle":
        return from_bits([(place - 1) % bits for place in range(bits)])
    if pattern == "bit_complement":
        return [[number_of([radix - 1 - c for c, radix in zip(coordinates(node, radices), radices)], radices)]
                for node in range(nodes)]
    if pattern == "tornado":
        return shifted(lambda radix: math.ceil(radix / 2) - 1, range(len(radices)))
    if pattern == "round_trip":
        distance = parameters.get("distance", 1)
        there = shifted(lambda radix: distance, [0])
        back = shifted(lambda radix: -distance, [0])
        return [a + b for a, b in zip(there, back)]
    return None


def radices_of_addresses(plain):
    """Of families without dimensions the coordinates are the digits of the exported addresses, dimension 0 last; None
    where these are names, or where they do not count the nodes."""
    addresses = [node.address.split(".") if "." in node.address else list(node.address) for node in plain]
    if len({len(each) for each in addresses}) != 1 or not all(digit.isdigit() for each in addresses for digit in each):
        return [len(plain)] if all(node.address.isdigit() for node in plain) else None
    radices = [1 + max(int(digit) for digit in digits) for digits in zip(*addresses)][::-1]
    if math.prod(radices) != len(plain):
        return [len(plain)] if [node.address for node in plain] == [str(node) for node in range(len(plain))] else None
    return radices


def names_nodes(candidate):
    traffic = candidate.get("traffic", "uniform")
    return (traffic.get("pattern") if isinstance(traffic, dict) else traffic) in ("hot_spot", "matrix")


#: Bits in a nanosecond: b is a bit, B a byte.
BITS_PER_NS = {f"{prefix}{name}/s": bits * times for prefix, times in (("k", 1e-6), ("M", 1e-3), ("G", 1), ("T", 1e3))
               for name, bits in (("b", 1), ("bit", 1), ("B", 8))} | {"bits/ns": 1}


def lines_of_file(candidate, parameters):
    """Two words for nodes, a number and a unit or None, a line each."""
    for line in (candidate.folder / parameters["file"]).read_text().splitlines():
        words = [word.strip('"') for word in re.findall(r'"[^"]*"|[^\s,;]+', line.split("#")[0])]
        rate = re.fullmatch(r"([-+.\deE]+) *(\S*)", " ".join(words[2:])) if len(words) > 2 else None
        if rate:
            yield words[0], words[1], float(rate[1]), rate[2] or parameters.get("unit")


def given_load(candidate, network, width, cycle_ns):
    """Bits in a cycle that a mean terminal offers at the rates of the spec; None if they are shares."""
    parameters = candidate.get("traffic", "uniform")
    if not isinstance(parameters, dict) or parameters.get("pattern") != "matrix":
        return None
    if "rows" in parameters:
        rates = [(rate, parameters.get("unit")) for row in parameters["rows"] for rate in row]
    else:
        rates = [(rate, unit) for _, _, rate, unit in lines_of_file(candidate, parameters)]
    bits = {"bits/cycle": 1, "flits/cycle": width} | {unit: bits * cycle_ns for unit, bits in BITS_PER_NS.items()}
    if any(rate and not unit for rate, unit in rates):
        return None
    terminals = sum(node.terminals for node in network.nodes if not node.switch)
    return sum(rate * bits[unit] for rate, unit in rates if rate) / terminals / (1 - candidate.replies())


def matrix_of(candidate, network, radices):
    """The share of all bits from node to node, those of replies too; None where the docs do not say it."""
    requests, replies = requests_of(candidate, network, radices), candidate.replies()
    return requests if requests is None or replies == 0 else (1 - replies) * requests + replies * requests.T


def requests_of(candidate, network, radices):
    """The share of all messages, or of all requests, from node to node."""
    traffic = candidate.get("traffic", "uniform")
    parameters = traffic if isinstance(traffic, dict) else {}
    pattern = parameters.get("pattern", "uniform") if isinstance(traffic, dict) else traffic
    plain = [node for node in network.nodes if not node.switch]
    nodes, terminals = len(plain), [node.terminals for node in plain]
    if pattern == "uniform":
        return uniform(terminals, parameters.get("self", True))
    rates = numpy.zeros((nodes, nodes))
    if pattern == "nearest_neighbour":
        for link in network.links:
            if link.a < nodes and link.b < nodes:
                rates[link.a, link.b] += 1
                rates[link.b, link.a] += 0 if link.one_way else 1
            else:
                return None
        sums = rates.sum(axis=1, keepdims=True)
        rates = rates / numpy.where(sums == 0, 1, sums)
        return rates / rates.sum()
    if pattern == "hot_spot":
        share = parameters.get("share", 1)
        rates += (1 - share) / nodes
        rates[:, candidate.named[network.number(parameters.get("node", 0))]] += share
        return rates / nodes
    if pattern == "matrix":
        if "rows" in parameters:
            given = numpy.array(parameters["rows"], dtype=float)
            rates[numpy.ix_(candidate.named[:nodes], candidate.named[:nodes])] = given
        else:
            for *ends, rate, unit in lines_of_file(candidate, parameters):
                source, destination = (candidate.named[network.number(word)] for word in ends)
                rates[source, destination] += rate * BITS_PER_NS.get(unit, 1)
        return rates / rates.sum()
    if radices is None:
        radices = [nodes] if pattern == "bit_complement" else radices_of_addresses(plain)
        if radices is None:
            return None
    rule = destinations(pattern, parameters, nodes, radices)
    if rule is None:
        return None
    for node, ends in enumerate(rule):
        for end in ends:
            rates[node, end] += 1 / len(ends)
    return rates / nodes
