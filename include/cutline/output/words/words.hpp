// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/quantities.hpp"

namespace cutline {

/// A note as a sentence, without capital letter and full stop.
std::string note_text(const Note& note);
/// Several notes as sentences, each once: as a list, and joined into one text.
std::vector<std::string> note_texts(const std::vector<Note>& notes);
std::string notes_text(const std::vector<Note>& notes);

/// The notes of a record as sentences: why keys are null, and how numbers were counted.
std::vector<std::string> record_notes(const UnderDelay& asked);

/// The value of a quantity. A quantity that holds notes gives their sentences.
Data value_in_words(const Quantity& quantity, const UnderDelay& asked);

/// A note that is stated once for several candidates: the common text, and the figure of this candidate. caveat_text()
/// is absent for notes that cannot change a verdict.
struct CaveatText {
  std::string what;
  std::string figure;  ///< "1680 wires"; may be empty
  bool is_warning = false;
};
std::optional<CaveatText> caveat_text(const Note& note);

/// The verdict in one or two sentences: who wins, by how much, what limits the others, and how certain that is.
std::string verdict_text(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

/// The verdict in at most four lines of `width` columns, provided that its first sentence fits into them. The parts are
/// left out in this order: the room of packages, the candidates below the ranking, what limits those behind the second,
/// the load, the certainty.
struct BriefVerdict {
  std::string text;
  bool is_whole = false;  ///< nothing is left out
};
BriefVerdict brief_verdict(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking,
                           std::size_t width);

/// Whole sentences to print before the rankings: what the user may not have meant.
std::vector<std::string> warnings(const std::vector<Candidate>& candidates);
/// Whole sentences to print with the ranking under a delay model. Every ranking has the remarks on the whole study;
/// only the first has the caveats that do not depend on the delay model.
std::vector<std::string> remarks(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking,
                                 std::size_t delay);
/// A sentence on who would win by closed forms, and why layouts do not follow them.
std::string remark_on_closed_forms(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking,
                                   const FormalWinner& winner);

/// A load: "0.6 of capacity", "12 bits/cycle".
std::string load_text(const OfferedLoad& load, bool times_in_tau);
/// What the amount of a load is counted in: "bits/cycle", "bits/ns", "capacity", "saturation".
std::string_view load_unit_text(const OfferedLoad& load, bool times_in_tau);
/// A term of a ranking without its weight: "latency", "latency at 0.6 of capacity".
std::string term_text(const RankTerm& term, bool times_in_tau);
std::vector<std::string> terms_text(const std::vector<RankTerm>& terms, bool times_in_tau);

/// The unit of the study's times, in records too: tau in the unit technology, else ns.
std::string time_unit(const Study& study);

/// Joins names: "a", "a and b", "a, b and c". Of more than four names it gives the first three and the number of
/// others.
std::string enumerated(const std::vector<std::string>& names);
/// A number with three significant digits; from 100 to a million in full, without decimals: 33.8, 1023, 1.02e+09.
std::string rounded_text(double value);
/// rounded_text(value) with more digits, where `value` and a different `other` would read the same.
std::string text_apart(double value, double other);
/// A ratio of at least 1 in words: "2.4 times". Below 1.1 it is the share by which the smaller one is less: "7.3 %".
std::string ratio_text(double ratio);

}  // namespace cutline
