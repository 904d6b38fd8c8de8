// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

/// Where the express channels of a dimension end.
enum class ExpressStyle {
  interchange,  ///< at interchanges; a boundary has one, of the highest level whose spacing divides its number
  interleaved,  ///< at interchanges with one express channel each, several in every group of nodes; one level only
  node          ///< at the nodes 0, s, 2 s ...
};

/// One dimension of an express cube. Source: [Dally 1991, fig. 1 to 3 and 7].
struct ExpressDesign {
  std::uint32_t nodes = 2;
  std::vector<std::uint32_t> spacings;      ///< nodes that an express channel passes, level 1 first
  std::vector<std::uint32_t> multiplicity;  ///< parallel express channels, one entry a level
  std::vector<std::uint32_t> widths;  ///< of an express channel, in multiples of the width of a local one; one a level
  ExpressStyle style = ExpressStyle::interchange;
  std::uint32_t module = 0;  ///< number of nodes of a module, from whose first node spacings count; 0: no modules
  std::uint32_t module_channels = 1;  ///< number of parallel channels over a module boundary
  std::uint32_t module_width = 1;     ///< width of each of these, in multiples of the width of a local channel
};

/// The values of the dimension's digit, and its links level by level. Boundary b lies between the nodes b - 1 and b;
/// there is no interchange at boundaries 0 and `nodes`, and no express channel past the last one. At a module boundary
/// there are two edge interchanges, one for each module; all channels inside a module end at its edge interchanges.
struct ExpressLine {
  /// Of each value: 0 for a node, else the level of an interchange; empty: all are nodes.
  std::vector<std::uint8_t> levels;
  std::vector<LocalLink> local;
  std::vector<std::vector<LocalLink>> express;  ///< one list a level, parallel channels repeated
  std::vector<LocalLink> boundary;              ///< between the two edge interchanges of a module boundary
  std::size_t values() const { return levels.empty() ? local.size() + 1 : levels.size(); }
};

/// An estimate of the number of links of the line, without building it; for checks of limits.
std::uint64_t express_link_estimate(const ExpressDesign& design) {
  std::uint64_t links = 2 * std::uint64_t{design.nodes};
  for (std::size_t j = 0; j < design.spacings.size(); ++j)
    links += (design.nodes / design.spacings[j] + 1) * std::uint64_t{design.multiplicity[j]};
  if (design.module > 0) links += design.nodes / design.module * std::uint64_t{design.module_channels};
  return links;
}

ExpressLine line_of_nodes(const ExpressDesign& design) {
  ExpressLine line;
  for (std::uint32_t node = 1; node < design.nodes; ++node) line.local.push_back({node - 1, node});
  for (std::size_t j = 0; j < design.spacings.size(); ++j) {
    std::vector<LocalLink>& express = line.express.emplace_back();
    for (std::uint64_t to = design.spacings[j]; to < design.nodes; to += design.spacings[j]) {
      const auto end = static_cast<std::uint32_t>(to);
      express.insert(express.end(), design.multiplicity[j], {end - design.spacings[j], end});
    }
  }
  return line;
}

/// Adds nodes and interchanges one after the other, each with a local link to the one before.
ExpressLine express_line(const ExpressDesign& design) {
  if (design.style == ExpressStyle::node) return line_of_nodes(design);
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  const auto top = static_cast<std::uint8_t>(design.spacings.size());
  ExpressLine line;
  line.express.resize(top);
  // The last interchange at which channels of each level end; for the style `interleaved`, at which those of each
  // interchange of a group do.
  std::vector<std::uint32_t> last(top, kNone), chain(design.multiplicity[0], kNone);
  const auto add = [&](std::uint8_t level, bool is_linked = true) {
    const auto value = static_cast<std::uint32_t>(line.levels.size());
    if (value > 0 && is_linked) line.local.push_back({value - 1, value});
    line.levels.push_back(level);
    return value;
  };
  const auto end_channels = [&](std::uint32_t value, std::uint8_t level) {
    for (std::size_t j = 0; j < level; ++j) {
      if (last[j] != kNone) line.express[j].insert(line.express[j].end(), design.multiplicity[j], {last[j], value});
      last[j] = value;
    }
  };
  add(0);
  for (std::uint32_t node = 1; node < design.nodes; ++node) {  // and the boundary before it
    if (design.module > 0 && node % design.module == 0) {
      end_channels(add(top), top);
      const std::uint32_t edge = add(top, false);  // the next module's express channels begin there
      line.boundary.insert(line.boundary.end(), design.module_channels, {edge - 1, edge});
      last.assign(top, edge);
    } else if (design.style == ExpressStyle::interleaved) {
      const std::uint32_t spacing = design.spacings[0];
      for (std::size_t q = 0; q < chain.size(); ++q) {
        if (node % spacing != q * spacing / chain.size()) continue;
        const std::uint32_t value = add(1);
        if (chain[q] != kNone) line.express[0].push_back({chain[q], value});
        chain[q] = value;
      }
    } else {
      const std::uint32_t boundary = design.module > 0 ? node % design.module : node;
      std::uint8_t level = 0;
      while (level < top && boundary % design.spacings[level] == 0) ++level;
      if (level > 0) end_channels(add(level), level);
    }
    add(0);
  }
  return line;
}

constexpr Choice<ExpressStyle, 3> kStyle = {"style", {"interchange", "interleaved", "node"}};

/// Whether an interchange serves one dimension, or all of them.
enum class InterchangeDimensions { one, all };
constexpr Choice<InterchangeDimensions, 2> kDimensions = {"interchanges", {"separate", "multidimensional"}};

constexpr std::int64_t kMostLevels = 26;
constexpr double kMostChannels = 1024;

std::vector<std::uint32_t> level_spacings(const Parameters& parameters) {
  if (parameters.has("spacing") == parameters.has("spacings")) {
    throw_input_error("express needs `spacing` or `spacings`, one of them",
                      "for example `spacing: 4`, or `spacings: [4, 2]` for level 2 every 8 nodes");
  }
  IntegerList factors;
  if (parameters.has("spacings")) {
    factors = parameters.list("spacings");
    if (factors.empty() || factors.size() > kMostLevels)
      throw_input_error(fmt::format("`spacings` lists 1 to {} levels, not {}", kMostLevels, factors.size()), {},
                        "spacings");
    const auto levels = static_cast<std::int64_t>(factors.size());
    if (parameters.has("levels") && parameters.integer("levels") != levels)
      throw_input_error(
          fmt::format("`spacings` lists {} levels, `levels` says {}", levels, parameters.integer("levels")),
          "leave out `levels`", "levels");
  } else {
    const std::int64_t levels = parameters.has("levels") ? parameters.integer("levels") : 1;
    factors.assign(static_cast<std::size_t>(levels), parameters.integer("spacing"));
  }
  std::vector<std::uint32_t> spacings;
  std::uint64_t product = 1;
  for (const std::int64_t factor : factors) {
    product *= static_cast<std::uint64_t>(factor);
    if (product > 1u << 26) throw_input_error("the highest level's spacing passes 2^26 nodes", {}, "levels");
    spacings.push_back(static_cast<std::uint32_t>(product));
  }
  return spacings;
}

/// One number a level. The user gives one number for all levels or one a level; the default is 1.
std::vector<std::uint32_t> per_level(const Parameters& parameters, const char* name, std::size_t levels) {
  if (!parameters.has(name)) return std::vector<std::uint32_t>(levels, 1);
  const IntegerList& list = parameters.list(name);
  if (list.size() != 1 && list.size() != levels) {
    throw_input_error(fmt::format("`{}` lists {} numbers for {} levels", name, list.size(), levels),
                      "one number for all levels, or one a level, level 1 first", name);
  }
  std::vector<std::uint32_t> result(list.begin(), list.end());
  result.resize(levels, result[0]);
  return result;
}

void expect_interleaved_possible(const Parameters& parameters, const ExpressDesign& design) {
  if (design.spacings.size() > 1)
    throw_input_error("interleaved interchanges have one level", "leave out `levels`, or use `style: interchange`",
                      parameters.has("levels") ? "levels" : "spacings");
  if (design.multiplicity[0] > design.spacings[0]) {
    throw_input_error(fmt::format("{} interleaved interchanges do not fit in groups of {} nodes",
                                  design.multiplicity[0], design.spacings[0]),
                      "`multiplicity` is at most `spacing`", "multiplicity");
  }
}

void set_modules(const Parameters& parameters, ExpressDesign& design) {
  if (!parameters.has("module")) {
    for (const char* name : {"module_channels", "module_width"}) {
      if (parameters.has(name))
        throw_input_error(fmt::format("`{}` needs `module`, the nodes of a module along a dimension", name), {}, name);
    }
    return;
  }
  if (design.style != ExpressStyle::interchange)
    throw_input_error("module boundaries go with `style: interchange` only", {}, "module");
  design.module = whole_of(parameters, "module");
  design.module_channels = whole_of(parameters, "module_channels", 1);
  design.module_width = whole_of(parameters, "module_width", 1);
}

ExpressDesign design_of(const Parameters& parameters) {
  ExpressDesign design{.spacings = level_spacings(parameters)};
  design.multiplicity = per_level(parameters, "multiplicity", design.spacings.size());
  design.widths = per_level(parameters, "widths", design.spacings.size());
  design.style = kStyle.of(parameters);
  if (design.style == ExpressStyle::interleaved) expect_interleaved_possible(parameters, design);
  set_modules(parameters, design);
  return design;
}

/// The lines of all dimensions. Dimensions of equal radix share one computation.
std::vector<ExpressLine> lines_of(ExpressDesign design, const std::vector<std::uint32_t>& radices) {
  std::map<std::uint32_t, ExpressLine> known;
  std::vector<ExpressLine> lines;
  for (const std::uint32_t radix : radices) {
    const auto [line, is_new] = known.try_emplace(radix);
    design.nodes = radix;
    if (is_new && express_link_estimate(design) > kMaxLinksOfAClass)
      throw_limit_error("a dimension of this express has more than 2^27 links, the limit", {}, "multiplicity");
    if (is_new) line->second = express_line(design);
    lines.push_back(line->second);
  }
  return lines;
}

/// Throws an input error if a level has no channel in any dimension: the user must have meant another spacing or radix.
void expect_channels(const Parameters& parameters, const ExpressDesign& design, const std::vector<ExpressLine>& lines,
                     std::uint32_t largest) {
  for (std::size_t j = 0; j < design.spacings.size(); ++j) {
    const bool some = std::ranges::any_of(lines, [&](const auto& line) { return !line.express[j].empty(); });
    if (some) continue;
    const char* key = j > 0 && parameters.has("levels") ? "levels"
                      : parameters.has("spacings")      ? "spacings"
                                                        : "spacing";
    throw_input_error(fmt::format("an express channel of level {}, {} nodes long, does not fit in {} nodes", j + 1,
                                  design.spacings[j], largest),
                      fmt::format("{}; two interchanges of a level need a radix of more than twice its spacing",
                                  j > 0 ? "fewer levels, a smaller spacing or a larger radix"
                                        : "a smaller spacing or a larger radix"),
                      key);
  }
}

void add_express_notes(Topology& topology, const ExpressDesign& design, const std::vector<ExpressLine>& lines) {
  for (std::size_t digit = 0; digit < lines.size(); ++digit) {
    for (std::size_t j = 0; j < design.spacings.size(); ++j) {
      if (!lines[digit].express[j].empty()) continue;
      topology.notes.push_back(
          fmt::format("dimension {} is too short for express channels of level {} and longer", digit, j + 1));
      break;
    }
  }
  if (design.module > 0 && std::ranges::all_of(lines, [](const auto& l) { return l.boundary.empty(); }))
    topology.notes.emplace_back("no dimension is longer than a module, so no module boundary stands in it");
  if (design.module > 0)
    topology.notes.emplace_back(
        "module boundaries: the paper gives no rule for routes over them, so messages take shortest paths");
  if (topology.inner == InnerSites::interchanges) {
    topology.notes.emplace_back(
        "multidimensional interchanges are experimental, a guess at Dally 1991, fig. 6b: local channels also run on "
        "the lines of interchanges, express channels only where all other coordinates are interchanges'");
  }
}

/// The values of the other digits at which a class of one digit is present.
enum class Copies { nodes, interchanges, all };

std::vector<LinkClass::Only> places_of(const Topology& topology, std::size_t digit, Copies copies) {
  std::vector<LinkClass::Only> places;
  if (!topology.has_interchanges() || copies == Copies::all) return places;
  for (std::size_t other = 0; other < topology.digits.size(); ++other) {
    if (other == digit) continue;
    LinkClass::Only& only = places.emplace_back(LinkClass::Only{static_cast<std::uint8_t>(other), {}});
    for (std::uint32_t value = 0; value < topology.digits[other].radix; ++value) {
      if ((topology.level(other, value) == 0) == (copies == Copies::nodes)) only.values.push_back(value);
    }
  }
  return places;
}

void add_classes(Topology& topology, const ExpressDesign& design, const std::vector<ExpressLine>& lines) {
  const bool multi = topology.inner == InnerSites::interchanges;
  for (std::size_t digit = 0; digit < lines.size(); ++digit) {
    const auto add = [&](std::string name, const std::vector<LocalLink>& links, std::uint32_t width, Copies copies) {
      LinkClass added{.name = std::move(name),
                      .digits = {static_cast<std::uint8_t>(digit)},
                      .links = links,
                      .only = places_of(topology, digit, copies)};
      if (width > 1) added.widths.assign(links.size(), width);
      // If some other dimension has no interchanges, no line has interchanges' values in all other digits.
      const bool is_nowhere =
          std::ranges::any_of(added.only, [](const LinkClass::Only& only) { return only.values.empty(); });
      if (!links.empty() && !is_nowhere) topology.classes.push_back(std::move(added));
    };
    add(fmt::format("dimension {} local", digit), lines[digit].local, 1, multi ? Copies::all : Copies::nodes);
    for (std::size_t j = 0; j < design.spacings.size(); ++j) {
      add(fmt::format("dimension {} express level {}", digit, j + 1), lines[digit].express[j], design.widths[j],
          multi ? Copies::interchanges : Copies::nodes);
    }
    add(fmt::format("dimension {} module boundary", digit), lines[digit].boundary, design.module_width,
        multi ? Copies::all : Copies::nodes);
  }
}

Topology build_express(const Parameters& parameters) {
  expect_bidirectional(parameters, "an express cube of one-way channels cannot send anything back");
  const std::vector<std::uint32_t> radices = whole_radices(parameters, "express");
  const ExpressDesign design = design_of(parameters);
  const std::vector<ExpressLine> lines = lines_of(design, radices);
  expect_channels(parameters, design, lines, *std::ranges::max_element(radices));
  Topology topology;
  const bool interchanges = design.style != ExpressStyle::node;
  const bool everywhere = kDimensions.of(parameters) == InterchangeDimensions::all;
  if (everywhere && !interchanges)
    throw_input_error("express links that end at nodes have no interchanges", "leave out `interchanges`",
                      "interchanges");
  for (const ExpressLine& line : lines) {
    Digit& digit = topology.digits.emplace_back(static_cast<std::uint32_t>(line.values()));
    if (interchanges) digit.levels = line.levels;
  }
  if (everywhere) topology.inner = InnerSites::interchanges;
  if (interchanges && !everywhere && design.module == 0)
    topology.express = {design.spacings, design.style == ExpressStyle::interleaved ? design.multiplicity[0] : 1};
  add_classes(topology, design, lines);
  add_express_notes(topology, design, lines);
  return topology;
}

std::vector<Field> express_fields() {
  std::vector<Field> fields = cube_fields();
  const std::vector<Field> own = {
      whole_number("spacing", "nodes from one interchange to the next, i", 2, 1u << 26),
      {.name = "spacings",
       .kind = FieldKind::integer_list,
       .help = "instead of `spacing`: i_1, i_2 ...; level j every i_1 x ... x i_j nodes",
       .min = 2,
       .max = 1u << 26},
      whole_number("levels", "levels of express channels, l; 1 if not given", 1, kMostLevels),
      listed_numbers("multiplicity", "parallel express channels, m, or one number a level; 1 if not given", 1,
                     kMostChannels),
      listed_numbers("widths", "width of an express channel in local ones, or one number a level; 1 if not given", 1,
                     kMostChannels),
      kStyle.field(
          "where express channels end: at interchanges, at m interleaved ones of one channel each, or at nodes",
          ExpressStyle::interchange),
      kDimensions.field("of each dimension by itself, or of all together (experimental)", InterchangeDimensions::one),
      whole_number("module", "nodes of a module along a dimension; edge interchanges stand at its boundaries", 2,
                   1u << 26),
      whole_number("module_channels", "parallel channels over a module boundary", 1, kMostChannels),
      whole_number("module_width", "their width in local channels", 1, kMostChannels)};
  fields.insert(fields.end(), own.begin(), own.end());
  return fields;
}

std::vector<Parameters> express_examples() {
  const IntegerList two = {2};
  return {
      {{"radix", 9}, {"dimensions", 1}, {"spacing", 4}},
      {{"radix", 5}, {"dimensions", 2}, {"spacing", 2}, {"multiplicity", two}},
      {{"radices", IntegerList{7, 3, 2}}, {"spacing", 3}},
      {{"radix", 13},
       {"dimensions", 1},
       {"spacings", IntegerList{3, 2}},
       {"multiplicity", IntegerList{1, 2}},
       {"widths", IntegerList{1, 2}}},
      {{"radix", 9}, {"dimensions", 1}, {"spacing", 2}, {"levels", 2}},
      {{"radix", 8}, {"dimensions", 1}, {"spacing", 3}, {"style", "interleaved"}, {"multiplicity", two}},
      {{"radix", 5}, {"dimensions", 2}, {"spacing", 2}, {"style", "node"}, {"levels", 1}},
      {{"radix", 5}, {"dimensions", 2}, {"spacing", 2}, {"interchanges", "multidimensional"}},
      {{"radix", 8}, {"dimensions", 1}, {"spacing", 2}, {"module", 4}, {"module_channels", 2}, {"module_width", 2}}};
}

/// Express cubes with one level of single express channels, for every spacing that divides the radix and is less than
/// half of it.
std::vector<Parameters> express_networks(const SizeRange& range) {
  std::vector<Parameters> all;
  for (Parameters& cube :
       sized_by(range, {"dimensions", "radix"}, {1, 4}, [](double n, double k) { return std::pow(k, n); })) {
    const std::int64_t radix = cube.integer("radix");
    for (std::int64_t spacing = 2; 2 * spacing < radix; ++spacing) {
      if (radix % spacing > 0) continue;
      cube.set("spacing", spacing);
      all.push_back(cube);
    }
  }
  return all;
}

}  // namespace

Family express_family() {
  return {.name = "express",
          .summary = "express cube: a mesh with interchanges every few nodes, joined by express channels",
          .source = "[Dally 1991]",
          .fields = express_fields(),
          .build = build_express,
          .sizes = {.networks = express_networks,
                    .leaves_out = "hierarchies of levels, several parallel or wide express channels, modules, other "
                                  "styles than interchanges"},
          .examples = express_examples()};
}

}  // namespace cutline
