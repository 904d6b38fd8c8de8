// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cutline {

struct BadByte {
  std::size_t offset = 0;
  std::string message;
};

/// Finds the first byte that is not part of a UTF-8 character, or that is a control character; nothing if there is
/// none. Tabs, newlines and carriage returns before a newline are allowed.
std::optional<BadByte> find_bad_byte(std::string_view text);

/// A character of a text in UTF-8, or a byte that is part of none and has no code.
struct Character {
  std::string_view bytes;
  std::optional<char32_t> code;
};
/// The first character of a text that is not empty.
Character first_character(std::string_view text);

/// Appends a character, which must be one of Unicode (at most U+10FFFF, no surrogate).
void append_character(std::string& out, char32_t code);

/// Whether a byte belongs to a character in UTF-8 and is not its first.
constexpr bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }
/// The number of characters of a text in UTF-8.
std::size_t character_count(std::string_view text);
/// The first `count` bytes of a text, or fewer, so that no character is split.
std::string_view first_bytes(std::string_view text, std::size_t count);

/// Whether a character acts on what shows it: a control character, tabs and the ends of lines included; one that turns
/// the direction of writing (U+202A to U+202E, U+2066 to U+2069); a byte that is no part of a character.
bool steers(const Character& character);
/// The first such character of a text, as "U+001B"; nothing if there is none. No name has any.
std::optional<std::string> steering_character(std::string_view text);

/// The text with each such character replaced by a blank: for comments, and whatever else ends with the line.
std::string on_one_line(std::string_view text);

/// Bold and plain letters on a terminal.
inline constexpr std::string_view kBold = "\x1b[1m", kNotBold = "\x1b[0m";
/// The text for a terminal: each such character is shown by its number, as <U+001B>. Newlines, tabs, kBold and kNotBold
/// stay.
std::string terminal_text(std::string_view text);

}  // namespace cutline
