// SPDX-License-Identifier: Apache-2.0
#include "output/report/section.hpp"
#include "output/svg/canvas.hpp"
#include "output/text/number.hpp"
#include "output/text/xml.hpp"

namespace cutline::report {

namespace {

constexpr std::size_t kMostBytes = 200'000;

/// The text without carriage returns, as HTML has line ends.
std::string without_returns(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') out += text[i];
    if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) out += '\n';
  }
  return out;
}

/// The part of a text that is shown: at most kMostBytes, to the end of a line.
std::string_view beginning(std::string_view text) {
  if (text.size() <= kMostBytes) return text;
  const std::size_t end = text.rfind('\n', kMostBytes);
  return text.substr(0, end == std::string_view::npos ? kMostBytes : end + 1);
}

std::string spec_html(const Report& report, std::size_t) {
  std::string out;
  if (!report.overrides.empty()) {
    std::vector<std::string> overrides;
    for (const Override& one : report.overrides) overrides.push_back(fmt::format("{}={}", one.path, one.value));
    out += paragraph("The command line set these values in place of the spec's:", "lead") +
           html_list(overrides, "overrides");
  }
  const std::string_view shown = beginning(report.spec);
  // A browser drops the first newline of preformatted text, so one is added.
  out += fmt::format("<pre tabindex=\"0\" aria-label=\"The spec\">\n<code>{}</code></pre>\n",
                     text::xml_escape(without_returns(shown)));
  if (shown.size() < report.spec.size()) {
    out += paragraph(fmt::format("The spec goes on: these are its first {} of {}.",
                                 text::bytes_text(static_cast<double>(shown.size())),
                                 text::bytes_text(static_cast<double>(report.spec.size()))),
                     "note");
  }
  return out;
}

}  // namespace

ReportSection spec_section() { return {"spec", "The spec", spec_html}; }

}  // namespace cutline::report
