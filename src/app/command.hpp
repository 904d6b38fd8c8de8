// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/known_values.hpp"
#include "app/options.hpp"
#include "app/session.hpp"
#include "cutline/base/error.hpp"
#include "cutline/study/study.hpp"
#include "output/text/file.hpp"

namespace cutline {

/// What Cutline is for, in a line.
inline constexpr std::string_view kPurpose = "which network to build on a given wiring budget, and what its wires cost";

/// Puts the text of an option, here named, where it belongs. Throws input errors.
using ReadOption = std::function<void(Options&, const std::string& option, const std::string& text)>;

/// An option, a flag or an argument of a command. The command line, help, the manual page and completion are made of
/// these rows.
struct CommandOption {
  std::vector<std::string>
      names;          ///< "-o", "--output"; of an argument its one name, "SPEC"; "--no-x" takes a flag back
  std::string value;  ///< what stands for its value: "FILE"; empty: a flag, or an argument
  std::string help;
  ReadOption read;  ///< gets "true" or "false" of a flag
  KnownValues known;
  bool required = false;
  bool repeated = false;  ///< it may be given several times

  bool is_argument() const { return names.front().front() != '-'; }
  bool is_flag() const { return value.empty() && !is_argument(); }
  /// What messages call it: its long name, or that of the argument.
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
  ExitCode (*run)(const Options&, FileWriter&) = nullptr;
  /// The candidates that `--dry-run` shows: those that the command would look at. Throws where it would refuse them.
  std::vector<std::size_t> (*candidates)(const Options&, Study&) = chosen_candidates;
  bool writes_own_file = false;  ///< -o names a picture or an export, not the tables of `--dry-run`
  bool hidden = false;           ///< neither help nor completion shows it
};

/// In the order of the help. Of the options arguments come first, then --help.
const std::vector<Command>& commands();

struct AsText {
  const std::string& operator()(const std::string&, const std::string& text) const { return text; }
};

/// Puts what `read` makes of a text into a member of Options, or of what the command alone takes.
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

/// What an exit code says, for help and manual.
struct ExitMeaning {
  ExitCode code;
  std::string_view brief;
  std::string_view detail;  ///< more of the same; may be empty
};
const std::vector<ExitMeaning>& exit_meanings();

/// `--dry-run` of any command that reads a spec.
ExitCode run_dry(const Options& options, FileWriter& files);

}  // namespace cutline
