// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"

#include <fmt/format.h>

#include <iterator>

#include "base/utf8.hpp"
#include "cutline/base/format.hpp"
#include "cutline/detail/base/values.hpp"

namespace cutline {

namespace {

constexpr std::size_t kWindow = 110;  // characters of the offending line that are shown

/// Splits the line into its characters; those that could move the cursor become blanks.
std::vector<std::string> characters(std::string_view line) {
  std::vector<std::string> result;
  while (!line.empty()) {
    const Character character = first_character(line);
    result.emplace_back(steers(character) ? std::string_view(" ") : character.bytes);
    line.remove_prefix(character.bytes.size());
  }
  return result;
}

/// The part of the line around the column, with a caret below the column.
std::string excerpt(const Place& place) {
  const std::vector<std::string> line = characters(place.text);
  const std::size_t column =
      std::min(static_cast<std::size_t>(std::max(place.column - place.text_from, 0)), line.size());
  const std::size_t first = column < kWindow ? 0 : column - kWindow / 2;
  const std::size_t last = std::min(line.size(), first + kWindow);
  std::string shown = first > 0 || place.text_from > 1 ? "..." : "";
  const std::size_t indent = shown.size() + column - first;
  for (std::size_t i = first; i < last; ++i) shown += line[i];
  if (last < line.size()) shown += "...";
  return fmt::format("\n  {}\n  {}^", shown, std::string(indent, ' '));
}

std::string location(const Place& place) {
  if (place.line <= 0) return fmt::format("{}: ", place.file);
  if (place.column <= 0) return fmt::format("{}:{}: ", place.file, place.line);
  return fmt::format("{}:{}:{}: ", place.file, place.line, place.column);
}

std::string all_lines(const std::vector<Diagnostic>& diagnostics) {
  return join(each_of(diagnostics, [](const Diagnostic& one) { return to_string(one); }), "\n");
}

[[noreturn]] void throw_one(ExitCode code, std::string message, std::string hint, std::string parameter) {
  throw Error(code, {Diagnostic{std::move(message), std::move(hint), {}, std::move(parameter)}});
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = diagnostic.place.known() ? location(diagnostic.place) : std::string();
  text += diagnostic.warning ? "warning: " : "error: ";
  text += diagnostic.message;
  if (diagnostic.place.line > 0 && diagnostic.place.column > 0) text += excerpt(diagnostic.place);
  if (!diagnostic.hint.empty()) text += "\nhint: " + diagnostic.hint;
  return text;
}

Error::Error(ExitCode code, std::vector<Diagnostic> diagnostics)
    : std::runtime_error(all_lines(diagnostics)), code_(code), diagnostics_(std::move(diagnostics)) {}

void throw_input_error(std::string message, std::string hint, std::string parameter) {
  throw_one(ExitCode::bad_input, std::move(message), std::move(hint), std::move(parameter));
}

void throw_file_error(std::string message, std::string hint) {
  throw_one(ExitCode::file_trouble, std::move(message), std::move(hint), {});
}

void throw_limit_error(std::string message, std::string hint, std::string parameter) {
  throw_one(ExitCode::over_limit, std::move(message), std::move(hint), std::move(parameter));
}

void broken_contract(const char* condition, const char* file, int line) {
  throw BrokenContract(fmt::format("broken contract: {} ({}:{})", condition, file, line));
}

std::string join(std::span<const std::string> texts, std::string_view between) {
  return fmt::format("{}", fmt::join(texts, between));
}
std::string join(std::span<const std::string_view> texts, std::string_view between) {
  return fmt::format("{}", fmt::join(texts, between));
}
std::string either(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

void vappend(std::string& text, fmt::string_view format, fmt::format_args arguments) {
  fmt::vformat_to(std::back_inserter(text), format, arguments);
}

}  // namespace cutline
