// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

constexpr std::int64_t kMaxDimensions = 48;

/// The whole k with k^n = nodes, if there is one.
std::optional<std::uint32_t> whole_root(std::uint64_t nodes, std::int64_t n) {
  const auto guess =
      static_cast<std::uint64_t>(std::llround(std::pow(static_cast<double>(nodes), 1.0 / static_cast<double>(n))));
  for (std::uint64_t k = guess > 1 ? guess - 1 : 1; k <= guess + 1; ++k) {
    std::uint64_t power = 1;
    for (std::int64_t i = 0; i < n && power <= nodes; ++i) power = checked_product(power, k).value_or(nodes + 1);
    if (power == nodes) return static_cast<std::uint32_t>(k);
  }
  return std::nullopt;
}

void expect_whole(const Parameters& parameters, std::string_view family) {
  if (!parameters.has("radix") || !std::holds_alternative<double>(parameters.values().at("radix"))) return;
  throw_input_error(
      fmt::format("the radix of a {} layout is a whole number, not {}", family, parameters.number("radix")),
      "with `ideal: true` the radix may be any real number", "radix");
}

std::vector<std::uint32_t> equal_radices(const Parameters& parameters, std::string_view family) {
  const std::int64_t dimensions = parameters.integer("dimensions");
  if (parameters.has("nodes")) {
    const auto nodes = static_cast<std::uint64_t>(parameters.integer("nodes"));
    const auto radix = whole_root(nodes, dimensions);
    if (!radix || *radix < 2) {
      throw_input_error(
          fmt::format("{} nodes in {} dimensions have no whole radix of at least 2 ({:.4g})", nodes, dimensions,
                      std::pow(static_cast<double>(nodes), 1.0 / static_cast<double>(dimensions))),
          "with `ideal: true` the radix may be any real number; `radices: [...]` mixes them", "nodes");
    }
    return std::vector<std::uint32_t>(static_cast<std::size_t>(dimensions), *radix);
  }
  expect_whole(parameters, family);
  return std::vector<std::uint32_t>(static_cast<std::size_t>(dimensions),
                                    static_cast<std::uint32_t>(parameters.integer("radix")));
}

void expect_one_way_of_saying(const Parameters& parameters, std::string_view family) {
  const bool listed = parameters.has("radices");
  for (const char* other : {"radix", "dimensions", "nodes"}) {
    if (listed && parameters.has(other)) {
      throw_input_error(fmt::format("{} takes `radices` or `{}`, not both", family, other), {}, other);
    }
  }
  if (listed) return;
  if (!parameters.has("dimensions") || parameters.has("radix") == parameters.has("nodes")) {
    throw_input_error(fmt::format("{} needs `radix` and `dimensions`, `nodes` and `dimensions`, or `radices`", family),
                      "for example: {family: torus, radix: 8, dimensions: 2}");
  }
}

/// The links between the first half of the nodes and the others, where digits of larger radix are lower in the number
/// of a node. In each copy of the highest digit's graph, q or q + 1 of its values are in the first half; then the nodes
/// of one value are cut in the same way by the next digit.
std::uint64_t complete_product_bisection_links(std::vector<std::uint32_t> radices) {
  std::ranges::sort(radices);
  std::uint64_t nodes = 1;
  for (const std::uint32_t radix : radices) nodes *= radix;
  std::uint64_t within = nodes / 2;
  std::uint64_t links = 0;
  for (const std::uint32_t radix : radices) {
    nodes /= radix;
    const std::uint64_t whole = within / nodes;
    within %= nodes;
    links += within * (whole + 1) * (radix - whole - 1) + (nodes - within) * whole * (radix - whole);
  }
  return links;
}

}  // namespace

Field whole_number(std::string_view name, std::string_view help, double least, double most, Value default_value) {
  return {.name = name, .help = help, .default_value = std::move(default_value), .min = least, .max = most};
}

Field needed_number(std::string_view name, std::string_view help, double least, double most) {
  return {.name = name, .help = help, .required = true, .min = least, .max = most};
}

Field listed_numbers(std::string_view name, std::string_view help, double least, double most, bool needed) {
  Field field = plain_field(FieldKind::integer_list, name, help);
  field.required = needed;
  field.min = least;
  field.max = most;
  field.single = true;
  return field;
}

Field plain_field(FieldKind kind, std::string_view name, std::string_view help) {
  return {.name = name, .kind = kind, .help = help};
}

std::uint32_t whole_of(const Parameters& parameters, std::string_view name) {
  return static_cast<std::uint32_t>(parameters.integer(name));
}

std::uint32_t whole_of(const Parameters& parameters, std::string_view name, std::uint32_t otherwise) {
  return parameters.has(name) ? whole_of(parameters, name) : otherwise;
}

Field terminals_field(std::string_view help) { return whole_number("concentration", help, 1, 4096); }

Field seed_field() {
  return whole_number("seed", "of the random links: same seed, same network, on any machine", 0, 0x1p53, 1);
}

std::vector<Field> cube_fields() {
  return {{.name = "radix", .kind = FieldKind::number, .help = "nodes along a dimension, k", .min = 2, .max = 1u << 26},
          whole_number("dimensions", "number of dimensions, n", 1, kMaxDimensions),
          {.name = "radices",
           .kind = FieldKind::integer_list,
           .help = "one radix a dimension, dimension 0 first; a dimension of radix 1 has no links",
           .min = 1,
           .max = 1u << 26},
          whole_number("nodes", "number of nodes, k^n; the radix follows", 2, static_cast<double>(kMaxNodes))};
}

std::vector<std::uint32_t> whole_radices(const Parameters& parameters, std::string_view family) {
  expect_one_way_of_saying(parameters, family);
  std::vector<std::uint32_t> radices;
  if (parameters.has("radices")) {
    for (const std::int64_t radix : parameters.list("radices")) radices.push_back(static_cast<std::uint32_t>(radix));
    if (radices.empty() || static_cast<std::int64_t>(radices.size()) > kMaxDimensions) {
      throw_input_error(fmt::format("`radices` lists 1 to {} radices, not {}", kMaxDimensions, radices.size()), {},
                        "radices");
    }
  } else {
    radices = equal_radices(parameters, family);
  }
  if (std::ranges::all_of(radices, [](std::uint32_t radix) { return radix == 1; }))
    throw_input_error("a network has at least two nodes", "a dimension of radix 1 has no links", "radices");
  std::uint64_t nodes = 1;
  for (const std::uint32_t radix : radices) {
    nodes = checked_product(nodes, radix).value_or(kMaxNodes + 1);
    if (nodes > kMaxNodes) {
      throw_limit_error(fmt::format("this {} has more than 2^48 nodes, the limit", family), {},
                        parameters.has("radices") ? "radices" : "dimensions");
    }
  }
  return radices;
}

double RealRadix::nodes() const { return std::pow(radix, dimensions); }

RealRadix real_radix(const Parameters& parameters, std::string_view family) {
  expect_one_way_of_saying(parameters, family);
  if (parameters.has("radices")) {
    IntegerList radices = parameters.list("radices");
    std::erase(radices, 1);
    if (radices.empty() || std::ranges::any_of(radices, [&](std::int64_t k) { return k != radices[0]; })) {
      throw_input_error("the closed forms of an ideal network need equal radices", {}, "radices");
    }
    return {static_cast<double>(radices[0]), static_cast<double>(radices.size())};
  }
  const double dimensions = parameters.number("dimensions");
  const double radix =
      parameters.has("nodes") ? std::pow(parameters.number("nodes"), 1 / dimensions) : parameters.number("radix");
  return {radix, dimensions};
}

NetworkShape equal_cube(NetworkKind kind, const Parameters& parameters, bool one_way) {
  const RealRadix cube = real_radix(parameters, "cube");
  // Takes the root of the number of nodes that the radix gives, not of the number that the user gave.
  const double radix = parameters.has("nodes") ? std::pow(cube.nodes(), 1 / cube.dimensions) : cube.radix;
  return cube_shape(kind, std::vector<double>(static_cast<std::size_t>(cube.dimensions), radix), one_way);
}

std::vector<IdealHops> hops_by_span(double radix, double dimensions, double hops_per_dimension) {
  std::vector<IdealHops> all;
  double exponent = dimensions / 2 - 1;
  for (double left = dimensions; left > 0; left -= 2, --exponent) {
    const double span = std::pow(radix, all.empty() ? exponent : std::max(0.0, exponent));
    all.push_back({hops_per_dimension * std::min(2.0, left), span});
  }
  return all;
}

bool is_unidirectional(const Parameters& parameters) {
  return kLinkChannels.of(parameters) == LinkChannels::unidirectional;
}

Digit switches_last(std::uint32_t nodes, std::uint32_t switches) {
  Digit digit = nodes + switches;
  digit.levels.assign(nodes, 0);
  digit.levels.resize(digit.radix, 1);
  return digit;
}

LinkClass path_class(std::uint8_t digit, std::uint32_t radix) {
  LinkClass path{.name = fmt::format("dimension {}", digit), .digits = {digit}};
  path.links.reserve(radix);
  for (std::uint32_t a = 0; a + 1 < radix; ++a) path.links.push_back({a, a + 1});
  return path;
}

LinkClass ring_class(std::uint8_t digit, std::uint32_t radix, int channels) {
  LinkClass ring = path_class(digit, radix);
  if (radix > 2) ring.links.push_back({radix - 1, 0});
  if (radix != 2) ring.channels = channels;
  return ring;
}

LinkClass complete_class(std::uint8_t digit, std::uint32_t radix) {
  LinkClass complete{.name = fmt::format("dimension {}", digit), .digits = {digit}};
  complete.links.reserve(std::size_t{radix} * (radix - 1) / 2);
  for (std::uint32_t a = 0; a < radix; ++a) {
    for (std::uint32_t b = a + 1; b < radix; ++b) complete.links.push_back({a, b});
  }
  return complete;
}

Topology complete_product(const std::vector<std::uint32_t>& radices) {
  constexpr std::uint32_t kMaxRadix = 4096;
  for (const std::uint32_t radix : radices) {
    if (radix > kMaxRadix) {
      throw_limit_error(fmt::format("{} nodes along a dimension, each linked to all others, are past the limit of {}",
                                    radix, kMaxRadix),
                        "spread them over more dimensions", {});
    }
  }
  Topology product{.digits = digits_of(radices), .theorems = {.vertex_transitive = true}};
  for (std::size_t digit = 0; digit < radices.size(); ++digit)
    product.classes.push_back(complete_class(static_cast<std::uint8_t>(digit), radices[digit]));
  const std::uint64_t links = complete_product_bisection_links(radices);
  product.theorems.bisection = {
      links, 2 * links, "a product of complete graphs [Lindsey 1964]; N k / 4 for even k, (k+1)(N-1)/4 for odd k"};
  return product;
}

void expect_bidirectional(const Parameters& parameters, std::string_view why) {
  if (is_unidirectional(parameters)) throw_input_error(std::string(why), "use bidirectional channels", "channels");
}

std::uint64_t mesh_bisection_links(std::vector<std::uint32_t> radices) {
  std::ranges::sort(radices, std::greater<>());
  std::uint64_t below = 1;
  for (const std::uint32_t radix : radices) below *= radix;
  std::uint64_t links = 0;
  for (const std::uint32_t radix : radices) {
    if (radix == 1) break;
    below /= radix;
    links += below;
    if (radix % 2 == 0) break;
  }
  return links;
}

}  // namespace cutline
