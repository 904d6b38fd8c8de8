// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session.hpp"
#include "output/compare/recorded.hpp"
#include "output/record/parts.hpp"

namespace cutline::app {

/// Adds the records of a spec as lines, as output/record/parts.hpp says.
bool add_record_lines(const Options& options, const std::optional<Shard>& asked, const std::string& spec,
                      FunctionRef<void(std::string_view)> add);

/// The files of records on the command line: of --from, and those in place of a spec whose names end in .jsonl or
/// .partial. Throws an input error if there are specs beside them, or nothing at all.
std::vector<std::string> record_files(const Options& options);

/// How to rank records, as --by asks. Throws an input error for options that need a spec.
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
