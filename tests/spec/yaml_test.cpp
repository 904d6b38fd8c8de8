// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include "base/document.hpp"
#include "spec/reading.hpp"

using namespace cutline;
using reading::mistakes;
using reading::outcome;
using reading::with;

namespace {

/// The document in words, with aliases followed.
std::string words(const Document& document, YamlId id) {
  const YamlNode& node = document[id];
  std::string text;
  switch (node.kind) {
    case YamlKind::null:
      return "null";
    case YamlKind::scalar:
      return node.quoted ? "'" + node.text + "'" : node.text;
    case YamlKind::list:
      for (const YamlId item : node.items) text += (text.empty() ? "" : " ") + words(document, item);
      return "[" + text + "]";
    case YamlKind::map:
      for (const YamlEntry& entry : node.entries) {
        text += (text.empty() ? "" : " ") + entry.key + "=" + words(document, entry.value);
      }
      return "{" + text + "}";
  }
  return "?";
}

std::string parsed(const std::string& text) {
  const Document document = parse_document(text, "a.yaml");
  std::string result = words(document, document.root);
  for (const Diagnostic& diagnostic : document.diagnostics) result += "\n" + to_string(diagnostic);
  return result;
}

std::string refused(const std::string& text, int code = 2) {
  try {
    return parsed(text);
  } catch (const Error& error) {
    CHECK(static_cast<int>(error.code()) == code);
    return error.what();
  }
}

}  // namespace

TEST_CASE("maps, lists, texts and quotes are told apart") {
  CHECK(parsed("a: 1\nb: [x, \"2\", '3', ~, ]\nc: {d: e f}\n") == "{a=1 b=[x '2' '3' null] c={d=e f}}");
  CHECK(parsed("") == "null");
  CHECK(parsed("# only a comment\n") == "null");
  CHECK(parsed("--- \na: 1\n...\n") == "{a=1}");
  CHECK(parsed("\xEF\xBB\xBF"
               "a: 1\r\nb: 2\r\n") == "{a=1 b=2}");
  CHECK(parsed("t: |\n  one\n  two\n") == "{t='one\ntwo\n'}");
}

TEST_CASE("every key and value knows its line and its column in characters") {
  const Document document = parse_document("ü: 1\nnäme: [ö, {ß: \"x\"}]\n", "a.yaml");
  const auto at = [&](Mark mark) {
    const Place place = place_of(document, mark);
    return fmt::format("{}:{}:{} {}", place.file, place.line, place.column, place.text);
  };
  const YamlEntry& second = document[document.root].entries[1];
  CHECK(at(second.mark) == "a.yaml:2:1 näme: [ö, {ß: \"x\"}]");
  const YamlNode& list = document[second.value];
  CHECK(at(list.mark) == "a.yaml:2:7 näme: [ö, {ß: \"x\"}]");
  const YamlNode& map = document[list.items[1]];
  CHECK(at(map.entries[0].mark) == "a.yaml:2:12 näme: [ö, {ß: \"x\"}]");
  CHECK(at(document[map.entries[0].value].mark) == "a.yaml:2:15 näme: [ö, {ß: \"x\"}]");
}

TEST_CASE("a key given twice is refused with both places, in every style") {
  CHECK(parsed("a: 1\nb: 2\na: 3\n") ==
        "{a=1 b=2}\n"
        "a.yaml:3:1: error: the key 'a' is given twice\n"
        "  a: 3\n"
        "  ^\n"
        "hint: it stands first at a.yaml:1:1");
  CHECK(parsed("{a: 1, \"a\": 2}") ==
        "{a=1}\n"
        "a.yaml:1:8: error: the key 'a' is given twice\n"
        "  {a: 1, \"a\": 2}\n"
        "         ^\n"
        "hint: it stands first at a.yaml:1:2");
}

TEST_CASE("`<<` merges: own keys win, then the first map of a list") {
  CHECK(parsed("x: &x {p: 1, q: 2}\ny: {<<: *x, q: 3}\n") == "{x={p=1 q=2} y={q=3 p=1}}");
  CHECK(parsed("x: &x {p: 1}\ny: &y {p: 2, r: 3}\nz: {<<: [*x, *y]}\n") == "{x={p=1} y={p=2 r=3} z={p=1 r=3}}");
  CHECK(parsed("x: &x {p: 1}\ny: &y {<<: *x, q: 2}\nz: {<<: *y}\n") == "{x={p=1} y={q=2 p=1} z={q=2 p=1}}");
  CHECK(parsed("y: {<<: 3}\n") ==
        "{y={}}\n"
        "a.yaml:1:5: error: `<<` merges maps only\n"
        "  y: {<<: 3}\n"
        "      ^\n"
        "hint: write `<<: *name` of a map that carries `&name`");
}

TEST_CASE("an alias may not stand inside of what it stands for") {
  CHECK(refused("a: &x [1, *x]\n") ==
        "a.yaml:1:11: error: this alias stands inside of what it stands for\n"
        "  a: &x [1, *x]\n"
        "            ^\n"
        "hint: an alias may only repeat what is complete above it");
  CHECK(refused("a: *y\n") ==
        "a.yaml:1:4: error: this alias has no anchor above it\n"
        "  a: *y\n"
        "     ^");
}

TEST_CASE("aliases that unfold to millions of values are refused at once") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    bomb +=
        fmt::format("a{0}: &a{0} [*a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}]\n", i, i - 1);
  }
  const std::string text = refused(bomb, 4);
  CHECK(text ==
        "a.yaml:6:5: error: the file holds more than 1000000 values, aliases counted as often as they are used, the "
        "limit\n"
        "  a5: &a5 [*a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4]\n"
        "      ^\n"
        "hint: keep the links of a large graph in a file of their own: `topology: {family: graph, file: F}`");
}

TEST_CASE("merges that copy millions of keys are refused") {
  std::string bomb = "a: &a {";
  for (int i = 0; i < 200; ++i) bomb += fmt::format("k{}: 1, ", i);
  bomb += "}\nb:\n";
  for (int i = 0; i < 6000; ++i) bomb += "- {<<: *a}\n";
  CHECK(refused(bomb, 4).find("the file holds more than 1000000 values") != std::string::npos);
}

TEST_CASE("a map of more keys than anybody means is refused") {
  const auto map = [](const std::string& first, int begin, int end) {
    std::string text = "{" + first;
    for (int i = begin; i < end; ++i) text += fmt::format("k{}: 1, ", i);
    return text + "}\n";
  };
  CHECK(refused(map("", 0, 256)).substr(0, 5) == "{k0=1");
  CHECK(refused(map("", 0, 257), 4).find("error: a map holds more than 256 keys, the limit") != std::string::npos);
  CHECK(refused("a: &a " + map("", 0, 200) + "b: " + map("<<: *a, ", 200, 300), 4).find("more than 256 keys") !=
        std::string::npos);
}

TEST_CASE("nesting has a limit, whatever brackets are used") {
  const auto nested = [](const std::string& open, const std::string& close, int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += open;
    text += "1";
    for (int i = 0; i < levels; ++i) text += close;
    return text;
  };
  CHECK(refused(nested("[", "]", 64)).substr(0, 4) == "[[[[");
  for (const int levels : {65, 600, 10'000, 100'000}) {
    CAPTURE(levels);
    const std::string expected = "nested more than 64 deep, the limit";
    CHECK(refused(nested("[", "]", levels), 4).find(expected) != std::string::npos);
    CHECK(refused(nested("{a: ", "}", levels), 4).find(expected) != std::string::npos);
    CHECK(refused(nested("[", "", levels), 4).find(expected) != std::string::npos);
    CHECK(refused(nested("- ", "", levels), 4).find(expected) != std::string::npos);
  }
}

TEST_CASE("aliases do not get past the limit of nesting") {
  std::string text = "a0: &a0 [x]\n";
  for (int i = 1; i < 100; ++i) text += fmt::format("a{0}: &a{0} [*a{1}]\n", i, i - 1);
  CHECK(refused(text, 4).find("nested more than 64 deep, the limit") != std::string::npos);
}

TEST_CASE("one file holds one document") {
  CHECK(refused("a: 1\n---\nb: 2\n") ==
        "a.yaml:2:1: error: a second document begins here\n"
        "  ---\n"
        "  ^\n"
        "hint: a file holds one document; remove what follows `---`");
}

TEST_CASE("what the parser would let pass or never end on is refused") {
  CHECK(refused(",") ==
        "a.yaml:1:1: error: this is not YAML: the document ended before this\n"
        "  ,\n"
        "  ^\n"
        "hint: check the indentation and the brackets");
  CHECK(refused("[1] 2") ==
        "a.yaml:1:5: error: this is not YAML: the document ended before this\n"
        "  [1] 2\n"
        "      ^\n"
        "hint: check the indentation and the brackets");
  CHECK(refused("a: \"unterminated\nb: 2\n") ==
        "a.yaml:1:4: error: this quote is never closed\n"
        "  a: \"unterminated\n"
        "     ^\n"
        "hint: add the closing quote");
  CHECK(refused("a: &x 'it''s\nb: 2\n") ==
        "a.yaml:1:4: error: this quote is never closed\n"
        "  a: &x 'it''s\n"
        "     ^\n"
        "hint: add the closing quote");
  CHECK(refused("a: \"one\nb: \"two\"\n") ==
        "a.yaml:2:5: error: this is not expected here\n"
        "  b: \"two\"\n"
        "      ^\n"
        "hint: the quote opened on line 1 closes on a later line; is one missing?");
  CHECK(refused("a: 1 ]\n") ==
        "{a=1 ]}\n"
        "a.yaml:1:4: error: a bracket has no partner\n"
        "  a: 1 ]\n"
        "     ^\n"
        "hint: remove it, or put the text into quotes");
  CHECK(parsed("title: a [balanced] one\n") == "{title=a [balanced] one}");
  CHECK(refused("{a: 1, , b: 2}") ==
        "a.yaml:1:8: error: a key is missing here\n"
        "  {a: 1, , b: 2}\n"
        "         ^");
  CHECK(refused("? [a, b]\n: 1\n") ==
        "a.yaml:1:3: error: a key must be a word\n"
        "  ? [a, b]\n"
        "    ^");
  CHECK(refused("a: !!str 8\n") ==
        "{a='8'}\n"
        "a.yaml:1:4: error: tags are not read\n"
        "  a: !!str 8\n"
        "     ^\n"
        "hint: remove the `!...`");
}

TEST_CASE("syntax errors are said in our words, at the place of the mistake") {
  CHECK(refused("a: 1\nkey: [1, 2\nother: 3\n") ==
        "a.yaml:2:6: error: this list is never closed\n"
        "  key: [1, 2\n"
        "       ^\n"
        "hint: add the ']', and commas between the items");
  CHECK(refused("a: {b: 1\n").find("error: this map is never closed") != std::string::npos);
  CHECK(refused("a: {b: 1}}\n") ==
        "a.yaml:1:10: error: this closing bracket has no opening one\n"
        "  a: {b: 1}}\n"
        "           ^");
  CHECK(refused("a:\n\tb: 1\n") ==
        "a.yaml:2:3: error: a tab stands in the indentation\n"
        "   b: 1\n"
        "    ^\n"
        "hint: indent with blanks");
  CHECK(refused("a: b: c\n") ==
        "a.yaml:1:5: error: a ':' is not expected here\n"
        "  a: b: c\n"
        "      ^\n"
        "hint: check the indentation, and quote a text that holds ': '");
  CHECK(refused("a: @b\n") ==
        "a.yaml:1:4: error: no value begins with this character\n"
        "  a: @b\n"
        "     ^\n"
        "hint: put the text into quotes");
}

TEST_CASE("bytes that are no text in UTF-8 are refused where they stand") {
  CHECK(refused("a: 1\nb: x\xFFy\n").substr(0, 75) ==
        "a.yaml:2:5: error: the byte 0xFF is no part of a character in UTF-8\n  b: x ");
  for (const char* bad : {"\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\x80"}) {
    CHECK(refused("a: " + std::string(bad) + "\n").find("is no part of a character in UTF-8") != std::string::npos);
  }
  for (const std::string& bad : {std::string("\0", 1), std::string("\x04"), std::string("\x1b"), std::string("\rx")}) {
    CHECK(refused("a: " + std::string(bad) + "\n").find("is no part of a text") != std::string::npos);
  }
  CHECK(refused(std::string("\xFF\xFE"
                            "a\0",
                            4))
            .find("a spec is a text in UTF-8") != std::string::npos);
  CHECK(parsed("a: \"μ\u20ac\U0001F600\"\n") == "{a='μ\u20ac\U0001F600'}");
}

TEST_CASE("numbers are decimal, finite and without quotes") {
  const auto radix = [](const std::string& value) {
    return mistakes("cutline: 1\ncandidates: [{topology: {family: ring, nodes: " + value + "}}]\n");
  };
  const auto text = [](const std::string& value, const std::string& message, const std::string& hint) {
    return "a.yaml:2:47: error: " + message + "\n  candidates: [{topology: {family: ring, nodes: " + value + "}}]\n" +
           std::string(48, ' ') + "^" + (hint.empty() ? "" : "\nhint: " + hint);
  };
  CHECK(radix("\"16\"") == text("\"16\"", "'nodes' must be a number, not the text '16'", "remove the quotes"));
  CHECK(radix("010") ==
        text("010", "'nodes' must be a number, not '010'", "write 10, without the leading zero: numbers are decimal"));
  CHECK(radix("1_000") == text("1_000", "'nodes' must be a number, not '1_000'", "write 1000"));
  CHECK(radix("0x10") == text("0x10", "'nodes' must be a number, not '0x10'", "numbers are decimal"));
  CHECK(radix(".inf") == text(".inf", "'nodes' must be a number, not '.inf'", "numbers are finite"));
  CHECK(radix(".nan") == text(".nan", "'nodes' must be a number, not '.nan'", "numbers are finite"));
  CHECK(radix("2.5") == text("2.5", "'nodes' must be a whole number, not '2.5'", ""));
  CHECK(radix("[8]") == text("[8]", "'nodes' must be a number, not a list", ""));
  CHECK(radix("{}") == text("{}", "'nodes' must be a number, not a map", ""));
  CHECK(radix("many") ==
        text("many", "'nodes' must be a number, not 'many'", "write it in digits, without a unit, as 4"));
  CHECK(radix("four") == text("four", "'nodes' must be a number, not 'four'", "write 4"));
  CHECK(radix("1e30") == text("1e30", "'nodes' is 1e30, must be at most 9223372036854775807", ""));
  CHECK(radix("-1e30") == text("-1e30", "'nodes' is -1e30, must be at least -9223372036854775808", ""));
  CHECK(reading::read("cutline: 1\ncandidates: [{topology: {family: ring, nodes: 1e3}}]\n")
            .designs[0]
            .parameters.integer("nodes") == 1000);
}

TEST_CASE("a spec of many megabytes is read or refused") {
  CHECK(outcome(with("title: " + std::string(1'000'000, 'x'))).code == 0);
  const reading::Outcome long_line = outcome(with("title: " + std::string(2'000'000, 'x')));
  CHECK(long_line.code == 4);
  CHECK(long_line.text.substr(0, 67) == "a.yaml:2:1: error: the line is longer than 1048576 bytes, the limit");
  CHECK(outcome(std::string(17'000'000, '#')).code == 4);
  CHECK(outcome(std::string(17'000'000, '#')).text == "error: 'a.yaml' is larger than 16 MiB, the limit");
  std::string links = "cutline: 1\ncandidates:\n- topology: {family: graph, nodes: 9, links: [\n";
  for (int i = 0; i < 350'000; ++i) links += "  [0, 1],\n";
  CHECK(outcome(links + "  ]}\n").code == 4);
}
