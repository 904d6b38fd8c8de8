// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command.hpp"
#include "cutline/output/list/listing.hpp"
#include "output/tables/layout_lists.hpp"

namespace cutline::app {

namespace {

/// The choices that only `list` has.
struct ListChoice {
  std::string kind;
  std::string entry;  ///< one entry of the kind; empty: all
};

constexpr std::string_view kNodes = "nodes";

std::vector<std::string_view> kinds_to_list() {
  std::vector<std::string_view> kinds = listing_kinds();
  kinds.push_back(kNodes);
  return kinds;
}

/// The nodes of a spec's candidate, with their names.
ExitCode list_nodes(const Options& options, const std::string& spec, text::FileWriter& files) {
  if (spec.empty()) throw_input_error("the nodes of which spec?", "cutline list nodes SPEC -c NAME");
  Study study = load_study(options, spec);
  const Chosen chosen = one_candidate(options, study);
  const std::vector<Candidate> candidates = laid_out(options, study);
  expect_layout(study, candidates[chosen.design], "list nodes");
  const Table table = node_list(subject_of(study, candidates[chosen.design], chosen.part).candidate);
  deliver(options, files, rendered(options, {.table = [&] { return table; }, .indent = -1}));
  return ExitCode::done;
}

ExitCode run_list(const Options& options, text::FileWriter& files) {
  const auto [kind, entry] = own<ListChoice>(options);
  if (kind == kNodes) return list_nodes(options, entry, files);
  const Listing list = listing(kind, entry);
  deliver(options, files,
          rendered(options, {.table = [&] { return list.table; },
                             .data = [&kind = kind, &entry = entry] { return listing_data(kind, entry); },
                             .sections = [&] { return list.sections; }}));
  return ExitCode::done;
}

}  // namespace

Command list_command() {
  const CommandOption kind = required(argument("KIND", fmt::format("{}", fmt::join(kinds_to_list(), ", ")),
                                               into(&ListChoice::kind), {all_of<listing_kinds>}));
  const CommandOption entry =
      argument("NAME", "all that is known of one of them; of nodes: the spec", into(&ListChoice::entry),
               {[](const TypedLine& typed) { return listed_values(typed.value_of("KIND")); }});
  return {"list", "list what there is, with parameters: families, formats, orders, technologies, exports, ...",
          joined({{kind, entry, the_candidate()}, format_options(), {output_option()}}), run_list};
}

}  // namespace cutline::app
