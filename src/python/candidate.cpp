// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/format.hpp"
#include "cutline/output/words/words.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/proof.hpp"
#include "python/study.hpp"

// The classes of evaluated candidates, with their documentation for Python.

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

using namespace py::literals;

constexpr const char* kLinks = R"(Every link with its measures, as a read-only structured array without a copy.

One record a link, sorted by its ends, shape (links,). Fields: `from`, `to` (numbers of nodes; interchanges and
switches follow the nodes), `one_way`, `class` (number of its class of links: for a torus, its dimension), `width` (in
channel widths), `width_bits`, `wires`, `span_pitches` (node pitches), `length_pitches` (wire pitches of its longest
wire), `length_mm` (not in the technology `unit`), `delay_ns` (of a wire, one way, under the delay model; tau in
`unit`), `delay_cycles` (rounded up; where there is a clock). Up to 2^24 links.

delay: label or name of a delay model of the study; otherwise the first.)";

constexpr const char* kLengths =
    R"(Length of every link, in the order of links(), shape (links,), read-only, without a copy.

unit: "pitches" (wire pitches of its longest wire, int64), "mm" (the same, float64; not in the technology `unit`) or
    "span" (node pitches between its ends, float64).)";

constexpr const char* kToNetworkx = R"(The network as a NetworkX graph.

A Graph; a MultiGraph where links are parallel; a DiGraph or MultiDiGraph with one edge a channel where a link is
one-way. Nodes are numbers with `address`, `kind` (node, interchange or switch), `terminals`, the cell `x`, `y`, `z`,
and the centre of the node's box in wire pitches (`x_pitches`, ...) and in mm. Edges have `class`, `width` (in channel
widths), `width_bits`, `wires`, `span_pitches`, `length_pitches`, `length_mm`, `delay_ns` and `delay_cycles`, as links()
does, and `given_mm` where the graph's file gives a length; their `class` is its name.
from_networkx makes the same network of it, each node in its cell.

delay: label or name of a delay model of the study; otherwise the first.)";

void add_profile(py::module_& module) {
  py::class_<ProfileView>(module, "Profile",
                          "Density along one axis: entry c - 1 of each array is cut c, between positions c - 1 and c. "
                          "Arrays are int64, read-only and without a copy.")
      .def_property_readonly(
          "links", [](const ProfileView& view) { return view.counts(view.profile().machine.links); },
          "Links over each cut of the whole machine.")
      .def_property_readonly(
          "wires", [](const ProfileView& view) { return view.counts(view.profile().machine.wires); },
          "Wires over each cut of the whole machine.")
      .def_property_readonly(
          "line_links", [](const ProfileView& view) { return view.counts(view.profile().line.links); },
          "Links over each cut of the densest line alone.")
      .def_property_readonly(
          "line_wires", [](const ProfileView& view) { return view.counts(view.profile().line.wires); },
          "Wires over each cut of the densest line alone.")
      .def_property_readonly(
          "lines", [](const ProfileView& view) { return view.profile().lines; }, "Lines along the axis.")
      .def_property_readonly(
          "lines_like_the_densest", [](const ProfileView& view) { return view.profile().lines_like_it; },
          "How many of them are equal to the densest.");
}

std::string draw(const CandidateView& view, const std::string& colour, const std::vector<std::string>& show,
                 const std::string& seen, const std::optional<SaidPair>& route, const std::string& delay,
                 const std::string& style, double width_mm) {
  DrawOptions options;
  options.colour = wire_colour(colour);
  options.show = show;
  if (!seen.empty()) options.view = floorplan_view(seen);
  options.route = route;
  options.delay = view.delay_number(delay);
  options.style = style;
  options.width_mm = width_mm;
  return view.draw(options);
}

py::tuple exported(const CandidateView& view, const std::string& to, const std::string& delay,
                   const std::string& file) {
  const Exported made = view.exported(to, delay, file);
  py::list files;
  for (const ExportFile& each : made.files)
    files.append(py::make_tuple(each.extension.empty() ? std::string(find_export(to).extension) : each.extension,
                                py::bytes(each.content)));
  return py::make_tuple(files, made.notes);
}

void add_candidate(py::module_& module) {
  py::class_<CandidateView>(module, "Candidate", "One candidate of a study, evaluated.")
      .def_property_readonly("name", &CandidateView::name)
      .def_property_readonly(
          "can_be_built", [](const CandidateView& view) { return view.candidate().can_be_built(); },
          "False where its channel would have no bit: its measures are then None.")
      .def_property_readonly(
          "why_not", [](const CandidateView& view) { return view.candidate().why_not(); },
          "Why it cannot be built; empty where it can.")
      .def_property_readonly(
          "notes", [](const CandidateView& view) { return note_texts(view.candidate().notes); },
          "What a reader of its measures should know.")
      .def("records", &CandidateView::records, "Its measures, a dictionary a delay model, as measure() has them.")
      .def("links", &CandidateView::links, "delay"_a = "", kLinks)
      .def("lengths", &CandidateView::lengths, "unit"_a = "pitches", kLengths)
      .def("profile", &CandidateView::profile, "axis"_a = "x", "Density along the axis x, y or z, cut by cut.")
      .def(
          "floorplan", &CandidateView::floorplan,
          "The places that the spec gives, or None: a dict with `outline`, the corners of the die in mm, `tiles`, each "
          "with name, kind, corners and router, and `blocked`, each with layers (none for all), solid and corners. "
          "Corners go counter-clockwise, the first not repeated: [[x, y], ...], as Shapely's Polygon takes them.")
      .def("to_networkx", &CandidateView::to_networkx, "delay"_a = "", kToNetworkx)
      .def("check", &CandidateView::check,
           "Proves the routed layout: no two wires touch, every wire joins its two terminals. Gives the first 20 "
           "broken rules; an empty list is the proof.")
      .def_property_readonly("_has_layout", &CandidateView::has_layout)
      .def("_draw", draw, "colour"_a, "show"_a, "view"_a, "route"_a, "delay"_a, "style"_a, "width_mm"_a)
      .def("_html", &CandidateView::html)
      .def("_export", exported, "to"_a, "delay"_a, "file"_a)
      .def("_explain", &CandidateView::explained, "measure"_a, "delay"_a)
      .def("__repr__", [](const CandidateView& view) { return fmt::format("<cutline.Candidate '{}'>", view.name()); });
}

CandidateView candidate_at(const AnswerPtr& answer, std::int64_t number) {
  const auto count = static_cast<std::int64_t>(answer->candidates.size());
  if (number < -count || number >= count) throw py::index_error(fmt::format("there are {} candidates", count));
  return {answer, static_cast<std::size_t>(number < 0 ? number + count : number)};
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

void add_candidates(py::module_& module) {
  add_profile(module);
  add_candidate(module);
  py::class_<Answer, AnswerPtr>(module, "Candidates", "The candidates of a study, evaluated, in the order of the spec.")
      .def("__len__", [](const Answer& answer) { return answer.candidates.size(); })
      .def("__getitem__", candidate_at, "number"_a)
      .def(
          "__getitem__",
          [](const AnswerPtr& answer, const std::string& name) { return CandidateView(answer, answer->find(name)); },
          "name"_a)
      .def("records", &Answer::records, "ranked"_a = false,
           "A dictionary a candidate and delay model, with the keys of `cutline measure --format json`; None is its "
           "null. With ranked also rank, rank_range and pareto, as `cutline compare` has them.")
      .def("document", &Answer::document, "ranked"_a = true,
           "All that --format json prints: records under `candidates`, what was run, and crossovers where the spec "
           "asks for them.")
      .def("text", &Answer::text, "What `cutline compare` prints: the rankings, and who wins and why.")
      .def_property_readonly(
          "study", [](const Answer& answer) { return answer.question; }, "The study.")
      .def("_html", &Answer::html)
      .def("_columns", &Answer::columns, "ranked"_a)
      .def("_report", &Answer::report)
      .def(
          "_plot",
          [](const Answer& answer, const std::string& what, const std::string& x, const std::string& y,
             const std::string& group, const std::string& log, const std::string& delay, const std::string& style) {
            return answer.plot({what, x, y, group, log, delay, style});
          },
          "what"_a, "x"_a, "y"_a, "group"_a, "log"_a, "delay"_a, "style"_a)
      .def("__repr__",
           [](const Answer& answer) { return fmt::format("<cutline.Candidates: {}>", answer.candidates.size()); });
}

}  // namespace cutline::python
