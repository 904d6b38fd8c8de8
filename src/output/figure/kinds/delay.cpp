// SPDX-License-Identifier: Apache-2.0
#include "delay/delay_curves.hpp"
#include "delay/length_laws.hpp"
#include "evaluate/link_costs.hpp"
#include "output/figure/figures.hpp"

namespace cutline::figure {

namespace {

/// Lengths from one to another, with equal ratios if `logarithmic`, else at equal distances.
struct PlottedLengths {
  double from, to;
  bool logarithmic;
};

/// Adds the delay against the length of a wire from `from` to `to`, both above 0. The lines have one name and meet at
/// their ends; each covers a range in which the model holds, or one in which it does not.
void add_delay_lines(Figure& figure, const std::string& name, const PlottedLengths& range,
                     FunctionRef<double(double)> delay, FunctionRef<bool(double)> holds) {
  constexpr int kSamples = 240;
  const auto [from, to, logarithmic] = range;
  FigureSeries* line = nullptr;
  for (int i = 0; i <= kSamples; ++i) {
    const double share = static_cast<double>(i) / kSamples;
    const double length = logarithmic ? from * std::pow(to / from, share) : from + (to - from) * share;
    const double value = delay(length);
    const bool outside = !holds(length);
    if (line == nullptr || line->outside != outside) {
      if (line != nullptr) line->add(length, value);
      line = &figure.series.emplace_back(FigureSeries{name, SeriesStyle::line, {}, {}, {}, outside});
    }
    line->add(length, value);
  }
}

constexpr double kMmPerInch = 25.4;
constexpr double kFewestMm = 0.05,
                 kMost = 2;  ///< lines go from kFewestMm of the shortest marked wire to kMost of the longest
constexpr double kWidePitches = 40;

/// The units in which models count the length of a wire; each unit has a figure of its own.
struct AxisUnit {
  LengthUnit unit;
  std::string_view text, id;
};
constexpr AxisUnit kUnits[] = {{LengthUnit::mm, "mm", "mm"},
                               {LengthUnit::node_pitch, "node pitches", "node-pitches"},
                               {LengthUnit::wire_pitch, "wire pitches", "wire-pitches"}};

/// The unit of lengths that a model uses; absent if its delay does not depend on length.
std::optional<LengthUnit> unit_of(const ChosenDelay& delay) {
  if (delay.model->counts_metres()) return LengthUnit::mm;
  const std::optional<LengthUnit> per = length_unit(delay.parameters);
  return per == LengthUnit::inch ? LengthUnit::mm : per;
}

/// A wire whose length has this value in every unit that a model may use.
WireLength wire_at(double length) {
  return {.span = length,
          .routed_pitches = length,
          .routed = millimetres(length),
          .node_pitch_pitches = 1,
          .node_pitch = millimetres(1)};
}

double length_in(LengthUnit unit, const ChosenDelay& delay, const WireLength& wire) {
  if (const std::optional<LengthUnit> per = length_unit(delay.parameters))
    return chosen_length(delay.parameters, wire) * (*per == LengthUnit::inch ? kMmPerInch : 1);
  return unit == LengthUnit::mm ? in_mm(wire.routed) : unit == LengthUnit::node_pitch ? wire.span : wire.routed_pitches;
}

/// The delay of the slowest wire, without the delay that the edges of packages add.
Time without_edges(const WireTiming& wires) { return wires.longest_wire - wires.slowest.fixed; }

/// The length and the delay in ns of a candidate's longest wire, or of its slowest if the model counts metres.
using WireMark = std::pair<double, double>;

std::optional<WireMark> mark_of(const Candidate& candidate, LengthUnit unit, const ChosenDelay& delay, std::size_t d) {
  if (!candidate.can_be_built() || !(candidate.laid_out() || candidate.ideal())) return std::nullopt;
  const WireTiming* wires = candidate.latency.wires_under(d);
  if (delay.model->counts_metres()) {
    if (wires == nullptr || !wires->slowest.known()) return std::nullopt;
    return WireMark{in_mm(wires->slowest.length()), in_ns(without_edges(*wires))};
  }
  if (wires != nullptr && wires->slowest.given) return std::nullopt;  // it is not on the model's line
  const WireLength wire = longest_wire(candidate);
  return WireMark{length_in(unit, delay, wire), in_ns(delay(wire))};
}

/// A delay model, its number among those of a candidate, and the candidates that are asked it.
struct AskedDelay {
  std::size_t number;
  const ChosenDelay* delay;
  std::vector<const Candidate*> candidates;
  LengthUnit unit = LengthUnit::node_pitch;
};

/// The delay models that candidates are asked, the study's and their own.
std::vector<AskedDelay> asked_delays(const FigureInput& input) {
  std::vector<AskedDelay> all;
  std::optional<LengthUnit> any;
  for (const std::size_t d : delays_of(input)) {
    for (const Candidate& candidate : input.candidates) {
      const ChosenDelay& own = study_of(input.study, *candidate.design).delays[d];
      const auto same = [&](const AskedDelay& each) { return each.number == d && each.delay->label == own.label; };
      auto found = std::ranges::find_if(all, same);
      if (found == all.end()) {
        all.push_back({.number = d, .delay = &own, .candidates = {}});
        found = std::prev(all.end());
      }
      found->candidates.push_back(&candidate);
      any = any ? any : unit_of(own);
    }
  }
  for (AskedDelay& each : all) each.unit = unit_of(*each.delay).value_or(any.value_or(LengthUnit::node_pitch));
  return all;
}

/// The name of a delay model, and the model; one that counts metres has the layers on which its slowest wire runs.
using Curve = std::pair<std::string, ChosenDelay>;

/// The slowest wire of the candidates of a delay model in technologies of a name, of which there may be several that
/// differ, and its technology; null: there is none.
std::pair<const WireTiming*, const Technology*> slowest_in(const FigureInput& input, const std::string& name,
                                                           const AskedDelay& asked) {
  std::pair<const WireTiming*, const Technology*> found;
  for (const Candidate* candidate : asked.candidates) {
    const WireTiming* wires = candidate->latency.wires_under(asked.number);
    const Technology& own = technology_of(input.study, *candidate->design);
    const bool counts = wires != nullptr && wires->slowest.known() && own.name == name;
    if (!counts || (found.first != nullptr && without_edges(*wires) <= without_edges(*found.first))) continue;
    found = {wires, &own};
  }
  return found;
}

ChosenDelay on_layers_of(const ChosenDelay& delay, const Technology& technology, const SlowestWire& slowest) {
  LayeredDelay layered(delay, technology);
  LayeredWire wire{.x = slowest.x, .y = slowest.y, .z = slowest.z};
  while (layered.layers(wire.pair) != slowest.layers) ++wire.pair;
  ChosenDelay chosen = layered.on(wire);
  chosen.medium.via_ohm = slowest.via_ohm / 2;
  return chosen;
}

/// The curves of the models. A model that counts metres has one for each technology of the candidates.
std::vector<Curve> curves_of(const FigureInput& input, const std::vector<AskedDelay>& asked) {
  std::vector<const Technology*> technologies;
  for (const Candidate& candidate : input.candidates) {
    const Technology& own = technology_of(input.study, *candidate.design);
    const auto same = [&](const Technology* known) { return known->name == own.name; };
    if (!own.unit && std::ranges::none_of(technologies, same)) technologies.push_back(&own);
  }
  std::vector<Curve> curves;
  for (const AskedDelay& each : asked) {
    const ChosenDelay& delay = *each.delay;
    if (!delay.model->counts_metres()) {
      curves.push_back({delay.label, delay});
      continue;
    }
    for (const Technology* technology : technologies) {
      const auto [slowest, own] = slowest_in(input, technology->name, each);
      if (slowest == nullptr) continue;
      curves.push_back({technologies.size() == 1 ? delay.label : fmt::format("{}, {}", delay.label, technology->name),
                        on_layers_of(delay, *own, slowest->slowest)});
    }
  }
  return curves;
}

/// One series of marks per candidate; a candidate has a mark under each model.
void add_marks(const FigureInput& input, LengthUnit unit, const std::vector<AskedDelay>& asked, Figure& figure) {
  auto candidates = each_of(input.candidates, [](const Candidate& candidate) { return &candidate; });
  std::vector<std::string> without;
  for (const Candidate* candidate : few_enough(std::move(candidates), figure.notes)) {
    std::vector<WireMark> marks;
    for (const AskedDelay& each : asked) {
      if (std::ranges::find(each.candidates, candidate) == each.candidates.end()) continue;
      const auto mark = mark_of(*candidate, unit, *each.delay, each.number);
      if (mark && mark->first > 0) marks.push_back(*mark);
    }
    if (marks.empty()) {
      without.push_back(candidate->design->name);
      continue;
    }
    std::ranges::stable_sort(marks, [](const WireMark& a, const WireMark& b) { return a.first < b.first; });
    FigureSeries series{candidate->design->name + ", longest wire", SeriesStyle::points, {}, {}, {}};
    for (const auto& [length, delay] : marks) series.add(length, delay, {});
    figure.series.push_back(std::move(series));
  }
  if (!without.empty()) figure.notes.push_back("without wires of known delay: " + some_of(without));
}

/// The shortest and the longest length to draw.
std::pair<double, double> range_of(LengthUnit unit, const std::vector<FigureSeries>& marks) {
  double least = INFINITY, most = 0;
  for (const FigureSeries& series : marks) {
    least = std::min(least, series.xs.front());
    most = std::max(most, series.xs.back());
  }
  if (marks.empty()) least = most = unit == LengthUnit::mm ? 1 : 8;
  if (unit == LengthUnit::mm) return {least * kFewestMm, most * kMost};
  return {std::min(1.0, least), std::max(4.0, most * kMost)};
}

/// A note on the layers of the lines, and on marks that do not lie on a line.
void note_layers(const std::vector<Curve>& curves, const std::vector<FigureSeries>& marks,
                 std::vector<std::string>& notes) {
  constexpr double kSame = 0.01;
  std::vector<std::string> media;
  for (const Curve& curve : curves) {
    if (curve.second.model->counts_metres()) add_note(media, curve.second.medium.name);
  }
  if (media.empty()) return;
  bool beside = false;
  for (const FigureSeries& series : marks) {
    for (std::size_t i = 0; i < series.xs.size(); ++i) {
      beside |= std::ranges::none_of(curves, [&](const Curve& curve) {
        return std::abs(in_ns(curve.second(wire_at(series.xs[i]))) - series.ys[i]) <= kSame * series.ys[i];
      });
    }
  }
  notes.push_back(fmt::format("lines are of the layers of the slowest wire, {}{}", join(media, "; "),
                              beside ? "; marks beside them are of wires on other layers" : ""));
}

Figure delay_figure_of(const FigureInput& input, const AxisUnit& axis, const std::vector<AskedDelay>& asked) {
  const bool metres = axis.unit == LengthUnit::mm;
  Figure figure = {fmt::format("delay-{}", axis.id), "Delay of a wire by its length"};
  add_marks(input, axis.unit, asked, figure);
  const std::vector<FigureSeries> marks = std::exchange(figure.series, {});
  const auto range = range_of(axis.unit, marks);
  const bool wide = metres || range.second > kWidePitches * range.first;
  const std::vector<Curve> curves = curves_of(input, asked);
  for (const auto& [name, delay] : curves) {
    add_delay_lines(
        figure, name, {range.first, range.second, wide},
        [&delay = delay](double length) { return in_ns(delay(wire_at(length))); },
        [&delay = delay, metres](double length) { return !metres || !length_warning(delay, millimetres(length)); });
  }
  figure.series.insert(figure.series.end(), marks.begin(), marks.end());
  figure.x = metres ? FigureAxis{"length of the wire", false, true, false, "mm"}
                    : FigureAxis{fmt::format("length of the wire, {}", axis.text), false, true};
  figure.y = {"delay", false, true, false, time_unit(input.study)};
  if (wide) choose_scales(figure, 1, 1);
  note_layers(curves, marks, figure.notes);
  if (figure.series.empty()) figure.hint = kNeedsEffort;
  const auto packaged = [](const Candidate& candidate) { return candidate.packages() != nullptr; };
  if (std::ranges::any_of(input.candidates, packaged))
    figure.notes.emplace_back("what the edges and media of packages add is left out");
  return figure;
}

std::vector<Figure> make_delay(const FigureInput& input) {
  const std::vector<AskedDelay> all = asked_delays(input);
  std::vector<Figure> figures;
  for (const AxisUnit& axis : kUnits) {
    std::vector<AskedDelay> own;
    std::ranges::copy_if(all, std::back_inserter(own), [&](const AskedDelay& each) { return each.unit == axis.unit; });
    if (!own.empty()) figures.push_back(delay_figure_of(input, axis, own));
  }
  return figures;
}

}  // namespace

FigureKind delay_figure() {
  return {"delay", "delay of a wire by its length under each delay model, with the longest wires", make_delay};
}

}  // namespace cutline::figure

namespace cutline {

namespace {

/// The curves to draw, by name: models with the same curve share one.
std::vector<std::pair<std::string, const ChosenDelay*>> lines_of(const DelayCurves& curves) {
  std::vector<std::pair<std::string, const ChosenDelay*>> lines;
  for (const ChosenDelay& model : curves.models) {
    const auto same = [&](const auto& line) {
      return std::ranges::all_of(curves.lengths, [&](Length length) {
        const double mine = in_ns(model(wire_of(length)));
        return std::abs(mine - in_ns((*line.second)(wire_of(length)))) <= 1e-9 * mine;
      });
    };
    if (const auto found = std::ranges::find_if(lines, same); found != lines.end()) {
      found->first += fmt::format(", {}", model.model->name);
    } else {
      lines.emplace_back(model.model->name, &model);
    }
  }
  return lines;
}

}  // namespace

std::string delay_svg(const DelayCurves& curves, const FigurePage& page) {
  constexpr double kAlone = 3;  // around a single length, this factor to both sides is drawn
  constexpr double kPsOfNs = 1e3;
  Figure figure = {"delay", fmt::format("{}: delay of a wire by its length", curves.medium.name)};
  if (curves.clocked()) figure.title += fmt::format(", clock {} GHz", text::short_text(1 / in_ns(curves.cycle)));
  figure.x = {"length of the wire", true, false, false, "mm"};
  figure.y = {"delay", true, false, false, "ps"};
  std::pair<double, double> range = {in_mm(curves.lengths.front()), in_mm(curves.lengths.back())};
  if (range.first == range.second) range = {range.first / kAlone, range.second * kAlone};
  for (const auto& [name, model] : lines_of(curves)) {
    figure::add_delay_lines(
        figure, name, {range.first, range.second, true},
        [&model = *model](double length) { return kPsOfNs * in_ns(model(wire_of(millimetres(length)))); },
        [&model = *model](double length) { return !length_warning(model, millimetres(length)); });
  }
  return figure_svg(figure, page);
}

}  // namespace cutline
