// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session.hpp"
#include "cutline/detail/base/callbacks.hpp"

namespace cutline::app {

/// Adds result records as lines (JSONL), one per candidate and delay model. They are made and freed block by block, for
/// sweeps too large for the memory. With a shard, adds only the candidates of that part.
///
/// A part of a sweep begins with a line about itself, {"cutline", "spec_sha256", "seed", "shard", "shards",
/// "candidates", "delays"}, and each of its records stands in {"candidate": number in the spec, "record": ...}.
/// Returns false if no candidate can be built; for a part always true, because it may have no candidates of its own.
bool add_record_lines(const Options& options, const std::optional<Shard>& asked, const std::string& spec,
                      FunctionRef<void(std::string_view)> add);

/// A file of lines that add_record_lines() made: a part of a sweep, or plain records.
struct PartFile {
  std::string name;
  std::string text;
};

/// The records of all parts in the order of the spec: the same lines as without parts. The records of plain files,
/// which have no line about a sweep, follow each other in the order of the files. Throws input errors if parts belong
/// to different runs, or if a part is missing, given twice or cut off.
std::vector<std::string_view> merged_records(const std::vector<PartFile>& parts);

/// How to sort and cut the merged records.
struct MergeChoice {
  std::string by;                  ///< a quantity's name, or a key of the record, to sort by; empty: as in the spec
  std::optional<std::size_t> top;  ///< the number of records to keep; absent: all
};

/// The records of the parts that `options.specs` names, in the format of the options. Throws the errors of
/// merged_records(), and errors if there is no such key or a file cannot be read.
std::string merged_text(const Options& options, const MergeChoice& choice);

}  // namespace cutline::app
