// SPDX-License-Identifier: Apache-2.0
#include "output/words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "cutline/base/format.hpp"
#include "cutline/output/words/words.hpp"
#include "output/text/number.hpp"
#include "output/text/table_cells.hpp"
#include "study/machine_choice.hpp"
#include "study/planes.hpp"

namespace cutline {

std::string enumerated(const std::vector<std::string>& names) {
  if (names.size() <= 1) return names.empty() ? "" : names[0];
  if (names.size() > 4)
    return fmt::format("{} and {} others", fmt::join(names.begin(), names.begin() + 3, ", "), names.size() - 3);
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::string rounded_text(double value) {
  const double size = std::abs(value);
  if (size >= text::kLargestInFull) return text::scientific_text(value, 3);
  if (size >= 99.95 || value == std::floor(value)) return text::with_thousands(value, 0);
  return value != 0 && size < text::kSmallestInFull ? text::scientific_text(value, 3) : fmt::format("{:.3g}", value);
}

std::string text_apart(double value, double other) {
  constexpr double kSame = 1e-9;
  constexpr int kMostDigits = 9;
  std::string text = rounded_text(value);
  if (text != rounded_text(other) || std::abs(value - other) <= kSame * std::abs(value)) return text;
  for (int digits = 4; digits <= kMostDigits; ++digits) {
    text = text::short_text(value, digits);
    if (text != text::short_text(other, digits)) break;
  }
  return text;
}

std::string time_unit(const Study& study) { return std::string(unit_text(Unit::time, study.counts_tau()).sign); }

std::string_view load_unit_text(const OfferedLoad& load, bool times_in_tau) {
  constexpr std::string_view kUnits[] = {"bits/cycle", "bits/ns", "capacity", "saturation", "as given"};
  if (times_in_tau && load.unit == OfferedLoad::Unit::bits_per_ns) return "bits/tau";
  return kUnits[static_cast<std::size_t>(load.unit)];
}

std::string load_text(const OfferedLoad& load, bool times_in_tau) {
  if (load.unit == OfferedLoad::Unit::as_given) return "the given rates";
  const bool part = load.unit == OfferedLoad::Unit::of_capacity || load.unit == OfferedLoad::Unit::of_saturation;
  return fmt::format("{} {}{}", text::short_text(load.amount), part ? "of " : "", load_unit_text(load, times_in_tau));
}

std::string term_text(const RankTerm& term, bool times_in_tau) {
  return term.at ? fmt::format("{} at {}", term.measure, load_text(*term.at, times_in_tau)) : term.measure;
}

std::vector<std::string> terms_text(const std::vector<RankTerm>& terms, bool times_in_tau) {
  return each_of(terms, [&](const RankTerm& term) { return term_text(term, times_in_tau); });
}

std::string ratio_text(double ratio) {
  if (ratio < 1.1) return fmt::format("{:.2g} %", 100 * (1 - 1 / ratio));
  if (ratio < 1.995) return fmt::format("{:.2f} times", ratio);
  return ratio < 9.95 ? fmt::format("{:.1f} times", ratio) : fmt::format("{} times", rounded_text(std::round(ratio)));
}

}  // namespace cutline

namespace cutline::words {

namespace {

/// Whether every candidate stands in a hall.
bool in_halls(const Study& study) {
  return !study.designs.empty() &&
         std::ranges::all_of(study.designs, [](const Design& each) { return bool(each.machine); });
}

std::string count_text(double number, std::string_view what) {
  return fmt::format("{} {}{}", rounded_text(number), what, number == 1 ? "" : "s");
}

/// "4 against 2 tau"; for wires of a mean route "4 ns a hop against 2 ns".
std::string against(const Loss& loss, std::string_view unit, const RankedUnits& units) {
  const std::string shown = units.of(unit, loss.figures);
  const auto text = [&](double figure) { return rounded_text(text::rescaled(figure, unit, shown)); };
  const std::string said = shown.empty() ? "" : " " + shown;
  if (loss.figures.size() == 1) return text(loss.figures[0]) + said;
  if (loss.cause == Cause::time_of_wires)
    return fmt::format("{0}{2} a hop against {1}{2}", text(loss.figures[0]), text(loss.figures[1]), said);
  return fmt::format("{} against {}{}", text(loss.figures[0]), text(loss.figures[1]), said);
}

constexpr KindRow<PartKind> kParts[] = {{PartKind::long_wires, "long wires"},
                                        {PartKind::slow_wires, "slow wires"},
                                        {PartKind::many_wires, "many wires"},
                                        {PartKind::far_links, "far links"},
                                        {PartKind::wide_node_pitch, "wide node pitch"},
                                        {PartKind::few_links, "few links a node"},
                                        {PartKind::large_diameter, "large diameter"},
                                        {PartKind::wiring_area, "wiring"},
                                        {PartKind::node_area, "large nodes"},
                                        {PartKind::many_channels, "many channels a node"},
                                        {PartKind::wide_channels, "wide channels"},
                                        {PartKind::wire_energy, "wires"},
                                        {PartKind::router_energy, "routers"},
                                        {PartKind::edge_energy, "edges of packages"},
                                        {PartKind::tile_energy, "tiles"},
                                        {PartKind::slow_cycle, "slow cycle"},
                                        {PartKind::unloaded_latency, "latency without load"},
                                        {PartKind::waits, "waits"}};
static_assert(tells_all(kParts, PartKind::waits));

/// Empty where a part or a term has the name.
constexpr KindRow<Cause> kCauses[] = {{Cause::none},
                                      {Cause::hops, "many hops"},
                                      {Cause::routers, "slow routers"},
                                      {Cause::longest_wire, "longest wire"},
                                      {Cause::cycles_of_wires, "long wires"},
                                      {Cause::time_of_wires, "long wires"},
                                      {Cause::channels, "narrow channels"},
                                      {Cause::part},
                                      {Cause::term},
                                      {Cause::host_channels, "narrow channels"},
                                      {Cause::host_steps, "many steps"},
                                      {Cause::host_wires, "long wires"}};
static_assert(tells_all(kCauses, Cause::host_wires));

/// Words that can follow "its".
struct PartWords {
  std::string operator()(PartKind part) const { return std::string(row_of(kParts, part).words); }
  std::string operator()(CycleLimit limit) const { return std::string(cycle_limit_text(limit)); }
  std::string operator()(const LinksOfClass& links) const { return "links of " + links.name; }
  std::string operator()(const FullResource& full) const { return full_resource_text(full); }
  std::string operator()(Bottleneck full) const { return std::string(bottleneck_text(full)); }
};

}  // namespace

std::string delays_text(const Study& study, std::string_view label) {
  return in_halls(study) ? "the delays of cables" : fmt::format("{} wire delay", label);
}

std::string delays_heading(const Study& study, std::string_view label) {
  return in_halls(study) ? "delays of cables" : fmt::format("wire delay: {}", label);
}

RankedUnits::RankedUnits(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking) {
  const std::size_t delay = ranking.delay;
  const std::string& of_scores = ranking.verdict.unit;
  const auto scores = each_of(ranking.order, [&](std::size_t c) { return *ranking.score[c]; });
  std::map<std::string, std::vector<double>> numbers;
  // Latencies at a load share a unit with those without load, because sentences compare them.
  bool in_column = study.rank.size() == 1 && study.rank.front().at.has_value();
  if (in_column) numbers[of_scores] = scores;
  for (const Quantity& quantity : quantities()) {
    if (quantity.names.column.empty() || quantity.unit == Unit::none) continue;
    const std::string unit(unit_text(quantity.unit, study).sign);
    std::vector<double> own;
    for (const std::size_t c : ranking.order) {
      const Data value = quantity.value(under_delay(study, candidates[c], delay));
      if (value.is_number()) own.push_back(value.number());
    }
    in_column = in_column || (unit == of_scores && own == scores);
    numbers[unit].insert(numbers[unit].end(), own.begin(), own.end());
  }
  for (const auto& [unit, own] : numbers) shown_.emplace(unit, text::readable_unit(unit, own));
  of_scores_ = in_column ? shown_[of_scores] : text::readable_unit(of_scores, scores);
}

std::string RankedUnits::of(std::string_view unit, const std::vector<double>& figures) const {
  const auto found = shown_.find(unit);
  return found != shown_.end() ? found->second : text::readable_unit(unit, figures);
}

std::string over_limit_text(const OverLimit& over) {
  static constexpr std::pair<std::string_view, const char*> kUnits[] = {{"gbyte_per_s_per_mm", " GB/s/mm"},
                                                                        {"pitches2", " pitches^2"},
                                                                        {"pitches", " pitches"},
                                                                        {"mm2", " mm2"},
                                                                        {"wires_per_mm", " wires/mm"},
                                                                        {"_mm", " mm"},
                                                                        {"_m", " m"},
                                                                        {"_w", " W"},
                                                                        {"_ps", " ps"},
                                                                        {"_db", " dB"}};
  const std::string_view name = std::string_view(over.limit).substr(0, over.limit.find(" of "));
  const auto* found = std::ranges::find_if(kUnits, [&](const auto& row) { return name.ends_with(row.first); });
  const std::string unit = !over.currency.empty()      ? " " + over.currency
                           : found == std::end(kUnits) ? ""
                                                       : found->second;
  return fmt::format("needs {}{}, allowed {}{}", text::short_text(over.needed, 6), unit,
                     text::short_text(over.allowed, 6), unit);
}

std::string capital(std::string_view text) {
  std::string out(text);
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

std::string network_text(const Design& design) {
  if (design.planes) {
    std::string planes;
    for (std::size_t p = 0; p < design.planes->all.size(); ++p)
      planes += fmt::format("{}{} {}", p == 0 ? "" : " + ", design.planes->all[p].name,
                            network_text(design_of_plane(design, p)));
    return planes;
  }
  const Family* family = find_family(design.family);
  Parameters chosen;
  for (const auto& entry : design.parameters.values()) {
    const auto& [name, value] = entry;
    const auto is_default = [&](const Field& field) {
      return field.name == entry.first && field.default_value == entry.second;
    };
    const bool by_default = family != nullptr && std::any_of(family->fields.begin(), family->fields.end(), is_default);
    if (!by_default) chosen.set(name, value);
  }
  const std::string parameters = to_string(chosen);
  return fmt::format("{}{}{}{}", design.ideal ? "ideal " : "", design.family.printed(), parameters.empty() ? "" : ": ",
                     parameters);
}

std::string value_text(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* list = std::get_if<IntegerList>(&value)) return fmt::format("[{}]", join(*list, ", "));
  return "";
}

std::string loss_name(const Loss& loss, bool several) {
  std::string its = several ? "their " : "its ";
  if (loss.cause == Cause::part) return its + std::visit(PartWords{}, loss.part);
  if (loss.cause == Cause::term) return its + loss.term;
  CUTLINE_EXPECT(loss.cause != Cause::none);
  its += row_of(kCauses, loss.cause).words;
  return loss.cause == Cause::longest_wire && several ? its + 's' : its;
}

std::string loss_figures(const Loss& loss, std::string_view time_unit, const RankedUnits& units) {
  const double own = loss.figures.at(0);
  const double other = loss.figures.back();
  switch (loss.cause) {
    case Cause::host_wires:
      return fmt::format("a phit takes {:.3g} times as long", own);
    case Cause::routers: {
      const std::string shown = units.of(time_unit, {other});
      return fmt::format("{} cycles and {} {} a hop", rounded_text(own),
                         rounded_text(text::rescaled(other, time_unit, shown)), shown);
    }
    case Cause::longest_wire:
    case Cause::time_of_wires:
      return against(loss, time_unit, units);
    case Cause::cycles_of_wires:
      return fmt::format("{} a hop against {}", count_text(own, "cycle"), count_text(other, "cycle"));
    case Cause::channels:
      return fmt::format("{}, {} cycles of message", count_text(own, "bit"), rounded_text(other));
    case Cause::host_channels:
      return against(loss, "wires", units);
    default:
      return against(loss, loss.unit, units) +
             (loss.made_by.empty() ? "" : ", by " + loss_name(loss.made_by[0], false));
  }
}

}  // namespace cutline::words
