// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/placed_network.hpp"
#include "cutline/topology/ideal_network.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

const Lengths* lengths_of(const Asked& a) {
  const Measures* measures = measures_of(a);
  return measures != nullptr ? &measures->length : nullptr;
}

/// The lengths of wires in millimetres; null in the unit technology.
const WireMillimetres* mm_of_wires(const Asked& a) {
  const Lengths* length = lengths_of(a);
  return length != nullptr && length->mm ? &*length->mm : nullptr;
}

/// A span as a whole number of pitches. If interchanges take no room, it may be a half.
Data span_data(Span span) { return span.halves % 2 == 0 ? Data(span.halves / 2) : Data(span.pitches()); }

/// For an ideal candidate, the literature gives only one length, the longest span.
Data longest_span(const Asked& a) {
  if (const Lengths* length = lengths_of(a)) return span_data(length->longest_span);
  return a.candidate.ideal() ? whole_or_real(a.candidate.ideal()->longest_span) : Data();
}

Data total_span(const Asked& a) {
  const Lengths* length = lengths_of(a);
  if (length == nullptr) return {};
  const Int128 halves = length->total_span_halves;
  return halves % 2 == 0 ? whole_data(halves / 2) : Data(static_cast<double>(halves) / 2);
}

Data longest_link(const Asked& a) {
  const Lengths* length = lengths_of(a);
  if (length == nullptr) return {};
  const Topology& topology = a.candidate.network()->topology;
  const auto said = [&](std::uint64_t site) {
    return topology.names ? Data(site_name(topology, site)) : Data(node_number(topology, site));
  };
  return Data::List{said(length->longest_link_a), said(length->longest_link_b)};
}

Data by_class(const Asked& a) {
  const Lengths* length = lengths_of(a);
  if (length == nullptr) return {};
  Data::List list;
  for (const ClassLength& one : length->by_class) {
    list.emplace_back(Data::Map{{"class", one.name},
                                {"links", one.links},
                                {"longest_span", span_data(one.longest_span)},
                                {"mean_span", one.mean_span}});
  }
  return list;
}

}  // namespace

Quantities length_quantities() {
  return {
      with_parts({"length.longest_span", Unit::node_pitches, "longest link as the distance of its ends", longest_span,
                  called("longest_span", "longest", "longest_span", "span")},
                 span_parts),
      {"length.mean_span", Unit::node_pitches, "mean link in node pitches", member_of<lengths_of, &Lengths::mean_span>},
      {"length.total_span", Unit::node_pitches, "node pitches of all links together", total_span, called("total_span")},
      with_parts({"length.longest_mm", Unit::mm, "longest routed wire",
                  member_of<mm_of_wires, &WireMillimetres::longest>, called("", "longest", "longest_mm", "longest")},
                 longest_parts),
      {"length.mean_mm", Unit::mm, "mean wire as routed", member_of<mm_of_wires, &WireMillimetres::mean>,
       called("", "mean wire")},
      with_parts({"length.total_mm", Unit::mm, "length of all routed wires together",
                  member_of<mm_of_wires, &WireMillimetres::total>, called("", "all wires", "", "total"), nullptr, true},
                 total_parts),
      with_parts(
          {"length.longest_pitches", Unit::wire_pitches, "longest routed wire",
           member_of<lengths_of, &Lengths::longest_pitches>, called("routed_length", "longest wire", "", "longest")},
          longest_parts),
      {"length.mean_pitches", Unit::wire_pitches, "mean wire as routed, in wire pitches",
       member_of<lengths_of, &Lengths::mean_pitches>, called("", "mean wire")},
      with_parts({"length.total_pitches", Unit::wire_pitches, "length of all routed wires together",
                  member_of<lengths_of, &Lengths::total_pitches>, called("", "all wires", "", "total"), nullptr, true},
                 total_parts),
      {"length.longest_link", Unit::none, "the nodes of the link with the longest routed wire", longest_link},
      {"length.by_class", Unit::none, "lengths class by class, of the classes that have links", by_class},
  };
}

}  // namespace cutline
