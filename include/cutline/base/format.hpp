// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions of fmt whose headers take up to a second to compile in each file; here they are compiled once.

#include <fmt/core.h>

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

/// The texts one after the other, separated by `between`.
std::string join(std::span<const std::string> texts, std::string_view between);
std::string join(std::span<const std::string_view> texts, std::string_view between);
/// "x, y or z".
std::string either(std::span<const std::string_view> names);
/// The same for whole numbers.
template <std::integral Number>
std::string join(const std::vector<Number>& numbers, std::string_view between) {
  std::vector<std::string> texts;
  for (const Number number : numbers) texts.push_back(std::to_string(number));
  return join(texts, between);
}

/// Appends the result of fmt::vformat to a text.
void vappend(std::string& text, fmt::string_view format, fmt::format_args arguments);
/// Appends the result of fmt::format. A format that does not fit the arguments does not compile.
template <class... Arguments>
void append(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  vappend(text, format, fmt::make_format_args(arguments...));
}

}  // namespace cutline
