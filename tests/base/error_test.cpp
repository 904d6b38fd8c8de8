// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"

#include <doctest/doctest.h>

#include "base/utf8.hpp"

using namespace cutline;

namespace {

Diagnostic at(std::string message, std::string hint, Place place) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  diagnostic.place = std::move(place);
  return diagnostic;
}

}  // namespace

TEST_CASE("a diagnostic shows place, message, the line with a caret, and the hint") {
  CHECK(to_string(at("torus has no parameter 'q'", "it takes: radix, dimensions", {"torus.yaml", 3, 7, "  q: 1"})) ==
        "torus.yaml:3:7: error: torus has no parameter 'q'\n"
        "    q: 1\n"
        "        ^\n"
        "hint: it takes: radix, dimensions");
}

TEST_CASE("a diagnostic without a place or a hint is one line") {
  Diagnostic diagnostic;
  diagnostic.message = "the disk is full";
  CHECK(to_string(diagnostic) == "error: the disk is full");
  diagnostic.warning = true;
  CHECK(to_string(diagnostic) == "warning: the disk is full");
}

TEST_CASE("a place may lack a column, or line and column") {
  CHECK(to_string(at("m", "", {"f", 4, 0, "text"})) == "f:4: error: m");
  CHECK(to_string(at("m", "", {"f", 0, 0, ""})) == "f: error: m");
}

TEST_CASE("the caret counts characters, and tabs take one column") {
  CHECK(to_string(at("m", "", {"f", 1, 6, "\tÄöü: x"})) ==
        "f:1:6: error: m\n"
        "   Äöü: x\n"
        "       ^");
}

TEST_CASE("control characters do not reach the terminal") {
  CHECK(to_string(at("m", "", {"f", 1, 1, "\x1b[31mred"})) == "f:1:1: error: m\n   [31mred\n  ^");
}

TEST_CASE("what steers a terminal is shown by its number, and everything else as it is") {
  const std::string plain = "Äöü ✓ a\tb\n";
  CHECK(terminal_text(plain) == plain);
  CHECK(terminal_text("\x1b[31mred\x1b]0;t\a") == "<U+001B>[31mred<U+001B>]0;t<U+0007>");
  CHECK(terminal_text("a\xe2\x80\xae"
                      "b\xc2\x9b"
                      "c\x9b"
                      "d\r") == "a<U+202E>b<U+009B>c<0x9B>d<U+000D>");
  CHECK(terminal_text("\x1b[1mhead\x1b[0m") == "\x1b[1mhead\x1b[0m");  // bold, of the program's own tables
  CHECK(on_one_line("a\nb\xe2\x80\xa8"
                    "c\x1b[d\r") == "a b c [d ");
}

TEST_CASE("no character below 256 reaches a terminal that could steer it") {
  for (int code = 0; code < 256; ++code) {
    CAPTURE(code);
    const std::string text =
        code < 128 ? std::string(1, static_cast<char>(code))
                   : std::string{static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
    const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    const bool kept = terminal_text(text) == text;
    CHECK(kept == (!control || code == '\n' || code == '\t'));
    CHECK(steering_character(text).has_value() == control);
  }
}

TEST_CASE("a long line is cut around the column") {
  const std::string line = std::string(300, 'a') + "X" + std::string(300, 'b');
  const std::string text = to_string(at("m", "", {"f", 1, 301, line}));
  const std::size_t first = text.find('\n') + 1;
  const std::size_t second = text.find('\n', first) + 1;
  const std::string shown = text.substr(first, second - first - 1);
  const std::string caret = text.substr(second);
  CHECK(shown.size() < 130);
  CHECK(shown.substr(0, 6) == "  ...a");
  CHECK(shown.substr(shown.size() - 4) == "b...");
  REQUIRE(caret.find('^') < shown.size());
  CHECK(shown[caret.find('^')] == 'X');
}

TEST_CASE("an error's text is all its diagnostics") {
  const Error error(ExitCode::bad_input, {at("one", "", {"f", 1, 0, ""}), at("two", "", {"f", 2, 0, ""})});
  CHECK(std::string(error.what()) == "f:1: error: one\nf:2: error: two");
  CHECK(error.code() == ExitCode::bad_input);
}

TEST_CASE("each way of throwing has its exit code") {
  const auto code_of = [](auto thrower) {
    try {
      thrower();
    } catch (const Error& error) {
      CHECK(error.diagnostics().size() == 1);
      return static_cast<int>(error.code());
    }
    return -1;
  };
  CHECK(code_of([] { throw_input_error("m", "h", "p"); }) == 2);
  CHECK(code_of([] { throw_file_error("m"); }) == 3);
  CHECK(code_of([] { throw_limit_error("m", "h", "p"); }) == 4);
}

TEST_CASE("a broken contract is no user's error") {
  CHECK_THROWS_AS(CUTLINE_EXPECT(1 == 2), BrokenContract);
  CHECK_NOTHROW(CUTLINE_EXPECT(1 == 1));
}
