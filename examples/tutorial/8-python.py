# SPDX-License-Identifier: Apache-2.0
import cutline
import networkx
import numpy

# A spec, its candidates, and every link of one of them as a NumPy array.
candidates = cutline.load("3-technology.yaml").evaluate()
for candidate in candidates:
    lengths = candidate.lengths("mm")
    print(f"{candidate.name}: {len(lengths)} links of {lengths.min():.2f} to {lengths.max():.2f} mm")

# The network as a graph of NetworkX: the mean delay of wires on the fastest way between two nodes.
torus = candidates["torus"].to_networkx()
mean = networkx.average_shortest_path_length(torus, weight="delay_ns")
print(f"torus: {mean:.3f} ns of wires on the way")

# A table of edges as the network of a candidate.
edges = numpy.loadtxt("4-links.txt", dtype=int)
study = cutline.load("4-graph.yaml", set={"candidates[random].topology": {"family": "graph"}}, graphs={"random": edges})
for record in cutline.compare(study):
    print(record["rank"], record["name"], f"{record['performance']['latency_ns']:.2f} ns")
