// SPDX-License-Identifier: Apache-2.0
#include "board/layer_copper.hpp"

#include "board/pin_field.hpp"

namespace cutline::board {

namespace {

bool is_near(const BoardBox& a, const BoardBox& b, Nanometres apart) {
  return a.x0 - b.x1 < apart && b.x0 - a.x1 < apart && a.y0 - b.y1 < apart && b.y0 - a.y1 < apart;
}

/// Something that lets tracks from a line reach no farther than this.
struct Stop {
  Nanometres from = 0, to = 0, reach = 0;
};

}  // namespace

LayerCopper::LayerCopper(const TrackRules& rules, const RoutedBoard& routed)
    : step_(least_apart(rules)),
      to_via_(std::max(step_, (rules.via_pad + 1) / 2 + rules.clearance + (rules.width + 1) / 2)),
      routed_(routed),
      tracks_(routed.signal_layers) {
  low_ = high_ = routed.pins.empty() ? 0 : routed.pins.front().y;
  for (const Pin& pin : routed.pins) {
    low_ = std::min(low_, pin.y);
    high_ = std::max(high_, pin.y);
  }
  for (std::uint32_t i = 0; i < routed.segments.size(); ++i) tracks_[routed.segments[i].layer].push_back(i);
}

bool LayerCopper::fits(const BoardTrack& track) const {
  const BoardBox own = track.box();
  for (const std::uint32_t other : tracks_[track.layer]) {
    const std::uint32_t net = routed_.segments[other].net;
    if (net == track.net || net == routed_.nets[track.net].mate) continue;
    if (is_near(own, routed_.segments[other].box(), step_)) return false;
  }
  return std::ranges::none_of(routed_.vias, [&](const BoardVia& via) {
    return is_near(own, {via.x, via.y, via.x, via.y}, to_via_);
  });
}

std::vector<FreeSpan> LayerCopper::free_spans(std::uint32_t track, int up, Nanometres x0, Nanometres x1) const {
  const BoardTrack& s = routed_.segments[track];
  std::vector<Stop> stops;
  const auto take = [&](const BoardBox& box, Nanometres apart) {
    if (box.x1 + apart <= x0 || box.x0 - apart >= x1) return;
    const Nanometres nearest = up > 0 ? box.y0 - s.y0 : s.y0 - box.y1;
    const Nanometres farthest = up > 0 ? box.y1 - s.y0 : s.y0 - box.y0;
    if (farthest >= 0) stops.push_back({box.x0 - apart, box.x1 + apart, std::max<Nanometres>(0, nearest - apart)});
  };
  for (const std::uint32_t other : tracks_[s.layer]) {
    if (other != track) take(routed_.segments[other].box(), step_);
  }
  for (const BoardVia& via : routed_.vias) take({via.x, via.y, via.x, via.y}, to_via_);
  const Nanometres to_end = std::max<Nanometres>(0, up > 0 ? high_ - s.y0 : s.y0 - low_);
  std::vector<Nanometres> reaches = {to_end};
  for (const Stop& stop : stops) {
    if (stop.reach > 0 && stop.reach < to_end) reaches.push_back(stop.reach);
  }
  std::ranges::sort(reaches);
  reaches.erase(std::unique(reaches.begin(), reaches.end()), reaches.end());
  std::ranges::sort(stops, {}, &Stop::from);
  std::vector<FreeSpan> spans;
  for (const Nanometres reach : reaches) {
    if (reach <= 0) continue;
    FreeSpan best{x0, x0, reach};
    Nanometres x = x0;
    const auto end_at = [&](Nanometres to) {
      if (to - x > best.to - best.from) best = {x, to, reach};
    };
    for (const Stop& stop : stops) {
      if (stop.reach >= reach) continue;
      end_at(std::min(stop.from, x1));
      x = std::max(x, stop.to);
    }
    end_at(x1);
    if (best.to > best.from) spans.push_back(best);
  }
  return spans;
}

}  // namespace cutline::board
