// SPDX-License-Identifier: Apache-2.0
// Checks layouts in GDSII and OASIS with KLayout: its design rules, and the nets that it extracts.
#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <map>

#include "app/place.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "output/drawn.hpp"
#include "output/export/geometry/drawing.hpp"
#include "support/tools.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;
using cases::Case;
using Nets = std::multiset<std::string>;

const auto kGeometryKlayoutSkip = doctest::skip(!has_tool("klayout"));

/// The output of KLayout. Its exit status says nothing.
std::string klayout(const test::Place& place, const std::string& script, const std::string& names) {
  place.write("names", names);
  const std::string command = "cd '" + (place / ".").string() +
                              "' && timeout -s KILL 120 klayout -b -rd names=names -r '" + source_folder() +
                              "/tests/output/" + script + "' > .out 2>&1";
  [[maybe_unused]] const int status = std::system(command.c_str());
  return slurp(place / ".out");
}

std::string joined(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return fmt::format("{}", fmt::join(names, " "));
}

/// The nodes of every wire, from the topology alone: a bus is one net of all its nodes.
Nets nets_of_topology(const Case& c) {
  Nets nets;
  for_each_link(c.topology, [&](std::size_t link_class, std::size_t link, std::uint64_t a, std::uint64_t b) {
    const LinkClass& of = c.topology.classes[link_class];
    const std::uint64_t wires =
        c.channel.of_link(static_cast<std::uint32_t>(of.channels), of.widths.empty() ? 1 : of.widths[link]);
    std::vector<std::string> names = {address(c.topology, a), address(c.topology, b)};
    if (of.shared) {
      std::uint64_t weight = 1;
      for (std::uint8_t digit = 0; digit < of.digits[0]; ++digit) weight *= c.topology.digits[digit].radix;
      for (std::uint64_t node = a + weight; node < b; node += weight) names.push_back(address(c.topology, node));
    }
    for (std::uint64_t wire = 0; wire < wires; ++wire) nets.insert(joined(names));
  });
  return nets;
}

/// The same nets, wire by wire from the layout; wires that pass through a box are two nets.
Nets nets_of_wires(const Case& c) {
  Nets nets;
  for_each_wire(c.layout, [&](const WireShapes& wire) {
    std::vector<std::string> names;
    for (const Terminal& terminal : wire.terminals) {
      const auto node = node_at(c.topology, c.placement, terminal.node);
      const std::string name = node ? address(c.topology, *node) : "nothing";
      names.push_back(terminal.through ? "~" + name : name);
      if (!terminal.through || names.size() != 2) continue;
      nets.insert(joined(names));
      names.clear();
    }
    nets.insert(joined(names));
  });
  return nets;
}

bool passes_boxes(const Case& c) {
  return std::any_of(c.layout.wiring.joints.begin(), c.layout.wiring.joints.end(),
                     [](const Joint& joint) { return joint.has(Axis::z); });
}

/// Small networks of one family with every feature of layouts: layer pairs, planes, wide links, modules, wires over the
/// nodes.
std::vector<Case> some_cases() {
  std::vector<Case> all;
  const auto add = [&](const std::string& family, const Parameters& parameters, const PlacementChoice& choice = {},
                       std::uint32_t pairs = 1, const ChannelWires& channel = {}) {
    all.push_back(cases::family_case(family, parameters, choice, pairs, channel));
  };
  for (const Family& family : families()) {
    const std::size_t before = all.size();
    for (const Parameters& parameters : family.examples) {
      const Topology topology = build_topology(family.name, parameters);
      if (topology.node_count() <= 40) add(std::string(family.name), parameters);
    }
    CHECK_MESSAGE(all.size() > before, family.name, " has no small example");
  }
  add("torus", {{"radix", 3}, {"dimensions", 3}}, {.axes = {Axis::x, Axis::y, Axis::z}});
  add("hypercube", {{"dimensions", 6}}, {.axes = {Axis::x, Axis::y, Axis::z, Axis::x, Axis::y, Axis::z}}, 2);
  add("hypercube", {{"dimensions", 5}}, {}, 3);
  add("mesh", {{"radix", 4}, {"dimensions", 2}}, {}, 2, {.width_bits = 8, .wires_per_bit = 2, .control = 1});
  all.push_back(cases::random_graph(1, 3));
  all.push_back(cases::random_graph(5));
  Case modules = cases::family_case("hypercube", {{"dimensions", 4}});
  LayoutRules rules = modules.layout.rules;
  rules.gaps[0] = {0, 0, 7, 0};
  rules.gaps[1] = {0, 3, 0, 5};
  all.push_back(cases::routed("modules", modules.topology, modules.placement, rules, modules.channel));
  const std::size_t beside = all.size();
  for (std::size_t i = 0; i < beside; i += 3) all.push_back(cases::over_nodes(all[i]));
  for (std::size_t i = 0; i < beside; ++i) all.push_back(cases::facing(all[i]));
  return all;
}

/// A rule of width and space: the width is a share of a cell's pitch, the space half of it.
std::string rules_line(const Case& c, const std::string& file, double share) {
  const LayoutRules& rules = c.layout.rules;
  const double pitch = rules.unit ? 1000 : std::min(rules.cell_width_nm, rules.cell_height_nm);
  return fmt::format("{} {} {}", file, share * pitch / 1000, pitch / 2000);
}

/// A technology with the pitches of a case, whose wires are as wide as a share of the pitch.
Technology with_wires(const Case& c, double share) {
  const LayoutRules& rules = c.layout.rules;
  Technology technology = unit_technology(static_cast<int>(rules.layer_pairs));
  technology.unit = false;
  for (Layer& layer : technology.layers) {
    const bool across_y = layer.direction == LayerDirection::horizontal;
    layer.pitch = nanometres(rules.unit ? 1000 : across_y ? rules.cell_height_nm : rules.cell_width_nm);
    layer.figures.set(TechnologyFigure::width_nm, in_nm(layer.pitch) * share);
  }
  return technology;
}

/// The rules of a technology's LEF for a case, by layers of GDSII: "10=0.3=0.7", in micrometres.
std::string rules_of_lef(const Case& c, const Technology& technology) {
  LayoutRules rules = c.layout.rules;
  if (rules.unit) rules.cell_width_nm = rules.cell_height_nm = 1000;
  rules.unit = false;
  std::stringstream lef(exporting::lef_text(exporting::LayerStack(technology, rules, 2000), {}));
  std::string text, width;
  int metal = 0;
  for (std::string word; lef >> word;) {
    if (word == "WIDTH") lef >> width;
    if (word != "SPACING") continue;
    lef >> word;
    text += fmt::format(" {}={}={}", 10 * ++metal, width, word);
  }
  return text;
}

/// Lines of KLayout's output by the file that they are about.
std::map<std::string, std::vector<std::string>> lines_by_file(const std::string& printed, const std::string& word) {
  std::map<std::string, std::vector<std::string>> by_file;
  for (const std::string& line : lines_of(printed)) {
    std::stringstream words(line);
    std::string first, file, rest;
    words >> first >> file;
    std::getline(words, rest);
    if (first == word) by_file[file].push_back(rest);
  }
  return by_file;
}

/// A link's name consists of its first and last node. Of a net that goes on through a box, one of them is enough.
bool names_its_ends(const std::string& name, const std::string& ends) {
  std::stringstream words(ends);
  std::size_t nodes = 0, told = 0;
  for (std::string end; words >> end;) {
    if (end[0] == '~') continue;
    ++nodes;
    const bool first = name.rfind(end + "-", 0) == 0;
    const bool last = name.size() > end.size() && name.substr(name.size() - end.size() - 1) == "-" + end;
    told += first || last ? 1 : 0;
  }
  return told == std::min<std::size_t>(nodes, 2);
}

/// The nets of each file, and those names of links on them that do not name the ends.
struct Extracted {
  Nets nets;
  std::size_t names = 0;
  std::vector<std::string> wrong_names;
  bool complete = false;
};
std::map<std::string, Extracted> extracted(const std::string& printed) {
  std::map<std::string, Extracted> all;
  Extracted* now = nullptr;
  for (const std::string& line : lines_of(printed)) {
    if (line.rfind("FILE ", 0) == 0) {
      now = &all[line.substr(5)];
    } else if (now != nullptr && line.rfind("END ", 0) == 0) {
      now->complete = line.substr(line.rfind(' ') + 1) == std::to_string(now->nets.size());
    } else if (const std::size_t bar = line.find('|'); now != nullptr && bar != std::string::npos) {
      const std::string ends = line.substr(0, bar);
      now->nets.insert(ends);
      const std::string name = line.substr(bar + 1, line.find('#') - bar - 1);
      if (name.empty()) continue;
      ++now->names;
      if (!names_its_ends(name, ends)) now->wrong_names.push_back(line);
    }
  }
  return all;
}

/// The layouts of all cases in both formats, in a folder, with the lists that the scripts read. If wires are a share of
/// the pitch wide, the rules are those of the LEF.
struct Drawings {
  test::Place place;
  std::map<std::string, const Case*> cases;
  std::string names, rules;  ///< what the scripts read
  explicit Drawings(const std::vector<Case>& all, std::optional<double> share = {}) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Technology technology = share ? with_wires(all[i], *share) : unit_technology();
      for (const std::string target : {"gds", "oasis"}) {
        const std::string file = fmt::format("{}.{}", i, target);
        place.write(file, drawn(all[i], target, to_file("a"), {}, technology).files[0].content);
        cases[file] = &all[i];
        names += file + "\n";
        const std::string line = rules_line(all[i], file, share.value_or(0.5));
        rules += line + (share ? rules_of_lef(all[i], technology) : "") + "\n";
      }
    }
  }
};

/// Checks that all layers of a layout keep the rules in its lines.
void expect_kept(const std::map<std::string, std::vector<std::string>>& rules) {
  for (const auto& [file, lines] : rules) {
    CAPTURE(file);
    CHECK(lines.size() >= 1);  // a mesh with facing neighbours has one layer in each direction and no vias
    for (const std::string& line : lines) {
      std::stringstream words(line);
      std::string layer;
      int polygons = 0, narrow = -1, close = -1;
      words >> layer >> polygons >> narrow >> close;
      CHECK_MESSAGE(polygons > 0, line);
      CHECK_MESSAGE(narrow == 0, line);
      CHECK_MESSAGE(close == 0, line);
    }
  }
}

}  // namespace

TEST_CASE(
    "KLayout extracts the links of every family, on planes, over nodes, wide and in modules, no more and no fewer" *
    kGeometryKlayoutSkip) {
  const std::vector<Case> all = some_cases();
  const Drawings drawings(all);
  Case wrong = cases::family_case("hypercube", {{"dimensions", 3}}, {.axes = {Axis::x, Axis::x, Axis::x}});
  Pattern& row = wrong.layout.wiring.lines[0].patterns[0];
  row.lane[1] = row.lane[0];
  drawings.place.write("wrong.gds", drawn(wrong, "gds").files[0].content);
  const std::string printed = klayout(drawings.place, "klayout_nets.py", drawings.names + "wrong.gds\n");
  std::map<std::string, Extracted> found = extracted(printed);
  CHECK_MESSAGE(found.size() == drawings.cases.size() + 1, printed.substr(0, 2000));
  CHECK(found["wrong.gds"].complete);
  const bool seen_as_right = found["wrong.gds"].nets == nets_of_topology(wrong);
  CHECK_FALSE(seen_as_right);
  for (const auto& [file, c] : drawings.cases) {
    CAPTURE(file);
    CAPTURE(c->name);
    const Extracted& seen = found[file];
    CHECK(seen.complete);
    const bool same = seen.nets == (passes_boxes(*c) ? nets_of_wires(*c) : nets_of_topology(*c));
    CHECK(same);
    CHECK(seen.wrong_names == std::vector<std::string>{});
    CHECK(seen.names >= c->topology.link_count());
  }
}

TEST_CASE("KLayout extracts the links of random graphs whose neighbours face, no more and no fewer" *
          kGeometryKlayoutSkip) {
  // CUTLINE_SLOW=1 draws 300 graphs, not 12.
  const std::uint64_t graphs = std::getenv("CUTLINE_SLOW") != nullptr ? 300 : 12;
  std::vector<Case> all;
  for (std::uint64_t seed = 1; seed <= graphs; ++seed) all.push_back(cases::facing(cases::random_graph(seed)));
  std::size_t facing = 0;
  for (std::size_t first = 0; first < all.size(); first += 50) {  // 50 at a time, to stay within KLayout's time
    const std::vector<Case> some(all.begin() + static_cast<std::ptrdiff_t>(first),
                                 all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), first + 50)));
    const Drawings drawings(some);
    const std::string printed = klayout(drawings.place, "klayout_nets.py", drawings.names);
    std::map<std::string, Extracted> found = extracted(printed);
    for (const auto& [file, c] : drawings.cases) {
      CAPTURE(c->name);
      CHECK(found[file].complete);
      const bool same = found[file].nets == nets_of_topology(*c);
      CHECK(same);
      for (const Axis axis : {Axis::x, Axis::y}) {
        for (const Pattern& pattern : c->layout.lines(axis).patterns) facing += pattern.facing;
      }
    }
  }
  CHECK(facing > 0);
}

TEST_CASE(
    "KLayout's rules of width and space hold on every layer, stricter ones do not, and no box of a node lies over "
    "another" *
    kGeometryKlayoutSkip) {
  const std::vector<Case> all = some_cases();
  const Drawings drawings(all);
  drawings.place.write("strict.gds", drawn(all[0], "gds").files[0].content);
  // Metal3 is 70 nm wide, the layers above it 140 nm, at a pitch of 280 nm.
  const Evaluated real(spec_of("family: torus, radix: 4, dimensions: 2"));
  drawings.place.write("real.gds", real.to("gds", to_file("a")).files[0].content);
  const std::string more = "strict.gds 0.501 0.501\nreal.gds 0.07 0.14\n";
  const std::string printed = klayout(drawings.place, "klayout_wires.drc", drawings.rules + more);
  auto done = lines_by_file(printed, "DONE"), rules = lines_by_file(printed, "RULES");
  CHECK_MESSAGE(done.size() == drawings.cases.size() + 2, printed.substr(0, 2000));
  const auto is_kept = [](const std::string& line) { return line.find(" 0") != std::string::npos; };
  CHECK_FALSE(std::all_of(rules["strict.gds"].begin(), rules["strict.gds"].end(), is_kept));
  rules.erase("strict.gds");
  for (const auto& [file, lines] : lines_by_file(printed, "BOXES")) {
    for (const std::string& line : lines) CHECK_MESSAGE(line.substr(line.rfind(' ') + 1) == "0", (file + line));
  }
  CHECK(rules.size() == drawings.cases.size() + 1);
  expect_kept(rules);
}

TEST_CASE("where wires are 0.3 pitches wide, KLayout finds the space of the LEF on every layer, and no more" *
          kGeometryKlayoutSkip) {
  const std::vector<Case> all = some_cases();
  const Drawings drawings(all, 0.3);
  drawings.place.write("strict.gds", drawn(all[0], "gds", to_file("a"), {}, with_wires(all[0], 0.3)).files[0].content);
  const std::string printed =
      klayout(drawings.place, "klayout_wires.drc", drawings.rules + "strict.gds 0.3 0.5 10=0.3=0.71 20=0.3=0.71\n");
  auto rules = lines_by_file(printed, "RULES");
  CHECK_MESSAGE(lines_by_file(printed, "DONE").size() == drawings.cases.size() + 1, printed.substr(0, 2000));
  for (const std::string& line : rules["strict.gds"]) {
    const bool is_metal = line.find(" 10/") == 0 || line.find(" 20/") == 0;
    CHECK_MESSAGE((line.substr(line.rfind(' ') + 1) != "0") == is_metal, line);
  }
  rules.erase("strict.gds");
  CHECK(rules.size() == drawings.cases.size());
  expect_kept(rules);
}

TEST_CASE("without KLayout the tests against it are skipped, and a message says so") {
  if (!has_tool("klayout")) MESSAGE("KLayout is not installed: tests skipped; it is in Debian's package klayout");
}
