// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/study/measured.hpp"

#include <fmt/core.h>

#include "base/files.hpp"
#include "cutline/study/study.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

RunState MeasuredLoad::state() const {
  for (std::size_t state = runs.size(); state-- > 1;) {
    if (runs[state] > 0) return static_cast<RunState>(state);
  }
  return RunState::stable;
}

std::optional<double> MeasuredLoad::error() const {
  if (state() != RunState::stable || !predicted || latency <= 0) return std::nullopt;
  return *predicted / latency - 1;
}

std::vector<MeasuredLoad> measured_loads(const LoadAsked& asked, std::string_view candidate, std::string_view delay) {
  std::map<std::pair<std::string, double>, MeasuredLoad> all;
  for (const MeasuredPoint& point : asked.measured) {
    if (point.candidate != candidate || (!point.delay.empty() && point.delay != delay)) continue;
    MeasuredLoad& load = all[{point.source, point.offered}];
    load.source = point.source;
    load.offered = point.offered;
    load.besides = point.besides;
    ++load.runs[static_cast<std::size_t>(point.state)];
    if (point.state != RunState::stable) continue;
    const bool first = load.stable_runs() == 1;
    load.latency += point.latency;
    load.least = first ? point.latency : std::min(load.least, point.latency);
    load.most = first ? point.latency : std::max(load.most, point.latency);
  }
  std::vector<MeasuredLoad> loads;
  for (auto& [key, load] : all) {
    if (load.stable_runs() > 0) load.latency /= load.stable_runs();
    loads.push_back(std::move(load));
  }
  return loads;
}

std::vector<MeasuredSaturation> measured_saturations(const std::vector<MeasuredLoad>& loads) {
  std::vector<MeasuredSaturation> all;
  double stable = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const MeasuredLoad& load = loads[i];
    if (i == 0 || loads[i - 1].source != load.source) stable = 0;
    const bool met = !all.empty() && all.back().source == load.source;
    if (load.state() == RunState::stable && !met) stable = load.offered;
    if (load.state() != RunState::stable && !met) all.push_back({load.source, stable, load.offered});
  }
  return all;
}

namespace {

constexpr std::size_t kMaxMeasuredBytes = std::size_t{1} << 28;
constexpr double kMostMeasured = 1e12;
constexpr const char* kMeasuredFileHint =
    "the first line names columns: candidate, offered, latency and, where needed, state, seed, source, besides, delay";

RunState run_state(const CsvLines& lines, const CsvField& field) {
  const auto found = std::find(kRunStateNames.begin(), kRunStateNames.end(), field.text);
  if (found == kRunStateNames.end()) lines.fail(field.at, "a state is stable, unstable or timed_out");
  return static_cast<RunState>(found - kRunStateNames.begin());
}

using ReadMeasured = void (*)(const CsvLines&, const CsvField&, MeasuredPoint&);

template <auto member>
void keep_text(const CsvLines&, const CsvField& field, MeasuredPoint& point) {
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
     [](const CsvLines& lines, const CsvField& field, MeasuredPoint& point) {
       point.offered = lines.number(field, "offered", 0, kMostMeasured);
     },
     true},
    {"latency",
     [](const CsvLines& lines, const CsvField& field, MeasuredPoint& point) {
       if (!field.text.empty()) point.latency = lines.number(field, "latency", 0, kMostMeasured);
     },
     true},
    {"state",
     [](const CsvLines& lines, const CsvField& field, MeasuredPoint& point) { point.state = run_state(lines, field); }},
    {"seed",
     [](const CsvLines& lines, const CsvField& field, MeasuredPoint& point) {
       point.seed = static_cast<std::uint64_t>(lines.number(field, "seed", 0, kMostMeasured));
     }},
    {"source", keep_text<&MeasuredPoint::source>},
    {"besides",
     [](const CsvLines& lines, const CsvField& field, MeasuredPoint& point) {
       point.besides.reset();
       if (!field.text.empty()) point.besides = lines.number(field, "besides", -kMostMeasured, kMostMeasured);
     }},
    {"delay", keep_text<&MeasuredPoint::delay>}};

std::vector<CsvColumn> known_columns() {
  return each_of(kMeasuredColumns, [](const auto& column) { return CsvColumn{column.name, column.required}; });
}

MeasuredPoint point_of(const CsvLines& lines, const std::vector<std::size_t>& columns,
                       const std::vector<CsvField>& fields) {
  if (fields.size() != columns.size())
    lines.fail(fields[0].at,
               fmt::format("this line has {} fields, and the first line {}", fields.size(), columns.size()));
  MeasuredPoint point;
  bool told = false, timed = false;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    kMeasuredColumns[columns[i]].read(lines, fields[i], point);
    told = told || kMeasuredColumns[columns[i]].name == "state";
    timed = timed || (kMeasuredColumns[columns[i]].name == "latency" && !fields[i].text.empty());
  }
  if (!told) point.state = timed ? RunState::stable : RunState::unstable;
  if (point.state == RunState::stable && !timed)
    lines.fail(fields[0].at, "a stable run has a latency", "leave the latency of an unstable run empty");
  if (point.state != RunState::stable) point.latency = 0;
  return point;
}

}  // namespace

std::vector<MeasuredPoint> read_measured_file(const std::string& path) {
  const GraphText file{path, read_text_file(path, kMaxMeasuredBytes)};
  CsvLines lines(file, kMeasuredFileHint);
  std::vector<CsvField> fields;
  if (!lines.next(fields)) lines.fail(0, "the file is empty");
  const std::vector<std::size_t> columns = csv_columns(lines, fields, known_columns());
  std::vector<MeasuredPoint> points;
  while (lines.next(fields)) points.push_back(point_of(lines, columns, fields));
  return points;
}

}  // namespace cutline
