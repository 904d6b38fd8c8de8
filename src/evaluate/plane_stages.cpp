// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "cutline/topology/family.hpp"
#include "evaluate/given_traffic.hpp"
#include "evaluate/loaded.hpp"
#include "evaluate/notes.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/traffic.hpp"
#include "layout/bands.hpp"
#include "placement/named_sites.hpp"
#include "topology/joint_network.hpp"

namespace cutline {

namespace {

std::vector<Topology> networks_of_planes(const Design& design) {
  std::vector<Topology> networks;
  for (std::size_t p = 0; p < design.planes->all.size(); ++p) {
    const Design alone = design_of_plane(design, p);
    networks.push_back(in_section(alone, "topology", [&] { return build_topology(alone.family, alone.parameters); }));
  }
  return networks;
}

JointNetwork joint_of(const Design& design, const std::vector<Topology>& networks) {
  const std::vector<PlaneDesign>& all = design.planes->all;
  std::vector<NetworkPlane> planes;
  for (std::size_t p = 0; p < all.size(); ++p) planes.push_back({all[p].name, &networks[p], all[p].width});
  return in_section(design, "planes", [&] { return joint_network(planes); });
}

Study study_of_plane(const Study& bare, const PlaneDesign& plane) {
  Study own = bare;
  if (plane.traffic) {
    own.traffic_self = plane.traffic->self;
    own.traffic = plane.traffic->pattern;
  }
  if (!plane.messages.empty()) own.messages = plane.messages;
  return own;
}

/// A plane on its way to a result.
struct PlaneAtWork {
  PlaneResult result;
  bool has_own_traffic = false;
  std::vector<Note> noted = {};
};

/// The shares of all planes in messages and in bits.
void set_shares(const std::vector<PlaneDesign>& designs, std::vector<PlaneAtWork>& planes) {
  double messages = 0, bits = 0;
  for (std::size_t p = 0; p < planes.size(); ++p) {
    messages += planes[p].result.message_share = designs[p].share;
    bits += planes[p].result.bit_share = designs[p].share * planes[p].result.study->mean_message_bits();
  }
  for (PlaneAtWork& plane : planes) {
    plane.result.message_share /= messages;
    plane.result.bit_share = bits > 0 ? plane.result.bit_share / bits : plane.result.message_share;
  }
}

Channel channel_of_plane(const Study& study, const Design& design, const Channel& joint, std::uint32_t width) {
  Channel own;
  own.width_bits = joint.width_bits * width;
  own.width_before_rounding = joint.width_before_rounding * width;
  if (own.has_width()) own.wires = wires_of_channel(study, design, own.width_bits);
  return own;
}

/// The kinds of tile of a plane, at the nodes and switches where those of the joint network stand: a plane may number
/// them in another way, and it lacks the switches of the others.
std::vector<TileKind> tiles_of_plane(const BuiltCandidate& joint, const PlacedNetwork& plane,
                                     const std::vector<std::uint64_t>& site) {
  std::vector<TileKind> kinds = joint.design->tiles;
  if (kinds.empty()) return kinds;
  const PlacedNetwork& whole = *joint.network();
  const std::vector<std::uint32_t> kind_of = tile_kind_of_sites(kinds, whole.topology, whole.placement);
  for (TileKind& kind : kinds) kind.at = {};
  const Topology& topology = plane.topology;
  const NamedSites named(topology, plane.placement);
  const NodeNumbers numbers(topology);
  for (std::uint64_t said = 0; said < topology.site_count(); ++said) {
    const SiteKind stands = topology.kind(said);
    if (stands != SiteKind::node && stands != SiteKind::switch_node) continue;
    const std::uint64_t meant = named.site(said);
    const std::uint32_t kind = kind_of[site.empty() ? meant : site[meant]];
    if (kind == kNoTileKind) continue;
    SaidNodes& at = kinds[kind].at.nodes.emplace_back();
    const std::uint64_t number = numbers.number(said);
    if (topology.names) {
      at.text = site_name(topology, said);
    } else {
      at.numbers = {number, number};
    }
  }
  std::erase_if(kinds, [](const TileKind& kind) { return kind.at.all_others(); });
  return kinds;
}

BuiltCandidate built_plane(const Study& study, const BuiltCandidate& joint, std::size_t number, Topology network,
                           const PlaneInJoint& in, const Effort& effort) {
  Design design = design_of_plane(*joint.design, number);
  const PlacedNetwork& whole = *joint.network();
  const GraphMeasures graph = measure_graph(study, design, network, effort);
  Placement placement = placement_of_plane(whole.topology, whole.placement, network, in.site);
  SharedConst<PlacedNetwork> placed(PlacedNetwork{std::move(network), std::move(placement)});
  design.tiles = tiles_of_plane(joint, *placed, in.site);
  BuiltCandidate plane{SharedConst<Design>(design),
                       facts_of_network(study, design, *placed, graph, effort),
                       channel_of_plane(study, design, joint.channel, in.width),
                       {}};
  plane.built = measured_layout(design, std::move(placed),
                                layout_of_classes(joint.laid_out()->layout, in.first_class, in.classes, in.width));
  return plane;
}

/// A load means that of the whole candidate. Shares of its capacity or saturation are known once all planes are timed
/// without load.
std::optional<std::vector<LoadScale>> scales_of_whole(const std::vector<PlaneAtWork>& planes, const Effort& effort) {
  std::vector<LoadScale> whole;
  for (const PlaneAtWork& plane : planes) {
    const PlaneResult& own = plane.result;
    const auto scales = load_scales(*own.study, own.candidate, own.candidate.latency.timings, effort);
    if (scales.empty()) return std::nullopt;
    whole.resize(scales.size(), {-1, -1});
    for (std::size_t d = 0; d < scales.size(); ++d) {
      const auto lower = [&](double& least, double load) {
        const double of_whole = load / own.bit_share;
        if (least < 0 || of_whole < least) least = of_whole;
      };
      lower(whole[d].full, scales[d].full);
      lower(whole[d].steady, scales[d].steady);
    }
  }
  return whole;
}

bool asks_for_shares(const Study& study) {
  std::vector<OfferedLoad> all = study.ranked_loads();
  all.insert(all.end(), study.loads.begin(), study.loads.end());
  all.insert(all.end(), study.load_curve.begin(), study.load_curve.end());
  return std::any_of(all.begin(), all.end(), [](const OfferedLoad& load) {
    return load.unit == OfferedLoad::Unit::of_capacity || load.unit == OfferedLoad::Unit::of_saturation;
  });
}

void add_loads(const Study& study, std::vector<PlaneAtWork>& planes, const Effort& effort) {
  const bool turns = tells_turns(study, effort);
  std::optional<std::vector<LoadScale>> whole;
  if (turns || asks_for_shares(study)) whole = scales_of_whole(planes, effort);
  double common = 0;  // the share of the planes that carry the study's traffic
  for (const PlaneAtWork& plane : planes) common += plane.has_own_traffic ? 0 : plane.result.bit_share;
  for (PlaneAtWork& plane : planes) {
    PlaneResult& own = plane.result;
    const LoadOfPlane load{own.bit_share, whole.value_or(std::vector<LoadScale>()),
                           plane.has_own_traffic ? 1 : own.bit_share / common, turns && whole};
    Loaded loaded = at_loads(*own.study, own.candidate, own.candidate.latency, effort, &load);
    own.candidate.latency = std::move(loaded.latency);
    plane.noted = std::move(loaded.notes);
  }
}

/// The planes of a joint candidate that has a layout; `wires`: what is known of all their wires.
std::vector<PlaneResult> measured_planes(const Study& study, const Study& bare, const BuiltCandidate& joint,
                                         const LatencyResult& wires, const Effort& effort) {
  const std::vector<PlaneDesign>& designs = joint.design->planes->all;
  std::vector<Topology> networks = networks_of_planes(*joint.design);
  const std::vector<PlaneInJoint> in = joint_of(*joint.design, networks).planes;
  std::vector<PlaneAtWork> planes(designs.size());
  for (std::size_t p = 0; p < planes.size(); ++p) {
    PlaneResult& own = planes[p].result;
    own.name = designs[p].name;
    own.width = designs[p].width;
    planes[p].has_own_traffic = designs[p].traffic.has_value();
    Study of_plane = study_of_plane(bare, designs[p]);
    of_plane.designs = {design_of_plane(*joint.design, p)};
    own.study = SharedConst<Study>(std::move(of_plane));
    if (planes[p].has_own_traffic) expect_known_nodes(*own.study, own.study->designs, {&networks[p]});
    RoutedCandidate routed{built_plane(*own.study, joint, p, std::move(networks[p]), in[p], effort), {}};
    routed.traffic = traffic_result(*own.study, effort, routed);
    Unloaded unloaded = without_load(*own.study, routed, effort, &wires);
    own.candidate = Candidate(
        TimedCandidate{CostedCandidate{std::move(routed), std::move(unloaded.sites)}, std::move(unloaded.latency)});
  }
  set_shares(designs, planes);
  add_loads(study, planes, effort);
  std::vector<PlaneResult> results;
  for (PlaneAtWork& plane : planes) {
    PlaneResult& own = results.emplace_back(std::move(plane.result));
    own.candidate = finished(*own.study, std::move(own.candidate), std::move(plane.noted), effort);
  }
  return results;
}

}  // namespace

Study study_of_planes(const Study& study) {
  Study bare = study;
  bare.designs.clear();
  bare.expectations.clear();
  bare.hold = {};
  bare.guest.reset();
  bare.search.reset();
  bare.crossover.reset();
  return bare;
}

JointNetwork joint_network_of(const Design& design) { return joint_of(design, networks_of_planes(design)); }

Candidate finish_planes(const Study& study, const Study& bare, BuiltCandidate joint, const Effort& effort) {
  if (!joint.can_be_built()) return finished(study, TimedCandidate{{{std::move(joint), {}}, {}}, {}}, {}, effort);
  RoutedCandidate routed{std::move(joint), {}};
  Unloaded wires = without_load(study, routed, effort);
  std::vector<PlaneResult> planes = measured_planes(study, bare, routed, wires.latency, effort);
  std::vector<Note> noted;
  TimedCandidate whole = whole_of_planes(
      TimedCandidate{CostedCandidate{std::move(routed), std::move(wires.sites)}, std::move(wires.latency)}, planes,
      noted);
  Candidate candidate = finished(study, std::move(whole), std::move(noted), effort);
  for (const PlaneResult& plane : planes) {
    for (const std::string& source : plane.candidate.sources) {
      if (std::find(candidate.sources.begin(), candidate.sources.end(), source) == candidate.sources.end())
        candidate.sources.push_back(source);
    }
  }
  candidate.infeasible = over_limits(study.limits, candidate);
  candidate.planes = SharedConst<PlaneResults>(PlaneResults{std::move(planes)});
  return candidate;
}

}  // namespace cutline
