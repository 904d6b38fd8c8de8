// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "evaluate/rankable.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/traffic.hpp"

// What planes and applications have in common: each is a candidate of its own, under a part of the loads of the whole.

namespace cutline {

namespace {

CandidateUnderLoad under_load_of(const PartAtWork& plane, const Effort& effort) {
  return {.study = *plane.result.study, .candidate = plane.result.candidate, .effort = effort, .kinds = plane.kinds};
}

/// A load means that of the whole candidate. Shares of its capacity or saturation are known once all planes are timed
/// without load.
std::optional<std::vector<LoadScale>> scales_of_whole(const std::vector<PartAtWork>& planes, const Effort& effort) {
  std::vector<LoadScale> whole;
  for (const PartAtWork& plane : planes) {
    const PlaneResult& own = plane.result;
    const auto scales = load_scales(under_load_of(plane, effort), own.candidate.latency.timings);
    if (scales.empty()) return std::nullopt;
    whole.resize(scales.size(), {-1, -1});
    for (std::size_t d = 0; d < scales.size(); ++d) {
      const auto lower = [&](double& least, double load) {
        const double of_whole = load / own.load_share();
        if (least < 0 || of_whole < least) least = of_whole;
      };
      lower(whole[d].full, scales[d].full);
      lower(whole[d].steady, scales[d].steady);
    }
  }
  return whole;
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
  std::optional<std::vector<LoadScale>> whole;
  if (evaluation.up_to_saturation || asks_for_shares(evaluation.study))
    whole = scales_of_whole(parts, evaluation.effort);
  std::vector<PlaneResult> results;
  for (PartAtWork& part : parts) {
    const LoadOfPlane load{part.result.load_share(), whole.value_or(std::vector<LoadScale>()), part.of_rates};
    CandidateUnderLoad asked = under_load_of(part, evaluation.effort);
    asked.up_to_saturation = evaluation.up_to_saturation && whole;
    asked.plane = &load;
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

}  // namespace cutline
