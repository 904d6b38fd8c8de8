// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <filesystem>

#include "app/command.hpp"
#include "base/files.hpp"
#include "base/letters.hpp"
#include "output/svg/canvas.hpp"
#include "simulation/run_program.hpp"

namespace cutline::app {

namespace {

constexpr const char* kConverter = "rsvg-convert";
constexpr std::size_t kMostPictureBytes = std::size_t{1} << 30;

/// The ending of a file's name in lower case: "png" for "Plan.PNG".
std::string ending_of(const std::string& file) {
  const std::string ending = lower_case(std::filesystem::path(file).extension().string());
  return ending.empty() ? ending : ending.substr(1);
}

bool is_converted(const std::string& ending) { return ending == "png" || ending == "pdf"; }

std::string converted_picture(std::string_view svg, const std::string& ending, std::string_view style) {
  const WorkFolder folder("");
  const std::string from = folder.path() + "/picture.svg", to = folder.path() + "/picture." + ending;
  write_file(from, std::string(svg));
  std::vector<std::string> words = {find_program(kConverter), "--format", ending, "--unlimited", "--output", to, from};
  if (ending == "png")
    words.insert(words.begin() + 1, {"--dpi-x", "300", "--dpi-y", "300", "--background-color",
                                     std::string(svg::colour_for(svg::picture_style(style), "page"))});
  const ProgramRun run = run_program(words, folder.path(), {}, [] { return true; });
  if (run.end != ProgramEnd::exited || run.code != 0) {
    throw_file_error(fmt::format("{} could not make the {}: {}", kConverter, ending, run.output),
                     "write the .svg, which has no limit of size");
  }
  return read_bounded_file(to, kMostPictureBytes);
}

}  // namespace

bool is_picture(const std::string& file) {
  const std::string ending = ending_of(file);
  return ending == "svg" || is_converted(ending);
}

void expect_picture_file(const Options& options) {
  expect_no_terminal(options, "a picture", options.command->name + ".svg");
  const std::string ending = ending_of(options.output);
  if (!ending.empty() && !is_picture(options.output)) {
    throw_input_error(fmt::format("{} writes .svg, .pdf and .png, not .{}", options.command->name, ending),
                      "name a file that ends so");
  }
  if (is_converted(ending) && find_program(kConverter).empty()) {
    throw_file_error(fmt::format("{}, which makes .{} files, is not here", kConverter, ending),
                     "install librsvg2-bin, or write the .svg");
  }
}

void deliver_picture(const Options& options, text::FileWriter& files, std::string_view svg) {
  const std::string ending = ending_of(options.output);
  if (!is_converted(ending)) return deliver(options, files, svg);
  deliver(options, files, converted_picture(svg, ending, options.page.style));
}

}  // namespace cutline::app
