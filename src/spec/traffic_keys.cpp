// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/base/named.hpp"
#include "spec/fields.hpp"
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

std::vector<std::string_view> model_names() {
  std::vector<std::string_view> names = {"none"};
  for (const ContentionModel& model : contention_models()) names.push_back(model.name);
  return names;
}

void read_one_contention(Reader& reader, YamlId id, StudyDraft& draft) {
  const std::vector<std::string_view> names = model_names();
  YamlId name = id;
  if (reader[id].kind == YamlKind::map) {
    const auto found = find_value(reader.document, id, "model");
    if (!found) return reader.report(id, "contention needs the key 'model'", keys_hint("", names));
    name = *found;
  }
  const auto index = read_choice(reader, name, "contention", names);
  if (!index) return;
  if (*index == 0) {
    if (name != id && reader[id].entries.size() > 1)
      reader.report(id, "without a contention model there is nothing to set");
    draft.study.messages_wait = false;
    return;
  }
  const ContentionModel& model = contention_models()[*index - 1];
  Parameters parameters;
  if (name != id && !read_parameters(reader, id, "model", model.name, model.fields, parameters)) return;
  draft.study.contention.push_back(choose_contention(model.name, std::move(parameters)));
}

void read_traffic(Reader& reader, YamlId id, StudyDraft& draft) {
  const std::vector<std::string_view> names = names_of(traffic_patterns());
  std::optional<YamlId> name = id;
  draft.places["traffic"] = reader.place(id);
  for (const YamlEntry& entry : reader[id].entries) draft.places["traffic." + entry.key] = reader.place(entry.value);
  if (reader[id].kind == YamlKind::map) name = find_value(reader.document, id, "pattern");
  const auto index =
      name ? read_choice(reader, *name, name == id ? "traffic" : "pattern", names) : std::optional<std::size_t>(0);
  if (!index) return;
  const TrafficPattern& pattern = traffic_patterns()[*index];
  Parameters parameters;
  if (name != id && !read_parameters(reader, id, "pattern", pattern.name, pattern.fields, parameters)) return;
  const auto& [one, other] = pattern.one_of;
  if (!one.empty() && parameters.has(one) == parameters.has(other)) {
    return reader.report(id, fmt::format("{} takes either `{}` or a `{}`", pattern.name, one, other),
                         fmt::format("{{pattern: {}, {}: traffic.txt}}", pattern.name, other));
  }
  ChosenTraffic chosen = choose_traffic(pattern.name, std::move(parameters));
  if (pattern.is_uniform()) {
    draft.study.traffic_self = pattern.self_of_uniform(chosen.parameters) == SelfMessages::counted;
  } else {
    draft.study.traffic = std::move(chosen);
  }
}

void read_contention(Reader& reader, YamlId id, StudyDraft& draft) {
  const auto items = read_one_or_list(reader, id);
  if (items.empty()) reader.report(id, "'contention' is an empty list");
  for (const YamlId item : items) read_one_contention(reader, item, draft);
}

/// At most so many bits, wires or pitches.
Form<double> guest_size_form(Measured measured) {
  constexpr double kMost = 1e9;
  return checked(
      quantity_form(measured), [](double size) { return size > 0 && size <= kMost; },
      fmt::format("must be more than 0 and at most {}", kMost));
}

Keys<GuestChoice> guest_keys() {
  using Side = GuestChoice::Side;
  return {required(field("pattern", &GuestChoice::guest, choice_form({"mesh", "butterfly", "spanning_tree"}), "",
                         "one exchange of a mesh with its neighbours, a butterfly, or a broadcast")),
          then(field("side", &GuestChoice::side, whole_form(1, std::int64_t{1} << 30), "",
                     "nodes along a side of the whole guest"),
               [](GuestChoice& guest) { guest.of = Side::whole; }),
          then(field("per_processor", &GuestChoice::side, whole_form(1, std::int64_t{1} << 20), "",
                     "or: nodes along a side of what a processor holds, K"),
               [](GuestChoice& guest) { guest.of = Side::per_processor; }),
          required(field("message", &GuestChoice::message_bits, guest_size_form(Measured::bits), "",
                         "over each link of the guest, L")),
          field("mapping", &GuestChoice::mapping,
                made(choice_form({"natural", "gray"}),
                     [](std::size_t index) {
                       return index == 0 ? GuestChoice::Mapping::natural : GuestChoice::Mapping::gray;
                     }),
                "as placed", "which processor holds which part of the guest"),
          field("mesh_width", &GuestChoice::mesh_width, guest_size_form(Measured::wires), "16 wires",
                "of a mesh's channel; other hosts fill the same area"),
          field("processor_side", &GuestChoice::processor_side, guest_size_form(Measured::pitches), "64 pitches",
                "of a processor, in wire pitches")};
}

void read_guest(Reader& reader, YamlId id, StudyDraft& draft) {
  GuestChoice guest;
  const std::size_t mistakes = reader.document.diagnostics.size();
  if (!read_map(reader, id, "guest", guest_keys(), guest) || reader.document.diagnostics.size() > mistakes) return;
  const auto gives = [&](const char* key) { return find_value(reader.document, id, key).has_value(); };
  if (gives("side") == gives("per_processor"))
    return reader.report(id, "guest takes either `side` or `per_processor`",
                         "the side of the whole guest, or of what each processor holds");
  draft.study.guest = guest;
}

}  // namespace

Key<StudyDraft> traffic_key() {
  std::vector<RowShape> rows;
  for (const TrafficPattern& pattern : traffic_patterns())
    rows.push_back({pattern.name, pattern.summary, &pattern.fields});
  return {"traffic",
          any_shape({choice_shape(names_of(traffic_patterns())), rows_shape("pattern", "who sends to whom", rows)}),
          "uniform", "who sends to whom", read_traffic};
}

Key<StudyDraft> contention_key() {
  std::vector<RowShape> rows;
  for (const ContentionModel& model : contention_models()) rows.push_back({model.name, model.summary, &model.fields});
  const ValueShape one = any_shape({choice_shape(model_names()), rows_shape("model", "the contention model", rows)});
  return {"contention", one_or_more_shape(one, "a list of these, of which the first that applies is taken"),
          "channels where a load is asked", "how long messages wait for each other", read_contention};
}

Key<StudyDraft> guest_key() {
  return {"guest", map_shape(guest_keys()), "", "what every candidate emulates on one wafer", read_guest};
}

}  // namespace cutline
