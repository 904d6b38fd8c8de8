// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>
#include <unistd.h>

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

/// What the converter makes of pictures; `options` are those of the format.
std::string converted(const WorkFolder& folder, const std::string& format, const std::vector<std::string>& options,
                      const std::vector<std::string>& pictures, const char* hint) {
  const std::string to = folder.path() + "/converted." + format;
  std::vector<std::string> words = {find_program(kConverter), "--format", format, "--unlimited", "--output", to};
  words.insert(words.begin() + 1, options.begin(), options.end());
  words.insert(words.end(), pictures.begin(), pictures.end());
  const ProgramRun run = run_program(words, folder.path(), {}, [] { return true; });
  if (run.end != ProgramEnd::exited || run.code != 0)
    throw_file_error(fmt::format("{} could not make the {}: {}", kConverter, format, run.output), hint);
  return read_bounded_file(to, kMostPictureBytes);
}

std::string converted_picture(std::string_view svg, const std::string& ending, std::string_view style) {
  const WorkFolder folder("");
  const std::string from = folder.path() + "/picture.svg";
  write_file(from, std::string(svg));
  std::vector<std::string> options;
  if (ending == "png")
    options = {"--dpi-x",
               "300",
               "--dpi-y",
               "300",
               "--background-color",
               std::string(svg::colour_for(svg::picture_style(style), "page"))};
  return converted(folder, ending, options, {from}, "write the .svg, which has no limit of size");
}

}  // namespace

std::string joined_pdf(const std::vector<std::string>& pages) {
  const WorkFolder folder("");
  std::vector<std::string> files;
  for (std::size_t i = 0; i < pages.size(); ++i)
    write_file(files.emplace_back(fmt::format("{}/{}.svg", folder.path(), i)), pages[i]);
  return converted(folder, "pdf", {}, files, "write the .html");
}

std::string printed_page(std::string_view html) {
  const WorkFolder folder("");
  const std::string from = folder.path() + "/page.html", to = folder.path() + "/page.pdf";
  write_file(from, std::string(html));
  // The page loads nothing and has one script, its own. A browser refuses its sandbox to root.
  std::vector<std::string> words = {find_browser(),
                                    "--headless",
                                    "--disable-gpu",
                                    "--no-pdf-header-footer",
                                    "--user-data-dir=" + folder.below("profile"),
                                    "--print-to-pdf=" + to,
                                    "file://" + from};
  if (::geteuid() == 0) words.insert(words.begin() + 1, "--no-sandbox");
  const ProgramRun run = run_program(words, folder.path(), {}, [] { return true; });
  if (run.end != ProgramEnd::exited || run.code != 0 || !std::filesystem::exists(to))
    throw_file_error(fmt::format("{} could not print the page", words.front()), "write the .html, and print it");
  return read_bounded_file(to, kMostPictureBytes);
}

std::string find_browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}) {
    if (std::string path = find_program(name); !path.empty()) return path;
  }
  return {};
}

bool can_convert() { return !find_program(kConverter).empty(); }

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
