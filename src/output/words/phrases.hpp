// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"
#include "cutline/study/ranking.hpp"

namespace cutline::words {

/// The words of a kind.
template <class Kind>
struct KindRow {
  Kind kind;
  std::string_view words = {};
};
/// Whether a table of words has a row for each kind up to `last`, in their order.
template <class Row, std::size_t size>
constexpr bool tells_all(const Row (&rows)[size], decltype(Row::kind) last) {
  for (std::size_t i = 0; i < size; ++i) {
    if (static_cast<std::size_t>(rows[i].kind) != i) return false;
  }
  return rows[size - 1].kind == last;
}
/// The row of a kind, in a table that tells all.
template <class Row, std::size_t size>
constexpr const Row& row_of(const Row (&rows)[size], decltype(Row::kind) kind) {
  return rows[static_cast<std::size_t>(kind)];
}

/// The units in which people read one ranking. Table and sentences use the same unit for each dimension, so that a
/// value reads the same in both. The unit fits the usual columns of rankings for all ranked candidates, even if the
/// table shows fewer. A score that no usual column shows, such as a total length or an area per terminal, has a unit
/// of its own.
class RankedUnits {
 public:
  RankedUnits(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

  /// The unit shown instead of `unit`, a unit of the catalogue such as "ns". If no column has `unit`, it fits
  /// `figures`.
  std::string of(std::string_view unit, const std::vector<double>& figures = {}) const;
  /// The unit shown instead of Verdict::unit, the unit of the scores; empty if several terms rank.
  const std::string& of_scores() const { return of_scores_; }

 private:
  std::map<std::string, std::string, std::less<>> shown_;
  std::string of_scores_;
};

/// The cause of a loss as a noun phrase: "its longest wire" or, for several candidates, "their longest wires".
std::string loss_name(const Loss& loss, bool several);
/// What a ranking is under: "linear wire delay"; "the delays of cables" where every candidate stands in a hall.
std::string delays_text(const Study& study, std::string_view label);
/// The same above a table: "wire delay: linear", "delays of cables".
std::string delays_heading(const Study& study, std::string_view label);

/// The figures of a loss: "4 against 2 tau". `time_unit` is the unit of its times: "tau" or "ns".
std::string loss_figures(const Loss& loss, std::string_view time_unit, const RankedUnits& units);

/// How a figure of resilience was found, or why it was not.
std::string connectivity_method(const Resilience& found);
std::string paths_method(const Resilience& found);

/// "needs 10.79 mm, allowed 3 mm".
std::string over_limit_text(const OverLimit& over);

/// The text with a capital letter.
std::string capital(std::string_view text);
/// The network of a design in words: its family and the parameters that differ from their defaults, for example
/// "ideal torus: dimensions=2, radix=16".
std::string network_text(const Design& design);
/// The value of a parameter as a spec writes it; empty if there is none.
std::string value_text(const Value& value);

}  // namespace cutline::words
