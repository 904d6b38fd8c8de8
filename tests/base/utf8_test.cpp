// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace cutline;

TEST_CASE("every character of Unicode is read as it was written") {
  std::size_t wrong = 0;
  for (char32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code == 0xD800) code = 0xE000;
    std::string text;
    append_character(text, code);
    const Character read = first_character(text + "x");
    wrong += read.code != code || read.bytes != text || character_count(text) != 1 ? 1 : 0;
  }
  CHECK(wrong == 0);
}

TEST_CASE("what is too long, too large, half of a pair or cut off is a byte alone") {
  for (const std::string text : {"\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
                                 "\xF8\x88\x80\x80\x80", "\xED\xA0\x80", "\xE2\x82", "\xE2\x28\xA1", "\x80", "\xFF"}) {
    CAPTURE(text.size());
    const Character read = first_character(text);
    CHECK_FALSE(read.code);
    CHECK(read.bytes.size() == 1);
    CHECK(find_bad_byte("ab" + text)->offset == 2);
  }
}

TEST_CASE("a text is shortened between characters") {
  const std::string text = "a\u00e9\u20ac\U0001F600";  // of 1, 2, 3 and 4 bytes
  CHECK(character_count(text) == 4);
  for (std::size_t count = 0; count <= text.size() + 1; ++count) {
    const std::string_view kept = first_bytes(text, count);
    CHECK(kept.size() <= count);
    CHECK_FALSE(find_bad_byte(kept));
  }
  CHECK(first_bytes(text, 5) == "a\u00e9");
  CHECK(first_bytes(text, 6) == "a\u00e9\u20ac");
}
