// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/figure/figure.hpp"
#include "cutline/spec/spec.hpp"

namespace cutline {

struct SearchAnswer;

/// The input of a report.
struct Report {
  const Comparison& comparison;  ///< candidates with their layouts
  const Data& document;          ///< result_document() of these candidates
  std::string_view spec;         ///< the text of the spec
  const Overrides& overrides;    ///< as the command line gives them
  /// The search whose winners the candidates are; null: the spec lists them.
  const SearchAnswer* search = nullptr;
  std::uint64_t memory_bytes = Effort{}.memory_bytes;  ///< of each floorplan with its layout, at most
};

/// The default limit on the size of a page: it opens without delay and can be sent by mail.
inline constexpr std::size_t kReportBytes = 2'000'000;

/// The whole study as one HTML page: rankings and their reasons, floorplans, plots, measures, notes, sources and the
/// spec. The page loads nothing from elsewhere, and its content security policy forbids it. All of it can be read
/// without scripts and on paper. Floorplans have as much detail as fits into `most_bytes`, and the page says what was
/// left out. Tables and a very long spec may exceed the limit. The same input gives the same bytes.
std::string report_html(const Report& report, std::size_t most_bytes = kReportBytes);

/// The study as pages of SVG, for a document without a browser: the comparison as text on A4, then the floorplans of
/// the best twelve and every figure, each on a page of its own.
std::vector<std::string> report_pages(const Comparison& comparison);

/// A page of rankings and figures that were made from records.
std::string records_html(const std::string& title, std::vector<TableSection> rankings,
                         const std::vector<Figure>& figures);

}  // namespace cutline
