// SPDX-License-Identifier: Apache-2.0
#include "app/command.hpp"
#include "app/record_lines.hpp"
#include "base/named.hpp"
#include "cutline/output/export/exports.hpp"
#include "cutline/output/record/json.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/output/tables/measure_tables.hpp"
#include "output/tables/layout_lists.hpp"
#include "output/words/phrases.hpp"

namespace cutline::app {

namespace {

/// The choices that only `measure` has.
struct MeasureChoice {
  std::optional<Shard> shard;  ///< absent: all candidates
  std::string table;           ///< of kTables; empty: every measure
};

/// The tables of one candidate beside its measures.
struct LayoutTable {
  std::string_view name;
  Table (*of)(const UnderDelay& asked, const Effort& effort);
};
constexpr LayoutTable kTables[] = {
    {"layers", [](const UnderDelay& asked, const Effort&) { return layer_table(asked); }},
    {"links",
     [](const UnderDelay& asked, const Effort& effort) { return link_table(asked.study, asked.candidate, effort); }},
    {"bill", [](const UnderDelay& asked, const Effort&) { return bill_table(asked); }},
    {"cables", [](const UnderDelay& asked, const Effort&) { return cable_table(asked); }},
    {"netbox", [](const UnderDelay& asked, const Effort&) { return netbox_table(asked); }},
    {"racks", [](const UnderDelay& asked, const Effort&) { return rack_table(asked); }},
    {"trays", [](const UnderDelay& asked, const Effort&) { return tray_table(asked); }}};
std::vector<std::string_view> table_names() { return names_of(kTables); }

/// Specs, or parts of them, evaluated for `measure`.
std::vector<ChosenSubjects> measured_specs(const Options& options) {
  std::vector<ChosenSubjects> all;
  for (const std::string& spec : options.specs) {
    Study study = load_study(options, spec);
    const std::vector<Chosen> chosen = chosen_candidates(options, study);
    std::vector<Candidate> candidates = evaluate(study, options.effort);
    std::ranges::move(chosen_subjects(std::move(study), chosen, std::move(candidates)), std::back_inserter(all));
  }
  return all;
}

std::string notes_list(const std::vector<UnderDelay>& asked, std::size_t width) {
  std::string out;
  for (const std::string& note : notes_of(asked)) {
    bool first = true;
    for (const std::string& line : wrap_text(note, width - 2))
      out += (std::exchange(first, false) ? "- " : "  ") + line + '\n';
  }
  return out.empty() ? "" : '\n' + out;
}

std::string text_of(const ChosenSubjects& measured, const Options& options) {
  const ReportStyle style = report_style(options);
  std::string out;
  for (const Candidate& candidate : measured.candidates) {
    out += out.empty() ? "" : "\n\n";
    const std::vector<UnderDelay> asked = under_every_delay(measured.study, candidate);
    const std::vector<TableSection> sections = measure_sections(
        fmt::format("{}  ({})", candidate.design->name, words::network_text(*candidate.design)), asked);
    if (options.format == Format::latex) {
      out += sections_latex(sections);
    } else {
      out += options.format == Format::markdown ? sections_markdown(sections) : sections_text(sections, style);
      out += notes_list(asked, style.width);
    }
  }
  return out;
}

/// The flat table: the points of load or of distance if a spec asks for them, else every quantity.
Table flat_table(const std::vector<ChosenSubjects>& all) {
  std::vector<UnderDelay> asked;
  for (const ChosenSubjects& each : all) {
    for (const Candidate& candidate : each.candidates) {
      for (const UnderDelay& one : under_every_delay(each.study, candidate)) asked.push_back(one);
    }
  }
  for (Table& points : std::vector<Table>{load_table(asked), curve_table(asked)}) {
    if (points.rows.empty()) continue;
    points.columns.push_back({"cutline", "cutline", "", true});
    for (std::vector<TableCell>& row : points.rows) row.emplace_back(CUTLINE_VERSION);
    return points;
  }
  return flat_records(each_of(
      asked, [&](const UnderDelay& each) { return record(each.study, each.candidate, each.delay, nullptr, 0); }));
}

Data::List measure_documents(const Options& options, const std::vector<ChosenSubjects>& all) {
  Data::List list;
  for (const ChosenSubjects& each : all) {
    std::vector<std::string> names =
        each_of(each.candidates, [](const Candidate& candidate) { return candidate.design->name; });
    if (options.candidates.empty()) names.clear();
    list.push_back(with_run(options, names, each.study, result_document(each.study, each.candidates, {})));
  }
  return list;
}

std::string record_lines(const std::vector<ChosenSubjects>& all) {
  std::string out;
  for (const ChosenSubjects& each : all) {
    for (const Candidate& candidate : each.candidates) {
      for (const std::string& text : record_texts(each.study, candidate)) out += text + '\n';
    }
  }
  return out;
}

std::string measure_rendered(const Options& options, const std::vector<ChosenSubjects>& all) {
  if (options.format == Format::json) {
    const Data::List list = measure_documents(options, all);
    return to_json(list.size() == 1 ? list.front() : Data(list), 2) + '\n';
  }
  if (options.format == Format::csv) return csv_table(flat_table(all));
  if (options.format == Format::jsonl) return record_lines(all);
  return join(each_of(all, [&](const ChosenSubjects& each) { return text_of(each, options); }), "\n\n");
}

/// The table that --table names, of every candidate with a layout; in one for programs, with a column of names where
/// there are several.
std::string tables_rendered(const Options& options, const LayoutTable& kind) {
  std::vector<TableSection> sections;
  std::vector<NamedForms> all;
  for (const std::string& spec : options.specs) {
    Study loaded = load_study(options, spec);
    const std::vector<Chosen> chosen = chosen_candidates(options, loaded);
    std::vector<Candidate> laid = laid_out(options, loaded);
    if (!options.candidates.empty() || chosen.size() == 1) {
      for (const Chosen& each : chosen) expect_layout(loaded, laid[each.design], "measure");
    }
    for (const ChosenSubjects& measured : chosen_subjects(std::move(loaded), chosen, std::move(laid))) {
      for (const Candidate& candidate : measured.candidates) {
        if (!candidate.laid_out()) continue;
        Table table = kind.of(under_delay(measured.study, candidate, 0), options.effort);
        all.push_back({candidate.design->name, {.table = [table] { return table; }}});
        sections.push_back({fmt::format("{}: {}", candidate.design->name, kind.name), std::move(table)});
      }
    }
  }
  if (sections.empty()) throw_input_error("no candidate has a layout", "see `cutline measure` for the reasons");
  const Format format = options.format;
  if (format == Format::csv || format == Format::json || format == Format::jsonl) return rendered_each(options, all);
  return rendered(options, {.table = [&] { return sections.front().table; }, .sections = [&] { return sections; }});
}

/// Writes JSONL line by line, so that a large sweep is never in memory as a whole.
ExitCode deliver_lines(const Options& options, const std::optional<Shard>& shard, text::FileWriter& files) {
  bool none_built = true;
  deliver_pieces(options, files, [&](const auto& add) {
    for (const std::string& spec : options.specs)
      none_built = !add_record_lines(options, shard, spec, add) && none_built;
  });
  if (shard && options.output != "-" && shard->count > 1) {
    const std::size_t others = shard->count - 1;
    suggest(fmt::format("next: cutline merge {} and the {}", options.output,
                        others == 1 ? "other part" : fmt::format("{} other parts", others)));
  }
  return none_built ? ExitCode::answer_is_no : ExitCode::done;
}

void expect_part_alone(const Options& options) {
  if (options.specs.size() != 1) throw_input_error("--shard takes one spec");
  if (!options.candidates.empty()) throw_input_error("--shard and -c exclude each other");
  if (!options.against.empty()) throw_input_error("--shard and --against exclude each other");
  if (options.format != Format::jsonl && options.format != Format::table)
    throw_input_error("--shard writes JSON lines", "leave --format out, and merge the parts with cutline merge");
}

ExitCode run_measure(const Options& options, text::FileWriter& files) {
  const std::optional<Shard> shard = own<MeasureChoice>(options).shard;
  if (shard) expect_part_alone(options);
  expect_against(options);
  if (const std::string& name = own<MeasureChoice>(options).table; !name.empty()) {
    if (shard || !options.against.empty()) throw_input_error("--table goes with neither --shard nor --against");
    deliver(options, files,
            tables_rendered(options, expect_named(kTables, name, "no table is called", "the tables are")));
    return ExitCode::done;
  }
  const bool in_lines = options.format == Format::jsonl && options.candidates.empty();
  if (options.against.empty() && (shard || in_lines)) return deliver_lines(options, shard, files);
  const std::vector<ChosenSubjects> all = measured_specs(options);
  if (!options.against.empty()) return report_against(options, files, measure_documents(options, all));
  deliver(options, files, measure_rendered(options, all));
  const auto any_built = [](const auto& each) {
    return std::ranges::any_of(each.candidates, &Candidate::can_be_built);
  };
  return std::ranges::any_of(all, any_built) ? ExitCode::done : ExitCode::answer_is_no;
}

}  // namespace

Command measure_command() {
  const CommandOption shard =
      option({"--shard"}, "I/N", "one part of the candidates, as 2/4, or slurm in a job array; see cutline merge",
             into(&MeasureChoice::shard, shard_value));
  const CommandOption table = option({"--table"}, "TABLE",
                                     "layers: wire by metal layer; links: each with length, delay, registers and load; "
                                     "of a machine: bill, cables, netbox, racks, trays",
                                     into(&MeasureChoice::table), {all_of<table_names>});
  return {"measure", "print every measure of each candidate",
          joined({several_specs(),
                  {any_candidate(), table, shard},
                  format_options(),
                  {output_option()},
                  against_options(),
                  work_options()}),
          run_measure};
}

}  // namespace cutline::app
