// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace cutline::app {

/// A file of the repository that the program contains; `name` is the file's name without its ending.
struct EmbeddedText {
  std::string_view name, text;
};

/// The completion scripts of the shells (src/app/shells).
const std::vector<EmbeddedText>& shell_functions();

/// Specs to start from (layouts/new).
const std::vector<EmbeddedText>& first_specs();

}  // namespace cutline::app
