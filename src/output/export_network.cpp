// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/export_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "cutline/base/error.hpp"
#include "cutline/measure/link_geometry.hpp"
#include "cutline/output/listing.hpp"
#include "cutline/output/number.hpp"
#include "study/site_costs.hpp"
#include "study/wire_costs.hpp"

namespace cutline {

namespace {

constexpr double kRoundingSlack = 1e-9;  // as zero-load latency counts whole cycles
constexpr double kMostCycles = std::numeric_limits<std::int32_t>::max();

void refuse_buses(const Candidate& candidate) {
  for (const LinkClass& each : candidate.network->topology.classes) {
    if (!each.shared) continue;
    throw_input_error(
        fmt::format("'{}' has a bus: one set of wires that joins several nodes, and exports hold links of two ends",
                    candidate.design->name),
        "export a network of links, or measure and draw this one");
  }
}

/// One-way links by class and ends, so that parts of lines, which have no direction, find theirs.
class Directions {
 public:
  explicit Directions(const Topology& topology) {
    const bool any = std::any_of(topology.classes.begin(), topology.classes.end(),
                                 [](const LinkClass& each) { return each.channels == 1; });
    if (!any) return;
    for_each_link(topology, [&](std::size_t link_class, std::size_t, NodeId a, NodeId b) {
      if (topology.classes[link_class].channels == 1) ++left_[{link_class, a.index, b.index}];
    });
  }
  /// Whether a channel goes from a to b; counts it off.
  bool take(std::size_t link_class, std::uint64_t a, std::uint64_t b) {
    const auto found = left_.find({link_class, a, b});
    if (found == left_.end() || found->second == 0) return false;
    --found->second;
    return true;
  }

 private:
  std::map<std::tuple<std::size_t, std::uint64_t, std::uint64_t>, std::uint32_t> left_;
};

/// Fills nodes and links from the layout.
class Walker {
 public:
  Walker(const Study& study, const Candidate& candidate, const ChosenDelay& delay, ExportNetwork& out)
      : study_(study),
        candidate_(candidate),
        delay_(delay),
        out_(out),
        topology_(candidate.network->topology),
        layout_(*candidate.layout),
        sites_(nodes_by_cell(topology_, candidate.network->placement)),
        directions_(topology_) {}

  void add_nodes() {
    const std::uint64_t count = topology_.node_count() + topology_.interchange_count();
    out_.nodes.resize(count);
    const GridSize& grid = layout_.wiring.grid;
    for (std::uint64_t i = 0; i < sites_.size(); ++i) {
      if (sites_[i] == kEmptyCell) continue;
      const NodeId site{sites_[i]};
      const SiteKind kind = topology_.kind(site);
      if (kind == SiteKind::nothing) continue;
      const std::uint64_t columns = grid[Axis::x], rows = grid[Axis::y];
      const Cell cell{{static_cast<std::uint32_t>(i % columns), static_cast<std::uint32_t>(i / columns % rows),
                       static_cast<std::uint32_t>(i / columns / rows)}};
      ExportNode& node = out_.nodes[node_number(topology_, site)];
      node.address = address(topology_, site);
      node.interchange = kind == SiteKind::interchange;
      node.terminals = node.interchange ? 0 : topology_.concentration;
      set_place(node, cell);
    }
  }

  void add_links() {
    find_geometries();
    for (const Axis axis : kAxes) {
      const Lines& lines = layout_.lines(axis);
      for (std::uint32_t line = 0; line < lines.pattern_of_line.size(); ++line) {
        const std::uint32_t number = lines.pattern_of_line[line];
        const Pattern& pattern = lines.patterns[number];
        for (std::size_t part = 0; part < pattern.size(); ++part) {
          if (pattern.is_bent(part)) continue;
          add(layout_.wiring.kinds[pattern.kind[part]],
              cell_on_line(layout_.wiring.grid, axis, line, slot_of(pattern.lo[part])),
              cell_on_line(layout_.wiring.grid, axis, line, slot_of(pattern.hi[part])),
              straight_[index(axis)][number][part]);
        }
      }
    }
    for (std::size_t i = 0; i < layout_.wiring.joints.size(); ++i) {
      const Joint& joint = layout_.wiring.joints[i];
      const auto [from, to] = layout_.wiring.ends(joint);
      add(layout_.wiring.kind(joint), from, to, first_bent_ + i);
    }
    std::sort(out_.links.begin(), out_.links.end(), [](const ExportLink& a, const ExportLink& b) {
      return std::tuple(a.from, a.to, a.link_class, a.delay.base, a.length_pitches, a.width_bits) <
             std::tuple(b.from, b.to, b.link_class, b.delay.base, b.length_pitches, b.width_bits);
    });
  }

 private:
  void set_place(ExportNode& node, const Cell& cell) const {
    const LayoutRules& rules = layout_.rules;
    const auto line = [&](Axis axis) { return static_cast<std::uint32_t>(line_of(layout_.wiring.grid, axis, cell)); };
    const Pattern& row = layout_.wiring.pattern(Axis::x, line(Axis::x));
    const Pattern& column = layout_.wiring.pattern(Axis::y, line(Axis::y));
    const std::uint32_t width = node_box_width(layout_, row, cell[Axis::x]);
    const std::uint32_t height = node_box_height(layout_, column, cell[Axis::y]);
    const auto centre = [&](Axis axis, std::uint32_t side) {
      return static_cast<double>(node_box_start(layout_, axis, cell[axis], side)) + side / 2.0;
    };
    const std::vector<std::int64_t>& planes = layout_.positions[index(Axis::z)].start;
    const auto height_of_plane = planes.empty() ? 0.0 : static_cast<double>(planes[cell[Axis::z]]);
    node.at_pitches = {centre(Axis::x, width), centre(Axis::y, height), height_of_plane};
    node.at = {nanometres(node.at_pitches[0] * rules.cell_width_nm),
               nanometres(node.at_pitches[1] * rules.cell_height_nm),
               nanometres(node.at_pitches[2] * rules.cell_depth_nm)};
  }

  /// Parts of a pattern once for all lines that have it, so that their delays are too.
  void find_geometries() {
    for (const Axis axis : kAxes) {
      const Lines& lines = layout_.lines(axis);
      straight_[index(axis)].resize(lines.patterns.size());
      for (std::size_t i = 0; i < lines.patterns.size(); ++i) {
        const Pattern& pattern = lines.patterns[i];
        straight_[index(axis)][i].resize(pattern.size());
        for (std::size_t part = 0; part < pattern.size(); ++part) {
          if (pattern.is_bent(part)) continue;
          straight_[index(axis)][i][part] = geometries_.size();
          geometries_.push_back(straight_geometry(layout_, axis, pattern, part));
        }
      }
    }
    first_bent_ = geometries_.size();
    for (const Joint& joint : layout_.wiring.joints) {
      geometries_.push_back(bent_geometry(layout_, joint));
      const auto [from, to] = layout_.wiring.ends(joint);
      geometries_.back().from = from;
      geometries_.back().to = to;
    }
    delays_ = link_delays(study_, candidate_, delay_, geometries_);
  }

  std::uint64_t site_at(const Cell& cell) const {
    const GridSize& grid = layout_.wiring.grid;
    const std::uint64_t at =
        cell[Axis::x] + std::uint64_t{grid[Axis::x]} * (cell[Axis::y] + std::uint64_t{grid[Axis::y]} * cell[Axis::z]);
    CUTLINE_EXPECT(sites_[at] != kEmptyCell);
    return sites_[at];
  }

  void add(const LinkKind& kind, const Cell& from, const Cell& to, std::size_t geometry) {
    const LinkGeometry& way = geometries_[geometry];
    std::uint64_t a = site_at(from), b = site_at(to);
    const bool one_way = kind.channels == 1;
    if (one_way && !directions_.take(kind.link_class, a, b)) {
      CUTLINE_EXPECT(directions_.take(kind.link_class, b, a));
      std::swap(a, b);
    }
    ExportLink link{.from = node_number(topology_, NodeId{a}),
                    .to = node_number(topology_, NodeId{b}),
                    .one_way = one_way,
                    .link_class = kind.link_class,
                    .wires = kind.wires,
                    .width_bits = out_.width_bits * kind.width,
                    .span = way.span.pitches(),
                    .length_pitches = way.cells_x + way.cells_y + way.cells_z,
                    .delay = delays_[geometry]};
    const LayoutRules& rules = layout_.rules;
    link.length = nanometres(static_cast<double>(way.cells_x) * rules.cell_width_nm +
                             static_cast<double>(way.cells_y) * rules.cell_height_nm +
                             static_cast<double>(way.cells_z) * rules.cell_depth_nm);
    if (!one_way && link.from > link.to) std::swap(link.from, link.to);
    CUTLINE_EXPECT(std::isfinite(link.delay.base) && link.delay.base >= 0);
    out_.links.push_back(link);
  }

  const Study& study_;
  const Candidate& candidate_;
  const ChosenDelay& delay_;
  ExportNetwork& out_;
  const Topology& topology_;
  const Layout& layout_;
  std::vector<std::uint64_t> sites_;
  Directions directions_;
  std::array<std::vector<std::vector<std::size_t>>, 3> straight_;  ///< by axis, pattern, part: index of a geometry
  std::size_t first_bent_ = 0;
  std::vector<LinkGeometry> geometries_;
  std::vector<Time> delays_;
};

/// As zero-load latency sets the cycle; none where every link has its own.
void set_clock(const Study& study, const Candidate& candidate, const ExportChoice& choice, ExportNetwork& out) {
  const auto set = [&](Time cycle, const char* by) {
    if (out.cycle && cycle <= *out.cycle) return;
    out.cycle = cycle;
    out.cycle_set_by = by;
  };
  if (choice.cycle) return set(*choice.cycle, "--clock");
  if (study.clock.rule == ClockRule::per_link) return;
  if (study.clock.rule == ClockRule::fixed) {
    set(study.clock.cycle, "the spec's clock");
  } else {
    Time slowest;
    for (const ExportLink& link : out.links) slowest = std::max(slowest, link.delay);
    if (slowest.base > 0) set(slowest, "the longest wire, as the spec's clock says");
    set(candidate.design->router.period.time, "the router's period");
    if (candidate.network->topology.has_interchanges())
      set(interchange_of(*candidate.design).period.time, "the interchange's period");
  }
  set(study.clock.floor, "the spec's floor");
  if (out.cycle && out.cycle->base <= 0) out.cycle.reset();
}

std::uint64_t whole_cycles(Time time, Time cycle, const char* of) {
  const double cycles = std::ceil(time / cycle - kRoundingSlack);
  if (cycles > kMostCycles) {
    throw_limit_error(fmt::format("{} of {} ns takes {} cycles; targets count up to {}", of, short_text(in_ns(time)),
                                  short_text(cycles), short_text(kMostCycles, 10)),
                      "name a slower clock with --clock");
  }
  return static_cast<std::uint64_t>(std::max(0.0, cycles));
}

void count_link_cycles(ExportNetwork& out) {
  if (!out.cycle) return;
  std::uint64_t raised = 0, fractional = 0;
  for (ExportLink& link : out.links) {
    const double exact = link.delay / *out.cycle;
    link.cycles = std::max<std::uint64_t>(1, whole_cycles(link.delay, *out.cycle, "a wire"));
    if (exact < 1 - kRoundingSlack) {
      ++raised;
    } else if (std::abs(exact - std::round(exact)) > kRoundingSlack * std::max(1.0, exact)) {
      ++fractional;
    }
  }
  if (raised > 0)
    out.notes.push_back(
        fmt::format("{} of {} links take less than a cycle and are written as 1", raised, out.links.size()));
  if (fractional > 0)
    out.notes.push_back(
        fmt::format("{} of {} links take a fraction of a cycle more, rounded up", fractional, out.links.size()));
}

void set_routers(const Candidate& candidate, ExportNetwork& out) {
  const Duration router = candidate.design->router.delay;
  const Duration interchange = interchange_of(*candidate.design).delay;
  for (ExportNode& node : out.nodes) {
    const Duration& own = node.interchange ? interchange : router;
    if (own.cycles > 0 && !out.cycle) {
      if (out.route_cost != RouteCost::router_and_wire) continue;
      throw_input_error("routers take cycles, and under the clock rule per_link no cycle is common to all",
                        "name a clock with --clock, or give --route-cost wire or hop");
    }
    node.delay = own.time + (out.cycle ? *out.cycle * own.cycles : Time{});
    if (out.cycle) node.cycles = whole_cycles(node.delay, *out.cycle, "a router");
  }
}

}  // namespace

bool ExportNetwork::has_one_way() const {
  return std::any_of(links.begin(), links.end(), [](const ExportLink& link) { return link.one_way; });
}

std::uint64_t ExportNetwork::slowest_cycles() const {
  std::uint64_t most = 0;
  for (const ExportLink& link : links) most = std::max(most, link.cycles);
  return most;
}

std::uint64_t ExportNetwork::terminals() const {
  std::uint64_t sum = 0;
  for (const ExportNode& node : nodes) sum += node.terminals;
  return sum;
}

double ExportNetwork::cost(const ExportChannel& channel) const {
  if (route_cost == RouteCost::hop) return 1;
  const ExportLink& link = links[channel.link];
  const bool routers = route_cost == RouteCost::router_and_wire;
  const ExportNode& entered = nodes[channel.to];
  if (cycle) return static_cast<double>(link.cycles + (routers ? entered.cycles : 0));
  return in_ns(link.delay) + (routers ? in_ns(entered.delay) : 0);
}

double ExportNetwork::link_cost(std::size_t link) const {
  const ExportLink& of = links[link];
  const double there = cost({of.from, of.to, link});
  return of.one_way ? there : (there + cost({of.to, of.from, link})) / 2;
}

std::vector<ExportChannel> channels(const ExportNetwork& network) {
  std::vector<ExportChannel> all;
  all.reserve(2 * network.links.size());
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    all.push_back({link.from, link.to, i});
    if (!link.one_way) all.push_back({link.to, link.from, i});
  }
  std::sort(all.begin(), all.end(), [](const ExportChannel& a, const ExportChannel& b) {
    return std::tuple(a.from, a.to, a.link) < std::tuple(b.from, b.to, b.link);
  });
  return all;
}

std::vector<ExportChannel> channels_without_parallel(ExportNetwork& network, std::string_view target) {
  const std::vector<ExportChannel> all = channels(network);
  std::vector<ExportChannel> kept;
  for (const ExportChannel& channel : all) {
    const bool parallel = !kept.empty() && kept.back().from == channel.from && kept.back().to == channel.to;
    if (!parallel) {
      kept.push_back(channel);
    } else if (network.links[channel.link].delay < network.links[kept.back().link].delay) {
      kept.back() = channel;
    }
  }
  if (kept.size() < all.size()) {
    network.notes.push_back(
        fmt::format("{} channels run parallel to others; {} takes one between two routers: the fastest is "
                    "written, and the bandwidth of the others is lost",
                    all.size() - kept.size(), target));
  }
  return kept;
}

bool is_connected(const ExportNetwork& network) {
  if (network.nodes.empty()) return true;
  const std::vector<ExportChannel> all = channels(network);
  for (const bool backwards : {false, true}) {
    std::vector<std::vector<std::uint64_t>> next(network.nodes.size());
    for (const ExportChannel& each : all)
      next[backwards ? each.to : each.from].push_back(backwards ? each.from : each.to);
    std::vector<bool> seen(network.nodes.size());
    std::vector<std::uint64_t> reached = {0};
    seen[0] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const std::uint64_t to : next[reached[i]]) {
        if (seen[to]) continue;
        seen[to] = true;
        reached.push_back(to);
      }
    }
    if (reached.size() < network.nodes.size()) return false;
  }
  return true;
}

ExportNetwork export_network(const Study& study, const Candidate& candidate, const ExportChoice& choice) {
  CUTLINE_EXPECT(candidate.layout && candidate.network && candidate.width_bits);
  refuse_buses(candidate);
  const ChosenDelay& delay = study.delays.at(choice.delay);
  ExportNetwork out;
  out.name = candidate.design->name;
  out.description = network_text(*candidate.design);
  out.title = study.title;
  out.delay_label = delay.label;
  out.technology = technology_of(study, *candidate.design).name;
  out.unit = candidate.layout->rules.unit;
  out.width_bits = *candidate.width_bits;
  for (const LatencyInput::Part& part : study.messages) out.message_bits += part.share * part.size_bits;
  out.message_bits += study.header_bits;
  for (const LinkClass& each : candidate.network->topology.classes) out.classes.push_back(each.name);
  out.route_cost = choice.route_cost.value_or(RouteCost::router_and_wire);
  Walker walker(study, candidate, delay, out);
  walker.add_nodes();
  walker.add_links();
  set_clock(study, candidate, choice, out);
  count_link_cycles(out);
  set_routers(candidate, out);
  return out;
}

RouteCost route_cost_text(const std::string& option, const std::string& text) {
  for (const RouteCost cost : {RouteCost::wire, RouteCost::hop, RouteCost::router_and_wire}) {
    if (text == word(cost)) return cost;
  }
  throw_input_error(fmt::format("{} cannot be '{}'", option, text), "it takes wire, hop or router+wire");
}

std::string_view word(RouteCost cost) {
  switch (cost) {
    case RouteCost::wire:
      return "wire";
    case RouteCost::hop:
      return "hop";
    case RouteCost::router_and_wire:
      return "router+wire";
  }
  broken_contract("a cost of routes", __FILE__, __LINE__);
}

}  // namespace cutline
