// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/session.hpp"
#include "cutline/detail/base/callbacks.hpp"
#include "output/record/parts.hpp"

namespace cutline::app {

/// Adds the records of a spec as lines, as output/record/parts.hpp says; with -c only those of that candidate.
bool add_record_lines(const Options& options, const std::optional<Shard>& asked, const std::string& spec,
                      FunctionRef<void(std::string_view)> add);

/// How to sort and cut the merged records.
struct MergeChoice {
  std::string by;                  ///< a quantity's name, or a key of the record, to sort by; empty: as in the spec
  std::optional<std::size_t> top;  ///< the number of records to keep; absent: all
};

/// The records of the parts that `options.specs` names, in the format of the options. Throws the errors of
/// merged_records(), and errors if there is no such key or a file cannot be read.
std::string merged_text(const Options& options, const MergeChoice& choice);

}  // namespace cutline::app
