// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline::app {

enum class Format { table, json, jsonl, csv, markdown, latex };
enum class Colour { automatic, always, never };

/// One of several parts of a sweep: every count-th candidate, beginning with number index - 1 (the first is number 0).
struct Shard {
  std::size_t index = 1;  ///< from 1 to count
  std::size_t count = 1;
};

inline constexpr std::size_t kMostShards = 1'000'000;

struct Command;

/// The values of the command line.
struct Options {
  const Command* command = nullptr;
  std::vector<std::string> specs;  ///< paths, "-" is standard input
  std::string candidate;           ///< -c; empty: all, or the only one
  std::string delay;               ///< --delay; empty: the first, or all
  Overrides overrides;
  Format format = Format::table;
  Colour colour = Colour::automatic;
  std::size_t width = 0;  ///< columns of tables; 0: the terminal's, or 110
  std::string output = "-";
  std::string against;   ///< path of an older result; empty: none
  double tolerance = 0;  ///< a fraction of the older number
  bool dry_run = false;
  int threads = 0;
  std::optional<std::uint64_t> seed;
  Effort effort;
  std::any own;  ///< the choices that only this command has, in a type of its own; empty if none was given
};

/// The command's own choices, for writing; default-constructed at the first call.
template <class Own>
Own& own(Options& options) {
  if (!options.own.has_value()) options.own = Own{};
  return std::any_cast<Own&>(options.own);
}
/// The command's own choices, for reading; the defaults if none was given.
template <class Own>
Own own(const Options& options) {
  return options.own.has_value() ? std::any_cast<Own>(options.own) : Own{};
}

/// Reads the command line. If it asks for help or the version, prints that to standard output and returns nothing.
/// Throws input errors, with a "did you mean" for commands and options.
std::optional<Options> parse_command_line(int argc, const char* const* argv);

}  // namespace cutline::app
