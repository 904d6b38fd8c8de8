// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command.hpp"
#include "app/shared_options.hpp"
#include "cutline/output/list/listing.hpp"
#include "cutline/output/record/json.hpp"

namespace cutline::app {

namespace {

/// The choices that only `list` has.
struct ListChoice {
  std::string kind;
  std::string entry;  ///< one entry of the kind; empty: all
};

ExitCode run_list(const Options& options, text::FileWriter& files) {
  const auto [kind, entry] = own<ListChoice>(options);
  const Listing list = listing(kind, entry);
  std::string out;
  switch (options.format) {
    case Format::json:
      out = to_json(listing_data(kind, entry), 2) + '\n';
      break;
    case Format::jsonl:
      out = to_json_lines(listing_data(kind, entry));
      break;
    case Format::csv:
      out = csv_table(list.table);
      break;
    case Format::markdown:
      out = sections_markdown(list.sections);
      break;
    case Format::latex:
      out = sections_latex(list.sections);
      break;
    case Format::table:
      out = sections_text(list.sections, report_style(options));
      break;
  }
  deliver(options, files, out);
  return ExitCode::done;
}

}  // namespace

Command list_command() {
  const CommandOption kind = required(argument("KIND", fmt::format("{}", fmt::join(listing_kinds(), ", ")),
                                               into(&ListChoice::kind), {all_of<listing_kinds>}));
  const CommandOption entry = argument("NAME", "all that is known of one of them", into(&ListChoice::entry),
                                       {[](const TypedLine& typed) { return listed_values(typed.value_of("KIND")); }});
  return {"list", "list what there is, with parameters: families, formats, orders, technologies, exports, ...",
          joined({{kind, entry}, format_options(), {output_option()}}), run_list};
}

}  // namespace cutline::app
