// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/options.hpp"
#include "cutline/topology/said_sites.hpp"

namespace cutline::app {

/// Readers of option values: each takes the option's name and its text. All throw input errors that name the option and
/// show what it takes.

Format format_value(const std::string& option, const std::string& text);
/// The format for the ending of a file's name: .csv, .json, .jsonl, .md, .tex; a table for all others.
Format format_of_file(const std::string& file);
Colour colour_value(const std::string& option, const std::string& text);
char axis_value(const std::string& option, const std::string& text);
/// The words that format_value(), colour_value() and axis_value() take, in the order of the help.
std::vector<std::string_view> format_names();
std::vector<std::string_view> colour_names();
std::vector<std::string_view> axis_names();
/// "x, y or z", for help and messages.
std::string either(const std::vector<std::string_view>& names);
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

}  // namespace cutline::app
