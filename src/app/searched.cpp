// SPDX-License-Identifier: Apache-2.0
#include "app/searched.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <utility>

#include "app/session.hpp"
#include "cutline/base/error.hpp"
#include "cutline/output/tables/search.hpp"
#include "cutline/spec/spec.hpp"

namespace cutline::app {

namespace {

/// Throws the input errors of what a spec says of all candidates, so that they are found before the search and not
/// after it. It tries the spec with a small candidate.
void try_candidate(const Options& options, const std::string& text) {
  parse_winners(options, extended_spec(text,
                                       "candidates:\n  - name: found\n"
                                       "    topology: {family: graph, nodes: 2, links: [[0, 1]]}\n"
                                       "    placement: {columns: 2}\n"
                                       "  - {name: mesh, topology: {family: ring, nodes: 2}}\n"));
}

}  // namespace

bool writes_spec(const Options& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  return ending == ".yaml" || ending == ".yml";
}

Study question_of(const Options& options, Study study, std::string& text) {
  if (!study.search) throw_input_error(fmt::format("{} has no `search`", study.file), "see `cutline list keys search`");
  if (!study.designs.empty()) {
    throw_input_error(fmt::format("{} lists candidates beside its `search`", study.file),
                      "leave them out: the search writes the networks that it finds");
  }
  if (!options.overrides.empty()) text = overridden_spec(text, options.overrides);
  try_candidate(options, text);
  return study;
}

Study read_question(const Options& options, std::string& text) {
  Study study = read_study(options.specs.front(), options.overrides, &text);
  if (options.seed) study.seed = *options.seed;
  return question_of(options, std::move(study), text);
}

std::string with_winners(const std::string& text, const SearchAnswer& answer) {
  // The line that names a schema for editors is a path from the old spec, and the new spec may stand elsewhere.
  const bool names_schema = text.starts_with("# yaml-language-server:");
  const std::string keys = search_candidates(answer);
  if (keys.empty()) return text;
  return extended_spec(names_schema ? text.substr(text.find('\n') + 1) : text, keys);
}

Study parse_winners(const Options& options, const std::string& winners) {
  const std::filesystem::path spec = options.specs.front();
  return parse_study(winners, spec.string(), spec.parent_path().string());
}

}  // namespace cutline::app
