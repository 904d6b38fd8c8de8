// SPDX-License-Identifier: Apache-2.0
#include "evaluate/population.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/format.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

/// Populations within this relative distance count as equal, because real radices come from roots.
constexpr double kSame = 1e-9;

bool apart(double terminals, double wanted, double tolerance) {
  return std::abs(terminals - wanted) > (tolerance + kSame) * wanted;
}

double wanted_terminals(const Study& study, const std::vector<Machine>& machines) {
  if (study.population.terminals > 0) return static_cast<double>(study.population.terminals);
  return machines.empty() ? 0 : machines.front().terminals;
}

std::vector<Machine> ranked_machines(const std::vector<Candidate>& candidates) {
  std::vector<Machine> machines;
  for (const std::size_t i : rankable(candidates))
    machines.push_back({&*candidates[i].design, candidates[i].facts.terminals});
  return machines;
}

/// Terminals of the design with one parameter changed; absent if there is no such network.
std::optional<double> terminals_with(const Design& design, const std::string& parameter, std::int64_t value) {
  Parameters parameters = design.parameters;
  parameters.set(parameter, value);
  try {
    return static_cast<double>(build_topology(design.family, parameters).terminal_count());
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// The largest value of a parameter that gives at most the wanted number of terminals; the number grows with the
/// parameter.
std::optional<std::int64_t> value_below(const Design& design, const std::string& parameter, double wanted) {
  const auto fits = [&](std::int64_t value) {
    const auto terminals = terminals_with(design, parameter, value);
    return terminals && *terminals <= wanted;
  };
  std::int64_t low = 1;
  while (low <= 2 && !fits(low)) ++low;
  if (low > 2) return std::nullopt;
  std::int64_t high = low + 1;
  while (high < (std::int64_t{1} << 40) && fits(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

/// The sizes next to the wanted one, such as "radix 15 has 225 terminals, radix 16 has 256".
std::string nearest_sizes(const Design& design, double wanted) {
  std::vector<std::string> sizes;
  for (const char* parameter : {"radix", "dimensions", "nodes"}) {
    if (!design.parameters.has(parameter) ||
        !std::holds_alternative<std::int64_t>(design.parameters.values().at(parameter))) {
      continue;
    }
    const auto below = value_below(design, parameter, wanted);
    if (!below) continue;
    for (const std::int64_t value : {*below, *below + 1}) {
      const auto terminals = terminals_with(design, parameter, value);
      if (terminals) sizes.push_back(fmt::format("{} {} has {:.12g}", parameter, value, *terminals));
      if (terminals && *terminals == wanted) break;
    }
  }
  if (sizes.empty()) return {};
  return fmt::format("the nearest sizes of this {}: {}", design.family.printed(), join(sizes, ", "));
}

}  // namespace

std::vector<std::size_t> rankable(const std::vector<Candidate>& candidates) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].can_be_built() && candidates[i].infeasible.empty()) result.push_back(i);
  }
  return result;
}

bool mixed_population(const Study& study, const std::vector<Candidate>& candidates) {
  const std::vector<Machine> machines = ranked_machines(candidates);
  const double wanted = wanted_terminals(study, machines);
  return study.population.any && std::any_of(machines.begin(), machines.end(), [&](const Machine& machine) {
           return apart(machine.terminals, wanted, 0);
         });
}

void expect_same_population(const Study& study, const std::vector<Machine>& machines) {
  if (study.population.any) return;
  const double wanted = wanted_terminals(study, machines);
  const double tolerance = study.population.tolerance;
  std::vector<Diagnostic> diagnostics;
  for (const auto& [design, terminals] : machines) {
    if (!apart(terminals, wanted, tolerance)) continue;
    const std::string within = tolerance > 0 ? fmt::format(" within {:.4g} %", 100 * tolerance) : "";
    const std::string sizes = nearest_sizes(*design, wanted);
    diagnostics.push_back({fmt::format("'{}' has {:.12g} terminals and cannot be ranked with {:.12g}{}", design->name,
                                       terminals, wanted, within),
                           sizes + (sizes.empty() ? "" : "; ") + "`population: any` ranks different sizes together",
                           design->place_of({"candidate"}), "population", false});
  }
  if (!diagnostics.empty()) throw Error(ExitCode::bad_input, std::move(diagnostics));
}

void expect_same_population(const Study& study, const std::vector<Candidate>& candidates) {
  expect_same_population(study, ranked_machines(candidates));
}

}  // namespace cutline
