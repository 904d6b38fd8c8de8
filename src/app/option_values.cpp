// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "app/command.hpp"
#include "base/named.hpp"
#include "output/svg/canvas.hpp"

namespace cutline::app {

namespace {

template <class T>
struct Named {
  std::string_view name;
  T value;
};

constexpr Named<Format> kFormats[] = {{"table", Format::table},       {"json", Format::json},
                                      {"jsonl", Format::jsonl},       {"csv", Format::csv},
                                      {"markdown", Format::markdown}, {"latex", Format::latex}};
constexpr Named<Colour> kColours[] = {
    {"auto", Colour::automatic}, {"always", Colour::always}, {"never", Colour::never}};
constexpr Named<char> kAxisNames[] = {{"x", 'x'}, {"y", 'y'}, {"z", 'z'}};

[[noreturn]] void throw_no_value(const std::string& option, const std::string& text,
                                 const std::vector<std::string_view>& names) {
  std::string all = fmt::format("it takes: {}", join(names, ", "));
  throw_input_error(fmt::format("{} has no value '{}'", option, text),
                    text.size() > 1 ? did_you_mean(text, names, std::move(all)) : std::move(all));
}

template <class T, std::size_t N>
T one_of(const std::string& option, const std::string& text, const Named<T> (&values)[N]) {
  if (const Named<T>* found = find_named(values, text)) return found->value;
  throw_no_value(option, text, names_of(values));
}

/// Takes a finite number from the start of a text; the rest stays in `text`.
std::optional<double> take_number(std::string_view& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return value;
}

[[noreturn]] void throw_bad(const std::string& option, const std::string& text, const char* takes) {
  throw_input_error(fmt::format("{} cannot be '{}'", option, text), fmt::format("it takes {}", takes));
}

std::uint64_t whole_value(const std::string& option, const std::string& text, double least, double most,
                          const char* takes) {
  std::string_view rest = text;
  const std::optional<double> value = take_number(rest);
  const bool good = value && rest.empty() && *value >= least && *value <= most && *value == std::floor(*value);
  if (!good) throw_bad(option, text, takes);
  return static_cast<std::uint64_t>(*value);
}

/// The number in a variable of a Slurm job array.
std::uint64_t slurm_number(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == '\0') {
    throw_input_error(fmt::format("--shard slurm: the variable {} is not set", name),
                      "it runs in a job array: sbatch --array=1-4; elsewhere write --shard 1/4");
  }
  return count_value(name, text);
}

Shard slurm_shard() {
  const std::uint64_t id = slurm_number("SLURM_ARRAY_TASK_ID");
  const std::uint64_t first = slurm_number("SLURM_ARRAY_TASK_MIN");
  const std::uint64_t last = slurm_number("SLURM_ARRAY_TASK_MAX");
  const std::uint64_t count = slurm_number("SLURM_ARRAY_TASK_COUNT");
  if (id < first || id > last || last - first + 1 != count || count > kMostShards) {
    throw_input_error(
        fmt::format("--shard slurm: task {} of {} tasks from {} to {} leaves gaps", id, count, first, last),
        "number the tasks one by one, as sbatch --array=1-4 does, or write --shard 1/4");
  }
  return {id - first + 1, count};
}

}  // namespace

bool is_true(const std::string&, const std::string& text) { return text == "true"; }
Format format_value(const std::string& option, const std::string& text) { return one_of(option, text, kFormats); }
Colour colour_value(const std::string& option, const std::string& text) { return one_of(option, text, kColours); }
char axis_value(const std::string& option, const std::string& text) { return one_of(option, text, kAxisNames); }

Format format_of_file(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  if (ending == ".csv") return Format::csv;
  if (ending == ".json") return Format::json;
  if (ending == ".jsonl") return Format::jsonl;
  if (ending == ".tex") return Format::latex;
  return ending == ".md" ? Format::markdown : Format::table;
}

std::vector<std::string_view> format_names() { return names_of(kFormats); }
std::vector<std::string_view> colour_names() { return names_of(kColours); }
std::vector<std::string_view> axis_names() { return names_of(kAxisNames); }

Override override_value(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw_bad(option, text, "a key and a value: 'candidates[mesh].topology.radix=8'");
  return {text.substr(0, equals), text.substr(equals + 1), option};
}

double fraction_value(const std::string& option, const std::string& text) {
  std::string_view rest = text;
  const std::optional<double> value = take_number(rest);
  if (!value || *value < 0 || (!rest.empty() && rest != "%")) throw_bad(option, text, "a fraction such as 0.01 or 1%");
  return rest == "%" ? *value / 100 : *value;
}

std::uint64_t count_value(const std::string& option, const std::string& text) {
  return whole_value(option, text, 0, 0x1.fffffffffffffp62, "a whole number such as 2000000000 or 2e9");
}

int threads_value(const std::string& option, const std::string& text) {
  return static_cast<int>(whole_value(option, text, 0, 4096, "a whole number from 0 to 4096; 0 means one a core"));
}

std::size_t columns_value(const std::string& option, const std::string& text) {
  return static_cast<std::size_t>(whole_value(option, text, 60, 250, "a whole number from 60 to 250"));
}

int steps_value(const std::string& option, const std::string& text) {
  return static_cast<int>(whole_value(option, text, 2, 1000, "a whole number from 2 to 1000"));
}

Shard shard_value(const std::string& option, const std::string& text) {
  if (text == "slurm") return slurm_shard();
  std::string_view rest = text;
  const std::optional<double> index = take_number(rest);
  const bool slash = !rest.empty() && rest.front() == '/';
  if (slash) rest.remove_prefix(1);
  const std::optional<double> count = slash ? take_number(rest) : std::nullopt;
  const bool good = index && count && rest.empty() && *index >= 1 && *index <= *count &&
                    *count <= static_cast<double>(kMostShards) && *index == std::floor(*index) &&
                    *count == std::floor(*count);
  if (!good) throw_bad(option, text, "a part and how many there are, as 1/4, up to 1000000 parts; or slurm");
  return {static_cast<std::size_t>(*index), static_cast<std::size_t>(*count)};
}

std::uint64_t size_value(const std::string& option, const std::string& text) {
  static constexpr Named<double> kUnits[] = {{"B", 1},          {"kB", 1e3},      {"KB", 1e3},       {"MB", 1e6},
                                             {"GB", 1e9},       {"TB", 1e12},     {"KiB", 0x1.0p10}, {"MiB", 0x1.0p20},
                                             {"GiB", 0x1.0p30}, {"TiB", 0x1.0p40}};
  std::string_view rest = text;
  const std::optional<double> value = take_number(rest);
  if (value && *value > 0 && rest.empty()) {
    throw_input_error(fmt::format("{} {} has no unit", option, text),
                      fmt::format("write '{0} GB' or '{0} MB'; bytes are '{0} B'", text));
  }
  for (const Named<double>& unit : kUnits) {
    if (value && *value > 0 && rest == unit.name && *value * unit.value < 0x1.0p63)
      return static_cast<std::uint64_t>(*value * unit.value);
  }
  throw_bad(option, text, "a size such as '2 GB' or '500 MB'");
}

std::string style_value(const std::string& option, const std::string& text) {
  const std::vector<std::string_view> styles = picture_styles();
  if (std::find(styles.begin(), styles.end(), text) == styles.end()) throw_no_value(option, text, styles);
  return text;
}

std::pair<double, double> picture_size(const std::string& option, const std::string& text) {
  constexpr double kLeast = 20;
  constexpr double kMost = 5000;
  const auto good = [](const std::optional<double>& side) { return side && *side >= kLeast && *side <= kMost; };
  std::string_view rest = text;
  if (rest.size() > 2 && rest.substr(rest.size() - 2) == "mm") rest.remove_suffix(2);
  while (!rest.empty() && rest.back() == ' ') rest.remove_suffix(1);
  const std::optional<double> width = take_number(rest);
  if (good(width) && rest.empty()) return {*width, 0};
  if (good(width) && rest.front() == 'x') {
    rest.remove_prefix(1);
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
    const std::optional<double> height = take_number(rest);
    if (good(height) && rest.empty()) return {*width, *height};
  }
  throw_bad(option, text, "millimetres from 20 to 5000: 180 or 180x120");
}

SaidPair node_pair_value(const std::string& option, const std::string& text) {
  const std::vector<std::string> ends = comma_list(option, text);
  if (ends.size() != 2 || ends[0].empty() || ends[1].empty())
    throw_bad(option, text, "two nodes: 0,63 or cpu,dram; a name with a comma in double quotes");
  return {ends[0], ends[1]};
}

std::vector<std::string> comma_list(const std::string&, const std::string& text) {
  std::vector<std::string> parts(1);
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && (quoted || parts.back().empty())) {
      const bool twice = quoted && i + 1 < text.size() && text[i + 1] == '"';
      if (twice) parts.back() += text[i++];
      quoted = twice || !quoted;
    } else if (c == ',' && !quoted) {
      parts.emplace_back();
    } else if (c != ' ' || !parts.back().empty()) {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) part.erase(part.find_last_not_of(' ') + 1);
  return parts;
}

}  // namespace cutline::app
