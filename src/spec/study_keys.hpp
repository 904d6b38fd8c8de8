// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spec/candidates.hpp"

namespace cutline {

/// The name that messages give to overrides of the command line, in place of a file.
inline constexpr const char* kOverride = "--set";

/// A study as it is being read.
struct StudyDraft {
  Study study;
  CandidateSources sources;
  Place measured;  ///< where the spec names its file
};

/// The keys of the top level, in the order in which they are read: the technology first, since units depend on it.
const std::vector<Key<StudyDraft>>& study_keys();

/// Checks the names that other keys use; they are known only once all candidates are read.
void check_names(Reader& reader, const StudyDraft& draft);

/// Reports keys of candidates that have no effect under the other keys of the spec.
void check_idle_keys(Reader& reader, const Study& study);

// Each part of the top level has its keys in a file of its own.
ValueShape hold_shape();
void read_hold(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape limits_shape();
/// What candidates may be limited in, in a study and in a search.
const std::vector<Key<Limits>>& limit_keys();
void read_limits(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape population_shape();
void read_population(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape clock_shape();
void read_clock(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape delay_shape();
void read_delay(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape message_shape();
void read_message(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape traffic_shape();
void read_traffic(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape load_shape();
void read_load(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape contention_shape();
void read_contention(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape measured_shape();
void read_measured(Reader& reader, YamlId id, StudyDraft& draft);
/// Warns of measured points whose delay model the study does not have.
void warn_of_measured(StudyDraft& draft);
ValueShape fail_shape();
void read_fail(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape guest_shape();
void read_guest(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape curve_shape();
void read_curve(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape rank_shape();
void read_rank(Reader& reader, YamlId id, StudyDraft& draft);
/// `rank` of a search, or two measures, which ask for a front.
ValueShape objective_shape();
void read_objective(Reader& reader, YamlId id, StudyDraft& draft, bool& front);
ValueShape pareto_shape();
void read_pareto(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape uncertainty_shape();
void read_uncertainty(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape crossover_shape();
ValueShape search_shape();
void read_search(Reader& reader, YamlId id, StudyDraft& draft);
void read_crossover(Reader& reader, YamlId id, StudyDraft& draft);
ValueShape expect_shape();
void read_expect(Reader& reader, YamlId id, StudyDraft& draft);

}  // namespace cutline
