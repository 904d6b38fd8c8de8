// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <tuple>

#include "app/command.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/list/listing.hpp"
#include "output/svg/canvas.hpp"
#include "output/tables/estimate.hpp"
#include "output/words/phrases.hpp"
#include "study/planes.hpp"

namespace cutline::app {

#define CUTLINE_COMMAND(name) Command name##_command();
#include "app/commands.inc"
#undef CUTLINE_COMMAND

namespace {

Command with_help(Command command) {
  CommandOptions& options = command.options;
  options.insert(options.begin(), flag({"-h", "--help"}, "print this help", {}));
  std::stable_partition(options.begin(), options.end(),
                        [](const CommandOption& option) { return option.is_argument(); });
  return command;
}

std::string delays_line(const Study& study) {
  return fmt::format("wire delay: {}", join(each_of(study.delays, &ChosenDelay::label), "; "));
}

std::string report(const Study& study, const std::vector<DesignEstimate>& estimates, const ReportStyle& style) {
  std::string out = study.title.empty() ? "" : bold(study.title, style) + '\n';
  for (const std::string& line : wrap_text(conditions_text(study), style.width)) out += line + '\n';
  out += delays_line(study) + "\n\n" + text_table(estimate_table(estimates), style);
  return out + '\n' + estimate_sentence(estimates) + '\n';
}

using Values = std::vector<KnownValue>;

/// The studies of the specs on the line. Pipes are skipped, because reading would empty them.
std::vector<Study> studies(const TypedLine& typed) {
  std::vector<Study> all;
  const auto specs = typed.values.find("SPEC");
  if (specs == typed.values.end()) return all;
  Overrides overrides;
  if (const auto sets = typed.values.find("--set"); sets != typed.values.end()) {
    for (const std::string& text : sets->second) overrides.push_back(override_value("--set", text));
  }
  for (const std::string& spec : specs->second) {
    if (std::filesystem::is_regular_file(spec)) all.push_back(read_study(spec, overrides));
  }
  return all;
}

Values candidates(const TypedLine& typed) {
  Values values;
  for (const Study& study : studies(typed)) {
    for (const Design& design : study.designs) {
      values.push_back({design.name, words::network_text(design)});
      const std::vector<std::string> parts = names_of_parts(study_of(study, design), design);
      for (std::size_t p = 0; p < parts.size(); ++p) {
        const Design part = design.planes ? design_of_plane(design, p) : design;
        values.push_back({plane_candidate_name(design.name, parts[p]), words::network_text(part)});
      }
    }
  }
  return values;
}

/// The keys of a spec that take one value, with the sign that follows them; items of candidates by their names.
Values keys_to_set(const TypedLine& typed) {
  const Values named = candidates(typed);
  Values values;
  for (const KnownValue& key : listed_values("keys")) {
    const std::size_t list = key.value.find("[]");
    if (list == std::string::npos) {
      values.push_back({key.value + "=", key.meaning});
    } else if (key.value.starts_with("candidates[]") && key.value.find("[]", list + 2) == std::string::npos) {
      for (const KnownValue& each : named)
        values.push_back({fmt::format("candidates[{}]{}=", each.value, key.value.substr(list + 2)), key.meaning});
    }
  }
  return values;
}

/// The delay models of the specs on the line; without a spec, all that exist.
Values delays(const TypedLine& typed) {
  Values values;
  for (const Study& study : studies(typed)) {
    for (const ChosenDelay& delay : study.delays) values.push_back({delay.label});
  }
  return values.empty() ? listed_values("delays") : values;
}

CommandOption spec_argument(std::string help) {
  return required(argument("SPEC", std::move(help), onto(&Options::specs), {.files = "yaml yml"}));
}

CommandOption dry_run_flag() {
  return flag({"--dry-run"}, "print the resolved spec and what it will take, and stop",
              into(&Options::dry_run, is_true));
}

CommandOption candidate_option(std::string help) {
  return repeated(option({"-c", "--candidate"}, "NAME", std::move(help), onto(&Options::candidates), {candidates}));
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
#define CUTLINE_COMMAND(name) with_help(name##_command()),
#include "app/commands.inc"
#undef CUTLINE_COMMAND
  };
  return all;
}

const std::vector<ExitMeaning>& exit_meanings() {
  static const std::vector<ExitMeaning> all = {
      {ExitCode::done, "done", ""},
      {ExitCode::answer_is_no, "the answer is no",
       "a check failed, an expectation did not hold, results changed, or no candidate can be built or ranked"},
      {ExitCode::bad_input, "wrong input or usage", "what is wrong, where, and a hint stand on standard error"},
      {ExitCode::file_trouble, "a file cannot be read or written, or a simulator failed",
       "no file is left half written"},
      {ExitCode::over_limit, "refused because of a limit", "it is named"},
      {ExitCode::our_fault, "a fault of ours", "please report it"},
      {ExitCode::interrupted, "interrupted", ""}};
  return all;
}

std::string TypedLine::value_of(std::string_view name) const {
  const auto found = values.find(name);
  return found == values.end() || found->second.empty() ? std::string() : found->second.back();
}

std::vector<KnownValue> named_values(const std::vector<std::string_view>& names) {
  return each_of(names, [&](const std::string_view name) { return KnownValue{std::string(name)}; });
}

std::vector<KnownValue> listed_values(std::string_view kind) {
  std::vector<KnownValue> values;
  const Data list = listing_data(kind);
  for (const Data& entry : list.list()) {
    const Data* summary = entry.find("summary");
    const bool told = summary != nullptr && summary->is_text();
    values.push_back({entry.map().front().second.text(), told ? summary->text() : std::string()});
  }
  return values;
}

ExitCode run_dry(const Options& asked, text::FileWriter& files) {
  Options options = asked;
  // -o names the file of the export, picture or page; the table of a dry run does not go there.
  if (asked.command->writes_own_file) options.output = "-";
  Table all;
  std::vector<TableSection> sections;
  std::string text;
  for (const std::string& spec : options.specs) {
    Study study = load_study(asked, spec);
    const std::vector<Chosen> chosen = asked.command->candidates(asked, study);
    const std::vector<DesignEstimate> whole = estimate(study);
    std::vector<DesignEstimate> estimates;
    std::set<std::size_t> seen;
    for (const Chosen& each : chosen) {
      if (seen.insert(each.design).second) estimates.push_back(whole.at(each.design));
    }
    const Table& table = sections.emplace_back(TableSection{"", estimate_table(estimates)}).table;
    all.columns = table.columns;
    all.rows.insert(all.rows.end(), table.rows.begin(), table.rows.end());
    text += (text.empty() ? "" : "\n") + report(study, estimates, report_style(options));
  }
  deliver(options, files,
          rendered(options,
                   {.table = [&] { return all; }, .sections = [&] { return sections; }, .text = [&] { return text; }}));
  return ExitCode::done;
}

CommandOptions joined(std::initializer_list<CommandOptions> parts) {
  CommandOptions all;
  for (const CommandOptions& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

CommandOptions one_spec() { return {spec_argument("spec file"), dry_run_flag()}; }

CommandOptions searched_spec() { return {spec_argument("spec file")}; }

CommandOptions several_specs() {
  CommandOption spec = spec_argument("spec files");
  spec.repeated = true;
  return {spec, dry_run_flag()};
}

CommandOptions specs_or_records() {
  CommandOptions options = several_specs();
  options.front().required = false;
  options.front().known.files = "yaml yml jsonl";
  options.push_back(repeated(option({"--from"}, "FILE", "records that `measure` wrote, in place of a spec",
                                    onto(&Options::from), {.files = "jsonl json partial"})));
  return options;
}

CommandOption the_candidate() { return candidate_option("the candidate; may be left out where there is only one"); }
CommandOption each_candidate() {
  return candidate_option("the candidate; may be left out where there is only one, and given several times");
}
CommandOption any_candidate() { return candidate_option("only this candidate; may be given several times"); }

CommandOption delay_option(std::string help) {
  return option({"--delay"}, "MODEL", std::move(help), into(&Options::delay), {delays});
}

CommandOptions format_options() {
  return {option({"--format"}, "FORMAT", either(format_names()), into(&Options::format, format_value),
                 {all_of<format_names>}),
          option({"--color"}, "WHEN", either(colour_names()) + "; NO_COLOR is honoured",
                 into(&Options::colour, colour_value), {all_of<colour_names>}),
          option({"--width"}, "COLUMNS", "columns that tables should fit, 60 to 250; default the terminal's, or 110",
                 into(&Options::width, columns_value))};
}

CommandOptions look_options() {
  const auto set_size = [](Options& options, const std::string& option, const std::string& text) {
    std::tie(options.page.width_mm, options.page.height_mm) = picture_size(option, text);
  };
  return {option({"--size"}, "W[xH]", "size in millimetres: 180 or 180x120; papers' columns are often 88", set_size),
          option({"--style"}, "STYLE", "how the picture looks: " + either(picture_styles()),
                 into_part(&Options::page, &FigurePage::style, style_value), {all_of<picture_styles>}),
          flag({"--title", "--no-title"}, "print a title above the picture, or none",
               into_part(&Options::page, &FigurePage::title, is_true))};
}

CommandOption output_option(std::string help) {
  return option({"-o", "--output"}, "FILE", std::move(help), into(&Options::output), {.files = ""});
}

CommandOption watch_flag() {
  return flag({"--watch"}, "run again whenever the spec or a file that it names changes; Ctrl-C ends it",
              into(&Options::watch, is_true));
}

CommandOptions against_options() {
  return {option({"--against"}, "OLD.json", "print what changed since this JSON result; exit 1 if anything did",
                 into(&Options::against), {.files = "json"}),
          option({"--tolerance"}, "FRACTION", "relative change that --against allows, as 0.01 or 1%",
                 into(&Options::tolerance, fraction_value))};
}

CommandOptions work_options() {
  return {repeated(option({"--set"}, "KEY=VALUE",
                          "override a value: 'candidates[mesh].topology.radix=8'; may be given several times",
                          onto(&Options::overrides, override_value), {.values = keys_to_set, .open = true})),
          option({"--threads"}, "N", "threads to use; 0: one a core", into(&Options::threads, threads_value)),
          option({"--seed"}, "N", "seed of everything random", into(&Options::seed, count_value)),
          option({"--max-memory"}, "SIZE", "refuse work that would take more, as '2 GB'; default 8 GB",
                 into_part(&Options::effort, &Effort::memory_bytes, size_value)),
          option({"--effort"}, "N", "link visits for one measure of a graph; default 2e9",
                 into_part(&Options::effort, &Effort::link_visits, count_value))};
}

}  // namespace cutline::app
