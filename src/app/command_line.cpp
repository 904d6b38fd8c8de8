// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/command.hpp"
#include "base/named.hpp"

namespace cutline::app {

namespace {

std::string footer() {
  const auto code = [](const ExitMeaning& exit) {
    return fmt::format("{} {}", static_cast<int>(exit.code), exit.brief);
  };
  const std::string text = fmt::format("SPEC is a YAML file, or - for standard input. Exit codes: {}.",
                                       join(each_of(exit_meanings(), code), ", "));
  return join(wrap_text(text, 112), "\n");
}

/// The texts given for each option of a command, in the order of its rows.
using Given = std::vector<std::vector<std::string>>;

/// The names in the form that CLI11 takes: "-o,--output".
std::string cli_names(const CommandOption& row) {
  std::string names;
  for (const std::string& name : row.names) {
    const bool takes_back = row.is_flag() && name.rfind("--no-", 0) == 0;
    names += (names.empty() ? "" : ",") + std::string(takes_back ? "!" : "") + name;
  }
  return names;
}

CLI::Option* declare(CLI::App& command, const CommandOption& row, std::vector<std::string>& texts) {
  const std::string names = cli_names(row);
  if (row.is_flag()) {
    const auto set = [&texts](std::int64_t wanted) { texts = {wanted > 0 ? "true" : "false"}; };
    return command.add_flag_function(names, set, row.help);
  }
  if (!row.repeated) {
    const auto set = [&texts](const std::string& text) { texts = {text}; };
    return command.add_option_function<std::string>(names, set, row.help)->type_name(row.value);
  }
  CLI::Option* option = command.add_option(names, texts, row.help)->type_name(row.value);
  // One value each time, so that the argument behind it stays an argument: `-c mesh latency`.
  return row.is_argument() ? option : option->expected(1)->take_all()->allow_extra_args(false);
}

void declare(CLI::App& command, const CommandOptions& rows, Given& given) {
  given.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].read) declare(command, rows[i], given[i])->required(rows[i].required);
  }
  // An empty value most likely comes from an unset variable of a script, so it is an error and does not count as
  // absent.
  for (CLI::Option* option : command.get_options())
    option->check([](const std::string& value) { return value.empty() ? "is empty: give it a value" : ""; });
}

[[noreturn]] void throw_unknown_command(const std::string& word) {
  if (!word.empty() && word[0] == '-') {
    throw_input_error(fmt::format("'{}' stands before any command", word),
                      "a command comes first: 'cutline compare SPEC'");
  }
  const auto known = each_with<std::string_view>(
      commands(), [](const Command& command) { return !command.hidden; }, &Command::name);
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
  throw_input_error(
      fmt::format("'cutline {}' has no option '{}'", command.get_name(), word),
      did_you_mean(word.substr(0, word.find('=')), views, fmt::format("see 'cutline {} --help'", command.get_name())));
}

void throw_if_unknown_command(const std::string& word) {
  if (word == "-h" || word == "--help" || word == "-V" || word == "--version") return;
  if (find_named(commands(), word) == nullptr) throw_unknown_command(word);
}

/// Prints what a newcomer can do next.
void greet() {
  fmt::print(
      "Cutline: {}.\n\n"
      "  cutline new noc -o noc.yaml    write a spec to start from\n"
      "  cutline compare noc.yaml       rank its networks and say why\n"
      "  cutline --help                 all commands\n",
      kPurpose);
}

/// The words of the line; "help COMMAND" becomes "COMMAND --help", and "help" alone "--help".
std::vector<std::string> words_of(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  words.resize(std::min<std::size_t>(words.size(), 1));
  words.push_back("--help");
  return words;
}

/// The values that an option takes, if they are known and few; else its help.
std::string hint_for(const CommandOption& row) {
  constexpr std::size_t kMost = 40;
  std::vector<std::string> values;
  if (row.known.values != nullptr) {
    for (const KnownValue& known : row.known.values({})) values.push_back(known.value);
  }
  if (values.empty() || values.size() > kMost) return fmt::format("{}: {}", row.key(), row.help);
  return fmt::format("it takes: {}", join(values, ", "));
}

/// A hint on the value of a missing option, as after "--to is required".
std::string hint_for_missing(const Command& command, const std::string& what) {
  const std::string name = what.substr(0, what.find(' '));
  if (name == "SPEC") return "a spec is a YAML file: 'cutline new noc -o noc.yaml' writes one to start from";
  for (const CommandOption& row : command.options) {
    if (row.key() == name) return hint_for(row);
  }
  return fmt::format("see 'cutline {} --help'", command.name);
}

/// A message of CLI11 in the style of Cutline: it begins in lower case and has no full stop.
std::string sentence_of(std::string text) {
  if (!text.empty() && text.back() == '.') text.pop_back();
  return text;
}

const Command& find_command(const std::string& name) {
  const Command* found = find_named(commands(), name);
  CUTLINE_EXPECT(found != nullptr);
  return *found;
}

[[noreturn]] void throw_parse_error(const CLI::App& app, const CLI::ParseError& error, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands()) {
    for (const std::string& word : command->remaining()) throw_unexpected(*command, word);
  }
  const bool missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  throw_input_error(sentence_of(error.what()), missing ? hint_for_missing(find_command(name), error.what())
                                                       : fmt::format("see 'cutline {} --help'", name));
}

/// The place of an option among the rows of a command; absent if the command does not have it.
std::optional<std::size_t> row_of(const CommandOptions& rows, std::string_view key) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const CommandOption& row) { return row.key() == key; });
  return found == rows.end() ? std::nullopt : std::optional<std::size_t>(found - rows.begin());
}

/// Throws an input error if -o names a page, or a picture although the command does not draw.
void expect_no_picture(const Options& options, bool draws) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  const bool page = ending == ".html" || ending == ".htm";
  if (page || (is_picture(options.output) && !draws)) {
    const std::string spec = options.specs.empty() ? "SPEC" : options.specs.front();
    throw_input_error(fmt::format("{} writes tables and records, not {}", options.command->name, ending),
                      page ? fmt::format("cutline report {} -o {} writes a page", spec, options.output)
                           : "cutline draw, plot and delay write pictures",
                      "-o");
  }
}

}  // namespace

std::optional<Options> parse_command_line(int argc, const char* const* argv) {
  std::vector<std::string> words = words_of(argc, argv);
  if (words.empty()) {
    greet();
    return std::nullopt;
  }
  const std::string name = words.front();
  throw_if_unknown_command(name);
  CLI::App app(fmt::format("Cutline: {}", kPurpose), "cutline");
  app.set_help_flag("-h,--help", "print this help");
  app.set_version_flag("-V,--version", fmt::format("cutline {}", CUTLINE_VERSION), "print the version");
  app.footer(footer());
  app.require_subcommand(1);
  std::map<std::string, Given> given;
  for (const Command& each : commands()) {
    CLI::App& command = *app.add_subcommand(each.name, each.summary);
    command.allow_extras();
    if (each.hidden) command.group("");
    declare(command, each.options, given[each.name]);
  }
  try {
    std::reverse(words.begin(), words.end());  // CLI11 takes them in reverse
    app.parse(std::move(words));
  } catch (const CLI::Success& asked) {
    app.exit(asked);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw_parse_error(app, error, name);
  }
  const CLI::App& chosen = *app.get_subcommands().front();
  for (const std::string& word : chosen.remaining()) throw_unexpected(chosen, word);
  Options options;
  options.command = &find_command(chosen.get_name());
  const CommandOptions& rows = options.command->options;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const std::string& text : given[chosen.get_name()][i]) rows[i].read(options, rows[i].key(), text);
  }
  const auto format = row_of(rows, "--format");
  if (format && !given[chosen.get_name()][*format].empty()) return options;
  if (format) expect_no_picture(options, row_of(rows, "--style").has_value());
  options.format = format_of_file(options.output);
  return options;
}

}  // namespace cutline::app
