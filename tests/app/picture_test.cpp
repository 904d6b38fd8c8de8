// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "app/exported_links.hpp"
#include "app/place.hpp"
#include "support/tools.hpp"

namespace {

using namespace cutline::test;

constexpr const char* kPictureSpec = R"(cutline: 1
title: two networks
message: 32 bits
candidates:
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}
  - {name: cube, topology: {family: hypercube, dimensions: 4}}
)";

constexpr const char* kPictures[] = {"draw spec.yaml -c mesh", "draw spec.yaml -c cube --style dark",
                                     "plot spec.yaml --what lengths", "plot spec.yaml --what pareto --style slides",
                                     "delay --technology nangate45 --length 1mm..2mm --style dark"};

bool has_rsvg() { return has_tool("rsvg-convert"); }
bool has_poppler() { return has_rsvg() && has_tool("pdftocairo"); }

/// The texts of SVG's text elements, one on each line.
std::vector<std::string> words_of(const std::string& svg) {
  std::vector<std::string> words;
  for (std::size_t at = svg.find("<text "); at != std::string::npos; at = svg.find("<text ", at)) {
    at = svg.find('>', at) + 1;
    words.push_back(svg.substr(at, svg.find('<', at) - at));
  }
  return words;
}

}  // namespace

// ctest recognises the message and counts the file as skipped, so that a missing program does not look like a passed
// test.
TEST_CASE("a note where rsvg-convert or poppler is missing") {
  if (!has_rsvg()) MESSAGE("rsvg-convert is not installed: tests skipped");
  if (!has_tool("pdftocairo")) MESSAGE("pdftocairo is not installed: tests skipped");
}

TEST_CASE("PDF and PNG are what their endings say" * doctest::skip(!has_rsvg())) {
  const Place place(kPictureSpec);
  for (const char* picture : kPictures) {
    CAPTURE(std::string(picture));
    for (const auto& [file, begin] : {std::pair("a.png", "\x89PNG"), std::pair("a.pdf", "%PDF")}) {
      CHECK(place.run(picture + std::string(" -o ") + file).code == 0);
      CHECK(slurp(place / file).starts_with(begin));
    }
  }
}

TEST_CASE("poppler shows a PDF as the PNG shows it, and finds every word of the SVG in fonts of its own" *
          doctest::skip(!has_poppler())) {
  const Place place(kPictureSpec);
  const std::string same = python() + " '" + source_folder() + "/tests/app/same_picture.py' ";
  for (const char* picture : kPictures) {
    CAPTURE(std::string(picture));
    for (const char* file : {"a.svg", "a.png", "a.pdf"})
      REQUIRE(place.run(picture + std::string(" --size 110 -o ") + file).code == 0);
    REQUIRE(place.output_of("pdftocairo -r 300 -png -singlefile a.pdf b").empty());
    const std::string answer = place.output_of(same + "a.png b.png");
    CHECK_MESSAGE(answer.find("the most different by") != std::string::npos, answer);
    const std::string read = place.output_of("pdftotext -raw a.pdf -");
    const std::vector<std::string> words = words_of(slurp(place / "a.svg"));
    CHECK(words.size() > 5);
    for (const std::string& word : words) CHECK_MESSAGE(contains(read, word), word);
    const std::string fonts = place.output_of("pdffonts a.pdf | tail -n +3 | grep -v -c ' yes yes '");
    CHECK(fonts == "0\n");
  }
  REQUIRE(place.run("plot spec.yaml --what lengths --size 110 -o a.png").code == 0);
  CHECK(contains(place.output_of(same + "a.png b.png"), "AssertionError"));
}
