// SPDX-License-Identifier: Apache-2.0
#include "output/compare/answer.hpp"
#include "output/report/section.hpp"

namespace cutline::report {

namespace {

std::string expectations_html(const Report& report, std::size_t) {
  const std::vector<ExpectationResult>& results = report.comparison.expectations;
  if (results.empty()) return {};
  const std::string css_class = all_hold(results) ? "lead holds" : "lead fails";
  return paragraph(compare::expectations_count(results), css_class) +
         table_box(compare::expectations_table(results), "What the spec expects, and what was found", true);
}

}  // namespace

ReportSection expectations_section() { return {"expectations", "Expectations", expectations_html}; }

}  // namespace cutline::report
