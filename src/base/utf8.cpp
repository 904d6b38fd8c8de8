// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/utf8.hpp"

#include <fmt/core.h>

#include <cstdint>

namespace cutline {
namespace {

bool is_control(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte == '\r') return at + 1 == text.size() || text[at + 1] != '\n';
  return (byte < 0x20 && byte != '\t' && byte != '\n') || byte == 0x7F;
}

/// The number of bytes of the character that begins here; 0 if no character does.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const std::uint32_t lead = byte(at);
  if (lead < 0x80) return 1;
  const std::size_t length = (lead & 0xE0U) == 0xC0U   ? 2
                             : (lead & 0xF0U) == 0xE0U ? 3
                             : (lead & 0xF8U) == 0xF0U ? 4
                                                       : 0;
  if (length == 0) return 0;
  std::uint32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return 0;
    code = (code << 6U) | (byte(at + i) & 0x3FU);
  }
  const bool too_long = code < (length == 2 ? 0x80U : length == 3 ? 0x800U : 0x10000U);
  const bool surrogate = code >= 0xD800U && code <= 0xDFFFU;
  return too_long || surrogate || code > 0x10FFFFU ? 0 : length;
}

}  // namespace

std::optional<BadByte> find_bad_byte(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (is_control(text, at))
      return BadByte{at, fmt::format("the control character 0x{:02X} is no part of a text", byte)};
    const std::size_t length = character_length(text, at);
    if (length == 0) return BadByte{at, fmt::format("the byte 0x{:02X} is no part of a character in UTF-8", byte)};
    at += length;
  }
  return std::nullopt;
}

}  // namespace cutline
