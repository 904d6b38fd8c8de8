// SPDX-License-Identifier: Apache-2.0
#include "output/report/section.hpp"

#include "base/sha256.hpp"
#include "output/svg/canvas.hpp"
#include "output/text/xml.hpp"

namespace cutline::report {

namespace {

std::string class_of(std::string_view css_class) {
  return css_class.empty() ? std::string() : fmt::format(" class=\"{}\"", css_class);
}

/// The base64 form of a digest in hexadecimal digits, by which a content security policy identifies a script.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto value = [](char digit) {
    return static_cast<std::uint32_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
  };
  std::string out;
  // Three hexadecimal digits are twelve bits, which are two characters of the result.
  for (std::size_t i = 0; i < hex.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t j = i; j < i + 3; ++j) bits = bits << 4 | (j < hex.size() ? value(hex[j]) : 0);
    out += kDigits[bits >> 6];
    if (i + 1 < hex.size()) out += kDigits[bits & 63];
  }
  while (out.size() % 4 != 0) out += '=';
  return out;
}

}  // namespace

std::string paragraph(std::string_view text, std::string_view css_class) {
  return fmt::format("<p{}>{}</p>\n", class_of(css_class), text::xml_escape(text));
}

std::string html_list(const std::vector<std::string>& texts, std::string_view css_class) {
  std::string out = fmt::format("<ul{}>\n", class_of(css_class));
  for (const std::string& text : texts) out += fmt::format("<li>{}</li>\n", text::xml_escape(text));
  return out + "</ul>\n";
}

std::string table_box(const Table& table, std::string_view caption, bool sorts) {
  constexpr std::size_t kWide = 18;  // more columns have no room across a page
  return fmt::format("<div class=\"table{}\" role=\"group\" aria-label=\"{}\" tabindex=\"0\"{}>\n{}</div>\n",
                     table.columns.size() > kWide ? " wide" : "", text::xml_escape(caption),
                     sorts ? " data-sorts=\"\"" : "", html_table(table, caption));
}

std::string details(std::string_view summary, std::string_view html) {
  return fmt::format("<details>\n<summary>{}</summary>\n{}</details>\n", text::xml_escape(summary), html);
}

std::string_view inline_svg(std::string_view svg) {
  svg.remove_prefix(std::min(svg.find("<svg"), svg.size()));
  return svg;
}

std::string script_hash(std::string_view script) {
  Sha256 digest;
  digest.add(script);
  return "sha256-" + base64_of_hex(digest.hex());
}

std::vector<std::size_t> by_merit(const Comparison& comparison) {
  std::vector<std::size_t> order;
  const auto add = [&](std::size_t candidate) {
    if (std::find(order.begin(), order.end(), candidate) == order.end()) order.push_back(candidate);
  };
  for (std::size_t place = 0; place < comparison.candidates.size(); ++place) {
    for (const Ranking& ranking : comparison.rankings) {
      if (place < ranking.order.size()) add(ranking.order[place]);
    }
  }
  for (std::size_t candidate = 0; candidate < comparison.candidates.size(); ++candidate) add(candidate);
  return order;
}

std::string some_names(const Comparison& comparison, const std::vector<std::size_t>& candidates) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string_view> names;
  for (const std::size_t candidate : candidates) {
    if (names.size() < kMost) names.push_back(comparison.candidates[candidate].design->name);
  }
  const std::size_t others = candidates.size() - names.size();
  return fmt::format("{}{}", join(names, ", "), others > 0 ? fmt::format(" and {} others", others) : "");
}

}  // namespace cutline::report
