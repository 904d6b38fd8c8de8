// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cutline/base/error.hpp"
#include "cutline/output/listing.hpp"
#include "cutline/output/number.hpp"
#include "cutline/placement/placement.hpp"
#include "cutline/topology/family.hpp"

namespace cutline {

namespace {

constexpr double kBytesPerPart = 64;
constexpr double kBytesPerJoint = 64;
constexpr double kBytesPerSlot = 64;
constexpr double kProgramBytes = 2e7;
constexpr double kSecondsPerPart = 4e-7;
constexpr double kLeastSeconds = 1e-4;

bool on_axis(const LinkClass& link_class, const AxisPlacement& axis) {
  return std::all_of(link_class.digits.begin(), link_class.digits.end(), [&](std::uint8_t digit) {
    return std::find(axis.digits.begin(), axis.digits.end(), digit) != axis.digits.end();
  });
}

/// Parts of one line along the axis: the class's own links, once for every value of the axis's other digits.
std::uint64_t parts_of_line(const Topology& topology, const LinkClass& link_class, const AxisPlacement& axis) {
  std::uint64_t parts = link_class.links.size();
  for (const std::uint8_t digit : axis.digits) {
    const bool own = std::find(link_class.digits.begin(), link_class.digits.end(), digit) != link_class.digits.end();
    if (!own) parts *= topology.radices[digit];
  }
  return parts;
}

/// True where another axis depends on the same digits, so that lines differ.
bool irregular(const Placement& placement) {
  for (const std::uint8_t digit : placement[Axis::x].digits) {
    const auto& others = placement[Axis::y].digits;
    if (std::find(others.begin(), others.end(), digit) != others.end()) return true;
  }
  return false;
}

void estimate_layout(const Topology& topology, const Placement& placement, DesignEstimate& out) {
  std::uint64_t joints = 0;
  for (const LinkClass& link_class : topology.classes) {
    const bool regular = !irregular(placement);
    if (regular && on_axis(link_class, placement[Axis::x])) {
      out.parts += parts_of_line(topology, link_class, placement[Axis::x]);
    } else if (regular && on_axis(link_class, placement[Axis::y])) {
      out.parts += parts_of_line(topology, link_class, placement[Axis::y]);
    } else {
      joints += link_class.links.size() * topology.copies(link_class);
    }
  }
  out.parts += 2 * joints;
  const GridSize grid = placement.grid();
  const double slots = static_cast<double>(grid[Axis::x]) + grid[Axis::y];
  out.bytes = kBytesPerPart * static_cast<double>(out.parts) + kBytesPerJoint * static_cast<double>(joints) +
              kBytesPerSlot * slots;
  out.seconds = std::max(kLeastSeconds, kSecondsPerPart * (static_cast<double>(out.parts) + slots));
}

std::string memory_text(double bytes) { return bytes < 1e6 ? "under 1 MB" : bytes_text(bytes); }

DesignEstimate estimate_design(const Design& design) {
  DesignEstimate out;
  out.name = design.name;
  out.network = network_text(design);
  if (design.ideal) {
    const Family* family = find_family(design.family);
    Parameters parameters = design.parameters;
    if (family == nullptr || family->ideal == nullptr) return out;
    complete(parameters, family->fields, family->name);
    const IdealNetwork ideal = family->ideal(parameters);
    out.nodes = ideal.nodes;
    out.links = ideal.links;
    out.seconds = kLeastSeconds;
    return out;
  }
  const Topology topology = build_topology(design.family, design.parameters);
  const Placement placement = place(topology, design.placement);
  const GridSize grid = placement.grid();
  out.nodes = static_cast<double>(topology.node_count());
  out.links = static_cast<double>(topology.link_count());
  const std::string& along_x = placement[Axis::x].order;
  const std::string& along_y = placement[Axis::y].order;
  out.placement = fmt::format("{}, {} x {}", along_x == along_y ? along_x : fmt::format("{} and {}", along_x, along_y),
                              grid[Axis::x], grid[Axis::y]);
  estimate_layout(topology, placement, out);
  return out;
}

}  // namespace

std::vector<DesignEstimate> estimate(const Study& study) {
  std::vector<DesignEstimate> estimates;
  std::vector<Diagnostic> wrong;
  for (const Design& design : study.designs) {
    try {
      estimates.push_back(estimate_design(design));
    } catch (const Error& error) {
      if (error.code() != ExitCode::bad_input) throw;
      DesignEstimate& out = estimates.emplace_back();
      out.name = design.name;
      out.network = network_text(design);
      out.problem = error.diagnostics().front().message;
      if (design.swept) continue;
      for (Diagnostic diagnostic : error.diagnostics()) {
        if (!diagnostic.place) diagnostic.place = design.topology_place ? design.topology_place : design.place;
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
               {"time", "time", ""}},
              {}};
  for (const DesignEstimate& each : estimates) {
    if (!each.problem.empty()) {
      table.rows.push_back({each.name, each.network, "cannot be built: " + each.problem, {}, {}, {}, {}, {}});
      continue;
    }
    const std::string placement = each.placement.empty() ? "closed forms" : each.placement;
    table.rows.push_back({each.name, each.network, placement, static_cast<std::int64_t>(each.nodes),
                          static_cast<std::int64_t>(each.links), static_cast<std::int64_t>(each.parts),
                          memory_text(each.bytes), seconds_text(each.seconds)});
  }
  return table;
}

std::string estimate_sentence(const std::vector<DesignEstimate>& estimates) {
  double bytes = 0;
  double seconds = 0;
  for (const DesignEstimate& each : estimates) {
    bytes += each.bytes;
    seconds += each.seconds;
  }
  return fmt::format("Estimate: {} of memory and {} on one core, beside distances and bisections of irregular graphs.",
                     bytes_text(kProgramBytes + bytes), seconds_text(seconds));
}

}  // namespace cutline
