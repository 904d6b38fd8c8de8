// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/format.hpp"

#include <fmt/format.h>

#include <iterator>

namespace cutline {

namespace {

template <class Element>
std::string joined_texts(std::span<const Element> elements, std::string_view between) {
  std::string text;
  for (const Element& element : elements) {
    if (&element != elements.data()) text += between;
    text += element;
  }
  return text;
}

}  // namespace

std::string join(std::span<const std::string> texts, std::string_view between) { return joined_texts(texts, between); }
std::string join(std::span<const std::string_view> texts, std::string_view between) {
  return joined_texts(texts, between);
}

void vappend(std::string& text, fmt::string_view format, fmt::format_args arguments) {
  fmt::vformat_to(std::back_inserter(text), format, arguments);
}

}  // namespace cutline
