// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace cutline::report {

/// Files that the library contains: src/output/report/embed.cmake writes their texts into a source file of the build.
extern const std::string_view kUplotScript, kUplotStyle, kUplotLicence;
extern const std::string_view kReportStyle, kReportScript, kPlansScript, kPlotsScript;
/// docs/sources.md, the bibliography.
extern const std::string_view kSources;

}  // namespace cutline::report
