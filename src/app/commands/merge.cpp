// SPDX-License-Identifier: Apache-2.0
#include "app/command.hpp"
#include "app/record_lines.hpp"
#include "cutline/output/explain/explain.hpp"

namespace cutline::app {

namespace {

ExitCode run_merge(const Options& options, text::FileWriter& files) {
  deliver(options, files, merged_text(options, own<MergeChoice>(options)));
  return ExitCode::done;
}

std::vector<KnownValue> record_keys(const TypedLine&) {
  return each_of(explained_measures(), [&](const ExplainedMeasure& measure) {
    return KnownValue{std::string(measure.key), std::string(measure.summary)};
  });
}

CommandOptions merge_options() {
  return {repeated(required(
              argument("PART", "files of cutline measure --shard", onto(&Options::specs), {.files = "jsonl partial"}))),
          option({"--by"}, "KEY", "sort by this quantity, least first: 'latency', or a key of the record",
                 into(&MergeChoice::by), {record_keys}),
          option({"--top"}, "N", "only so many", into(&MergeChoice::top, count_value))};
}

}  // namespace

Command merge_command() {
  return {"merge", "join the parts of a sweep that several machines measured, and check that none is missing",
          joined({merge_options(), format_options(), {output_option()}}), run_merge};
}

}  // namespace cutline::app
