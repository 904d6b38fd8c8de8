// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/base/named.hpp"
#include "cutline/topology/family.hpp"
#include "spec/candidate_keys.hpp"
#include "spec/fields.hpp"

namespace cutline {

void read_topology(Reader& reader, YamlId id, CandidateDraft& draft) {
  Design& design = draft.design;
  design.places["topology"] = reader.place(id);
  if (!expect_map(reader, id, "topology")) return;
  const std::vector<std::string_view> names = names_of(families());
  const YamlEntry* entry = find_entry(reader.document, id, "family");
  if (entry == nullptr) {
    reader.report(id, "topology needs the key 'family'", "the families are: " + join(names, ", "));
    return;
  }
  const YamlId family_id = entry->value;
  design.places["topology.family"] = reader.place(family_id);
  const auto index = read_choice(reader, family_id, "family", names);
  if (!index) return;
  const Family& family = families()[*index];
  design.family = family.name;
  read_parameters(reader, id, "family", family.name, family.fields, design.parameters, &design.places, "topology.");
  if (design.ideal && family.ideal == nullptr) {
    reader.report(family_id, fmt::format("the family '{}' has no closed forms, so it cannot be `ideal`", family.name));
  }
}

ValueShape topology_shape() {
  std::vector<RowShape> rows;
  for (const Family& family : families()) rows.push_back({family.name, family.summary, &family.fields});
  return rows_shape("family", "the family of the network", rows);
}

}  // namespace cutline
