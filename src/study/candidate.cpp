// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/candidate.hpp"

#include <fmt/core.h>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

namespace {

/// The value that the variant shares, if it holds a SharedConst of this type; else null.
template <class T, class Variant>
const T* shared_in(const Variant& variant) {
  const auto* shared = std::get_if<SharedConst<T>>(&variant);
  return shared != nullptr ? &**shared : nullptr;
}

}  // namespace

std::string full_resource_text(const FullResource& full) {
  switch (full.limit) {
    case SaturationLimit::bisection:
      return "bisection";
    case SaturationLimit::busiest_channel:
      return full.link_class.empty() ? "busiest channel" : "busiest channel, " + full.link_class;
    case SaturationLimit::terminal:
      return "terminal";
  }
  broken_contract("a limit of saturation", __FILE__, __LINE__);
}

std::optional<double> SlowestWire::over_length(TechnologyFigure figure) const {
  const double* per_mm = figures.find(figure);
  return per_mm != nullptr ? std::optional(*per_mm * in_mm(length())) : std::nullopt;
}

const double* EnergyPerBit::pj(EnergyPart part) const {
  for (const Part& each : parts_) {
    if (each.part == part) return &each.pj;
  }
  return nullptr;
}

std::optional<double> EnergyPerBit::total_pj() const {
  if (parts_.empty()) return std::nullopt;
  return sum_over<double>(parts_, &Part::pj);
}

const double* site_value(const SiteFigure& figure) {
  if (const auto* given = std::get_if<FigureOfSpec>(&figure)) return &given->value;
  const auto* law = std::get_if<FigureByLaw>(&figure);
  return law != nullptr ? &law->value : nullptr;
}

const Time* LoadPoint::latency() const {
  return messages() != nullptr ? &messages()->latency : std::get_if<Time>(&result);
}

std::vector<Note> Emulation::notes() const {
  std::vector<Note> all = assumed;
  if (const auto* why = std::get_if<Note>(&printed)) all.push_back(*why);
  if (const auto* why = std::get_if<Note>(&exact_ns)) all.push_back(*why);
  return all;
}

const double* Timing::model_saturation() const {
  if (const auto* channels = std::get_if<ChannelSaturation>(&saturation)) return &channels->bits;
  const auto* other = std::get_if<ModelSaturation>(&saturation);
  return other != nullptr ? &other->bits : nullptr;
}

const Bottleneck* Timing::saturates_by() const {
  const auto* channels = std::get_if<ChannelSaturation>(&saturation);
  return channels != nullptr ? &channels->full : nullptr;
}

const BudgetShare* Channel::budget() const {
  if (const auto* area = std::get_if<AreaBudget>(&share)) return area;
  return std::get_if<BudgetShare>(&share);
}

Candidate::Candidate() = default;
Candidate::Candidate(TimedCandidate timed) : TimedCandidate(std::move(timed)) {}
Candidate::Candidate(const Candidate&) = default;
Candidate::Candidate(Candidate&&) noexcept = default;
Candidate& Candidate::operator=(const Candidate&) = default;
Candidate& Candidate::operator=(Candidate&&) noexcept = default;
Candidate::~Candidate() = default;

const LaidOut* BuiltCandidate::laid_out() const { return shared_in<LaidOut>(built); }

const IdealNetwork* BuiltCandidate::ideal() const {
  const auto* refused = std::get_if<CannotBeBuilt>(&built);
  return refused != nullptr ? shared_in<IdealNetwork>(refused->network) : shared_in<IdealNetwork>(built);
}

const PlacedNetwork* BuiltCandidate::network() const {
  if (const auto* refused = std::get_if<CannotBeBuilt>(&built)) return shared_in<PlacedNetwork>(refused->network);
  const LaidOut* laid = laid_out();
  return laid != nullptr ? &*laid->network : nullptr;
}

const WireTiming* LatencyResult::wires_under(std::size_t delay) const {
  if (delay < timings.size()) return &timings[delay];
  return delay < wires.size() ? &wires[delay] : nullptr;
}

const double* TrafficResult::peak_channel_load() const {
  return class_loads.empty() ? nullptr : &*std::max_element(class_loads.begin(), class_loads.end());
}

const Placement* BuiltCandidate::placement() const { return network() != nullptr ? &network()->placement : nullptr; }

const GraphMeasures* BuiltCandidate::graph() const { return network() != nullptr ? &facts.graph : nullptr; }

const Resilience* BuiltCandidate::resilience() const { return facts.faults.empty() ? nullptr : &facts.resilience; }

const PackageMeasures* BuiltCandidate::packages() const {
  const LaidOut* laid = laid_out();
  return laid != nullptr && !laid->packages.levels.empty() ? &laid->packages : nullptr;
}

std::string BuiltCandidate::why_not() const {
  const auto* refused = std::get_if<CannotBeBuilt>(&built);
  return refused != nullptr ? refused->why : std::string();
}

const Technology& BuiltCandidate::technology() const { return design->technology ? *design->technology : *of_study; }

void expect_not_ideal(const Design& design, std::string_view verb) {
  if (!design.ideal) return;
  throw_input_error(
      fmt::format("'{}' is ideal: it is evaluated by closed forms and has no layout to {}", design.name, verb),
      "take 'ideal: true' away to place and route it");
}

void expect_layout(const Study& study, const BuiltCandidate& candidate, std::string_view verb) {
  if (const LaidOut* laid = candidate.laid_out()) {
    CUTLINE_EXPECT(!laid->layout.wiring[Axis::x].pattern_of_line.empty());  // it is empty if the layout was freed
    return;
  }
  expect_not_ideal(*candidate.design, verb);
  throw_input_error(
      fmt::format("'{}' of {} cannot be built: {}", candidate.design->name, study.file, candidate.why_not()));
}

}  // namespace cutline
