// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

#include "base/named.hpp"

namespace cutline {

#define CUTLINE_FAMILY(name) Family name##_family();
#include "families.inc"
#undef CUTLINE_FAMILY

namespace {

/// Parameters that every family takes. If a family lists a field of the same name, its own field replaces the common
/// one.
std::vector<Field> common_fields() {
  return {kLinkChannels.field("channels of a link: one each way, or one way only", LinkChannels::bidirectional),
          whole_number("concentration", "terminals per node", 1, 4096, 1)};
}

Family with_common_fields(Family family) {
  for (const Field& field : common_fields()) {
    const auto same = [&](const Field& own) { return own.name == field.name; };
    if (std::ranges::none_of(family.fields, same)) family.fields.push_back(field);
  }
  return family;
}

/// The families of the library, and those that the user's program added.
std::vector<Family>& catalogue() {
  static std::vector<Family> all = {
#define CUTLINE_FAMILY(name) with_common_fields(name##_family()),
#include "families.inc"
#undef CUTLINE_FAMILY
  };
  return all;
}

/// The family of that name. Throws an input error if there is none.
const Family& known_family(const FamilyName& name) {
  if (const Family* family = find_family(name)) return *family;
  const std::vector<std::string_view> names = names_of(families());
  throw_input_error(fmt::format("no family is called '{}'", name.printed()),
                    did_you_mean(name.printed(), names, fmt::format("the families are: {}", join(names, ", "))),
                    "family");
}

/// Appends all lists that begin with `factors`, whose product is `product`, and go on with factors not larger than the
/// last.
void continue_products(const SizeRange& range, std::uint64_t product, IntegerList& factors, std::size_t least_factors,
                       std::vector<IntegerList>& all) {
  if (factors.size() >= least_factors && product >= range.least) all.push_back(factors);
  const std::uint64_t last = factors.empty() ? range.most : static_cast<std::uint64_t>(factors.back());
  for (std::uint64_t factor = 2; factor <= std::min(last, range.most / product); ++factor) {
    factors.push_back(static_cast<std::int64_t>(factor));
    continue_products(range, product * factor, factors, least_factors, all);
    factors.pop_back();
  }
}

}  // namespace

const std::vector<Family>& families() { return catalogue(); }

void add_family(Family family) {
  CUTLINE_EXPECT(!family.name.empty() && family.build != nullptr && !family.examples.empty());
  CUTLINE_EXPECT(find_family(family.name) == nullptr);
  catalogue().push_back(with_common_fields(std::move(family)));
}

const Family* find_family(const FamilyName& name) {
  const auto found = std::ranges::find_if(families(), [&](const Family& f) { return FamilyName(f.name) == name; });
  return found == families().end() ? nullptr : &*found;
}

Topology build_topology(const FamilyName& name, Parameters parameters) {
  const Family& family = known_family(name);
  complete(parameters, family.fields, family.name);
  Topology topology = family.build(parameters);
  if (topology.node_count() < 2)
    throw_input_error("a network has at least two nodes", "terminals of one switch are one node", "family");
  topology.family = name;
  if (parameters.has("concentration"))
    topology.concentration = static_cast<std::uint32_t>(parameters.integer("concentration"));
  expect_valid(topology);
  return topology;
}

IdealNetwork ideal_of(const FamilyName& name, Parameters parameters) {
  const Family& family = known_family(name);
  CUTLINE_EXPECT(family.ideal != nullptr);
  complete(parameters, family.fields, family.name);
  IdealNetwork network = family.ideal(parameters);
  if (parameters.has("concentration")) network.concentration = parameters.number("concentration");
  return network;
}

std::optional<double> IdealNetwork::busiest_load() const {
  if (uneven_load > 0) return uneven_load;
  if (!mean_hops) return std::nullopt;
  return *mean_hops * nodes / (links * channels_per_link);
}

std::vector<Parameters> sized_by(const SizeRange& range, std::string_view name, std::int64_t first,
                                 FunctionRef<double(double)> size) {
  std::vector<Parameters> all;
  const auto least = static_cast<double>(range.least), most = static_cast<double>(range.most);
  for (std::int64_t value = first; size(static_cast<double>(value)) <= most; ++value) {
    if (size(static_cast<double>(value)) >= least) all.push_back({{std::string(name), value}});
  }
  return all;
}

std::vector<Parameters> sized_by(const SizeRange& range, const std::array<std::string_view, 2>& names,
                                 const std::array<std::int64_t, 2>& first, FunctionRef<double(double, double)> size) {
  std::vector<Parameters> all;
  const auto most = static_cast<double>(range.most);
  for (std::int64_t a = first[0]; size(static_cast<double>(a), static_cast<double>(first[1])) <= most; ++a) {
    for (Parameters& one :
         sized_by(range, names[1], first[1], [&](double b) { return size(static_cast<double>(a), b); })) {
      one.set(names[0], a);
      all.push_back(std::move(one));
    }
  }
  return all;
}

NetworksOfSize networks_by(std::string_view name, std::int64_t first, double (*size)(double)) {
  return [=](const SizeRange& range) { return sized_by(range, name, first, size); };
}

NetworksOfSize networks_by(const std::array<std::string_view, 2>& names, const std::array<std::int64_t, 2>& first,
                           double (*size)(double, double)) {
  return [=](const SizeRange& range) { return sized_by(range, names, first, size); };
}

std::vector<IntegerList> products_in(const SizeRange& range, std::size_t least_factors) {
  std::vector<IntegerList> all;
  IntegerList factors;
  continue_products(range, 1, factors, std::max<std::size_t>(1, least_factors), all);
  return all;
}

std::vector<Parameters> few_links_by(const SizeRange& range, std::uint64_t least_nodes, std::string_view links,
                                     std::uint64_t least_links, std::uint64_t step) {
  constexpr std::uint64_t kMostLinks = 16;
  std::vector<Parameters> all;
  for (std::uint64_t nodes = std::max(least_nodes, range.least); nodes <= range.most; ++nodes) {
    for (std::uint64_t each = least_links; each <= std::min(kMostLinks, nodes - 2); each += step) {
      if (nodes * each % 2 > 0) continue;
      all.push_back(
          {{"nodes", static_cast<std::int64_t>(nodes)}, {std::string(links), static_cast<std::int64_t>(each)}});
    }
  }
  return all;
}

std::vector<Parameters> cubes_in(const SizeRange& range, std::size_t least_dimensions) {
  std::vector<Parameters> all;
  for (IntegerList& radices : products_in(range, least_dimensions)) {
    if (radices.front() > 2) all.push_back({{"radices", std::move(radices)}});
  }
  return all;
}

IntegerList radices_given(const Parameters& network) { return network.list("radices"); }

IntegerList one_line(const Parameters& network) { return {network.integer("nodes")}; }

}  // namespace cutline
