// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/family.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kMatrixHint =
    "a line for each node, with a number for each node: 0, or the width of a link; a first line and a first column may "
    "hold names";

struct MatrixField {
  std::string_view text;
  std::size_t at = 0;
};
using MatrixRow = std::vector<MatrixField>;

/// The lines of a matrix that are neither blank nor comments, split into fields. The first of them tells what lies
/// between fields: commas, semicolons or tabs, or else any number of blanks.
class MatrixLines {
 public:
  explicit MatrixLines(std::string_view text) : text_(text) {
    find_line();
    for (const char mark : {',', ';', '\t'}) {
      if (separator_ == ' ' && line().find(mark) != std::string_view::npos) separator_ = mark;
    }
  }

  bool at_end() const { return at_ == text_.size(); }
  /// Reads a line into the fields, and goes to the next.
  void read(MatrixRow& fields) {
    fields.clear();
    const std::string_view all = line();
    for (std::size_t from = 0; from <= all.size();) {
      if (separator_ == ' ') from = std::min(all.find_first_not_of(" \t\r", from), all.size());
      const bool quoted = from < all.size() && all[from] == '"';
      const std::size_t closed = quoted ? std::min(all.find('"', from + 1), all.size()) : from;
      const std::size_t end = std::min(
          all.find_first_of(separator_ == ' ' ? " \t\r" : std::string_view(&separator_, 1), closed), all.size());
      add(fields, from, end);
      from = end + 1;
    }
    // A separator at the end of a line has no field behind it.
    if (fields.size() > 1 && fields.back().text.empty()) fields.pop_back();
    skip();
  }
  void skip() {
    at_ = std::min(at_ + line().size() + 1, text_.size());
    find_line();
  }

 private:
  std::string_view line() const { return text_.substr(at_, text_.find('\n', at_) - at_); }

  void find_line() {
    while (!at_end()) {
      const std::size_t first = line().find_first_not_of(" \t\r,;");
      if (first != std::string_view::npos && line()[first] != '#' && line()[first] != '%') return;
      at_ = std::min(at_ + line().size() + 1, text_.size());
    }
  }

  void add(MatrixRow& fields, std::size_t from, std::size_t end) const {
    std::size_t begin = at_ + from, last = at_ + end;
    const auto is_blank = [&](std::size_t at) {
      return std::string_view(" \t\r").find(text_[at]) != std::string_view::npos;
    };
    while (begin < last && is_blank(begin)) ++begin;
    while (last > begin && is_blank(last - 1)) --last;
    if (last > begin + 1 && text_[begin] == '"' && text_[last - 1] == '"') ++begin, --last;
    fields.push_back({text_.substr(begin, last - begin), begin});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  char separator_ = ' ';
};

bool are_numbers(const MatrixRow& fields, std::size_t from) {
  return std::all_of(fields.begin() + static_cast<std::ptrdiff_t>(from), fields.end(),
                     [](const MatrixField& field) { return read_as<double>(field.text).has_value(); });
}

/// What the first two lines and the number of lines tell of a matrix.
struct MatrixShape {
  bool header = false;
  std::size_t names = 0;  ///< columns of names: 0 or 1
  std::size_t nodes = 0;
  bool is_plain = false;  ///< the two lines are as long as they should be; names are no numbers, and the rest are

  explicit MatrixShape(std::string_view text) {
    MatrixLines lines(text);
    if (lines.at_end()) return;
    MatrixRow first, second;
    lines.read(first);
    second = first;
    std::size_t rows = 1;
    if (!lines.at_end()) lines.read(second), ++rows;
    for (; !lines.at_end(); lines.skip()) ++rows;
    const std::size_t width = second.size();
    const bool words = !are_numbers(first, 0);
    header = rows > 1 && (width + 1 == rows || (width == rows && (words || first.size() + 1 == width)));
    nodes = rows - (header ? 1 : 0);
    names = width == nodes + 1 ? 1 : 0;
    is_plain = width == nodes + names && are_numbers(second, names) &&
               (header ? words && (first.size() == nodes || first.size() == width) : first.size() == width);
  }
};

class MatrixReader : FormatReader {
 public:
  MatrixReader(const GraphText& file, const GraphReading& reading) : FormatReader(file, reading, kMatrixHint) {}

  GraphFile read() {
    const MatrixShape shape(file_.text);
    MatrixLines lines(file_.text);
    if (lines.at_end()) fail(0, "the file has no matrix");
    MatrixRow fields;
    if (shape.header) {
      lines.read(fields);
      if (fields.size() == shape.nodes + shape.names && shape.names > 0) fields.erase(fields.begin());
      expect_size(fields, shape.nodes, 0);
      for (const MatrixField& field : fields) add_name(field);
    }
    builder_.graph.nodes = shape.nodes;
    for (std::uint32_t row = 0; !lines.at_end(); ++row) {
      lines.read(fields);
      expect_size(fields, shape.nodes, shape.names);
      if (shape.names > 0 && !shape.header) add_name(fields[0]);
      if (shape.names > 0 && fields[0].text != builder_.graph.names[row])
        fail(fields[0].at,
             fmt::format("row {} has the name {}, and its column {}", row + 1, quoted_name(fields[0].text),
                         quoted_name(builder_.graph.names[row])),
             "a node has one name, at its row and at its column");
      read_row(row, fields, shape.names);
    }
    builder_.graph.nodes = shape.nodes;
    add_matrix_links(builder_, std::move(entries_));
    return builder_.finish();
  }

 private:
  void expect_size(const MatrixRow& fields, std::size_t nodes, std::size_t names) const {
    if (fields.size() == nodes + names) return;
    fail(fields.empty() ? 0 : fields[0].at,
         fmt::format("this line has {} fields, and the matrix {} rows", fields.size() - names, nodes));
  }

  void add_name(const MatrixField& field) {
    if (!builder_.add_node(field.text).second)
      fail(field.at, fmt::format("the name {} stands at two nodes", quoted_name(field.text)));
  }

  void read_row(std::uint32_t row, const MatrixRow& fields, std::size_t names) {
    for (std::size_t i = names; i < fields.size(); ++i) {
      const MatrixField& field = fields[i];
      if (field.text == "0" || read_as<double>(field.text) == 0.0) continue;
      const auto column = static_cast<std::uint32_t>(i - names);
      const double width = builder_.width(field.at, field.text);
      if (row == column) {
        builder_.add_link(field.at, row, column);
        continue;
      }
      if (entries_.size() >= 2 * kMaxLinksOfAClass)
        throw_limit_error(fmt::format("'{}' has more than 2^27 links, the limit", file_.path));
      entries_.push_back({row, column, width});
    }
  }

  std::vector<MatrixEntry> entries_;
};

/// Whether a square of three rows has zeros on its diagonal. As an edge list its last link would have the width 0,
/// which none has.
bool has_zero_diagonal(std::string_view text) {
  MatrixLines lines(text);
  MatrixRow fields;
  for (std::size_t row = 0; !lines.at_end(); ++row) {
    lines.read(fields);
    if (row >= fields.size() || read_as<double>(fields[row].text) != 0.0) return false;
  }
  return true;
}

/// Whether the text is a square of numbers. Two or three columns without names may also be the links of an edge list.
bool begins_as_matrix(std::string_view text) {
  const MatrixShape shape(text);
  if (!shape.is_plain) return false;
  return shape.nodes > 3 || (shape.header && shape.names > 0) ||
         (shape.nodes == 3 && !shape.header && shape.names == 0 && has_zero_diagonal(text));
}

}  // namespace

GraphFormat matrix_graph_format() {
  return {.name = "matrix",
          .summary = "a square matrix, of 0 or the width of a link; one that is not symmetric lists channels",
          .source = "NumPy, R, NetSmith and others",
          .endings = {".map", ".adj", ".matrix", ".csv", ".tsv"},
          .begins = begins_as_matrix,
          .read = read_by<MatrixReader>};
}

}  // namespace cutline
