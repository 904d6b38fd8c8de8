// SPDX-License-Identifier: Apache-2.0
#include "python/study.hpp"

#include <filesystem>

#include "base/files.hpp"
#include "base/named.hpp"
#include "base/sha256.hpp"
#include "output/compare/answer.hpp"

namespace cutline::python {

namespace {

constexpr std::size_t kShownNames = 10;

std::size_t find_design(const Study& study, const std::string& name) {
  const std::vector<std::string_view> names = names_of(study.designs);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::span shown(names.begin(), std::min(names.size(), kShownNames));
  throw_input_error(fmt::format("{} has no candidate '{}'", study.file, name),
                    did_you_mean(name, names,
                                 fmt::format("its candidates are: {}{}", join(shown, "; "),
                                             names.size() > kShownNames ? "; ..." : "")));
}

/// The rows of the links as text for a digest, with a blank after every number.
std::string links_text(const Graph& graph) {
  std::string text;
  for (const IntegerList& link : graph.parameters.table("links")) {
    for (const std::int64_t number : link) append(text, "{} ", number);
    text += '\n';
  }
  return text;
}

/// A Python value as JSON, which is also YAML. NumPy arrays and numbers become lists and numbers.
std::string json_text(const py::object& value) {
  const py::cpp_function plain([](const py::object& other) -> py::object {
    if (py::hasattr(other, "tolist")) return other.attr("tolist")();
    throw py::type_error(fmt::format("a spec holds texts, numbers, lists and dictionaries, not {}",
                                     py::repr(other).cast<std::string>()));
  });
  return py::module_::import("json")
      .attr("dumps")(value, py::arg("ensure_ascii") = false, py::arg("allow_nan") = false, py::arg("indent") = 1,
                     py::arg("default") = plain)
      .cast<std::string>();
}

void add_overrides(const py::dict& set, Overrides& overrides) {
  for (const auto& [name, given] : set) {
    const auto value = py::reinterpret_borrow<py::object>(given);
    overrides.emplace_back(name.cast<std::string>(),
                           py::isinstance<py::str>(value) ? value.cast<std::string>() : json_text(value));
  }
}

Source source_of(const SpecExtras& extras) {
  Source source;
  source.seed = extras.seed;
  add_overrides(extras.set, source.overrides);
  for (const auto& [name, value] : extras.graphs)
    source.graphs.emplace(name.cast<std::string>(), graph_of(py::reinterpret_borrow<py::object>(value)));
  return source;
}

}  // namespace

Ranked ranked(const Answer& answer, Watch& watch, bool expected) {
  const Study& study = answer.study();
  Ranked out{answer};
  out.rankings = rank(study, answer.candidates);
  out.document = result_document(study, answer.candidates, out.rankings);
  if (study.crossover) {
    Effort effort = answer.effort;
    effort.watch = &watch;
    const auto study_at = [&](const std::string& value) {
      return answer.question->source.read({{study.crossover->over, value}});
    };
    out.crossovers = find_crossovers(*study.crossover, study_at, effort);
    out.document.map().emplace_back("crossovers", crossovers_data(*study.crossover, out.crossovers));
  }
  if (expected) out.expectations = check_expectations(study, out.document, answer.candidates, out.rankings);
  return out;
}

Study Source::read(const Overrides& further) const {
  Overrides all = overrides;
  all.insert(all.end(), further.begin(), further.end());
  Study study = parse_study(text, name, folder, all);
  if (seed) set_seed(study, *seed);
  if (graphs.empty()) return study;
  Sha256 digest;
  digest.add(study.spec_sha256);
  for (const auto& [of, graph] : graphs) {
    give(graph, study.designs[find_design(study, of)]);
    digest.add(of + '\n');
    digest.add(links_text(graph));
  }
  study.spec_sha256 = digest.hex();
  return study;
}

std::vector<std::string> Question::warnings() const {
  return each_of(study.warnings, [](const Diagnostic& warning) { return to_string(warning); });
}

QuestionPtr read(Source source) {
  auto question = std::make_shared<Question>();
  question->source = std::move(source);
  without_lock([&](Watch&) { question->study = question->source.read(); });
  for (const std::string& text : question->warnings()) warn(text);
  return question;
}

QuestionPtr load(const py::object& path, const SpecExtras& extras) {
  Source source = source_of(extras);
  source.name = py::module_::import("os").attr("fspath")(path).cast<std::string>();
  if (source.name.empty()) throw_file_error("the path of the spec is empty");
  source.folder = std::filesystem::path(source.name).parent_path().string();
  source.text = read_bounded_file(source.name, kMaxSpecBytes, Readable::file_or_pipe);
  return read(std::move(source));
}

QuestionPtr parse(const py::object& spec, const std::string& folder, const SpecExtras& extras) {
  Source source = source_of(extras);
  source.text = py::isinstance<py::str>(spec) ? spec.cast<std::string>() : json_text(spec);
  source.folder = folder;
  return read(std::move(source));
}

QuestionPtr with_values(const Question& question, const py::dict& set) {
  Source source = question.source;
  add_overrides(set, source.overrides);
  return read(std::move(source));
}

QuestionPtr question_of(const py::object& spec, const SpecExtras& extras) {
  if (py::isinstance<py::dict>(spec)) return parse(spec, ".", extras);
  if (!py::isinstance<Question>(spec)) return load(spec, extras);
  if (extras.any())
    throw_input_error("a study that is read already takes no `set`, `graphs` or `seed`", "give them to load or parse");
  return spec.cast<QuestionPtr>();
}

std::size_t Answer::delay_number(const std::string& delay) const {
  if (delay.empty()) return 0;
  const std::vector<ChosenDelay>& delays = study().delays;
  if (const auto found = find_delay(delays, delay)) return *found;
  throw_input_error(fmt::format("the study has no delay model '{}'", delay),
                    fmt::format("its delay models are: {}", join(each_of(delays, &ChosenDelay::label), "; ")));
}

std::size_t Answer::find(const std::string& name) const { return find_design(study(), name); }

py::dict Answer::document(bool with_ranks) const {
  return to_python(found_without_lock([&](Watch& watch) {
    return with_ranks ? ranked(*this, watch).document : result_document(study(), candidates, {});
  }));
}

std::string Answer::text() const {
  return found_without_lock(
      [&](Watch& watch) { return comparison_text(ranked(*this, watch, true).comparison(), ReportStyle{}); });
}

AnswerPtr evaluate(QuestionPtr question, bool layouts, std::uint64_t memory_bytes) {
  auto answer = std::make_shared<Answer>();
  answer->question = std::move(question);
  answer->effort.memory_bytes = memory_bytes;
  answer->layouts = layouts;
  without_lock([&](Watch& watch) {
    Effort effort = answer->effort;
    effort.watch = &watch;
    evaluate_blocks(answer->study(), effort, layouts ? Layouts::kept : Layouts::freed,
                    [&](std::size_t, std::vector<Candidate>& block) {
                      std::move(block.begin(), block.end(), std::back_inserter(answer->candidates));
                    });
  });
  return answer;
}

}  // namespace cutline::python
