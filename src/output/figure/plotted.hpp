// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "output/figure/figures.hpp"

namespace cutline::figure {

/// What an axis or a group is made of: a quantity of the catalogue, a parameter of families, or a key that a sweep
/// varies, of candidates or of records.
class Plotted {
 public:
  /// Throws an input error for an unknown name.
  Plotted(const FigureInput& input, const std::string& name);
  Plotted(const Data& record, const std::string& name);

  Data of(const UnderDelay& asked) const;
  Data of(const Data& record) const;

  bool is(std::string_view key) const { return quantity_ != nullptr && quantity_->key == key; }
  /// Whether it is given and not found: lines lead over what is given.
  bool is_given() const;
  /// Whether corners of the uncertain figures may change it.
  bool is_uncertain() const { return quantity_ != nullptr && quantity_->of_delay; }
  /// "latency"; and its axis, in "ns".
  std::string name() const;
  FigureAxis axis(bool logarithmic) const;

 private:
  std::string name_, unit_;
  const Quantity* quantity_ = nullptr;  ///< null: a parameter or a swept key
};

/// "mean distance" for "mean_distance".
std::string spaced(std::string name);

/// The number of a value as a spec writes it, "8 bits"; null if it is none.
Data number_of_text(const std::string& text);

/// A candidate as a point of a figure.
struct PlottedPoint {
  std::string name;          ///< of the candidate
  std::string group;         ///< of its series
  Data x, y;                 ///< null or a text: it has no such number
  double low = 0, high = 0;  ///< of y over the corners of the uncertain figures; both 0: not asked
};

/// The points of one figure, gathered from one study, from several that differ in one value, or from records.
class PlottedPoints {
 public:
  PlottedPoints(const QuantityAxes& asked, bool lines) : asked_(asked), lines_(lines) {}
  void add(const PlottedPoint& point);
  void add_expected(double x, double y) { printed_.emplace_back(x, y); }
  /// Moves the series and what is to be said of them out; `candidates` were to be shown.
  void move_to(Figure& figure, std::size_t candidates);

 private:
  struct Point {
    double x = 0, y = 0, low = 0, high = 0;
    std::string name;
  };
  std::string series_name(const std::string& group, const std::vector<Point>& points) const;
  FigureSeries line_of(const std::string& name, std::vector<Point> points);
  FigureSeries points_of(const std::string& name, const std::vector<Point>& points, bool labelled) const;

  const QuantityAxes& asked_;
  bool lines_;
  std::map<std::string, std::vector<Point>> groups_;
  std::vector<std::string> names_;  // in the order of the spec
  std::vector<std::pair<double, double>> printed_;
  std::size_t most_together_ = 1;
  bool uncertain_ = false;
  CandidateNotes without_;
};

/// The name of the series of expected values.
inline constexpr const char* kPrinted = "expected: values and winners";

}  // namespace cutline::figure
