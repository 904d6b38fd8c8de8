// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "spec/study_keys.hpp"

namespace cutline {
namespace {

/// Reads a share below 100 %. At 100 % a figure could be zero, and above that negative.
void read_share(Reader& reader, YamlId id, std::string_view what, double& share) {
  const auto given = read_quantity(reader, id, what, {Measured::share});
  if (!given) return;
  if (given->value >= 1) {
    return reader.report(id, fmt::format("'{}' must be less than 100 %", what),
                         "30 % says: from 0.7 times to 1.3 times what is given");
  }
  share = given->value;
}

const std::vector<Key<Uncertainty>>& uncertainty_keys() {
  static const ValueShape share = quantity_shape({Measured::share});
  static const std::vector<Key<Uncertainty>> keys = {
      {"wire_delay", share, "0 %", "of every wire",
       [](Reader& reader, YamlId id, Uncertainty& u) { read_share(reader, id, "wire_delay", u.wire_delay); }},
      {"router_delay", share, "0 %", "of every router, injection and ejection too",
       [](Reader& reader, YamlId id, Uncertainty& u) { read_share(reader, id, "router_delay", u.router_delay); }},
      {"message", share, "0 %", "size of every message",
       [](Reader& reader, YamlId id, Uncertainty& u) { read_share(reader, id, "message", u.message); }}};
  return keys;
}

}  // namespace

void read_uncertainty(Reader& reader, YamlId id, StudyDraft& draft) {
  const std::size_t mistakes = reader.document.diagnostics.size();
  Uncertainty& uncertainty = draft.study.uncertainty;
  read_map(reader, id, "uncertainty", uncertainty_keys(), uncertainty);
  if (reader.document.diagnostics.size() > mistakes) return;
  if (uncertainty.any()) return;
  reader.report(id, "'uncertainty' names nothing uncertain", "{wire_delay: 20 %, router_delay: 10 %, message: 50 %}");
}

ValueShape uncertainty_shape() { return map_shape(uncertainty_keys()); }

}  // namespace cutline
