// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/utf8.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace cutline {
namespace {

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
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const std::uint32_t lead = byte(0);
  const Character bad{text.substr(0, 1), std::nullopt};
  if (lead < 0x80) return {text.substr(0, 1), lead};
  const std::size_t length = (lead & 0xE0U) == 0xC0U   ? 2
                             : (lead & 0xF0U) == 0xE0U ? 3
                             : (lead & 0xF8U) == 0xF0U ? 4
                                                       : 0;
  if (length == 0) return bad;
  std::uint32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return bad;
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  const bool too_long = code < (length == 2 ? 0x80U : length == 3 ? 0x800U : 0x10000U);
  const bool surrogate = code >= 0xD800U && code <= 0xDFFFU;
  if (too_long || surrogate || code > 0x10FFFFU) return bad;
  return {text.substr(0, length), code};
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
