// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/tables/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cutline/base/error.hpp"
#include "cutline/placement/placement.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/ideal_network.hpp"
#include "cutline/topology/topology.hpp"
#include "output/text/network_text.hpp"
#include "output/text/number.hpp"

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

/// The number of parts of one line along the axis: the links of the class, once for every value of the other digits of
/// the axis.
std::uint64_t parts_of_line(const Topology& topology, const LinkClass& link_class, const AxisPlacement& axis) {
  std::uint64_t parts = link_class.links.size();
  for (const std::uint8_t digit : axis.digits) {
    const bool own = std::find(link_class.digits.begin(), link_class.digits.end(), digit) != link_class.digits.end();
    if (!own) parts *= topology.digits[digit].radix;
  }
  return parts;
}

/// Whether two axes depend on the same digit, so that lines differ.
bool irregular(const Placement& placement) {
  std::array<int, 64> uses{};
  for (const AxisPlacement& axis : placement.axes) {
    for (const std::uint8_t digit : axis.digits) ++uses[digit];
  }
  return std::any_of(uses.begin(), uses.end(), [](int axes) { return axes > 1; });
}

/// The axis on which all digits of a class lie; null if there is none.
const AxisPlacement* axis_of(const LinkClass& link_class, const Placement& placement) {
  const auto found = std::find_if(placement.axes.begin(), placement.axes.end(),
                                  [&](const AxisPlacement& axis) { return on_axis(link_class, axis); });
  return found == placement.axes.end() ? nullptr : &*found;
}

void estimate_layout(const Topology& topology, const Placement& placement, DesignEstimate& out) {
  std::uint64_t joints = 0;
  for (const LinkClass& link_class : topology.classes) {
    const AxisPlacement* axis = irregular(placement) ? nullptr : axis_of(link_class, placement);
    if (axis != nullptr) {
      out.parts += parts_of_line(topology, link_class, *axis);
    } else {
      joints += link_class.links.size() * topology.copies(link_class);
    }
  }
  const GridSize grid = placement.grid();
  out.parts += (grid[Axis::z] > 1 ? 3 : 2) * joints;
  double slots = static_cast<double>(grid[Axis::x]) + grid[Axis::y];
  if (grid[Axis::z] > 1) {
    for (const Axis axis : kAxes) slots += static_cast<double>(grid.lines(axis));
  }
  out.bytes = kBytesPerPart * static_cast<double>(out.parts) + kBytesPerJoint * static_cast<double>(joints) +
              kBytesPerSlot * slots;
  out.seconds = std::max(kLeastSeconds, kSecondsPerPart * (static_cast<double>(out.parts) + slots));
}

std::string memory_text(double bytes) { return bytes < 1e6 ? "under 1 MB" : text::bytes_text(bytes); }

DesignEstimate estimate_design(const Design& design) {
  DesignEstimate out;
  out.name = design.name;
  out.network = text::network_text(design);
  if (design.ideal) {
    const Family* family = find_family(design.family);
    if (family == nullptr || family->ideal == nullptr) return out;
    const IdealNetwork ideal = ideal_of(design.family, design.parameters);
    out.nodes = ideal.nodes;
    out.links = ideal.links;
    out.seconds = kLeastSeconds;
    return out;
  }
  const Topology topology = build_topology(design.family, design.parameters);
  const Placement placement = place_roughly(topology, design.placement);
  const GridSize grid = placement.grid();
  out.nodes = static_cast<double>(topology.node_count());
  out.links = static_cast<double>(topology.link_count());
  out.placement = fmt::format("{}, {} x {}", order_text(placement, " and "), grid[Axis::x], grid[Axis::y]);
  if (grid[Axis::z] > 1) out.placement += fmt::format(" x {}", grid[Axis::z]);
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
      out.network = text::network_text(design);
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
                          memory_text(each.bytes), text::seconds_text(each.seconds)});
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
                     text::bytes_text(kProgramBytes + bytes), text::seconds_text(seconds));
}

}  // namespace cutline
