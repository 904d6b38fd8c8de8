// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session.hpp"
#include "output/record/parts.hpp"

namespace cutline::app {

/// A value that an option takes, and its meaning, which may be empty.
struct KnownValue {
  std::string value;
  std::string meaning = {};
};

/// The words of a command line that is being typed, except the one to complete.
struct TypedLine {
  /// The values, by the name of the option, "--technology", or of the argument, "SPEC".
  std::map<std::string, std::vector<std::string>, std::less<>> values;
  /// The last value of an option; empty if the option is not on the line.
  std::string value_of(std::string_view name) const;
};

/// How to find the values that an option can take, for completion.
struct KnownValues {
  /// Gives the values; throws the errors of reading a spec. Null if the values are files, or are not known, as numbers.
  std::vector<KnownValue> (*values)(const TypedLine&) = nullptr;
  bool by_commas = false;
  bool open = false;  ///< the word goes on after a value
  /// The value may be a file with one of these endings, "yaml yml"; with any ending if the text is empty.
  std::optional<std::string_view> files = {};
};

std::vector<KnownValue> named_values(const std::vector<std::string_view>& names);
/// Values from a fixed set of names.
template <std::vector<std::string_view> (*names)()>
std::vector<KnownValue> all_of(const TypedLine&) {
  return named_values(names());
}
/// The entries that `cutline list KIND` shows.
std::vector<KnownValue> listed_values(std::string_view kind);

/// The purpose of Cutline in one line.
inline constexpr std::string_view kPurpose = "which network to build on a given wiring budget, and what its wires cost";

/// Stores the text that follows an option; `option` is its name for messages. Throws input errors.
using ReadOption = std::function<void(Options&, const std::string& option, const std::string& text)>;

/// An option, a flag or an argument of a command. The parser, help, the manual page and completion are made from these
/// rows.
struct CommandOption {
  std::vector<std::string> names;  ///< "-o", "--output"; an argument has one name, "SPEC"; "--no-x" unsets a flag
  std::string value;               ///< what help calls its value: "FILE"; empty: a flag, or an argument
  std::string help;
  ReadOption read;  ///< a flag passes "true" or "false"
  KnownValues known;
  bool required = false;
  bool repeated = false;  ///< it may be given several times

  bool is_argument() const { return names.front().front() != '-'; }
  bool is_flag() const { return value.empty() && !is_argument(); }
  /// The name in messages: the long name, or the name of the argument.
  const std::string& key() const { return names.back(); }
};

using CommandOptions = std::vector<CommandOption>;

inline CommandOption option(std::vector<std::string> names, std::string value, std::string help, ReadOption read,
                            KnownValues known = {}) {
  return {std::move(names), std::move(value), std::move(help), std::move(read), known};
}
inline CommandOption argument(std::string name, std::string help, ReadOption read, KnownValues known = {}) {
  return {{std::move(name)}, {}, std::move(help), std::move(read), known};
}
inline CommandOption flag(std::vector<std::string> names, std::string help, ReadOption read) {
  return {std::move(names), {}, std::move(help), std::move(read)};
}
inline CommandOption required(CommandOption option) {
  option.required = true;
  return option;
}
inline CommandOption repeated(CommandOption option) {
  option.repeated = true;
  return option;
}

/// One row of the catalogue of commands.
struct Command {
  std::string name;
  std::string summary;
  CommandOptions options;
  ExitCode (*run)(const Options&, text::FileWriter&) = nullptr;
  /// The candidates that `--dry-run` shows: those that the command would use. Throws if the command would refuse.
  std::vector<Chosen> (*candidates)(const Options&, Study&) = chosen_candidates;
  bool writes_own_file = false;  ///< -o names a picture or an export, not the tables of `--dry-run`
  bool hidden = false;           ///< neither help nor completion shows it
};

/// All commands, in the order of the help. In each, the arguments come first, then --help, then the options.
const std::vector<Command>& commands();

struct AsText {
  const std::string& operator()(const std::string&, const std::string& text) const { return text; }
};

/// The options of all commands, or the command's own choices.
template <class Held>
Held& held(Options& options) {
  if constexpr (std::is_same_v<Held, Options>) return options;
  if constexpr (!std::is_same_v<Held, Options>) return own<Held>(options);
}

/// A ReadOption that stores the value of `read` in a member of Options, or of the command's own choices.
template <class Own = void, class Member, class Owner, class Reader = AsText>
ReadOption into(Member Owner::*member, Reader read = {}) {
  return [member, read](Options& options, const std::string& option, const std::string& text) {
    held<std::conditional_t<std::is_void_v<Own>, Owner, Own>>(options).*member = read(option, text);
  };
}
/// The same in a member of such a member.
template <class Part, class Owner, class Member, class Reader = AsText>
ReadOption into_part(Part Owner::*part, Member Part::*member, Reader read = {}) {
  return [part, member, read](Options& options, const std::string& option, const std::string& text) {
    held<Owner>(options).*part.*member = read(option, text);
  };
}
/// A ReadOption that adds a value to a list of Options each time.
template <class Value, class Reader = AsText>
ReadOption onto(std::vector<Value> Options::*list, Reader read = {}) {
  return [list, read](Options& options, const std::string& option, const std::string& text) {
    (options.*list).push_back(read(option, text));
  };
}

/// The meaning of an exit code, for help and manual.
struct ExitMeaning {
  ExitCode code;
  std::string_view brief;
  std::string_view detail;  ///< a longer explanation; may be empty
};
const std::vector<ExitMeaning>& exit_meanings();

/// Runs `--dry-run` of any command that reads a spec.
ExitCode run_dry(const Options& options, text::FileWriter& files);

/// Options that several commands take, each with its reader.

CommandOptions joined(std::initializer_list<CommandOptions> parts);

/// SPEC, one or several, and --dry-run.
CommandOptions one_spec();
/// SPEC without --dry-run, because the cost of a search is not known before.
CommandOptions searched_spec();
CommandOptions several_specs();
/// --from, in place of SPEC.
CommandOptions specs_or_records();
/// -c, for a command that takes one candidate, for one that takes some, and for one that takes all by default.
CommandOption the_candidate();
CommandOption each_candidate();
CommandOption any_candidate();
CommandOption delay_option(std::string help);
/// --format and --color.
CommandOptions format_options();
/// --size, --style and --title of commands that draw.
CommandOptions look_options();
CommandOption output_option(std::string help = "write to this file instead of standard output");
/// --watch.
CommandOption watch_flag();
/// --against and --tolerance.
CommandOptions against_options();
/// --set, --threads, --seed, --max-memory and --effort.
CommandOptions work_options();

/// Readers of option values: each takes the option's name and its text. All throw input errors that name the option and
/// show what it takes.

/// The value of a flag.
bool is_true(const std::string& option, const std::string& text);
Format format_value(const std::string& option, const std::string& text);
/// The format for the ending of a file's name: .csv, .json, .jsonl, .md, .tex; a table for all others.
Format format_of_file(const std::string& file);
Colour colour_value(const std::string& option, const std::string& text);
char axis_value(const std::string& option, const std::string& text);
/// The words that format_value(), colour_value() and axis_value() take, in the order of the help.
std::vector<std::string_view> format_names();
std::vector<std::string_view> colour_names();
std::vector<std::string_view> axis_names();
/// "candidates[mesh].topology.radix=8".
Override override_value(const std::string& option, const std::string& text);
/// "0.01" or "1%"; not negative.
double fraction_value(const std::string& option, const std::string& text);
/// "2000000000" or "2e9"; whole and not negative.
std::uint64_t count_value(const std::string& option, const std::string& text);
/// A number of threads, 0 to 4096.
int threads_value(const std::string& option, const std::string& text);
/// Columns of a table, 60 to 250.
std::size_t columns_value(const std::string& option, const std::string& text);
/// A number of lengths, 2 to 1000.
int steps_value(const std::string& option, const std::string& text);
/// "2/4", or "slurm" for the values of the variables of a Slurm job array.
Shard shard_value(const std::string& option, const std::string& text);
/// "2 GB", "500MB", "1GiB" or plain bytes.
std::uint64_t size_value(const std::string& option, const std::string& text);
/// One of picture_styles().
std::string style_value(const std::string& option, const std::string& text);
/// "180" or "180x120": width and height in millimetres; the height is 0 if it follows from the picture.
std::pair<double, double> picture_size(const std::string& option, const std::string& text);
/// "0,63".
SaidPair node_pair_value(const std::string& option, const std::string& text);
std::vector<std::string> comma_list(const std::string& option, const std::string& text);

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

/// A file of the repository that the program contains; `name` is the file's name without its ending.
struct EmbeddedText {
  std::string_view name, text;
};

/// The completion scripts of the shells (src/app/shells).
const std::vector<EmbeddedText>& shell_functions();

/// Specs to start from (layouts/new).
const std::vector<EmbeddedText>& first_specs();

}  // namespace cutline::app
