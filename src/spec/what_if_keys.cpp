// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "spec/study_keys.hpp"

namespace cutline {
namespace {

/// A share below 100 %. At 100 % a figure could be zero, and above that negative.
Form<double> uncertain_form() {
  return checked(
      quantity_form(Measured::share), [](double share) { return share < 1; }, "must be less than 100 %",
      "30 % says: from 0.7 times to 1.3 times what is given");
}

Keys<Uncertainty> uncertainty_keys() {
  return {field("wire_delay", &Uncertainty::wire_delay, uncertain_form(), "0 %", "of every wire"),
          field("router_delay", &Uncertainty::router_delay, uncertain_form(), "0 %",
                "of every router, injection and ejection too"),
          field("message", &Uncertainty::message, uncertain_form(), "0 %", "size of every message"),
          field("copper_price", &Uncertainty::copper_price, uncertain_form(), "as listed",
                "of a machine's cables of copper, active ones too"),
          field("optics_price", &Uncertainty::optics_price, uncertain_form(), "as listed", "of its optical cables"),
          field("switch_price", &Uncertainty::switch_price, uncertain_form(), "as listed", "of its switches"),
          field("hall_price", &Uncertainty::hall_price, uncertain_form(), "as listed", "of its racks and labour")};
}

void read_uncertainty(Reader& reader, YamlId id, StudyDraft& draft) {
  Uncertainty& uncertainty = draft.study.uncertainty;
  if (!read_map_well(reader, id, "uncertainty", uncertainty_keys(), uncertainty) || uncertainty.any()) return;
  reader.report(id, "'uncertainty' names nothing uncertain", "{wire_delay: 20 %, router_delay: 10 %, message: 50 %}");
}

constexpr std::size_t kMostValues = 1000;

struct CrossoverDraft {
  CrossoverChoice choice;
  std::optional<YamlId> from, to, values;
};

Keys<CrossoverDraft> crossover_keys() {
  const ValueShape end = any_shape({number_shape("number"), text_shape("quantity")});
  return {required(within(&CrossoverDraft::choice,
                          field("over", &CrossoverChoice::over, text_form("dotted name"), "",
                                "the key that grows: message, clock.frequency, defaults.topology.nodes"))),
          kept("from", &CrossoverDraft::from, end, "", "its first value"),
          kept("to", &CrossoverDraft::to, end, "", "its last value"),
          kept("values", &CrossoverDraft::values, list_shape(end), "", "instead: every value that it takes")};
}

void read_ends(Reader& reader, YamlId id, CrossoverDraft& draft) {
  if (!draft.from || !draft.to)
    return reader.report(id, "'crossover' says not where to search", "give `from` and `to`, or `values`");
  const auto from = read_end(reader, *draft.from, "from");
  const auto to = read_end(reader, *draft.to, "to");
  if (!from || !to) return;
  if (from->value <= 0 || to->value <= 0)
    return reader.report(id, "a crossover is searched among numbers above 0", "for example `from: 16 bits`");
  if (from->unit != to->unit) {
    return reader.report(*draft.to, fmt::format("'from' is in '{}', 'to' in '{}'", from->unit, to->unit),
                         "write both in the same unit");
  }
  if (to->value <= from->value) return reader.report(*draft.to, "the search ends before it begins", "`to` > `from`");
  CrossoverChoice& choice = draft.choice;
  choice.from = from->value;
  choice.to = to->value;
  choice.unit = from->unit;
  choice.whole = from->whole && to->whole && counts_things(from->unit);
}

void read_values(Reader& reader, CrossoverDraft& draft) {
  const auto items = read_list(reader, *draft.values, "values");
  if (!items) return;
  if (items->size() < 2) reader.report(*draft.values, "'values' needs two values or more");
  if (items->size() > kMostValues) reader.report(*draft.values, "'values' has more than 1000 values, the limit");
  for (const YamlId item : *items) {
    if (const auto text = read_text(reader, item, "values")) draft.choice.values.push_back(*text);
  }
}

void read_crossover(Reader& reader, YamlId id, StudyDraft& draft) {
  CrossoverDraft crossover;
  const std::size_t mistakes = reader.mistakes();
  if (!read_map(reader, id, "crossover", crossover_keys(), crossover)) return;
  if (crossover.values) {
    if (crossover.from || crossover.to) reader.report(id, "'crossover' has both a range and values", "give one");
    read_values(reader, crossover);
  } else {
    read_ends(reader, id, crossover);
  }
  if (reader.mistakes() > mistakes) return;
  draft.study.crossover = std::move(crossover.choice);
}

constexpr std::int64_t kMostFailing = 1'000'000;
/// What of a machine fails, as FailingPart counts it.
const std::vector<std::string_view> kFailingParts = {"1 switch", "1 rack", "1 row"};
constexpr std::string_view kFailHint =
    "write `1 link`, `{links: 3, samples: 1000}`, `{link: [a, b]}` or `{node: a}`; of a machine `1 switch`, `1 rack` "
    "or `1 row`; several stand in a list";

void read_links(Reader& reader, YamlId id, LinkFaults& faults) {
  const auto part = std::ranges::find(kFailingParts, std::string_view(reader[id].text));
  if (part != kFailingParts.end()) {
    faults.part = static_cast<FailingPart>(part - kFailingParts.begin() + 1);
    return;
  }
  const auto links = read_quantity(reader, id, "fail", {Measured::links}, 1);
  if (!links) return;
  if (links->value != std::floor(links->value) || links->value > static_cast<double>(kMostFailing)) {
    return reader.report(id, fmt::format("a whole number of links fails, from 1 to {}", kMostFailing),
                         std::string(kFailHint));
  }
  faults.links = static_cast<std::uint64_t>(links->value);
}

/// A node, or an empty text where there is none, so that no further mistake follows from that.
Form<std::string> failing_form() {
  return {text_shape("node"), [](Reader& reader, YamlId id, std::string_view) {
            return std::optional(read_text(reader, id, "fail").value_or(""));
          }};
}

/// Reads `[a, b]`, or a list of such pairs.
void read_between(Reader& reader, YamlId id, LinkFaults& faults) {
  const auto items = read_list(reader, id, "link");
  if (!items) return;
  const bool several = !items->empty() && reader[items->front()].kind == YamlKind::list;
  for (const YamlId pair : several ? *items : std::vector<YamlId>{id}) {
    const auto ends = read_list(reader, pair, "link", {2, 2, "a link joins two nodes", "link: [spine1, leaf3]"});
    if (!ends) return;
    const auto name = [&](YamlId end) { return failing_form().read(reader, end, "link").value_or(""); };
    faults.between.push_back({name(ends->front()), name(ends->back())});
  }
}

const Keys<LinkFaults>& fail_keys() {
  const ValueShape node = failing_form().shape;
  static const Keys<LinkFaults> keys = {
      field("links", &LinkFaults::links, whole_form(1, kMostFailing), "", "that fail together"),
      {"link", list_shape(node), "", "two nodes, by name or number: the links between them fail", read_between},
      field("node", &LinkFaults::nodes, several_form(failing_form(), any_shape({node, list_shape(node)})), "",
            "fails with all its links; distances and loads are those of the others"),
      field("samples", &LinkFaults::samples, whole_form(1, 1'000'000),
            "every link where one fails, else 100, or every choice where there are no more", "draws of so many links"),
      field("seed", &LinkFaults::seed, whole_form(0, INT64_MAX), "that of the run", "of the draws")};
  return keys;
}

void read_fail(Reader& reader, YamlId id, StudyDraft& draft) {
  for (const YamlId item : read_one_or_list(reader, id, "fail", std::string(kFailHint))) {
    LinkFaults& faults = draft.study.fail.emplace_back();
    if (reader[item].kind == YamlKind::map) {
      read_map(reader, item, "fail", fail_keys(), faults);
      const bool counts = find_value(reader.document, item, "links").has_value();
      if (counts == faults.named())
        reader.report(item, counts ? "links are counted, or named" : "'fail' needs the key 'links', 'link' or 'node'",
                      std::string(kFailHint));
    } else {
      read_links(reader, item, faults);
    }
    const auto& all = draft.study.fail;
    if (std::find(all.begin(), all.end() - 1, faults) != all.end() - 1)
      reader.report(item, "the same links fail twice", "leave this entry out, or give it another `seed`");
  }
}

}  // namespace

Key<StudyDraft> uncertainty_key() {
  return {"uncertainty", map_shape(uncertainty_keys()), "",
          "how far figures may be off; ranks are then given over all corners, and how sure the winner is",
          read_uncertainty};
}

Key<StudyDraft> crossover_key() {
  return {"crossover", map_shape(crossover_keys()), "", "search where the winner changes as one key of the spec grows",
          read_crossover};
}

Key<StudyDraft> fail_key() {
  return {"fail",
          one_or_more_shape(
              any_shape({choice_shape(kFailingParts), quantity_shape({Measured::links}), map_shape(fail_keys())})),
          "", "links that fail together, or parts of a machine; what is left of every candidate", read_fail};
}

}  // namespace cutline
