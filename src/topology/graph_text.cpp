// SPDX-License-Identifier: Apache-2.0
#include "topology/graph_text.hpp"

#include <fmt/core.h>

#include <bit>

#include "base/letters.hpp"
#include "base/utf8.hpp"
#include "cutline/base/error.hpp"

namespace cutline {

void GraphText::fail(std::size_t at, std::string message, std::string hint) const {
  constexpr std::size_t kShown = 160;  // bytes shown before and after the place, since a file may be one long line
  const std::string_view all = text;
  at = std::min(at, all.size());
  const std::size_t begin = at == 0 ? 0 : all.rfind('\n', at - 1) + 1;
  const std::size_t end = std::min(all.find('\n', at), all.size());
  std::size_t from = std::max(begin, at - std::min(at, kShown));
  while (from > begin && continues_character(all[from])) --from;
  const std::size_t to = std::min(end, at + kShown);
  const Place place{
      path, static_cast<int>(std::count(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1,
      static_cast<int>(character_count(all.substr(begin, at - begin))) + 1, std::string(all.substr(from, to - from)),
      static_cast<int>(character_count(all.substr(begin, from - begin))) + 1};
  throw Error(ExitCode::bad_input, {{.message = std::move(message), .hint = std::move(hint), .place = place}});
}

std::string quoted_name(std::string_view name) {
  constexpr std::size_t kLongest = 60;
  if (name.size() <= kLongest) return fmt::format("'{}'", name);
  return fmt::format("'{}...'", first_bytes(name, kLongest));
}

bool LineWords::next_line() {
  at_ = std::min(next_, file_.text.size());
  if (at_ == file_.text.size()) return false;
  end_ = std::min(file_.text.find('\n', at_), file_.text.size());
  next_ = end_ + 1;
  return true;
}

void LineWords::skip_blanks() {
  while (at_ < end_ && is_blank(file_.text[at_])) ++at_;
}

bool LineWords::at_line_end() {
  skip_blanks();
  return at_ == end_ || file_.text[at_] == comment_;
}

bool LineWords::is_comment() {
  skip_blanks();
  return at_ < end_ && file_.text[at_] == comment_;
}

std::string_view LineWords::word() {
  skip_blanks();
  const std::size_t begin = at_;
  while (at_ < end_ && !is_blank(file_.text[at_]) && file_.text[at_] != comment_) ++at_;
  return std::string_view(file_.text).substr(begin, at_ - begin);
}

std::uint64_t LineWords::whole(std::uint64_t least, std::uint64_t most, std::string_view what) {
  skip_blanks();
  const char* const begin = file_.text.data() + at_;
  const char* const end = file_.text.data() + end_;
  std::uint64_t value = 0;
  const auto [stop, trouble] = std::from_chars(begin, end, value);
  const bool ends = stop == end || is_blank(*stop) || *stop == comment_;
  if (trouble == std::errc::invalid_argument || !ends) fail(fmt::format("{} is a whole number", what));
  if (trouble != std::errc() || value < least || value > most)
    fail(fmt::format("{} is from {} to {}", what, least, most));
  at_ += static_cast<std::size_t>(stop - begin);
  return value;
}

namespace {

bool is_gap(char c) { return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r'; }

bool ends_word(char c) { return is_gap(c) || c == '\n'; }

/// Eight letters as a number, the first one lowest: one instruction on most machines.
std::uint64_t eight_letters(const char* from) {
  std::uint64_t letters = 0;
  for (unsigned i = 0; i < 8; ++i) letters |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
  return letters;
}

/// Marks, by the highest bit of their bytes, letters that may end a word: commas, semicolons, and all up to the blank.
/// A letter above a marked one may be marked wrongly.
std::uint64_t marked_ends(std::uint64_t letters) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  const auto below = [](std::uint64_t bytes, std::uint64_t most) { return (bytes - kEach * most) & ~bytes; };
  const auto equal = [&](char c) { return below(letters ^ (kEach * static_cast<unsigned char>(c)), 1); };
  return (below(letters, ' ' + 1) | equal(',') | equal(';')) & (kEach << 7U);
}

/// Where the word ends that begins at `at`: at a gap, or at the end of the line or of the text.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size()) {
    const std::uint64_t ends = marked_ends(eight_letters(text.data() + at));
    at += ends == 0 ? 8 : static_cast<unsigned>(std::countr_zero(ends)) / 8;
    if (ends == 0) continue;
    if (ends_word(text[at])) return at;
    ++at;
  }
  while (at < text.size() && !ends_word(text[at])) ++at;
  return at;
}

}  // namespace

std::string_view first_line(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (!line.empty() && line.front() != '#') return line;
  }
  return {};
}

bool TableLines::next(std::vector<TextWord>& words) {
  words.clear();
  while (words.empty() && at_ < text_.size()) read_line(words);
  return !words.empty();
}

void TableLines::read_line(std::vector<TextWord>& words) {
  while (at_ < text_.size() && text_[at_] != '\n') {
    if (is_gap(text_[at_])) {
      ++at_;
    } else if (text_[at_] == '#' || text_[at_] == '%' || text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      words.push_back(read_word());
    }
  }
  at_ = std::min(at_ + 1, text_.size());
}

TextWord TableLines::read_word() {
  const std::size_t begin = at_;
  if (text_[begin] == '"') return read_quoted();
  if (text_[begin] == '{') {
    at_ = text_.find_first_of("}\n", begin + 1);
    if (at_ == std::string_view::npos || text_[at_] == '\n')
      file_.fail(begin, "this line has no closing }", std::string(hint_));
    ++at_;
    return {text_.substr(begin, at_ - begin), begin};
  }
  at_ = end_of_word(text_, begin);
  return {text_.substr(begin, at_ - begin), begin};
}

TextWord TableLines::read_quoted() {
  const std::size_t begin = at_;
  std::string* with_quotes = nullptr;
  for (std::size_t from = begin + 1;; from = at_) {
    at_ = text_.find_first_of("\"\n", from);
    if (at_ == std::string_view::npos || text_[at_] == '\n')
      file_.fail(begin, "this line has no closing \"", std::string(hint_));
    const bool twice = text_.substr(++at_, 1) == "\"";
    if (!twice && with_quotes == nullptr) return {text_.substr(from, at_ - from - 1), begin};
    if (with_quotes == nullptr) with_quotes = &with_quotes_.emplace_back();
    *with_quotes += text_.substr(from, at_ - from - (twice ? 0 : 1));
    if (!twice) return {*with_quotes, begin};
    ++at_;
  }
}

bool CsvLines::next(std::vector<CsvField>& fields) {
  while (at_ < file_.text.size()) {
    const std::size_t end = std::min(file_.text.find('\n', at_), file_.text.size());
    const std::size_t begin = std::exchange(at_, end + 1);
    const std::string_view line = std::string_view(file_.text).substr(begin, end - begin);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos || line[0] == '#') continue;
    fields.clear();
    for (std::size_t from = begin; from <= end;) fields.push_back(field(from, end));
    return true;
  }
  return false;
}

/// Reads the field that begins at `from`, and moves `from` behind the separator after it.
CsvField CsvLines::field(std::size_t& from, std::size_t end) const {
  CsvField made{{}, from};
  if (from < end && file_.text[from] == '"') {
    made.quoted = true;
    std::size_t at = from + 1;
    for (;; ++at) {
      if (at >= end) fail(from, "a text in quotes does not end on its line");
      if (file_.text[at] == '"' && (at + 1 >= end || file_.text[++at] != '"')) break;
      made.text += file_.text[at];
    }
    from = at + (file_.text[at] == '"' ? 1 : 0);
    // The apostrophe that keeps spreadsheets from running a text is no part of it.
    if (made.text.starts_with('\'') && made.text.find_first_of("=+-@", 1) == 1) made.text.erase(0, 1);
  } else {
    const std::size_t comma = std::min(file_.text.find(separator_, from), end);
    made.text = file_.text.substr(from, comma - from);
    from = comma;
  }
  while (from < end && file_.text[from] != separator_) {
    const char c = file_.text[from++];
    if (c != ' ' && c != '\r')
      fail(from - 1, fmt::format("a {} must follow a text in quotes", separator_ == ',' ? "comma" : "separator"));
  }
  ++from;
  if (made.quoted) return made;
  const std::size_t last = made.text.find_last_not_of(" \t\r");
  made.text.erase(last == std::string::npos ? 0 : last + 1);
  return made;
}

double CsvLines::number(const CsvField& field, std::string_view what, double least, double most) const {
  const std::optional<double> value = read_as_finite(field.text);
  if (!value) fail(field.at, fmt::format("'{}' is not a number that can be read", what));
  if (*value < least || *value > most) fail(field.at, fmt::format("'{}' is from {:g} to {:g}", what, least, most));
  return *value;
}

std::vector<std::size_t> csv_columns(const CsvLines& lines, const std::vector<CsvField>& names,
                                     const std::vector<CsvColumn>& known) {
  std::vector<std::size_t> columns;
  const auto there = [&](std::size_t column) { return std::ranges::find(columns, column) != columns.end(); };
  for (const CsvField& name : names) {
    const auto found = std::ranges::find_if(known, [&](const CsvColumn& column) { return column.name == name.text; });
    if (found == known.end()) lines.fail(name.at, fmt::format("no column is called {}", quoted_name(name.text)));
    const auto column = static_cast<std::size_t>(found - known.begin());
    if (there(column)) lines.fail(name.at, fmt::format("the column '{}' is there twice", name.text));
    columns.push_back(column);
  }
  for (std::size_t column = 0; column < known.size(); ++column) {
    if (known[column].required && !there(column))
      lines.fail(names[0].at, fmt::format("the column '{}' is missing", known[column].name));
  }
  return columns;
}

}  // namespace cutline
