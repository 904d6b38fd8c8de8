// SPDX-License-Identifier: Apache-2.0
#include "board/layer_copper.hpp"
#include "board/match_lengths.hpp"

namespace cutline::board {

namespace {

/// Between two neighbouring pins along x, as far as tracks along y may come to their pads.
struct Room {
  Nanometres from = 0, to = 0;
};

std::vector<Room> rooms_between_pins(const Board& board, const PinField& field) {
  std::vector<Nanometres> xs = each_of(field.pins, &Pin::x);
  const auto pad = most_over<Nanometres>(field.pins, [&](const Pin& pin) { return connector_of(board, pin).pad; });
  std::ranges::sort(xs);
  const Nanometres to_pad = (pad + 1) / 2 + board.rules.clearance + (board.rules.width + 1) / 2;
  const Nanometres beside = std::max(to_pad, least_apart(board.rules));
  std::vector<Room> rooms;
  for (std::size_t i = 1; i < xs.size(); ++i) {
    const Room room = {xs[i - 1] + beside, xs[i] - beside};
    if (room.to - room.from >= least_apart(board.rules)) rooms.push_back(room);
  }
  return rooms;
}

class RoomSeeker {
 public:
  RoomSeeker(const Board& board, const PinField& field, const std::vector<BoardTrack>& straight, RoutedBoard& routed)
      : board_(board),
        routed_(routed),
        copper_(board.rules, routed),
        rooms_(rooms_between_pins(board, field)),
        step_(least_apart(board.rules)),
        apart_(board.rules.width + board.rules.gap),
        lengths_(lengths_of_nets(routed)),
        of_net_(routed.nets.size()),
        straight_(routed.nets.size()),
        has_vias_(routed.nets.size()) {
    for (std::uint32_t i = 0; i < routed.segments.size(); ++i) of_net_[routed.segments[i].net].push_back(i);
    for (const BoardTrack& track : straight) straight_[track.net].push_back(track);
    for (const BoardVia& via : routed.vias) has_vias_[via.net] = true;
  }

  void seek() {
    straighten(lacking_in_pairs(board_, routed_, lengths_));
    straighten(lacking_in_links(board_, routed_, lengths_));
    for (const LackingLength& each : lacking_in_pairs(board_, routed_, lengths_)) lengthen(each);
    for (const LackingLength& each : lacking_in_links(board_, routed_, lengths_)) lengthen(each);
    std::vector<LackingLength> left = lacking_in_links(board_, routed_, lengths_);
    // Those that lack most find the emptiest layers.
    std::ranges::stable_sort(left, std::greater(), &LackingLength::length);
    for (const LackingLength& each : left) move(each);
    std::erase_if(routed_.segments, [](const BoardTrack& track) { return track.net == kNone; });
  }

 private:
  std::vector<std::uint32_t> nets_of(const LackingLength& lacking) const {
    if (!lacking.both) return {lacking.net};
    return {lacking.net, routed_.nets[lacking.net].mate};
  }

  // --- room for teeth ---

  /// Teeth of a track, and of its pair's other line where both grow.
  struct Place {
    std::uint32_t track = 0, mate = kNone;
    int up = 1;
    Nanometres from = 0, reach = 0;
    std::int64_t fit = 0;
    Nanometres gain() const { return 2 * reach * fit; }
  };

  Nanometres width_of(const Place& at) const { return step_ + (at.mate != kNone ? 2 * apart_ : 0); }

  /// Adds what a net lacks, as far as there is room; whether nothing is left.
  bool lengthen(const LackingLength& lacking) {
    Nanometres missing = lacking.length;
    for (int tries = 0; missing > 0 && tries < kMostFills; ++tries) {
      std::optional<Place> best;
      for (const std::uint32_t net : nets_of(lacking)) {
        for (const std::uint32_t track : of_net_[net]) keep_best(track, lacking.both, missing, best);
      }
      if (!best) return false;
      missing -= fill(*best, missing);
    }
    return missing <= 0;
  }

  /// Of places that give enough the one that reaches least far, else the one that gives most.
  static bool is_better(const Place& a, const Place& b, Nanometres missing) {
    const bool a_does = a.gain() >= missing, b_does = b.gain() >= missing;
    if (a_does != b_does) return a_does;
    return a_does ? a.reach < b.reach : a.gain() > b.gain();
  }

  void keep_best(std::uint32_t track, bool both, Nanometres missing, std::optional<Place>& best) {
    const BoardTrack& s = routed_.segments[track];
    if (s.y0 != s.y1 || s.x0 == s.x1 || is_along_y(s.layer)) return;
    for (const int up : {1, -1}) {
      if (!both) {
        keep_best_of({.track = track, .up = up}, missing, best);
        continue;
      }
      for (const std::uint32_t mate : of_net_[routed_.nets[s.net].mate]) {
        const BoardTrack& m = routed_.segments[mate];
        const bool meets = std::min(m.x0, m.x1) < std::max(s.x0, s.x1) && std::min(s.x0, s.x1) < std::max(m.x0, m.x1);
        if (m.layer == s.layer && m.y0 == m.y1 && m.y0 == s.y0 - up * apart_ && meets)
          keep_best_of({.track = track, .mate = mate, .up = up}, missing, best);
      }
    }
  }

  void keep_best_of(Place place, Nanometres missing, std::optional<Place>& best) {
    const BoardTrack &s = routed_.segments[place.track],
                     &m = routed_.segments[place.mate != kNone ? place.mate : place.track];
    const Nanometres from = std::max(std::min(s.x0, s.x1), std::min(m.x0, m.x1)) + step_;
    const Nanometres to = std::min(std::max(s.x0, s.x1), std::max(m.x0, m.x1)) - step_;
    const Nanometres wide = width_of(place);
    for (const Room& room : rooms_) {
      const Nanometres x0 = std::max(room.from, from), x1 = std::min(room.to, to);
      if (x1 - x0 < wide || visits_left_ <= 0) continue;
      visits_left_ -= static_cast<std::int64_t>(copper_.tracks_on(s.layer) + routed_.vias.size());
      for (const FreeSpan& span : copper_.free_spans(place.track, place.up, x0, x1)) {
        place.from = span.from;
        place.reach = span.reach;
        place.fit = (span.to - span.from + step_) / (wide + step_);
        if (place.fit > 0 && (!best || is_better(place, *best, missing)) && is_clear(place)) best = place;
      }
    }
  }

  /// Whether teeth stay on the board and off its keep-outs.
  bool is_clear(const Place& at) const {
    const Nanometres y = routed_.segments[at.track].y0, to = at.from + at.fit * (width_of(at) + step_) - step_;
    const BoardBox teeth = BoardTrack{0, 0, at.from, y, to, y + at.up * at.reach}.box();
    return board::is_clear(board_, teeth, (board_.rules.width + 1) / 2);
  }

  /// Draws as many teeth as it takes; returns the length that they add.
  Nanometres fill(const Place& at, Nanometres missing) {
    const Nanometres wide = width_of(at);
    const std::int64_t count = std::min(at.fit, (missing + 2 * at.reach - 1) / (2 * at.reach));
    const Nanometres reach = std::min(at.reach, (missing + 2 * count - 1) / (2 * count));
    std::vector<Tooth> outer, inner;
    Nanometres added = 0;
    for (std::int64_t n = 0; n < count && added < missing; ++n) {
      const Nanometres out = std::min(reach, (missing - added + 1) / 2), x = at.from + n * (wide + step_);
      outer.push_back({x, x + wide, at.up * out});
      inner.push_back({x + apart_, x + wide - apart_, at.up * out});
      added += 2 * out;
    }
    draw(at.track, outer, added);
    if (at.mate != kNone) draw(at.mate, inner, added);
    return added;
  }
  void draw(std::uint32_t track, const std::vector<Tooth>& teeth, Nanometres added) {
    const std::vector<BoardTrack> pieces = with_teeth(routed_.segments[track], teeth);
    const std::uint32_t net = pieces.front().net;
    routed_.segments[track] = pieces.front();
    for (std::size_t i = 1; i < pieces.size(); ++i) add(pieces[i]);
    lengths_[net] += added;
    routed_.serpentines[net] += added;
  }
  void add(const BoardTrack& track) {
    const auto number = static_cast<std::uint32_t>(routed_.segments.size());
    of_net_[track.net].push_back(number);
    copper_.add(track.layer, number);
    routed_.segments.push_back(track);
  }

  /// Gives a net these tracks in place of its own.
  void set_tracks(std::uint32_t net, const std::vector<BoardTrack>& tracks) {
    for (const std::uint32_t track : of_net_[net]) {
      copper_.remove(routed_.segments[track].layer, track);
      routed_.segments[track].net = kNone;
    }
    of_net_[net].clear();
    for (const BoardTrack& track : tracks) add(track);
    lengths_[net] = length_of(tracks);
    routed_.serpentines[net] = lengths_[net] - length_of(straight_[net]);
  }
  static Nanometres length_of(const std::vector<BoardTrack>& tracks) {
    return sum_over<Nanometres>(tracks, &BoardTrack::length);
  }
  std::vector<BoardTrack> tracks_of(std::uint32_t net) const {
    return each_of(of_net_[net], [&](const std::uint32_t track) { return routed_.segments[track]; });
  }
  /// Small teeth may fill a room where larger ones would have given more.
  void straighten(const std::vector<LackingLength>& all) {
    for (const LackingLength& each : all) {
      for (const std::uint32_t net : nets_of(each)) set_tracks(net, straight_[net]);
    }
  }

  // --- other layers ---

  bool is_along_y(std::uint32_t layer) const { return layer + routed_.layers_along_y >= routed_.signal_layers; }

  /// Moves a net, or both lines of its pair, to a layer on which it matches; else leaves it where it is.
  void move(const LackingLength& lacking) {
    const std::vector<std::uint32_t> nets = nets_of(lacking);
    if (std::ranges::any_of(nets, [&](std::uint32_t net) { return bool{has_vias_[net]}; })) return;
    for (std::uint32_t layer = 0; layer + routed_.layers_along_y < routed_.signal_layers; ++layer) {
      if (matches_on(layer, nets, lacking)) return;
    }
    const bool allowed = board_.signal_layers == 0 || routed_.signal_layers < board_.signal_layers;
    if (!allowed || routed_.layers_to_match == kMostMoreLayers) return;
    add_layer();
    if (!matches_on(routed_.signal_layers - routed_.layers_along_y - 1, nets, lacking)) remove_layer();
  }

  bool matches_on(std::uint32_t layer, const std::vector<std::uint32_t>& nets, const LackingLength& lacking) {
    std::vector<std::vector<BoardTrack>> moved, before;
    for (const std::uint32_t net : nets) {
      before.push_back(tracks_of(net));
      for (BoardTrack& track : moved.emplace_back(straight_[net])) {
        track.layer = layer;
        if (!copper_.fits(track)) return false;
      }
    }
    Nanometres target = lacking.length;
    for (const std::uint32_t net : nets) target = std::max(target, lacking.length + lengths_[net]);
    for (std::size_t n = 0; n < nets.size(); ++n) set_tracks(nets[n], moved[n]);
    if (matches(nets, target)) return true;
    for (std::size_t n = 0; n < nets.size(); ++n) set_tracks(nets[n], before[n]);
    return false;
  }
  /// Lengthens a net, or both lines of its pair, to a length.
  bool matches(const std::vector<std::uint32_t>& nets, Nanometres target) {
    if (nets.size() == 1) return lengthen({nets[0], target - lengths_[nets[0]], false});
    const Nanometres longer = std::max(lengths_[nets[0]], lengths_[nets[1]]);
    if (board_.rules.match_in_pairs) {
      const std::uint32_t shorter = lengths_[nets[0]] < longer ? nets[0] : nets[1];
      if (!lengthen({shorter, longer - lengths_[shorter] - *board_.rules.match_in_pairs, false})) return false;
    }
    return lengthen({nets[0], target - longer, true});
  }

  /// A layer along x behind those that are there: layers along y move on.
  void add_layer() {
    const std::uint32_t at = routed_.signal_layers - routed_.layers_along_y;
    move_layers(at, 1);
    copper_.insert_layer(at);
    ++routed_.signal_layers;
    ++routed_.layers_to_match;
  }
  void remove_layer() {
    const std::uint32_t at = routed_.signal_layers - routed_.layers_along_y - 1;
    move_layers(at + 1, ~std::uint32_t{0});  // modulo 2^32: down
    copper_.remove_layer(at);
    --routed_.signal_layers;
    --routed_.layers_to_match;
  }

  void move_layers(std::uint32_t from, std::uint32_t by) {
    for (BoardTrack& track : routed_.segments) track.layer += track.layer >= from ? by : 0;
    for (std::vector<BoardTrack>& tracks : straight_) {
      for (BoardTrack& track : tracks) track.layer += track.layer >= from ? by : 0;
    }
  }

  static constexpr int kMostFills = 64;
  static constexpr std::int64_t kMostVisits = 300'000'000;
  std::int64_t visits_left_ = kMostVisits;  ///< of tracks; then nets keep what they have
  const Board& board_;
  RoutedBoard& routed_;
  LayerCopper copper_;
  std::vector<Room> rooms_;
  Nanometres step_, apart_;
  std::vector<Nanometres> lengths_;
  std::vector<std::vector<std::uint32_t>> of_net_;
  std::vector<std::vector<BoardTrack>> straight_;  ///< of each net, without serpentines
  std::vector<bool> has_vias_;
};

/// The most that a net lacks.
Nanometres most_lacking(const Board& board, const RoutedBoard& routed) {
  const std::vector<Nanometres> lengths = lengths_of_nets(routed);
  const auto of_pairs = most_over<Nanometres>(lacking_in_pairs(board, routed, lengths), &LackingLength::length);
  return most_over(lacking_in_links(board, routed, lengths), &LackingLength::length, of_pairs);
}

}  // namespace

void seek_room(const Board& board, const PinField& field, const std::vector<BoardTrack>& straight,
               RoutedBoard& routed) {
  const Nanometres lacked = most_lacking(board, routed);
  if (lacked <= 0) return;
  RoutedBoard better = routed;
  RoomSeeker(board, field, straight, better).seek();
  if (most_lacking(board, better) <= lacked) routed = std::move(better);
}

}  // namespace cutline::board
