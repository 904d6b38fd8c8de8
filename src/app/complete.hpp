// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace cutline {

/// What may stand for a word of a command line that is being typed.
///
/// The answer is lines of text, for the functions in src/app/shells. One a value: the whole word, a tab, its meaning,
/// which may be empty. Besides, without a tab: ":files" where files may stand there, followed by the endings that are
/// offered, none: all; and ":open" where the word may go on, so that no blank follows it.
///
/// `words` begins with the program, as typed but without quotes; `at` is the index of the word at hand, and may be one
/// past the end. What cannot be known, as the candidates of a spec with a mistake, is left out silently.
std::string completions(const std::vector<std::string>& words, std::size_t at);

/// Prints the answer for `cutline __complete AT WORD...`; within a second, or it prints nothing.
void run_complete(int argc, const char* const* argv);

}  // namespace cutline
