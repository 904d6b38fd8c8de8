// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "app/command_shapes.hpp"
#include "app/commands.hpp"
#include "app/embedded.hpp"
#include "app/known_values.hpp"
#include "app/option_values.hpp"
#include "cutline/base/format.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/output/export/network.hpp"
#include "cutline/output/figure/figure.hpp"
#include "cutline/output/floorplan/floorplan.hpp"
#include "cutline/output/list/listing.hpp"
#include "cutline/output/text/table.hpp"

namespace cutline {

namespace {

std::string footer() {
  std::vector<std::string> codes;
  for (const ExitMeaning& exit : exit_meanings())
    codes.push_back(fmt::format("{} {}", static_cast<int>(exit.code), exit.brief));
  const std::string text =
      fmt::format("SPEC is a YAML file, or - for standard input. Exit codes: {}.", join(codes, ", "));
  return join(wrap_text(text, 112), "\n");
}

/// Options as they stand on the command line, before their values are read.
struct Texts {
  std::vector<std::string> sets;
  std::string format = "table", colour = "auto", tolerance = "0", effort, memory, size, show, route, link, axis = "x";
  std::string spec, threads, seed, steps, shard, top;
};

void add_spec(CLI::App& command, Options& options, Texts& texts, bool several) {
  if (several) {
    command.add_option("SPEC", options.specs, "spec files")->required()->type_name("");
  } else {
    command.add_option("SPEC", texts.spec, "spec file")->required()->type_name("");
  }
  command.add_flag("--dry-run", options.dry_run, "print the resolved spec and what it will take, and stop");
}

void add_candidate(CLI::App& command, Options& options, const char* help) {
  command.add_option("-c,--candidate", options.candidate, help)->type_name("NAME");
}

void add_format(CLI::App& command, Texts& texts) {
  command.add_option("--format", texts.format, either(format_names()))->type_name("FORMAT");
  command.add_option("--color", texts.colour, either(colour_names()) + "; NO_COLOR is honoured")->type_name("WHEN");
}

void add_output(CLI::App& command, Options& options) {
  command.add_option("-o,--output", options.output, "write to this file instead of standard output")->type_name("FILE");
}

void add_work(CLI::App& command, Texts& texts) {
  command
      .add_option("--set", texts.sets,
                  "override a value: 'candidates[mesh].topology.radix=8'; may be given several times")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  command.add_option("--threads", texts.threads, "threads to use; 0: one a core")->type_name("N");
  command.add_option("--seed", texts.seed, "seed of everything random")->type_name("N");
  command.add_option("--max-memory", texts.memory, "refuse work that would take more, as '2 GB'; default 8 GB")
      ->type_name("SIZE");
  command.add_option("--effort", texts.effort, "link visits for one measure of a graph; default 2e9")->type_name("N");
}

void add_against(CLI::App& command, Options& options, Texts& texts) {
  command.add_option("--against", options.against, "print what changed since this JSON result; exit 1 if anything did")
      ->type_name("OLD.json");
  command.add_option("--tolerance", texts.tolerance, "relative change that --against allows, as 0.01 or 1%")
      ->type_name("FRACTION");
}

void add_merge(CLI::App& command, Options& options, Texts& texts) {
  command.add_option("PART", options.specs, "files of cutline measure --shard")->required()->type_name("");
  command.add_option("--by", options.by, "sort by this key of the record, least first: performance.latency_ns")
      ->type_name("KEY");
  command.add_option("--top", texts.top, "only so many")->type_name("N");
  add_format(command, texts);
  add_output(command, options);
}

void add_drawing(CLI::App& command, Options& options, Texts& texts) {
  command.add_option("--size", texts.size, "size in millimetres: 180 or 180x120")->type_name("W[xH]");
  command
      .add_option("--show", texts.show,
                  fmt::format("what to draw, by commas: {}; or names of classes", join(drawing_parts(), ", ")))
      ->type_name("WHAT");
  command.add_option("--view", options.view, "of several planes: " + either(drawing_views()))->type_name("VIEW");
  command.add_option("--colour", options.draw_colour, "colour wires by " + either(drawing_colours()))->type_name("BY");
  command.add_option("--route", texts.route, "highlight the route between two nodes")->type_name("A,B");
  command.add_option("--delay", options.delay, "delay model for --colour delay")->type_name("MODEL");
}

std::vector<std::string_view> kinds_of_figures() {
  std::vector<std::string_view> names;
  for (const FigureKind& kind : figure_kinds()) names.push_back(kind.name);
  return names;
}

void add_plot(CLI::App& command, Options& options, Texts& texts) {
  command
      .add_option("--what", options.figure,
                  fmt::format("{}; see 'cutline list figures'", join(kinds_of_figures(), ", ")))
      ->required()
      ->type_name("KIND");
  command.add_option("--delay", options.delay, "under this delay model alone")->type_name("MODEL");
  command.add_option("--size", texts.size, "size in millimetres: 180 or 180x120; papers' columns are often 88")
      ->type_name("W[xH]");
}

void add_export(CLI::App& command, Options& options, Texts& texts) {
  command.add_option("--to", options.target, "format, see 'cutline list exports'")->required()->type_name("FORMAT");
  command
      .add_option("--route-cost", options.route_cost,
                  fmt::format("what a route is charged for a link: {} (the default where the format takes it)",
                              either(route_cost_names())))
      ->type_name("COST");
  command.add_option("--link", texts.link, "of a spice deck: the link of these two nodes; default: the longest")
      ->type_name("FROM,TO");
  command.add_option("--clock", options.clock, "count cycles of this clock, as 2GHz; default: the spec's")
      ->type_name("F");
  command.add_option("--delay", options.delay, "under this delay model; default: the spec's first")->type_name("MODEL");
  command.add_flag_function(
      "--texts,!--no-texts", [&](std::int64_t wanted) { options.texts = wanted > 0; },
      "addresses and names of links in a layout, or none; default: up to 4,096 nodes");
}

void add_delay(CLI::App& command, Options& options, Texts& texts) {
  command
      .add_option("--technology", options.technology,
                  "a name, see 'cutline list technologies', or a path of a .yaml file")
      ->required()
      ->type_name("T");
  command.add_option("--length", options.length, "lengths of the wire: 0.5mm..10mm, or one")
      ->required()
      ->type_name("A..B");
  command.add_option("--layer", options.layer, "layer; default: the topmost that carries the network")->type_name("L");
  command.add_option("--clock", options.clock, "count cycles of this clock: 2GHz")->type_name("F");
  command.add_option("--steps", texts.steps, "so many lengths at equal ratios; default: 1, 2, 5, 10, ...")
      ->type_name("N");
  add_format(command, texts);
  command.add_option("-o,--output", options.output, "write to this file; a picture where it ends in .svg")
      ->type_name("FILE");
}

void add_options(CLI::App& command, const std::string& name, Options& options, Texts& texts) {
  if (name == "version") return;
  if (name == "list") {
    command.add_option("KIND", options.kind, join(listing_kinds(), ", "))->required()->type_name("");
    command.add_option("NAME", options.entry, "all that is known of one of them")->type_name("");
    add_format(command, texts);
    return add_output(command, options);
  }
  if (name == "delay") return add_delay(command, options, texts);
  if (name == "merge") return add_merge(command, options, texts);
  if (name == "manual") return add_output(command, options);
  if (name == "schema") {
    command.add_option("SUBJECT", options.subject, either(schema_subjects()) + "; default: spec")->type_name("");
    return add_output(command, options);
  }
  if (name == "new") {
    command.add_option("START", options.start, either(first_spec_names()))->required()->type_name("");
    return add_output(command, options);
  }
  if (name == "completion") {
    command.add_option("SHELL", options.shell, either(shell_names()))->required()->type_name("");
    return add_output(command, options);
  }
  add_spec(command, options, texts, name == "compare" || name == "measure" || name == "check");
  if (name == "explain")
    command.add_option("MEASURE", options.measure, "see 'cutline list measures'")->required()->type_name("");
  if (name != "compare" && name != "report") {
    add_candidate(command, options,
                  name == "measure" || name == "check" || name == "plot"
                      ? "only this candidate"
                      : "the candidate; may be left out where there is only one");
  }
  if (name == "explain") {
    command.add_option("--delay", options.delay, "under this delay model")->type_name("MODEL");
    command.add_option("--route", texts.route, "of latency: the sum for two nodes, link by link")->type_name("A,B");
  }
  if (name == "profile")
    command.add_option("--axis", texts.axis, "x: cuts between columns; y: between rows; z: between planes")
        ->type_name("x|y|z");
  if (name == "measure") {
    command
        .add_option("--shard", texts.shard,
                    "one part of the candidates, as 2/4, or slurm in a job array; see cutline merge")
        ->type_name("I/N");
  }
  if (name == "draw") add_drawing(command, options, texts);
  if (name == "export") add_export(command, options, texts);
  if (name == "plot") add_plot(command, options, texts);
  if (name != "draw" && name != "export" && name != "plot" && name != "report") add_format(command, texts);
  add_output(command, options);
  if (name == "compare" || name == "measure") add_against(command, options, texts);
  add_work(command, texts);
}

/// An empty value is a variable of a script that was not set, not an option left out.
void refuse_empty_values(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    option->check([](const std::string& value) { return value.empty() ? "is empty: give it a value" : ""; });
  }
}

void read_values(const Texts& texts, Options& options) {
  for (const std::string& text : texts.sets) options.overrides.push_back(override_value(text));
  options.format = format_value(texts.format);
  options.colour = colour_value(texts.colour);
  options.tolerance = fraction_value("--tolerance", texts.tolerance);
  options.axis = axis_value(texts.axis);
  if (!texts.spec.empty()) options.specs = {texts.spec};
  if (!texts.threads.empty()) options.threads = threads_value(texts.threads);
  if (!texts.seed.empty()) options.seed = count_value("--seed", texts.seed);
  if (!texts.effort.empty()) options.effort.link_visits = count_value("--effort", texts.effort);
  if (!texts.memory.empty()) options.effort.memory_bytes = size_value("--max-memory", texts.memory);
  if (!texts.size.empty()) std::tie(options.width_mm, options.height_mm) = picture_size(texts.size);
  if (!texts.shard.empty()) options.shard = shard_value(texts.shard);
  if (!texts.top.empty()) options.top = count_value("--top", texts.top);
  if (!texts.steps.empty()) options.steps = steps_value(texts.steps);
  if (!texts.show.empty()) options.show = comma_list(texts.show);
  if (!texts.route.empty()) options.route = node_pair_value("--route", texts.route);
  if (!texts.link.empty()) options.link = node_pair_value("--link", texts.link);
}

[[noreturn]] void throw_unknown_command(const std::string& word) {
  if (!word.empty() && word[0] == '-') {
    throw_input_error(fmt::format("'{}' stands before any command", word),
                      "a command comes first: 'cutline compare SPEC'");
  }
  std::vector<std::string_view> known;
  for (const Command& command : commands()) {
    if (!command.hidden) known.push_back(command.name);
  }
  const std::string_view near = nearest(word, known);
  throw_input_error(fmt::format("there is no command '{}'", word),
                    near.empty()
                        ? fmt::format("the commands are: {}; 'cutline --help' says what they do", join(known, ", "))
                        : fmt::format("did you mean 'cutline {}'?", near));
}

[[noreturn]] void throw_unexpected(const CLI::App& command, const std::string& word) {
  if (word.empty() || word[0] != '-') {
    throw_input_error(fmt::format("'{}' is one argument too many", word),
                      fmt::format("see 'cutline {} --help'", command.get_name()));
  }
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view near = nearest(word.substr(0, word.find('=')), views);
  throw_input_error(fmt::format("'cutline {}' has no option '{}'", command.get_name(), word),
                    near.empty() ? fmt::format("see 'cutline {} --help'", command.get_name())
                                 : fmt::format("did you mean '{}'?", near));
}

void throw_if_unknown_command(int argc, const char* const* argv) {
  if (argc < 2)
    throw_input_error("no command given",
                      "begin with 'cutline new noc -o noc.yaml' and 'cutline compare noc.yaml'; 'cutline --help' shows "
                      "all commands");
  const std::string word = argv[1];
  if (word == "-h" || word == "--help" || word == "--version") return;
  for (const Command& command : commands()) {
    if (word == command.name) return;
  }
  throw_unknown_command(word);
}

/// What could stand for what is missing: "--to is required".
std::string hint_for_missing(const std::string& command, const std::string& what) {
  const std::string name = what.substr(0, what.find(' '));
  if (name == "SPEC") return "a spec is a YAML file: 'cutline new noc -o noc.yaml' writes one to start from";
  if (const std::string known = known_values_hint(name, {command, {}}); !known.empty()) return known;
  for (const CommandShape& shape : command_shapes()) {
    for (const OptionShape& option : shape.options) {
      if (shape.name == command && option.key() == name) return fmt::format("{}: {}", name, option.help);
    }
  }
  return fmt::format("see 'cutline {} --help'", command);
}

/// CLI11 writes its own sentences; ours end without a full stop and begin small.
std::string sentence_of(std::string text) {
  if (!text.empty() && text.back() == '.') text.pop_back();
  return text;
}

void add_commands(CLI::App& app, Options& options, Texts& texts) {
  app.set_help_flag("-h,--help", "print this help");
  app.set_version_flag("--version", fmt::format("cutline {}", CUTLINE_VERSION), "print the version");
  app.footer(footer());
  app.require_subcommand(1);
  for (const Command& each : commands()) {
    CLI::App& command = *app.add_subcommand(std::string(each.name), std::string(each.summary));
    command.allow_extras();
    if (each.hidden) command.group("");
    add_options(command, std::string(each.name), options, texts);
    refuse_empty_values(command);
  }
}

OptionShape command_shape(const CLI::Option& option) {
  OptionShape shape;
  for (const std::string& name : option.get_snames()) shape.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) shape.names.push_back("--" + name);
  shape.is_argument = shape.names.empty();
  if (shape.is_argument) shape.names = {option.get_name()};
  if (option.get_items_expected_max() > 0) shape.value = option.get_type_name();
  shape.help = option.get_description();
  shape.required = option.get_required();
  shape.repeated =
      option.get_items_expected_max() > 1 || option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  return shape;
}

}  // namespace

std::vector<CommandShape> command_shapes() {
  CLI::App app;
  Options options;
  Texts texts;
  add_commands(app, options, texts);
  std::vector<CommandShape> all;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_group().empty()) continue;
    CommandShape shape{command->get_name(), command->get_description(), {}};
    for (const CLI::Option* option : command->get_options()) shape.options.push_back(command_shape(*option));
    std::stable_partition(shape.options.begin(), shape.options.end(),
                          [](const OptionShape& option) { return option.is_argument; });
    all.push_back(std::move(shape));
  }
  return all;
}

std::optional<Options> parse_command_line(int argc, const char* const* argv) {
  throw_if_unknown_command(argc, argv);
  CLI::App app(fmt::format("Cutline: {}", kPurpose), "cutline");
  Options options;
  Texts texts;
  add_commands(app, options, texts);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    app.exit(asked);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    for (const CLI::App* command : app.get_subcommands()) {
      for (const std::string& word : command->remaining()) throw_unexpected(*command, word);
    }
    const bool missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
    throw_input_error(sentence_of(error.what()), missing ? hint_for_missing(argv[1], error.what())
                                                         : fmt::format("see 'cutline {} --help'", argv[1]));
  }
  const CLI::App& command = *app.get_subcommands().front();
  for (const std::string& word : command.remaining()) throw_unexpected(command, word);
  options.command = command.get_name();
  read_values(texts, options);
  return options;
}

}  // namespace cutline
