// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/output/export/network.hpp"

namespace cutline {

/// A file of an export: the main one, or one beside it.
struct ExportFile {
  std::string extension;  ///< beside the main file, instead of its extension; empty: the main file
  std::string content;
};

/// A candidate and its routed layout: what exports of its geometry or its graph are written from.
struct ExportLayout {
  const Study& study;
  const Candidate& candidate;  ///< with a layout
  std::uint64_t memory_bytes = 0;
  std::vector<std::string> notes;
};

/// What a target does with the cost of routes.
enum class RouteCostUse { told, wire_alone, hops_alone, none };

/// What a file says of the time that links take: the wires' own delays; delays, in whole cycles where the clock has a
/// frequency of its own; or cycles, beside delays or alone.
enum class TimesTold { none, delays, clocked, cycles };

/// What the header says of the latency without load that the target's own run should show: nothing, where the target
/// simulates no messages; that the law is not known, and why; or the law, by the name of who obeys it.
enum class LatencyTold { nothing, unknown, booksim, garnet, simgrid, ns3, omnet };

/// One row of the catalogue of exports.
struct Export {
  std::string_view name;
  std::string_view summary;
  std::string_view source;     ///< where the format is defined
  std::string_view extension;  ///< of the main file, as ".csv"
  std::string_view ignores;    ///< what the target does not take, or takes otherwise, as a sentence; empty: nothing
  RouteCostUse route_cost = RouteCostUse::told;
  TimesTold times = TimesTold::cycles;
  LatencyTold latency = LatencyTold::nothing;
  std::string_view why_unknown;  ///< of LatencyTold::unknown: what is not known of the target, as a sentence
  bool takes_circuits = false;   ///< resistance, capacitance and driver of every wire
  bool takes_link = false;       ///< one link alone
  bool takes_texts = false;      ///< addresses of nodes and names of wires in a layout
  bool counts_cycles = false;    ///< without a clock it cannot be written
  bool several_files = false;    ///< so not to standard output
  bool takes_bounds = false;     ///< the bisection width, for which graphs are measured with all effort
  std::uint64_t most_nodes = 0;
  std::uint64_t most_links = 0;
  std::uint64_t bytes_per_link = 0;  ///< of the files, about
  /// Throws an input error for a name of the main file that the target cannot read; absent: it reads all.
  void (*expect_file)(const std::string& path) = nullptr;
  /// Writes the files, the main one first. It may add notes, and throws input and limit errors where the target cannot
  /// hold the network. A target has one of the two: it is written link by link, or from the candidate as it is laid
  /// out.
  std::vector<ExportFile> (*write)(const Export&, ExportNetwork&, const ExportChoice&) = nullptr;
  std::vector<ExportFile> (*write_layout)(const Export&, ExportLayout&, const ExportChoice&) = nullptr;
};

const std::vector<Export>& exports();
/// Throws an input error with a "did you mean".
const Export& find_export(std::string_view name);

/// Throws an input error where what the user wants does not go together, before anything is evaluated.
void expect_possible(const Export& target, const ExportChoice& choice);
/// Throws limit errors, naming the limit, where a network of so many nodes and links is too large.
void expect_within(const Export& target, double nodes, double links, const Effort& effort);

struct Exported {
  std::vector<ExportFile> files;
  std::vector<std::string> notes;  ///< what was repaired, and what the target ignores
};
/// Writes a candidate with a layout for a target.
Exported export_candidate(const Export& target, const Study& study, const Candidate& candidate,
                          const ExportChoice& choice, const Effort& effort);

/// Control characters become blanks.
std::string on_one_line(std::string text);

/// What was assumed, a line each without line ends: network, wires' delay, clock and rounding, cost of routes, what the
/// target ignores, notes.
std::vector<std::string> export_header(const Export& target, const ExportNetwork& network);

}  // namespace cutline
