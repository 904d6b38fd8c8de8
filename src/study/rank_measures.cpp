// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "cutline/base/named.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/study/scoring.hpp"

namespace cutline {

namespace {

/// The order in which measures are listed; measures that are not named here come last.
constexpr std::array<std::string_view, 12> kOrder = {"latency",   "saturation", "cycle", "hops",
                                                     "area",      "longest",    "total", "span",
                                                     "emulation", "bit_time",   "pins",  "energy"};

std::vector<RankMeasure> measures_of_catalogue() {
  std::vector<RankMeasure> all;
  for (const Quantity& quantity : quantities()) {
    const std::string_view name = quantity.names.rank;
    if (name.empty()) continue;
    auto found = std::find_if(all.begin(), all.end(), [&](const RankMeasure& one) { return one.name == name; });
    if (found == all.end()) found = all.insert(found, {name, {}});
    found->quantities.push_back(&quantity);
  }
  const auto place = [](const RankMeasure& one) { return std::find(kOrder.begin(), kOrder.end(), one.name); };
  std::stable_sort(all.begin(), all.end(),
                   [&](const RankMeasure& one, const RankMeasure& other) { return place(one) < place(other); });
  return all;
}

/// Every number of a record as a measure named by its key.
std::vector<RankMeasure> measures_by_key() {
  std::vector<RankMeasure> all;
  for (const Quantity& quantity : quantities()) {
    if (quantity.value == nullptr || quantity.ranks_alone()) continue;
    all.push_back({quantity.key, {&quantity}});
  }
  return all;
}

}  // namespace

std::string_view RankMeasure::summary() const { return quantities.front()->summary; }

std::string_view RankMeasure::unit(bool unit_technology) const {
  return unit_text((unit_technology ? quantities.back() : quantities.front())->unit, unit_technology).sign;
}

bool RankMeasure::more_is_better() const { return quantities.front()->more_is_better; }

bool RankMeasure::under_load() const { return quantities.front()->under_load; }

bool RankMeasure::at_loads() const { return quantities.front()->at_loads; }

bool RankMeasure::per_terminal() const { return quantities.front()->per_terminal; }

std::optional<double> RankMeasure::value(const Asked& asked) const {
  for (const Quantity* quantity : quantities) {
    const Data value = quantity->value(asked);
    if (value.is_number()) return value.number();
  }
  return std::nullopt;
}

const RankMeasure* find_measure(std::string_view name) {
  static const std::vector<RankMeasure> by_key = measures_by_key();
  for (const auto* all : {&rank_measures(), &by_key}) {
    if (const RankMeasure* found = find_named(*all, name)) return found;
  }
  return nullptr;
}

const std::vector<RankMeasure>& rank_measures() {
  static const std::vector<RankMeasure> all = measures_of_catalogue();
  return all;
}

}  // namespace cutline
