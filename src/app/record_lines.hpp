// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session.hpp"
#include "cutline/detail/base/callbacks.hpp"
#include "output/compare/recorded.hpp"

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

/// Whether data is a record: it has the keys that every record has.
bool is_record(const Data& data);

/// The files of records on the command line: of --from, and those in place of a spec whose names end in .jsonl or
/// .partial. Throws an input error if there are specs beside them, or nothing at all.
std::vector<std::string> record_files(const Options& options);

/// How to rank records, as --by and --delay ask. Throws an input error for options that need a spec.
compare::RecordedView recorded_view(const Options& options, std::vector<std::string> columns, std::size_t top);

/// Calls `each` with the records of files, one after the other: files are read line by line, so they may be larger than
/// the memory. A file of one JSON document (`measure --format json`) is read as a whole. Throws an input error, with
/// file and line, for what is no record.
void for_each_record(const std::vector<std::string>& files, FunctionRef<void(const Data&)> each);

/// How to sort and cut the merged records.
struct MergeChoice {
  std::string by;                  ///< a quantity's name, or a key of the record, to sort by; empty: as in the spec
  std::optional<std::size_t> top;  ///< the number of records to keep; absent: all
};

/// The records of the parts that `options.specs` names, in the format of the options. Throws the errors of
/// merged_records(), and errors if there is no such key or a file cannot be read.
std::string merged_text(const Options& options, const MergeChoice& choice);

}  // namespace cutline::app
