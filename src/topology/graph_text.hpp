// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cutline {

inline constexpr std::uint64_t kMaxGraphNodes = std::uint64_t{1} << 26;
inline constexpr std::uint64_t kMaxLinkWidth = std::uint64_t{1} << 20;
inline constexpr std::size_t kMaxGraphBytes = std::numeric_limits<std::int32_t>::max();

/// The whole text of a file with a graph, or with traffic on one.
struct GraphText {
  std::string path;
  std::string text;
  bool is_file = true;  ///< else a program gives the graph, and notes call it so

  /// Throws an input error that points at byte `at` of the text. Cost: O(bytes).
  [[noreturn]] void fail(std::size_t at, std::string message, std::string hint) const;
};

/// A name from a file, in quotes and cut after 60 bytes, for messages.
std::string quoted_name(std::string_view name);

/// The first line of a text that has more than blanks and a comment behind #, without the blanks before it.
std::string_view first_line(std::string_view text);

/// A word of a text, and its place as a byte.
struct TextWord {
  std::string_view text;
  std::size_t at = 0;
};

/// Splits a text into lines of words, as tables of many programs have them: blanks, tabs, commas and semicolons lie
/// between words; #, % or // before a word begin a comment; a word in double quotes may hold all of these, and a quote
/// written twice; what stands in braces, as NetworkX writes attributes, is one word with its braces.
class TableLines {
 public:
  /// Every error carries the hint.
  TableLines(const GraphText& file, std::string_view hint) : file_(file), text_(file.text), hint_(hint) {}
  /// Reads the next line that has words, which stay as long as this; false at the end of the text.
  bool next(std::vector<TextWord>& words);
  [[noreturn]] void fail(const TextWord& at, std::string message) const {
    file_.fail(at.at, std::move(message), std::string(hint_));
  }

 private:
  void read_line(std::vector<TextWord>& words);
  TextWord read_word();
  TextWord read_quoted();

  const GraphText& file_;
  std::string_view text_, hint_;
  std::size_t at_ = 0;
  std::deque<std::string> with_quotes_;  ///< words that hold quotes; they live as long as this does
};

/// Reads the words of a text line by line; blanks and tabs lie between them, and `between` if it is given.
class LineWords {
 public:
  /// Every error carries the hint. A comment runs from `comment` to the end of the line.
  LineWords(const GraphText& file, char comment, std::string_view hint, char between = ' ')
      : file_(file), comment_(comment), between_(between), hint_(hint) {}

  /// Goes to the next line, or the first one; false at the end of the text.
  bool next_line();
  /// Skips blanks. Whether nothing but a comment is left on the line.
  bool at_line_end();
  /// Whether the rest of the line is a comment.
  bool is_comment();
  /// The next word of the line; empty at its end.
  std::string_view word();
  /// Reads a whole number. Throws an input error for anything else and for numbers outside the range.
  std::uint64_t whole(std::uint64_t least, std::uint64_t most, std::string_view what);
  /// The place in the text, as a byte.
  std::size_t at() const { return at_; }
  /// The place of the next word, or of the line's end.
  std::size_t next_at() {
    skip_blanks();
    return at_;
  }
  [[noreturn]] void fail(std::string message) const { file_.fail(at_, std::move(message), std::string(hint_)); }

 protected:
  const GraphText& file_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;  ///< of the line

 private:
  bool is_blank(char c) const { return c == ' ' || c == '\t' || c == '\r' || c == between_; }
  void skip_blanks();

  char comment_, between_;
  std::string_view hint_;
  std::size_t next_ = 0;
};

/// A field of a table in CSV, without its quotes, and where it begins in the text.
struct CsvField {
  std::string text;
  std::size_t at = 0;
  bool quoted = false;  ///< it stood in quotes, so blanks at its ends belong to it
};

/// Reads tables with commas, or another separator, between their fields, line by line; # begins a line of comment.
class CsvLines {
 public:
  /// Every error carries the hint, unless it has its own. The file is kept by reference.
  CsvLines(const GraphText& file, std::string hint, char separator = ',')
      : file_(file), hint_(std::move(hint)), separator_(separator) {}

  /// Reads the next line that is neither blank nor a comment. Returns false at the end of the text.
  bool next(std::vector<CsvField>& fields);
  /// The finite number in a field. Throws an input error if the field is not a number, or if it lies outside `least` to
  /// `most`.
  double number(const CsvField& field, std::string_view what, double least, double most) const;
  [[noreturn]] void fail(std::size_t at, std::string message) const { file_.fail(at, std::move(message), hint_); }
  [[noreturn]] void fail(std::size_t at, std::string message, std::string hint) const {
    file_.fail(at, std::move(message), std::move(hint));
  }

 private:
  CsvField field(std::size_t& from, std::size_t end) const;

  const GraphText& file_;
  std::string hint_;
  char separator_;
  std::size_t at_ = 0;
};

/// A column that a table may have.
struct CsvColumn {
  std::string_view name;
  bool required = false;
};
/// For each column of a table, in the order of its first line: its place in the list of known columns. Throws input
/// errors for unknown and repeated names, and for missing names of required columns.
std::vector<std::size_t> csv_columns(const CsvLines& lines, const std::vector<CsvField>& names,
                                     const std::vector<CsvColumn>& known);

/// The name that a text in double quotes says, with "" for each quote in it: wherever a user says the name of a node,
/// quotes around it make it a name and nothing else. Nothing for other texts.
std::optional<std::string> name_in_quotes(std::string_view text);

}  // namespace cutline
