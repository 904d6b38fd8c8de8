// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/study.hpp"

#include <fmt/core.h>

#include "cutline/topology/topology.hpp"
#include "study/corners.hpp"
#include "study/machine_choice.hpp"
#include "study/planes.hpp"

namespace cutline {

Study::Study() = default;
Study::Study(const StudySettings& settings) : StudySettings(settings) {}
Study::Study(const Study&) = default;
Study::Study(Study&&) noexcept = default;
Study& Study::operator=(const Study&) = default;
Study& Study::operator=(Study&&) noexcept = default;
Study::~Study() = default;

std::vector<std::string> delay_labels(const Study& study, std::size_t delay) {
  if (study.designs.empty()) return {study.delays[delay].label};
  std::vector<std::string> labels;
  for (const Design& design : study.designs) {
    const std::vector<ChosenDelay>& delays = study_of(study, design).delays;
    if (delay >= delays.size()) continue;  // a spec with mistakes
    const std::string& own = delays[delay].label;
    if (std::find(labels.begin(), labels.end(), own) == labels.end()) labels.push_back(own);
  }
  return labels;
}

std::string_view currency_of(const Study& study) {
  if (study.search) return currency_of(study.search->network);
  for (const Design& design : study.designs) {
    if (const std::string_view own = currency_of(design); !own.empty()) return own;
  }
  return {};
}

void set_seed(Study& study, std::uint64_t seed) {
  study.seed = seed;
  std::map<const Study*, SharedConst<Study>> seeded;
  for (Design& design : study.designs) {
    if (!design.asked) continue;
    SharedConst<Study>& own = seeded[&*design.asked];
    if (!own) {
      Study copy = *design.asked;
      copy.seed = seed;
      own = SharedConst<Study>(std::move(copy));
    }
    design.asked = own;
  }
}

std::vector<OfferedLoad> RankingAsked::ranked_loads() const {
  std::vector<OfferedLoad> all;
  for (const auto* terms : {&rank, &pareto}) {
    for (const RankTerm& term : *terms) {
      if (term.at && std::find(all.begin(), all.end(), *term.at) == all.end()) all.push_back(*term.at);
    }
  }
  return all;
}

double TrafficAsked::mean_message_bits() const {
  double bits = header_bits;
  for (const LatencyInput::Part& part : messages) bits += part.size_bits * part.share;
  return bits;
}

bool StudySettings::asks_loads() const {
  return !loads.empty() || !load_curve.empty() || !measured.empty() || ranks_under_load(*this);
}

bool StudySettings::asks_routes() const { return asks_loads() || limits.count(Limited::virtual_channels) > 0; }

bool StudySettings::asks_given_load() const {
  const auto is_given = [](const OfferedLoad& load) { return load.unit == OfferedLoad::Unit::as_given; };
  const std::vector<OfferedLoad> ranked = ranked_loads();
  return std::any_of(loads.begin(), loads.end(), is_given) || std::any_of(ranked.begin(), ranked.end(), is_given);
}

const Places::Map& Places::map() const {
  static const Map none;
  return map_ ? *map_ : none;
}

Places::Map& Places::own() {
  if (!map_) {
    map_ = std::make_shared<Map>();
  } else if (map_.use_count() > 1) {
    map_ = std::make_shared<Map>(*map_);
  } else {
    std::atomic_thread_fence(std::memory_order_acquire);  // after all that the last other owner read
  }
  return *map_;
}

Place Design::place_of(std::initializer_list<std::string> given) const {
  for (const std::string& key : given) {
    if (const auto found = places.find(key); found != places.end()) return found->second;
  }
  return {};
}

bool Design::is_left_out_for(const Error& error) const {
  if (!swept || error.code() != ExitCode::bad_input) return swept && error.code() == ExitCode::over_limit;
  // What the spec's sweep does not change is a mistake of all its candidates.
  const std::string& at = error.diagnostics().front().parameter;
  const auto changes = [&](const std::pair<std::string, std::string>& value) {
    const std::string& key = value.first;
    return key.substr(key.rfind('.') + 1) == at || (key.starts_with("topology") && parameters.has(at));
  };
  return sweep.empty() || std::any_of(sweep.begin(), sweep.end(), changes);
}

void attach_place(Diagnostic& diagnostic, const Design& design, const std::string& section) {
  if (diagnostic.place.known()) return;
  diagnostic.place = design.place_of(
      {section + "." + diagnostic.parameter, section, section == "topology" ? "topology" : "placement", "candidate"});
}

Design design_of_network(std::string name, Topology network) {
  expect_valid(network);
  Design design;
  design.name = std::move(name);
  design.family = "graph";
  design.network = std::make_shared<const Topology>(std::move(network));
  return design;
}

std::string plane_candidate_name(std::string_view candidate, std::string_view plane) {
  return std::string(candidate) + '/' + std::string(plane);
}

Design design_of_plane(const Design& design, std::size_t plane) {
  const PlaneDesign& own = design.planes->all.at(plane);
  Design alone = design;
  alone.planes = nullptr;
  alone.asked = nullptr;  // the plane has a study of its own
  alone.name = plane_candidate_name(design.name, own.name);
  alone.family = own.family;
  alone.parameters = own.parameters;
  if (own.routing) {
    alone.routing = own.routing;
    alone.route_table = own.route_table;
  }
  for (const auto& [key, place] : own.places) alone.places[key == "plane" ? "candidate" : key] = place;
  return alone;
}

std::vector<std::string> names_of_parts(const TrafficAsked& asked, const Design& design) {
  std::vector<std::string> names;
  if (design.planes) {
    for (const PlaneDesign& each : design.planes->all) names.push_back(each.name);
  } else if (asked.traffic) {
    for (const Application& each : asked.traffic->applications) names.push_back(each.name);
  }
  return names;
}

void expect_no_planes(const Design& design, std::string_view what) {
  if (design.planes) expect_one_part({}, design, what);
}

void expect_one_part(const TrafficAsked& asked, const Design& design, std::string_view what) {
  const std::vector<std::string> parts = names_of_parts(asked, design);
  if (parts.empty()) return;
  const char* kind = design.planes ? "plane" : "application";
  throw_input_error(
      fmt::format("'{}' has {}s, and each {} has its own {}", design.name, kind, kind, what),
      fmt::format("name one of its {}s: -c '{}'", kind, plane_candidate_name(design.name, parts.front())));
}

const PlaneResult* find_plane(const Candidate& candidate, std::string_view plane) {
  if (!candidate.planes) return nullptr;
  const std::vector<PlaneResult>& all = candidate.planes->all;
  const auto found = std::find_if(all.begin(), all.end(), [&](const PlaneResult& each) { return each.name == plane; });
  return found != all.end() ? &*found : nullptr;
}

const std::vector<UncertainFigure>& uncertain_figures() {
  using machine::PriceKind;
  static const std::vector<UncertainFigure> all = {
      {"wire_delay", &Uncertainty::wire_delay, &Corner::wire_delay},
      {"router_delay", &Uncertainty::router_delay, &Corner::router_delay},
      {"message", &Uncertainty::message, &Corner::message},
      {"copper_price", &Uncertainty::copper_price, &Corner::copper_price, PriceKind::copper},
      {"optics_price", &Uncertainty::optics_price, &Corner::optics_price, PriceKind::optics},
      {"switch_price", &Uncertainty::switch_price, &Corner::switch_price, PriceKind::switches},
      {"hall_price", &Uncertainty::hall_price, &Corner::hall_price, PriceKind::hall}};
  return all;
}

std::vector<std::size_t> uncertain_times(const Uncertainty& uncertainty) {
  std::vector<std::size_t> figures;
  for (std::size_t i = 0; i < uncertain_figures().size(); ++i) {
    const UncertainFigure& figure = uncertain_figures()[i];
    if (!figure.prices && uncertainty.*figure.share > 0) figures.push_back(i);
  }
  return figures;
}

std::vector<Corner> corners(const Uncertainty& uncertainty, const std::vector<std::size_t>& figures) {
  if (figures.empty()) return {};
  std::vector<Corner> all(std::size_t{1} << figures.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t f = 0; f < figures.size(); ++f) {
      const UncertainFigure& figure = uncertain_figures()[figures[f]];
      const double share = figure.prices ? 1 : uncertainty.*figure.share, as_given = figure.prices ? 0 : 1;
      all[i].*figure.factor = (i >> f & 1U) != 0 ? as_given + share : as_given - share;
    }
  }
  return all;
}

std::vector<Corner> corners(const Uncertainty& uncertainty) {
  return corners(uncertainty, uncertain_times(uncertainty));
}

}  // namespace cutline
