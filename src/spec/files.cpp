// SPDX-License-Identifier: Apache-2.0
#include "spec/files.hpp"

#include <fmt/core.h>

#include <charconv>
#include <string_view>

#include "cutline/base/error.hpp"
#include "cutline/base/function_ref.hpp"

namespace cutline {
namespace {

constexpr std::size_t kMaxRowsBytes = std::size_t{1} << 30;

bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r' || letter == ','; }

[[noreturn]] void throw_row(const std::string& path, int line, std::size_t column, std::string_view text,
                            std::string message) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  diagnostic.hint = "a line holds whole numbers with blanks between them; # begins a comment";
  diagnostic.place = Place{path, line, static_cast<int>(column) + 1, std::string(text.substr(0, 200))};
  throw Error(ExitCode::bad_input, {std::move(diagnostic)});
}

NumberRow read_row(const std::string& path, int line, std::string_view text, std::size_t most) {
  NumberRow row;
  for (std::size_t at = 0; at < text.size() && text[at] != '#';) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    if (row.count == most) throw_row(path, line, at, text, fmt::format("the line holds more than {} numbers", most));
    const auto [end, trouble] = std::from_chars(text.data() + at, text.data() + text.size(), row.numbers[row.count]);
    const auto next = static_cast<std::size_t>(end - text.data());
    const bool ends = next == text.size() || is_blank(text[next]) || text[next] == '#';
    if (trouble != std::errc() || !ends) throw_row(path, line, at, text, "this is not a whole number");
    ++row.count;
    at = next;
  }
  return row;
}

}  // namespace

void for_each_row(const std::string& path, std::size_t least, std::size_t most,
                  FunctionRef<void(const NumberRow&)> visit) {
  const std::string all = read_text_file(path, kMaxRowsBytes);
  int line = 0;
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find('\n', begin), all.size());
    const std::string_view text = std::string_view(all).substr(begin, end - begin);
    const NumberRow row = read_row(path, ++line, text, most);
    if (row.count > 0 && row.count < least) {
      throw_row(path, line, 0, text, fmt::format("the line holds fewer than {} numbers", least));
    }
    if (row.count > 0) visit(row);
    begin = end + 1;
  }
}

}  // namespace cutline
