// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/study/placed_network.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMostEntriesInFull = 64;

struct ParameterData {
  Data operator()(const IntegerList& list) const {
    if (list.size() > kMostEntriesInFull) return fmt::format("{} entries", list.size());
    return data_list(list);
  }
  Data operator()(const IntegerTable& table) const {
    if (table.size() > kMostEntriesInFull) return fmt::format("{} rows", table.size());
    return each_of<Data>(table, [&](const IntegerList& row) { return data_list(row); });
  }
  Data operator()(std::monostate) const { return {}; }
  template <class T>
  Data operator()(const T& value) const {
    return value;
  }
};

Data parameters(const UnderDelay& asked) {
  Data::Map map;
  for (const auto& [name, value] : asked.candidate.design->parameters.values())
    map.emplace_back(name, std::visit(ParameterData{}, value));
  return map;
}

Data swept(const UnderDelay& asked) {
  if (asked.candidate.design->sweep.empty()) return {};
  Data::Map map;
  for (const auto& [key, value] : asked.candidate.design->sweep) map.emplace_back(key, value);
  return map;
}

/// Sites without terminals: interchanges of express channels, or switches of a tree.
std::uint64_t without_terminals(const UnderDelay& asked, bool switches) {
  const PlacedNetwork* network = asked.candidate.network();
  if (network == nullptr || network->topology.has_switches() != switches) return 0;
  return network->topology.interchange_count();
}

Quantities name_rows() {
  return {
      {"name", Unit::none, "the candidate's name", [](const UnderDelay& a) { return Data(a.candidate.design->name); }},
      {"family", Unit::none, "its family of networks",
       [](const UnderDelay& a) { return Data(a.candidate.design->family.printed()); }},
      {"parameters", Unit::none, "the family's parameters", parameters},
      {"swept", Unit::none, "the values that a sweep gave it, as the spec writes them", swept},
      {"technology", Unit::none, "what its wires are made of",
       [](const UnderDelay& a) { return Data(technology_of(a.study, *a.candidate.design).name); }},
      {"ideal", Unit::none, "whether closed forms stand in for a layout",
       [](const UnderDelay& a) { return Data(a.candidate.design->ideal); }},
  };
}

}  // namespace

Quantities design_quantities() {
  return joined(
      {name_rows(),
       {
           {"nodes", Unit::none, "nodes of the network",
            [](const UnderDelay& a) { return whole_or_real(a.candidate.facts.nodes); }, called("", "nodes", "nodes")},
           derived({"interchanges", Unit::none, "interchanges of the network",
                    [](const UnderDelay& a) { return Data(without_terminals(a, false)); }, called("interchanges")},
                   {when(without_express, {"count of the sites that are interchanges", "definition", {symbols::nodes}}),
                    {"ceil(k / s_1) - 1 on a line, of level j or more ceil(k / s_j) - 1, times the lines",
                     "[Dally 1991, sec. III-C]; counted",
                     {symbols::dimension_nodes,
                      symbols::spacings,
                      {"by level", "express.lines.0.interchanges", "on a line"}}}}),
           {"switches", Unit::none, "switches without terminals",
            [](const UnderDelay& a) { return Data(without_terminals(a, true)); }, called("", "switches")},
           {"terminals", Unit::none, "terminals, which send and take messages",
            [](const UnderDelay& a) { return whole_or_real(a.candidate.facts.terminals); }, called("", "terminals")},
           derived({"links", Unit::none, "links of the network",
                    [](const UnderDelay& a) { return whole_or_real(a.candidate.facts.links); }, called("links")},
                   {{"count of links; a link of two directions counts once",
                     "definition",
                     {{"links", "links", ""}, {"bidirectional", "bidirectional", ""}}}}),
           {"bidirectional", Unit::none, "whether links have two directions",
            [](const UnderDelay& a) { return Data(a.candidate.facts.bidirectional); }},
       }});
}

}  // namespace cutline
