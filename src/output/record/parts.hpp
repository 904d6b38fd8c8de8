// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"

namespace cutline {

/// One of several parts of a sweep: every count-th candidate, beginning with number index - 1 (the first is number 0).
struct Shard {
  std::size_t index = 1;  ///< from 1 to count
  std::size_t count = 1;
};
inline constexpr std::size_t kMostShards = 1'000'000;

/// The records of a candidate with its number in the spec, one per delay model; empty: it is left out.
using RecordTexts = FunctionRef<std::vector<std::string>(const Study&, const Candidate&, std::size_t number)>;

/// Adds result records as lines (JSONL), one per candidate and delay model. They are made and freed block by block, for
/// sweeps too large for the memory. With a shard, adds only the candidates of that part.
///
/// A part of a sweep begins with a line about itself, {"cutline", "spec_sha256", "seed", "shard", "shards",
/// "candidates", "delays"}, and each of its records stands in {"candidate": number in the spec, "record": ...}.
/// Returns false if no candidate can be built; for a part always true, because it may have no candidates of its own.
bool add_record_lines(Study study, const std::optional<Shard>& asked, const Effort& effort, RecordTexts texts,
                      FunctionRef<void(std::string_view)> add);

/// The candidates of whose use of a resource others get as much: those could not be evaluated without them.
std::set<std::string> held_references(const Study& study);

/// Whether data is a record: it has the keys that every record has.
bool is_record(const Data& data);

/// A file of lines that add_record_lines() made: a part of a sweep, or plain records.
struct PartFile {
  std::string name;
  std::string text;
};

/// The records of all parts in the order of the spec: the same lines as without parts. The records of plain files,
/// which have no line about a sweep, follow each other in the order of the files. Throws input errors if parts belong
/// to different runs, or if a part is missing, given twice or cut off.
std::vector<std::string_view> merged_records(const std::vector<PartFile>& parts);

}  // namespace cutline
