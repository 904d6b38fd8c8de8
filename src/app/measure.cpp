// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "app/against.hpp"
#include "app/commands.hpp"
#include "app/record_lines.hpp"
#include "app/session.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/output/tables/measure_tables.hpp"
#include "cutline/output/text/network_text.hpp"
#include "output/tables/traffic_tables.hpp"

namespace cutline {

namespace {

using Json = nlohmann::ordered_json;

/// What `measure` prints of one spec.
struct MeasuredSpec {
  bool unit = true;
  Json document;
  std::vector<std::string> titles;  ///< one a candidate
  bool none_built = true;
};

MeasuredSpec measure_spec(const Options& options, const std::string& spec) {
  Study study = load_study(options, spec);
  const std::vector<std::size_t> chosen = chosen_candidates(options, study);
  std::vector<Candidate> candidates = evaluate(study, options.effort, false);
  std::vector<Candidate> kept;
  MeasuredSpec out{study.technology.unit, {}, {}, true};
  for (const std::size_t c : chosen) {
    out.none_built = out.none_built && !candidates[c].can_be_built();
    out.titles.push_back(fmt::format("{}  ({})", study.designs[c].name, network_text(study.designs[c])));
    kept.push_back(std::move(candidates[c]));
  }
  out.document = result_document(study, kept, {});
  return out;
}

/// The records of a document, candidate by candidate: a candidate's delay models stand together.
std::vector<std::vector<Json>> by_candidate(const Json& document) {
  std::vector<std::vector<Json>> groups;
  for (const Json& record : document.at("candidates")) {
    if (groups.empty() || groups.back().front().at("name") != record.at("name")) groups.emplace_back();
    groups.back().push_back(record);
  }
  return groups;
}

std::string notes_text(const std::vector<Json>& records, std::size_t width) {
  std::string out;
  for (const std::string& note : notes_of(records)) {
    bool first = true;
    for (const std::string& line : wrap_text(note, width - 2))
      out += (std::exchange(first, false) ? "- " : "  ") + line + '\n';
  }
  return out.empty() ? "" : '\n' + out;
}

std::string text_of(const MeasuredSpec& measured, const Options& options) {
  const ReportStyle style = report_style(options);
  std::string out;
  std::size_t at = 0;
  for (const std::vector<Json>& records : by_candidate(measured.document)) {
    out += out.empty() ? "" : "\n\n";
    const std::vector<TableSection> sections = measure_sections(measured.titles[at++], records, measured.unit);
    const bool markdown = options.format == Format::markdown;
    out += markdown ? sections_markdown(sections) : sections_text(sections, style);
    out += notes_text(records, style.width);
  }
  return out;
}

std::string rendered_measure(const Options& options, const std::vector<MeasuredSpec>& all) {
  std::string out;
  Json list = Json::array();
  Json records = Json::array();
  for (const MeasuredSpec& each : all) {
    list.push_back(each.document);
    for (const Json& record : each.document.at("candidates")) records.push_back(record);
  }
  switch (options.format) {
    case Format::json:
      return (all.size() == 1 ? list.front() : list).dump(2) + '\n';
    case Format::jsonl:
    case Format::csv: {
      const Table loads = load_table(records, true);
      const Table curves = loads.rows.empty() ? curve_table(records, true) : loads;
      return csv_table(curves.rows.empty() ? flat_records(records) : curves);
    }
    case Format::markdown:
    case Format::table:
      break;
  }
  for (const MeasuredSpec& each : all) out += (out.empty() ? "" : "\n\n") + text_of(each, options);
  return out;
}

/// JSONL is made line by line, so that a large sweep never stands in memory as a whole.
ExitCode deliver_lines(const Options& options, FileWriter& files) {
  bool none_built = true;
  deliver_pieces(options, files, [&](const auto& add) {
    for (const std::string& spec : options.specs) none_built = !add_record_lines(options, spec, add) && none_built;
  });
  if (options.shard && options.output != "-" && options.shard->count > 1) {
    const std::size_t others = options.shard->count - 1;
    suggest(fmt::format("next: cutline merge {} and the {}", options.output,
                        others == 1 ? "other part" : fmt::format("{} other parts", others)));
  }
  return none_built ? ExitCode::answer_is_no : ExitCode::done;
}

void expect_part_alone(const Options& options) {
  if (options.specs.size() != 1) throw_input_error("--shard takes one spec");
  if (!options.candidate.empty()) throw_input_error("--shard and -c exclude each other");
  if (!options.against.empty()) throw_input_error("--shard and --against exclude each other");
  if (options.format != Format::jsonl && options.format != Format::table) {
    throw_input_error("--shard writes JSON lines", "leave --format out, and merge the parts with cutline merge");
  }
}

}  // namespace

ExitCode run_measure(const Options& options, FileWriter& files) {
  if (options.shard) expect_part_alone(options);
  if (options.against.empty() && (options.shard || options.format == Format::jsonl)) {
    return deliver_lines(options, files);
  }
  std::vector<MeasuredSpec> all;
  Json documents = Json::array();
  bool none_built = true;
  for (const std::string& spec : options.specs) {
    all.push_back(measure_spec(options, spec));
    none_built = none_built && all.back().none_built;
    documents.push_back(all.back().document);
  }
  if (!options.against.empty()) return report_against(options, files, documents);
  deliver(options, files, rendered_measure(options, all));
  return none_built ? ExitCode::answer_is_no : ExitCode::done;
}

}  // namespace cutline
