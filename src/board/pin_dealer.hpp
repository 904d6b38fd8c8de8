// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "board/pin_field.hpp"

namespace cutline::board {

/// The side of a channel on which a wire's pin stands.
enum class Side : std::uint8_t { below, above, across };

/// A wire that begins, passes or ends at a pin, or at the two of a pair.
struct PageEvent {
  enum class Kind : std::uint8_t { begin, tap, end };
  std::uint32_t at = 0;  ///< position along x; of an end that of its last pin, else of its first
  Kind kind = Kind::begin;
  Side side = Side::below;
  std::uint32_t wire = 0;
  std::uint32_t to = 0;      ///< position of its last pin
  std::uint32_t leaves = 0;  ///< of a begin: position of the first pin of the wire's end
  auto order() const { return std::tuple(at, kind, side, wire); }
};

/// From a track to another one, between a position and the next.
struct TrackChange {
  std::uint32_t place = 0;   ///< the position before it
  std::uint32_t column = 0;  ///< of the places to change there, from the left
  std::uint32_t track = 0;   ///< the one that it leads to
};

/// The tracks of a wire on a page, from left to right.
struct PageRun {
  std::uint32_t wire = 0, track = 0;
  std::vector<TrackChange> changes;
};

/// Whether wires fit on one layer of a channel. A track along y at a pin crosses all tracks between it and its own, so
/// that a wire begins and ends at pins of one side as the outermost on this side: wires are a queue with two ends, and
/// they make room for each other by changing tracks between two positions. `events` in their order; `jogs`: how many
/// wires may change tracks after each position. Fills `runs`, if given, in the order in which wires begin.
/// derived: of up to three wires the middle one ends first only if it began so; where pins of both sides are free, each
/// set of wires that nowhere lie more than three side by side has sides for which it fits. Cost: O(events x tracks).
bool fits_page(std::span<const PageEvent> events, std::uint32_t tracks, std::span<const std::uint32_t> jogs,
               std::vector<PageRun>* runs = nullptr);

/// A wire, or a pair, that asks for pins and a track.
struct Wire {
  std::uint32_t link = 0, wire = 0;
  std::vector<std::uint32_t> slots;  ///< from left to right
  bool may_pass = true;              ///< one channel could hold it: no pair of more than two slots
};

/// Where a wire runs.
struct DealtPlace {
  std::uint32_t channel = kNone, layer = 0, track = 0;
  std::vector<TrackChange> changes;              ///< of its track, from left to right
  Side first = Side::below, last = Side::below;  ///< of its leftmost pin, and of all others
  std::vector<std::uint32_t> ends;               ///< at each slot: in PinField::at() of slot and line
  Side side(std::size_t slot) const { return slot == 0 ? first : last; }
};

/// The line of pins on a side of a channel.
inline std::size_t line_of(std::uint32_t channel, Side side) { return side == Side::above ? channel : channel - 1; }
/// Whether the upper track of a pair leads to the left pin of its end; the lower one then leads to the right pin. Pins
/// below a channel: at the left end of a wire the track farther from them starts more to the left, so that it goes
/// around the nearer one, and at all other ends it is the other way round.
inline bool upper_at_left(Side side, bool leftmost) {
  return side != Side::across && (side == Side::below) == leftmost;
}

/// Where a stretch of a detour leaves its channel: at pins, or at a column of vias.
struct StretchEnd {
  Side side = Side::below;
  std::uint32_t place = 0, last_place = 0;  ///< positions along x
  std::uint32_t slot = kNone, end = 0;      ///< at pins: in PinField::at() of slot and line
  std::uint32_t column = kNone;             ///< else in PinField::columns
};

/// A part of a wire along one channel.
struct Stretch {
  std::uint32_t channel = 0, layer = 0, track = 0;
  std::array<StretchEnd, 2> ends;  ///< in the order of the wire, which may lead to the left
  std::size_t left() const { return ends[0].place <= ends[1].place ? 0 : 1; }
  bool is_left(std::size_t end) const { return left() == end; }
};

/// A wire that changes channels. Stretch i and i + 1 meet at pins of a bus, or in a column of vias: in one via where
/// both lead to the same line of pins, else in two with a track along y.
struct Detour {
  std::vector<Stretch> stretches;
  std::vector<std::uint32_t> layers;  ///< of each meeting place: of those along y, from 0; kNone: no track along y
};

/// Every wire's place on a number of layers, or why it has none.
struct Dealt {
  std::vector<DealtPlace> places;  ///< of each wire; without a channel: a detour, or left over
  std::vector<Detour> detours;     ///< of each wire; empty: none has one
  std::vector<LeftBecause> why;    ///< of each wire
  std::uint32_t left = 0, left_by_tracks = 0;
  std::uint32_t layers_along_x = 0, layers_along_y = 0;
  bool has(std::size_t wire) const {
    return places[wire].channel != kNone || (!detours.empty() && !detours[wire].stretches.empty());
  }
};

/// How many layers may be used.
struct DealLayers {
  std::uint32_t along_x = 1, along_y = 0;
  bool has_vias = false;            ///< detours are allowed
  std::uint32_t most_left = kNone;  ///< past so many wires without a place the rest may be left undealt
};

/// Deals pins and tracks out to wires from left to right: each takes the channel with most free pins and tracks, and
/// there the first layer on which it fits, where another wire may leave on its other side to make room. A wire without
/// a place displaces others that have one elsewhere. Where a slot has too few pins, the wires whose other slots
/// lack pins too get none first. What is left then makes detours over layers along y, where these are allowed.
Dealt deal(const PinField& field, std::span<const Wire> wires, const DealLayers& layers);

/// Which wires get no pins where slots have too few, so that few do: one at a time, of the slot that lacks most pins
/// the one whose other slots lack most. `pins`: of each slot. Cost: O(pins that lack x links of a slot).
std::vector<bool> wires_without_pins(std::span<const Wire> wires, const std::vector<std::uint32_t>& pins);

/// The steps that are taken on each of many tracks.
class TakenSteps {
 public:
  TakenSteps(std::size_t tracks, std::size_t steps) : words_((steps + 63) / 64), bits_(tracks * words_) {}

  bool is_free(std::size_t track, std::uint32_t from, std::uint32_t to) const {
    for (std::size_t w = from / 64; w <= to / 64; ++w) {
      if ((bits_[track * words_ + w] & mask(w, from, to)) != 0) return false;
    }
    return true;
  }
  void take(std::size_t track, std::uint32_t from, std::uint32_t to) {
    for (std::size_t w = from / 64; w <= to / 64; ++w) bits_[track * words_ + w] |= mask(w, from, to);
  }
  /// Takes the steps if they are free, and frees them if they are taken.
  void turn(std::size_t track, std::uint32_t from, std::uint32_t to) {
    for (std::size_t w = from / 64; w <= to / 64; ++w) bits_[track * words_ + w] ^= mask(w, from, to);
  }

 private:
  static std::uint64_t mask(std::size_t word, std::uint32_t from, std::uint32_t to) {
    std::uint64_t all = ~std::uint64_t{0};
    if (word == from / 64) all &= ~std::uint64_t{0} << (from % 64);
    if (word == to / 64) all &= ~std::uint64_t{0} >> (63 - to % 64);
    return all;
  }
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

struct EndCount {
  std::uint32_t all = 0, free = 0;
};

/// What wires have taken of a field of pins and its channels on a number of layers along x.
struct DealState {
  DealState(const PinField& pins, std::uint32_t number_of_layers)
      : field(pins), layers(number_of_layers), taken(number_tracks(), std::size_t{2} * pins.positions) {
    for (const auto& ends : field.ends) owners.emplace_back(ends.size(), kNone);
    counts.resize(2 * field.ends.size());
    for (std::size_t line = 0; line < field.ends.size(); ++line) {
      for (const PinEnd& end : field.ends[line]) {
        EndCount& count = counts[2 * line + end.across];
        ++count.all;
        ++count.free;
      }
    }
    for (std::uint32_t c = 0; c < field.channels.size(); ++c) {
      for (const std::uint32_t step : field.channels[c].blocked) {
        for (std::size_t t = first_track[c]; t < first_track[c + 1]; ++t) taken.turn(t, step, step);
      }
    }
  }

  std::size_t track_of(std::uint32_t channel, std::uint32_t layer, std::uint32_t track) const {
    return first_track[channel] + std::size_t{layer} * field.channels[channel].tracks + track;
  }
  std::uint32_t& owner(std::uint32_t slot, std::size_t line, std::uint32_t end) {
    return owners[slot * field.lines.size() + line][end];
  }
  /// How many ends stand at a side of a channel, and how many of them are free.
  EndCount& ends_at(std::uint32_t slot, std::uint32_t channel, Side side) {
    return counts[2 * (slot * field.lines.size() + line_of(channel, side)) + (side == Side::across)];
  }

  const PinField& field;
  std::uint32_t layers;
  std::vector<std::size_t> first_track;  ///< of each channel, and one more
  TakenSteps taken;
  std::vector<std::vector<std::uint32_t>> owners;  ///< of PinField::ends
  std::vector<EndCount> counts;                    ///< of PinField::ends, then of those across

 private:
  /// Numbers all tracks: channel by channel, layer by layer, and gives their count.
  std::size_t number_tracks() {
    first_track.push_back(0);
    for (const RowChannel& channel : field.channels)
      first_track.push_back(first_track.back() + std::size_t{channel.tracks} * layers);
    return first_track.back();
  }
};

/// Gives wires without a place one that changes channels through vias in the rooms between slots: along a channel to a
/// room, there along y, and along another channel to the other pin; of a bus, so from slot to slot. Takes as few layers
/// along y as it can, `most` at most. What it cannot place keeps a reason: pins, or layers.
void add_detours(DealState& state, std::span<const Wire> wires, std::uint32_t most, Dealt& dealt);

using Page = std::vector<PageEvent>;  ///< in their order

/// Cuts between slots, by the rank of the slot to their left; none: from > to.
struct CutRange {
  std::uint32_t from = 1, to = 0;
};

/// Which wires run in which channel on which layer, while they are dealt out.
class DealPages {
 public:
  DealPages(DealState& state, std::span<const Wire> wires);

  const PinEnd& end_of(std::uint32_t w, const DealtPlace& at, std::size_t i) const {
    return state_.field.at(wires_[w].slots[i], line_of(at.channel, at.side(i)))[at.ends[i]];
  }
  /// Of a pair: whether its upper line is positive, by the pins of its slot i; else true.
  bool upper_positive(std::uint32_t w, const DealtPlace& at, std::size_t i) const;

  /// The tracks of a channel that are free all along a wire.
  std::uint32_t room_in(const Wire& wire, std::uint32_t channel) const;
  /// Whether some cut of a wire has no track left on a page, or on all pages of a channel.
  bool is_full(std::uint32_t w, const DealtPlace& at) const { return is_full(wires_[w], number_of(at)); }
  bool is_full_everywhere(const Wire& wire, std::uint32_t channel) const;
  /// From the first to the last cut of a wire over which its page has no track left. Where the wire takes the track of
  /// another one, that one passes all of them.
  CutRange full_cuts(std::uint32_t w, const DealtPlace& at) const;
  bool passes(std::uint32_t w, const CutRange& cuts) const {
    return cuts.from > cuts.to ||
           (rank(wires_[w].slots.front()) <= cuts.from && cuts.to < rank(wires_[w].slots.back()));
  }
  /// Whether the outline or a keep-out closes the channel somewhere along a wire.
  bool is_blocked(std::uint32_t w, const DealtPlace& at) const;

  void events_of(std::uint32_t w, const DealtPlace& at, Page& events) const;
  /// A page with the events of one more wire, or without those of one.
  void with(const DealtPlace& at, const Page& more, Page& page) const;
  static void without(const Page& page, std::uint32_t w, Page& rest);
  bool fits(const DealtPlace& at, const Page& page) const { return fits_page(page, tracks_of(at), state_.field.jogs); }

  void add(std::uint32_t w, const DealtPlace& at);
  void remove(std::uint32_t w, const DealtPlace& at);
  /// Gives all wires their tracks, and takes the steps of these.
  void draw(std::vector<DealtPlace>& places);

 private:
  std::size_t slots() const { return state_.field.left_to_right.size(); }
  bool is_full(const Wire& wire, std::size_t page) const {
    return !full_.is_free(page, rank(wire.slots.front()), rank(wire.slots.back()) - 1);
  }
  std::uint32_t rank(std::uint32_t slot) const { return state_.field.left_to_right[slot]; }
  std::size_t number_of(const DealtPlace& at) const { return std::size_t{at.channel} * state_.layers + at.layer; }
  std::uint32_t tracks_of(const DealtPlace& at) const { return state_.field.channels[at.channel].tracks; }
  void count(std::uint32_t w, const DealtPlace& at, std::uint32_t more);
  void take_steps(std::uint32_t w, const DealtPlace& at);

  DealState& state_;
  std::span<const Wire> wires_;
  std::vector<Page> pages_;                ///< of each channel and layer
  std::vector<std::uint32_t> over_cut_;    ///< wires of each page over each cut between slots
  std::vector<std::uint32_t> in_channel_;  ///< the same of each channel
  TakenSteps full_;                        ///< of each page, the cuts that have no track left
};

/// A channel and the sides of a wire's pins.
struct Way {
  std::uint32_t channel = 0;
  Side first = Side::below, last = Side::below;
  /// Begins a place in it.
  void begin(DealtPlace& at) const {
    at.channel = channel;
    at.first = first;
    at.last = last;
  }
};

/// A way as it is for the next wire of a link.
struct WayNow {
  std::uint32_t free_ends = 0;  ///< at the slot that has fewest
  std::uint32_t weight = 0;     ///< the more pins and tracks are free
  bool is_open = false;         ///< some layer has a track left all along the wire
};

/// A way before all others with less weight, of equal ones the first.
inline std::uint64_t key_of(std::uint32_t weight, std::uint32_t way) { return std::uint64_t{~weight} << 32 | way; }
inline std::uint32_t way_of(std::uint64_t key) { return static_cast<std::uint32_t>(key); }
inline std::uint32_t weight_of(std::uint64_t key) { return ~static_cast<std::uint32_t>(key >> 32); }

/// What the wires of one link share.
struct LinkWays {
  bool is_known = false;
  std::vector<Way> ways;                  ///< channel by channel
  std::vector<const EndCount*> ends;      ///< of each way, of each slot
  std::vector<std::uint32_t> of_channel;  ///< the first way of each channel, and one more
  // After so many changes of the board:
  std::size_t changes_seen = 0;
  std::vector<WayNow> now;           ///< of each way
  std::vector<std::uint64_t> order;  ///< the keys of those with a weight: most pins and tracks first, so that both run
                                     ///< out together
};

/// The ways of all links, while wires are dealt out. What the wires of a link share is found once, and how its ways are
/// now only in the channels that have changed since its last wire.
class DealWays {
 public:
  DealWays(DealState& state, const DealPages& pages, std::size_t links)
      : state_(state), field_(state.field), pages_(pages), of_link_(links) {}

  /// The ways of a wire's link as they are now. Cost: near O(ways of the channels that have changed + ways with pins).
  const LinkWays& of(const Wire& wire);
  /// Tells that a wire took a place in a channel, or gave it back.
  void channel_changed(std::uint32_t channel) { changed_.push_back(channel); }

 private:
  void find(const Wire& wire, LinkWays& link);
  bool has_line(std::uint32_t channel, Side side) const;
  void renew(const Wire& wire, LinkWays& link, std::uint32_t from, std::uint32_t to);
  void put_in_order(LinkWays& link);

  DealState& state_;
  const PinField& field_;
  const DealPages& pages_;
  std::vector<LinkWays> of_link_;
  std::vector<std::uint32_t> changed_;           ///< channels in turn
  std::vector<std::uint64_t> renewed_, merged_;  ///< keys of ways
};

}  // namespace cutline::board
