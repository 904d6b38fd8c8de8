// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace cutline {

/// The first and the last temperature of a run of simulated annealing.
struct Temperatures {
  double hottest = 1, coldest = 1;
};

/// The temperature of a run, which falls by a constant factor from move to move. How much moves change the cost depends
/// on routers, links, symmetry and limits, so a run with enough moves first tries out which temperatures matter: in the
/// first sixteenth of its moves it cools from the hottest to the coldest of a wide range. It then cools slowly between
/// two of these temperatures: the last at which it kept 7 % of the moves that raise the cost, and the last at which it
/// kept 0.1 %. Hotter than the first, all links are random; colder than the second, they are frozen. The two shares are
/// fitted: they came out well on grids of 5 x 5 to 10 x 10 with 4 to 8 links a router.
class Cooling {
 public:
  /// `usual` is for runs that are too short for a trial, or have no range to try.
  Cooling(const Temperatures& usual, const std::optional<Temperatures>& trial) : used_(usual), trial_(trial) {}

  /// Begins with move `done` of `moves`. The next begins with move `stop`, and has as many moves as the first.
  void begin(std::uint64_t done, std::uint64_t stop, std::uint64_t moves) {
    if (done == 0 && trial_ && moves / kTrial >= kLeastLooks * stop) trial_ends_ = moves / kTrial / stop * stop;
    if (done > 0 && done <= trial_ends_) look();
    if (done > 0 && done == trial_ends_ && melts_ > freezes_ && freezes_ > 0) used_ = {melts_, freezes_};
    rises_ = kept_rises_ = 0;
    const bool tries = done < trial_ends_;
    const Temperatures& range = tries ? *trial_ : used_;
    const std::uint64_t from = tries ? 0 : trial_ends_, to = tries ? trial_ends_ : moves;
    fall_ = std::pow(range.coldest / range.hottest, 1.0 / static_cast<double>(to - from));
    temperature_ = range.hottest * std::pow(fall_, static_cast<double>(done - from));
  }

  double temperature() const { return temperature_; }
  void next() { temperature_ *= fall_; }
  /// A move raises the cost, and is kept or not.
  void note_rise(bool kept) {
    ++rises_;
    kept_rises_ += kept ? 1 : 0;
  }
  /// Between which temperatures the run cools, as far as is known.
  const Temperatures& used() const { return used_; }

 private:
  static constexpr std::uint64_t kTrial = 16, kLeastLooks = 8;
  static constexpr double kMelted = 0.07, kFrozen = 0.001;

  void look() {
    const double share = rises_ == 0 ? 0 : static_cast<double>(kept_rises_) / static_cast<double>(rises_);
    if (share >= kMelted) melts_ = temperature_;
    if (share >= kFrozen) freezes_ = temperature_;
  }

  Temperatures used_;
  std::optional<Temperatures> trial_;
  std::uint64_t trial_ends_ = 0, rises_ = 0, kept_rises_ = 0;
  double melts_ = 0, freezes_ = 0;
  double temperature_ = 1, fall_ = 1;
};

}  // namespace cutline
