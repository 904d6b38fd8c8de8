// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace cutline::app {

/// The completions of a word on a command line that is being typed.
///
/// The answer is lines of text for the functions in src/app/shells. Each value has a line: the whole word, a tab, and
/// its meaning, which may be empty. Two other lines have no tab. ":files" says that files are possible; their endings
/// follow it (none: all files). ":open" says that the word may continue, so that no blank is added to it.
///
/// `words` begins with the program, as typed but without quotes; `at` is the index of the word to complete, and may be
/// one past the end. Values that cannot be found, such as the candidates of a spec with a mistake, are left out
/// silently.
std::string completions(const std::vector<std::string>& words, std::size_t at);

/// Prints the answer for `cutline __complete AT WORD...`, or nothing if that takes longer than a second.
void run_complete(int argc, const char* const* argv);

}  // namespace cutline::app
