// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/base/named.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/ideal_network.hpp"
#include "cutline/topology/topology.hpp"
#include "topology/cube.hpp"

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
    if (std::none_of(family.fields.begin(), family.fields.end(), same)) family.fields.push_back(field);
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

}  // namespace

const std::vector<Family>& families() { return catalogue(); }

void add_family(Family family) {
  CUTLINE_EXPECT(!family.name.empty() && family.build != nullptr && !family.examples.empty());
  CUTLINE_EXPECT(find_family(family.name) == nullptr);
  catalogue().push_back(with_common_fields(std::move(family)));
}

const Family* find_family(const FamilyName& name) {
  const auto found =
      std::find_if(families().begin(), families().end(), [&](const Family& f) { return FamilyName(f.name) == name; });
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

}  // namespace cutline
