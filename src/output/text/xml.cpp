// SPDX-License-Identifier: Apache-2.0
#include "output/text/xml.hpp"

#include "base/utf8.hpp"

namespace cutline::text {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool is_of_xml(const Character& character) {
  if (!character.code) return false;
  const char32_t code = *character.code;
  return (code >= 0x20 || code == '\t' || code == '\n') && code != 0xFFFE && code != 0xFFFF;
}

}  // namespace

std::string xml_escape(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!is_of_xml(character)) {
      out += kReplacement;
    } else if (text[0] == '<') {
      out += "&lt;";
    } else if (text[0] == '>') {
      out += "&gt;";
    } else if (text[0] == '&') {
      out += "&amp;";
    } else if (text[0] == '"') {
      out += "&quot;";
    } else {
      out += character.bytes;
    }
    text.remove_prefix(character.bytes.size());
  }
  return out;
}

std::string xml_comment(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '-' && out.ends_with('-')) out += ' ';
    out += c;
  }
  return out;
}

}  // namespace cutline::text
