// SPDX-License-Identifier: Apache-2.0
// Exported DEF and LEF, read by KLayout, which finds by itself what hangs together.
#include <doctest/doctest.h>

#include "output/exported_files.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;

const auto kSkip = doctest::skip(!has_tool("klayout"));

// Each net's own shapes carry its name as a text; nets are then extracted from all shapes together.
constexpr const char* kScript = R"(import pya
lines = [line.split() for line in open("net.lef")]
stack = [words[1] for words in lines if words[0] == "LAYER" and words[-1] != ";"]
spaces = [round(float(words[1]) / 0.0005) for words in lines if words[0] == "SPACING"]
options = pya.LoadLayoutOptions()
options.lefdef_config.lef_files = ["net.lef"]
options.lefdef_config.read_lef_with_def = False
options.lefdef_config.dbu = 0.0005
layout = pya.Layout()
layout.read("net.def", options)
top = layout.top_cell()
numbers = {layout.get_info(i).to_s().split(" ")[0]: i for i in layout.layer_indexes()}
def shapes(name):
    return pya.Region(top.begin_shapes_rec(numbers[name])) if name in numbers else pya.Region()
metal = {name: shapes(name).merged() for name in stack}
found = pya.LayoutToNetlist(top.name, layout.dbu)
texts = {name: pya.Texts() for name in stack}
for name in set(stack) & set(numbers):
    for shape in top.each_shape(numbers[name]):
        net = dict(layout.properties(shape.prop_id)).get(1)
        at = shape.bbox().center()
        texts[name].insert(pya.Text(net, at.x, at.y))
for name in stack:
    found.register(metal[name], name)
    found.connect(metal[name])
    if texts[name].count():
        found.register(texts[name], name + "_text")
        found.connect(metal[name], texts[name])
for lower, upper in zip(stack, stack[1:]):
    found.connect(metal[lower], metal[upper])
found.extract_netlist()
for net in found.netlist().circuit_by_name(top.name).each_net():
    print("NET", net.name)
for name in stack:
    pins = shapes(name + ".PIN")
    print("PINS", pins.count(), pins.interacting(metal[name]).count())
for name, space in zip(stack[::2], spaces):
    print("CLOSE", metal[name].space_check(space).count())
print("NODES", sum(1 for each in top.each_inst() if each.cell.name.startswith("node")))
print("DONE")
)";

/// What KLayout makes of an export.
struct Read {
  std::vector<std::string> nets;
  std::size_t pins = 0, joined = 0, nodes = 0, close = 0;
  std::string output;
};

Read read(const Folder& folder) {
  Read out;
  folder.write("read.py", kScript);
  out.output = folder.output_of("klayout -b -r read.py");
  for (const std::string& line : lines_of(out.output)) {
    std::stringstream words(line);
    std::string word, name;
    std::size_t count = 0, joined = 0;
    words >> word;
    if (word == "NET" && words >> name) out.nets.push_back(name);
    if (word == "NODES") words >> out.nodes;
    if (word == "CLOSE" && words >> count) out.close += count;
    if (word == "PINS" && words >> count >> joined) {
      out.pins += count;
      out.joined += joined;
    }
  }
  CHECK_MESSAGE(contains(out.output, "DONE"), out.output);
  return out;
}

/// "l3_0_12_1" for every wire of every link.
std::multiset<std::string> wires_of(const ExportNetwork& network) {
  std::multiset<std::string> names;
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    for (std::uint32_t wire = 0; wire < network.links[i].wires; ++wire)
      names.insert(fmt::format("l{}_{}_{}_{}", i, network.links[i].from, network.links[i].to, wire));
  }
  return names;
}

}  // namespace

TEST_CASE("without KLayout the tests against it are skipped, and a message says so") {
  if (!has_tool("klayout")) MESSAGE("KLayout is not installed: tests skipped; it is in Debian's package klayout");
}

TEST_CASE("KLayout finds in the DEF exactly one net a wire, no two touching, with a pin of a node at each end" *
          kSkip) {
  for (const auto& [topology, wiring] :
       {std::pair("family: torus, radix: 4, dimensions: 2", "beside"),
        std::pair("family: graph, nodes: 6, links: [[0, 1], [0, 1], [1, 5], [2, 3], [2, 5], [4, 0]]", "over")}) {
    CAPTURE(std::string(topology));
    std::string spec = spec_of(topology, std::string("defaults: {placement: {wiring: ") + wiring + "}}\n");
    const Evaluated each(spec.replace(spec.find("32 bits"), 7, "2 bits"));
    const ExportNetwork network = each.network();
    const Folder folder;
    write_files(folder, each.to("def", to_file("net.def")), "net.def");
    const Read found = read(folder);
    const std::multiset<std::string> wires = wires_of(network);
    CHECK(std::multiset<std::string>(found.nets.begin(), found.nets.end()) == wires);
    CHECK(found.pins == 2 * wires.size());
    CHECK(found.joined == found.pins);
    CHECK(found.nodes == network.nodes.size());
    CHECK(found.close == 0);
  }
}

TEST_CASE("KLayout sees a via that is missing, and a piece of one net in another" * kSkip) {
  std::string spec = spec_of("family: torus, radix: 3, dimensions: 1");
  const Evaluated torus(spec.replace(spec.find("32 bits"), 7, "2 bits"));
  const Folder folder;
  write_files(folder, torus.to("def", to_file("net.def")), "net.def");
  const std::string good = slurp(folder / "net.def");
  const auto piece = [&](std::size_t at) { return good.substr(at, good.find('\n', at + 1) - at); };
  const std::size_t via = good.rfind("\n    NEW", good.find(" via_", good.find("NETS")));
  std::string cut = good;
  folder.write("net.def", cut.erase(via, piece(via).size()));
  CHECK(read(folder).nets.size() == wires_of(torus.network()).size() + 1);
  const std::size_t first = good.find("\n    NEW", good.find("NETS"));
  const std::size_t other = good.find("\n    NEW", good.find("\n- l", first));
  std::string joined = good;
  folder.write("net.def", joined.insert(first, piece(other)));
  CHECK(says(read(folder).nets, ","));
}
