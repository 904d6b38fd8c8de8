// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/export/exports.hpp"

/// The latency without load that the simulator of an export should show, in the simulator's terms and on its routes.
namespace cutline::exporting {

/// Cycles of a BookSim router besides routing_delay, as set in the exported configuration: two allocations and the
/// switch. The simulator stops if an allocation takes more than one cycle.
inline constexpr std::uint64_t kBooksimAllocation = 2, kBooksimSwitch = 1;

/// Cycles of every router of a BookSim network. All routers have the same delay, at least that of these stages.
std::uint64_t booksim_router_cycles(const ExportNetwork& network);

/// The lines on latency for the header of an export, and the numbers in them. Empty if the target simulates no
/// messages.
ExpectedLatency expected_latency(const Export& target, const ExportNetwork& network);

}  // namespace cutline::exporting
