// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr double kMostNodes = 1e9;
const std::vector<std::string_view> kGuests = {"mesh", "butterfly", "spanning_tree"};
const std::vector<std::string_view> kMappings = {"natural", "gray"};

double read_positive(Reader& reader, YamlId id, std::string_view what, Measured measured, double otherwise) {
  const auto quantity = read_quantity(reader, id, what, {measured});
  if (!quantity) return otherwise;
  if (quantity->value > 0 && quantity->value <= kMostNodes) return quantity->value;
  reader.report(id, fmt::format("'{}' must be more than 0 and at most {}", what, kMostNodes));
  return otherwise;
}

const std::vector<Key<GuestChoice>>& guest_keys() {
  static const std::vector<Key<GuestChoice>> keys = {
      {"pattern", choice_shape(kGuests), "", "one exchange of a mesh with its neighbours, a butterfly, or a broadcast",
       [](Reader& reader, YamlId id, GuestChoice& g) {
         g.guest = static_cast<Guest>(read_choice(reader, id, "pattern", kGuests).value_or(0));
       },
       true},
      {"side", integer_shape("whole number", 1), "", "nodes along a side of the whole guest",
       [](Reader& reader, YamlId id, GuestChoice& g) {
         if (const auto side = read_whole(reader, id, "side", 1, std::int64_t{1} << 30))
           g.side = static_cast<double>(*side), g.of = GuestChoice::Side::whole;
       }},
      {"per_processor", integer_shape("whole number", 1), "", "or: nodes along a side of what a processor holds, K",
       [](Reader& reader, YamlId id, GuestChoice& g) {
         if (const auto side = read_whole(reader, id, "per_processor", 1, std::int64_t{1} << 20))
           g.side = static_cast<double>(*side), g.of = GuestChoice::Side::per_processor;
       }},
      {"message", quantity_shape({Measured::bits}), "", "over each link of the guest, L",
       [](Reader& reader, YamlId id, GuestChoice& g) {
         g.message_bits = read_positive(reader, id, "message", Measured::bits, 1);
       },
       true},
      {"mapping", choice_shape(kMappings), "as placed", "which processor holds which part of the guest",
       [](Reader& reader, YamlId id, GuestChoice& g) {
         using Mapping = GuestChoice::Mapping;
         if (const auto mapping = read_choice(reader, id, "mapping", kMappings))
           g.mapping = *mapping == 0 ? Mapping::natural : Mapping::gray;
       }},
      {"mesh_width", quantity_shape({Measured::wires}), "16 wires",
       "of a mesh's channel; other hosts fill the same area",
       [](Reader& reader, YamlId id, GuestChoice& g) {
         g.mesh_width = read_positive(reader, id, "mesh_width", Measured::wires, 16);
       }},
      {"processor_side", quantity_shape({Measured::pitches}), "64 pitches", "of a processor, in wire pitches",
       [](Reader& reader, YamlId id, GuestChoice& g) {
         g.processor_side = read_positive(reader, id, "processor_side", Measured::pitches, 64);
       }}};
  return keys;
}

}  // namespace

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

ValueShape guest_shape() { return map_shape(guest_keys()); }

}  // namespace cutline
