// SPDX-License-Identifier: Apache-2.0
#include "evaluate/rankable.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/traffic.hpp"
#include "placement/named_sites.hpp"
#include "topology/joint_network.hpp"
#include "topology/said_sites.hpp"

// What planes and applications have in common: each is a candidate of its own, under a part of the loads of the whole.

namespace cutline {

namespace {

CandidateUnderLoad under_load_of(const PartAtWork& plane, const Effort& effort) {
  return {.study = *plane.result.study, .candidate = plane.result.candidate, .effort = effort, .kinds = plane.kinds};
}

/// The load scales of planes, and of the whole candidate: empty if one of them has none.
struct ScalesOfPlanes {
  std::vector<std::vector<LoadScale>> planes;
  std::vector<LoadScale> whole;
};

/// A load means that of the whole candidate. Shares of its capacity or saturation are known once all planes are timed
/// without load.
ScalesOfPlanes scales_of_planes(const std::vector<PartAtWork>& planes, const Effort& effort) {
  ScalesOfPlanes all;
  for (const PartAtWork& plane : planes) {
    const PlaneResult& own = plane.result;
    all.planes.push_back(load_scales(under_load_of(plane, effort), own.candidate.latency.timings));
    const std::vector<LoadScale>& scales = all.planes.back();
    if (scales.empty()) return {};
    all.whole.resize(scales.size(), {-1, -1});
    for (std::size_t d = 0; d < scales.size(); ++d) {
      const auto lower = [&](double& least, double load) {
        const double of_whole = load / own.load_share();
        if (least < 0 || of_whole < least) least = of_whole;
      };
      lower(all.whole[d].full, scales[d].full);
      lower(all.whole[d].steady, scales[d].steady);
    }
  }
  return all;
}

bool asks_for_shares(const StudySettings& study) {
  std::vector<OfferedLoad> all = study.ranked_loads();
  all.insert(all.end(), study.loads.begin(), study.loads.end());
  all.insert(all.end(), study.load_curve.begin(), study.load_curve.end());
  return std::any_of(all.begin(), all.end(), [](const OfferedLoad& load) {
    return load.unit == OfferedLoad::Unit::of_capacity || load.unit == OfferedLoad::Unit::of_saturation;
  });
}

/// The study with one application's traffic, and without designs.
Study study_under(const StudySettings& settings, const ChosenTraffic& chosen) {
  Study own(settings);
  own.traffic.reset();
  if (chosen.pattern->is_uniform()) {
    own.traffic_self = chosen.pattern->self_of_uniform(chosen.parameters) == SelfMessages::counted;
  } else {
    own.traffic = chosen;
  }
  return own;
}

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

/// The study of a plane: its settings with the plane's own traffic and messages, without designs, and with nothing
/// held.
Study study_of_plane(const StudySettings& settings, const PlaneDesign& plane) {
  Study own(settings);
  if (plane.traffic) {
    own.traffic_self = plane.traffic->self;
    own.traffic = plane.traffic->pattern;
  }
  if (!plane.messages.empty()) own.messages = plane.messages;
  return own;
}

/// The shares of all planes in messages and in bits.
void set_shares(const std::vector<PlaneDesign>& designs, std::vector<PartAtWork>& planes) {
  double messages = 0, bits = 0;
  for (std::size_t p = 0; p < planes.size(); ++p) {
    messages += planes[p].result.message_share = designs[p].share;
    bits += planes[p].result.bit_share =
        designs[p].share * planes[p].result.study->mean_message_bits() * planes[p].result.study->packets();
  }
  for (PartAtWork& plane : planes) {
    plane.result.message_share /= messages;
    plane.result.bit_share = bits > 0 ? plane.result.bit_share / bits : plane.result.message_share;
  }
}

Channel channel_of_plane(const Technology& technology, const Design& design, const Channel& joint,
                         std::uint32_t width) {
  Channel own;
  own.width_bits = joint.width_bits * width;
  own.width_before_rounding = joint.width_before_rounding * width;
  if (own.has_width()) own.wires = wires_of_channel(technology, design, own.width_bits);
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

/// The cables of a plane: a joint network numbers its links class by class, and those of a plane follow one another.
void take_cables(const Topology& joint, const PlaneInJoint& in, Topology& plane) {
  if (!joint.given || joint.given->of_link.empty()) return;
  std::uint64_t before = 0;
  for (std::size_t c = 0; c < in.first_class; ++c)
    before += joint.classes[c].links.size() * joint.copies(joint.classes[c]);
  GivenLinks own = *joint.given;
  const auto first = own.of_link.begin() + static_cast<std::ptrdiff_t>(before);
  own.of_link = std::vector<std::uint16_t>(first, first + static_cast<std::ptrdiff_t>(plane.link_count()));
  plane.given = std::move(own);
}

BuiltCandidate built_plane(const Evaluation& evaluation, const BuiltCandidate& joint, std::size_t number,
                           Topology network, const PlaneInJoint& in) {
  Design design = design_of_plane(*joint.design, number);
  const PlacedNetwork& whole = *joint.network();
  take_cables(whole.topology, in, network);
  const GraphMeasures graph = measure_graph(evaluation.study.hold, design, network, evaluation.effort);
  Placement placement = placement_of_plane(whole.topology, whole.placement, network, in.site);
  if (has_tile_names(whole.topology)) keep_tile_names(network, placement);
  SharedConst<PlacedNetwork> placed(PlacedNetwork{std::move(network), std::move(placement)});
  design.tiles = tiles_of_plane(joint, *placed, in.site);
  BuiltCandidate plane{SharedConst<Design>(design),
                       facts_of_network(evaluation, design, *placed, graph),
                       channel_of_plane(joint.technology(), design, joint.channel, in.width),
                       {},
                       evaluation.technology};
  plane.built = measured_layout(design, std::move(placed),
                                layout_of_classes(joint.laid_out()->layout, in.first_class, in.classes, in.width));
  return plane;
}

/// The planes of a joint candidate that has a layout; `wires`: what is known of all their wires.
std::vector<PlaneResult> measured_planes(const Evaluation& evaluation, const BuiltCandidate& joint,
                                         const LatencyResult& wires) {
  const Effort& effort = evaluation.effort;
  const std::vector<PlaneDesign>& designs = joint.design->planes->all;
  std::vector<Topology> networks = networks_of_planes(*joint.design);
  const std::vector<PlaneInJoint> in = joint_of(*joint.design, networks).planes;
  std::vector<PartAtWork> planes(designs.size());
  for (std::size_t p = 0; p < planes.size(); ++p) {
    PlaneResult& own = planes[p].result;
    own.name = designs[p].name;
    own.width = designs[p].width;
    Study of_plane = study_of_plane(evaluation.study, designs[p]);
    of_plane.designs = {design_of_plane(*joint.design, p)};
    own.study = SharedConst<Study>(std::move(of_plane));
    const Evaluation alone{*own.study, effort, {}, evaluation.technology, false};
    BuiltCandidate built = built_plane(alone, joint, p, std::move(networks[p]), in[p]);
    // Its nodes may have the names of tiles, which its network has not.
    if (designs[p].traffic) expect_known_nodes(*own.study, own.study->designs, {&built.network()->topology});
    time_part(planes[p], std::move(built), effort, &wires);
  }
  set_shares(designs, planes);
  double common = 0;  // the share of the planes that carry the study's traffic
  for (std::size_t p = 0; p < planes.size(); ++p) common += designs[p].traffic ? 0 : planes[p].result.bit_share;
  for (std::size_t p = 0; p < planes.size(); ++p)
    planes[p].of_rates = designs[p].traffic ? 1 : planes[p].result.bit_share / common;
  return loaded_parts(evaluation, std::move(planes));
}

}  // namespace

void time_part(PartAtWork& part, BuiltCandidate built, const Effort& effort, const LatencyResult* joint) {
  PlaneResult& own = part.result;
  RoutedCandidate routed{std::move(built), {}};
  routed.traffic = traffic_result(*own.study, effort, routed);
  Unloaded unloaded = without_load(*own.study, routed, effort, joint);
  part.kinds = std::move(unloaded.kinds);
  own.candidate = Candidate(
      TimedCandidate{CostedCandidate{std::move(routed), std::move(unloaded.sites)}, std::move(unloaded.latency)});
  Loaded alone = with_credit_waits(under_load_of(part, effort), own.candidate.latency);
  own.candidate.latency = std::move(alone.latency);
  part.noted = std::move(alone.notes);
}

std::vector<PlaneResult> loaded_parts(const Evaluation& evaluation, std::vector<PartAtWork> parts) {
  ScalesOfPlanes scales;
  if (evaluation.up_to_saturation || asks_for_shares(evaluation.study))
    scales = scales_of_planes(parts, evaluation.effort);
  const bool known = !scales.whole.empty();
  std::vector<PlaneResult> results;
  for (PartAtWork& part : parts) {
    const LoadOfPlane load{part.result.load_share(), scales.whole, part.of_rates};
    CandidateUnderLoad asked = under_load_of(part, evaluation.effort);
    asked.up_to_saturation = evaluation.up_to_saturation && known;
    asked.plane = &load;
    if (known) asked.scales = &scales.planes[results.size()];
    Loaded loaded = at_loads(std::move(asked), part.result.candidate.latency);
    part.noted.insert(part.noted.end(), loaded.notes.begin(), loaded.notes.end());
    PlaneResult& own = results.emplace_back(std::move(part.result));
    own.candidate.latency = std::move(loaded.latency);
    own.candidate = finished(*own.study, std::move(own.candidate), std::move(part.noted), evaluation.effort);
  }
  return results;
}

void keep_parts(const Limits& limits, std::vector<PlaneResult> parts, Candidate& whole) {
  for (const PlaneResult& part : parts) {
    for (const std::string& source : part.candidate.sources) {
      if (std::ranges::find(whole.sources, source) == whole.sources.end()) whole.sources.push_back(source);
    }
  }
  whole.infeasible = over_limits(limits, whole);
  whole.planes = SharedConst<PlaneResults>(PlaneResults{std::move(parts)});
}

Candidate finish_applications(const Evaluation& evaluation, BuiltCandidate built) {
  const Study& study = evaluation.study;
  std::vector<PartAtWork> parts;
  for (const Application& each : study.traffic->applications) {
    PartAtWork& part = parts.emplace_back();
    part.result = {.name = each.name, .message_share = each.share, .bit_share = each.share, .in_turn = true};
    Design design = *built.design;
    design.name = plane_candidate_name(design.name, each.name);
    design.asked = nullptr;  // the application has a study of its own
    Study own = study_under(study, each.traffic);
    own.designs = {design};
    part.result.study = SharedConst<Study>(std::move(own));
    BuiltCandidate alone = built;
    alone.design = SharedConst<Design>(std::move(design));
    time_part(part, std::move(alone), evaluation.effort, nullptr);
  }
  std::vector<PlaneResult> applications = loaded_parts(evaluation, std::move(parts));
  TimedCandidate one = applications.front().candidate;
  one.design = built.design;
  std::vector<Note> noted;
  TimedCandidate whole = whole_of_applications(std::move(one), applications, noted);
  Candidate candidate = finished(study, std::move(whole), std::move(noted), evaluation.effort);
  keep_parts(study.limits, std::move(applications), candidate);
  return candidate;
}

JointNetwork joint_network_of(const Design& design) { return joint_of(design, networks_of_planes(design)); }

Candidate finish_planes(const Evaluation& evaluation, BuiltCandidate joint) {
  const Study& study = evaluation.study;
  const Effort& effort = evaluation.effort;
  if (!joint.can_be_built()) return finished(study, TimedCandidate{{{std::move(joint), {}}, {}}, {}}, {}, effort);
  RoutedCandidate routed{std::move(joint), {}};
  Unloaded wires = without_load(study, routed, effort);
  std::vector<PlaneResult> planes = measured_planes(evaluation, routed, wires.latency);
  std::vector<Note> noted;
  TimedCandidate whole = whole_of_planes(
      TimedCandidate{CostedCandidate{std::move(routed), std::move(wires.sites)}, std::move(wires.latency)}, planes,
      noted);
  Candidate candidate = finished(study, std::move(whole), std::move(noted), effort);
  keep_parts(study.limits, std::move(planes), candidate);
  return candidate;
}

}  // namespace cutline
