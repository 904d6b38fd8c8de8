// SPDX-License-Identifier: Apache-2.0
#include "app/known_values.hpp"

#include "cutline/output/list/listing.hpp"

namespace cutline::app {

std::string TypedLine::value_of(std::string_view name) const {
  const auto found = values.find(name);
  return found == values.end() || found->second.empty() ? std::string() : found->second.back();
}

std::vector<KnownValue> named_values(const std::vector<std::string_view>& names) {
  std::vector<KnownValue> values;
  for (const std::string_view name : names) values.push_back({std::string(name)});
  return values;
}

std::vector<KnownValue> listed_values(std::string_view kind) {
  std::vector<KnownValue> values;
  const Data list = listing_data(kind);
  for (const Data& entry : list.list()) {
    const Data* summary = entry.find("summary");
    const bool told = summary != nullptr && summary->is_text();
    values.push_back({entry.map().front().second.text(), told ? summary->text() : std::string()});
  }
  return values;
}

}  // namespace cutline::app
