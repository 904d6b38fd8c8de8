// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

/// A number of a formula: its symbol, where it stands among the facts, what it is.
struct ExplanationSymbol {
  std::string_view symbol;
  std::string_view key;
  std::string_view meaning;
};

/// A printed formula that is wrong, or holds in fewer cases than it says.
struct Erratum {
  std::string_view text;
  bool (*applies)(const nlohmann::ordered_json& facts) = nullptr;  ///< null: always
};

/// Whether the row of the network's family lists this erratum.
inline bool has_erratum(const nlohmann::ordered_json& facts, std::string_view key) {
  const nlohmann::ordered_json& errata = facts.at("errata");
  return std::any_of(errata.begin(), errata.end(), [&](const auto& each) { return each == std::string(key); });
}

/// One row of the catalogue: one measure in one case. The facts are the record, and beside it `study` (what the spec
/// says), `model` (the wire delay) and `cells` (boxes and routing channels).
struct ExplanationRow {
  std::string_view measure;
  std::string_view key;  ///< of its value in the record
  std::string_view summary;
  bool (*applies)(const nlohmann::ordered_json& facts) = nullptr;  ///< null: always; the first row that applies is used
  std::string_view formula;
  std::string_view source;
  std::vector<ExplanationSymbol> symbols = {};
  std::vector<Erratum> errata = {};
};

/// Of express cubes; the first to be looked through.
std::vector<ExplanationRow> express_explanations();
/// Of traffic; before those of uniform traffic alone.
std::vector<ExplanationRow> traffic_explanations();
std::vector<ExplanationRow> latency_explanations();
std::vector<ExplanationRow> energy_explanations();
std::vector<ExplanationRow> network_explanations();
/// Of failing links, and of what only they need: edge connectivity and shortest paths.
std::vector<ExplanationRow> fault_explanations();
std::vector<ExplanationRow> layout_explanations();
std::vector<ExplanationRow> package_explanations();

}  // namespace cutline
