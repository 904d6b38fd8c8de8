// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>

#include "cutline/base/named.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/study/scoring.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/topology/ideal_network.hpp"

namespace cutline {

namespace {

/// If a wire sets the cycle, its length and its delay per length; else the part that sets the cycle.
MeasureParts cycle_parts(const Candidate& c, const Timing* timing) {
  const double ns = in_ns(timing->latency.cycle);
  const bool metres = timing->slowest.known();
  const bool by_wire = timing->latency.cycle_set_by == CycleLimit::longest_wire && c.laid_out();
  const double length = !by_wire ? 0
                        : metres ? in_mm(timing->slowest.length())
                                 : static_cast<double>(c.laid_out()->measures.length.longest_pitches);
  if (length <= 0) return {{{std::string(cycle_limit_text(timing->latency.cycle_set_by)), ns, ""}}};
  if (metres) return {{{"long wires", length, "mm", false, "length.longest_mm"}, {"slow wires", ns / length, "ns/mm"}}};
  return {
      {{"long wires", length, "pitches", false, "length.longest_pitches"}, {"slow wires", ns / length, "tau a pitch"}}};
}

MeasureParts hops_parts(const Candidate& c, const Timing*) {
  if (!c.graph() || !c.graph()->distances) return {};
  return {{{"few links a node", static_cast<double>(c.graph()->degree_max), "", true, "graph.degree_max"},
           {"large diameter", static_cast<double>(c.graph()->distances->diameter_hops), "hops", false,
            "graph.diameter_hops"}}};
}

MeasureParts area_parts(const Candidate& c, const Timing*) {
  const LayoutSize& size = c.laid_out()->measures.size;
  const double all = size.in_metres() ? size.mm.area_mm2 : static_cast<double>(size.area_pitches2);
  const std::string unit = size.in_metres() ? "mm2" : "pitches^2";
  const double nodes = all * size.node_area_fraction;
  return {{{"wiring", all - nodes, unit}, {"large nodes", nodes, unit}}, true};
}

MeasureParts longest_parts(const Candidate& c, const Timing*) {
  const Lengths& length = c.laid_out()->measures.length;
  const double span = length.longest_span.pitches();
  if (span <= 0) return {};
  const double all = length.mm ? length.mm->longest : static_cast<double>(length.longest_pitches);
  return {{{"far links", span, "node pitches", false, "length.longest_span"},
           {"wide node pitch", all / span, length.mm ? "mm" : "wire pitches"}}};
}

MeasureParts total_parts(const Candidate& c, const Timing*) {
  const Lengths& length = c.laid_out()->measures.length;
  if (length.mean_pitches <= 0) return {};
  const bool metres = length.mm.has_value();
  return {{{"many wires", static_cast<double>(length.total_pitches) / length.mean_pitches, ""},
           {"long wires", metres ? length.mm->mean : length.mean_pitches, metres ? "mm" : "pitches", false,
            metres ? "length.mean_mm" : "length.mean_pitches"}}};
}

MeasureParts span_parts(const Candidate& c, const Timing*) {
  if (!c.laid_out()) return {};
  for (const ClassLength& one : c.laid_out()->measures.length.by_class) {
    if (one.longest_span == c.laid_out()->measures.length.longest_span)
      return {{{"links of " + one.name, one.longest_span.pitches(), "node pitches"}}};
  }
  return {};
}

MeasureParts pins_parts(const Candidate& c, const Timing*) {
  const double ports =
      c.laid_out() ? static_cast<double>(c.laid_out()->measures.ports_per_node_max) : c.ideal()->ports_per_node;
  if (ports <= 0) return {};
  const double wires =
      c.laid_out() ? static_cast<double>(c.laid_out()->measures.pins_per_node_max) : ports * c.channel.wires;
  return {{{"many channels a node", ports, "", false, "pins.ports_per_node_max"},
           {"wide channels", wires / ports, "wires", false, "channel.width_bits"}}};
}

MeasureParts energy_parts(const Candidate&, const Timing* timing) {
  const auto pj = [&](EnergyPart part) {
    const double* known = timing->energy.pj(part);
    return known != nullptr ? *known : 0;
  };
  return {{{"wires", pj(EnergyPart::wires), "pJ/bit"},
           {"routers", pj(EnergyPart::routers), "pJ/bit"},
           {"edges of packages", pj(EnergyPart::edges), "pJ/bit"},
           {"tiles", pj(EnergyPart::tiles), "pJ/bit"}},
          true};
}

MeasureParts bit_time_parts(const Candidate& c, const Timing* timing) {
  return {{{"slow cycle", in_ns(timing->latency.cycle), "", false, "delay.cycle_ns"},
           {saturation_limit_text(c.traffic.saturation), saturation_per_cycle(c, *timing), "bits a cycle", true}}};
}

/// The resource that is full at saturation, and the load at saturation.
MeasureParts saturation_parts(const Candidate& c, const Timing* timing) {
  if (const Bottleneck* full = timing->saturates_by())
    return {{{std::string(bottleneck_text(*full)), *timing->model_saturation(), "bits a cycle", true}}};
  return {{{saturation_limit_text(c.traffic.saturation), saturation_per_cycle(c, *timing), "bits a cycle", true}}};
}

using PartsOf = MeasureParts (*)(const Candidate&, const Timing*);

PartsOf parts_of(std::string_view name) {
  static const std::map<std::string_view, PartsOf> all = {
      {"cycle", cycle_parts},       {"hops", hops_parts},
      {"area", area_parts},         {"longest", longest_parts},
      {"total", total_parts},       {"span", span_parts},
      {"pins", pins_parts},         {"energy", energy_parts},
      {"bit_time", bit_time_parts}, {"saturation", saturation_parts}};
  const auto found = all.find(name);
  return found == all.end() ? nullptr : found->second;
}

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
    if (found == all.end()) found = all.insert(found, {name, {}, parts_of(name)});
    found->quantities.push_back(&quantity);
  }
  const auto place = [](const RankMeasure& one) { return std::find(kOrder.begin(), kOrder.end(), one.name); };
  std::stable_sort(all.begin(), all.end(),
                   [&](const RankMeasure& one, const RankMeasure& other) { return place(one) < place(other); });
  return all;
}

/// Every number of a record as a measure named by its key. Such a measure has no parts, so no cause of a loss is found.
std::vector<RankMeasure> measures_by_key() {
  std::vector<RankMeasure> all;
  for (const Quantity& quantity : quantities()) {
    if (quantity.value == nullptr || quantity.ranks_alone()) continue;
    all.push_back({quantity.key, {&quantity}, [](const Candidate&, const Timing*) { return MeasureParts{}; }});
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
