// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/options.hpp"
#include "app/session.hpp"
#include "cutline/base/error.hpp"
#include "cutline/study/study.hpp"
#include "output/text/file.hpp"

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
  std::vector<std::size_t> (*candidates)(const Options&, Study&) = chosen_candidates;
  bool writes_own_file = false;  ///< -o names a picture or an export, not the tables of `--dry-run`
  bool hidden = false;           ///< neither help nor completion shows it
};

/// All commands, in the order of the help. In each, the arguments come first, then --help, then the options.
const std::vector<Command>& commands();

struct AsText {
  const std::string& operator()(const std::string&, const std::string& text) const { return text; }
};

/// A ReadOption that stores the value of `read` in a member of Options, or of the command's own choices.
template <class Own = void, class Member, class Owner, class Reader = AsText>
ReadOption into(Member Owner::*member, Reader read = {}) {
  using Held = std::conditional_t<std::is_void_v<Own>, Owner, Own>;
  return [member, read](Options& options, const std::string& option, const std::string& text) {
    if constexpr (std::is_same_v<Held, Options>) {
      options.*member = read(option, text);
    } else {
      own<Held>(options).*member = read(option, text);
    }
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

}  // namespace cutline::app
