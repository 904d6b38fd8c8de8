// SPDX-License-Identifier: Apache-2.0
#include "board/match_lengths.hpp"

#include <tuple>

namespace cutline::board {

namespace {

/// A stretch of x.
struct Reach {
  Nanometres from = 0, to = 0;
};

/// Which line of which track has this y.
struct LineOfTrack {
  std::uint32_t channel = 0, track = 0;
  bool upper = false;
};

/// A strip beside a track: how far teeth may reach into it, towards greater y or less.
struct Strip {
  std::size_t line = 0;
  Nanometres reach = 0;
  int up = 1;
};

class LengthMatcher {
 public:
  LengthMatcher(const Board& board, const PinField& field, RoutedBoard& routed)
      : board_(board), rules_(board.rules), field_(field), routed_(routed), teeth_(routed.segments.size()) {
    apart_ = rules_.width + rules_.gap;
    step_ = least_apart(rules_);
    for (std::uint32_t c = 0; c < field.channels.size(); ++c) {
      for (std::uint32_t t = 0; t < field.channels[c].tracks; ++t) {
        const Nanometres y = field.channels[c].first + t * field.channels[c].pitch;
        lines_[y] = {c, t, false};
        if (rules_.pairs) lines_[y + apart_] = {c, t, true};
      }
    }
    for (const Pin& pin : field.pins) pad_ = std::max(pad_, connector_of(board, pin).pad);
    lengths_ = lengths_of_nets(routed);
    routed.serpentines.assign(routed.nets.size(), 0);
    of_net_.resize(routed.nets.size());
    for (std::uint32_t i = 0; i < routed.segments.size(); ++i) of_net_[routed.segments[i].net].push_back(i);
    for (const BoardVia& via : routed.vias) vias_[via.y].push_back(via.x);
  }

  void match() {
    for (const LackingLength& each : lacking_in_pairs(board_, routed_, lengths_)) lengthen(each);
    for (const LackingLength& each : lacking_in_links(board_, routed_, lengths_)) lengthen(each);
  }

  /// Replaces tracks by their serpentines.
  void draw() {
    std::vector<BoardTrack> all;
    for (std::size_t i = 0; i < teeth_.size(); ++i) {
      if (teeth_[i].empty()) {
        all.push_back(routed_.segments[i]);
        continue;
      }
      const std::vector<BoardTrack> pieces = with_teeth(routed_.segments[i], std::move(teeth_[i]));
      all.insert(all.end(), pieces.begin(), pieces.end());
    }
    routed_.segments = std::move(all);
  }

 private:
  /// Adds a length to a net, or to both lines of its pair, as far as there is room.
  void lengthen(const LackingLength& lacking) {
    const auto& [net, length, both] = lacking;
    Nanometres missing = length;
    std::vector<std::uint32_t> tracks = of_net_[net];
    if (both)
      tracks.insert(tracks.end(), of_net_[routed_.nets[net].mate].begin(), of_net_[routed_.nets[net].mate].end());
    for (const std::uint32_t i : tracks) {
      const BoardTrack& s = routed_.segments[i];
      const auto found = lines_.find(s.y0);
      const bool along_x = s.layer + routed_.layers_along_y < routed_.signal_layers && s.y0 == s.y1 && s.x0 != s.x1;
      if (!along_x || found == lines_.end()) continue;
      for (const Strip& strip : strips_of(found->second)) {
        for (const FreeStretch& room : field_.free) {
          if (missing > 0) missing = fill(i, found->second, strip, room, {missing, both});
        }
      }
    }
  }

  /// The strips beside a line of a track: below the lowest track, above the uppermost.
  std::vector<Strip> strips_of(const LineOfTrack& at) const {
    std::vector<Strip> strips;
    const RowChannel& channel = field_.channels[at.channel];
    if (at.track == 0 && at.channel > 0 && !at.upper) strips.push_back(strip_of(at, at.channel - 1, -1));
    const bool is_top = at.track + 1 == channel.tracks && at.channel < field_.lines.size();
    if (is_top && at.upper == rules_.pairs) strips.push_back(strip_of(at, at.channel, 1));
    return strips;
  }
  /// Teeth may come as near to the next channel's track as tracks may, or to the end of the pads where it has none.
  Strip strip_of(const LineOfTrack& at, std::size_t line, int up) const {
    const auto y_of = [&](std::uint32_t channel, std::uint32_t track, bool upper) {
      return field_.channels[channel].first + track * field_.channels[channel].pitch + (upper ? apart_ : 0);
    };
    const Nanometres own = y_of(at.channel, at.track, at.upper);
    const std::uint32_t other = up > 0 ? at.channel + 1 : at.channel - 1;
    const std::uint32_t tracks = field_.channels[other].tracks;
    Nanometres end = field_.lines[line];
    if (tracks > 0) end = y_of(other, up > 0 ? 0 : tracks - 1, up < 0 && rules_.pairs) - up * step_;
    return {line, std::max<Nanometres>(0, up > 0 ? end - own : own - end), up};
  }

  struct Wanted {
    Nanometres length = 0;
    bool both = false;
  };
  /// Fills the free places of a strip in a room with teeth of a track; gives what is still missing.
  Nanometres fill(std::uint32_t i, const LineOfTrack& at, const Strip& strip, const FreeStretch& room, Wanted wanted) {
    const BoardTrack s = routed_.segments[i];
    const std::uint32_t mate = wanted.both ? beside(i, strip.up) : i;
    if (mate == kNone || strip.reach <= 0) return wanted.length;
    const Nanometres beside_pads = (pad_ + 1) / 2 + rules_.clearance + (rules_.width + 1) / 2;
    const BoardTrack& m = routed_.segments[mate];
    const Reach limits = {
        std::max({room.from + beside_pads, std::min(s.x0, s.x1) + step_, std::min(m.x0, m.x1) + step_}),
        std::min({room.to - beside_pads, std::max(s.x0, s.x1) - step_, std::max(m.x0, m.x1) - step_})};
    const Nanometres wide = step_ + (wanted.both ? 2 * apart_ : 0);
    std::vector<Reach>& in_strip = taken_[{s.layer, 2 * strip.line, 0}];
    std::vector<Reach>& on_track = taken_[{s.layer, 2 * std::size_t{at.channel} + 1, at.track}];
    for (const Reach& free : free_spans(limits, field_.lines[strip.line], in_strip, on_track)) {
      const Nanometres fit = (free.to - free.from + step_) / (wide + step_);
      if (fit <= 0 || wanted.length <= 0) continue;
      const Nanometres asked = (wanted.length + 2 * strip.reach - 1) / (2 * strip.reach), count = std::min(fit, asked);
      const Nanometres reach = std::min(strip.reach, (wanted.length + 2 * count - 1) / (2 * count));
      const Reach used = {free.from, free.from + count * (wide + step_) - step_};
      const BoardBox teeth = BoardTrack{0, 0, used.from, s.y0, used.to, s.y0 + strip.up * reach}.box();
      if (!is_clear(board_, teeth, (rules_.width + 1) / 2)) continue;
      for (Nanometres n = 0; n < count && wanted.length > 0; ++n) {
        const Nanometres out = strip.up * std::min(reach, (wanted.length + 1) / 2), x = free.from + n * (wide + step_);
        add(i, {x, x + wide, out});
        if (wanted.both) add(mate, {x + apart_, x + wide - apart_, out});
        wanted.length -= 2 * std::abs(out);
      }
      in_strip.push_back(used);
      on_track.push_back(used);
    }
    return wanted.length;
  }
  void add(std::uint32_t i, const Tooth& tooth) {
    const std::uint32_t net = routed_.segments[i].net;
    teeth_[i].push_back(tooth);
    routed_.serpentines[net] += 2 * std::abs(tooth.reach);
    lengths_[net] += 2 * std::abs(tooth.reach);
  }

  /// The track of a pair's other line on the far side of a strip.
  std::uint32_t beside(std::uint32_t i, int up) const {
    const BoardTrack& s = routed_.segments[i];
    for (const std::uint32_t m : of_net_[routed_.nets[s.net].mate]) {
      const BoardTrack& t = routed_.segments[m];
      const bool meets = std::min(t.x0, t.x1) < std::max(s.x0, s.x1) && std::min(s.x0, s.x1) < std::max(t.x0, t.x1);
      if (t.layer == s.layer && t.y0 == t.y1 && t.y0 == s.y0 - up * apart_ && meets) return m;
    }
    return kNone;
  }

  /// What is left of a span beside vias of this line and what others have taken.
  std::vector<Reach> free_spans(const Reach& limits, Nanometres y, const std::vector<Reach>& a,
                                const std::vector<Reach>& b) const {
    std::vector<Reach> taken;
    for (const std::vector<Reach>* spans : {&a, &b}) {
      for (const Reach& span : *spans) taken.push_back({span.from - step_, span.to + step_});
    }
    const Nanometres beside = (rules_.via_pad + 1) / 2 + rules_.clearance + (rules_.width + 1) / 2;
    if (const auto line = vias_.find(y); line != vias_.end()) {
      for (const Nanometres x : line->second)
        taken.push_back({x - std::max(beside, step_), x + std::max(beside, step_)});
    }
    std::ranges::sort(taken, {}, &Reach::from);
    std::vector<Reach> free;
    Nanometres x = limits.from;
    for (const Reach& span : taken) {
      if (span.from > x) free.push_back({x, std::min(span.from, limits.to)});
      x = std::max(x, span.to);
    }
    free.push_back({x, limits.to});
    return free;
  }

  const Board& board_;
  const TrackRules& rules_;
  const PinField& field_;
  RoutedBoard& routed_;
  std::vector<std::vector<Tooth>> teeth_;  ///< of each track
  std::vector<Nanometres> lengths_;
  std::vector<std::vector<std::uint32_t>> of_net_;
  std::map<Nanometres, LineOfTrack> lines_;
  std::map<Nanometres, std::vector<Nanometres>> vias_;  ///< x by y
  std::map<std::tuple<std::uint32_t, std::size_t, std::uint32_t>, std::vector<Reach>> taken_;
  Nanometres apart_ = 0, step_ = 0, pad_ = 0;
};

}  // namespace

void match_lengths(const Board& board, const PinField& field, RoutedBoard& routed) {
  if (!board.rules.match && !board.rules.match_in_pairs) return;
  const std::vector<BoardTrack> straight = routed.segments;
  LengthMatcher matcher(board, field, routed);
  matcher.match();
  matcher.draw();
  seek_room(board, field, straight, routed);
}

std::vector<BoardTrack> with_teeth(const BoardTrack& track, std::vector<Tooth> teeth) {
  std::ranges::sort(teeth, {}, &Tooth::from);
  std::vector<BoardTrack> pieces;
  Nanometres x = std::min(track.x0, track.x1);
  const Nanometres y = track.y0;
  const auto add = [&](Nanometres x0, Nanometres y0, Nanometres x1, Nanometres y1) {
    pieces.push_back({track.net, track.layer, x0, y0, x1, y1});
  };
  for (const Tooth& tooth : teeth) {
    add(x, y, tooth.from, y);
    add(tooth.from, y, tooth.from, y + tooth.reach);
    add(tooth.from, y + tooth.reach, tooth.to, y + tooth.reach);
    add(tooth.to, y + tooth.reach, tooth.to, y);
    x = tooth.to;
  }
  add(x, y, std::max(track.x0, track.x1), y);
  return pieces;
}

std::vector<LackingLength> lacking_in_pairs(const Board& board, const RoutedBoard& routed,
                                            const std::vector<Nanometres>& lengths) {
  std::vector<LackingLength> all;
  if (!board.rules.match_in_pairs) return all;
  for (std::uint32_t n = 0; n < routed.nets.size(); ++n) {
    const std::uint32_t mate = routed.nets[n].mate;
    if (mate == kNone || routed.nets[n].pins.empty()) continue;
    const Nanometres length = lengths[mate] - lengths[n] - *board.rules.match_in_pairs;
    if (length > 0) all.push_back({n, length, false});
  }
  return all;
}

std::vector<LackingLength> lacking_in_links(const Board& board, const RoutedBoard& routed,
                                            const std::vector<Nanometres>& lengths) {
  std::vector<LackingLength> all;
  if (!board.rules.match) return all;
  const auto both = [&](std::uint32_t n) {  // a pair is as long as its longer line
    const std::uint32_t mate = routed.nets[n].mate;
    return mate == kNone ? lengths[n] : std::max(lengths[n], lengths[mate]);
  };
  std::vector<Nanometres> longest(board.links.size());
  for (std::uint32_t n = 0; n < routed.nets.size(); ++n)
    longest[routed.nets[n].link] = std::max(longest[routed.nets[n].link], both(n));
  for (std::uint32_t n = 0; n < routed.nets.size(); ++n) {
    const Net& net = routed.nets[n];
    if (net.pins.empty() || net.polarity == Polarity::negative) continue;
    const Nanometres length = longest[net.link] - both(n) - *board.rules.match;
    if (length > 0) all.push_back({n, length, board.rules.pairs});
  }
  // They pass few rooms, and long ones find others.
  std::ranges::stable_sort(all, {}, [&](const LackingLength& each) { return lengths[each.net]; });
  return all;
}

}  // namespace cutline::board
