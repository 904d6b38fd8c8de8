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

}  // namespace

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

ValueShape traffic_shape() {
  std::vector<RowShape> rows;
  for (const TrafficPattern& pattern : traffic_patterns())
    rows.push_back({pattern.name, pattern.summary, &pattern.fields});
  return any_shape({choice_shape(names_of(traffic_patterns())), rows_shape("pattern", "who sends to whom", rows)});
}

ValueShape contention_shape() {
  std::vector<RowShape> rows;
  for (const ContentionModel& model : contention_models()) rows.push_back({model.name, model.summary, &model.fields});
  const ValueShape one = any_shape({choice_shape(model_names()), rows_shape("model", "the contention model", rows)});
  ValueShape list = list_shape(one);
  list.words = "a list of these, of which the first that applies is taken";
  list.below.clear();
  return any_shape({one, list});
}

}  // namespace cutline
