// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cutline {

/// An option or an argument of a command, as its help shows it.
struct OptionShape {
  std::vector<std::string> names;  ///< "-o", "--output"; of an argument its one name, "SPEC"
  std::string value;               ///< what stands for its value: "FILE"; empty: it takes none, or is an argument
  std::string help;
  bool is_argument = false;
  bool required = false;
  bool repeated = false;  ///< it may be given several times
  /// What tables of options call it: its long name, or that of the argument.
  std::string_view key() const { return names.back(); }
};

struct CommandShape {
  std::string name;
  std::string summary;
  std::vector<OptionShape> options;  ///< arguments first, in their order
};

/// Every command that help shows, from the same tree that reads the command line.
std::vector<CommandShape> command_shapes();

}  // namespace cutline
