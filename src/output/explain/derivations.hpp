// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/quantities.hpp"

namespace cutline {

/// A number of a formula: its symbol, where it stands in the record or among the facts, what it is.
struct Symbol {
  std::string_view symbol;
  std::string_view key;
  std::string_view meaning;
};

/// A printed formula that is wrong, or holds in fewer cases than it says.
struct Erratum {
  std::string_view text;
  bool (*applies)(const Asked&) = nullptr;  ///< null: always
};

/// Whether the row of the network's family lists this erratum.
bool has_erratum(const Asked& asked, std::string_view key);

/// How a quantity follows from others, in one case.
struct Derivation {
  std::string_view name;                    ///< of the quantity: QuantityNames::name
  bool (*applies)(const Asked&) = nullptr;  ///< null: always; the first one that applies is used
  std::string_view formula;
  std::string_view source;
  std::vector<Symbol> symbols = {};
  std::vector<Erratum> errata = {};
};

/// Of express cubes; the first to be looked through.
std::vector<Derivation> express_derivations();
/// Of traffic; before those of uniform traffic alone.
std::vector<Derivation> traffic_derivations();
std::vector<Derivation> latency_derivations();
std::vector<Derivation> energy_derivations();
std::vector<Derivation> network_derivations();
/// Of failing links, and of what only they need: edge connectivity and shortest paths.
std::vector<Derivation> fault_derivations();
std::vector<Derivation> layout_derivations();
std::vector<Derivation> package_derivations();

/// What only formulas name, beside the record: `study` (what the spec says, parts of the latency), `cells` (boxes and
/// routing channels of the layout), `model` (the wire delay). Null where there is no such fact.
using Fact = Data (*)(const Asked&);
Fact find_fact(std::string_view key);

}  // namespace cutline
