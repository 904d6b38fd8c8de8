// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cutline/output/delay_tables.hpp"
#include "cutline/output/number.hpp"
#include "cutline/output/svg_canvas.hpp"
#include "cutline/output/svg_palette.hpp"
#include "cutline/output/svg_text.hpp"

namespace cutline {
namespace {

constexpr double kMargin = 4, kTitleMm = 8, kLeftMm = 17, kBelowMm = 12, kKeyMm = 42, kHeightPerWidth = 0.62;
constexpr double kSampleMm = 7, kKeyLineMm = 5.2;
constexpr int kSamples = 240;
/// Steps of whole cycles lie over the smooth curves: grey, so that they do not hide them.
constexpr std::string_view kStepColour = "#666666";

struct Line {
  std::string name;
  std::string_view colour;
  const ChosenDelay* model;
};

/// The page, and how lengths and delays lie on it.
struct Plot {
  Rect area;
  double x_low = 0, x_high = 1, y_low = 0, y_high = 1;  ///< decimal logarithms of mm and ps
  double x(double log_mm) const { return area.x + (log_mm - x_low) / (x_high - x_low) * area.width; }
  double y(double log_ps) const { return area.bottom() - (log_ps - y_low) / (y_high - y_low) * area.height; }
};

double log_ps(const ChosenDelay& model, double log_mm) {
  return std::log10(in_ns(model(wire_of(millimetres(std::pow(10, log_mm))))) * 1e3);
}

/// Models whose curves are not drawn already.
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
      continue;
    }
    const bool steps = model.model->name == "pipelined";
    lines.push_back({std::string(model.model->name),
                     steps ? kStepColour : kClassColours[lines.size() % kClassColours.size()], &model});
  }
  return lines;
}

Plot plot_of(const DelayCurves& curves, const std::vector<Line>& lines, double width_mm) {
  Plot plot;
  plot.area = {kMargin + kLeftMm, kMargin + kTitleMm, width_mm - 2 * kMargin - kLeftMm - kKeyMm,
               width_mm * kHeightPerWidth - 2 * kMargin - kTitleMm - kBelowMm};
  plot.x_low = std::log10(in_mm(curves.lengths.front()));
  plot.x_high = std::log10(in_mm(curves.lengths.back()));
  if (plot.x_low == plot.x_high) {
    plot.x_low -= 0.5;
    plot.x_high += 0.5;
  }
  double low = INFINITY;
  double high = -INFINITY;
  for (const Line& line : lines) {
    low = std::min(low, log_ps(*line.model, plot.x_low));
    high = std::max(high, log_ps(*line.model, plot.x_high));
  }
  const double room = 0.03 * std::max(high - low, 0.1);
  plot.y_low = low - room;
  plot.y_high = high + room;
  return plot;
}

/// Logarithms of 1, 2 and 5 times the powers of ten; of the powers alone where that would be too many.
std::vector<double> ticks(double low, double high) {
  std::vector<double> found;
  for (int power = static_cast<int>(std::floor(low)); power <= high; ++power) {
    for (const double step : {1.0, 2.0, 5.0}) {
      if (step > 1 && high - low > 3.2) continue;
      const double at = power + std::log10(step);
      if (at >= low - 1e-9 && at <= high + 1e-9) found.push_back(at);
    }
  }
  return found;
}

std::string tick_text(double logarithm) { return short_text(std::pow(10, logarithm), 3); }

void draw_axes(SvgCanvas& canvas, const Plot& plot) {
  canvas.open("axes");
  for (const double at : ticks(plot.x_low, plot.x_high)) {
    canvas.line(plot.x(at), plot.area.y, plot.x(at), plot.area.bottom(), "grid", {});
    canvas.text(plot.x(at), plot.area.bottom() + 4, tick_text(at), {.anchor = Anchor::middle});
  }
  for (const double at : ticks(plot.y_low, plot.y_high)) {
    canvas.line(plot.area.x, plot.y(at), plot.area.right(), plot.y(at), "grid", {});
    canvas.text(plot.area.x - 1.5, plot.y(at) + 0.9, tick_text(at), {.anchor = Anchor::end});
  }
  canvas.rect(plot.area, "frame", {});
  canvas.text(plot.area.middle_x(), plot.area.bottom() + 9, "length of the wire, mm",
              {.size_pt = 8, .anchor = Anchor::middle});
  canvas.text(kMargin + 2.5, plot.area.middle_y(), "delay, ps",
              {.size_pt = 8, .anchor = Anchor::middle, .turn_degrees = -90});
  canvas.close();
}

/// One path a stretch in which the model holds, or does not.
void draw_line(SvgCanvas& canvas, const Plot& plot, const Line& line) {
  std::string data;
  bool held = false;
  const auto finish = [&] {
    if (data.empty()) return;
    canvas.path(data, held ? "curve" : "curve outside", line.name, fmt::format("stroke=\"{}\"", line.colour));
    data.clear();
  };
  for (int i = 0; i <= kSamples; ++i) {
    const double at = plot.x_low + (plot.x_high - plot.x_low) * i / kSamples;
    const bool holds = !length_warning(*line.model, millimetres(std::pow(10, at)));
    const std::string point = fmt::format("{} {}", svg_number(plot.x(at)), svg_number(plot.y(log_ps(*line.model, at))));
    const bool turns = i > 0 && holds != held;
    if (turns) {
      data += "L" + point;
      finish();
    }
    data += (data.empty() ? "M" : "L") + point;
    held = holds;
  }
  finish();
}

void draw_key(SvgCanvas& canvas, const Plot& plot, const std::vector<Line>& lines) {
  canvas.open("key");
  const double x = plot.area.right() + 3;
  double y = plot.area.y + 3;
  const double room = kKeyMm - kSampleMm - 5;
  for (const Line& line : lines) {
    canvas.line(x, y, x + kSampleMm, y, "curve", line.name, fmt::format("stroke=\"{}\"", line.colour));
    for (const std::string& text : wrap_text(line.name, room, kLeastPt)) {
      canvas.text(x + kSampleMm + 1.5, y + 0.9, text);
      y += kKeyLineMm * 0.7;
    }
    y += kKeyLineMm * 0.3;
  }
  y += 1;
  canvas.line(x, y, x + kSampleMm, y, "curve outside", {}, "stroke=\"#222222\"");
  for (const std::string& text : wrap_text("where a model does not hold", room, kLeastPt)) {
    canvas.text(x + kSampleMm + 1.5, y + 0.9, text);
    y += kKeyLineMm * 0.7;
  }
  canvas.close();
}

}  // namespace

std::string delay_svg(const DelayCurves& curves, double width_mm) {
  const std::vector<Line> lines = lines_of(curves);
  const Plot plot = plot_of(curves, lines, width_mm);
  const double height = width_mm * kHeightPerWidth;
  SvgCanvas canvas;
  canvas.put(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\">\n"
      "<title>{2}: delay of a wire by its length</title>\n"
      "<style>text{{font-family:'DejaVu Sans',Verdana,sans-serif;fill:#222222}}"
      ".grid{{stroke:#dddddd;stroke-width:0.15}}.frame{{fill:none;stroke:#222222;stroke-width:0.25}}"
      ".curve{{fill:none;stroke-width:0.6;stroke-linejoin:round}}"
      ".outside{{stroke-width:0.45;stroke-dasharray:0.5 1;stroke-linecap:round}}</style>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      svg_number(width_mm), svg_number(height), svg_escape(curves.medium.name));
  std::string title = fmt::format("{}: delay of a wire by its length", curves.medium.name);
  if (curves.cycle) title += fmt::format(", clock {} GHz", short_text(1 / in_ns(*curves.cycle)));
  canvas.text(kMargin, kMargin + 3.5, title, {.css_class = "title", .size_pt = 10});
  draw_axes(canvas, plot);
  canvas.open("curves");
  for (const Line& line : lines) draw_line(canvas, plot, line);
  canvas.close();
  draw_key(canvas, plot, lines);
  canvas.raw("</svg>\n");
  return canvas.take();
}

}  // namespace cutline
