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

void add_measure(std::vector<RankMeasure>& all, std::string_view name, const Quantity& quantity) {
  auto found = std::find_if(all.begin(), all.end(), [&](const RankMeasure& one) { return one.name == name; });
  if (found == all.end()) found = all.insert(found, {name, {}});
  if (found->quantities.empty() || found->quantities.back() != &quantity) found->quantities.push_back(&quantity);
}

std::vector<RankMeasure> measures_of_catalogue() {
  std::vector<RankMeasure> all;
  for (const Quantity& quantity : quantities()) {
    if (!quantity.names.rank.empty()) add_measure(all, quantity.names.rank, quantity);
  }
  const auto place = [](const RankMeasure& one) { return std::find(kOrder.begin(), kOrder.end(), one.name); };
  std::stable_sort(all.begin(), all.end(),
                   [&](const RankMeasure& one, const RankMeasure& other) { return place(one) < place(other); });
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
    const Data value = quantity_value(asked, *quantity);
    if (value.is_number()) return value.number();
  }
  return std::nullopt;
}

const RankMeasure* find_measure(std::string_view name) {
  for (const auto* all : {&rank_measures(), &other_measures()}) {
    if (const RankMeasure* found = find_named(*all, name)) return found;
  }
  return nullptr;
}

const std::vector<RankMeasure>& other_measures() {
  static const std::vector<RankMeasure> all = [] {
    std::vector<RankMeasure> others;
    for (const Quantity& quantity : quantities()) {
      for (const std::string_view name : quantity.all_names()) {
        if (find_named(rank_measures(), name) == nullptr) add_measure(others, name, quantity);
      }
    }
    return others;
  }();
  return all;
}

const std::vector<RankMeasure>& rank_measures() {
  static const std::vector<RankMeasure> all = measures_of_catalogue();
  return all;
}

}  // namespace cutline
