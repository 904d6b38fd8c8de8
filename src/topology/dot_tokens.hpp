// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "topology/graph_text.hpp"

namespace cutline {

enum class DotKind : std::uint8_t { name, line, mark, end };

/// A piece of a DOT file: a name in any of its four spellings, `--` or `->`, or one of { } [ ] ; , = :
struct DotToken {
  DotKind kind = DotKind::end;
  std::string text;    ///< of a name, without its quotes
  char mark = 0;       ///< a mark itself; for a line, its second letter, '-' or '>'
  bool plain = false;  ///< a name without quotes, which may be a keyword
  std::size_t at = 0;
};

/// Splits a DOT file into tokens and skips comments.
class DotTokens {
 public:
  /// Throws an input error if the text is not in UTF-8.
  explicit DotTokens(const GraphText& file);
  /// The next token. Throws input errors where the text is not a token.
  DotToken next();

 private:
  void skip_blanks_and_comments();
  bool starts(std::string_view what) const { return std::string_view(file_.text).substr(at_, what.size()) == what; }
  char here() const { return at_ < file_.text.size() ? file_.text[at_] : '\0'; }
  void read_plain(DotToken& token);
  void read_number(DotToken& token);
  void read_quoted(DotToken& token);
  void read_html(DotToken& token);

  const GraphText& file_;
  std::size_t at_ = 0;
};

}  // namespace cutline
