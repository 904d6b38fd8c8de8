// SPDX-License-Identifier: Apache-2.0

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/detail/geometry/polygons.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/proof.hpp"
#include "python/study.hpp"

namespace cutline::python {

namespace {

constexpr double kMostLinks = 1 << 24;

LinkRow row_of(const ExportLink& link) {
  return {.from = static_cast<std::uint32_t>(link.from),
          .to = static_cast<std::uint32_t>(link.to),
          .width = link.width,
          .wires = link.wires,
          .width_bits = link.width_bits,
          .span_pitches = link.span,
          .length_pitches = link.length_pitches,
          .length_mm = in_mm(link.length),
          .delay_ns = in_ns(link.delay),
          .delay_cycles = static_cast<std::uint32_t>(link.cycles),
          .link_class = link.link_class,
          .one_way = static_cast<std::uint8_t>(link.one_way ? 1 : 0)};
}

/// The fields of LinkRow with their names in NumPy. Fields that have no meaning for the network are left out.
py::dtype row_type(bool unit, bool clocked) {
  py::list names, formats, offsets;
  const auto add = [&](const char* name, const char* format, std::size_t offset) {
    names.append(name);
    formats.append(format);
    offsets.append(offset);
  };
  add("from", "u4", offsetof(LinkRow, from));
  add("to", "u4", offsetof(LinkRow, to));
  add("one_way", "?", offsetof(LinkRow, one_way));
  add("class", "u2", offsetof(LinkRow, link_class));
  add("width", "u4", offsetof(LinkRow, width));
  add("width_bits", "f8", offsetof(LinkRow, width_bits));
  add("wires", "u4", offsetof(LinkRow, wires));
  add("span_pitches", "f8", offsetof(LinkRow, span_pitches));
  add("length_pitches", "i8", offsetof(LinkRow, length_pitches));
  if (!unit) add("length_mm", "f8", offsetof(LinkRow, length_mm));
  add("delay_ns", "f8", offsetof(LinkRow, delay_ns));
  if (clocked) add("delay_cycles", "u4", offsetof(LinkRow, delay_cycles));
  return py::dtype(names, formats, offsets, sizeof(LinkRow));
}

/// The corners of a polygon in mm, counter-clockwise: [[x, y], ...].
py::list corners_of(const Polygon& polygon) {
  py::list corners;
  for (const Polygon::Corner& corner : polygon.corners) {
    py::list point;
    point.append(in_mm(corner.x));
    point.append(in_mm(corner.y));
    corners.append(point);
  }
  return corners;
}

py::dict tile_of(const Tile& tile) {
  py::dict out;
  out["name"] = tile.name;
  out["kind"] = tile.kind.empty() ? py::object(py::none()) : py::object(py::str(tile.kind));
  out["corners"] = corners_of(shape_of(tile));
  out["router"] = corners_of({{{tile.router_x, tile.router_y}}})[0];
  return out;
}

Axis axis_of(const std::string& name) {
  for (const Axis axis : kAxes) {
    if (name == std::string(1, letter(axis))) return axis;
  }
  throw_input_error(fmt::format("there is no axis '{}'", name), "the axes are x, y and z");
}

}  // namespace

py::array ProfileView::counts(const std::vector<std::int64_t>& of) const {
  return array_over(py::dtype::of<std::int64_t>(), of.size(), sizeof(std::int64_t), of.data(), profile_);
}

py::list CandidateView::records() const {
  return to_python(found_without_lock([&](Watch&) {
    Data::List all;
    for (std::size_t delay = 0; delay < answer_->study().delays.size(); ++delay)
      all.push_back(record(answer_->study(), candidate(), delay, nullptr, number_));
    return Data(std::move(all));
  }));
}

void CandidateView::expect_layout() const {
  if (has_layout()) return;
  const Candidate& of = candidate();
  if (of.laid_out())
    throw_input_error(fmt::format("the layout of '{}' was not kept", name()), "evaluate the study with layouts=True");
  if (of.design->ideal) {
    throw_input_error(fmt::format("'{}' is ideal: it is evaluated by closed forms and has no layout", name()),
                      "take 'ideal: true' away to place and route it");
  }
  throw_input_error(fmt::format("'{}' cannot be built: {}", name(), of.why_not()));
}

ExportNetwork CandidateView::walked(std::size_t delay) const {
  const Topology& topology = candidate().network()->topology;
  const double sites = static_cast<double>(topology.node_count() + topology.interchange_count());
  const double links = static_cast<double>(topology.link_count());
  if (sites > kMostLinks || links > kMostLinks) {
    throw_limit_error(
        fmt::format("arrays and graphs of links hold up to 2^24 nodes and links; '{}' has {:.6g} and {:.6g}", name(),
                    sites, links),
        "records() and profile() take any size");
  }
  // The arrays take as much memory as the file that Cutline writes for NumPy.
  expect_within(find_export("npy"), sites, links, answer_->effort);
  ExportChoice choice;
  choice.delay = delay;
  choice.route_cost = RouteCost::wire;
  return export_network(answer_->study(), candidate(), choice);
}

std::shared_ptr<const CandidateView::Links> CandidateView::links_under(std::size_t delay) {
  if (const auto known = links_.find(delay); known != links_.end()) return known->second;
  expect_layout();
  auto links = std::make_shared<Links>();
  without_lock([&](Watch&) {
    const ExportNetwork network = walked(delay);
    links->unit = network.unit;
    links->clocked = network.clocked();
    links->classes = network.classes;
    links->rows.reserve(network.links.size());
    for (const ExportLink& link : network.links) links->rows.push_back(row_of(link));
  });
  return links_[delay] = links;
}

py::array CandidateView::links(const std::string& delay) {
  const auto links = links_under(delay_number(delay));
  return array_over(row_type(links->unit, links->clocked), links->rows.size(), sizeof(LinkRow), links->rows.data(),
                    links);
}

py::array CandidateView::lengths(const std::string& unit) {
  const auto links = links_under(0);
  const auto column = [&](auto LinkRow::*member) {
    using Number = std::remove_reference_t<decltype(LinkRow{}.*member)>;
    const LinkRow* const first = links->rows.data();
    return array_over(py::dtype::of<Number>(), links->rows.size(), sizeof(LinkRow), &(first->*member), links);
  };
  if (unit == "pitches") return column(&LinkRow::length_pitches);
  if (unit == "span") return column(&LinkRow::span_pitches);
  if (unit != "mm") throw_input_error(fmt::format("there is no unit '{}'", unit), "the units are pitches, mm and span");
  if (links->unit) throw_input_error("the technology 'unit' has no metres", "take lengths in wire pitches");
  return column(&LinkRow::length_mm);
}

ProfileView CandidateView::profile(const std::string& axis) const {
  expect_layout();
  const Axis along = axis_of(axis);
  if (along == Axis::z && candidate().network()->placement.grid()[Axis::z] == 1) {
    throw_input_error(fmt::format("candidate '{}' stands in one plane: it has no pillars", name()),
                      "put dimensions on z with `placement: {axes: ...}`");
  }
  return ProfileView(found_without_lock(
      [&](Watch&) { return std::make_shared<AxisProfile>(axis_profile(candidate().laid_out()->layout, along)); }));
}

py::object CandidateView::floorplan() const {
  if (!candidate().network() || !candidate().network()->placement.given) return py::none();
  const TilePlan& plan = candidate().network()->placement.given->plan;
  py::list tiles, blocked;
  for (const Tile& tile : plan.tiles) tiles.append(tile_of(tile));
  for (const Blockage& blockage : plan.blockages) {
    py::dict out;
    out["layers"] = blockage.layers;
    out["solid"] = blockage.solid;
    out["corners"] = corners_of(shape_of(blockage));
    blocked.append(out);
  }
  py::dict out;
  out["outline"] = corners_of(plan.outline_shape.empty() ? polygon_of(die_of(plan)) : plan.outline_shape);
  out["tiles"] = tiles;
  out["blocked"] = blocked;
  return out;
}

py::object CandidateView::to_networkx(const std::string& delay) const {
  expect_layout();
  const std::size_t chosen = delay_number(delay);
  return python::to_networkx(found_without_lock([&](Watch&) { return walked(chosen); }));
}

std::vector<std::string> CandidateView::check() const {
  expect_layout();
  return found_without_lock([&](Watch&) {
    return each_of(prove_candidate(candidate()).violations,
                   [](const Violation& each) { return each.rule + ": " + each.message; });
  });
}

}  // namespace cutline::python
