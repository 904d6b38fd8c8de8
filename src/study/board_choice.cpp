// SPDX-License-Identifier: Apache-2.0
#include "study/board_choice.hpp"

namespace cutline {

namespace {

constexpr double kMmOfNm = 1e-6;

/// From a track to the planes beside it.
std::optional<board::Nanometres> plane_distance(const BoardChoice& choice, const board::BoardMeasures& measures) {
  if (choice.tracks.plane_distance) return choice.tracks.plane_distance;
  const auto layers = measures.drawn ? std::optional<std::uint64_t>(measures.drawn->layers) : measures.signal_layers();
  if (!choice.thickness || !layers || *layers == 0) return std::nullopt;
  const auto gaps = static_cast<board::Nanometres>(2 * *layers + measures.rails);
  const board::Nanometres distance = *choice.thickness / gaps - choice.tracks.copper;
  return distance > 0 ? std::optional(distance) : std::nullopt;
}

void find_loss(const BoardChoice& choice, const board::BoardMeasures& measures, BoardSignals& signals) {
  if (!choice.material || !choice.nyquist_ghz) return;
  constexpr double kInchesOfCm = 1 / 2.54;
  signals.dielectric_db_per_cm = board::dielectric_loss_db(*choice.material, *choice.nyquist_ghz, kInchesOfCm);
  if (signals.line) signals.copper_db_per_cm = 10 * board::conductor_loss_db_per_mm(*signals.line, *choice.nyquist_ghz);
  const double vias = measures.drawn ? static_cast<double>(measures.drawn->most_vias) : 0;
  signals.fixed_db = 2 * choice.loss_of_connector_db + vias * choice.loss_of_via_db;
  signals.loss_db = signals.db_per_cm() * signals.longest_mm / 10 + signals.fixed_db;
  if (choice.loss_budget_db && signals.db_per_cm() > 0)
    signals.reach_cm = std::max(0.0, *choice.loss_budget_db - signals.fixed_db) / signals.db_per_cm();
}

}  // namespace

BoardSignals board_signals(const BoardChoice& choice, const board::BoardMeasures& measures) {
  BoardSignals signals;
  const std::optional<board::DrawnMeasures>& drawn = measures.drawn;
  signals.longest_mm = static_cast<double>(drawn ? drawn->longest : measures.longest) * kMmOfNm;
  const std::optional<board::Nanometres> height = plane_distance(choice, measures);
  if (choice.material && height) {
    signals.line = board::Stripline{choice.tracks.width, choice.tracks.copper, *height, choice.material->dk};
    signals.impedance_ohm = board::stripline_impedance_ohm(*signals.line);
    if (choice.tracks.pairs)
      signals.pair_impedance_ohm = board::pair_impedance_ohm(*signals.line, choice.tracks.gap).differential();
  }
  find_loss(choice, measures, signals);
  if (!drawn) return signals;
  if (choice.thickness) signals.stub_mm = drawn->stub * static_cast<double>(*choice.thickness) * kMmOfNm;
  if (!choice.material) return signals;
  const double ps_of_nm = flight_ps_per_mm(choice.material->dk) * kMmOfNm;
  signals.skew_ps = static_cast<double>(drawn->skew.most) * ps_of_nm;
  if (choice.tracks.pairs) signals.pair_skew_ps = static_cast<double>(drawn->pair_skew.most) * ps_of_nm;
  return signals;
}

}  // namespace cutline
