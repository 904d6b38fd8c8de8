// SPDX-License-Identifier: Apache-2.0

// The Python module `cutline`: its classes and functions, with their documentation for Python.
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/output/words/words.hpp"
#include "python/study.hpp"

namespace cutline::python {

namespace {

using namespace py::literals;

constexpr const char* kModule = R"(Physical layout and wire cost of interconnection networks.

A spec (a file, a text or a dictionary) becomes a Study, a study is evaluated into Candidates, and each Candidate has
its measures as dictionaries and its links as NumPy arrays:

    study = cutline.load("layouts/gallery/first.yaml")
    for candidate in study.evaluate():
        print(candidate.name, candidate.lengths().max())

Units stand in names: _mm, _ns, _bits. _pitches are wire pitches along a routed wire; a span counts node pitches.
What is wrong with a spec is a ValueError with file, line, column and a hint, a file that cannot be read an OSError,
work past a limit a LimitError. Long work runs without the interpreter's lock; Ctrl-C ends it at its next step.)";

constexpr const char* kBeside = R"(

set: dotted names of keys and their values, as --set of the command line: {"candidates[mesh].topology.radix": 8}.
    Texts are YAML, so a list may be "[1, 2]" or [1, 2].
graphs: names of candidates of `topology: {family: graph}`, and of each its graph: a Graph, a NetworkX graph or a table
    of edges, as from_edges takes it.
seed: of what is random; otherwise the spec's, or 1.)";

constexpr const char* kParse = R"(Reads a spec from a text, or from a dictionary of the same keys, into a Study.

folder: where paths in it begin.)";

constexpr const char* kEvaluate = R"(Places, routes and measures every candidate, on all threads.

layouts: keep the routed layouts, which arrays, graphs and drawings are made from. Without them large sweeps take less
    memory.
max_memory: bytes; work that would take more is refused with a LimitError.)";

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

constexpr const char* kFromNetworkx = R"(A NetworkX graph as the network of a candidate, whatever its nodes are called.

Nodes are numbered in the order of the graph, those without terminals last. Edges: `width` names the attribute that
counts channel widths (1 where it is missing). Nodes: `terminals` (all have as many; 0 makes a switch), `kind`
("switch" or "interchange" makes a switch), and whole numbers `x`, `y` and perhaps `z`: the cell in which the node
stands unless the spec says otherwise. Of a directed graph each edge is one channel.)";

constexpr const char* kFromEdges = R"(A table of edges as the network of a candidate.

edges: whole numbers of shape (links, 2) or (links, 3): both ends, and the width in channel widths. Nodes count from 0.
nodes: how many; otherwise one more than the highest named.
one_way: each link is one channel, from its first end to its second.
switches: numbers of nodes without terminals.)";

/// Raises a Python exception. Bytes that are not UTF-8 are replaced.
void raise(PyObject* type, const std::string& text) {
  PyObject* message = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  PyErr_SetObject(type, message);
  Py_XDECREF(message);
}

/// Never freed, because the interpreter may outlive static objects.
PyObject* limit_error = nullptr;

void translate(std::exception_ptr exception) {  // NOLINT(performance-unnecessary-value-param): as pybind11 calls it
  try {
    if (exception) std::rethrow_exception(exception);
  } catch (const Error& error) {
    PyObject* const type = error.code() == ExitCode::file_trouble ? PyExc_OSError
                           : error.code() == ExitCode::over_limit ? limit_error
                                                                  : PyExc_ValueError;
    raise(type, error.what());
  } catch (const BrokenContract& fault) {
    raise(PyExc_RuntimeError, fmt::format("internal error: {}\nThis is a fault of cutline, not of your input. Please "
                                          "report it with the spec and the call.",
                                          fault.what()));
  }
}

void add_exceptions(py::module_& module) {
  limit_error =
      PyErr_NewExceptionWithDoc("cutline.LimitError", "The work would pass a stated limit, which the message names.",
                                PyExc_RuntimeError, nullptr);
  if (limit_error == nullptr) throw py::error_already_set();
  module.attr("LimitError") = py::reinterpret_borrow<py::object>(limit_error);
  py::register_exception_translator(translate);
}

void add_graph(py::module_& module) {
  py::class_<Graph>(module, "Graph", "A graph that can be the network of a candidate: see `graphs` of load and parse.")
      .def_property_readonly("nodes", &Graph::nodes, "Number of nodes and switches.")
      .def_property_readonly("links", &Graph::links, "Number of links.")
      .def("__repr__", [](const Graph& graph) {
        return fmt::format("<cutline.Graph: {} nodes, {} links>", graph.nodes(), graph.links());
      });
  module.def("from_networkx", &graph_of_networkx, "graph"_a, "width"_a = "width", kFromNetworkx);
  module.def(
      "from_edges",
      [](const py::object& edges, std::optional<std::int64_t> nodes, bool one_way, const IntegerList& switches) {
        return graph_of_edges(py::module_::import("numpy").attr("asarray")(edges), {nodes, one_way, switches});
      },
      "edges"_a, "nodes"_a = py::none(), "one_way"_a = false, "switches"_a = IntegerList{}, kFromEdges);
}

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
      .def(
          "check", &CandidateView::check,
          "Proves the routed layout: no two wires touch, every wire joins its two terminals. Gives the first 20 broken "
          "rules; an empty list is the proof.")
      .def("svg", &CandidateView::svg, "colour"_a = "dimension", "show"_a = std::vector<std::string>{},
           "The floorplan as SVG, as `cutline draw` makes it; colour: dimension, length or delay.")
      .def("_repr_svg_",
           [](const CandidateView& view) {
             return view.has_layout() ? std::optional(view.svg("dimension", {})) : std::nullopt;
           })
      .def("__repr__", [](const CandidateView& view) { return fmt::format("<cutline.Candidate '{}'>", view.name()); });
}

CandidateView candidate_at(const AnswerPtr& answer, std::int64_t number) {
  const auto count = static_cast<std::int64_t>(answer->candidates.size());
  if (number < -count || number >= count) throw py::index_error(fmt::format("there are {} candidates", count));
  return {answer, static_cast<std::size_t>(number < 0 ? number + count : number)};
}

void add_candidates(py::module_& module) {
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
      .def("__repr__",
           [](const Answer& answer) { return fmt::format("<cutline.Candidates: {}>", answer.candidates.size()); });
}

void add_study(py::module_& module) {
  py::class_<Question, QuestionPtr>(module, "Study", "A comparison, as read from a spec.")
      .def_property_readonly("title", [](const Question& question) { return question.study.title; })
      .def_property_readonly(
          "names",
          [](const Question& question) {
            std::vector<std::string> names;
            for (const Design& design : question.study.designs) names.push_back(design.name);
            return names;
          },
          "Names of the candidates, sweeps drawn out.")
      .def_property_readonly(
          "delays",
          [](const Question& question) {
            std::vector<std::string> labels;
            for (const ChosenDelay& delay : question.study.delays) labels.push_back(delay.label);
            return labels;
          },
          "Labels of the delay models.")
      .def_property_readonly("warnings", &Question::warnings, "What is doubtful in the spec or its technology.")
      .def("evaluate", &evaluate, "layouts"_a = true, "max_memory"_a = Effort{}.memory_bytes, kEvaluate)
      .def("__len__", [](const Question& question) { return question.study.designs.size(); })
      .def("__repr__", [](const Question& question) {
        return fmt::format("<cutline.Study '{}': {} candidates>", question.study.title, question.study.designs.size());
      });
}

/// Adds a function that takes a spec and what may be given beside it; `arguments` are those before these.
template <class Function, class... Arguments>
void add_reader(py::module_& module, const char* name, const Function& function, const std::string& what,
                const Arguments&... arguments) {
  module.def(name, function, arguments..., py::kw_only(), "set"_a = py::dict(), "graphs"_a = py::dict(),
             "seed"_a = py::none(), (what + kBeside).c_str());
}

void add_functions(py::module_& module) {
  using Dict = const py::dict&;
  using Seed = std::optional<std::uint64_t>;
  add_reader(
      module, "load",
      [](const py::object& path, Dict set, Dict graphs, Seed seed) {
        return load(path, {set, graphs, seed});
      },
      "Reads a spec file into a Study; paths in it are relative to it.", "path"_a);
  add_reader(
      module, "parse",
      [](const py::object& spec, const py::object& folder, Dict set, Dict graphs, Seed seed) {
        return parse(spec, py::module_::import("os").attr("fspath")(folder).cast<std::string>(), {set, graphs, seed});
      },
      kParse, "spec"_a, "folder"_a = ".");
  for (const bool ranked : {false, true}) {
    const std::string what =
        ranked ? "Ranks the candidates of a spec: their records, with rank, rank_range and pareto."
               : "Measures the candidates of a spec: a dictionary a candidate and delay model, with the keys of "
                 "`cutline measure --format json`; None is its null.";
    add_reader(
        module, ranked ? "compare" : "measure",
        [ranked](const py::object& spec, Dict set, Dict graphs, Seed seed) {
          const QuestionPtr question = question_of(spec, {set, graphs, seed});
          return evaluate(question, false, Effort{}.memory_bytes)->records(ranked);  // layouts are not kept
        },
        what + "\n\nspec: a path, a dictionary, or a Study.", "spec"_a);
  }
  module.def(
      "set_threads",
      [](int threads) {
        if (threads < 0) throw_input_error(fmt::format("{} threads", threads), "0 takes one a core");
        set_thread_count(threads);
      },
      "threads"_a, "How many threads evaluate; 0, as at first, takes one a core. Results do not depend on it.");
}

}  // namespace

}  // namespace cutline::python

PYBIND11_MODULE(cutline, module) {
  using namespace cutline::python;
  module.doc() = kModule;
  module.attr("__version__") = CUTLINE_VERSION;
  add_exceptions(module);
  add_graph(module);
  add_profile(module);
  add_candidate(module);
  add_candidates(module);
  add_study(module);
  add_functions(module);
}
