// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/quantities.hpp"

#include <cmath>

#include "base/named.hpp"
#include "cutline/study/placed_network.hpp"
#include "rank/quantities/rows.hpp"
#include "rank/scoring.hpp"
#include "study/machine_choice.hpp"

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

struct UnitRow {
  Unit unit = Unit::none;
  UnitWords words;
};
constexpr UnitRow kUnits[] = {{Unit::none, {}},
                              {Unit::time, {"ns", "ns", "ns"}},
                              {Unit::mm, {"mm", "mm", "mm"}},
                              {Unit::mm2, {"mm2", "mm2", "mm2"}},
                              {Unit::mm3, {"mm3", "mm3", "mm3"}},
                              {Unit::wire_pitches, {"wire pitches", "wire pitches", "pitches"}},
                              {Unit::wire_pitches2, {"square wire pitches", "pitches^2", "pitch^2"}},
                              {Unit::wire_pitches3, {"cubic wire pitches", "pitches^3", "pitch^3"}},
                              {Unit::node_pitches, {"node pitches", "node pitches", "pitches"}},
                              {Unit::hops, {"hops", "", "mean"}},
                              {Unit::bits, {"bits", "bits", "bits"}},
                              {Unit::bits_per_cycle, {"bits/cycle", "bits/cycle", "bits/cycle"}},
                              {Unit::cycles, {"cycles", "cycles", "cycles"}},
                              {Unit::time_per_bit, {"ns/bit", "ns/bit", "ns/bit"}},
                              {Unit::wires, {"wires", "wires", "wires"}},
                              {Unit::pj_per_bit, {"pJ/bit", "pJ/bit", "pJ/bit"}},
                              {Unit::metres, {"m", "m", "m"}},
                              {Unit::watts, {"W", "W", "W"}},
                              {Unit::gbps, {"Gb/s", "Gb/s", "Gb/s"}},
                              {Unit::money, {"machine.currency", "", ""}}};
static_assert(std::size(kUnits) == static_cast<std::size_t>(Unit::money) + 1);

std::vector<Quantity>& catalogue() {
  static std::vector<Quantity> all = all_rows();
  return all;
}

}  // namespace

UnderDelay under_delay(const Study& study, const Candidate& candidate, std::size_t delay, const Ranking* ranking,
                       std::size_t number) {
  const std::vector<Timing>& timings = candidate.latency.timings;
  const Timing* timing = delay < timings.size() ? &timings[delay] : nullptr;
  return {study_of(study, *candidate.design),
          candidate,
          delay,
          candidate.latency.wires_under(delay),
          timing,
          ranking,
          number};
}

std::vector<UnderDelay> under_every_delay(const Study& study, const Candidate& candidate, std::size_t number) {
  return each_of(study.delays.size(),
                 [&](std::size_t delay) { return under_delay(study, candidate, delay, nullptr, number); });
}

UnitWords unit_text(Unit unit, bool times_in_tau) {
  if (times_in_tau && unit == Unit::time) return {"tau", "tau", "tau"};
  if (times_in_tau && unit == Unit::time_per_bit) return {"tau/bit", "tau/bit", "tau/bit"};
  const auto* row =
      std::find_if(std::begin(kUnits), std::end(kUnits), [&](const UnitRow& each) { return each.unit == unit; });
  CUTLINE_EXPECT(row != std::end(kUnits));
  return row->words;
}

namespace {

UnitWords unit_with(std::string_view currency, Unit unit, bool times_in_tau) {
  if (unit == Unit::money && !currency.empty()) return {currency, currency, currency};
  return unit_text(unit, times_in_tau);
}

}  // namespace

UnitWords unit_text(Unit unit, const Study& study) { return unit_with(currency_of(study), unit, study.counts_tau()); }

UnitWords unit_text(Unit unit, const UnderDelay& asked) {
  return unit_with(currency_of(*asked.candidate.design), unit, asked.study.counts_tau());
}

UnitWords unit_in_record(const Data& record, Unit unit) {
  const Data* technology = record.find("technology");
  const Data* currency = record.at_path("machine.currency");
  const bool times_in_tau = technology != nullptr && technology->is_text() && technology->text() == "unit" &&
                            record.find("machine") == nullptr;
  return unit_with(currency != nullptr && currency->is_text() ? std::string_view(currency->text()) : "", unit,
                   times_in_tau);
}

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

const Quantity& quantity_by_name(std::string_view name, const UnderDelay& example) {
  return quantity_by_name(name, [&](const Quantity& row) { return !quantity_value(example, row).is_null(); });
}

namespace {

/// The heading of a column without the sign that it has in a sum: "= node" is that of "node".
std::string_view heading_of(const Quantity& row) {
  const std::string_view title = row.names.title;
  return title.starts_with("= ") || title.starts_with("+ ") ? title.substr(2) : title;
}

/// For a name that no quantity has, but a column of tables.
std::string hint_of_heading(std::string_view name, FunctionRef<bool(const Quantity&)> preferred) {
  const Quantity* headed = nullptr;
  for (const Quantity& row : quantities()) {
    if (row.key.empty() || name.empty() || heading_of(row) != name) continue;
    if (headed == nullptr || (!preferred(*headed) && preferred(row))) headed = &row;
  }
  return headed == nullptr ? "" : fmt::format("the column '{}' of tables is '{}'", name, headed->all_names().back());
}

}  // namespace

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
  const std::string heading = hint_of_heading(name, preferred);
  throw_input_error(fmt::format("there is no quantity '{}'", name),
                    heading.empty() ? did_you_mean(name, known, "'cutline list quantities' shows them") : heading);
}

namespace {

void expect_finite(const Data& value, const Candidate& candidate) {
  if (value.is_real() && !std::isfinite(value.number())) {
    throw_limit_error(fmt::format("candidate '{}': a result is beyond what a number can hold", candidate.design->name),
                      "the parameters are too large for any machine");
  }
  if (value.is_list()) {
    for (const Data& each : value.list()) expect_finite(each, candidate);
  } else if (value.is_map()) {
    for (const Data::Entry& each : value.map()) expect_finite(each.second, candidate);
  }
}

Data finite_value(const Quantity& row, const UnderDelay& asked) {
  Data value = row.value(asked);
  expect_finite(value, asked.candidate);
  return value;
}

}  // namespace

Data quantity_value(const UnderDelay& asked, std::string_view path) {
  for (std::size_t end = path.size(); end != std::string_view::npos; end = path.rfind('.', end - 1)) {
    const Quantity* row = find_quantity(path.substr(0, end));
    if (row == nullptr || row->value == nullptr) continue;
    const Data value = finite_value(*row, asked);
    const Data* found = end == path.size() ? &value : value.at_path(path.substr(end + 1));
    return found != nullptr ? *found : Data();
  }
  return {};
}

Data quantity_value(const UnderDelay& asked, const Quantity& quantity) {
  return quantity.value != nullptr ? finite_value(quantity, asked) : quantity_value(asked, quantity.key);
}

bool never_in_records(const Study&) { return false; }

bool Quantity::ranks_alone() const { return wanted == never_in_records; }

std::vector<std::string_view> Quantity::all_names() const {
  std::vector<std::string_view> all = {key, names.column, names.name, names.rank};
  std::erase(all, "");
  return all;
}

Quantities joined(std::initializer_list<Quantities> lists) {
  Quantities all;
  for (const Quantities& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

bool is_ideal(const UnderDelay& asked) { return asked.candidate.design->ideal; }

bool has_planes(const UnderDelay& asked) {
  return asked.candidate.laid_out() && asked.candidate.placement()->grid()[Axis::z] > 1;
}

bool has_order(const UnderDelay& asked, std::string_view name) {
  const Placement* placement = asked.candidate.placement();
  return placement != nullptr && order_text(*placement, ", ").find(name) != std::string::npos;
}

const std::vector<RecordPart>& record_parts() {
  static const std::vector<RecordPart> all = {
      {"density.z", has_planes},
      {"overflow",
       [](const UnderDelay& a) { return a.candidate.laid_out() && a.candidate.laid_out()->measures.overflow(); }},
      {"given",
       [](const UnderDelay& a) { return a.candidate.laid_out() && a.candidate.laid_out()->given.has_value(); }},
      {"over", [](const UnderDelay& a) { return a.candidate.laid_out() && a.candidate.laid_out()->measures.over(); }},
      {"board", has_board},
      {"machine", has_machine},
      {"express", [](const UnderDelay& a) { return !a.candidate.facts.express.empty(); }},
      {"delay.slowest_wire", [](const UnderDelay& a) { return a.wires != nullptr && a.wires->slowest.known(); }},
      {"emulation",
       [](const UnderDelay& a) { return a.delay < a.candidate.emulations.size() && a.candidate.emulations[a.delay]; }},
      {"routers.router", [](const UnderDelay& a) { return a.candidate.can_be_built(); }},
      {"routers.interchange",
       [](const UnderDelay& a) { return a.candidate.can_be_built() && a.candidate.sites.has_interchanges; }}};
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

std::string_view RankMeasure::unit(const Study& study) const {
  return unit_text((study.technology.unit ? quantities.back() : quantities.front())->unit, study).sign;
}

bool RankMeasure::more_is_better() const { return quantities.front()->more_is_better; }

bool RankMeasure::under_load() const { return quantities.front()->under_load; }

bool RankMeasure::at_loads() const { return quantities.front()->at_loads; }

bool RankMeasure::per_terminal() const { return quantities.front()->per_terminal; }

std::optional<double> RankMeasure::value(const UnderDelay& asked) const {
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
