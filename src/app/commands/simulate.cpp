// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulate.hpp"

#include "app/command.hpp"
#include "base/named.hpp"
#include "cutline/output/report/report.hpp"
#include "output/tables/candidate_tables.hpp"

namespace cutline::app {

namespace {

constexpr double kMostSeconds = 1e6;
constexpr std::uint64_t kMostSeeds = 1000, kMostSampleCycles = 1'000'000'000;

/// The choices that only `simulate` has.
struct SimulateChoice : SimulationChoice {
  std::string named;         ///< the simulator
  std::string plot, report;  ///< files; empty: none
  double seconds = 120;
};

std::vector<std::string_view> simulator_names() { return names_of(simulators()); }

double seconds_value(const std::string& option, const std::string& text) {
  double value = 0;
  std::size_t read = 0;
  try {
    value = std::stod(text, &read);
  } catch (const std::exception&) {
    read = 0;
  }
  if (read == 0 || read != text.size() || !(value > 0) || value > kMostSeconds)
    throw_input_error(fmt::format("{} takes seconds, from above 0 to 1e6, not '{}'", option, text));
  return value;
}

template <std::uint64_t most>
std::uint64_t counted_value(const std::string& option, const std::string& text) {
  const std::uint64_t value = count_value(option, text);
  if (value < 1 || value > most)
    throw_input_error(fmt::format("{} takes a whole number from 1 to {}, not '{}'", option, most, text));
  return value;
}

SimulationChoice simulation_of(const Options& options, const Study& study) {
  auto choice = own<SimulateChoice>(options);
  choice.simulator = &find_simulator(choice.named);
  choice.delay = chosen_delay(options, study);
  choice.limits.time = std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(choice.seconds * 1000)));
  if (choice.saturation && !choice.simulator->under_load)
    throw_input_error(fmt::format("--saturation needs a simulator under load, and {} sends messages one by one",
                                  choice.simulator->name),
                      "name one with --with booksim");
  return choice;
}

/// Adds a few loads that show the curve, if the spec names none; a search for saturation finds its own beyond these.
void add_loads(Study& study, bool saturation) {
  if (!study.loads.empty() || !study.load_curve.empty()) return;
  const auto shares = saturation ? std::vector{0.1, 0.5} : std::vector{0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
  for (const double share : shares) study.loads.push_back({share, OfferedLoad::Unit::of_saturation});
}

std::string simulated_text(const Options& options, const Study& study, const std::vector<Candidate>& candidates,
                           const Simulated& simulated, std::size_t delay) {
  const auto asked = each_of(candidates, [&](const Candidate& each) { return under_delay(study, each, delay); });
  const auto records = [&] {
    return Data(
        each_of(asked, [&](const UnderDelay& each) { return record(study, each.candidate, delay, nullptr, 0); }));
  };
  const bool points = options.format == Format::csv;
  const auto text = [&] {
    const Table met = measured_saturation_table(asked);
    return conditions_text(study) + "\n\n" + text_table(measured_table(asked), report_style(options)) +
           (met.rows.empty() ? "" : "\n" + text_table(met, report_style(options)));
  };
  return rendered(options, {.table = [&] { return points ? measured_points(simulated.points) : measured_table(asked); },
                            .data = [&] { return result_document(study, candidates, {}); },
                            .lines = records,
                            .text = text});
}

/// Writes the whole study as a page.
void write_page(const Options& options, text::FileWriter& files, const Study& study, const std::string& spec,
                const std::vector<Candidate>& candidates) {
  const std::vector<Ranking> rankings = rank(study, candidates);
  const Data document = result_document(study, candidates, rankings);
  const std::vector<ExpectationResult> expectations = check_expectations(study, document, candidates, rankings);
  files.write(own<SimulateChoice>(options).report,
              report_html({{study, candidates, rankings, expectations}, document, spec, options.overrides}));
}

ExitCode run_simulate(const Options& options, text::FileWriter& files) {
  std::string spec;
  Study study = load_study(options, options.specs.front(), &spec);
  const std::vector<Chosen> chosen = chosen_candidates(options, study);
  const SimulationChoice choice = simulation_of(options, study);
  add_loads(study, choice.saturation);
  std::vector<Candidate> before = evaluate(study, options.effort, Layouts::kept);
  const ChosenSubjects subjects = subjects_of_one_study(study, chosen, std::move(before));
  Simulated simulated = simulate(subjects.study, subjects.candidates, choice, options.effort);
  for (const std::string& note : simulated.notes) say("note: " + note);
  if (simulated.points.empty() && !simulated.trouble.empty()) throw_file_error(simulated.trouble, simulated.hint);
  if (simulated.points.empty()) return ExitCode::interrupted;
  study.measured.insert(study.measured.end(), simulated.points.begin(), simulated.points.end());
  std::vector<Candidate> all = evaluate(study, options.effort, Layouts::kept);
  const auto beside_result = own<SimulateChoice>(options);
  if (!beside_result.plot.empty())
    files.write(beside_result.plot, figures_svg(figure_kind("load").make({study, all, choice.delay}), {}));
  if (!beside_result.report.empty()) write_page(options, files, study, spec, all);
  const ChosenSubjects beside = subjects_of_one_study(std::move(study), chosen, std::move(all));
  deliver(options, files, simulated_text(options, beside.study, beside.candidates, simulated, choice.delay));
  if (!simulated.trouble.empty())
    throw_file_error(simulated.trouble + fmt::format("; {} runs that ended before are shown", simulated.points.size()),
                     simulated.hint);
  return ExitCode::done;
}

std::vector<Chosen> simulated_candidates(const Options& options, Study& study) {
  simulation_of(options, study);
  return chosen_candidates(options, study);
}

CommandOptions simulate_options() {
  return {
      required(option({"--with"}, "SIMULATOR", either(simulator_names()), into(&SimulateChoice::named),
                      {all_of<simulator_names>})),
      option({"--program"}, "FILE", "the simulator's program, else as PATH has it",
             into<SimulateChoice>(&SimulateChoice::program), {.values = nullptr, .files = ""}),
      option({"--seeds"}, "N", "runs at each load, with other random numbers; default 1",
             into<SimulateChoice>(&SimulateChoice::seeds, counted_value<kMostSeeds>)),
      option({"--cycles"}, "N", "cycles of a sample; longer runs tell latency better; default 3000",
             into<SimulateChoice>(&SimulateChoice::sample_cycles, counted_value<kMostSampleCycles>)),
      flag({"--saturation"}, "also find the load at which runs become unstable, to 2 %",
           into<SimulateChoice>(&SimulateChoice::saturation, is_true)),
      option({"--time-limit"}, "SECONDS", "of each run, which then counts as timed out; default 120",
             into(&SimulateChoice::seconds, seconds_value)),
      option({"--plot"}, "FILE.svg", "also draw latency against load, with the points", into(&SimulateChoice::plot)),
      option({"--report"}, "FILE.html", "also write the whole study as a page", into(&SimulateChoice::report)),
      option({"--keep"}, "FOLDER", "keep files and what each run printed; a folder from before is gone on with",
             into<SimulateChoice>(&SimulateChoice::folder)),
      delay_option("under this delay model, else the first")};
}

}  // namespace

Command simulate_command() {
  return {.name = "simulate",
          .summary = "run a simulator on the candidates and show its latencies beside the model's",
          .options = joined(
              {one_spec(), {any_candidate()}, simulate_options(), format_options(), {output_option()}, work_options()}),
          .run = run_simulate,
          .candidates = simulated_candidates};
}

}  // namespace cutline::app
