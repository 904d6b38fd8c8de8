// SPDX-License-Identifier: Apache-2.0
#include "spec/quantity_text.hpp"

#include <fmt/core.h>

#include "spec/reader.hpp"

namespace cutline {
namespace {

/// Reads one quantity, which must be above 0, from `text`, the part of an option's whole text that begins at byte
/// `offset`.
double read_option(const std::string& option, const std::string& whole, std::size_t offset, const std::string& text,
                   Measured measured) {
  Document document;
  add_source(document, whole, option);
  const Mark mark{0, static_cast<std::uint32_t>(offset)};
  const YamlId id = add_node(document, {.kind = YamlKind::scalar, .mark = mark, .text = text});
  Reader reader{document, {}, true};
  const std::string_view what = std::string_view(option).substr(option.find_first_not_of('-'));
  const auto quantity = read_quantity(reader, id, what, {measured});
  if (quantity && quantity->value <= 0) reader.report(id, fmt::format("'{}' must be more than 0", what));
  if (!document.diagnostics.empty()) throw Error(ExitCode::bad_input, document.diagnostics);
  return quantity->value;
}

}  // namespace

std::pair<Length, Length> length_range_text(const std::string& option, const std::string& text) {
  constexpr std::string_view kDots = "..";
  const std::size_t dots = text.find(kDots);
  const Length from = nanometres(read_option(option, text, 0, text.substr(0, dots), Measured::length));
  const std::size_t second = dots + kDots.size();
  const bool one = dots == std::string::npos;
  const Length to = one ? from : nanometres(read_option(option, text, second, text.substr(second), Measured::length));
  constexpr double kMostMm = 1e9;
  if (in_mm(to) > kMostMm) throw_input_error(fmt::format("{} {} is longer than 1000 km, the limit", option, text));
  if (to < from) {
    throw_input_error(fmt::format("{} {} ends before it begins", option, text), "write the shorter length first");
  }
  return {from, to};
}

Time period_text(const std::string& option, const std::string& text) {
  return nanoseconds(1 / read_option(option, text, 0, text, Measured::frequency));
}

}  // namespace cutline
