// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/options.hpp"
#include "cutline/study/search.hpp"

namespace cutline::app {

/// Whether -o names a spec, into which a search writes its winners.
bool writes_spec(const Options& options);

/// Reads a spec that asks for a search, and its text, with the values that the command line overrides. Throws an input
/// error where it does not, or lists candidates beside it; mistakes in what it says of all candidates are found here,
/// before the search.
Study read_question(const Options& options, std::string& text);
/// The same of a study that is read already, for a command that takes both kinds of specs.
Study question_of(const Options& options, Study study, std::string& text);

/// The text of the spec with the networks found as candidates, and the study that it is.
std::string with_winners(const std::string& text, const SearchAnswer& answer);
Study parse_winners(const Options& options, const std::string& winners);

}  // namespace cutline::app
