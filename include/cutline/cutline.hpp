// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/export/exports.hpp"
#include "cutline/output/floorplan/floorplan.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/ranking.hpp"

/// Cutline in five calls; examples/five_calls.cpp has them on one page.
///
///     const Study study = read_study("noc.yaml");
///     const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
///     const std::vector<Ranking> rankings = rank(study, candidates);
///     const Candidate& winner = candidates.at(rankings.front().order.front());
///     const std::string svg = draw(study, winner);
///     const Exported csv = export_as("csv", study, winner);
///
/// The contracts of read_study, evaluate and rank are in spec/spec.hpp, study/candidate.hpp and study/ranking.hpp. All
/// five calls share these rules:
///
/// - Errors. A mistake of the user or of the outside world throws an Error: its what() is the text that the program
///   prints, its code() the exit code, its diagnostics() the place of each mistake in a spec. A BrokenContract is a
///   fault of the caller or of the library.
/// - Threads. `evaluate` uses every core, or as many as set_thread_count (base/parallel.hpp) allows. Calls share no
///   mutable state, so several threads may call at once, even on one study. But families must be added (add_family,
///   topology/family.hpp) before the first call.
/// - Lifetimes. Returned values own all they need: a candidate shares its design and may outlive its study. Rankings
///   name candidates by their index. Use candidates together with the study that they were made from.
/// - Results. The same study gives the same bytes, on any number of threads.
namespace cutline {

/// The floorplan of a candidate as SVG, to scale. Its layout must have been kept. Throws an input error if there is no
/// layout, as for an ideal candidate, or if the options do not fit it.
std::string draw(const Study& study, const Candidate& candidate, const DrawOptions& options = {});

/// The links of a candidate with their delays, or its layout, as the files of another tool; nothing is written to disk.
/// `format` is a name that `cutline list exports` shows. The candidate's layout must have been kept. Throws an input
/// error for an unknown format, for a choice that does not fit the format, and if there is no layout; throws a limit
/// error if the network is too large for the format.
Exported export_as(std::string_view format, const Study& study, const Candidate& candidate,
                   const ExportChoice& choice = {}, const Effort& effort = {});

}  // namespace cutline
