// SPDX-License-Identifier: Apache-2.0

// The Python module `cutline`: its classes and functions, with their documentation for Python.
#include <fmt/core.h>

#include "cutline/base/parallel.hpp"
#include "python/study.hpp"

namespace cutline::python {

namespace {

using namespace py::literals;

constexpr const char* kModule = R"(Physical layout and wire cost of interconnection networks.

A spec (a file, a text or a dictionary) becomes a Study, a study is evaluated into Candidates, and each Candidate has
its measures as dictionaries and its links as NumPy arrays:

    study = cutline.Study.read("layouts/gallery/first.yaml")
    for candidate in study.evaluate():
        print(candidate.name, candidate.lengths().max())
    study.sweep()      # a pandas.DataFrame, whose attrs["units"] has the unit of each column

Units stand in names: _mm, _ns, _bits. _pitches are wire pitches along a routed wire; a span counts node pitches.
What is wrong with a spec is a ValueError with file, line, column and a hint, a file that cannot be read an OSError,
work past a limit a LimitError. Long work runs without the interpreter's lock; Ctrl-C ends it at its next step.)";

constexpr const char* kAddFamily = R"(Adds a family of networks that a function builds.

name: as `family` in specs; from now on all studies know it.
build: gives a NetworkX graph, a table of edges or a Graph. Its parameters are those of the family, by their annotations
    (int, float, str, list[int]; else by their defaults). It is called once a candidate, from any thread, and what it
    raises is told as a mistake of the spec. Places x, y of nodes are not taken.
summary: one line for lists.)";

constexpr const char* kAddDelay = R"(Adds a model of wire delay that a function computes.

name: as `delay` in specs.
delay: gives ns (tau in the technology `unit`) for a length, its first argument; it must not fall with the length. Its
    other parameters are those of the model. It is called from any thread.
of: what the length counts: "mm" or "pitches" (wire pitches) along the wire, or "span" (node pitches).
summary: one line for lists.)";

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

using GraphState = std::tuple<std::map<std::string, Value, std::less<>>, std::vector<std::array<std::int64_t, 3>>>;
/// All that a study is read from: name, text, folder, overrides, seed and graphs.
using State = std::tuple<std::string, std::string, std::string, std::vector<std::pair<std::string, std::string>>,
                         std::optional<std::uint64_t>, std::map<std::string, GraphState>>;

State state_of(const Question& question) {
  const Source& source = question.source;
  const auto overrides = each_of(source.overrides, [](const auto& each) { return std::pair(each.path, each.value); });
  std::map<std::string, GraphState> graphs;
  for (const auto& [name, graph] : source.graphs)
    graphs.emplace(name, GraphState{graph.parameters.values(), graph.cells});
  return {source.name, source.text, source.folder, overrides, source.seed, graphs};
}

QuestionPtr question_of_state(const State& state) {
  Source source;
  source.name = std::get<0>(state);
  source.text = std::get<1>(state);
  source.folder = std::get<2>(state);
  for (const auto& [path, value] : std::get<3>(state)) source.overrides.emplace_back(path, value);
  source.seed = std::get<4>(state);
  for (const auto& [name, graph] : std::get<5>(state)) {
    Graph& to = source.graphs[name];
    for (const auto& [key, value] : std::get<0>(graph)) to.parameters.set(key, value);
    to.cells = std::get<1>(graph);
  }
  return read(std::move(source));
}

void add_study(py::module_& module) {
  py::class_<Question, QuestionPtr>(module, "Study", "A comparison, as read from a spec.")
      .def_property_readonly("title", [](const Question& question) { return question.study.title; })
      .def_property_readonly(
          "names", [](const Question& question) { return each_of(question.study.designs, &Design::name); },
          "Names of the candidates, sweeps drawn out.")
      .def_property_readonly(
          "delays", [](const Question& question) { return each_of(question.study.delays, &ChosenDelay::label); },
          "Labels of the delay models.")
      .def_property_readonly("warnings", &Question::warnings, "What is doubtful in the spec or its technology.")
      .def_property_readonly("_folder", [](const Question& question) { return question.source.folder; })
      .def("with_values", &with_values, "set"_a,
           "The same study with further values, by dotted names of keys, as `set` of read takes them.")
      .def("_search", &searched)
      .def("_lines", &part_lines, "part"_a, "parts"_a)
      .def(py::pickle(&state_of, &question_of_state))
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
  add_reader(
      module, "measure",
      [](const py::object& spec, Dict set, Dict graphs, Seed seed) {
        return evaluate(question_of(spec, {set, graphs, seed}), false, Effort{}.memory_bytes)->records(false);
      },
      "Measures the candidates of a spec: a dictionary a candidate and delay model, with the keys of `cutline measure "
      "--format json`; None is its null.\n\nspec: a path, a dictionary, or a Study.",
      "spec"_a);
  add_reader(
      module, "_study_of",
      [](const py::object& spec, Dict set, Dict graphs, Seed seed) {
        return question_of(spec, {set, graphs, seed});
      },
      "A study from a path, a dictionary or a Study.", "spec"_a);
  module.def("_units", &units_of, "study"_a);
  module.def("_merge", &merged, "parts"_a);
  module.def("add_family", &add_own_family, "name"_a, "build"_a, "summary"_a = "a family of the user", kAddFamily);
  module.def("add_delay", &add_own_delay, "name"_a, "delay"_a, "of"_a = "mm", "summary"_a = "a delay model of the user",
             kAddDelay);
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

PYBIND11_MODULE(_core, module) {
  using namespace cutline::python;
  // Its classes belong to the package: so help() and pickle name them.
  const py::object own_name = module.attr("__name__");
  module.attr("__name__") = "cutline";
  module.doc() = kModule;
  module.attr("__version__") = CUTLINE_VERSION;
  add_exceptions(module);
  add_graph(module);
  add_candidates(module);
  add_study(module);
  add_functions(module);
  module.attr("__name__") = own_name;
}
