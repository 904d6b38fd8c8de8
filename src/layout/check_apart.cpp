// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <tuple>

#include "check_line.hpp"

namespace cutline::checking {

namespace {

/// Sets `step` to the step that leads from one number to another, if it is whole and small.
bool find_step(std::int64_t from, std::int64_t to, std::uint32_t wires, std::int8_t& step) {
  const std::int64_t steps = std::int64_t{wires} - 1;
  const std::int64_t each = (to - from) / steps;
  if (each * steps != to - from || std::abs(each) > std::numeric_limits<std::int8_t>::max()) return false;
  step = static_cast<std::int8_t>(each);
  return true;
}

/// From where to where one piece of metal reaches on the first and on the last track of a stretch.
struct Reach {
  std::int64_t first_lo = 0, first_hi = 0, last_lo = 0, last_hi = 0;
};

Reach reach_of(const Metal& metal, std::int64_t first, std::int64_t last) {
  if (metal.track_step == 0) {
    const std::int64_t further = (std::int64_t{metal.wires} - 1) * metal.lo_step;
    const std::int64_t lo = metal.lo + std::min<std::int64_t>(0, further);
    const std::int64_t hi = metal.hi + std::max<std::int64_t>(0, further);
    return {lo, hi, lo, hi};
  }
  const std::int64_t a = (first - metal.track) * metal.track_step, b = (last - metal.track) * metal.track_step;
  return {metal.lo + a * metal.lo_step, metal.hi + a * metal.hi_step, metal.lo + b * metal.lo_step,
          metal.hi + b * metal.hi_step};
}

/// Sweeps the tracks of one layer after another. `active_` holds the metal that lies on all tracks of the stretch.
class TrackSweep {
 public:
  using Touch = FunctionRef<void(const Metal& before, const Metal& metal)>;
  TrackSweep(std::vector<Metal>& metal, Touch touch) : metal_(metal), touch_(touch) {}

  std::uint64_t run() {
    std::ranges::sort(metal_, {}, [](const Metal& a) { return std::tuple(a.layer, a.low_track()); });
    std::uint64_t tracks = 0;
    std::size_t next = 0;
    std::int64_t track = 0;
    while (next < metal_.size() || !active_.empty()) {
      if (active_.empty()) track = metal_[next].low_track();
      const std::int32_t layer = active_.empty() ? metal_[next].layer : active_.front()->layer;
      const auto begins = [&] { return next < metal_.size() && metal_[next].layer == layer; };
      for (; begins() && metal_[next].low_track() == track; ++next) active_.push_back(&metal_[next]);
      std::int64_t last = begins() ? metal_[next].low_track() - 1 : std::numeric_limits<std::int64_t>::max();
      for (const Metal* metal : active_) last = std::min(last, metal->high_track());
      tracks += static_cast<std::uint64_t>(last - track) + 1;
      if (!all_apart(track, last)) {
        for (; track <= last; ++track) sweep(track);
      }
      track = last + 1;
      const auto ended = [&](const Metal* metal) { return metal->high_track() <= last; };
      active_.erase(std::remove_if(active_.begin(), active_.end(), ended), active_.end());
    }
    return tracks;
  }

 private:
  /// Whether each active piece ends before the next one begins, on the first track of a stretch and on the last; then
  /// it does on all tracks between them.
  bool all_apart(std::int64_t first, std::int64_t last) {
    if (active_.size() == 1) return true;
    reaches_.clear();
    for (const Metal* metal : active_) reaches_.push_back(reach_of(*metal, first, last));
    std::ranges::sort(reaches_, {}, &Reach::first_lo);
    const auto meet = [](const Reach& a, const Reach& b) { return a.first_hi >= b.first_lo || a.last_hi >= b.last_lo; };
    return std::ranges::adjacent_find(reaches_, meet) == reaches_.end();
  }

  /// Sweeps one track wire by wire: two wires touch where one begins before an earlier one has ended.
  void sweep(std::int64_t track) {
    singles_.clear();
    for (const Metal* metal : active_) {
      const std::int64_t at = (track - metal->track) * metal->track_step;
      if (metal->track_step != 0) singles_.push_back(metal->one(static_cast<std::uint32_t>(at)));
      for (std::uint32_t i = 0; metal->track_step == 0 && i < metal->wires; ++i) singles_.push_back(metal->one(i));
    }
    std::ranges::sort(singles_, {}, [](const Metal& a) { return std::tie(a.lo, a.hi, a.wire); });
    const Metal* furthest = nullptr;
    const Metal* furthest_other = nullptr;  // of a wire other than the furthest's
    for (const Metal& metal : singles_) {
      const Metal* before = furthest && furthest->wire == metal.wire ? furthest_other : furthest;
      if (before && metal.lo <= before->hi) touch_(*before, metal);
      if (!furthest || metal.hi > furthest->hi) {
        if (furthest && furthest->wire != metal.wire) furthest_other = furthest;
        furthest = &metal;
      } else if (metal.wire != furthest->wire && (!furthest_other || metal.hi > furthest_other->hi)) {
        furthest_other = &metal;
      }
    }
  }

  std::vector<Metal>& metal_;
  Touch touch_;
  std::vector<const Metal*> active_;
  std::vector<Reach> reaches_;
  std::vector<Metal> singles_;
};

}  // namespace

Metal Metal::one(std::uint32_t i) const {
  const auto at = [&](std::int64_t from, std::int8_t step) { return from + std::int64_t{i} * step; };
  return {at(track, track_step), at(lo, lo_step), at(hi, hi_step), layer, wire + i};
}

std::optional<Metal> side_by_side(const Metal& first, const Metal& last, std::uint32_t wires) {
  Metal metal = first;
  metal.wires = wires;
  if (wires == 1) return metal;
  const bool steady = first.layer == last.layer && find_step(first.track, last.track, wires, metal.track_step) &&
                      find_step(first.lo, last.lo, wires, metal.lo_step) &&
                      find_step(first.hi, last.hi, wires, metal.hi_step);
  if (!steady || std::abs(metal.track_step) > 1) return std::nullopt;
  const bool apart =
      metal.track_step != 0 || (metal.lo_step == metal.hi_step && std::abs(metal.lo_step) > metal.hi - metal.lo);
  if (!apart) return std::nullopt;
  return metal;
}

std::uint64_t for_each_touch(std::vector<Metal>& metal,
                             FunctionRef<void(const Metal& before, const Metal& metal)> touch) {
  return TrackSweep(metal, touch).run();
}

}  // namespace cutline::checking
