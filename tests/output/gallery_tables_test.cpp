// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "base/utf8.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/tables/measure_tables.hpp"
#include "output/agreement_specs.hpp"
#include "rank/scoring.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

constexpr std::array<std::size_t, 4> kWidths = {60, 80, 110, 200};

/// A spec of layouts/gallery/, evaluated and ranked.
struct Ranks {
  explicit Ranks(const std::string& file)
      : study(read_study(file)), candidates(evaluate(study)), rankings(rank(study, candidates)) {}
  Study study;
  std::vector<Candidate> candidates;
  std::vector<Ranking> rankings;
  std::vector<ExpectationResult> none;
  Comparison comparison() const { return {study, candidates, rankings, none, nullptr, {0, {}, true}}; }
};

/// All specs of the gallery except searches, which list no candidates, and one that takes seconds to place its nodes.
std::vector<std::string> gallery_specs() {
  std::vector<std::string> all = specs_of_layouts();
  std::erase_if(all, [](const std::string& file) {
    return file.find("/gallery/") == std::string::npos || file.find("/search-") != std::string::npos ||
           file.find("/placement.yaml") != std::string::npos;
  });
  return all;
}

std::vector<std::string> lines_of_text(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void check_width(const std::string& text, std::size_t width) {
  for (const std::string& line : lines_of_text(text)) CHECK_MESSAGE(character_count(line) <= width, line);
}

/// The index of the first column after rank, range, name and score.
std::size_t first_ranked(const Table& table, const Study& study) {
  return table.lead + (study.rank.size() > 1 ? 1 : 0);
}

/// Checks that the columns after the names hold the numbers that are ranked by, and that candidates of different rank
/// look different in them.
void check_ranked_columns(const Ranks& ranks, std::size_t delay) {
  const Ranking& ranking = ranks.rankings[delay];
  const Table table = ranking_table(ranks.comparison(), delay);
  const std::vector<std::string> shown = lines_of_text(markdown_table(table));
  const std::size_t first = first_ranked(table, ranks.study);
  const Scoring scoring{ranks.study, ranks.candidates, delay, ranking.per_terminal, {}};
  for (std::size_t place = 0; place < table.rows.size(); ++place) {
    const std::size_t c = ranking.order[place];
    const auto value = measured(scoring, ranks.study.rank.front(), ranks.candidates[c]);
    const TableCell& cell = table.rows[place][first];
    const auto* real = std::get_if<double>(&cell);
    const double number = real != nullptr ? *real : static_cast<double>(std::get<std::int64_t>(cell));
    CHECK(number == doctest::Approx(*value).epsilon(1e-12));
    if (place == 0 || ranks.study.rank.size() > 1) continue;
    const auto text = [&](std::size_t row) {
      std::istringstream in(shown[row + 2]);
      std::string field;
      for (std::size_t i = 0; i <= first + 1; ++i) std::getline(in, field, '|');
      return field;
    };
    if (ranking.rank[c] != ranking.rank[ranking.order[place - 1]]) CHECK(text(place) != text(place - 1));
  }
}

/// Checks that the head of the first part of each ranking names every quantity that is ranked by.
void check_ranked_titles(const Ranks& ranks, const std::string& text) {
  const std::vector<std::string> lines = lines_of_text(text);
  auto at = lines.begin();
  for (std::size_t delay = 0; delay < ranks.rankings.size(); ++delay) {
    at = std::find_if(at, lines.end(), [](const std::string& line) { return line.starts_with("rank  "); });
    const Table table = ranking_table(ranks.comparison(), delay);
    if (table.rows.empty()) continue;
    REQUIRE(at != lines.end());
    for (std::size_t c = 0; c < first_ranked(table, ranks.study) + ranks.study.rank.size(); ++c)
      CHECK_MESSAGE(at->find(table.columns[c].title) != std::string::npos, table.columns[c].title, " in ", *at);
    const std::string& delay_label = ranks.rankings[std::min(delay + 1, ranks.rankings.size() - 1)].delay_label;
    at = std::find_if(at, lines.end(), [&](const std::string& line) {
      return line.starts_with("wire delay: " + delay_label.substr(0, 20));
    });
  }
}

}  // namespace

TEST_CASE("comparisons of the gallery fit 60 to 200 columns, and show first what they rank by") {
  for (const std::string& file : gallery_specs()) {
    CAPTURE(file);
    const Ranks ranks(file);
    for (std::size_t delay = 0; delay < ranks.rankings.size(); ++delay) check_ranked_columns(ranks, delay);
    for (const std::size_t width : kWidths) {
      CAPTURE(width);
      ReportStyle style;
      style.width = width;
      const std::string text = comparison_text(ranks.comparison(), style);
      check_width(text, width);
      check_ranked_titles(ranks, text);
    }
  }
}

TEST_CASE("whatever ranks stands behind the names, at 60 columns too") {
  for (const char* file : {"first", "noc-64", "chiplets", "soc"}) {
    CAPTURE(file);
    Ranks ranks(source_folder() + "/layouts/gallery/" + file + ".yaml");
    for (const RankMeasure& measure : rank_measures()) {
      CAPTURE(measure.name);
      ranks.study.rank = {{std::string(measure.name), 1}};
      ranks.rankings = rank(ranks.study, ranks.candidates);
      for (std::size_t delay = 0; delay < ranks.rankings.size(); ++delay) check_ranked_columns(ranks, delay);
      ReportStyle style;
      style.width = kWidths.front();
      const std::string text = comparison_text(ranks.comparison(), style);
      check_width(text, style.width);
      check_ranked_titles(ranks, text);
    }
  }
}

TEST_CASE("measures of the gallery fit 60 to 200 columns") {
  for (const std::string& file : gallery_specs()) {
    CAPTURE(file);
    const Ranks ranks(file);
    const std::vector<TableSection> sections =
        measure_sections("measures", {under_delay(ranks.study, ranks.candidates.front(), 0)});
    for (const std::size_t width : kWidths) {
      CAPTURE(width);
      ReportStyle style;
      style.width = width;
      check_width(sections_text(sections, style), width);
    }
  }
}
