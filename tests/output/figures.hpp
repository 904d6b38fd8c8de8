// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cutline/output/figure/figure.hpp"
#include "cutline/spec/spec.hpp"
#include "study/studies.hpp"
#include "support/places.hpp"

/// Figures of studies, and checks of what every figure promises.
namespace cutline::test {

/// A study with its candidates, which point into it.
struct StudiedFigures {
  explicit StudiedFigures(Study all) : study(std::move(all)), candidates(evaluated(study)) {}
  StudiedFigures(const StudiedFigures&) = delete;
  std::vector<Figure> figures(const char* kind, std::size_t delay = kEveryDelay) const {
    return figure_kind(kind).make({study, candidates, delay});
  }
  const Candidate& named(const std::string& name) const {
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const Candidate& each) { return each.design->name == name; });
    REQUIRE(found != candidates.end());
    return *found;
  }
  Study study;
  std::vector<Candidate> candidates;
};

inline Study gallery(const std::string& name) {
  return read_study(source_folder() + "/layouts/gallery/" + name + ".yaml", {});
}

inline Study study_of(const std::string& keys) { return parse_study("cutline: 1\n" + keys, "a.yaml", "", {}); }

/// The series with a given name and style; there must be exactly one.
inline const FigureSeries& series_of(const Figure& figure, const std::string& name, SeriesStyle style) {
  const FigureSeries* found = nullptr;
  for (const FigureSeries& series : figure.series) {
    if (series.name != name || series.style != style) continue;
    CHECK(found == nullptr);
    found = &series;
  }
  REQUIRE(found != nullptr);
  return *found;
}

inline bool has(const Figure& figure, const std::string& name, SeriesStyle style) {
  return std::any_of(figure.series.begin(), figure.series.end(),
                     [&](const FigureSeries& series) { return series.name == name && series.style == style; });
}

inline double most(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

/// Checks what every figure promises.
inline void check_figure(const Figure& figure) {
  CAPTURE(figure.id);
  CHECK(!figure.id.empty());
  CHECK(figure.id.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") ==
        std::string::npos);
  CHECK(!figure.title.empty());
  if (figure.series.empty()) CHECK(!figure.notes.empty());
  for (const std::string& note : figure.notes) CHECK(!note.empty());
  for (const FigureSeries& series : figure.series) {
    CAPTURE(series.name);
    CHECK(!figure.x.label.empty());
    CHECK(!figure.y.label.empty());
    REQUIRE(series.xs.size() == series.ys.size());
    CHECK(!series.xs.empty());
    CHECK(series.xs.size() <= 4002);
    CHECK(std::is_sorted(series.xs.begin(), series.xs.end()));
    for (const std::vector<double>* values : {&series.xs, &series.ys})
      CHECK(std::all_of(values->begin(), values->end(), [](double value) { return std::isfinite(value); }));
    CHECK(series.labels.size() == (series.style == SeriesStyle::points ? series.xs.size() : 0));
    if (series.style == SeriesStyle::bars) CHECK(series.ys.back() == 0);
    if (figure.x.logarithmic) CHECK(series.xs.front() > 0);
    if (figure.y.logarithmic && series.style != SeriesStyle::bars)
      CHECK(*std::min_element(series.ys.begin(), series.ys.end()) > 0);
  }
}

}  // namespace cutline::test
