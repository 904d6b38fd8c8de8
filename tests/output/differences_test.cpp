// SPDX-License-Identifier: Apache-2.0
#include "output/record/differences.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "cutline/base/error.hpp"
#include "json.hpp"

using namespace cutline;
using Json = nlohmann::ordered_json;

namespace {

Json document(double latency) {
  return Json::parse(R"({"cutline": "1", "title": "t", "candidates": [
    {"name": "mesh", "nodes": 64, "delay": {"model": "linear"}, "performance": {"latency_ns": )" +
                     std::to_string(latency) + R"(}, "notes": ["a"], "sources": []}]})");
}

}  // namespace

TEST_CASE("equal results have no difference, even with other notes and another version") {
  Json other = document(10);
  other["cutline"] = "2";
  other["candidates"][0]["notes"].push_back("b");
  const Differences same = compare_results(test::data_of(document(10)), test::data_of(other), 0);
  CHECK(same.beyond.empty());
  CHECK(same.records == 1);
  CHECK(same.compared == 3);
}

TEST_CASE("a number may change by the tolerance and no further") {
  CHECK(compare_results(test::data_of(document(100)), test::data_of(document(101)), 0.01).beyond.empty());
  const Differences changed = compare_results(test::data_of(document(100)), test::data_of(document(101.1)), 0.01);
  REQUIRE(changed.beyond.size() == 1);
  CHECK(changed.beyond[0].key == "performance.latency_ns");
  CHECK(changed.beyond[0].before == "100");
  CHECK(changed.beyond[0].after == "101.1");
  CHECK(*changed.beyond[0].relative == doctest::Approx(0.011));
}

TEST_CASE("a change that is past what a number holds has no percentage") {
  for (const double before : {-1e308, 1e-320}) {
    Json old = document(10);
    old["candidates"][0]["nodes"] = before;
    const Differences changed = compare_results(test::data_of(old), test::data_of(document(10)), 0);
    REQUIRE(changed.beyond.size() == 1);
    CHECK(changed.beyond[0].relative.has_value() == (before < 0));
    const Table table = differences_table(changed);
    for (const TableCell& cell : table.rows.at(0))
      if (const auto* number = std::get_if<double>(&cell)) CHECK(std::isfinite(*number));
  }
}

TEST_CASE("keys and records that come or go are differences") {
  Json other = document(10);
  other["candidates"][0].erase("nodes");
  other["candidates"][0]["links"] = 3;
  other["candidates"].push_back(other["candidates"][0]);
  other["candidates"][1]["name"] = "torus";
  const Differences changed = compare_results(test::data_of(document(10)), test::data_of(other), 0);
  REQUIRE(changed.beyond.size() == 3);
  CHECK(changed.beyond[0].after == "absent");
  CHECK(changed.beyond[1].before == "absent");
  CHECK(changed.beyond[2].candidate == "torus");
}

TEST_CASE("null and a number differ whatever the tolerance") {
  Json other = document(10);
  other["candidates"][0]["nodes"] = nullptr;
  CHECK(compare_results(test::data_of(document(10)), test::data_of(other), 1e9).beyond.size() == 1);
}

TEST_CASE("something else than a result is refused") {
  for (const char* text : {"3", "{}", R"({"candidates": 1})", R"({"candidates": [1]})", "[[]]"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(compare_results(test::data_of(Json::parse(text)), test::data_of(document(1)), 0), Error);
  }
}
