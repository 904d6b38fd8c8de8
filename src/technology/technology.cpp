// SPDX-License-Identifier: Apache-2.0
#include "cutline/technology/technology.hpp"

#include <cmath>
#include <numbers>

#include "base/named.hpp"
#include "cutline/detail/technology/packages.hpp"

namespace cutline {

namespace {

constexpr double kLightMmPerNs = 299.792458;

void expect_pitch(const Technology& technology, const Layer& layer) {
  if (technology.unit || layer.pitch.base > 0) return;
  throw_input_error(fmt::format("layer '{}' of technology '{}' has no pitch", layer.name, technology.name),
                    "a pitch is the distance of neighbouring wires, centre to centre: `pitch: 0.28 um`", "layers");
}

void expect_pair(const Technology& technology, const Layer& lower, const Layer& upper) {
  if (lower.direction != upper.direction) return;
  throw_input_error(fmt::format("layers '{}' and '{}' of technology '{}' form a pair and run in the same direction",
                                lower.name, upper.name, technology.name),
                    "layers come in pairs from the bottom, one horizontal and one vertical", "layers");
}

bool has_no_tracks(const Technology& technology) {
  return technology.edge || technology.cable ||
         (technology.figures.has(TechnologyFigure::flight_ps_per_mm) && technology.all_layers.empty());
}

const std::vector<Layer>& every_layer(const Technology& technology) {
  return technology.all_layers.empty() ? technology.layers : technology.all_layers;
}

[[noreturn]] void refuse(std::string message, std::string hint) {
  throw_input_error(std::move(message), std::move(hint), "packages");
}

}  // namespace

const double* GivenFigures::find(TechnologyFigure figure) const {
  const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.figure == figure; });
  return entry != entries_.end() ? &entry->value : nullptr;
}

double GivenFigures::operator[](TechnologyFigure figure) const {
  const double* value = find(figure);
  CUTLINE_EXPECT(value != nullptr);
  return *value;
}

void GivenFigures::set(TechnologyFigure figure, const std::optional<double>& value) {
  const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.figure == figure; });
  if (!value) {
    if (known != entries_.end()) entries_.erase(known);
  } else if (known != entries_.end()) {
    known->value = *value;
  } else {
    entries_.push_back({figure, *value});
  }
}

Time Driver::unloaded() const { return nanoseconds(std::numbers::ln2 * r_chain_ohm * parasitic_ff * 1e-6); }

Length Layer::track_pitch() const { return free >= 1 ? pitch : nanometres(std::ceil(in_nm(pitch) / free - 1e-6)); }

const Layer& Technology::metal(int layer) const {
  const auto lower = static_cast<std::size_t>(layer - layer % 2);
  const auto runs = layer % 2 == 0 ? LayerDirection::horizontal : LayerDirection::vertical;
  return layers.at(layers.at(lower).direction == runs ? lower : lower + 1);
}

Length Technology::track_pitch(LayerDirection direction) const {
  Length coarsest;
  for (const Layer& layer : layers) {
    if (!unit && layer.direction == direction) coarsest = std::max(coarsest, layer.track_pitch());
  }
  return coarsest;
}

double Technology::tracks_lost(const Layer& layer) const {
  return unit ? 0 : 1 - layer.track_pitch() / track_pitch(layer.direction);
}

std::vector<std::uint8_t> Technology::fastest_pairs(LayerDirection direction) const {
  std::vector<double> slowness;  // one a pair
  for (const Layer& layer : layers) {
    if (layer.direction != direction) continue;
    if (!layer.figures.has(TechnologyFigure::r_ohm_per_mm) || !layer.figures.has(TechnologyFigure::c_ff_per_mm))
      return {};
    slowness.push_back(layer.figures[TechnologyFigure::r_ohm_per_mm] * layer.figures[TechnologyFigure::c_ff_per_mm]);
  }
  auto pairs = numbers_below<std::uint8_t>(slowness.size());
  if (std::equal(slowness.begin() + (slowness.empty() ? 0 : 1), slowness.end(), slowness.begin())) return {};
  std::ranges::stable_sort(pairs, [&](std::uint8_t a, std::uint8_t b) { return slowness[a] < slowness[b]; });
  return pairs;
}

Technology unit_technology(int layer_pairs) {
  CUTLINE_EXPECT(layer_pairs >= 1);
  Technology technology;
  technology.name = "unit";
  technology.summary = "wire pitch 1, node boxes as small as their terminals allow, tau for a wire one node pitch long";
  technology.source = "derived: the papers' abstract wires";
  technology.unit = true;
  technology.neighbours_face = false;
  for (int pair = 0; pair < layer_pairs; ++pair) {
    technology.layers.push_back({fmt::format("h{}", pair + 1), LayerDirection::horizontal, {}});
    technology.layers.push_back({fmt::format("v{}", pair + 1), LayerDirection::vertical, {}});
  }
  return technology;
}

const Layer* find_layer(const Technology& technology, std::string_view name) {
  const std::vector<Layer>& all = every_layer(technology);
  if (name.empty()) {
    if (!technology.layers.empty()) return &technology.layers.back();
    return all.empty() ? nullptr : &all.back();
  }
  if (const Layer* layer = find_named(all, name)) return layer;
  const std::vector<std::string_view> names = names_of(all);
  const std::string known = join(names, ", ");
  const std::string_view near = nearest(name, names);
  throw_input_error(fmt::format("technology '{}' has no layer '{}'", technology.name, name),
                    !near.empty() ? fmt::format("did you mean '{}'? its layers are: {}", near, known)
                    : all.empty() ? std::string("it has no layers")
                                  : fmt::format("its layers are: {}", known),
                    "layer");
}

double via_stack_ohm(const Technology& technology, const Layer& layer) {
  double sum = 0;
  for (const Layer& each : every_layer(technology)) {
    if (const double* via = each.figures.find(TechnologyFigure::via_ohm)) sum += *via;
    if (each.name == layer.name) break;
  }
  return sum;
}

double flight_ps_per_mm(double relative_permittivity) { return std::sqrt(relative_permittivity) / kLightMmPerNs * 1e3; }

void expect_consistent(const Technology& technology) {
  const std::vector<Layer>& layers = technology.layers;
  if (layers.empty() && has_no_tracks(technology)) return;
  if (layers.empty()) throw_input_error(fmt::format("technology '{}' has no layers", technology.name), {}, "layers");
  for (const Layer& layer : layers) expect_pitch(technology, layer);
  if (layers.size() % 2 != 0) {
    throw_input_error(fmt::format("layer '{}' of technology '{}' has no partner", layers.back().name, technology.name),
                      "layers come in pairs from the bottom, one horizontal and one vertical", "layers");
  }
  for (std::size_t i = 0; i < layers.size(); i += 2) expect_pair(technology, layers[i], layers[i + 1]);
}

EdgeMedium medium_of(const Technology& technology) {
  if (!technology.figures.has(TechnologyFigure::flight_ps_per_mm)) {
    throw_input_error(fmt::format("'{}' carries no links between modules: it gives no time of flight", technology.name),
                      "give it a `permittivity`, `flight` or `speed`, or take a cable or a board", "technology");
  }
  EdgeMedium medium{.name = technology.name, .energy_pj_per_bit = {}};
  medium.flight_ps_per_mm = technology.figures[TechnologyFigure::flight_ps_per_mm];
  if (technology.edge) {
    medium.reach = technology.edge->reach;
    medium.energy_pj_per_bit = 0;  // the energy of both ends is in the PackageEdge
  }
  if (const auto& cable = technology.cable) {
    medium.reach = cable->reach;
    medium.slack = cable->slack;
    medium.delay = cable->latency;
    medium.energy_pj_per_bit = cable->energy_pj_per_bit;
  }
  return medium;
}

PackageEdge edge_of(const Technology& technology) {
  PackageEdge edge;
  edge.media.push_back(medium_of(technology));
  if (!technology.edge) return edge;
  const DieEdge& die = *technology.edge;
  const double* wires = die.figures.find(TechnologyFigure::module_wires);
  const double* width = die.figures.find(TechnologyFigure::module_width_nm);
  if (wires != nullptr && width != nullptr) {
    edge.pins = PinsPerMm{*wires / in_mm(nanometres(*width))};
  } else {
    edge.pins = BumpGrid{die.bump_pitch};
  }
  const double* bandwidth = die.figures.find(TechnologyFigure::bandwidth_gbyte_per_s_per_mm);
  if (bandwidth != nullptr) edge.bandwidth_gbyte_per_s_per_mm = *bandwidth;
  const double* module = die.figures.find(TechnologyFigure::module_mm2);
  if (module != nullptr && wires != nullptr) edge.phy = square_millimetres(*module / *wires);
  edge.phy_delay = die.latency;
  edge.energy_pj_per_bit = die.energy_pj_per_bit;
  return edge;
}

bool is_whole_machine(const PackageLevel& level) { return level.cells == std::array<std::uint32_t, 3>{}; }

std::optional<double> offered_wires_per_mm(const PackageLevel& level, LayerDirection direction) {
  if (const auto* per_mm = std::get_if<double>(&level.wiring)) return *per_mm * level.layers * level.usable;
  const auto* technology = std::get_if<Technology>(&level.wiring);
  if (technology == nullptr || technology->unit) return std::nullopt;
  double wires = 0;
  for (const Layer& layer : technology->layers) {
    if (layer.direction == direction) wires += layer.free / in_mm(layer.pitch);
  }
  return wires * level.usable;
}

void expect_fits(const Packages& below, const PackageLevel& level) {
  for (const PackageLevel& other : below) {
    if (other.name == level.name) refuse(fmt::format("two levels of packages are called '{}'", level.name), {});
  }
  if (below.empty()) return;
  const PackageLevel& last = below.back();
  if (is_whole_machine(last)) {
    refuse(fmt::format("the level '{}' has no 'cells', but '{}' stands above it", last.name, level.name),
           "only the outermost level may leave them out: it is the whole machine");
  }
  for (std::size_t axis = 0; axis < 3 && !is_whole_machine(level); ++axis) {
    if (level.cells[axis] == 0 || last.cells[axis] == 0 || level.cells[axis] % last.cells[axis] == 0) continue;
    refuse(fmt::format("a {} is {} cells along {}, no whole number of {}s, which are {}", level.name, level.cells[axis],
                       "xyz"[axis], last.name, last.cells[axis]),
           "'cells' counts grid cells on every level");
  }
}

}  // namespace cutline
