// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/options.hpp"
#include "cutline/study/search.hpp"

namespace cutline::app {

/// Whether -o names a spec, into which a search writes its winners.
bool writes_spec(const Options& options);

/// Reads a spec that asks for a search, and its text, with the overrides of the command line. Throws an input error if
/// it asks for none, or lists candidates beside it. Mistakes in what it says of all candidates are found here, before
/// the search.
Study read_question(const Options& options, std::string& text);
/// The same for a study that has been read, for a command that takes both kinds of specs.
Study question_of(const Options& options, Study study, std::string& text);

/// The text of the spec with the found networks as candidates, and the study of that text.
std::string with_winners(const std::string& text, const SearchAnswer& answer);
Study parse_winners(const Options& options, const std::string& winners);

}  // namespace cutline::app
