// SPDX-License-Identifier: Apache-2.0
// The figures of a candidate with planes or applications, from those of these.

#include "evaluate/stages.hpp"

namespace cutline {

namespace {

using Planes = std::vector<PlaneResult>;

/// The sum of share x figure over all planes; absent if a plane lacks the figure.
template <class Figure>
std::optional<double> weighed(const Planes& planes, double PlaneResult::*share, const Figure& figure) {
  double sum = 0;
  for (const PlaneResult& plane : planes) {
    const std::optional<double> own = figure(plane.candidate);
    if (!own) return std::nullopt;
    sum += plane.*share * *own;
  }
  return sum;
}

/// The first plane without a figure; null if all have it.
template <class Has>
const PlaneResult* first_without(const Planes& planes, const Has& has) {
  const auto found = std::ranges::find_if(planes, [&](const PlaneResult& p) { return !has(p.candidate); });
  return found != planes.end() ? &*found : nullptr;
}

/// The loads of all classes, over their channels in channel widths of the whole, for each message of the whole; of
/// applications, which have the same classes, the largest.
std::vector<double> loads_of_all(const Planes& planes) {
  std::vector<double> loads;
  for (const PlaneResult& plane : planes) {
    const std::vector<double>& own = plane.candidate.traffic.class_loads;
    if (own.empty()) return {};
    if (plane.in_turn) {
      loads.resize(own.size());
      std::transform(own.begin(), own.end(), loads.begin(), loads.begin(),
                     [](double a, double b) { return std::max(a, b); });
      continue;
    }
    for (const double load : own) loads.push_back(load * plane.bit_share / plane.width);
  }
  return loads;
}

/// The plane that is full first, and the load of the whole at which it is; absent if a plane has no bound.
struct FirstFull {
  const PlaneResult* plane = nullptr;
  double bits = 0;
};
std::optional<FirstFull> first_full(const Planes& planes) {
  std::optional<FirstFull> first;
  for (const PlaneResult& plane : planes) {
    const Saturation& own = plane.candidate.traffic.saturation;
    if (!own.known()) return std::nullopt;
    const double bits = own.bits_per_phit / plane.load_share();
    if (!first || bits < first->bits * (1 - 1e-12)) first = FirstFull{&plane, bits};
  }
  return first;
}

std::optional<RouteFacts> routes_of_all(const Planes& planes) {
  RouteFacts facts;
  for (const PlaneResult& plane : planes) {
    const std::optional<RouteFacts>& own = plane.candidate.traffic.routes;
    if (!own) return std::nullopt;
    facts.virtual_channels = std::max(facts.virtual_channels, own->virtual_channels);
    facts.free_of_deadlock = facts.free_of_deadlock && own->free_of_deadlock;
  }
  return facts;
}

TrafficResult traffic_of_all(const Planes& planes, std::vector<Note>& notes) {
  TrafficResult traffic;
  const auto hops = weighed(planes, &PlaneResult::message_share, [](const Candidate& c) {
    return c.traffic.mean_hops() != nullptr ? std::optional(*c.traffic.mean_hops()) : std::nullopt;
  });
  if (hops) traffic.hops = *hops;
  if (const auto* none = first_without(planes, [](const Candidate& c) { return c.traffic.mean_hops() != nullptr; }))
    traffic.hops = make_note(NoteKind::plane_without_figures, none->name, "hops and latency");
  traffic.without_way = weighed(planes, &PlaneResult::message_share,
                                [](const Candidate& candidate) { return candidate.traffic.without_way; });
  traffic.class_loads = loads_of_all(planes);
  for (const PlaneResult& plane : planes) {
    // A terminal has a channel to each plane, as wide as the plane's.
    const double load = plane.candidate.traffic.terminal_load * plane.load_share() / plane.width;
    traffic.terminal_load = std::max(traffic.terminal_load, load);
  }
  if (const auto full = first_full(planes)) {
    traffic.saturation.bits_per_phit = full->bits;
    traffic.saturation.limited_by = full->plane->candidate.traffic.saturation.limited_by;
    std::string& link_class = traffic.saturation.limited_by.link_class;
    link_class = full->plane->name + (link_class.empty() ? "" : ": " + link_class);
    notes.push_back(make_note(full->plane->in_turn ? NoteKind::whole_of_applications : NoteKind::whole_of_planes,
                              full->plane->name));
  }
  traffic.routes = routes_of_all(planes);
  return traffic;
}

/// Sets a figure to its sum over all planes, weighed by `weight`; by law if that of any plane is.
template <class Weight>
void set_sum(const Planes& planes, SiteCost SiteCosts::*site, SiteFigure SiteCost::*figure, const Weight& weight,
             SiteCosts& costs) {
  double sum = 0;
  bool by_law = false;
  SiteFigure& whole = costs.*site.*figure;
  whole.emplace<std::monostate>();
  for (const PlaneResult& plane : planes) {
    const double share = weight(plane);
    if (share == 0) continue;
    const SiteFigure& own = plane.candidate.sites.*site.*figure;
    if (site_value(own) == nullptr) return;
    by_law = by_law || std::holds_alternative<FigureByLaw>(own);
    sum += share * *site_value(own);
  }
  if (by_law) {
    whole.emplace<FigureByLaw>().value = sum;
  } else {
    whole.emplace<FigureOfSpec>().value = sum;
  }
}

/// Routers of all planes at a node, and a mean interchange.
SiteCosts sites_of_all(SiteCosts joint, const Planes& planes, double interchanges) {
  SiteCost& router = joint.router;
  router.ports = 0;
  router.port_bits = 0;
  double hops = 0;
  const auto passes = [](const PlaneResult& plane) {
    const double* own = plane.candidate.traffic.mean_hops();
    return plane.bit_share * (own != nullptr ? *own : 1);
  };
  for (const PlaneResult& plane : planes) {
    const SiteCost& own = plane.candidate.sites.router;
    router.ports += own.ports;
    router.port_bits += own.ports * own.port_bits;
    router.depth_flits = std::max(router.depth_flits, own.depth_flits);
    hops += passes(plane);
  }
  router.port_bits /= router.ports;
  const auto one = [](const PlaneResult&) { return 1.0; };
  const auto part = [&](const PlaneResult& plane) { return hops > 0 ? passes(plane) / hops : 0; };
  set_sum(planes, &SiteCosts::router, &SiteCost::area_mm2, one, joint);
  set_sum(planes, &SiteCosts::router, &SiteCost::energy_pj_per_bit, part, joint);
  if (joint.has_interchanges) {
    const auto of_all = [&](const PlaneResult& plane) {
      return static_cast<double>(plane.candidate.network()->topology.interchange_count()) / interchanges;
    };
    set_sum(planes, &SiteCosts::interchange, &SiteCost::area_mm2, of_all, joint);
  }
  return joint;
}

/// The points of all planes at the same loads of the whole: saturated where one is. `of`: those of a timing, of which
/// each plane has as many; else the result is empty.
template <class Points>
std::vector<LoadPoint> points_of_all(const Planes& planes, const std::vector<const Timing*>& timings,
                                     const Points& of) {
  const std::size_t count = of(*timings.front()).size();
  const auto alike = [&](const Timing* timing) { return of(*timing).size() == count; };
  if (!std::all_of(timings.begin(), timings.end(), alike)) return {};
  std::vector<LoadPoint> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    LoadPoint& point = all[i];
    Time latency;
    bool steady = true;
    const auto messages = [&](std::size_t p) {
      if (planes[p].in_turn) return planes[p].message_share;
      return of(*timings[p])[i].offered / planes[p].study->mean_message_bits() / planes[p].study->packets();
    };
    const auto sent = sum_over<double>(planes.size(), messages);
    for (std::size_t p = 0; p < planes.size(); ++p) {
      const LoadPoint& own = of(*timings[p])[i];
      const double part = planes[p].in_turn ? planes[p].message_share : 1;
      point.offered += part * own.offered;
      point.delivered += part * own.delivered;
      steady = steady && own.latency() != nullptr;
      if (steady) latency = latency + *own.latency() * (sent > 0 ? messages(p) / sent : planes[p].message_share);
    }
    if (steady) {
      point.result = latency;
    } else {
      point.result = Saturated{};
    }
  }
  return all;
}

/// The least load of the whole at which the contention model of a plane saturates.
decltype(Timing::saturation) model_saturation_of_all(const Planes& planes, const std::vector<const Timing*>& timings) {
  decltype(Timing::saturation) least;
  std::optional<double> bits;
  for (std::size_t p = 0; p < planes.size(); ++p) {
    const double* own = timings[p]->model_saturation();
    if (own == nullptr) return {};
    const double of_whole = *own / planes[p].load_share();
    if (bits && of_whole >= *bits) continue;
    bits = of_whole;
    const Bottleneck* full = timings[p]->saturates_by();
    if (full != nullptr) {
      least = ChannelSaturation{of_whole, *full};
    } else {
      least = ModelSaturation{of_whole};
    }
  }
  return least;
}

/// The inputs of a mean message, for verdicts that ask by what a latency is lost.
LatencyInput mean_input(const Planes& planes, const std::vector<const Timing*>& timings) {
  LatencyInput mean = timings.front()->input;
  mean.mean_hops = mean.mean_interchanges = mean.width_bits = mean.credit_cycles = mean.packet_gap = 0;
  mean.mean_route_wire = {};
  double cycles = 0;
  bool own_cycles = true;
  mean.messages.clear();
  for (std::size_t p = 0; p < planes.size(); ++p) {
    const LatencyInput& own = timings[p]->input;
    const double share = planes[p].message_share;
    mean.mean_hops += share * own.mean_hops;
    mean.mean_interchanges += share * own.mean_interchanges;
    mean.width_bits += share * own.width_bits;
    mean.credit_cycles += share * own.credit_cycles;
    mean.packet_gap += share * own.packet_gap;
    mean.mean_route_wire = mean.mean_route_wire + own.mean_route_wire * share;
    own_cycles = own_cycles && own.mean_route_cycles;
    cycles += share * own.mean_route_cycles.value_or(0);
    mean.longest_wire = std::max(mean.longest_wire, own.longest_wire);
    for (const LatencyInput::Part& part : own.messages)
      mean.messages.push_back({part.size_bits, part.share * share, part.packets});
  }
  mean.mean_route_cycles = own_cycles ? std::optional(cycles) : std::nullopt;
  return mean;
}

EnergyPerBit energy_of_all(const Planes& planes, const std::vector<const Timing*>& timings) {
  EnergyPerBit energy;
  for (const EnergyPart part : {EnergyPart::wires, EnergyPart::routers, EnergyPart::edges, EnergyPart::tiles}) {
    double sum = 0;
    bool known = true;
    for (std::size_t p = 0; p < planes.size(); ++p) {
      const double* own = timings[p]->energy.pj(part);
      known = known && own != nullptr;
      if (known) sum += planes[p].bit_share * *own;
    }
    energy.add(part, known ? std::optional(sum) : std::nullopt);
  }
  return energy;
}

Timing timing_of_all(const WireTiming& joint, const Planes& planes, const std::vector<const Timing*>& timings) {
  Timing whole;
  static_cast<WireTiming&>(whole) = joint;
  for (std::size_t p = 0; p < planes.size(); ++p) {
    const Latency& own = timings[p]->latency;
    const double share = planes[p].message_share;
    whole.latency.node = whole.latency.node + own.node * share;
    whole.latency.wire = whole.latency.wire + own.wire * share;
    whole.latency.message = whole.latency.message + own.message * share;
    whole.latency.phits += own.phits * share;
  }
  whole.input = mean_input(planes, timings);
  whole.energy = energy_of_all(planes, timings);
  whole.saturation = model_saturation_of_all(planes, timings);
  for (auto points : {&Timing::load_points, &Timing::load_curve, &Timing::ranked_points})
    whole.*points = points_of_all(
        planes, timings, [&](const Timing& t) -> const auto& { return t.*points; });
  whole.up_to_saturation.points = points_of_all(
      planes, timings, [](const Timing& t) -> const auto& { return t.up_to_saturation.points; });
  for (std::size_t p = 0; p < planes.size() && !whole.up_to_saturation.points.empty(); ++p) {
    const double bits = timings[p]->up_to_saturation.bits / planes[p].load_share();
    whole.up_to_saturation.bits = p == 0 ? bits : std::min(whole.up_to_saturation.bits, bits);
  }
  return whole;
}

/// The timings of the whole, one a delay model; empty if a plane has none. `of`: those of a plane.
template <class TimingsOfPlane>
std::vector<Timing> timings_of_all(const std::vector<WireTiming>& joint, const Planes& planes,
                                   const TimingsOfPlane& of) {
  std::vector<Timing> all;
  for (std::size_t d = 0; d < joint.size(); ++d) {
    std::vector<const Timing*> own;
    for (const PlaneResult& plane : planes) {
      const std::vector<Timing>& timings = of(plane.candidate.latency);
      if (timings.size() != joint.size()) return {};
      own.push_back(&timings[d]);
    }
    all.push_back(timing_of_all(joint[d], planes, own));
  }
  return all;
}

LatencyResult latency_of_all(LatencyResult joint, const Planes& planes, std::vector<Note>& notes) {
  LatencyResult whole = std::move(joint);
  whole.timings = timings_of_all(
      whole.wires, planes, [](const LatencyResult& l) -> const auto& { return l.timings; });
  if (whole.timings.empty()) return whole;
  for (const PlaneResult& plane : planes) {
    const LatencyResult& own = plane.candidate.latency;
    if (whole.contention == nullptr) whole.contention = own.contention;
  }
  const bool rounded = std::any_of(planes.begin(), planes.end(),
                                   [](const PlaneResult& p) { return !p.candidate.latency.unrounded.empty(); });
  if (rounded) {
    whole.unrounded = timings_of_all(
        whole.wires, planes,
        [](const LatencyResult& l) -> const auto& { return l.unrounded.empty() ? l.timings : l.unrounded; });
  }
  for (std::size_t c = 0; c < whole.corner_wires.size(); ++c) {
    whole.corners.at(c) = timings_of_all(
        whole.corner_wires[c], planes, [&](const LatencyResult& l) -> const auto& { return l.corners.at(c); });
  }
  const Timing& first = planes.front().candidate.latency.timings.front();
  const auto lacks = first_without(planes, [&](const Candidate& c) {
    return c.latency.timings.front().load_points.size() == first.load_points.size();
  });
  if (lacks != nullptr) notes.push_back(make_note(NoteKind::loads_by_plane, lacks->name + " has none"));
  whole.wires.clear();
  whole.corner_wires.clear();
  return whole;
}

/// Messages keep to their planes, so the distances of the whole are those in planes.
void set_distances(const Planes& planes, GraphMeasures& graph) {
  HopDistances all;
  for (const PlaneResult& plane : planes) {
    const std::optional<HopDistances>& own = plane.candidate.facts.graph.distances;
    if (!own) {
      graph.distances.reset();
      graph.distance_method = "the plane " + plane.name + " has none: " + plane.candidate.facts.graph.distance_method;
      return;
    }
    all.diameter_hops = std::max(all.diameter_hops, own->diameter_hops);
    all.mean_hops += plane.message_share * own->mean_hops;
  }
  graph.distances = all;
  graph.distance_method = "by plane";
}

}  // namespace

TimedCandidate whole_of_applications(TimedCandidate one, const std::vector<PlaneResult>& applications,
                                     std::vector<Note>& notes) {
  TimedCandidate whole = std::move(one);
  whole.traffic = traffic_of_all(applications, notes);
  const auto wires = [](const std::vector<Timing>& timings) {
    return std::vector<WireTiming>(timings.begin(), timings.end());
  };
  if (whole.latency.timings.empty()) return whole;
  whole.latency.wires = wires(whole.latency.timings);
  for (const std::vector<Timing>& corner : whole.latency.corners) whole.latency.corner_wires.push_back(wires(corner));
  whole.latency = latency_of_all(std::move(whole.latency), applications, notes);
  return whole;
}

TimedCandidate whole_of_planes(TimedCandidate joint, const std::vector<PlaneResult>& planes, std::vector<Note>& notes) {
  TimedCandidate whole = std::move(joint);
  set_distances(planes, whole.facts.graph);
  whole.traffic = traffic_of_all(planes, notes);
  whole.sites =
      sites_of_all(std::move(whole.sites), planes, static_cast<double>(whole.network()->topology.interchange_count()));
  whole.latency = latency_of_all(std::move(whole.latency), planes, notes);
  return whole;
}

}  // namespace cutline
