// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cutline {

/// The name that a text in double quotes says, with "" for each quote in it: wherever a user says the name of a node,
/// quotes around it make it a name and nothing else. Nothing for other texts.
std::optional<std::string> name_in_quotes(std::string_view text);

}  // namespace cutline
