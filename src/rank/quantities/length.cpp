// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/placed_network.hpp"
#include "rank/quantities/rows.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

namespace {

constexpr auto lengths_of = part_within<measures_of, &Measures::length>;
/// The lengths of wires in millimetres; null in the unit technology.
const WireMillimetres* mm_of_wires(const UnderDelay& a) {
  const Lengths* length = lengths_of(a);
  return length != nullptr && length->mm ? &*length->mm : nullptr;
}

/// A span as a whole number of pitches. If interchanges take no room, it may be a half.
Data span_data(Span span) { return span.halves % 2 == 0 ? Data(span.halves / 2) : Data(span.pitches()); }

/// For an ideal candidate, the literature gives only one length, the longest span.
Data longest_span(const UnderDelay& a) {
  if (const Lengths* length = lengths_of(a)) return span_data(length->longest_span);
  return a.candidate.ideal() ? whole_or_real(a.candidate.ideal()->longest_span) : Data();
}

Data total_span(const UnderDelay& a) {
  const Lengths* length = lengths_of(a);
  if (length == nullptr) return {};
  const Int128 halves = length->total_span_halves;
  return halves % 2 == 0 ? whole_data(halves / 2) : Data(static_cast<double>(halves) / 2);
}

Data longest_link(const UnderDelay& a) {
  const Lengths* length = lengths_of(a);
  if (length == nullptr) return {};
  const Topology& topology = a.candidate.network()->topology;
  const auto said = [&](std::uint64_t site) {
    return topology.names ? Data(site_name(topology, site)) : Data(node_number(topology, site));
  };
  return Data::List{said(length->longest_link_a), said(length->longest_link_b)};
}

Data by_class(const UnderDelay& a) {
  const Lengths* length = lengths_of(a);
  if (length == nullptr) return {};
  return each_of<Data>(length->by_class, [&](const ClassLength& one) {
    return Data::Map{{"class", one.name},
                     {"links", one.links},
                     {"longest_span", span_data(one.longest_span)},
                     {"mean_span", one.mean_span}};
  });
}

MeasureParts longest_parts(const UnderDelay& a) {
  const Lengths& length = measures_of(a)->length;
  const double span = length.longest_span.pitches();
  if (span <= 0) return {};
  const double all = length.mm ? length.mm->longest : static_cast<double>(length.longest_pitches);
  return {{{PartKind::far_links, span, "node pitches", false, "length.longest_span"},
           {PartKind::wide_node_pitch, all / span, length.mm ? "mm" : "wire pitches"}}};
}

MeasureParts total_parts(const UnderDelay& a) {
  const Lengths& length = measures_of(a)->length;
  if (length.mean_pitches <= 0) return {};
  const bool metres = length.mm.has_value();
  return {{{PartKind::many_wires, static_cast<double>(length.total_pitches) / length.mean_pitches, ""},
           {PartKind::long_wires, metres ? length.mm->mean : length.mean_pitches, metres ? "mm" : "pitches", false,
            metres ? "length.mean_mm" : "length.mean_pitches"}}};
}

MeasureParts span_parts(const UnderDelay& a) {
  if (!a.candidate.laid_out()) return {};
  const Lengths& length = measures_of(a)->length;
  for (const ClassLength& one : length.by_class) {
    if (one.longest_span == length.longest_span)
      return {{{LinksOfClass{one.name}, one.longest_span.pitches(), "node pitches"}}};
  }
  return {};
}

bool several_planes(const UnderDelay& a) {
  return a.candidate.placement() && a.candidate.placement()->grid()[Axis::z] > 1;
}
bool in_gray_order(const UnderDelay& a) { return has_order(a, "gray"); }

Quantities span_rows() {
  const std::vector<Symbol> longest = {{"l", "length.longest_span", "longest link in node pitches"}};
  const std::vector<Symbol> total = {{"sum", "length.total_span", "node pitches"},
                                     {"links", "links", "links"},
                                     {"mean", "length.mean_span", "node pitches a link"}};
  const std::vector<Erratum> errata = {
      of_family("WE-eq13: k^(n/2 - 1) is exact for radix 2 and for meshes; a folded torus has twice that, an unfolded "
                "one k - 1 times"),
      of_family(
          "RJ-gray: lengths printed as 2 * 2^k - 1; they are all odd numbers up to 2^(i+1) - 1, the longest is P - 1",
          in_gray_order),
      of_family("RJ-cccgray: lengths between cycles printed in node pitches S / P; they are in boxes, S / P', so that "
                "the longest is P - sqrt(2 p') node pitches",
                in_gray_order),
      of_family("RJ-dil: printed that a cycle's links are two pitches long where sqrt(2 p') is odd; the root of an "
                "even square is even, so in square boxes they are one pitch long")};
  return {
      derived(with_parts({"length.longest_span", Unit::node_pitches, "longest link as the distance of its ends",
                          longest_span, called("longest_span", "longest", "longest_span", "span")},
                         span_parts),
              {when(is_ideal, {"l = k^(n/2 - 1)", "[Dally 1987, eq. 13]", longest, errata}),
               when(several_planes, {"l = max(|dx| + |dy| + |dz|) over all links", kCounted, longest, errata}),
               {"l = max(|dx| + |dy|) over all links", kCounted, longest, errata}}),
      {"length.mean_span", Unit::node_pitches, "mean link in node pitches", member_of<lengths_of, &Lengths::mean_span>},
      derived({"length.total_span", Unit::node_pitches, "node pitches of all links together", total_span,
               called("total_span")},
              {when(several_planes, {"sum of |dx| + |dy| + |dz| over all links", kCounted, total}),
               {"sum of |dx| + |dy| over all links", kCounted, total}})};
}

Quantities wire_rows() {
  return {
      with_parts({"length.longest_mm", Unit::mm, "longest routed wire",
                  member_of<mm_of_wires, &WireMillimetres::longest>, called("", "longest", "longest_mm", "longest")},
                 longest_parts),
      {"length.mean_mm", Unit::mm, "mean wire as routed", member_of<mm_of_wires, &WireMillimetres::mean>,
       called("", "mean wire")},
      with_parts({"length.total_mm", Unit::mm, "length of all routed wires together",
                  member_of<mm_of_wires, &WireMillimetres::total>, called("", "all wires", "", "total"), nullptr, true},
                 total_parts),
      derived(with_parts({"length.longest_pitches", Unit::wire_pitches, "longest routed wire",
                          member_of<lengths_of, &Lengths::longest_pitches>,
                          called("routed_length", "longest wire", "", "longest")},
                         longest_parts),
              {{"cells along x and y from terminal to terminal",
                kCounted,
                {{"longest", "length.longest_pitches", "wire pitches"},
                 {"ends", "length.longest_link", "the nodes of its link"},
                 {"mean", "length.mean_pitches", "wire pitches a wire"},
                 {"total", "length.total_pitches", "wire pitches of all wires"},
                 {"longest_mm", "length.longest_mm", "mm"}}}}),
      {"length.mean_pitches", Unit::wire_pitches, "mean wire as routed, in wire pitches",
       member_of<lengths_of, &Lengths::mean_pitches>, called("", "mean wire")},
      with_parts({"length.total_pitches", Unit::wire_pitches, "length of all routed wires together",
                  member_of<lengths_of, &Lengths::total_pitches>, called("", "all wires", "", "total"), nullptr, true},
                 total_parts),
      {"length.longest_link", Unit::none, "the nodes of the link with the longest routed wire", longest_link},
      {"length.by_class", Unit::none, "lengths class by class, of the classes that have links", by_class},
  };
}

}  // namespace

Quantities length_quantities() { return joined({span_rows(), wire_rows()}); }

}  // namespace cutline
