// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "topology/express_line.hpp"
#include "topology/families.hpp"

namespace cutline {

namespace {

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
  std::vector<std::uint32_t> result(levels, static_cast<std::uint32_t>(list[0]));
  for (std::size_t j = 0; j < list.size(); ++j) result[j] = static_cast<std::uint32_t>(list[j]);
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
std::vector<ExpressLine> lines_of(const ExpressDesign& design, const std::vector<std::uint32_t>& radices) {
  std::vector<ExpressLine> lines;
  for (std::size_t digit = 0; digit < radices.size(); ++digit) {
    const auto same = std::find(radices.begin(), radices.begin() + static_cast<std::ptrdiff_t>(digit), radices[digit]);
    if (same != radices.begin() + static_cast<std::ptrdiff_t>(digit)) {
      lines.push_back(lines[static_cast<std::size_t>(same - radices.begin())]);
      continue;
    }
    ExpressDesign own = design;
    own.nodes = radices[digit];
    if (express_link_estimate(own) > kMaxLinksOfAClass)
      throw_limit_error("a dimension of this express has more than 2^27 links, the limit", {}, "multiplicity");
    lines.push_back(express_line(own));
  }
  return lines;
}

/// Throws an input error if a level has no channel in any dimension: the user must have meant another spacing or radix.
void expect_channels(const Parameters& parameters, const ExpressDesign& design, const std::vector<ExpressLine>& lines,
                     std::uint32_t largest) {
  for (std::size_t j = 0; j < design.spacings.size(); ++j) {
    const bool some =
        std::any_of(lines.begin(), lines.end(), [&](const auto& line) { return !line.express[j].empty(); });
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
  if (design.module > 0 && std::all_of(lines.begin(), lines.end(), [](const auto& l) { return l.module_gaps == 0; }))
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

LinkClass class_on(const Topology& topology, std::size_t digit, std::string name, std::vector<LocalLink> links,
                   std::uint32_t width, Copies copies) {
  LinkClass result{.name = std::move(name), .digits = {static_cast<std::uint8_t>(digit)}, .links = std::move(links)};
  if (width > 1) result.widths.assign(result.links.size(), width);
  if (!topology.has_interchanges() || copies == Copies::all) return result;
  for (std::size_t other = 0; other < topology.digits.size(); ++other) {
    if (other == digit) continue;
    LinkClass::Only only{.digit = static_cast<std::uint8_t>(other), .values = {}};
    for (std::uint32_t value = 0; value < topology.digits[other].radix; ++value) {
      if ((topology.level(other, value) == 0) == (copies == Copies::nodes)) only.values.push_back(value);
    }
    result.only.push_back(std::move(only));
  }
  return result;
}

/// True if the class has no links, or if some other dimension has no interchanges, so that no line has interchanges'
/// values in all other digits.
bool no_line(const LinkClass& link_class) {
  return link_class.links.empty() || std::any_of(link_class.only.begin(), link_class.only.end(),
                                                 [](const auto& only) { return only.values.empty(); });
}

void add_classes(Topology& topology, const ExpressDesign& design, const std::vector<ExpressLine>& lines) {
  const bool multi = topology.inner == InnerSites::interchanges;
  for (std::size_t digit = 0; digit < lines.size(); ++digit) {
    const auto add = [&](std::string name, const std::vector<LocalLink>& links, std::uint32_t width, Copies copies) {
      LinkClass added = class_on(topology, digit, std::move(name), links, width, copies);
      if (!no_line(added)) topology.classes.push_back(std::move(added));
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
  expect_channels(parameters, design, lines, *std::max_element(radices.begin(), radices.end()));
  Topology topology;
  const bool interchanges = design.style != ExpressStyle::node;
  const bool everywhere = kDimensions.of(parameters) == InterchangeDimensions::all;
  if (everywhere && !interchanges)
    throw_input_error("express links that end at nodes have no interchanges", "leave out `interchanges`",
                      "interchanges");
  for (const ExpressLine& line : lines) {
    Digit& digit = topology.digits.emplace_back(line.values());
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
  const auto channels = [](std::string_view name, std::string_view help) {
    return Field{
        .name = name, .kind = FieldKind::integer_list, .help = help, .min = 1, .max = kMostChannels, .single = true};
  };
  const std::vector<Field> own = {
      whole_number("spacing", "nodes from one interchange to the next, i", 2, 1u << 26),
      {.name = "spacings",
       .kind = FieldKind::integer_list,
       .help = "instead of `spacing`: i_1, i_2 ...; level j every i_1 x ... x i_j nodes",
       .min = 2,
       .max = 1u << 26},
      whole_number("levels", "levels of express channels, l; 1 if not given", 1, kMostLevels),
      channels("multiplicity", "parallel express channels, m, or one number a level; 1 if not given"),
      channels("widths", "width of an express channel in local ones, or one number a level; 1 if not given"),
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
