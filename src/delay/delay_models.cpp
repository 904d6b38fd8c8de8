// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/named.hpp"
#include "cutline/detail/delay/delay_model.hpp"

namespace cutline {

#define CUTLINE_DELAY(name) DelayModel name##_delay();
#include "delay_models.inc"
#undef CUTLINE_DELAY

namespace {

std::string label_of(const DelayModel& model, const Parameters& parameters) {
  Parameters changed;
  for (const Field& field : model.fields) {
    const auto found = parameters.values().find(field.name);
    if (found != parameters.values().end() && found->second != field.default_value) {
      changed.set(field.name, found->second);
    }
  }
  return changed.values().empty() ? std::string(model.name) : fmt::format("{} ({})", model.name, to_string(changed));
}

/// Checks that a wire has a delay above 0: a cycle is as long as a delay, and a cycle of zero would make every latency
/// zero.
void expect_positive(const ChosenDelay& chosen) {
  const WireLength pitch{.span = 1, .routed_pitches = 1, .routed = millimetres(1), .node_pitch = millimetres(1)};
  const Time delay = chosen(pitch);
  if (delay.base > 0 && std::isfinite(delay.base)) return;
  throw_input_error(fmt::format("{}: a wire one pitch long would have no delay", chosen.label),
                    "one of its times must be above 0 for it", "delay");
}

void expect_medium(const DelayModel& model, const WireMedium& medium) {
  const std::string missing = what_is_missing(model, medium);
  if (missing.empty()) return;
  throw_input_error(fmt::format("{} {}", model.name, missing),
                    medium.metres
                        ? "choose a layer or a technology that has them; 'cutline list technologies' shows which"
                        : "name a technology such as nangate45, or take linear or logarithmic",
                    "model");
}

/// Checks also what the model named by the parameter `wire` needs.
void expect_medium(const ChosenDelay& chosen) {
  expect_medium(*chosen.model, chosen.medium);
  if (chosen.parameters.has("wire")) expect_medium(*find_delay_model(chosen.parameters.text("wire")), chosen.medium);
  if (!chosen.model->of_flight || chosen.parameters.has("time") || chosen.medium.has_flight()) return;
  throw_input_error(
      fmt::format("{} needs the time of an inch, and {} gives none", chosen.model->name, chosen.medium.name),
      "set its parameter `time`, or `flight` in the technology", "time");
}

/// The models of the library, and those that the user's program added.
std::deque<DelayModel>& delay_catalogue() {
  static std::deque<DelayModel> all = {
#define CUTLINE_DELAY(name) name##_delay(),
#include "delay_models.inc"
#undef CUTLINE_DELAY
  };
  return all;
}

void add_layer(WireMedium& medium, const Technology& technology, const Layer& layer) {
  medium.name += " " + layer.name;
  for (const TechnologyFigure figure : {TechnologyFigure::r_ohm_per_mm, TechnologyFigure::c_ff_per_mm}) {
    if (const double* value = layer.figures.find(figure)) medium.figures.set(figure, *value);
  }
  medium.via_ohm = via_stack_ohm(technology, layer);
  if (layer.figures.has(TechnologyFigure::l_nh_per_mm) && layer.figures.has(TechnologyFigure::c_ff_per_mm)) {
    medium.figures.set(TechnologyFigure::flight_ps_per_mm, std::sqrt(layer.figures[TechnologyFigure::l_nh_per_mm] *
                                                                     layer.figures[TechnologyFigure::c_ff_per_mm]));
  }
}

/// The mean of a figure along a wire on two layers; absent where one of them does not have it.
std::optional<double> mean(const GivenFigures& row, const GivenFigures& column, TechnologyFigure figure,
                           double share_of_row) {
  const double* a = row.find(figure);
  const double* b = column.find(figure);
  if (a == nullptr || b == nullptr) return std::nullopt;
  return *a == *b ? *a : share_of_row * *a + (1 - share_of_row) * *b;
}

}  // namespace

const std::deque<DelayModel>& delay_models() { return delay_catalogue(); }

void add_delay_model(DelayModel model) {
  CUTLINE_EXPECT(!model.name.empty() && model.delay != nullptr && find_delay_model(model.name) == nullptr);
  delay_catalogue().push_back(std::move(model));
}

const DelayModel* find_delay_model(std::string_view name) { return find_named(delay_models(), name); }

std::optional<std::size_t> find_delay(const std::vector<ChosenDelay>& delays, std::string_view named) {
  const auto is_named = [&](const ChosenDelay& delay) { return delay.model != nullptr && delay.model->name == named; };
  auto found = std::ranges::find(delays, named, &ChosenDelay::label);
  if (found == delays.end()) found = std::ranges::find_if(delays, is_named);
  if (found == delays.end()) return std::nullopt;
  return static_cast<std::size_t>(found - delays.begin());
}

ChosenDelay choose_delay(std::string_view name, Parameters parameters, const WireMedium& medium) {
  const DelayModel& model =
      expect_named(delay_models(), name, "no delay model is called", "the delay models are", "model");
  complete(parameters, model.fields, name);
  std::string label = label_of(model, parameters);
  ChosenDelay chosen{&model, std::move(parameters), std::move(label), medium};
  expect_medium(chosen);
  expect_positive(chosen);
  return chosen;
}

std::string what_is_missing(const DelayModel& model, const WireMedium& medium) {
  if (model.needs == Needs::nothing) return {};
  if (!medium.metres) return fmt::format("counts in metres, and {} has none", medium.name);
  const bool wire = medium.has_wire();
  const bool wants_flight = model.needs == Needs::flight || model.needs == Needs::driver_and_flight;
  const bool wants_driver = model.needs == Needs::driver || model.needs == Needs::driver_and_flight;
  if ((wants_driver || model.needs == Needs::wire) && !wire) {
    return fmt::format("needs the resistance and capacitance of a wire, and {} gives none", medium.name);
  }
  if (wants_driver && !medium.driver) return fmt::format("needs a driver, and {} gives none", medium.name);
  if (wants_flight && !medium.has_flight()) {
    return fmt::format("needs a permittivity or time of flight, and {} gives none", medium.name);
  }
  return {};
}

WireLength wire_of(Length length) { return {.routed = length}; }

std::optional<double> energy_pj_per_bit(const ChosenDelay& delay, Length length) {
  const WireMedium& medium = delay.medium;
  const std::optional<double> ends = medium.ends ? medium.ends->energy_pj_per_bit : std::nullopt;
  const double* vdd = medium.figures.find(TechnologyFigure::vdd_v);
  if (!medium.figures.has(TechnologyFigure::c_ff_per_mm) || vdd == nullptr) return ends;
  const double mm = in_mm(length + medium.slack());
  const double charged = delay.model->charged_ff == nullptr ? medium.c_ff_per_mm() * mm
                                                            : delay.model->charged_ff(delay.parameters, medium, mm);
  return random_bit_pj(charged, *vdd) + ends.value_or(0);
}

WireCircuit wire_circuit(const ChosenDelay& delay, Length length) {
  const WireMedium& medium = delay.medium;
  if (delay.model->circuit == nullptr) {
    const auto with = each_with(
        delay_models(), [](const DelayModel& each) { return each.circuit != nullptr; }, &DelayModel::name);
    throw_input_error(fmt::format("the delay model '{}' is a law without a circuit", delay.model->name),
                      fmt::format("take one of: {}", join(with, ", ")));
  }
  if (!medium.has_wire()) {
    throw_input_error(fmt::format("{} gives no resistance and capacitance, which a circuit needs", medium.name),
                      "name a technology that gives them: see 'cutline list technologies'");
  }
  const LengthRange range = length_range(delay);
  if (delay.model->needs == Needs::flight && length.base > range.most.base) {
    throw_input_error(fmt::format("{} holds up to {:.3g} mm of {}, and this wire of {:.3g} mm charges through its "
                                  "resistance for longer than a wave takes",
                                  delay.model->name, in_mm(range.most), medium.name, in_mm(length)),
                      "take a model of driven wires, as d2m");
  }
  return delay.model->circuit(delay.parameters, medium, in_mm(length));
}

LengthRange length_range(const ChosenDelay& delay) {
  return delay.model->range == nullptr ? LengthRange{} : delay.model->range(delay.parameters, delay.medium);
}

std::optional<std::string> length_warning(const ChosenDelay& delay, Length length) {
  const LengthRange range = length_range(delay);
  // A length that a range states as its limit may come back rounded, so that the limits have some slack.
  const double slack = 1e-9 * length.base;
  const bool below = length.base + slack < range.least.base;
  if (!below && length.base - slack <= range.most.base) return std::nullopt;
  const std::string limit = fmt::format("{:.3g} mm", in_mm(below ? range.least : range.most));
  if (below && std::isinf(range.least.base)) {
    return fmt::format("{} holds for no length of {}: {}", delay.model->name, delay.medium.name, range.below);
  }
  return fmt::format("{} holds {} {} on {}, not for {:.3g} mm: {}", delay.model->name, below ? "from" : "up to", limit,
                     delay.medium.name, in_mm(length), below ? range.below : range.above);
}

WireMedium wire_medium(const Technology& technology, std::string_view layer) {
  WireMedium medium;
  if (technology.unit) return medium;
  medium.name = technology.name;
  medium.metres = true;
  static_cast<Signalling&>(medium) = static_cast<const Signalling&>(technology);  // that part alone
  if (const Layer* found = find_layer(technology, layer)) add_layer(medium, technology, *found);
  if (const auto& edge = technology.edge) medium.ends = {edge->reach, {}, edge->latency, edge->energy_pj_per_bit};
  if (technology.cable) medium.ends = technology.cable;
  return medium;
}

LayeredDelay::LayeredDelay(const ChosenDelay& chosen, const Technology& technology) : scale_(chosen.scale) {
  std::vector<Pair> pairs;
  const auto piece = [&](const Layer& layer) {
    const WireMedium medium = wire_medium(technology, layer.name);
    Piece made{layer.name, choose_delay(chosen.model->name, chosen.parameters, medium), {}, medium.via_ohm};
    made.range = length_range(made.chosen);
    return made;
  };
  if (technology.unit) {
    Piece abstract{"", choose_delay(chosen.model->name, chosen.parameters), {}, 0};
    pairs.assign(technology.layers.size() / 2, {abstract, abstract, abstract.chosen});
  }
  for (std::size_t i = 0; !technology.unit && i + 1 < technology.layers.size(); i += 2) {
    const bool first = technology.layers[i].direction == LayerDirection::horizontal;
    Pair pair{piece(technology.layers[first ? i : i + 1]), piece(technology.layers[first ? i + 1 : i]), {}};
    pair.mixed = pair.horizontal.chosen;
    pair.mixed.medium.name = fmt::format("{} {}", technology.name, pair.horizontal.layer + ", " + pair.vertical.layer);
    pairs.push_back(std::move(pair));
  }
  on_.resize(pairs.size());
  pairs_ = std::move(pairs);
}

void LayeredDelay::set_scale(double scale) { scale_ = scale; }

double LayeredDelay::vias_ohm(const LayeredWire& wire) const {
  const Pair& pair = pairs_->at(wire.pair);
  const double between = std::abs(pair.horizontal.stack_ohm - pair.vertical.stack_ohm);
  const double row_end = pair.vertical.stack_ohm + between;
  const double column_end = pair.horizontal.stack_ohm + between;
  if (wire.along_x && wire.along_y) return row_end + between + column_end;
  if (wire.stays_on_layer) return 2 * (wire.along_y ? pair.vertical : pair.horizontal).stack_ohm;
  return 2 * (wire.along_y ? column_end : row_end);
}

const ChosenDelay& LayeredDelay::on(const LayeredWire& wire) {
  const Pair& pair = pairs_->at(wire.pair);
  std::optional<ChosenDelay>& on = on_[wire.pair];
  if (!on) on = pair.mixed;
  on->scale = scale_;
  WireMedium& medium = on->medium;
  if (!medium.metres) return *on;
  const WireMedium& row = pair.horizontal.chosen.medium;
  const WireMedium& column = pair.vertical.chosen.medium;
  const double flat = wire.x.base + wire.y.base;
  const double share = flat > 0 ? wire.x.base / flat : 1;
  for (const TechnologyFigure figure :
       {TechnologyFigure::r_ohm_per_mm, TechnologyFigure::c_ff_per_mm, TechnologyFigure::flight_ps_per_mm})
    medium.figures.set(figure, mean(row.figures, column.figures, figure, share));
  medium.via_ohm = vias_ohm(wire) / 2;
  return *on;
}

LayeredCircuit LayeredDelay::circuit(const LayeredWire& wire) {
  return {layers(wire.pair), wire, vias_ohm(wire), wire_circuit(on(wire), wire.x + wire.y + wire.z)};
}

const LayeredDelay::Piece& LayeredDelay::most_of(const LayeredWire& wire) const {
  const Pair& pair = pairs_->at(wire.pair);
  return wire.y > wire.x ? pair.vertical : pair.horizontal;
}

const LengthRange& LayeredDelay::range(const LayeredWire& wire) const { return most_of(wire).range; }

std::optional<std::string> LayeredDelay::warning(const LayeredWire& wire) const {
  return length_warning(most_of(wire).chosen, wire.x + wire.y + wire.z);
}

std::string LayeredDelay::layers(std::uint32_t pair) const {
  const Pair& of = pairs_->at(pair);
  return of.horizontal.layer + ", " + of.vertical.layer;
}

ChosenDelay default_delay(const Technology& technology) {
  if (technology.unit) return choose_delay("linear", {});
  const auto serves = [&](const char* name) {
    return std::all_of(technology.layers.begin(), technology.layers.end(), [&](const Layer& layer) {
      return what_is_missing(*find_delay_model(name), wire_medium(technology, layer.name)).empty();
    });
  };
  for (const char* name : {"d2m", "time_of_flight"}) {
    if (serves(name)) return choose_delay(name, {}, wire_medium(technology));
  }
  return choose_delay("linear", {}, wire_medium(technology));
}

}  // namespace cutline
