// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include "base/letters.hpp"
#include "base/utf8.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

constexpr bool is_dot_digit(char letter) { return letter >= '0' && letter <= '9'; }
constexpr bool is_of_dot_word(char letter) {
  return is_dot_digit(letter) || (lower_letter(letter) >= 'a' && lower_letter(letter) <= 'z') || letter == '_' ||
         static_cast<unsigned char>(letter) >= 0x80U;
}

/// The place behind blanks and comments; that of a comment without an end.
inline std::size_t past_dot_comments(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) {
      ++at;
    } else if (text[at] == '#' || text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at, 2) == "/*" && text.find("*/", at + 2) != std::string_view::npos) {
      at = text.find("*/", at + 2) + 2;
    } else {
      break;
    }
  }
  return at;
}

/// A piece of a DOT file: a name in any of its four spellings, `--` or `->`, or one of { } [ ] ; , = :
struct DotToken {
  static constexpr char kName = 'a', kEnd = '\0';
  char kind = kEnd;    ///< of `--` and `->` the second letter, of other marks the mark
  std::string text;    ///< of a name, without its quotes
  bool plain = false;  ///< a name without quotes, which may be a keyword
  std::size_t at = 0;
};

/// Splits a DOT file into tokens and skips comments. Throws input errors where the text is not a token.
class DotTokens {
 public:
  explicit DotTokens(const GraphText& file) : file_(file), text_(file.text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (const auto bad = find_bad_byte(text_)) file.fail(bad->offset, bad->message, "DOT is read in UTF-8");
    if (starts(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  DotToken next() {
    skip_blanks_and_comments();
    const std::size_t begin = at_;
    if (at_ == text_.size()) return {.text = {}, .at = begin};
    const char first = here();
    const bool is_line = starts("--") || starts("->");
    if (is_line || std::string_view("{}[];,=:").find(first) != std::string_view::npos) {
      at_ += is_line ? 2 : 1;
      return {.kind = text_[at_ - 1], .text = {}, .at = begin};
    }
    if (first == '"') return {.kind = DotToken::kName, .text = quoted(), .at = begin};
    if (is_dot_digit(first) || first == '-' || first == '.') {
      pass_number();
    } else if (first == '<') {
      pass_html();
    } else if (is_of_dot_word(first)) {
      while (is_of_dot_word(here())) ++at_;
    } else {
      file_.fail(at_, fmt::format("'{}' stands where a name or a mark is due", first),
                 "names with other letters stand in double quotes");
    }
    return {.kind = DotToken::kName,
            .text = std::string(text_.substr(begin, at_ - begin)),
            .plain = is_of_dot_word(first) && !is_dot_digit(first),
            .at = begin};
  }

 private:
  bool starts(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_blanks_and_comments() {
    at_ = past_dot_comments(text_, at_);
    if (starts("/*")) file_.fail(at_, "this comment has no end", "it ends in */");
  }

  void pass_number() {
    const std::size_t begin = at_, digits = begin + (here() == '-' ? 1 : 0);
    at_ = digits;
    while (is_dot_digit(here())) ++at_;
    const bool point = here() == '.';
    if (point) ++at_;
    while (is_dot_digit(here())) ++at_;
    if (at_ - digits == (point ? 1U : 0U) || is_of_dot_word(here()))
      file_.fail(begin, "this is no number", "names that begin with digits stand in double quotes");
  }

  void pass_html() {
    const std::size_t begin = at_;
    for (std::size_t open = 0; at_ == begin || open > 0; ++at_) {
      if (at_ >= text_.size()) file_.fail(begin, "this < has no >", "names with < stand in double quotes");
      if (here() == '<') ++open;
      if (here() == '>') --open;
    }
  }

  /// "a" + "b" is one name. A backslash escapes a quote or the end of a line; anywhere else it is a letter of the name,
  /// and so are both of two.
  std::string quoted() {
    const std::size_t begin = at_;
    std::string name;
    while (true) {
      for (++at_; here() != '"'; ++at_) {
        if (at_ >= text_.size()) file_.fail(begin, "these quotes are not closed", "a name ends in double quotes");
        if (starts("\\\n") || starts("\\\r\n")) {
          at_ += starts("\\\n") ? 1 : 2;
          continue;
        }
        if (starts("\\\\")) name += text_[at_];
        if (starts("\\\"") || starts("\\\\")) ++at_;
        name += text_[at_];
      }
      ++at_;
      skip_blanks_and_comments();
      if (here() != '+') return name;
      ++at_;
      skip_blanks_and_comments();
      if (here() != '"') file_.fail(at_, "+ joins texts in double quotes", "leave out the +");
    }
  }

  const GraphText& file_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace cutline
