// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cutline {

/// The kinds of notes: what a reader of a candidate's numbers must know. output/words has a sentence for each kind.
enum class NoteKind : std::uint8_t {
  sentence,  ///< a whole sentence from the catalogue of families, of orders or of models
  cannot_be_built,
  // the channel
  default_width,
  given_width_not_used,
  rounded_down,
  rounded_up,
  // the network
  linked_in_both_orders,
  network_in_parts,
  pairs_without_way,
  some_without_way,
  // what is held
  bisection_by_formula,
  bisection_between,
  over_middle,
  // the layout
  boxes_hold_terminals,
  boxes_hold_terminals_and_posts,
  pitch_grew,
  pitch_grew_both_ways,
  tracks_of_coarsest,
  components_without_place,
  tiles_as_boxes,
  layers_not_blocked,
  wires_without_room,
  cut_overflows,
  room_for_share,
  snap_would_help,
  links_go_round,
  longest_departs,
  radix_not_whole,
  limit_not_checked,
  // boards
  slots_stretched,
  terminals_of_slots,
  pins_short,
  layers_short,
  no_track_passes,
  board_not_drawn,
  // packages
  packages_not_measured,
  modules_cut_off,
  links_past_reach,
  no_crossing_energy,
  crossings_counted,
  // wires
  slowest_layers,
  one_driver,
  default_delay,
  outside_range,
  links_too_long,
  links_too_short,
  given_lengths_differ,
  given_delays_differ,
  given_lengths_set_no_delay,
  // routers and energy
  default_router_delay,
  router_by_law,
  stored_bit_by_pitch,
  no_router_area,
  no_router_energy,
  given_router_energy,
  routers_too_large,
  routers_of_tiles,
  tile_too_small,
  energy_without_wires,
  energy_without_routers,
  energy_without_edges,
  energy_of_bare_wires,
  wires_not_routed,
  unit_has_no_capacitance,
  no_supply,
  no_capacitance,
  energy_of_uniform_traffic,
  routes_pass_effort,
  // traffic
  no_hops,
  no_form_of_hops,
  messages_without_way,
  no_message_has_way,
  ideal_takes_uniform,
  walk_passes_effort,
  no_latency_of_cycles,
  no_latency_of_routes,
  terminal_channel,
  numbers_are_places,
  no_channel_loads,
  by_shortest_paths,
  terminals_send_alike,
  routes_can_lock_up,
  few_virtual_channels,
  // planes
  whole_of_planes,
  whole_of_applications,
  plane_without_figures,
  loads_by_plane,
  // contention
  no_contention,
  steady_beyond_terminals,
  load_without_model,
  load_by_model,
  load_past_model,
  messages_of_mean_size,
  counts_messages_to_oneself,
  cycle_a_hop,
  phits_take_cycles,
  // hosts of guests
  no_emulation,
  not_a_host,
  host_lacks_processors,
  mesh_not_square,
  guest_too_small,
  hosts_have_spans,
  delay_not_in_tables,
  broadcast_needs_cycles,
  // the curve
  no_curve,
  curve_needs_layout,
  curve_needs_rule,
  curve_needs_equal_tiles,
  curve_needs_spans,
  curve_passes_effort,
  // rates that the user gives
  rates_are_shares,
  load_of_cycles,
  load_of_times,
  channel_full,
  channel_overloaded,
  // machines
  rate_of_cables,
  kCount
};

struct Note;
/// A number, a count, a name, or other notes that the note quotes.
using NoteArgument = std::variant<double, std::uint64_t, std::string, std::vector<Note>>;

/// The value of Note::delay for a note that applies under every delay model.
inline constexpr std::size_t kEveryDelay = ~std::size_t{0};

struct Note {
  NoteKind kind = NoteKind::sentence;
  std::vector<NoteArgument> arguments;  ///< in the order in which the kind's sentence numbers them
  std::size_t delay = kEveryDelay;      ///< the only delay model that it applies to
  bool operator==(const Note&) const = default;
};

/// The value as an argument of a note. Integers become counts.
template <class Value>
NoteArgument note_argument(Value&& value) {
  using Plain = std::remove_cvref_t<Value>;
  if constexpr (std::same_as<Plain, Note>) {
    return std::vector<Note>{std::forward<Value>(value)};
  } else if constexpr (std::integral<Plain>) {
    return static_cast<std::uint64_t>(value);
  } else if constexpr (std::floating_point<Plain>) {
    return static_cast<double>(value);
  } else if constexpr (std::same_as<Plain, std::vector<Note>>) {
    return std::forward<Value>(value);
  } else {
    return std::string(std::forward<Value>(value));
  }
}

/// A note of this kind with these arguments, for every delay model.
template <class... Values>
Note make_note(NoteKind kind, Values&&... values) {
  Note note{.kind = kind};
  note.arguments.reserve(sizeof...(values));
  (note.arguments.push_back(note_argument(std::forward<Values>(values))), ...);
  return note;
}

}  // namespace cutline
