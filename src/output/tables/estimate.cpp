// SPDX-License-Identifier: Apache-2.0
#include "output/tables/estimate.hpp"

#include <fmt/core.h>

#include "cutline/study/placed_network.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

namespace {

constexpr double kProgramBytes = 2e7;

std::string memory_text(double bytes) { return bytes < 1e6 ? "under 1 MB" : text::bytes_text(bytes); }

DesignEstimate estimate_design(const Study& study, const Design& design) {
  DesignEstimate out{.name = design.name, .network = words::network_text(design), .work = estimate_work(study, design)};
  if (design.ideal) {
    const IdealNetwork ideal = ideal_of(design.family, design.parameters);
    out.nodes = ideal.nodes;
    out.links = ideal.links;
  }
  if (!out.work.network) return out;
  const Topology& topology = out.work.network->topology;
  const Placement& placement = out.work.network->placement;
  const GridSize grid = placement.grid();
  out.nodes = static_cast<double>(topology.node_count());
  out.links = static_cast<double>(topology.link_count());
  out.placement = fmt::format("{}, {} x {}", order_text(placement, " and "), grid[Axis::x], grid[Axis::y]);
  if (grid[Axis::z] > 1) out.placement += fmt::format(" x {}", grid[Axis::z]);
  return out;
}

}  // namespace

std::vector<DesignEstimate> estimate(const Study& study) {
  std::vector<DesignEstimate> estimates;
  std::vector<Diagnostic> wrong;
  for (const Design& design : study.designs) {
    try {
      estimates.push_back(estimate_design(study, design));
    } catch (const Error& error) {
      if (error.code() != ExitCode::bad_input && !design.is_left_out_for(error)) throw;
      DesignEstimate& out = estimates.emplace_back();
      out.name = design.name;
      out.network = words::network_text(design);
      out.problem = error.diagnostics().front().message;
      if (design.swept) continue;
      for (Diagnostic diagnostic : error.diagnostics()) {
        if (!diagnostic.place.known()) diagnostic.place = design.place_of({"topology", "candidate"});
        wrong.push_back(std::move(diagnostic));
      }
    }
  }
  if (!wrong.empty()) throw Error(ExitCode::bad_input, std::move(wrong));
  return estimates;
}

Table estimate_table(const std::vector<DesignEstimate>& estimates) {
  Table table{{{"name", "candidate", "", true, true},
               {"network", "network", "", true, true},
               {"placement", "placement", "", true, true},
               {"nodes", "nodes", ""},
               {"links", "links", ""},
               {"parts", "to route", "parts"},
               {"memory", "memory", ""},
               {"check_memory", "check", ""},
               {"time", "time", ""}},
              {}};
  for (const DesignEstimate& each : estimates) {
    if (!each.problem.empty()) {
      table.rows.push_back({each.name, each.network, "cannot be built: " + each.problem, {}, {}, {}, {}, {}, {}});
      continue;
    }
    const std::string placement = each.placement.empty() ? "closed forms" : each.placement;
    table.rows.push_back({each.name, each.network, placement, static_cast<std::int64_t>(each.nodes),
                          static_cast<std::int64_t>(each.links), static_cast<std::int64_t>(each.work.parts),
                          memory_text(each.work.bytes), memory_text(each.work.check_bytes),
                          text::seconds_text(each.work.seconds)});
  }
  return table;
}

std::string estimate_sentence(const std::vector<DesignEstimate>& estimates) {
  double bytes = kProgramBytes, check = 0, seconds = 0;
  for (const DesignEstimate& each : estimates) {
    bytes += each.work.bytes;
    check = std::max(check, each.work.check_bytes);
    seconds += each.work.seconds;
  }
  return fmt::format(
      "Estimate: {} of memory and {} on one core, beside distances and bisections of irregular graphs; `check` takes "
      "up to {} more.",
      text::bytes_text(bytes), text::seconds_text(seconds), text::bytes_text(check));
}

}  // namespace cutline
