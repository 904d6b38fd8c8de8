// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/family.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kMarketHint =
    "line 1 is `%%MatrixMarket matrix coordinate pattern symmetric`, or with `array`, `real`, `integer`, `general`; "
    "then come `ROWS COLUMNS ENTRIES`, and the entries `ROW COLUMN [VALUE]` from 1";

class MatrixMarketReader : FormatReader {
 public:
  MatrixMarketReader(const GraphText& file, const GraphReading& reading)
      : FormatReader(file, reading, kMarketHint), words_(file, '%', kMarketHint) {}

  GraphFile read() {
    read_banner();
    next_entry("the size of the matrix");
    nodes_ = words_.whole(1, kMaxGraphNodes, "the number of rows");
    words_.next_at();
    if (words_.whole(1, kMaxGraphNodes, "the number of columns") != nodes_)
      words_.fail("the matrix has other columns than rows: that of a graph is square");
    builder_.graph.nodes = nodes_;
    is_array_ ? read_array() : read_coordinates();
    expect_end_of_line();
    while (words_.next_line()) expect_end_of_line();
    if (!are_widths_) {
      for (MatrixEntry& entry : entries_) entry.value = 1;
      builder_.note(
          "the values of the matrix are not all above 0 and up to 2^20: they are no widths, and each link has 1");
    }
    add_matrix_links(builder_, std::move(entries_));
    return builder_.finish();
  }

 private:
  void read_banner() {
    const std::string_view line = std::string_view(file_.text).substr(0, file_.text.find('\n'));
    const GraphText banner{file_.path, lower_case(line)};
    LineWords words(banner, '\n', kMarketHint);
    words.next_line();
    if (words.word() != "%%matrixmarket" || words.word() != "matrix")
      fail(0, "the file does not begin as a matrix",
           "a list of links is read by `format: edges`; else " + std::string(kMarketHint));
    const auto one_of = [&](std::initializer_list<std::string_view> known) {
      const std::size_t at = words.next_at();
      const std::string_view word = words.word();
      const auto found = std::ranges::find(known, word);
      if (found == known.end())
        fail(at, fmt::format("the matrix is {}", word.empty() ? "not described" : quoted_name(word)));
      return found - known.begin();
    };
    is_array_ = one_of({"coordinate", "array"}) == 1;
    has_values_ = one_of({"real", "integer", "pattern"}) < 2;
    is_symmetric_ = one_of({"general", "symmetric"}) == 1;
    if (is_array_ && !has_values_) fail(0, "an array without values");
    words_.next_line();
  }

  /// Goes to the next word of the file, which may be on another line.
  void next_entry(std::string_view what) {
    if (!is_first_ && !words_.at_line_end()) return;
    is_first_ = false;
    do {
      if (!words_.next_line()) words_.fail(fmt::format("the file ends before {}", what));
    } while (words_.at_line_end());
  }

  void expect_end_of_line() {
    if (!words_.at_line_end()) words_.fail("the file goes on after its last entry");
  }

  double value() {
    if (!has_values_) return 1;
    const std::size_t at = words_.next_at();
    const std::string_view word = words_.word();
    const std::optional<double> value = read_as_finite(word);
    if (!value) fail(at, fmt::format("{} is no value that can be read", quoted_name(word)));
    return *value;
  }

  void add(std::size_t at, std::uint64_t row, std::uint64_t column, double value) {
    if (value == 0) return;
    if (row == column) {
      builder_.add_link(at, row, column);
      return;
    }
    are_widths_ = are_widths_ && value > 0 && value <= static_cast<double>(kMaxLinkWidth);
    if (entries_.size() + 1 >= 2 * kMaxLinksOfAClass)
      throw_limit_error(fmt::format("'{}' has more than 2^27 links, the limit", file_.path));
    const auto i = static_cast<std::uint32_t>(row), j = static_cast<std::uint32_t>(column);
    entries_.push_back({i, j, value});
    if (is_symmetric_) entries_.push_back({j, i, value});
  }

  void read_coordinates() {
    const std::uint64_t count = words_.whole(0, 2 * kMaxLinksOfAClass, "the number of entries");
    expect_end_of_line();
    bool above = false, below = false;
    for (std::uint64_t i = 0; i < count; ++i) {
      next_entry("its last entry");
      const std::size_t at = words_.at();
      const std::uint64_t row = words_.whole(1, nodes_, "a row") - 1, column = words_.whole(1, nodes_, "a column") - 1;
      above = above || row < column;
      below = below || row > column;
      if (is_symmetric_ && above && below)
        fail(at, "this entry lies on the other side of the diagonal than those before it",
             "a symmetric matrix lists one triangle; one that lists both is `general`");
      add(at, row, column, value());
      expect_end_of_line();
    }
  }

  /// All values, column by column; of a symmetric matrix those from the diagonal down.
  void read_array() {
    expect_end_of_line();
    for (std::uint64_t column = 0; column < nodes_; ++column) {
      for (std::uint64_t row = is_symmetric_ ? column : 0; row < nodes_; ++row) {
        next_entry("its last value");
        const std::size_t at = words_.at();
        add(at, row, column, value());
      }
    }
  }

  LineWords words_;
  bool is_array_ = false, has_values_ = false, is_symmetric_ = false;
  bool is_first_ = true;  ///< no word is read after the first line
  std::uint64_t nodes_ = 0;
  bool are_widths_ = true;  ///< all values so far
  std::vector<MatrixEntry> entries_;
};

}  // namespace

GraphFormat matrix_market_graph_format() {
  return {.name = "matrix_market",
          .summary = "Matrix Market: a square matrix, values are widths; one that is not symmetric lists channels",
          .source = "R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market Exchange Formats, NISTIR 5935, 1996",
          .endings = {".mtx", ".mm"},
          .begins = [](std::string_view text) { return text.starts_with("%%MatrixMarket"); },
          .read = read_by<MatrixMarketReader>};
}

}  // namespace cutline
