// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/study.hpp"

namespace cutline {

/// The `option` of overrides with which a crossover tries a value.
inline constexpr const char* kCrossover = "crossover";

/// A value that replaces what the spec says, such as {"candidates[mesh].topology.radix", "8"}.
struct Override {
  std::string path, value;  ///< the value is YAML
  std::string option;       ///< where it comes from, for messages: an option of the command line, or kCrossover
  Override(std::string where, std::string what, std::string from = "--set")
      : path(std::move(where)), value(std::move(what)), option(std::move(from)) {}
};
using Overrides = std::vector<Override>;

/// Reads a spec from a file or a pipe; the path "-" is standard input. Throws one error that reports all mistakes
/// together, and a limit error past kMaxSpecBytes. Stores the text of the spec in `text` if that is given.
Study read_study(const std::string& path, const Overrides& overrides = {}, std::string* text = nullptr);
/// Reads a spec from a text, and throws as read_study does. `name` stands for the file in messages; paths resolve
/// against `folder`.
Study parse_study(std::string_view text, const std::string& name, const std::string& folder,
                  const Overrides& overrides = {});

/// The text of the spec with the overrides written into it. Comments are lost. Throws input errors for wrong YAML and
/// wrong paths.
std::string overridden_spec(const std::string& text, const Overrides& overrides);

/// The text of the spec with more keys of a study, which are YAML in block style and replace what the spec has of them.
/// They follow the text as it is, where such keys can follow it and it has none of them; else comments are lost.
std::string extended_spec(const std::string& text, const std::string& keys);

inline constexpr std::size_t kMaxSpecBytes = std::size_t{16} << 20;

/// Every technology that is part of the library, by name.
std::vector<Technology> technologies();
/// A technology of the library by its name, or from a file by its path. Throws as read_study does. `warnings` of the
/// result lists doubtful figures.
Technology load_technology(const std::string& name_or_path);

/// One key of the spec, for the reference and the JSON Schema.
struct SpecKey {
  std::string path;  ///< "hold", "candidates[].topology.radix"
  std::string type;  ///< in words
  std::string default_text;
  std::string help;
};
/// Every key, from the same tables that the reader uses.
std::vector<SpecKey> spec_reference();
/// JSON Schema (draft-07) of the spec.
std::string spec_schema();
/// JSON Schema (draft-07) of a technology in a file of its own.
std::string technology_schema();

}  // namespace cutline
