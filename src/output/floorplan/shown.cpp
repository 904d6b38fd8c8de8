// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "base/named.hpp"
#include "output/floorplan/scene.hpp"
#include "topology/said_sites.hpp"

// What the user wants to see: parts of the picture, classes of links, and links that are singled out.
// The words that commands take for colours and views.

namespace cutline::drawing {

namespace {

struct PicturePart {
  std::string_view name;
  bool Shown::*shown;
};
constexpr PicturePart kParts[] = {
    {"nodes", &Shown::nodes},     {"addresses", &Shown::addresses}, {"wires", &Shown::wires},
    {"longest", &Shown::longest}, {"peak", &Shown::peak},           {"profile", &Shown::profile},
    {"modules", &Shown::modules}, {"legend", &Shown::legend},       {"scale", &Shown::scale},
    {"title", &Shown::title},     {"heat", &Shown::heat},           {"inset", &Shown::inset}};

constexpr std::string_view kNode = "node:", kCut = "cut:";

bool singles_out(const std::string& name) { return name.starts_with(kNode) || name.starts_with(kCut); }

/// The class of this name; throws an input error where there is none.
std::size_t class_named(const std::string& name, const Topology& topology) {
  if (const LinkClass* found = find_named(topology.classes, name))
    return static_cast<std::size_t>(found - topology.classes.data());
  std::vector<std::string_view> names = drawing_parts();
  for (const LinkClass& link_class : topology.classes) names.push_back(link_class.name);
  throw_input_error(fmt::format("a floorplan has no '{}' to show", name),
                    did_you_mean(name, names, fmt::format("it takes: {}", join(names, ", "))), "show");
}

/// The site with this address or name in the picture, or else the one that the user means by it.
std::uint64_t site_to_show(const Scene& scene, const std::string& name) {
  std::vector<std::string> names;
  for (std::uint64_t site = 0; site < scene.topology.site_count(); ++site) {
    if (scene.topology.kind(site) == SiteKind::nothing) continue;
    names.push_back(scene.address_of(site));
    if (names.back() == name) return site;
  }
  if (const auto site = SaidSites(scene.topology).find(name)) return *site;
  throw_input_error(fmt::format("there is no node '{}' to show", name),
                    did_you_mean(name, {names.begin(), names.end()},
                                 fmt::format("nodes are called {} to {}", names.front(), names.back())),
                    "show");
}

/// The axis of the middle cut: x or y, whichever has more slots; if equal, the one with more wires over its middle.
Axis axis_of_middle(const Scene& scene) {
  if (scene.columns() != scene.rows()) return scene.columns() > scene.rows() ? Axis::x : Axis::y;
  const std::array<Density, 3>& density = scene.candidate.laid_out()->measures.density;
  return density[0].middle_wires >= density[1].middle_wires ? Axis::x : Axis::y;
}

/// Reads "middle", "peak", "x=3".
void choose_cut(Scene& scene, const std::string& text) {
  Axis axis = Axis::x;
  std::uint32_t cut = 0;
  if (text == "middle") {
    axis = axis_of_middle(scene);
    cut = scene.layout.wiring.grid[axis] / 2;
  } else if (text == "peak") {
    axis = scene.peak[0].links >= scene.peak[1].links ? Axis::x : Axis::y;
    cut = scene.peak[index(axis)].cut;
  } else {
    axis = text.starts_with("y=") ? Axis::y : Axis::x;
    const auto [end, error] =
        std::from_chars(text.data() + std::min<std::size_t>(2, text.size()), text.data() + text.size(), cut);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (!(text.starts_with("x=") || text.starts_with("y=")) || !whole)
      throw_input_error(fmt::format("there is no cut '{}'", text), "write cut:x=3, cut:y=3, cut:middle or cut:peak",
                        "show");
  }
  const std::uint32_t slots = scene.layout.wiring.grid[axis];
  if (cut == 0 || cut >= slots) {
    throw_input_error(fmt::format("there is no cut {} along {}", cut, letter(axis)),
                      slots == 1 ? fmt::format("there is one {} alone", axis == Axis::x ? "column" : "row")
                                 : fmt::format("{} have cuts 1 to {}",
                                               text::counted(slots, axis == Axis::x ? "column" : "row"), slots - 1),
                      "show");
  }
  scene.singled_out.cuts[index(axis)] = cut;
}

}  // namespace

Shown shown_of(const DrawOptions& options, const Topology& topology) {
  Shown shown;
  shown.classes.assign(topology.classes.size(), true);
  std::vector<std::string> names = options.show;
  const bool single = std::erase_if(names, singles_out) > 0;
  if (single) shown.longest = shown.peak = shown.heat = false;
  if (names.empty()) return shown;
  const auto is_part = [](const std::string& name) { return find_named(kParts, name) != nullptr; };
  if (std::ranges::any_of(names, is_part)) {
    for (const PicturePart& part : kParts) shown.*part.shown = false;
  }
  const bool all_wires = single || std::ranges::find(names, "wires") != names.end();
  if (!all_wires) shown.classes.assign(topology.classes.size(), false);
  shown.wires = shown.wires || single;
  for (const std::string& name : names) {
    if (const PicturePart* part = find_named(kParts, name)) {
      shown.*part->shown = true;
      continue;
    }
    const std::size_t link_class = class_named(name, topology);
    shown.wires = true;
    if (!all_wires) shown.classes[link_class] = true;
  }
  return shown;
}

void find_singled_out(Scene& scene) {
  for (const std::string& name : scene.options.show) {
    if (!singles_out(name)) continue;
    if (!scene.draws_links()) {
      throw_limit_error(fmt::format("'{}' is too large to single out links: {}", scene.candidate.design->name,
                                    text::counted(scene.topology.node_count(), "node")),
                        "up to 1,024 nodes can be drawn link by link", "show");
    }
    if (name.starts_with(kNode)) {
      scene.singled_out.nodes.push_back(site_to_show(scene, name.substr(kNode.size())));
    } else {
      choose_cut(scene, name.substr(kCut.size()));
    }
  }
}

bool is_singled_out(const Scene& scene, const DrawnWire& wire) {
  for (const Axis axis : {Axis::x, Axis::y}) {
    const std::uint32_t cut = scene.singled_out.cuts[index(axis)];
    const auto [low, high] = std::minmax({wire.a[axis], wire.b[axis]});
    if (low < cut && cut <= high) return true;
  }
  return std::ranges::any_of(scene.singled_out.nodes, [&](std::uint64_t site) {
    const Cell cell = cell_of(scene.topology, scene.placement, site);
    if (wire.taps.empty()) return wire.a == cell || wire.b == cell;
    const auto between = [&](Axis axis) {
      const auto [low, high] = std::minmax({wire.a[axis], wire.b[axis]});
      return low <= cell[axis] && cell[axis] <= high;
    };
    return between(Axis::x) && between(Axis::y) && between(Axis::z);
  });
}

}  // namespace cutline::drawing

namespace cutline {

namespace {

template <class Value>
struct Word {
  std::string_view name;
  Value value;
};

constexpr Word<WireColour> kColourWords[] = {{"dimension", WireColour::dimension},
                                             {"length", WireColour::length},
                                             {"delay", WireColour::delay},
                                             {"load", WireColour::load},
                                             {"layer", WireColour::layer}};
constexpr Word<FloorplanView> kViewWords[] = {
    {"to-scale", FloorplanView::to_scale}, {"schematic", FloorplanView::schematic},
    {"planes", FloorplanView::planes},     {"isometric", FloorplanView::isometric},
    {"hall", FloorplanView::hall},         {"bundles", FloorplanView::bundles},
    {"racks", FloorplanView::racks}};

auto value_of_word(const auto& words, std::string_view word, std::string_view mistake, std::string parameter) {
  if (const auto* found = find_named(words, word)) return found->value;
  throw_input_error(fmt::format("{} '{}'", mistake, word), fmt::format("it takes: {}", join(names_of(words), ", ")),
                    std::move(parameter));
}

}  // namespace

std::vector<std::string_view> drawing_parts() { return names_of(drawing::kParts); }
std::vector<std::string_view> drawing_colours() { return names_of(kColourWords); }
std::vector<std::string_view> drawing_views() { return names_of(kViewWords); }

WireColour wire_colour(std::string_view word) {
  return value_of_word(kColourWords, word, "a floorplan cannot be coloured by", "colour");
}
FloorplanView floorplan_view(std::string_view word) {
  return value_of_word(kViewWords, word, "there is no view", "view");
}

}  // namespace cutline
