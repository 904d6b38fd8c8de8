// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cutline/study/candidate.hpp"

namespace cutline {

/// A sentence for each caveat, in the order of the candidates: what is said of several is said once, with their names
/// and figures; the names are left out where it is said of all that can be built alike. With each the delay
/// model that it is about, if one alone.
std::vector<std::pair<std::optional<std::size_t>, std::string>> caveats_said(const std::vector<Candidate>& candidates);

/// Routers whose energy is given as one number for all, though their ports differ; empty elsewhere.
std::string energy_without_ports(const std::vector<Candidate>& candidates);

}  // namespace cutline
