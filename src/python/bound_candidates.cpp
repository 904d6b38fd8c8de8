// SPDX-License-Identifier: Apache-2.0

// The classes of evaluated candidates, with their documentation for Python.
#include <fmt/core.h>

#include "cutline/output/words/words.hpp"
#include "python/study.hpp"

namespace cutline::python {

namespace {

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
