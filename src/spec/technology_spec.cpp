// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "base/files.hpp"
#include "spec/library_files.hpp"
#include "spec/study_keys.hpp"
#include "technology/plausibility.hpp"

namespace cutline {
namespace {

constexpr std::size_t kMaxTechnologyBytes = std::size_t{1} << 20;

std::vector<std::string_view> builtin_names() { return names_of(builtin_technologies()); }

void read_layers(Reader& reader, YamlId id, Technology& technology) {
  technology.layers.clear();
  for (const YamlId item : items_of(reader, id, "layers")) {
    Layer layer;
    if (read_map(reader, item, "a layer", layer_keys(), layer)) technology.layers.push_back(std::move(layer));
  }
  technology.all_layers = technology.layers;
}

/// The place of a doubtful number: its own value if the file gives it, else its layer or driver.
YamlId place_of_value(const Reader& reader, YamlId id, const TechnologyDraft& draft, const Implausible& doubt) {
  if (doubt.owner.empty()) return find_value(reader.document, id, doubt.key).value_or(draft.flight.value_or(id));
  YamlId owner = id;
  if (const auto drivers = find_value(reader.document, id, "drivers"))
    owner = find_value(reader.document, *drivers, doubt.owner).value_or(owner);
  if (draft.layers) {
    for (const YamlId item : reader[*draft.layers].items) {
      const auto name = find_value(reader.document, item, "name");
      if (name && reader[*name].text == doubt.owner) owner = item;
    }
  }
  return find_value(reader.document, owner, doubt.key).value_or(owner);
}

/// Reports impossible figures as mistakes and keeps unlikely ones as warnings.
void check_plausibility(Reader& reader, YamlId id, TechnologyDraft& draft) {
  if (!draft.layers && !find_value(reader.document, id, "drivers") && !draft.flight) return;
  for (const Implausible& doubt : implausible_values(draft.technology)) {
    const YamlId place = place_of_value(reader, id, draft, doubt);
    if (doubt.error) {
      reader.report(place, doubt.message, doubt.hint);
    } else {
      draft.technology.warnings.push_back({doubt.message, doubt.hint, reader.place(place), {}, true});
    }
  }
}

void choose_layers(Reader& reader, YamlId id, Technology& technology) {
  const auto items = read_list(reader, id, "use");
  if (!items) return;
  const std::vector<std::string_view> names = names_of(technology.layers);
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

/// The origin of a technology's map. For `library_with_all_layers` its key `use` is ignored.
enum class Origin { spec, library, library_with_all_layers };

SharedConst<Technology> named(Reader& reader, YamlId id, const std::string& name, Origin origin = Origin::library);

void complete_unit(Reader& reader, YamlId id, TechnologyDraft& draft) {
  Technology unit = unit_technology(static_cast<int>(draft.pairs.value_or(1)));
  draft.technology.unit = true;
  if (!find_value(reader.document, id, "terminals")) draft.technology.neighbours_face = unit.neighbours_face;
  draft.technology.layers = std::move(unit.layers);
  if (draft.technology.summary.empty()) draft.technology.summary = unit.summary;
  if (draft.technology.source.empty()) draft.technology.source = unit.source;
  if (draft.layers) reader.report(*draft.layers, "the technology 'unit' has no layers of its own", "set `pairs`");
  if (const auto pitch = find_value(reader.document, id, "plane_pitch"))
    reader.report(*pitch, "the technology 'unit' has no metres", "its planes are one wire pitch a layer apart");
  if (const auto node = find_value(reader.document, id, "node"))
    reader.report(*node, "the technology 'unit' has no metres", "its node boxes are as small as their terminals allow");
}

/// Reads a map of a spec, or of a technology in a file of its own.
SharedConst<Technology> read_technology_map(Reader& reader, YamlId id, Origin origin) {
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
    if (auto base = named(reader, name->value, reader[name->value].text, base_origin)) draft.technology = *base;
  }
  if (!read_map(reader, id, "the technology", technology_keys(), draft)) return {};
  if (unit) {
    complete_unit(reader, id, draft);
  } else {
    if (draft.layers) read_layers(reader, *draft.layers, draft.technology);
    if (draft.pairs) {
      reader.report(*find_value(reader.document, id, "pairs"), "'pairs' is of the technology 'unit' only",
                    "choose layers by name with `use`");
    }
  }
  if (reader.document.diagnostics.size() == mistakes) check_plausibility(reader, id, draft);
  if (draft.use && origin != Origin::library_with_all_layers) choose_layers(reader, *draft.use, draft.technology);
  if (reader.document.diagnostics.size() > mistakes) return {};
  try {
    expect_consistent(draft.technology);
  } catch (const Error& error) {
    reader.take(error, draft.use ? *draft.use : draft.layers.value_or(id));
    return {};
  }
  return std::move(draft.technology);
}

/// Reads the text of a technology's file; mistakes have places in that file.
SharedConst<Technology> read_technology_text(Reader& reader, YamlId id, std::string text, const std::string& file,
                                             Origin origin) {
  try {
    Document document = parse_document(std::move(text), file);
    Reader inner{document, std::filesystem::path(file).parent_path().string(), true};
    auto technology = read_technology_map(inner, document.root, origin);
    if (!document.diagnostics.empty()) throw Error(ExitCode::bad_input, document.diagnostics);
    return technology;
  } catch (const Error& error) {
    reader.take(error, id);
    return {};
  }
}

SharedConst<Technology> named(Reader& reader, YamlId id, const std::string& name, Origin origin) {
  const auto all = builtin_technologies();
  if (const BuiltinFile* found = find_named(all, name)) {
    const std::string key = fmt::format("{} {}", static_cast<int>(origin), name);
    const auto known = reader.technologies.find(key);
    if (known != reader.technologies.end()) return known->second;
    auto technology = read_technology_text(reader, id, found->yaml, name + ".yaml", origin);
    if (technology) reader.technologies.emplace(key, technology);
    return technology;
  }
  const std::string_view near = nearest(name, builtin_names());
  std::string hint = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
  hint += "the technologies are: ";
  for (const std::string_view known : builtin_names()) hint += fmt::format("{}, ", known);
  reader.report(id, fmt::format("no technology is called {}", in_words(reader[id])),
                hint + "or the path of a .yaml file");
  return {};
}

}  // namespace

SharedConst<Technology> read_technology(Reader& reader, YamlId id) {
  if (reader[id].kind == YamlKind::map) return read_technology_map(reader, id, Origin::spec);
  const auto text = read_text(reader, id, "technology");
  if (!text) return {};
  if (!names_a_file(*text)) return named(reader, id, *text);
  const auto path = read_path(reader, id, "technology");
  if (!path) return {};
  try {
    return read_technology_text(reader, id, read_bounded_file(*path, kMaxTechnologyBytes), *path, Origin::spec);
  } catch (const Error& error) {
    reader.take(error, id);
    return {};
  }
}

Technology load_technology(const std::string& name_or_path) {
  Document document;
  add_source(document, name_or_path, "--technology");
  const YamlId id = add_node(document, {.kind = YamlKind::scalar, .text = name_or_path});
  Reader reader{document, {}, true};
  auto technology = read_technology(reader, id);
  if (technology && document.diagnostics.empty()) return *technology;
  const bool files_only = document.file_troubles == document.diagnostics.size();
  throw Error(files_only ? ExitCode::file_trouble : ExitCode::bad_input, document.diagnostics);
}

SharedConst<Technology> read_network_technology(Reader& reader, YamlId id) {
  auto technology = read_technology(reader, id);
  if (technology && technology->layers.empty()) {
    reader.report(id, fmt::format("the technology '{}' has no layers to lay a network on", technology->name),
                  "it is a medium between packages; 'cutline list technologies' shows those with layers");
  }
  return technology;
}

ValueShape technology_name_shape() { return any_shape({choice_shape(builtin_names()), path_beside_names_shape()}); }

ValueShape technology_shape() { return any_shape({technology_name_shape(), map_shape(technology_keys())}); }

std::vector<Technology> technologies() {
  std::vector<Technology> all;
  for (const BuiltinFile& each : builtin_technologies()) {
    Document document = parse_document(each.yaml, each.name);
    Reader reader{document, {}, true};
    auto technology = read_technology_map(reader, document.root, Origin::library);
    CUTLINE_EXPECT(technology != nullptr);
    all.push_back(*std::move(technology));
  }
  return all;
}

}  // namespace cutline
