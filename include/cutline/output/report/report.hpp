// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/spec/spec.hpp"

namespace cutline {

/// What a report is made from.
struct Report {
  const Comparison& comparison;  ///< candidates with their layouts
  const Data& document;          ///< result_document of the same
  std::string_view spec;         ///< its text
  const Overrides& overrides;    ///< as the command line gives them
};

/// A page of this size opens at once and travels by mail.
inline constexpr std::size_t kReportBytes = 2'000'000;

/// The whole study as one HTML page: rankings and why they are so, floorplans, plots, measures, notes, sources and the
/// spec. It stands alone: nothing is loaded from elsewhere, its content security policy forbids that, and all of it is
/// there without scripts, on paper too. Floorplans have as many details as the page has room for, up to `most_bytes`,
/// and the page says what was left out; tables and a very long spec may pass it. Same input, same bytes.
std::string report_html(const Report& report, std::size_t most_bytes = kReportBytes);

}  // namespace cutline
