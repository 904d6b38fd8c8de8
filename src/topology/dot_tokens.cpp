// SPDX-License-Identifier: Apache-2.0
#include "topology/dot_tokens.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/utf8.hpp"

namespace cutline {

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool is_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
         static_cast<unsigned char>(letter) >= 0x80U;
}
bool is_dot_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n'; }

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

DotTokens::DotTokens(const GraphText& file) : file_(file) {
  if (const auto bad = find_bad_byte(file.text)) file.fail(bad->offset, bad->message, "DOT is read in UTF-8");
  if (starts(kByteOrderMark)) at_ = kByteOrderMark.size();
}

void DotTokens::skip_blanks_and_comments() {
  const std::string& text = file_.text;
  while (at_ < text.size()) {
    if (is_dot_blank(text[at_])) {
      ++at_;
    } else if (starts("//") || text[at_] == '#') {
      at_ = std::min(text.find('\n', at_), text.size());
    } else if (starts("/*")) {
      const std::size_t end = text.find("*/", at_ + 2);
      if (end == std::string::npos) file_.fail(at_, "this comment has no end", "it ends in */");
      at_ = end + 2;
    } else {
      return;
    }
  }
}

DotToken DotTokens::next() {
  skip_blanks_and_comments();
  DotToken token;
  token.at = at_;
  if (at_ == file_.text.size()) return token;
  const char first = here();
  token.kind = DotKind::name;
  if (starts("--") || starts("->")) {
    token.kind = DotKind::line;
    token.mark = file_.text[at_ + 1];
    at_ += 2;
  } else if (is_letter(first)) {
    read_plain(token);
  } else if (is_digit(first) || first == '-' || first == '.') {
    read_number(token);
  } else if (first == '"') {
    read_quoted(token);
  } else if (first == '<') {
    read_html(token);
  } else if (std::string_view("{}[];,=:").find(first) != std::string_view::npos) {
    token.kind = DotKind::mark;
    token.mark = first;
    ++at_;
  } else {
    file_.fail(at_, fmt::format("'{}' stands where a name or a mark is due", first),
               "names with other letters stand in double quotes");
  }
  return token;
}

void DotTokens::read_plain(DotToken& token) {
  while (is_letter(here()) || is_digit(here())) ++at_;
  token.text = file_.text.substr(token.at, at_ - token.at);
  token.plain = true;
}

void DotTokens::read_number(DotToken& token) {
  if (here() == '-') ++at_;
  const std::size_t begin = at_;
  while (is_digit(here())) ++at_;
  const bool point = here() == '.';
  if (point) ++at_;
  while (is_digit(here())) ++at_;
  if (at_ - begin == (point ? 1U : 0U) || is_letter(here()))
    file_.fail(token.at, "this is no number", "names that begin with digits stand in double quotes");
  token.text = file_.text.substr(token.at, at_ - token.at);
}

/// "a" + "b" is one name. A backslash escapes a quote or the end of a line; anywhere else it is a letter of the name,
/// and so are both of two.
void DotTokens::read_quoted(DotToken& token) {
  const std::string& text = file_.text;
  while (true) {
    for (++at_; here() != '"'; ++at_) {
      if (at_ >= text.size()) file_.fail(token.at, "these quotes are not closed", "a name ends in double quotes");
      if (starts("\\\"")) {
        ++at_;
      } else if (starts("\\\\")) {
        token.text += text[at_++];
      } else if (starts("\\\n") || starts("\\\r\n")) {
        at_ += starts("\\\n") ? 1 : 2;
        continue;
      }
      token.text += text[at_];
    }
    ++at_;
    skip_blanks_and_comments();
    if (here() != '+') return;
    ++at_;
    skip_blanks_and_comments();
    if (here() != '"') file_.fail(at_, "+ joins texts in double quotes", "leave out the +");
  }
}

void DotTokens::read_html(DotToken& token) {
  std::size_t open = 0;
  do {
    if (at_ >= file_.text.size()) file_.fail(token.at, "this < has no >", "names with < stand in double quotes");
    if (here() == '<') ++open;
    if (here() == '>') --open;
    ++at_;
  } while (open > 0);
  token.text = file_.text.substr(token.at, at_ - token.at);
}

}  // namespace cutline
