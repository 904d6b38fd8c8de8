// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/quantities.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>

#include "cutline/base/error.hpp"
#include "cutline/base/named.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/scoring.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

Quantities all_rows() {
  Quantities all;
  constexpr bool any_delay = false, of_delay = true;
  const auto add = [&](Quantities rows, bool depends) {
    for (Quantity& row : rows) row.of_delay = depends;
    all.insert(all.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
  };
#define CUTLINE_QUANTITIES(name, delay) add(name##_quantities(), delay);
#include "rank/quantities/quantities.inc"
#undef CUTLINE_QUANTITIES
  return all;
}

}  // namespace

Asked ask(const Study& study, const Candidate& candidate, std::size_t delay, const Ranking* ranking,
          std::size_t number) {
  const std::vector<Timing>& timings = candidate.latency.timings;
  const Timing* timing = delay < timings.size() ? &timings[delay] : nullptr;
  return {study, candidate, delay, candidate.latency.wires_under(delay), timing, ranking, number};
}

UnitWords unit_text(Unit unit, bool unit_technology) {
  const std::string_view time = unit_technology ? "tau" : "ns";
  switch (unit) {
    case Unit::none:
      return {};
    case Unit::time:
      return {time, time, time};
    case Unit::time_per_bit:
      return unit_technology ? UnitWords{"tau/bit", "tau/bit", "tau/bit"} : UnitWords{"ns/bit", "ns/bit", "ns/bit"};
    case Unit::mm:
      return {"mm", "mm", "mm"};
    case Unit::mm2:
      return {"mm2", "mm2", "mm2"};
    case Unit::mm3:
      return {"mm3", "mm3", "mm3"};
    case Unit::wire_pitches:
      return {"wire pitches", "wire pitches", "pitches"};
    case Unit::wire_pitches2:
      return {"square wire pitches", "pitches^2", "pitch^2"};
    case Unit::wire_pitches3:
      return {"cubic wire pitches", "pitches^3", "pitch^3"};
    case Unit::node_pitches:
      return {"node pitches", "node pitches", "pitches"};
    case Unit::hops:
      return {"hops", "", "mean"};
    case Unit::bits:
      return {"bits", "bits", "bits"};
    case Unit::bits_per_cycle:
      return {"bits/cycle", "bits/cycle", "bits/cycle"};
    case Unit::cycles:
      return {"cycles", "cycles", "cycles"};
    case Unit::wires:
      return {"wires", "wires", "wires"};
    case Unit::pj_per_bit:
      return {"pJ/bit", "pJ/bit", "pJ/bit"};
  }
  broken_contract("a unit", __FILE__, __LINE__);
}

namespace {

std::vector<Quantity>& catalogue() {
  static std::vector<Quantity> all = all_rows();
  return all;
}

}  // namespace

const std::vector<Quantity>& quantities() { return catalogue(); }

void add_quantity(Quantity quantity) {
  std::vector<Quantity>& all = catalogue();
  CUTLINE_EXPECT(std::none_of(all.begin(), all.end(), [&](const Quantity& row) { return row.key == quantity.key; }));
  const std::string part = quantity.key.substr(0, quantity.key.find('.') + 1);
  const auto last = std::find_if(all.rbegin(), all.rend(),
                                 [&](const Quantity& row) { return !part.empty() && row.key.starts_with(part); });
  all.insert(last == all.rend() ? all.end() : last.base(), std::move(quantity));
}

const Quantity* find_quantity(std::string_view key) {
  static const std::map<std::string_view, const Quantity*> by_key = [] {
    std::map<std::string_view, const Quantity*> found;
    for (const Quantity& row : quantities()) found.emplace(row.key, &row);
    return found;
  }();
  const auto found = by_key.find(key);
  return found == by_key.end() ? nullptr : found->second;
}

const Quantity& quantity_by_name(std::string_view name, const Asked& example) {
  return quantity_by_name(name, [&](const Quantity& row) { return !quantity_value(example, row).is_null(); });
}

const Quantity& quantity_by_name(std::string_view name, FunctionRef<bool(const Quantity&)> preferred) {
  const Quantity* meant = nullptr;
  std::vector<std::string_view> known;
  for (const Quantity& row : quantities()) {
    if (row.key.empty()) continue;
    const std::vector<std::string_view> names = row.all_names();
    known.insert(known.end(), names.begin(), names.end());
    if (std::find(names.begin(), names.end(), name) == names.end()) continue;
    if (meant == nullptr || !preferred(*meant)) meant = &row;
  }
  if (meant != nullptr) return *meant;
  throw_input_error(fmt::format("there is no quantity '{}'", name),
                    did_you_mean(name, known, "'cutline list quantities' shows them"));
}

Data quantity_value(const Asked& asked, std::string_view path) {
  for (std::size_t end = path.size(); end != std::string_view::npos; end = path.rfind('.', end - 1)) {
    const Quantity* row = find_quantity(path.substr(0, end));
    if (row == nullptr || row->value == nullptr) continue;
    const Data value = row->value(asked);
    const Data* found = end == path.size() ? &value : value.at_path(path.substr(end + 1));
    return found != nullptr ? *found : Data();
  }
  return {};
}

Data quantity_value(const Asked& asked, const Quantity& quantity) {
  return quantity.value != nullptr ? quantity.value(asked) : quantity_value(asked, quantity.key);
}

bool never_in_records(const Study&) { return false; }

bool Quantity::ranks_alone() const { return wanted == never_in_records; }

std::vector<std::string_view> Quantity::all_names() const {
  std::vector<std::string_view> all = {key, names.column, names.name, names.rank};
  std::erase(all, "");
  return all;
}

bool has_planes(const Candidate& candidate) {
  return candidate.laid_out() && candidate.network()->placement.grid()[Axis::z] > 1;
}

const std::vector<RecordPart>& record_parts() {
  static const std::vector<RecordPart> all = {
      {"density.z", [](const Asked& a) { return has_planes(a.candidate); }},
      {"overflow",
       [](const Asked& a) { return a.candidate.laid_out() && a.candidate.laid_out()->measures.overflow(); }},
      {"given", [](const Asked& a) { return a.candidate.laid_out() && a.candidate.laid_out()->given.has_value(); }},
      {"over", [](const Asked& a) { return a.candidate.laid_out() && a.candidate.laid_out()->measures.over(); }},
      {"express", [](const Asked& a) { return !a.candidate.facts.express.empty(); }},
      {"delay.slowest_wire", [](const Asked& a) { return a.wires != nullptr && a.wires->slowest.known(); }},
      {"emulation",
       [](const Asked& a) { return a.delay < a.candidate.emulations.size() && a.candidate.emulations[a.delay]; }},
      {"routers.router", [](const Asked& a) { return a.candidate.can_be_built(); }},
      {"routers.interchange",
       [](const Asked& a) { return a.candidate.can_be_built() && a.candidate.sites.has_interchanges; }}};
  return all;
}

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
