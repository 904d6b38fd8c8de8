// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "app/place.hpp"
#include "support/tools.hpp"

namespace {

using namespace cutline::test;

std::string after_first_line(const std::string& text) { return text.substr(text.find('\n') + 1); }

}  // namespace

TEST_CASE("every spec to start from compares as it is printed, names a schema beside it, and is that of the library") {
  const Place place;
  const Run offered = place.run("__complete 2 cutline new ''");
  std::istringstream names(offered.out);
  int specs = 0;
  for (std::string name; std::getline(names, name); ++specs) {
    name = name.substr(0, name.find('\t'));
    CAPTURE(name);
    const Run printed = place.run("new " + name);
    CHECK(printed.code == 0);
    CHECK(printed.err == "");
    CHECK(printed.out.rfind("# yaml-language-server: $schema=cutline.schema.json\n", 0) == 0);
    const std::string library = slurp(fs::path(source_folder()) / "layouts/new" / (name + ".yaml"));
    CHECK(after_first_line(printed.out) == after_first_line(library));
    const std::string file = name + ".yaml";
    CHECK(place.run("new " + name + " -o " + file).code == 0);
    CHECK(slurp(place / file) == printed.out);
    const Run compared = place.run("compare " + file);
    CHECK(compared.code == 0);
    CHECK_MESSAGE(compared.err == "", compared.err);
    CHECK(contains(compared.out, " wins: "));
  }
  CHECK(specs >= 3);
}

TEST_CASE("a terminal is told the next step" * doctest::skip(!has_tool("script"))) {
  const Place place;
  CHECK(contains(place.at_terminal("new noc -o noc.yaml"), "next: cutline compare noc.yaml"));
  CHECK(contains(place.at_terminal("compare noc.yaml"), "next: cutline explain noc.yaml -c"));
  CHECK(contains(place.at_terminal("draw noc.yaml -c mesh -o mesh.svg"), "next: a browser shows mesh.svg"));
  CHECK(contains(place.at_terminal("export noc.yaml -c mesh --to booksim -o mesh.anynet"), "top of mesh.cfg"));
  CHECK(contains(place.at_terminal("export noc.yaml -c mesh --to gds -o mesh.gds"), "klayout mesh.gds -l mesh.lyp"));
  CHECK(contains(place.at_terminal("measure noc.yaml --shard 1/3 -o part1"), "merge part1 and the 2 other parts"));
  CHECK(!contains(place.at_terminal("compare noc.yaml --format json"), "next: "));
}

TEST_CASE("a start that there is not exits 2 and names those that there are") {
  const Place place;
  CHECK(contains(place.run("new nox").err, "did you mean 'noc'?"));
  const Run run = place.run("new something");
  CHECK(run.code == 2);
  CHECK(run.out == "");
  CHECK(contains(run.err, "hpc, noc or paper"));
}
