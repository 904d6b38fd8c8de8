// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <ctime>
#include <thread>

#include "app/command.hpp"
#include "base/files.hpp"
#include "base/utf8.hpp"
#include "cutline/base/format.hpp"

namespace cutline::app {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks(200);

/// Clears the screen and prints the line at its top.
void begin_screen(const Options& options) {
  static constexpr const char* kCleared = "\x1b[H\x1b[2J\x1b[3J";
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 16> time{};
  std::strftime(time.data(), time.size(), "%H:%M:%S", ::localtime_r(&now, &parts));
  const std::string line = fmt::format("{}  {}", time.data(), join(options.specs, ", "));
  fmt::print("{}{}\n", kCleared, bold(terminal_text(line), report_style(options)));
  std::fflush(stdout);
}

/// Whether an interrupt has asked work to stop early.
bool asked_to_stop(const Options& options) { return !WatchedWork(options.effort.watch, "", 1).go_on(0); }

}  // namespace

ExitCode run_on_each_change(const Options& options, text::FileWriter& writer) {
  if (!options.against.empty()) throw_input_error("--watch and --against exclude each other");
  if (std::find(options.specs.begin(), options.specs.end(), "-") != options.specs.end())
    throw_input_error("--watch reads its spec again and again: give it as a file");
  while (!asked_to_stop(options)) {
    FilesRead files;
    if (is_read_at_terminal(options)) begin_screen(options);
    try {
      options.command->run(options, writer);
      if (options.output != "-") suggest("wrote " + options.output);
    } catch (const Error& error) {
      say(error.what());
    }
    if (asked_to_stop(options)) break;
    while (!files.any_changed()) std::this_thread::sleep_for(kBetweenLooks);
    // An editor may write in several steps, so wait a little.
    std::this_thread::sleep_for(kBetweenLooks / 2);
  }
  return ExitCode::interrupted;
}

}  // namespace cutline::app
