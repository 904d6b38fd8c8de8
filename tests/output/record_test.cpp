// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/record/record.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/explain/explain.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/quantities.hpp"
#include "json.hpp"

using namespace cutline;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kSpec = R"(cutline: 1
title: three networks
hold: {bisection: of cube}
message: 150 bits
delay: [constant, linear]
candidates:
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}
  - {name: cube, topology: {family: hypercube, dimensions: 4}, placement: {order: gray}}
  - {name: real, ideal: true, topology: {family: torus, nodes: 16, dimensions: 3, channels: unidirectional}}
expect:
  - {candidate: cube, key: nodes, value: 16, origin: counted}
  - {candidate: cube, key: nodes, value: 17, origin: printed}
  - {candidate: cube, key: no.such.key, value: 1, origin: formula}
)";

/// A study, from its text to its records.
struct Result {
  Study study;
  std::vector<Candidate> candidates;
  std::vector<Ranking> rankings;
  Json document;
  explicit Result(const std::string& text)
      : study(parse_study(text, "spec.yaml", ".")),
        candidates(evaluate(study)),
        rankings(rank(study, candidates)),
        document(test::json_of(result_document(study, candidates, rankings))) {}
  const Json& record(std::size_t candidate, std::size_t delay = 0) const {
    return document.at("candidates").at(candidate * study.delays.size() + delay);
  }
};

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> result;
  for (const auto& [key, value] : object.items()) result.push_back(key);
  return result;
}

/// Every dotted path that leads to null.
void nulls(const std::string& path, const Json& value, std::vector<std::string>& out) {
  if (value.is_null()) out.push_back(path);
  if (!value.is_object()) return;
  for (const auto& [key, child] : value.items()) nulls(path + '.' + key, child, out);
}

bool has_note(const Json& record, const std::string& words) {
  return std::any_of(record.at("notes").begin(), record.at("notes").end(),
                     [&](const Json& note) { return note.get<std::string>().find(words) != std::string::npos; });
}

}  // namespace

TEST_CASE("a record has the keys that its schema asks for, in its order") {
  const Result result(kSpec);
  const Json schema = Json::parse(result_schema());
  const auto expected =
      schema.at("properties").at("candidates").at("items").at("required").get<std::vector<std::string>>();
  for (const Json& record : result.document.at("candidates")) CHECK(keys(record) == expected);
  CHECK(keys(result.document) == std::vector<std::string>{"cutline", "title", "run", "candidates"});
  CHECK(keys(result.document.at("run")) == std::vector<std::string>{"spec_sha256", "technology", "seed"});
  CHECK(result.document.at("candidates").size() == 6);
}

TEST_CASE("groups have the same keys for layouts, ideal candidates and what cannot be built") {
  const Result result(kSpec);
  for (const auto& entry : result.record(0).items()) {
    if (!entry.value().is_object() || find_quantity(entry.key()) != nullptr) continue;
    CAPTURE(entry.key());
    CHECK(keys(entry.value()) == keys(result.record(2).at(entry.key())));
  }
  CHECK(keys(result.record(0).at("density").at("x")) == keys(result.record(2).at("density").at("x")));
}

TEST_CASE("an ideal candidate has null wherever only a layout can know, and says so") {
  const Result result(kSpec);
  const Json& ideal = result.record(2);
  CHECK(ideal.at("ideal") == true);
  CHECK(has_note(ideal, "closed forms"));
  for (const char* group : {"grid", "tracks", "layout"}) {
    for (const auto& [key, value] : ideal.at(group).items()) {
      CAPTURE(key);
      CHECK(value.is_null());
    }
  }
  CHECK(ideal.at("density").at("x").at("peak_links").is_null());
  CHECK(ideal.at("length").at("total_span").is_null());
  CHECK(ideal.at("length").at("longest_span").is_number());
  CHECK(ideal.at("performance").at("latency_ns").is_number());
}

TEST_CASE("a layout leaves null only what its technology and its plane cannot have") {
  const Result result(kSpec);
  std::vector<std::string> found;
  nulls("", result.record(0), found);
  for (const std::string& path : found) {
    CAPTURE(path);
    const bool metres = path.size() > 3 && path.find("_mm") != std::string::npos;
    const bool depth = path == ".density.z" || path == ".layout.depth_pitches" || path == ".layout.volume_pitches3" ||
                       path.find("pillar") != std::string::npos;
    // Null because of `interchanges: 0`.
    const bool interchange = path == ".express" || path.find("interchange") != std::string::npos;
    // Without metal and supply there are no areas, energies or layers.
    const bool metal = path.find(".energy") == 0 || path.find(".routers.") == 0 || path == ".delay.slowest_wire" ||
                       path == ".layout.router_area_fraction";
    const bool warning = path == ".delay.warning";  // there is nothing to warn of
    const bool ranked = path == ".rank_range";      // nothing is uncertain
    const bool over = path == ".over";              // `layout.wiring: beside` says why
    // No places, lengths or delays are given.
    const bool given = path == ".overflow" || path == ".given" || path == ".delay.given_differ";
    const bool print = path.find(".bounds.published") == 0;  // no area of a mesh here is in print
    const bool arranged = path == ".grid.arranged";          // the order does not optimise
    // Known for one-way k-ary n-cubes; the saturation is known for all.
    const bool capacity = path == ".performance.capacity_bits_per_cycle_per_terminal";
    // Told where the spec asks for loads, or a candidate's paths are in tables.
    const bool routes = path == ".performance.virtual_channels_needed" || path == ".performance.free_of_deadlock";
    const bool swept = path == ".swept";  // the spec has no sweep
    CHECK((swept || metres || depth || interchange || metal || warning || over || given || print || ranked ||
           arranged || capacity || routes));
  }
  CHECK(has_note(result.record(0), "_mm"));
  CHECK(has_note(result.record(0), "one plane"));
}

TEST_CASE("the parts of a latency add up to it, and cycles to nanoseconds") {
  const Result result(kSpec);
  for (const Json& record : result.document.at("candidates")) {
    const Json& performance = record.at("performance");
    const Json& parts = performance.at("latency_parts_ns");
    const double total = performance.at("latency_ns").get<double>();
    const double sum =
        parts.at("node").get<double>() + parts.at("wire").get<double>() + parts.at("message").get<double>();
    CHECK(sum == doctest::Approx(total).epsilon(1e-12));
    CHECK(performance.at("latency_cycles").get<double>() * record.at("delay").at("cycle_ns").get<double>() ==
          doctest::Approx(total).epsilon(1e-12));
  }
}

TEST_CASE("whole numbers are JSON integers and the document parses again to itself") {
  const Result result(kSpec);
  const Json& mesh = result.record(0);
  for (const char* key : {"nodes", "terminals", "links"}) CHECK(mesh.at(key).is_number_integer());
  CHECK(mesh.at("density").at("x").at("peak_links").is_number_integer());
  CHECK(mesh.at("length").at("total_pitches").is_number_integer());
  CHECK(Json::parse(result.document.dump()) == result.document);
}

TEST_CASE("the record under one of several delay models is that of a study with this model alone, also as a text") {
  const std::string both = "delay: [constant, linear]\n";
  const std::string packages = "packages: [{name: chip, cells: [2, 2], edge: {pins: 500}}, {name: machine}]\n";
  for (const std::string& more : {std::string(), packages}) {
    std::string text = kSpec;
    text.replace(text.find("hold: {bisection: of cube}\n"), 27, more);
    if (!more.empty())
      text.replace(text.find("  - {name: real"), text.find("expect:") - text.find("  - {name: real"), "");
    const Result result(text);
    for (std::size_t delay = 0; delay < 2; ++delay) {
      std::string alone = text;
      alone.replace(alone.find(both), both.size(), delay == 0 ? "delay: constant\n" : "delay: linear\n");
      const Result single(alone);
      for (std::size_t c = 0; c < result.candidates.size(); ++c) {
        const Json one = test::json_of(record(result.study, result.candidates[c], delay, nullptr, 0));
        // Sources are those of the candidate under all its models.
        Json expected = test::json_of(record(single.study, single.candidates[c], 0, nullptr, 0));
        expected["sources"] = one.at("sources");
        CHECK(one.dump() == expected.dump());
        CHECK(record_texts(result.study, result.candidates[c]).at(delay) == expected.dump());
      }
    }
  }
}

TEST_CASE("a tile's router takes the cycle of the record's own delay model, also as a text") {
  const Result result(R"(cutline: 1
title: tiles under two delay models
technology: nangate45
delay: [elmore, repeated]
channel: {width: 32 bits}
population: any
node: {width: 2 mm, height: 2 mm}
candidates:
  - name: mesh
    topology: {family: mesh, radix: 4, dimensions: 2}
    tiles: [{name: core}, {name: memory, at: corner, router: {delay: 3 cycles}}]
)");
  std::vector<std::string> texts = record_texts(result.study, result.candidates[0]);
  std::vector<double> router_ns;
  for (std::size_t delay = 0; delay < 2; ++delay) {
    const Json one = test::json_of(record(result.study, result.candidates[0], delay, nullptr, 0));
    CHECK(texts[delay] == one.dump());
    router_ns.push_back(one.at("layout").at("tiles").at(1).at("router_ns").get<double>());
  }
  CHECK(router_ns[0] != router_ns[1]);
}

TEST_CASE("explain shows large reals in full, and says why no contention model is taken") {
  const std::string network = "candidates: [{name: m, topology: {family: mesh, radix: 8, dimensions: 2}}]\n";
  const Result large("cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\n" + network);
  CHECK(explain(large.study, large.candidates[0], 0, "area_lower_bound").value.find('e') == std::string::npos);
  const Result unloaded("cutline: 1\n" + network);
  const Result none("cutline: 1\ncontention: none\nload: 0.1 of capacity\n" + network);
  CHECK(explain(unloaded.study, unloaded.candidates[0], 0, "contention").source ==
        "the spec: neither load nor contention");
  CHECK(explain(none.study, none.candidates[0], 0, "contention").source == "the spec: contention");
}

TEST_CASE("expectations are counted by origin and a failing one shows what was found") {
  const Result result(kSpec);
  const std::vector<ExpectationResult> checked =
      check_expectations(result.study, test::data_of(result.document), result.candidates, result.rankings);
  REQUIRE(checked.size() == 3);
  CHECK(checked[0].holds);
  CHECK(!checked[1].holds);
  CHECK(!checked[2].holds);
  CHECK(!all_hold(checked));
  const std::string text = expectations_text(checked);
  CHECK(text.find("expect: 1 of 3 hold (counted 1 of 1, formula 0 of 1, printed 0 of 1)") == 0);
  CHECK(text.find("expected 17 (printed), found 16") != std::string::npos);
  CHECK(text.find("no such key") != std::string::npos);
}

TEST_CASE("the comparison ends in its sentences and every table fits 110 columns") {
  const Result result(kSpec);
  const std::vector<ExpectationResult> none;
  const std::string text = comparison_text({result.study, result.candidates, result.rankings, none}, ReportStyle{});
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    CHECK(end - begin <= 110);
    begin = end + 1;
  }
  for (const Candidate& candidate : result.candidates) CHECK(text.find(candidate.design->name) != std::string::npos);
}

TEST_CASE("every measure of the catalogue can be explained for layouts and for ideal candidates") {
  const Result result(kSpec);
  for (const ExplainedMeasure& measure : explained_measures()) {
    for (std::size_t c = 0; c < result.candidates.size(); ++c) {
      CAPTURE(std::string(measure.name));
      const Explanation by_name = explain(result.study, result.candidates[c], 0, std::string(measure.name));
      const Explanation by_key = explain(result.study, result.candidates[c], 0, std::string(measure.key));
      CHECK(!by_name.formula.empty());
      CHECK(!by_name.source.empty());
      CHECK(by_key.value == by_name.value);
      for (const FormulaNumber& number : by_name.numbers) {
        CAPTURE(number.symbol);
        CHECK((number.value != "-" || by_name.value == "-" || c == 2 || number.symbol == "longest_mm"));
      }
    }
  }
}

TEST_CASE("what does not apply to a network is said, without numbers and errata of other networks") {
  const Result result(kSpec);
  for (const char* measure : {"express_shares", "express_allocation", "interchange_pins", "media"}) {
    const Explanation told = explain(result.study, result.candidates[0], 0, measure);
    CAPTURE(measure);
    CHECK(!told.applies);
    CHECK(told.errata.empty());
    CHECK(told.numbers.empty());
    REQUIRE(told.remarks.size() == 1);
    CHECK(told.remarks[0].find("does not apply to") != std::string::npos);
    CHECK(explanation_text(told, {}).find(" does not apply ") != std::string::npos);
  }
  CHECK(explain(result.study, result.candidates[0], 0, "mean_hops").applies);
  CHECK(explain(result.study, result.candidates[0], 0, "distance_latency").errata.empty());
}

TEST_CASE("wires over the nodes are told in the record, in a note where they set the pitch, and in explanations") {
  const Result result(R"(cutline: 1
title: three meshes
technology: nangate45
channel: {width: 64 bits}
candidates:
  - {name: beside, topology: {family: mesh, radix: 4, dimensions: 2}, placement: {wiring: beside}}
  - {name: over, topology: {family: mesh, radix: 4, dimensions: 2}, placement: {wiring: over},
     node: {width: 1 mm, height: 1 mm}}
  - {name: narrow, topology: {family: mesh, radix: 4, dimensions: 2}, placement: {wiring: over},
     node: {width: 20 um, height: 1 mm}}
)");
  const Json& beside = result.record(0);
  CHECK(beside.at("over").is_null());
  CHECK(beside.at("layout").at("wiring") == "beside");
  // Two links of 128 wires end at an inner node; metal3 to metal6 are two pairs of layers at 0.28 um: 3572 cells are 1
  // mm.
  const Json& over = result.record(1);
  CHECK(over.at("layout").at("wiring") == "over");
  CHECK(over.at("layout").at("pitch_set_by") == "node boxes");
  CHECK(over.at("layout").at("width_pitches") == 4 * 3572);
  CHECK(over.at("over").at("x").at("used_wires_per_edge_max") == 128);
  CHECK(over.at("over").at("x").at("available_wires_per_edge") == 2 * (3572 - 257));
  CHECK(over.at("over").at("y").at("available_wires_per_edge") == 2 * (3572 - 256));
  CHECK(explain(result.study, result.candidates[1], 0, "available_wires").substituted == "6630 = 2 * (3572 - 257)");
  CHECK(explain(result.study, result.candidates[1], 0, "layout_width").substituted == "14288 = 14288 + 0");
  CHECK(explain(result.study, result.candidates[0], 0, "used_wires").value == "-");
  // In the narrow one, boxes grow to hold their terminals; at the ends of a row only one link ends at a node.
  const Json& narrow = result.record(2);
  CHECK(narrow.at("layout").at("pitch_set_by") == "wiring over the nodes");
  CHECK(narrow.at("layout").at("width_pitches") == 2 * (128 + 64) + 2 * (256 + 64));
  const std::string notes = narrow.at("notes").dump();
  CHECK(notes.find("node boxes grew from 72 x 3572 to 256 x 3572 wire pitches to hold their terminals") !=
        std::string::npos);
  CHECK(notes.find("node pitch grew to hold the wiring over the nodes: along x from 128 to 192 wire pitches (128 for "
                   "terminals, 64 for tracks)") != std::string::npos);
}

TEST_CASE("the width that an area allows is explained by the layout's sides around it, one from wires by the cut") {
  const std::string text = R"(cutline: 1
technology:
  name: wafer
  terminals: top
  layers: [{name: a, direction: horizontal, pitch: 1 um}, {name: b, direction: vertical, pitch: 1 um}]
node: {width: 64 um, height: 64 um}
delay: constant
hold: {area: of mesh}
candidates:
  - {name: mesh, topology: {family: mesh, radix: 8, dimensions: 2}, channel: {width: 16 bits}}
  - {name: cube, topology: {family: hypercube, dimensions: 6}}
)";
  const auto substituted = [](const std::string& spec) {
    const Result result(spec);
    return explain(result.study, result.candidates[1], 0, "width_before_rounding").substituted;
  };
  CHECK(substituted(text) ==
        "0.589824 = (0.752 + (3.2 - 3) * (0.832 - 0.752)) * (0.752 + (3.2 - 3) * (0.832 - 0.752))");
  std::string wires = text;
  wires.replace(wires.find("area: of mesh"), 13, "bisection: of mesh");
  // 32 links of the cube, with two channels each, share the wires of 16 channels of the mesh.
  CHECK(substituted(wires) == "4 = (256 / 64 - 0) / 1");
}

TEST_CASE("an unknown measure is met with the nearest one") {
  const Result result(kSpec);
  try {
    explain(result.study, result.candidates[0], 0, "latncy");
    FAIL("explained a measure that does not exist");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::bad_input);
    CHECK(error.diagnostics().front().hint.find("'latency'") != std::string::npos);
  }
}

TEST_CASE("on several planes the keys of z, of pillars, of depth and of volume are filled") {
  const Result result(R"(cutline: 1
technology: nangate45
router: {delay: 1 cycle}
candidates:
  - {name: stack, topology: {family: torus, radix: 4, dimensions: 3}, placement: {axes: [x, y, z], order: folded}}
)");
  const Json& record = result.record(0);
  std::vector<std::string> found;
  nulls("", record, found);
  for (const std::string& path : found) {
    if (path.find("interchange") != std::string::npos || path == ".grid.arranged") continue;
    for (const std::string word : {".density", ".tracks", ".layout", ".grid", ".length", ".pins"})
      CHECK(path.compare(0, word.size(), word) != 0);
  }
  const Json& layout = record.at("layout");
  CHECK(record.at("grid").at("planes") == 4);
  CHECK(record.at("tracks").at("per_pillar") == 2);
  CHECK(record.at("density").at("z").at("peak_links") == 32);
  CHECK(layout.at("depth_mm").get<double>() == doctest::Approx(4 * 0.05));
  CHECK(layout.at("volume_mm3").get<double>() ==
        doctest::Approx(layout.at("area_mm2").get<double>() * layout.at("depth_mm").get<double>()));
  CHECK(layout.at("depth_pitches") == 4 * 179);  // 50 um are 178.6 pitches of 280 nm
  CHECK_FALSE(has_note(record, "one plane"));
}

TEST_CASE("planes in a technology that does not say how far apart they are is one error, with a hint") {
  std::string message;
  try {
    const Result result(R"(cutline: 1
technology:
  name: mine
  layers: [{name: m1, direction: horizontal, pitch: 0.2 um}, {name: m2, direction: vertical, pitch: 0.2 um}]
candidates:
  - {name: stack, topology: {family: torus, radix: 4, dimensions: 3}, placement: {axes: [x, y, z]}}
)");
  } catch (const Error& error) {
    for (const Diagnostic& each : error.diagnostics()) message += each.message + " | " + each.hint + "\n";
  }
  CHECK(message.find("how far apart 4 planes are") != std::string::npos);
  CHECK(message.find("`plane_pitch`") < message.find('\n'));
}
