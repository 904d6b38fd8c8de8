// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace cutline {

/// So many lists and maps may stand in one another in a file of results; ours have fewer than ten.
inline constexpr int kDeepestJson = 64;

/// A text that a user calls JSON; nothing where it is none, or deeper than kDeepestJson: what walks over it recurses.
inline std::optional<nlohmann::ordered_json> json_of_user(std::string_view text) {
  bool too_deep = false;
  const auto keep = [&](int depth, nlohmann::ordered_json::parse_event_t, nlohmann::ordered_json&) {
    too_deep = too_deep || depth > kDeepestJson;
    return !too_deep;
  };
  nlohmann::ordered_json value = nlohmann::ordered_json::parse(text, keep, false);
  if (too_deep || value.is_discarded()) return std::nullopt;
  return value;
}

/// The value at a dotted path, as `density.x.peak_links` or `modules.0.count`: a number counts entries of a list from
/// 0. Null where there is none.
inline const nlohmann::ordered_json* value_at(const nlohmann::ordered_json& record, const std::string& path) {
  const nlohmann::ordered_json* at = &record;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string key = path.substr(begin, end - begin);
    begin = end + 1;
    if (at->is_object() && at->contains(key)) {
      at = &at->at(key);
    } else if (at->is_array() && !key.empty() && key.size() < 9 &&
               std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
               std::stoul(key) < at->size()) {
      at = &at->at(std::stoul(key));
    } else {
      return nullptr;
    }
  }
  return at;
}

}  // namespace cutline
