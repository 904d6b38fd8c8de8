// SPDX-License-Identifier: Apache-2.0
#include "output/tables/delay_tables.hpp"

#include <fmt/core.h>

#include <cmath>

#include "output/tables/candidate_tables.hpp"
#include "output/text/number.hpp"

namespace cutline {
namespace {

double ps(Time time) { return in_ns(time) * 1e3; }

std::string star(const ChosenDelay& model, Length length) { return length_warning(model, length) ? "*" : ""; }

std::optional<double> femtojoules(const ChosenDelay& model, Length length) {
  const auto energy = energy_pj_per_bit(model, length);
  return energy ? std::optional(*energy * 1e3) : std::nullopt;
}

/// The units of all tables of the curves, and of the sentence below them.
struct Scales {
  text::UnitScale length, delay, energy;
};

Scales scales_of(const DelayCurves& curves) {
  std::vector<double> lengths, delays, energies;
  for (const Length length : curves.lengths) {
    lengths.push_back(in_mm(length));
    for (const ChosenDelay& model : curves.models) {
      delays.push_back(ps(model(wire_of(length))));
      if (const auto energy = femtojoules(model, length)) energies.push_back(*energy);
    }
  }
  return {{"mm", lengths}, {"ps", delays}, {"fJ/bit", energies}};
}

/// A table with one row per length and one column per model; `cell` gives the cells.
template <class Cell>
Table by_length(const DelayCurves& curves, const std::vector<std::size_t>& models, const std::string& unit,
                const Cell& cell) {
  const text::UnitScale scale = scales_of(curves).length;
  Table table{{{"length_mm", "length", scale.unit()}}, {}};
  for (const std::size_t model : models) {
    const std::string name(curves.models[model].model->name);
    table.columns.push_back({name, name, unit});
  }
  for (const Length length : curves.lengths) {
    std::vector<TableCell> row = {scale.text(in_mm(length))};
    for (const std::size_t model : models) row.push_back(cell(curves.models[model], length));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// The models of the tables for people: all but those in whole cycles, which have a table of their own.
std::vector<std::size_t> models_for_people(const DelayCurves& curves) {
  return those_with(curves.models.size(), [&](std::size_t i) { return !curves.models[i].model->clocked; });
}

/// The models with a column for energies. Models with the same energy at every length share the column of the first.
std::vector<std::size_t> models_of_own_energy(const DelayCurves& curves, std::string& alike) {
  std::vector<std::size_t> kept;
  for (const std::size_t model : models_for_people(curves)) {
    const auto same = [&](std::size_t other) {
      return std::all_of(curves.lengths.begin(), curves.lengths.end(), [&](Length length) {
        return femtojoules(curves.models[model], length) == femtojoules(curves.models[other], length);
      });
    };
    if (!femtojoules(curves.models[model], curves.lengths.front())) continue;
    const auto found = std::find_if(kept.begin(), kept.end(), same);
    if (found == kept.end()) {
      kept.push_back(model);
    } else {
      alike += fmt::format("{}{} as {}", alike.empty() ? "; " : ", ", curves.models[model].model->name,
                           curves.models[*found].model->name);
    }
  }
  return kept;
}

void add_energy(std::vector<TableSection>& sections, const DelayCurves& curves) {
  std::string alike;
  const text::UnitScale scale = scales_of(curves).energy;
  const std::vector<std::size_t> models = models_of_own_energy(curves, alike);
  if (models.empty()) return;
  sections.push_back(
      {"energy of a bit of random data" + alike,
       by_length(curves, models, scale.unit(), [&](const ChosenDelay& model, Length length) -> TableCell {
         return scale.text(*femtojoules(model, length));
       })});
}

Table overtakings_table(const DelayCurves& curves) {
  const Scales scales = scales_of(curves);
  const auto name = [&](std::size_t Overtaking::*model) {
    return [&curves, model](const Overtaking& at) { return curves.models[at.*model].model->name; };
  };
  return tables::table_of<Overtaking>(
      overtakings(curves),
      {{{"length_mm", "from", scales.length.unit()},
        [&](const auto& at) { return scales.length.text(in_mm(at.length)); }},
       {{"delay_ps", "delay", scales.delay.unit()}, [&](const auto& at) { return scales.delay.text(ps(at.delay)); }},
       {{"slower_above", "this model", "", true}, name(&Overtaking::slower_above)},
       {{"slower_below", "is slower than", "", true}, name(&Overtaking::slower_below)}});
}

std::string limit_text(const text::UnitScale& scale, Length length, const char* none) {
  return std::isfinite(length.base) && length.base > 0 ? scale.text(in_mm(length), 3) : none;
}

Table ranges_table(const DelayCurves& curves) {
  const text::UnitScale scale = scales_of(curves).length;
  Table table{{{"model", "model", "", true},
               {"from_mm", "holds from", scale.unit()},
               {"to_mm", "up to", scale.unit()},
               {"why", "elsewhere", "", true, true}},
              {}};
  for (const std::size_t index : models_for_people(curves)) {
    const ChosenDelay& model = curves.models[index];
    const LengthRange range = length_range(model);
    const bool from = range.least.base > 0;
    const bool to = std::isfinite(range.most.base);
    table.rows.push_back(
        {std::string(model.model->name), limit_text(scale, range.least, from ? "nowhere" : "any"),
         limit_text(scale, range.most, "any"),
         fmt::format("{}{}{}", from ? range.below : "", from && to ? "; " : "", to ? range.above : "")});
  }
  return table;
}

Data finite(std::optional<double> value) { return value && std::isfinite(*value) ? Data(*value) : Data(); }

Data::List points_data(const DelayCurves& curves, const ChosenDelay& model) {
  Data::List points;
  for (const Length length : curves.lengths) {
    const Time delay = model(wire_of(length));
    points.emplace_back(Data::Map{{"length_mm", in_mm(length)},
                                  {"delay_ps", ps(delay)},
                                  {"energy_fj_per_bit", finite(femtojoules(model, length))},
                                  {"cycles", curves.clocked() ? Data(cycles_of(delay, curves.cycle)) : Data()},
                                  {"warning", length_warning(model, length)}});
  }
  return points;
}

/// Which delay to enter into a simulator.
std::string delay_advice(const DelayCurves& curves) {
  const std::size_t advised = advised_model(curves);
  const ChosenDelay& model = curves.models[advised];
  const Length longest = curves.lengths.back();
  const Time delay = model(wire_of(longest));
  const Scales scales = scales_of(curves);
  std::string text = fmt::format("{}: {} {} take {} {}", model.model->name, scales.length.text(in_mm(longest)),
                                 scales.length.unit(), scales.delay.text(ps(delay)), scales.delay.unit());
  if (curves.clocked()) {
    const std::int64_t cycles = cycles_of(delay, curves.cycle);
    text += fmt::format(", {} {}", text::with_thousands(cycles), cycles == 1 ? "cycle" : "cycles");
    if (const auto reach = longest_within(curves, advised, curves.cycle)) {
      text += fmt::format("; a wire of one cycle is at most {} {}", scales.length.text(in_mm(*reach), 3),
                          scales.length.unit());
    }
  }
  if (const auto warning = length_warning(model, longest)) text += fmt::format("; but {}", *warning);
  return text;
}

}  // namespace

std::vector<TableSection> delay_sections(const DelayCurves& curves) {
  std::vector<TableSection> sections;
  const text::UnitScale scale = scales_of(curves).delay;
  bool stars = false;
  Table delays = by_length(curves, models_for_people(curves), scale.unit(),
                           [&](const ChosenDelay& model, Length length) -> TableCell {
                             const std::string mark = star(model, length);
                             stars = stars || !mark.empty();
                             return scale.text(ps(model(wire_of(length)))) + mark;
                           });
  sections.push_back({fmt::format("{}: delay of a wire{}", curves.medium.name,
                                  stars ? "; * outside the lengths for which the model holds" : ""),
                      std::move(delays)});
  add_energy(sections, curves);
  if (curves.clocked()) {
    sections.push_back({fmt::format("cycles at {} GHz", text::short_text(1 / in_ns(curves.cycle))),
                        by_length(curves, models_for_people(curves), "cycles",
                                  [&](const ChosenDelay& model, Length length) -> TableCell {
                                    return cycles_of(model(wire_of(length)), curves.cycle);
                                  })});
  }
  Table overtaken = overtakings_table(curves);
  if (!overtaken.rows.empty()) sections.push_back({"where one model overtakes another", std::move(overtaken)});
  sections.push_back({"where each model holds", ranges_table(curves)});
  sections.push_back({"", {}, {delay_advice(curves)}});
  return sections;
}

Table delay_rows(const DelayCurves& curves) {
  Data::List rows;
  for (const ChosenDelay& model : curves.models) {
    for (Data& point : points_data(curves, model)) {
      point.map().emplace_back("model", model.model->name);
      rows.push_back(std::move(point));
    }
  }
  return tables::table_of(rows, {{"model", "model", "", true},
                                 {"length_mm", "length", "mm"},
                                 {"delay_ps", "delay", "ps"},
                                 {"energy_fj_per_bit", "energy", "fJ/bit"},
                                 {"cycles", "cycles", ""},
                                 {"warning", "warning", "", true, true}});
}

Data delay_data(const DelayCurves& curves) {
  Data::List models;
  for (const ChosenDelay& model : curves.models) {
    const LengthRange range = length_range(model);
    models.emplace_back(Data::Map{{"model", model.model->name},
                                  {"label", model.label},
                                  {"source", model.model->source},
                                  {"from_mm", finite(in_mm(range.least))},
                                  {"to_mm", finite(in_mm(range.most))},
                                  {"points", points_data(curves, model)}});
  }
  const Data::List crossings = each_of(overtakings(curves), [&](const Overtaking& at) {
    return Data(Data::Map{{"slower_below", curves.models[at.slower_below].model->name},
                          {"slower_above", curves.models[at.slower_above].model->name},
                          {"length_mm", in_mm(at.length)},
                          {"delay_ps", ps(at.delay)}});
  });
  return Data::Map{{"medium", curves.medium.name},
                   {"cycle_ns", curves.clocked() ? Data(in_ns(curves.cycle)) : Data()},
                   {"models", std::move(models)},
                   {"overtakings", crossings}};
}

}  // namespace cutline
