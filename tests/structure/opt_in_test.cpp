// SPDX-License-Identifier: Apache-2.0
// Two headers are for users of a library that Cutline's own users need not have. Nothing else may lead to them.
#include <doctest/doctest.h>

#include "structure/tree.hpp"

TEST_CASE("no header and no source file includes the headers for users of Boost.Graph and of CGAL") {
  const std::vector<std::string> asked_for = {"cutline/topology/boost_graph.hpp", "cutline/geometry/cgal.hpp"};
  const auto of_asked = [&](const tree::File& file) {
    std::size_t count = 0;
    for (const std::string& line : file.lines) {
      const std::string target = tree::included(line);
      count += static_cast<std::size_t>(std::count(asked_for.begin(), asked_for.end(), target));
    }
    return count;
  };
  std::size_t checked = 0;
  for (const tree::File& file : tree::sources()) {
    CAPTURE(file.path);
    CHECK(of_asked(file) == 0);
    ++checked;
  }
  CHECK(checked > 500);
  CHECK(of_asked({"include/cutline/cutline.hpp", {"#include \"cutline/topology/boost_graph.hpp\""}}) == 1);
}
