// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/output/tables/measure_tables.hpp"
#include "output/report/section.hpp"
#include "output/words/phrases.hpp"

namespace cutline::report {

namespace {

constexpr std::size_t kMostBeside = 12;

std::string text_of(const TableCell& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  return text != nullptr ? *text : std::string();
}

/// Joins the candidates' tables of group, measure and value into one table with one column per candidate. A measure is
/// inserted after the measure that it follows in the first table that has it.
class Beside {
 public:
  explicit Beside(std::size_t candidates) : candidates_(candidates) {}
  void add(std::size_t candidate, const Table& table) {
    std::string group;
    std::size_t at = 0;
    for (const std::vector<TableCell>& row : table.rows) {
      if (const std::string named = text_of(row[0]); !named.empty()) group = named;
      const std::string measure = text_of(row[1]);
      const auto found = std::ranges::find_if(
          rows_, [&](const Row& known) { return known.group == group && known.measure == measure; });
      if (found != rows_.end()) {
        at = static_cast<std::size_t>(found - rows_.begin());
      } else {
        rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(at), {group, measure, {}});
        rows_[at].values.resize(candidates_);
      }
      rows_[at++].values[candidate] = row[2];
    }
  }
  Table table(const std::vector<std::string>& names) const {
    Table table;
    table.columns = {{"group", "", "", true}, {"measure", "measure", "", true}};
    for (const std::string& name : names) table.columns.push_back({name, name, ""});
    std::string group;
    for (const Row& row : rows_) {
      if (std::ranges::all_of(row.values, [](const TableCell& value) {
            return std::holds_alternative<std::monostate>(value) || text_of(value) == "-";
          })) {
        continue;
      }
      std::vector<TableCell>& cells = table.rows.emplace_back();
      cells.emplace_back(row.group == group ? "" : row.group);
      cells.emplace_back(row.measure.empty() ? "all" : row.measure);
      cells.insert(cells.end(), row.values.begin(), row.values.end());
      group = row.group;
    }
    return table;
  }

 private:
  struct Row {
    std::string group, measure;
    std::vector<TableCell> values;
  };
  std::size_t candidates_;
  std::vector<Row> rows_;
};

std::string beside(const std::vector<std::string>& names, const std::vector<std::vector<TableSection>>& sections) {
  Beside all(names.size());
  for (std::size_t i = 0; i < sections.size(); ++i) all.add(i, sections[i].front().table);
  return table_box(all.table(names), "What does not depend on the wire delay; keys as in the result record");
}

/// The other tables of a candidate.
std::string others(const std::string& name, const std::vector<TableSection>& sections) {
  std::string html;
  for (std::size_t i = 1; i < sections.size(); ++i) {
    const Table& table = sections[i].table;
    if (table.rows.empty()) continue;
    // A table without a title of its own is named by its first column.
    html += table_box(table, sections[i].title.empty() ? table.columns.front().title : sections[i].title);
  }
  return details(name, html);
}

std::string measures_html(const Report& report, std::size_t room) {
  const Comparison& comparison = report.comparison;
  std::vector<std::size_t> chosen = by_merit(comparison);
  if (chosen.empty()) return {};
  chosen.resize(std::min(chosen.size(), kMostBeside));
  std::ranges::sort(chosen);
  std::vector<std::string> names;
  std::vector<std::vector<TableSection>> sections;
  for (const std::size_t c : chosen) {
    names.push_back(comparison.candidates[c].design->name);
    sections.push_back(measure_sections(words::network_text(*comparison.candidates[c].design),
                                        under_every_delay(comparison.study, comparison.candidates[c])));
  }
  std::string out = beside(names, sections) + "<div class=\"each\">\n<h3>Each by itself</h3>\n" +
                    paragraph("Densities, lengths by class, delays, throughput and more of each candidate.", "lead");
  std::size_t told = 0;
  for (; told < chosen.size(); ++told) {
    const std::string more = others(names[told], sections[told]);
    if (told > 0 && out.size() + more.size() > room) break;
    out += more;
  }
  out += "</div>\n";
  if (const std::size_t left = comparison.candidates.size() - told; left > 0) {
    out += paragraph(fmt::format("{} more candidates have no tables here: cutline measure prints all of them.", left),
                     "note");
  }
  return out;
}

}  // namespace

ReportSection measures_section() { return {"measures", "All measures", measures_html, true}; }

}  // namespace cutline::report
