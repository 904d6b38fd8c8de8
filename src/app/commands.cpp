// SPDX-License-Identifier: Apache-2.0
#include "app/commands.hpp"

namespace cutline {

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      {"compare", "rank the candidates of a spec and say who wins, by how much, and why", run_compare},
      {"measure", "print every measure of each candidate", run_measure},
      {"merge", "join the parts of a sweep that several machines measured, and check that none is missing", run_merge},
      {"profile", "print the wire density of a candidate, cut by cut", run_profile},
      {"draw", "draw the floorplan of a candidate as SVG", run_draw},
      {"plot", "draw a figure of a study as SVG: profiles, lengths, latencies, loads, the Pareto front, delays",
       run_plot},
      {"report", "write the whole study as one HTML page that needs nothing else", run_report},
      {"check", "prove the routed layouts: no two wires touch, every wire joins what it should", run_check},
      {"explain", "show where a number comes from: formula, source, numbers put in, errata", run_explain},
      {"export", "write a candidate link by link with the delay of each, or its layout, for another tool", run_export},
      {"delay", "print and draw how long wires take in a technology, under every delay model", run_delay},
      {"list", "list what there is, with parameters: families, formats, orders, technologies, exports, ...", run_list},
      {"new", "print a spec to start from, with a comment on every part", run_new},
      {"schema", "print the JSON Schema of the spec, or of a technology", run_schema},
      {"completion", "print what completes words of this command line in a shell", run_completion},
      {"version", "print the version", run_version},
      {"manual", "print the page of man(1)", run_manual, true},
  };
  return all;
}

const std::vector<ExitMeaning>& exit_meanings() {
  static const std::vector<ExitMeaning> all = {
      {ExitCode::done, "done", ""},
      {ExitCode::answer_is_no, "the answer is no",
       "a check failed, an expectation did not hold, results changed, or no candidate can be built"},
      {ExitCode::bad_input, "wrong input or usage", "what is wrong, where, and a hint stand on standard error"},
      {ExitCode::file_trouble, "a file cannot be read or written", "none is left half written"},
      {ExitCode::over_limit, "refused because of a limit", "it is named"},
      {ExitCode::our_fault, "a fault of ours", "please report it"},
      {ExitCode::interrupted, "interrupted", ""}};
  return all;
}

}  // namespace cutline
