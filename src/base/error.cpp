// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"

#include <fmt/format.h>

#include <iterator>

#include "base/letters.hpp"
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

constexpr std::string_view kCounted[] = {
    "bits",  "boards", "cables",  "candidates", "cells",    "channels",  "columns", "cycles", "digits",   "entries",
    "flits", "groups", "hops",    "layers",     "lengths",  "lines",     "links",   "names",  "networks", "nodes",
    "pairs", "parts",  "packets", "pins",       "places",   "planes",    "ports",   "points", "records",  "routers",
    "rows",  "sides",  "sites",   "slots",      "switches", "terminals", "tiles",   "tracks", "values",   "wires"};
constexpr std::string_view kBefore[] = {"global ", "layer ", "node ", "signal ", "virtual ", "wire ", "wiring "};

std::string_view word_at(std::string_view text) {
  const auto end = std::ranges::find_if(text, [](char c) { return lower_letter(c) < 'a' || lower_letter(c) > 'z'; });
  return {text.begin(), end};
}

/// The length of an adjective and the plural behind it that a text begins with; 0 if it begins with no such words.
std::size_t counted_length(std::string_view text) {
  const auto before = std::ranges::find_if(kBefore, [&](std::string_view word) { return text.starts_with(word); });
  const std::size_t from = before != std::end(kBefore) ? before->size() : 0;
  const std::string_view word = word_at(text.substr(from));
  return std::ranges::find(kCounted, word) != std::end(kCounted) ? from + word.size() : 0;
}

std::string singular(std::string_view plural) {
  if (plural.ends_with("ies")) return std::string(plural.substr(0, plural.size() - 3)) + "y";
  return std::string(plural.substr(0, plural.size() - (plural.ends_with("ches") ? 2 : 1)));
}

/// Whether a 1 behind this text stands alone: it ends no longer number, no range and no product.
bool stands_alone(std::string_view before) {
  if (before.empty()) return true;
  if (before.back() != ' ' && before.back() != '(') return false;
  return !before.ends_with("to ") && !before.ends_with("x ");
}

[[noreturn]] void throw_one(ExitCode code, std::string message, std::string hint, std::string parameter) {
  throw Error(code, {Diagnostic{std::move(message), std::move(hint), {}, std::move(parameter)}});
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = diagnostic.place.known() ? location(diagnostic.place) : std::string();
  text += diagnostic.warning ? "warning: " : "error: ";
  text += with_singulars(diagnostic.message);
  if (diagnostic.place.line > 0 && diagnostic.place.column > 0) text += excerpt(diagnostic.place);
  if (!diagnostic.hint.empty()) text += "\nhint: " + diagnostic.hint;
  return text;
}

std::string with_singulars(std::string_view text) {
  std::string out;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool opens = (c == '\'' || c == '`' || c == '"') && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '(');
    const bool counts = quote == 0 && text.substr(i).starts_with("1 ") && stands_alone(text.substr(0, i));
    const std::size_t length = counts ? counted_length(text.substr(i + 2)) : 0;
    if (quote == 0 && opens) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    }
    out += c;
    if (length == 0) continue;
    out += ' ' + singular(text.substr(i + 2, length));
    i += 1 + length;
  }
  return out;
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
