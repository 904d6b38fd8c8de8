// SPDX-License-Identifier: Apache-2.0
#include "board/channel_page.hpp"

#include <algorithm>

namespace cutline::board {

namespace {

class PageFiller {
 public:
  PageFiller(std::uint32_t tracks, std::span<const std::uint32_t> jogs, std::vector<PageRun>* runs)
      : tracks_(tracks), jogs_(jogs), runs_(runs) {
    active_.reserve(tracks);
  }

  bool take(const PageEvent& event) {
    if (event.at > now_) last_ = std::max(last_, reached_);
    now_ = event.at;
    if (event.kind == PageEvent::Kind::begin ? !begin(event) : !is_outermost(event)) return false;
    reached_ = std::max(reached_, event.to);
    if (event.kind != PageEvent::Kind::end) return true;
    std::erase_if(active_, [&](const Active& each) { return each.wire == event.wire; });
    return true;
  }

 private:
  struct Active {
    std::uint32_t wire = 0, track = 0, since = 0, leaves = 0;
    std::size_t run = 0;
  };

  bool is_outermost(const PageEvent& event) const {
    if (event.side == Side::across) return active_.size() == 1;
    return (event.side == Side::below ? active_.front() : active_.back()).wire == event.wire;
  }

  bool begin(const PageEvent& event) {
    if (active_.size() == tracks_ || (event.side == Side::across && !active_.empty())) return false;
    const bool above = event.side == Side::above;
    Active next = {event.wire, above ? tracks_ / 2 : (tracks_ - 1) / 2, event.at, event.leaves, 0};
    if (!active_.empty()) {
      const std::uint32_t nearest = above ? tracks_ - 1 - active_.back().track : active_.front().track;
      if (nearest == 0 && !make_room(above)) return false;
      const std::uint32_t from_side = nearest == 0 ? 0 : nearest - 1;
      next.track = above ? tracks_ - 1 - from_side : from_side;
    }
    if (runs_ != nullptr) {
      next.run = runs_->size();
      runs_->push_back({next.wire, next.track, {}});
    }
    active_.insert(above ? active_.end() : active_.begin(), next);
    return true;
  }

  /// Moves the wires beside a side that stand without a free track between them one track away from it.
  bool make_room(bool above) {
    const auto nth = [&](std::size_t i) -> Active& { return active_[above ? active_.size() - 1 - i : i]; };
    const auto from_side = [&](std::size_t i) { return above ? tracks_ - 1 - nth(i).track : nth(i).track; };
    std::size_t block = 0;
    std::uint32_t changes = 0, until = now_;
    for (; block < active_.size() && from_side(block) == block; ++block) {
      if (nth(block).since == now_) continue;
      ++changes;
      until = std::min(until, nth(block).leaves);
    }
    const std::vector<TrackChange> places = places_for(changes, until);
    if (places.size() < changes) return false;
    if (changes > 0) last_ = places.front().place + 1;
    for (std::size_t i = 0, next = 0; i < block; ++i) {  // the outermost wire is the last to change
      Active& each = nth(i);
      each.track += above ? -1U : 1U;
      const bool is_new = each.since == now_;
      if (!is_new) ++next;
      if (runs_ == nullptr) continue;
      PageRun& run = (*runs_)[each.run];
      if (is_new)
        run.track = each.track;
      else
        run.changes.push_back({places[next - 1].place, places[next - 1].column, each.track});
    }
    return true;
  }

  /// The last places before position `until`, and not before the last event, where wires may change tracks, from the
  /// right.
  std::vector<TrackChange> places_for(std::uint32_t count, std::uint32_t until) const {
    std::vector<TrackChange> places;
    for (std::uint32_t place = until; place-- > last_;) {
      for (std::uint32_t column = jogs_[place]; column-- > 0;) {
        if (places.size() == count) return places;
        places.push_back({place, column});
      }
    }
    return places;
  }

  std::uint32_t tracks_;
  std::span<const std::uint32_t> jogs_;
  std::vector<PageRun>* runs_;
  std::vector<Active> active_;                      ///< from the lowest track
  std::uint32_t now_ = 0, last_ = 0, reached_ = 0;  ///< last_: up to where pins of earlier positions reach
};

}  // namespace

bool fits_page(std::span<const PageEvent> events, std::uint32_t tracks, std::span<const std::uint32_t> jogs,
               std::vector<PageRun>* runs) {
  PageFiller filler(tracks, jogs, runs);
  return std::ranges::all_of(events, [&](const PageEvent& event) { return filler.take(event); });
}

}  // namespace cutline::board
