// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "spec/candidates.hpp"

namespace cutline {

/// The name that messages give to overrides of the command line, in place of a file.
inline constexpr const char* kOverride = "--set";

/// A study as it is being read.
struct StudyDraft {
  Study study;
  CandidateSources sources;
  Place measured;                       ///< where the spec names the file of measured points
  std::map<std::string, Place> places;  ///< of the load and of keys of traffic, for mistakes that the networks show
};

/// The keys of the top level, in the order in which they are read: the technology first, since units depend on it.
const std::vector<Key<StudyDraft>>& study_keys();

/// Reports names of candidates that other keys use and that do not exist. Names are known only when all candidates are
/// read.
void check_names(Reader& reader, const StudyDraft& draft);

/// Reports keys of candidates that have no effect under the other keys of the spec.
void check_idle_keys(Reader& reader, const Study& study);

// Each part of the top level has its keys in a file of its own: the shape of its value, and the function that reads it.
using StudyShape = ValueShape();
StudyShape clock_shape, contention_shape, crossover_shape, curve_shape, delay_shape, expect_shape, fail_shape,
    guest_shape, hold_shape, limits_shape, load_shape, measured_shape, message_shape, objective_shape, pareto_shape,
    population_shape, rank_shape, search_shape, traffic_shape, uncertainty_shape;
using StudyReader = void(Reader& reader, YamlId id, StudyDraft& draft);
StudyReader read_clock, read_contention, read_crossover, read_curve, read_delay, read_expect, read_fail, read_guest,
    read_hold, read_limits, read_load, read_measured, read_message, read_pareto, read_population, read_rank,
    read_search, read_traffic, read_uncertainty;
/// Reads the objective of a search: measures as in `rank`, or a list of two measures, which sets `front`.
void read_objective(Reader& reader, YamlId id, StudyDraft& draft, bool& front);

/// The keys of the limits on candidates, for a study and for a search.
const std::vector<Key<Limits>>& limit_keys();
/// Warns if measured points name a delay model that the study does not have.
void warn_of_measured(StudyDraft& draft);

}  // namespace cutline
