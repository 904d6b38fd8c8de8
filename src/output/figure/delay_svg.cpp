// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/figure/delay_svg.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "output/figure/delay_lines.hpp"
#include "output/text/number.hpp"

namespace cutline {
namespace {

struct Line {
  std::string name;
  const ChosenDelay* model;
};

/// The curves to draw: models with the same curve share one.
std::vector<Line> lines_of(const DelayCurves& curves) {
  std::vector<Line> lines;
  for (const ChosenDelay& model : curves.models) {
    const auto same = [&](const Line& line) {
      return std::all_of(curves.lengths.begin(), curves.lengths.end(), [&](Length length) {
        const double mine = in_ns(model(wire_of(length)));
        return std::abs(mine - in_ns((*line.model)(wire_of(length)))) <= 1e-9 * mine;
      });
    };
    if (const auto found = std::find_if(lines.begin(), lines.end(), same); found != lines.end()) {
      found->name += fmt::format(", {}", model.model->name);
    } else {
      lines.push_back({std::string(model.model->name), &model});
    }
  }
  return lines;
}

}  // namespace

std::string delay_svg(const DelayCurves& curves, const FigurePage& page) {
  constexpr double kAlone = 3;  // around a single length, this factor to both sides is drawn
  constexpr double kPsOfNs = 1e3;
  Figure figure;
  figure.id = "delay";
  figure.title = fmt::format("{}: delay of a wire by its length", curves.medium.name);
  if (curves.clocked()) figure.title += fmt::format(", clock {} GHz", text::short_text(1 / in_ns(curves.cycle)));
  figure.x = {"length of the wire", true, false, false, "mm"};
  figure.y = {"delay", true, false, false, "ps"};
  double from = in_mm(curves.lengths.front()), to = in_mm(curves.lengths.back());
  if (from == to) {
    from /= kAlone;
    to *= kAlone;
  }
  for (const Line& line : lines_of(curves)) {
    const ChosenDelay& model = *line.model;
    const auto stretches = figure::delay_lines(
        line.name, from, to, true, [&](double length) { return kPsOfNs * in_ns(model(wire_of(millimetres(length)))); },
        [&](double length) { return !length_warning(model, millimetres(length)); });
    figure.series.insert(figure.series.end(), stretches.begin(), stretches.end());
  }
  return figure_svg(figure, page);
}

}  // namespace cutline
