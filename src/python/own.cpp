// SPDX-License-Identifier: Apache-2.0

// Families of networks and delay models that are functions of Python.

#include <cmath>

#include "base/named.hpp"
#include "python/python.hpp"
#include "topology/families.hpp"

namespace cutline::python {

namespace {

/// Rows of catalogues live as long as the program, and so do their texts.
std::string_view kept(std::string text) {
  static std::deque<std::string> all;
  return all.emplace_back(std::move(text));
}

/// Calls a function of Python from any thread. What it raises becomes an input error, which holds no object of Python.
template <class Use>
auto called(const std::string& name, const Use& use) {
  const py::gil_scoped_acquire locked;
  try {
    return use();
  } catch (py::error_already_set& raised) {
    throw_input_error(fmt::format("{}: {}", name, raised.what()), "the function in Python raised this");
  } catch (const py::cast_error&) {
    throw_input_error(fmt::format("{}: its function gave no number", name));
  }
}

/// The kind of a parameter from its annotation, or else from its default.
FieldKind kind_of(const std::string& owner, const std::string& name, const py::object& annotation,
                  const py::object& given) {
  const py::module_ builtins = py::module_::import("builtins");
  const py::object type = annotation.is_none() && !given.is_none() ? py::type::of(given) : annotation;
  const std::string word = py::isinstance<py::str>(type)   ? type.cast<std::string>()
                           : py::hasattr(type, "__name__") ? type.attr("__name__").cast<std::string>()
                                                           : "int";
  if (word == "int" || type.is_none()) return FieldKind::integer;
  if (word == "float") return FieldKind::number;
  if (word == "str") return FieldKind::text;
  if (word.starts_with("list")) return FieldKind::integer_list;
  throw_input_error(fmt::format("the parameter {} of {} is a {}", name, owner, word), "int, float, str or list[int]");
}

/// The parameters of a function as fields of a spec, but for the first `skipped`.
std::vector<Field> fields_of(const std::string& owner, const py::object& function, std::size_t skipped) {
  const py::module_ inspect = py::module_::import("inspect");
  const py::object empty = inspect.attr("Parameter").attr("empty");
  std::vector<Field> fields;
  for (const py::handle& each : inspect.attr("signature")(function).attr("parameters").attr("values")()) {
    if (skipped > 0) {
      --skipped;
      continue;
    }
    const auto name = each.attr("name").cast<std::string>();
    const auto said = [&](const char* member) {
      const py::object value = each.attr(member);
      return value.is(empty) ? py::object(py::none()) : value;
    };
    const py::object given = said("default");
    Field field{
        .name = kept(name), .kind = kind_of(owner, name, said("annotation"), given), .help = "of a function in Python"};
    field.required = given.is_none();
    if (field.kind == FieldKind::integer || field.kind == FieldKind::integer_list)
      std::tie(field.min, field.max) = std::pair(-0x1p53, 0x1p53);
    if (!field.required) field.default_value = given.cast<Value>();
    if (field.kind == FieldKind::number && std::holds_alternative<double>(field.default_value)) {
      const double number = std::get<double>(field.default_value);
      if (number == std::floor(number)) field.default_value = static_cast<std::int64_t>(number);
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

py::dict arguments(const Parameters& parameters, const std::vector<Field>& fields) {
  py::dict out;
  for (const Field& field : fields) {
    if (parameters.has(field.name))
      out[py::str(std::string(field.name))] = py::cast(parameters.values().find(field.name)->second);
  }
  return out;
}

/// A function that is never freed, because the interpreter may end before the catalogue does.
py::handle immortal(const py::object& function) { return py::reinterpret_borrow<py::object>(function).release(); }

void expect_new(bool is_known, const std::string& what, const std::string& name) {
  if (is_known) throw_input_error(fmt::format("there is a {} '{}' already", what, name), "take another name");
  if (name.empty()) throw_input_error(fmt::format("a {} needs a name", what));
}

}  // namespace

void add_own_family(const std::string& name, const py::object& build, const std::string& summary) {
  expect_new(find_family(FamilyName(name)) != nullptr, "family", name);
  std::vector<Field> fields = fields_of(name, build, 0);
  const py::handle function = immortal(build);
  Family family{.name = kept(name), .summary = kept(summary), .source = "none", .fields = fields};
  family.build = [name, fields, function](const Parameters& parameters) {
    Graph graph = called(name, [&] { return graph_of(function(**arguments(parameters, fields))); });
    const std::string concentration = "concentration", channels = "channels";
    const Value& terminals = parameters.values().find(concentration)->second;
    if (graph.parameters.has(concentration) && graph.parameters.values().find(concentration)->second != terminals)
      throw_input_error(fmt::format("the graph of {} has {} terminals a node, and the topology {}", name,
                                    graph.parameters.integer(concentration), std::get<std::int64_t>(terminals)),
                        "say `concentration` in the topology", concentration);
    graph.parameters.set(concentration, terminals);
    if (is_unidirectional(parameters)) graph.parameters.set(channels, parameters.text(channels));
    const Family& of_graphs = *std::ranges::find(families(), true, &Family::takes_graphs);
    return build_topology(FamilyName(of_graphs.name), std::move(graph.parameters));
  };
  family.examples = {Parameters()};
  add_family(std::move(family));
}

void add_own_delay(const std::string& name, const py::object& delay, const std::string& of,
                   const std::string& summary) {
  expect_new(find_delay_model(name) != nullptr, "delay model", name);
  double (*const length)(const WireLength&) = of == "mm" ? +[](const WireLength& wire) { return in_mm(wire.routed); }
                                              : of == "pitches"
                                                  ? +[](const WireLength& wire) { return wire.routed_pitches; }
                                                  : +[](const WireLength& wire) { return wire.span; };
  if (of != "mm" && of != "pitches" && of != "span")
    throw_input_error(fmt::format("there is no length '{}'", of), "a delay is a function of mm, pitches or span");
  std::vector<Field> fields = fields_of(name, delay, 1);
  const py::handle function = immortal(delay);
  DelayModel model{.name = kept(name), .summary = kept(summary), .source = "none", .fields = fields};
  model.needs = of == "mm" ? Needs::metres : Needs::nothing;
  model.delay = [name, fields, function, length, of](const Parameters& parameters, const WireMedium&,
                                                     const WireLength& wire) {
    const double ns =
        called(name, [&] { return function(length(wire), **arguments(parameters, fields)).template cast<double>(); });
    if (!std::isfinite(ns) || ns < 0)
      throw_input_error(fmt::format("{} gives a wire of {} {} a delay of {} ns", name, length(wire), of, ns),
                        "a delay is a number that is not below 0");
    return nanoseconds(ns);
  };
  add_delay_model(std::move(model));
}

}  // namespace cutline::python
