// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/closed_forms.hpp"
#include "cutline/study/note.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/study/ranking.hpp"

namespace cutline {

/// A note as a sentence without a capital and a full stop.
std::string note_text(const Note& note);
/// The same of many, each sentence once; and those in one.
std::vector<std::string> note_texts(const std::vector<Note>& notes);
std::string notes_text(const std::vector<Note>& notes);

/// The value of a quantity; of one that notes tell, their sentences.
Data value_in_words(const Quantity& quantity, const Asked& asked);

/// What a note says of all candidates together, and the figure of its own; absent where it cannot change a verdict.
struct CaveatText {
  std::string what;
  std::string figure;  ///< "1680 wires"; may be empty
};
std::optional<CaveatText> caveat_text(const Note& note);

/// Who wins, by how much, what limits the others, and how sure that is: one sentence or two.
std::string verdict_text(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

/// Whole sentences to print with the ranking under a delay model: what the reader must know. What is said of the whole
/// study stands with every ranking, but caveats that no delay model changes with the first alone.
std::vector<std::string> remarks(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking,
                                 std::size_t delay);
/// Who would win by closed forms, and why layouts do not follow them.
std::string remark_on_closed_forms(const Study& study, const std::vector<Candidate>& candidates,
                                   const FormalWinner& winner);

/// "a", "a and b", "a, b and c"; past four names the first three and how many others.
std::string enumerated(const std::vector<std::string>& names);
/// A number with three or four digits that tell: 33.8, 1023, 1.02e+09.
std::string rounded_text(double value);
/// How many times a number is another, "2.4 times"; below 1.1 times what it must lose to be the other: "7.3 %".
std::string ratio_text(double ratio);

}  // namespace cutline
