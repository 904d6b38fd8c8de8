// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "evaluate/parts.hpp"

namespace cutline {

namespace {

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
