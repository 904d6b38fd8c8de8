// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/export/network.hpp"
#include "cutline/output/text/table.hpp"

namespace cutline {

/// One file of an export: the main file, or a file beside it.
struct ExportFile {
  std::string extension;  ///< replaces the main file's extension; empty: this is the main file
  std::string content;
};

/// The input of exports of geometry and of graphs: a candidate and its routed layout.
struct ExportLayout {
  const Study& study;
  const Candidate& candidate;  ///< with a layout
  std::uint64_t memory_bytes = 0;
  std::vector<std::string> notes;
};

/// How a target treats the cost of a route. `told`: its files state a cost. `wire_alone`, `hops_alone`: it always
/// routes by wires, or by hops. `none`: its files state no cost.
enum class RouteCostUse { told, wire_alone, hops_alone, none };

/// How a file states the time of links. `none`: not at all. `delays`: as the wires' own delays. `clocked`: as delays,
/// which are whole cycles if the clock has a fixed frequency. `cycles`: in cycles, with or without delays.
enum class LinkTimes { none, delays, clocked, cycles };

/// The law by which the header of a file predicts the latency without load that a run of the target should show.
/// `nothing`: the target simulates no messages, or no law is known, and Export::why_unknown says why. The others name
/// the simulator.
enum class LatencyLaw { nothing, booksim, garnet, simgrid, ns3, omnet };

/// Which routes a target's files can hold. `by_dimension`: dimension order, expressed by weights of links alone.
/// `by_destination`: one way on at each node for all messages to a destination. `by_pair`: one path for each pair.
enum class RouteSupport { none, by_dimension, by_destination, by_pair, any };

/// How large a network a target takes.
struct ExportLimits {
  std::uint64_t nodes = 1 << 20, links = 1 << 20;
  std::uint64_t bytes_per_link = 0;          ///< size of the files per link, roughly
  std::uint64_t routed = ~std::uint64_t{0};  ///< most nodes and interchanges with which routes are written
};

/// One row of the catalogue of exports.
struct Export {
  std::string_view name;
  std::string_view summary;
  std::string_view source;     ///< where the format is defined
  std::string_view extension;  ///< of the main file, as ".csv"
  std::string_view ignores;    ///< a sentence: what the target ignores or treats otherwise; empty: nothing
  /// The messages of a run where its files do not carry the spec's traffic; empty: it has no messages.
  std::string_view sends;
  RouteCostUse route_cost = RouteCostUse::told;
  LinkTimes times = LinkTimes::cycles;
  LatencyLaw latency = LatencyLaw::nothing;
  RouteSupport routes = RouteSupport::none;
  std::string_view routes_where;  ///< for the header: where the files hold the routes, and what reads them
  std::string_view why_unknown;   ///< of a simulator without a law of latency: what is not known of it
  bool takes_traffic = false;     ///< its files carry the spec's traffic
  bool takes_circuits = false;    ///< writes resistance, capacitance and driver of every wire
  bool takes_link = false;        ///< writes one link alone
  bool takes_texts = false;       ///< writes addresses of nodes and names of wires into a layout
  bool counts_cycles = false;     ///< needs a clock
  bool tells_names = false;       ///< its nodes have the names of the user's file; else a file beside it lists them
  bool several_files = false;     ///< cannot go to standard output
  bool draws_wires = false;       ///< holds every wire where it runs, so that wires without room are left out
  bool takes_bounds = false;      ///< writes the bisection width, so the graph is measured with all effort
  bool tells_cut_bound = false;   ///< its header tells the load that fills the bisection, so that this is searched
  bool tells_loads = false;       ///< writes the messages over each link
  ExportLimits limits = {};
  /// Throws an input error if the target cannot read a main file of this name; null: it reads all names.
  void (*expect_file)(const std::string& path) = nullptr;
  /// Writes the files, the main one first; may add notes. Throws input and limit errors if the target cannot hold the
  /// network. A target has one of these two functions: `write` works link by link, `write_layout` on the routed layout.
  std::vector<ExportFile> (*write)(const Export&, ExportNetwork&, const ExportChoice&) = nullptr;
  std::vector<ExportFile> (*write_layout)(const Export&, ExportLayout&, const ExportChoice&) = nullptr;
};

/// All exports, in the order of the catalogue (src/output/export/exports.inc).
const std::vector<Export>& exports();
/// The row with this name. Throws an input error with a "did you mean" where there is none.
const Export& find_export(std::string_view name);

/// Throws an input error if the user's choice does not fit the target. Needs no evaluated study.
void expect_possible(const Export& target, const ExportChoice& choice);
/// Throws a limit error that names the limit if a network with this number of nodes and links is too large.
void expect_within(const Export& target, double nodes, double links, const Effort& effort);

struct Exported {
  std::vector<ExportFile> files;
  std::vector<std::string> notes;  ///< what was repaired, and what the target ignores
  ExpectedLatency expected;        ///< filled by exports that have Export::write
};
/// Writes a candidate with a layout for a target.
Exported export_candidate(const Export& target, const Study& study, const Candidate& candidate,
                          const ExportChoice& choice, const Effort& effort);

/// The table that the export `csv` writes: one row a link, under the first delay model. Where the spec's traffic has no
/// routes, links have no loads. Throws a limit error for too many attributes of the user's file.
Table link_table(const Study& study, const Candidate& candidate, const Effort& effort);

/// The lines of an export's header, without line ends: the network and everything that was assumed: delays of wires,
/// clock and rounding, cost of routes, what the target ignores, and notes.
std::vector<std::string> export_header(const Export& target, const ExportNetwork& network);

}  // namespace cutline
