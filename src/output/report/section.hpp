// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/report/report.hpp"

namespace cutline::report {

/// A row of the catalogue of sections.
struct ReportSection {
  std::string_view id;     ///< of the element in the page: "ranking"
  std::string_view title;  ///< of the section, also shown in the list of sections
  /// The HTML below the title, of about `room` bytes at most if it can be shortened; empty if there is nothing to show.
  std::string (*html)(const Report&, std::size_t room) = nullptr;
  bool shrinks = false;  ///< made after the others, with the room that they leave
};

// Building blocks of sections. They escape texts; arguments named `html` are inserted as they are.

std::string paragraph(std::string_view text, std::string_view css_class = {});
std::string html_list(const std::vector<std::string>& texts, std::string_view css_class = {});
/// A table that scrolls in its own box if it is too wide; with `sorts` a reader may sort it.
std::string table_box(const Table& table, std::string_view caption, bool sorts = false);
/// The sections, each with a heading where it stands apart; of a table the first 100 rows.
std::string sections_html(std::vector<TableSection> sections);
/// A block that a reader opens.
std::string details(std::string_view summary, std::string_view html);
/// A figure with its notes and its numbers; a script makes it interactive.
std::string plot_html(const Figure& figure);
/// The element `<svg ...>...</svg>` without the lines that may precede it in a file.
std::string_view inline_svg(std::string_view svg);

/// The name of a script in a content security policy: "sha256-...".
std::string script_hash(std::string_view script);

struct BibliographyEntry {
  std::string key;   ///< "Dally 1990"
  std::string text;  ///< authors, title, where
};

/// The entries of the bibliography whose keys occur in a text: "Dally 1990, eq. 9" names one.
std::vector<BibliographyEntry> bibliography_entries(std::string_view text);

/// All candidates, the best under any delay model first, those that are not ranked last.
std::vector<std::size_t> by_merit(const Comparison& comparison);
/// "torus, mesh and 12 others".
std::string some_names(const Comparison& comparison, const std::vector<std::size_t>& candidates);

/// Files that the library contains: src/output/report/embed.cmake writes their texts into a source file of the build.
extern const std::string_view kUplotScript, kUplotStyle, kUplotLicence;
extern const std::string_view kReportStyle, kReportScript, kPlansScript, kPlotsScript;
/// docs/sources.md, the bibliography.
extern const std::string_view kSources;

}  // namespace cutline::report
