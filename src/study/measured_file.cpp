// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/files.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/study/measured.hpp"
#include "cutline/topology/graph_text.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMaxMeasuredBytes = std::size_t{1} << 28;
constexpr double kMostMeasured = 1e12;
constexpr const char* kMeasuredHint =
    "the first line names columns: candidate, offered, latency and, where needed, state, seed, source, besides, delay";

struct MeasuredField {
  std::string text;
  std::size_t at = 0;
};

/// Reads the fields of CSV line by line.
class MeasuredLines {
 public:
  explicit MeasuredLines(const GraphText& file) : file_(file) {}

  /// Reads the next line that holds something; false at the end.
  bool next(std::vector<MeasuredField>& fields) {
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
  [[noreturn]] void fail(std::size_t at, std::string message, std::string hint = kMeasuredHint) const {
    file_.fail(at, std::move(message), std::move(hint));
  }

 private:
  /// The field that begins at `from`, which then stands behind its comma.
  MeasuredField field(std::size_t& from, std::size_t end) const {
    MeasuredField made{{}, from};
    if (from < end && file_.text[from] == '"') {
      std::size_t at = from + 1;
      for (;; ++at) {
        if (at >= end) fail(from, "a text in quotes does not end on its line");
        if (file_.text[at] == '"' && (at + 1 >= end || file_.text[++at] != '"')) break;
        made.text += file_.text[at];
      }
      from = at + (file_.text[at] == '"' ? 1 : 0);
    } else {
      const std::size_t comma = std::min(file_.text.find(',', from), end);
      made.text = file_.text.substr(from, comma - from);
      from = comma;
    }
    while (from < end && file_.text[from] != ',') {
      const char c = file_.text[from++];
      if (c != ' ' && c != '\r') fail(from - 1, "a comma must follow a text in quotes");
    }
    ++from;
    const std::size_t last = made.text.find_last_not_of(" \t\r");
    made.text.erase(last == std::string::npos ? 0 : last + 1);
    return made;
  }

  const GraphText& file_;
  std::size_t at_ = 0;
};

double measured_number(const MeasuredLines& lines, const MeasuredField& field, std::string_view what,
                       double least = 0) {
  double value = 0;
  const char* const last = field.text.data() + field.text.size();
  const auto [stop, trouble] = std::from_chars(field.text.data(), last, value);
  if (trouble != std::errc() || stop != last || !std::isfinite(value))
    lines.fail(field.at, fmt::format("'{}' is not a number that can be read", what));
  if (value < least || value > kMostMeasured) lines.fail(field.at, fmt::format("'{}' is from {} to 1e12", what, least));
  return value;
}

RunState run_state(const MeasuredLines& lines, const MeasuredField& field) {
  const auto found = std::find(kRunStateNames.begin(), kRunStateNames.end(), field.text);
  if (found == kRunStateNames.end()) lines.fail(field.at, "a state is stable, unstable or timed_out");
  return static_cast<RunState>(found - kRunStateNames.begin());
}

using ReadMeasured = void (*)(const MeasuredLines&, const MeasuredField&, MeasuredPoint&);

template <auto member>
void keep_text(const MeasuredLines&, const MeasuredField& field, MeasuredPoint& point) {
  point.*member = field.text;
}

struct MeasuredColumn {
  std::string_view name;
  ReadMeasured read;
  bool required = false;
};
constexpr MeasuredColumn kMeasuredColumns[] = {
    {"candidate", keep_text<&MeasuredPoint::candidate>, true},
    {"offered",
     [](const MeasuredLines& lines, const MeasuredField& field, MeasuredPoint& point) {
       point.offered = measured_number(lines, field, "offered");
     },
     true},
    {"latency",
     [](const MeasuredLines& lines, const MeasuredField& field, MeasuredPoint& point) {
       if (!field.text.empty()) point.latency = measured_number(lines, field, "latency");
     },
     true},
    {"state", [](const MeasuredLines& lines, const MeasuredField& field,
                 MeasuredPoint& point) { point.state = run_state(lines, field); }},
    {"seed",
     [](const MeasuredLines& lines, const MeasuredField& field, MeasuredPoint& point) {
       point.seed = static_cast<std::uint64_t>(measured_number(lines, field, "seed"));
     }},
    {"source", keep_text<&MeasuredPoint::source>},
    {"besides",
     [](const MeasuredLines& lines, const MeasuredField& field, MeasuredPoint& point) {
       point.besides.reset();
       if (!field.text.empty()) point.besides = measured_number(lines, field, "besides", -kMostMeasured);
     }},
    {"delay", keep_text<&MeasuredPoint::delay>}};

/// The columns in the order of the file.
std::vector<const MeasuredColumn*> columns_of(const MeasuredLines& lines, const std::vector<MeasuredField>& names) {
  std::vector<const MeasuredColumn*> columns;
  for (const MeasuredField& name : names) {
    const auto* found = std::find_if(std::begin(kMeasuredColumns), std::end(kMeasuredColumns),
                                     [&](const MeasuredColumn& column) { return column.name == name.text; });
    if (found == std::end(kMeasuredColumns))
      lines.fail(name.at, fmt::format("no column is called {}", quoted_name(name.text)));
    if (std::find(columns.begin(), columns.end(), found) != columns.end())
      lines.fail(name.at, fmt::format("the column '{}' is there twice", name.text));
    columns.push_back(found);
  }
  for (const MeasuredColumn& column : kMeasuredColumns) {
    const bool there = std::find(columns.begin(), columns.end(), &column) != columns.end();
    if (column.required && !there) lines.fail(names[0].at, fmt::format("the column '{}' is missing", column.name));
  }
  return columns;
}

MeasuredPoint point_of(const MeasuredLines& lines, const std::vector<const MeasuredColumn*>& columns,
                       const std::vector<MeasuredField>& fields) {
  if (fields.size() != columns.size())
    lines.fail(fields[0].at,
               fmt::format("this line has {} fields, and the first line {}", fields.size(), columns.size()));
  MeasuredPoint point;
  bool told = false;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    columns[i]->read(lines, fields[i], point);
    told = told || columns[i]->name == "state";
  }
  if (!told) point.state = point.latency ? RunState::stable : RunState::unstable;
  if (point.state == RunState::stable && !point.latency)
    lines.fail(fields[0].at, "a stable run has a latency", "leave the latency of an unstable run empty");
  if (point.state != RunState::stable) point.latency.reset();
  return point;
}

}  // namespace

std::vector<MeasuredPoint> read_measured_file(const std::string& path) {
  const GraphText file{path, read_bounded_file(path, kMaxMeasuredBytes)};
  MeasuredLines lines(file);
  std::vector<MeasuredField> fields;
  if (!lines.next(fields)) lines.fail(0, "the file is empty");
  const std::vector<const MeasuredColumn*> columns = columns_of(lines, fields);
  std::vector<MeasuredPoint> points;
  while (lines.next(fields)) points.push_back(point_of(lines, columns, fields));
  return points;
}

}  // namespace cutline
