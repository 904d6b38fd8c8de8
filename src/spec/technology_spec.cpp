// SPDX-License-Identifier: Apache-2.0
#include "spec/technology_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cutline/base/parameters.hpp"
#include "spec/files.hpp"

namespace cutline {
namespace {

constexpr std::size_t kMaxTechnologyBytes = std::size_t{1} << 20;
constexpr std::int64_t kMaxPairs = 64;

struct TechnologyDraft {
  Technology technology;
  std::optional<std::int64_t> pairs;
  std::optional<YamlId> layers, use;
};

const std::vector<Key<Layer>>& layer_keys() {
  static const std::vector<Key<Layer>> keys = {
      {"name", text_shape(), "", "the foundry's name of the layer",
       [](Reader& reader, YamlId id, Layer& layer) { layer.name = read_text(reader, id, "name").value_or(""); }, true},
      {"direction", choice_shape({"horizontal", "vertical"}), "", "where its wires run",
       [](Reader& reader, YamlId id, Layer& layer) {
         const auto choice = read_choice(reader, id, "direction", {"horizontal", "vertical"});
         layer.direction = choice == 1U ? LayerDirection::vertical : LayerDirection::horizontal;
       },
       true},
      {"pitch", quantity_shape({Measured::length}), "", "distance of neighbouring wires, centre to centre",
       [](Reader& reader, YamlId id, Layer& layer) {
         const auto pitch = read_quantity(reader, id, "pitch", {Measured::length});
         layer.pitch = nanometres(pitch ? pitch->value : 1);
         if (layer.pitch.base <= 0) reader.report(id, "'pitch' must be more than 0");
       },
       true}};
  return keys;
}

void read_length(Reader& reader, YamlId id, std::string_view what, Length& length) {
  if (const auto quantity = read_quantity(reader, id, what, {Measured::length})) length = nanometres(quantity->value);
}

const std::vector<Key<Technology>>& box_keys() {
  static const std::vector<Key<Technology>> keys = {
      {"width", quantity_shape({Measured::length}), "as small as its terminals allow", "least width of a node's box",
       [](Reader& reader, YamlId id, Technology& t) { read_length(reader, id, "width", t.node_width); }},
      {"height", quantity_shape({Measured::length}), "as small as its terminals allow", "least height of a node's box",
       [](Reader& reader, YamlId id, Technology& t) { read_length(reader, id, "height", t.node_height); }}};
  return keys;
}

const std::vector<Key<Technology>>& wiring_keys() {
  static const std::vector<Key<Technology>> keys = {
      {"control", quantity_shape({Measured::wires}), "0 wires", "control wires of a channel",
       [](Reader& reader, YamlId id, Technology& t) {
         const auto wires = read_quantity(reader, id, "control", {Measured::wires});
         if (wires) t.control_wires = static_cast<int>(std::min(wires->value, 1e6));
       }},
      {"wires_per_bit", number_shape("whole number", 1, true), "1", "2 where signals are differential",
       [](Reader& reader, YamlId id, Technology& t) {
         t.wires_per_bit = static_cast<int>(read_whole(reader, id, "wires_per_bit", 1, 16).value_or(1));
       }}};
  return keys;
}

const std::vector<Key<TechnologyDraft>>& technology_keys() {
  static const std::vector<Key<TechnologyDraft>> keys = {
      {"name", text_shape(), "", "its name; without `layers`, that of a technology of the library to start from",
       [](Reader& reader, YamlId id, TechnologyDraft& d) {
         d.technology.name = read_text(reader, id, "name").value_or("");
       },
       true},
      {"summary", text_shape(), "", "one line on what it is",
       [](Reader& reader, YamlId id, TechnologyDraft& d) {
         d.technology.summary = read_text(reader, id, "summary").value_or("");
       }},
      {"source", text_shape(), "", "where its numbers come from",
       [](Reader& reader, YamlId id, TechnologyDraft& d) {
         d.technology.source = read_text(reader, id, "source").value_or("");
       }},
      {"layers", list_shape(map_shape(layer_keys())), "",
       "from the bottom, in pairs of one horizontal and one vertical layer",
       [](Reader&, YamlId id, TechnologyDraft& d) { d.layers = id; }},
      {"use", list_shape(text_shape("name of a layer")), "all layers",
       "the layers that carry the network, in pairs from the bottom",
       [](Reader&, YamlId id, TechnologyDraft& d) { d.use = id; }},
      {"pairs", number_shape("whole number", 1, true), "1", "layer pairs of the technology `unit`",
       [](Reader& reader, YamlId id, TechnologyDraft& d) { d.pairs = read_whole(reader, id, "pairs", 1, kMaxPairs); }},
      {"node", map_shape(box_keys()), "as small as its terminals allow", "the least box of a node",
       [](Reader& reader, YamlId id, TechnologyDraft& d) { read_map(reader, id, "node", box_keys(), d.technology); }},
      {"channel", map_shape(wiring_keys()), "", "the wires of a channel beside its bits",
       [](Reader& reader, YamlId id, TechnologyDraft& d) {
         read_map(reader, id, "channel", wiring_keys(), d.technology);
       }}};
  return keys;
}

std::vector<std::string_view> builtin_names() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kBuiltinTechnologyCount; ++i) names.push_back(kBuiltinTechnologies[i].name);
  return names;
}

void read_layers(Reader& reader, YamlId id, Technology& technology) {
  technology.layers.clear();
  const auto items = read_list(reader, id, "layers");
  if (!items) return;
  for (const YamlId item : *items) {
    Layer layer;
    if (read_map(reader, item, "a layer", layer_keys(), layer)) technology.layers.push_back(std::move(layer));
  }
}

void choose_layers(Reader& reader, YamlId id, Technology& technology) {
  const auto items = read_list(reader, id, "use");
  if (!items) return;
  std::vector<std::string_view> names;
  for (const Layer& layer : technology.layers) names.push_back(layer.name);
  std::vector<bool> used(names.size(), false);
  for (const YamlId item : *items) {
    if (const auto index = read_choice(reader, item, "use", names)) used[*index] = true;
  }
  std::vector<Layer> kept;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) kept.push_back(technology.layers[i]);
  }
  technology.layers = std::move(kept);
}

/// Where a technology's map stands, and whether its `use` counts.
enum class Origin { spec, library, library_with_all_layers };

std::optional<Technology> named(Reader& reader, YamlId id, const std::string& name, Origin origin = Origin::library);

void complete_unit(Reader& reader, YamlId id, TechnologyDraft& draft) {
  Technology unit = unit_technology(static_cast<int>(draft.pairs.value_or(1)));
  draft.technology.unit = true;
  draft.technology.layers = std::move(unit.layers);
  if (draft.technology.summary.empty()) draft.technology.summary = unit.summary;
  if (draft.technology.source.empty()) draft.technology.source = unit.source;
  if (draft.layers) reader.report(*draft.layers, "the technology 'unit' has no layers of its own", "set `pairs`");
  if (const auto node = find_value(reader.document, id, "node")) {
    reader.report(*node, "the technology 'unit' has no metres", "its node boxes are as small as their terminals allow");
  }
}

/// A map of a spec or of a technology's own file.
std::optional<Technology> read_technology_map(Reader& reader, YamlId id, Origin origin) {
  TechnologyDraft draft;
  const std::size_t mistakes = reader.document.diagnostics.size();
  const bool is_map = reader[id].kind == YamlKind::map;
  const YamlEntry* name = is_map ? find_entry(reader.document, id, "name") : nullptr;
  const bool own_layers = is_map && find_value(reader.document, id, "layers");
  const bool unit = name != nullptr && reader[name->value].text == "unit";
  const bool named_here = name != nullptr && reader[name->value].kind == YamlKind::scalar;
  if (named_here && !own_layers && !unit && origin == Origin::spec) {
    const bool chooses = find_value(reader.document, id, "use").has_value();
    const Origin base_origin = chooses ? Origin::library_with_all_layers : Origin::library;
    if (auto base = named(reader, name->value, reader[name->value].text, base_origin)) draft.technology = *std::move(base);
  }
  if (!read_map(reader, id, "the technology", technology_keys(), draft)) return std::nullopt;
  if (unit) {
    complete_unit(reader, id, draft);
  } else {
    if (draft.layers) read_layers(reader, *draft.layers, draft.technology);
    if (draft.pairs) {
      reader.report(*find_value(reader.document, id, "pairs"), "'pairs' is of the technology 'unit' only",
                    "choose layers by name with `use`");
    }
  }
  if (draft.use && origin != Origin::library_with_all_layers) choose_layers(reader, *draft.use, draft.technology);
  if (reader.document.diagnostics.size() > mistakes) return std::nullopt;
  try {
    expect_consistent(draft.technology);
  } catch (const Error& error) {
    reader.take(error, draft.use ? *draft.use : draft.layers.value_or(id));
    return std::nullopt;
  }
  return draft.technology;
}

/// A technology in a file of its own; its mistakes carry that file's places.
std::optional<Technology> read_technology_text(Reader& reader, YamlId id, std::string text, const std::string& file,
                                               Origin origin) {
  try {
    Document document = parse_document(std::move(text), file);
    Reader inner{document, std::filesystem::path(file).parent_path().string(), true};
    auto technology = read_technology_map(inner, document.root, origin);
    if (!document.diagnostics.empty()) throw Error(ExitCode::bad_input, document.diagnostics);
    return technology;
  } catch (const Error& error) {
    reader.take(error, id);
    return std::nullopt;
  }
}

std::optional<Technology> named(Reader& reader, YamlId id, const std::string& name, Origin origin) {
  for (std::size_t i = 0; i < kBuiltinTechnologyCount; ++i) {
    if (name != kBuiltinTechnologies[i].name) continue;
    return read_technology_text(reader, id, kBuiltinTechnologies[i].yaml, name + ".yaml", origin);
  }
  const std::string_view near = nearest(name, builtin_names());
  std::string hint = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
  hint += "the technologies are: ";
  for (const std::string_view known : builtin_names()) hint += fmt::format("{}, ", known);
  reader.report(id, fmt::format("no technology is called {}", in_words(reader[id])),
                hint + "or the path of a .yaml file");
  return std::nullopt;
}

bool is_path(const std::string& text) {
  const auto ends_in = [&](std::string_view end) {
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
  };
  return text.find('/') != std::string::npos || ends_in(".yaml") || ends_in(".yml");
}

}  // namespace

std::optional<Technology> read_technology(Reader& reader, YamlId id) {
  if (reader[id].kind == YamlKind::map) return read_technology_map(reader, id, Origin::spec);
  const auto text = read_text(reader, id, "technology");
  if (!text) return std::nullopt;
  if (!is_path(*text)) return named(reader, id, *text);
  const auto path = read_path(reader, id, "technology");
  if (!path) return std::nullopt;
  try {
    return read_technology_text(reader, id, read_bounded_file(*path, kMaxTechnologyBytes), *path, Origin::spec);
  } catch (const Error& error) {
    reader.take(error, id);
    return std::nullopt;
  }
}

Shape technology_shape() {
  return any_shape({choice_shape(builtin_names()), path_shape(), map_shape(technology_keys())});
}

std::vector<Technology> technologies() {
  std::vector<Technology> all;
  for (std::size_t i = 0; i < kBuiltinTechnologyCount; ++i) {
    Document document = parse_document(kBuiltinTechnologies[i].yaml, kBuiltinTechnologies[i].name);
    Reader reader{document, {}, true};
    auto technology = read_technology_map(reader, document.root, Origin::library);
    CUTLINE_EXPECT(technology.has_value());
    all.push_back(*std::move(technology));
  }
  return all;
}

}  // namespace cutline
