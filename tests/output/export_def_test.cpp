// SPDX-License-Identifier: Apache-2.0
// Exported DEF and LEF, read by KLayout, which extracts the connected nets by itself.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <map>
#include <set>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "output/exported_files.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;

const auto kSkip = doctest::skip(!has_tool("klayout"));

// The script writes each net's name as a text on the net's own shapes, and then extracts nets from all shapes together.
// The program takes a second to start, so one run reads all files.
constexpr const char* kScript = R"(import pya, sys
def read(name):
    lines = [line.split() for line in open(name + ".lef")]
    stack = [words[1] for words in lines if words[0] == "LAYER" and words[-1] != ";"]
    spaces = [round(float(words[1]) / 0.0005) for words in lines if words[0] == "SPACING"]
    options = pya.LoadLayoutOptions()
    options.lefdef_config.lef_files = [name + ".lef"]
    options.lefdef_config.read_lef_with_def = False
    options.lefdef_config.dbu = 0.0005
    layout = pya.Layout()
    layout.read(name + ".def", options)
    top = layout.top_cell()
    numbers = {layout.get_info(i).to_s().split(" ")[0]: i for i in layout.layer_indexes()}
    def shapes(layer):
        return pya.Region(top.begin_shapes_rec(numbers[layer])) if layer in numbers else pya.Region()
    metal = {layer: shapes(layer).merged() for layer in stack}
    texts = {layer: pya.Texts() for layer in stack}
    for layer in set(stack) & set(numbers):
        for shape in top.each_shape(numbers[layer]):
            at = shape.bbox().center()
            texts[layer].insert(pya.Text(dict(layout.properties(shape.prop_id)).get(1), at.x, at.y))
    found = pya.LayoutToNetlist(top.name, layout.dbu)
    for layer in stack:
        found.register(metal[layer], layer)
        found.connect(metal[layer])
        if texts[layer].count():
            found.register(texts[layer], layer + "_text")
            found.connect(metal[layer], texts[layer])
    for lower, upper in zip(stack, stack[1:]):
        found.connect(metal[lower], metal[upper])
    found.extract_netlist()
    for net in found.netlist().circuit_by_name(top.name).each_net():
        print(name, "NET", net.name)
    for layer in stack:
        pins = shapes(layer + ".PIN")
        print(name, "PINS", pins.count(), pins.interacting(metal[layer]).count())
    for layer, space in zip(stack[::2], spaces):
        print(name, "CLOSE", metal[layer].space_check(space).count())
    print(name, "NODES", sum(1 for each in top.each_inst() if each.cell.name.startswith("node")))
for name in open("names").read().split():
    read(name)
print("DONE")
)";

/// The nets that KLayout extracts from an export.
struct Read {
  std::vector<std::string> nets;
  std::size_t pins = 0, joined = 0, nodes = 0, close = 0;
};

std::map<std::string, Read> read_all(const Folder& folder, const std::string& names) {
  folder.write("read.py", kScript);
  folder.write("names", names);
  const std::string output = folder.output_of("klayout -b -r read.py");
  CHECK_MESSAGE(contains(output, "DONE"), output);
  std::map<std::string, Read> all;
  for (const std::string& line : lines_of(output)) {
    std::stringstream words(line);
    std::string file, word, net;
    std::size_t count = 0, joined = 0;
    words >> file >> word;
    Read& out = all[file];
    if (word == "NET" && words >> net) out.nets.push_back(net);
    if (word == "NODES") words >> out.nodes;
    if (word == "CLOSE" && words >> count) out.close += count;
    if (word == "PINS" && words >> count >> joined) {
      out.pins += count;
      out.joined += joined;
    }
  }
  return all;
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

Evaluated placed(const std::string& topology, const std::string& wiring) {
  std::string spec = spec_of(topology, "defaults: {placement: {wiring: " + wiring + "}}\n");
  return Evaluated(spec.replace(spec.find("32 bits"), 7, "2 bits"));
}

/// Four tiles at given places around a blocked rectangle.
Evaluated in_given_places() {
  std::string spec = spec_of(
      "family: graph, nodes: 4, links: [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]",
      "defaults: {placement: {positions: [{node: 0, x: 0 um, y: 0 um, width: 90 um, height: 80 um}, {node: 1, x: 100 "
      "um, "
      "y: 10 um, width: 60 um, height: 60 um, rotation: 90}, {node: 2, x: 110 um, y: 90 um, width: 50 um, height: 70 "
      "um}, {node: 3, x: 0 um, y: 100 um, width: 70 um, height: 50 um}], blocked: [{x: 70 um, y: 60 um, width: 20 um, "
      "height: 15 um}]}}\n");
  spec.erase(spec.find("node: {width"), spec.find("channel:") - spec.find("node: {width"));
  return Evaluated(spec.replace(spec.find("32 bits"), 7, "2 bits"));
}

/// The piece of a net whose line begins after this place.
std::string piece(const std::string& text, std::size_t at) { return text.substr(at, text.find('\n', at + 1) - at); }

std::string without_a_via(std::string text) {
  const std::size_t at = text.rfind("\n    NEW", text.find(" via_", text.find("NETS")));
  return text.erase(at, piece(text, at).size());
}

/// Adds a piece of the second net to the first.
std::string with_a_strange_piece(std::string text) {
  const std::size_t first = text.find("\n    NEW", text.find("NETS"));
  const std::size_t other = text.find("\n    NEW", text.find("\n- l", first));
  return text.insert(first, piece(text, other));
}

}  // namespace

TEST_CASE("without KLayout the tests against it are skipped, and a message says so") {
  if (!has_tool("klayout")) MESSAGE("KLayout is not installed: tests skipped; it is in Debian's package klayout");
}

TEST_CASE("KLayout finds in the DEF exactly one net a wire, no two touching, with a pin of a node at each end" *
          kSkip) {
  const Evaluated beside = placed("family: torus, radix: 4, dimensions: 2", "beside");
  const Evaluated over =
      placed("family: graph, nodes: 6, links: [[0, 1], [0, 1], [1, 5], [2, 3], [2, 5], [4, 0]]", "over");
  const Evaluated given = in_given_places();
  CHECK(given.one().laid_out()->layout.unrouted.wires() == 0);
  const Folder folder;
  write_files(folder, beside.to("def", to_file("beside.def")), "beside.def");
  write_files(folder, given.to("def", to_file("given.def")), "given.def");
  write_files(folder, over.to("def", to_file("over.def")), "over.def");
  for (const char* changed : {"cut", "joined"}) fs::copy(folder / "over.lef", folder / (changed + std::string(".lef")));
  folder.write("cut.def", without_a_via(slurp(folder / "over.def")));
  folder.write("joined.def", with_a_strange_piece(slurp(folder / "over.def")));
  std::map<std::string, Read> all = read_all(folder, "beside over given cut joined");
  for (const auto& [name, each] :
       {std::pair("beside", &beside), std::pair("over", &over), std::pair("given", &given)}) {
    CAPTURE(std::string(name));
    const ExportNetwork network = each->network();
    const Read& found = all[name];
    const std::multiset<std::string> wires = wires_of(network);
    CHECK(std::multiset<std::string>(found.nets.begin(), found.nets.end()) == wires);
    CHECK(found.pins == 2 * wires.size());
    CHECK(found.joined == found.pins);
    CHECK(found.nodes == network.nodes.size());
    CHECK(found.close == 0);
  }
  // This shows that KLayout would see an error.
  CHECK(all["cut"].nets.size() == wires_of(over.network()).size() + 1);
  CHECK(says(all["joined"].nets, ","));
}

TEST_CASE(
    "layers far coarser than those across them touch nowhere, and wires of 0.3 pitches keep the space of the LEF" *
    kSkip) {
  const Folder folder;
  // met5 runs along x with wires of 1.6 um, and crosses met4, whose pitch is 0.92 um.
  const std::string coarse = "{name: sky130, use: [met4, met5]}";
  const std::string narrow =
      "{name: narrow, layers: [{name: m1, direction: horizontal, pitch: 1 um, width: 0.3 um, r: 1 ohm/um, c: 0.2 "
      "fF/um}, {name: m2, direction: vertical, pitch: 1 um, width: 0.3 um, r: 1 ohm/um, c: 0.2 fF/um}]}";
  std::map<std::string, std::size_t> wires;
  for (const auto& [name, technology] : {std::pair("coarse", coarse), std::pair("narrow", narrow)}) {
    std::string spec = spec_of("family: torus, radix: 4, dimensions: 2, channels: unidirectional");
    spec.replace(spec.find("nangate45"), 9, technology);
    spec.replace(spec.find("32 bits"), 7, "1 bits");
    spec.replace(spec.find("d2m"), 3, "linear");
    const Evaluated torus(spec);
    write_files(folder, torus.to("def", to_file(name + std::string(".def"))), name + std::string(".def"));
    wires[name] = wires_of(torus.network()).size();
  }
  for (const auto& [name, found] : read_all(folder, "coarse narrow")) {
    CAPTURE(name);
    CHECK(found.nets.size() == wires[name]);
    CHECK(found.close == 0);
  }
}

TEST_CASE(
    "LEF has the resistance of every via that the technology tells, through unused layers too, and says what is "
    "missing") {
  const Evaluated torus = placed("family: torus, radix: 3, dimensions: 2", "beside");
  const auto lef = [&](const Technology& technology, std::vector<std::string>* notes = nullptr) {
    ExportNetwork network = torus.network();
    network.material = &technology;
    const std::string text = find_export("def").write(find_export("def"), network, to_file("a.def")).at(1).content;
    if (notes != nullptr) *notes = network.notes;
    return text;
  };
  Technology technology = *torus.network().material;
  // NanGate45: the vias below metal4, metal5 and metal6 have 5, 3 and 3 ohm.
  for (const auto& [via, ohm] :
       {std::pair("metal3_metal4", 5), std::pair("metal4_metal5", 3), std::pair("metal5_metal6", 3)}) {
    CHECK(contains(lef(technology), fmt::format("VIA via_{} DEFAULT\n  RESISTANCE {} ;\n", via, ohm)));
    CHECK(contains(lef(technology), fmt::format("LAYER cut_{}\n  TYPE CUT ;\n  RESISTANCE {} ;\n", via, ohm)));
  }
  std::vector<std::string> notes;
  lef(technology, &notes);
  CHECK(!says(notes, "resistance of every via"));
  // If metal5 is not used, its via stands directly on that of metal6.
  Technology skipping = technology;
  skipping.layers[2].name = "metal6";
  skipping.layers[3].name = "metal7";
  CHECK(contains(lef(skipping), "VIA via_metal4_metal6 DEFAULT\n  RESISTANCE 6 ;\n"));
  for (std::vector<Layer>* layers : {&technology.layers, &technology.all_layers}) {
    for (Layer& layer : *layers) layer.figures.set(TechnologyFigure::via_ohm, {});
  }
  CHECK(!contains(lef(technology, &notes), "  RESISTANCE 5 ;"));
  CHECK(says(notes, "does not tell the resistance of every via"));
}

TEST_CASE("the delay of a net in DEF is named as its link's, which is that of the longest wire") {
  const Exported made = placed("family: torus, radix: 3, dimensions: 2", "beside").to("def", to_file("a.def"));
  CHECK(says(made.notes, "link_delay_ps"));
  CHECK(says(made.notes, "slowest wire"));
  CHECK(contains(made.files.at(0).content, "+ PROPERTY link_delay_ps "));
}
