// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <boost/locale/utf.hpp>
#include <iterator>

namespace cutline {
namespace {

using Utf8 = boost::locale::utf::utf_traits<char>;

bool is_line_break(char32_t code) {
  return code == '\n' || code == '\r' || code == 0x85 || code == 0x2028 || code == 0x2029;
}

/// "U+202E"; the number of a byte for a byte that is no part of a character.
std::string number_in_text(const Character& character) {
  if (character.code) return fmt::format("U+{:04X}", static_cast<std::uint32_t>(*character.code));
  return fmt::format("0x{:02X}", static_cast<unsigned char>(character.bytes.front()));
}

}  // namespace

Character first_character(std::string_view text) {
  const char* end = text.data();
  const boost::locale::utf::code_point code = Utf8::decode(end, text.data() + text.size());
  if (code == boost::locale::utf::illegal || code == boost::locale::utf::incomplete)
    return {text.substr(0, 1), std::nullopt};
  return {text.substr(0, static_cast<std::size_t>(end - text.data())), code};
}

void append_character(std::string& out, char32_t code) { Utf8::encode(code, std::back_inserter(out)); }

std::size_t character_count(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues_character));
}

std::string_view first_bytes(std::string_view text, std::size_t count) {
  if (count >= text.size()) return text;
  while (count > 0 && continues_character(text[count])) --count;
  return text.substr(0, count);
}

std::optional<BadByte> find_bad_byte(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool ends_line = byte == '\n' || (byte == '\r' && text.substr(at + 1, 1) == "\n");
    if ((byte < 0x20 && byte != '\t' && !ends_line) || byte == 0x7F)
      return BadByte{at, fmt::format("the control character 0x{:02X} is no part of a text", byte)};
    const Character character = first_character(text.substr(at));
    if (!character.code) return BadByte{at, fmt::format("the byte 0x{:02X} is no part of a character in UTF-8", byte)};
    at += character.bytes.size();
  }
  return std::nullopt;
}

bool steers(const Character& character) {
  if (!character.code) return true;
  const char32_t code = *character.code;
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || is_line_break(code) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::optional<std::string> steering_character(std::string_view text) {
  const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7F; };
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::nullopt;
  while (!text.empty()) {
    const Character character = first_character(text);
    if (steers(character)) return number_in_text(character);
    text.remove_prefix(character.bytes.size());
  }
  return std::nullopt;
}

std::string on_one_line(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character character = first_character(text);
    out += steers(character) ? std::string_view(" ") : character.bytes;
    text.remove_prefix(character.bytes.size());
  }
  return out;
}

std::string terminal_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character character = first_character(text);
    std::string_view kept = steers(character) ? "" : character.bytes;
    for (const std::string_view own : {std::string_view("\n"), std::string_view("\t"), kBold, kNotBold}) {
      if (text.starts_with(own)) kept = own;
    }
    out += kept.empty() ? '<' + number_in_text(character) + '>' : std::string(kept);
    text.remove_prefix(std::max(kept.size(), character.bytes.size()));
  }
  return out;
}

}  // namespace cutline
