// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/quantities.hpp"

#include <doctest/doctest.h>

#include <set>

#include "cutline/output/explain/explain.hpp"
#include "cutline/output/list/listing.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"
#include "json.hpp"
#include "rank/scoring.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Whether the path is that of a quantity, or leads to a place inside a quantity.
bool stands_in_record(std::string_view path) {
  for (const Quantity& row : quantities()) {
    if (path == row.key || path.starts_with(row.key + '.')) return true;
  }
  return false;
}

/// Whether it is a path inside a quantity that has a value.
bool stands_within(std::string_view path) {
  for (const Quantity& row : quantities()) {
    if (row.value != nullptr && path.starts_with(row.key + '.')) return true;
  }
  return false;
}

void collect_keys(const std::string& path, const Data& value, std::set<std::string>& keys) {
  if (find_quantity(path) != nullptr || !value.is_map()) {
    keys.insert(path);
    return;
  }
  for (const auto& [key, child] : value.map()) collect_keys(path.empty() ? key : path + '.' + key, child, keys);
}

}  // namespace

TEST_CASE("every quantity has a key of its own, a summary, and a value or notes") {
  std::set<std::string> keys;
  for (const Quantity& row : quantities()) {
    CAPTURE(row.key);
    CHECK(keys.insert(row.key).second);
    CHECK(!row.summary.empty());
    CHECK((row.value == nullptr || row.notes == nullptr));
    if (row.value == nullptr && row.notes == nullptr) CHECK(stands_within(row.key));
  }
}

TEST_CASE("who asks for a column by its heading gets it, or is told its name") {
  for (const Quantity& row : quantities()) {
    std::string heading(row.names.title);
    if (heading.starts_with("= ") || heading.starts_with("+ ")) heading.erase(0, 2);
    if (heading.empty() || row.key.empty()) continue;
    CAPTURE(heading);
    try {
      quantity_by_name(heading, [](const Quantity&) { return true; });
    } catch (const Error& error) {
      CHECK(error.diagnostics().front().hint.find(" of tables is '") != std::string::npos);
    }
  }
}

TEST_CASE("every symbol of a derivation has a value from somewhere") {
  for (const Quantity& row : quantities()) {
    CAPTURE(row.key);
    for (const Derivation& each : row.derivations) {
      CHECK_FALSE(row.names.name.empty());
      for (const Symbol& symbol : each.symbols) {
        const auto* key = std::get_if<std::string_view>(&symbol.number);
        if (key == nullptr) continue;
        CAPTURE(*key);
        CHECK((key->starts_with("words.") || stands_in_record(*key)));
      }
    }
  }
}

TEST_CASE("a record holds the catalogue's keys and no other") {
  Study study = unit_study({"constant"});
  study.designs = {torus(4, 2, "bidirectional", "folded")};
  study.designs[0].channel.width_bits = 8;
  const std::vector<Candidate> candidates = evaluated(study);
  std::set<std::string> found;
  collect_keys("", record(study, candidates[0], 0, nullptr, 0), found);
  found.erase("notes");
  found.erase("cutline");
  for (const std::string& key : found) {
    CAPTURE(key);
    bool known = find_quantity(key) != nullptr;
    for (const RecordPart& part : record_parts()) known = known || key == part.key;
    CHECK(known);
  }
  CHECK(found.size() > 100);
}

TEST_CASE("the list of quantities tells all of the one that is named, with its whole key") {
  const Listing one = listing("quantities", "layout.area_mm2");
  REQUIRE(one.sections.size() == 1);
  const Table& shown = one.sections.front().table;
  REQUIRE(shown.rows.size() == one.table.columns.size());
  CHECK(shown.rows.front().back() == TableCell("layout.area_mm2"));
}

TEST_CASE("every name of the list of quantities is a column, and one to rank by") {
  const Study study = parse_study(
      "cutline: 1\ntechnology: nangate45\npopulation: any\nnode: {width: 1 mm, height: 1 mm}\n"
      "packages: [{name: chip, cells: [2, 2]}]\n"
      "candidates: [{name: a, topology: {family: mesh, radix: 4, dimensions: 2}}]\n",
      "a.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study);
  const UnderDelay asked = under_delay(study, candidates[0], 0);
  std::size_t names = 0;
  for (const Quantity& quantity : quantities()) {
    if (quantity.key.empty()) continue;
    CHECK(&quantity_by_name(quantity.key, asked) == &quantity);
    const Data value = quantity_value(asked, quantity);
    for (const std::string_view name : quantity.all_names()) {
      CAPTURE(name);
      CHECK_NOTHROW(quantity_by_name(name, asked));
      const RankMeasure* measure = find_measure(name);
      REQUIRE(measure != nullptr);
      if (name == quantity.key && value.is_number()) CHECK(measure->value(asked) == value.number());
      ++names;
    }
  }
  CHECK(names > 300);
  CHECK(quantity_value(asked, quantity_by_name("area_ratio", asked)).number() >= 1);
  CHECK(quantity_value(asked, quantity_by_name("module_pins", asked)).number() == 8);
  CHECK(measure_hint("latency_cycle").find("did you mean 'latency_cycles'?") != std::string::npos);
}

TEST_CASE("what rankings and their columns call a number, and every key, is explained with its value") {
  const Study study = parse_study(
      "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 32 bits}\n"
      "candidates: [{name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}]\n",
      "spec.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study);
  const auto explained = [&](const std::string& name) { return explain(study, candidates[0], 0, name); };
  CHECK(explained("longest").key == "length.longest_mm");
  CHECK(explained("span").key == "length.longest_span");
  CHECK(explained("total").key == "length.total_mm");
  CHECK(explained("hops").key == "performance.mean_hops");
  const Data all = record(study, candidates[0], 0, nullptr, 0);
  for (const char* key : {"length.longest_mm", "layout.width_mm", "routers.router.ports", "channel.width_bits"}) {
    CAPTURE(key);
    const Explanation found = explained(key);
    const double value = all.at_path(key)->number();
    if (found.key == key) {
      CHECK(std::stod(found.value) == doctest::Approx(value));
    } else {
      REQUIRE(!found.remarks.empty());
      CHECK(found.remarks[0].starts_with(std::string(key) + " = "));
      CHECK(std::stod(found.remarks[0].substr(found.remarks[0].find('=') + 1)) == doctest::Approx(value));
    }
  }
}
