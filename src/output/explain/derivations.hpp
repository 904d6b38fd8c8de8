// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/quantities.hpp"

namespace cutline::explanation {

/// A number of a formula: its symbol, its key in the record or among the facts, and its meaning.
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

/// The formula of a quantity in one case, with the quantities that it uses.
struct Derivation {
  std::string_view name;                    ///< of the quantity: QuantityNames::name
  bool (*applies)(const Asked&) = nullptr;  ///< null: always; the first one that applies is used
  std::string_view formula;
  std::string_view source;
  std::vector<Symbol> symbols = {};
  std::vector<Erratum> errata = {};
};

/// Derivations for candidates with planes; they are searched first.
std::vector<Derivation> plane_derivations();
/// Derivations for express cubes; they are searched before all others but these.
std::vector<Derivation> express_derivations();
/// Derivations for any traffic; they are searched before those for uniform traffic.
std::vector<Derivation> traffic_derivations();
std::vector<Derivation> latency_derivations();
std::vector<Derivation> energy_derivations();
std::vector<Derivation> network_derivations();
/// Derivations for failing links, edge connectivity and shortest paths, which only studies of faults measure.
std::vector<Derivation> fault_derivations();
std::vector<Derivation> layout_derivations();
std::vector<Derivation> package_derivations();
/// Derivations of lower bounds that hold for every layout.
std::vector<Derivation> bound_derivations();

/// Facts that formulas use and the record does not hold: `study` (values of the spec, parts of the latency), `cells`
/// (boxes and routing channels of the layout), `model` (the wire delay), `planes` (the figures of planes). find_fact
/// gives null for an unknown key.
using Fact = Data (*)(const Asked&);
Fact find_fact(std::string_view key);
/// The facts of planes, which find_fact knows too.
std::map<std::string_view, Fact> plane_facts();

}  // namespace cutline::explanation
