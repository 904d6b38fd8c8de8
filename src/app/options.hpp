// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

enum class Format { table, json, jsonl, csv, markdown };
enum class Colour { automatic, always, never };

/// One of several parts of a sweep: every count-th candidate, beginning with number index - 1.
struct Shard {
  std::size_t index = 1;  ///< from 1 to count
  std::size_t count = 1;
};

inline constexpr std::size_t kMostShards = 1'000'000;

/// What a user asked for, as far as the command line goes.
struct Options {
  std::string command;
  std::vector<std::string> specs;  ///< paths, "-" is standard input
  std::string candidate;           ///< -c; empty: all, or the only one
  std::string delay;               ///< --delay; empty: the first, or all
  std::string measure;             ///< of explain
  std::string kind;                ///< of list
  std::string entry;               ///< of list: one of them; empty: all
  std::string shell;               ///< of completion
  std::string start;               ///< of new
  std::string subject = "spec";    ///< of schema
  Overrides overrides;
  Format format = Format::table;
  Colour colour = Colour::automatic;
  std::string output = "-";
  std::string against;         ///< an older result; empty: none
  double tolerance = 0;        ///< a fraction
  std::optional<Shard> shard;  ///< of measure; absent: all candidates
  bool dry_run = false;
  int threads = 0;
  std::optional<std::uint64_t> seed;
  Effort effort;
  char axis = 'x';
  // Of merge:
  std::string by;                  ///< a key of the record to sort by; empty: in the order of the spec
  std::optional<std::size_t> top;  ///< only so many
  // Of draw and plot:
  std::optional<double> width_mm, height_mm;
  std::string figure;  ///< --what
  std::string draw_colour = "dimension", view;
  std::vector<std::string> show;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> route;
  // Of export, its link and its clock:
  std::optional<std::pair<std::uint64_t, std::uint64_t>> link;
  std::string target;      ///< --to
  std::string route_cost;  ///< empty: as the target takes it
  std::optional<bool> texts;
  // Of delay:
  std::string technology;  ///< a name or a path
  std::string layer;       ///< empty: the topmost that carries the network
  std::string length;      ///< "0.5mm..10mm"
  std::string clock;       ///< "2 GHz"; empty: none
  std::optional<int> steps;
};

/// Reads the command line. Prints help or the version to standard output and returns nothing where that was asked for.
/// Throws input errors, with a "did you mean" for commands and options.
std::optional<Options> parse_command_line(int argc, const char* const* argv);

}  // namespace cutline
