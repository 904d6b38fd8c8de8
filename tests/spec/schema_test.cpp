// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/document.hpp"
#include "base/number.hpp"
#include "cutline/topology/family.hpp"
#include "spec/library_files.hpp"
#include "spec/reading.hpp"
#include "support/places.hpp"

using namespace cutline;
using Json = nlohmann::ordered_json;

namespace {

Json to_json(const Document& document, YamlId id) {
  const YamlNode& node = document[id];
  if (node.kind == YamlKind::null) return nullptr;
  if (node.kind == YamlKind::list) {
    Json list = Json::array();
    for (const YamlId item : node.items) list.push_back(to_json(document, item));
    return list;
  }
  if (node.kind == YamlKind::map) {
    Json map = Json::object();
    for (const YamlEntry& entry : node.entries) map[entry.key] = to_json(document, entry.value);
    return map;
  }
  if (node.quoted) return node.text;
  if (node.text == "true" || node.text == "false") return node.text == "true";
  const auto number = parse_number(node.text);
  if (number && number->whole) return *number->whole;
  return number ? Json(number->real) : Json(node.text);
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  FAIL("the schema uses the type " << type);
  return false;
}

bool valid(const Json& schema, const Json& value);

bool valid_object(const Json& schema, const Json& value) {
  if (schema.contains("required")) {
    for (const Json& name : schema["required"]) {
      if (!value.contains(name.get<std::string>())) return false;
    }
  }
  for (const auto& [key, member] : value.items()) {
    bool named = false;
    const Json patterns = schema.value("patternProperties", Json::object());
    for (const auto& [pattern, rule] : patterns.items()) {
      if (!std::regex_search(key, std::regex(pattern))) continue;
      named = true;
      if (!valid(rule, member)) return false;
    }
    if (schema.contains("properties") && schema["properties"].contains(key)) {
      if (!valid(schema["properties"][key], member)) return false;
    } else if (!named && schema.contains("additionalProperties")) {
      const Json& rest = schema["additionalProperties"];
      if (rest.is_boolean() ? !rest.get<bool>() : !valid(rest, member)) return false;
    }
  }
  return true;
}

/// Whether the value follows the schema. Knows the keywords of draft-07 that our schema uses; any other fails the test.
bool valid(const Json& schema, const Json& value) {
  for (const auto& [keyword, rule] : schema.items()) {
    if (keyword == "type") {
      const Json types = rule.is_array() ? rule : Json::array({rule});
      if (std::none_of(types.begin(), types.end(), [&](const Json& type) { return has_type(value, type); }))
        return false;
    } else if (keyword == "enum") {
      if (std::find(rule.begin(), rule.end(), value) == rule.end()) return false;
    } else if (keyword == "const") {
      if (value != rule) return false;
    } else if (keyword == "anyOf") {
      if (std::none_of(rule.begin(), rule.end(), [&](const Json& one) { return valid(one, value); })) return false;
    } else if (keyword == "pattern") {
      if (!value.is_string() || !std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>())))
        return false;
    } else if (keyword == "minimum" || keyword == "exclusiveMinimum") {
      const bool strict = keyword != "minimum";
      if (value.is_number() &&
          (strict ? value.get<double>() <= rule.get<double>() : value.get<double>() < rule.get<double>()))
        return false;
    } else if (keyword == "items") {
      if (value.is_array() &&
          !std::all_of(value.begin(), value.end(), [&](const Json& item) { return valid(rule, item); }))
        return false;
    } else if (keyword != "properties" && keyword != "patternProperties" && keyword != "required" &&
               keyword != "additionalProperties") {
      const bool words = keyword == "description" || keyword == "title" || keyword == "$schema";
      CHECK_MESSAGE(words, keyword);
    }
  }
  return !value.is_object() || valid_object(schema, value);
}

/// A part of a schema with every $ref replaced by the part of the whole to which it refers.
Json inlined(const Json& part, const Json& whole) {
  if (part.is_object() && part.contains("$ref")) {
    CHECK(part.size() == (part.contains("description") ? 2 : 1));
    const std::string path = part["$ref"];
    REQUIRE(path.rfind("#/", 0) == 0);
    return inlined(whole.at(Json::json_pointer(path.substr(1))), whole);
  }
  Json out = part;
  if (part.is_structured()) {
    for (Json& each : out) each = inlined(each, whole);
  }
  return out;
}

Json read_schema(const std::string& text) {
  const Json schema = Json::parse(text);
  Json whole = inlined(schema, schema);
  whole.erase("definitions");
  return whole;
}

bool valid_text(const Json& schema, const std::string& text) {
  const Document document = parse_document(text, "a.yaml");
  return valid(schema, to_json(document, document.root));
}

bool valid_spec(const std::string& text) {
  static const Json schema = read_schema(spec_schema());
  return valid_text(schema, text);
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What stands in layouts/ beside specs, each kind in a folder of its own, and its schema.
struct LibraryKind {
  const char *folder, *schema_file, *subject;
  std::string (*schema)();
};
constexpr LibraryKind kLibraryKinds[] = {
    {"technologies", "technology.schema.json", "technology", technology_schema},
    {"connectors", "connector.schema.json", "connector", [] { return connector_files().schema(); }},
    {"materials", "material.schema.json", "material", [] { return material_files().schema(); }},
    {"media", "medium.schema.json", "medium", [] { return medium_files().schema(); }},
    {"prices", "prices.schema.json", "prices", [] { return price_files().schema(); }},
};
constexpr LibraryKind kSpecs = {"", "cutline.schema.json", "spec", spec_schema};

/// Calls visit(path, text) for every file of a kind, or every spec, of the library.
template <class Visit>
int for_each_layout(const LibraryKind& kind, const Visit& visit) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(cutline::test::source_folder() + "/layouts")) {
    const std::string folder = entry.path().parent_path().filename().string();
    const auto* own = std::find_if(std::begin(kLibraryKinds), std::end(kLibraryKinds),
                                   [&](const LibraryKind& each) { return folder == each.folder; });
    const std::string_view stands = own == std::end(kLibraryKinds) ? kSpecs.folder : own->folder;
    if (entry.path().extension() != ".yaml" || stands != kind.folder) continue;
    CAPTURE(entry.path().string());
    visit(entry.path(), bytes_of(entry.path()));
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("the schema is draft-07 and closed") {
  const Json schema = read_schema(spec_schema());
  CHECK(schema["$schema"] == "http://json-schema.org/draft-07/schema#");
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["required"] == Json::array({"cutline"}));
  CHECK(valid(schema, Json::parse(R"({"cutline": 1, "search": {"grid": [4, 4]}})")));
  CHECK(!valid(schema, Json::parse(R"({"cutline": 1})")));
}

TEST_CASE("the schema accepts and refuses what the reader does") {
  const std::string head = "cutline: 1\n";
  const std::string tail = "candidates: [{name: t, topology: {family: torus, radix: 4, dimensions: 2}}]\n";
  const std::string lines[] = {
      "title: x",
      "title: 2026",
      "title: true",
      "title: [x]",
      "titel: x",
      "message: 150 bits",
      "message: 150",
      "message: 5 mm",
      "message: [{size: 8 bits, share: 1}]",
      "message: [{size: 8 bits, shar: 1}]",
      "hold: none",
      "hold: {bisection: of t}",
      "hold: {bisection: 4 x of t, count: formula}",
      "hold: {bisection: 3 wires, count: all}",
      "hold: {pins: 8 pins}",
      "hold: {pin: 8 pins}",
      "clock: {rule: fixed, frequency: 2 GHz}",
      "clock: {rule: slow}",
      "wires: pipelined",
      "wires: fast",
      "delay: linear",
      "delay: [linear, {model: constant, constant: 3}]",
      "delay: {model: constant, slope: 3}",
      "delay: nolinear",
      "rank: latency",
      "rank: [{latency: 0.7}, {area: 0.3}]",
      "rank: beauty",
      "rank: degree",
      "rank: {latency_cycles: 2, volume: 1}",
      "rank: {beauty: 1}",
      "rank: graph.diameter_hops",
      "rank: {graph.diameter_hops: 2, area: 1}",
      "rank: {graph.diameter_hops: -1}",
      "tie: 3 %",
      "tie: 3",
      "population: any",
      "population: {terminals: 16, tolerance: 5 %}",
      "population: {people: 3}",
      "traffic: {pattern: uniform, self: true}",
      "traffic: {self: 3}",
      "traffic: {self: false}",
      "traffic: transpose",
      "traffic: {pattern: hot_spot, node: 3, share: 0.5}",
      "traffic: {pattern: hot_spot, self: true}",
      "traffic: {pattern: matrix, rows: [[0, 1], [1, 0]]}",
      "load: 0.3 of capacity",
      "load: 0.3 of capcity",
      "load: 0.3",
      "load: [0.1 bits/cycle, 2 bits/ns/terminal, 0.9 of saturation]",
      "load: '[0.1, 0.3] of capacity'",
      "load: {from: 0, to: 1, step: 0.1, of: capacity}",
      "load: {at: [0.1, 0.2], in: bits/cycle}",
      "load: {at: [0.1, 0.2], in: bits/day}",
      "virtual_channels: 5",
      "virtual_channels: 0",
      "contention: none",
      "contention: agarwal-1991",
      "contention: [{model: dally-1990, queueing: sufficient}, shared-bus]",
      "contention: {model: dally-1990, turns: none}",
      "guest: {pattern: mesh, per_processor: 8, message: 32 bits, mapping: gray}",
      "guest: {pattern: mesh, per_processor: 8, message: 32}",
      "guest: {pattern: tree, per_processor: 8, message: 32 bits}",
      "curve: {x: load, from: 0, to: 1, step: 0.1, of: saturation}",
      "curve: {x: distance, to: 3}",
      "curve: {x: time, to: 3}",
      "traffic: hotspot",
      "limits: {layers: 4}",
      "limits: {layers: 0}",
      "limits: {colour: 3}",
      "technology: nangate45",
      "technology: {name: unit, pairs: 2}",
      "technology: {name: unit, paris: 2}",
      "defaults: {placement: {order: folded}}",
      "defaults: {placement: {columns: 4, empty: [{x: 2, y: 0-1}, {x: 1-2, y: 3}]}}",
      "defaults: {placement: {columns: 4, empty: [{z: [1]}]}}",
      "defaults: {tiles: [{name: a}, {name: 7, at: [3, 4-5, {x: 0, y: 0}]}]}",
      "defaults: {placement: {order: backwards}}",
      "defaults: {placement: {wiring: over}}",
      "defaults: {placement: {wiring: above}}",
      "expect: [{candidate: t, key: nodes, value: 16}]",
      "expect: [{candidate: t, ky: nodes}]",
      "router: {delay: 3 cycles}",
      "router: {delay: 3 ns, period: 2 cycles, area: 0.02 mm2, energy: 0.1 pJ/bit, depth: 8}",
      "router: {energy: 3}",
      "router: {depth: 0}",
      "interchange: {delay: 1 cycle, energy: 20 fJ/bit}",
      "interchange: {injection: 1 cycle}",
      "router: {delay: 3}",
      "channel: {width: 8 bits, round: down}",
      "channel: {width: 8 mm}",
      "packages: [{name: chip, cells: [2, 2], edge: {pins: 3, energy: 0.5 pJ/bit}}, {name: b}]",
      "packages: [{name: chip, cells: 2}]",
      "packages: [{name: chip, cells: [2, 2], edge: {energy: 3}}]",
      "packages: [{cells: [2, 2]}]"};
  int accepted = 0, refused = 0;
  for (const std::string& line : lines) {
    CAPTURE(line);
    const std::string text = head + line + "\n" + tail;
    const bool reads = reading::outcome(text).code == 0;
    CHECK(valid_spec(text) == reads);
    (reads ? accepted : refused) += 1;
  }
  CHECK(accepted > 15);
  CHECK(refused > 15);
}

TEST_CASE("the schema takes as traffic of a plane what the reader takes, which is one pattern") {
  for (const char* traffic : {"uniform", "transpose", "{pattern: hot_spot, node: 3, share: 0.5}",
                              "[{name: video, share: 1, traffic: uniform}]"}) {
    CAPTURE(traffic);
    const std::string text =
        "cutline: 1\ncandidates:\n  - name: two\n    planes:\n"
        "      - {name: a, topology: {family: torus, radix: 4, dimensions: 2}, traffic: " +
        std::string(traffic) + "}\n";
    CHECK(valid_spec(text) == (reading::outcome(text).code == 0));
  }
}

TEST_CASE("every spec of the library is read, and the schema accepts it") {
  const int specs = for_each_layout(kSpecs, [](const std::filesystem::path& path, const std::string& text) {
    CHECK_NOTHROW(read_study(path.string()));
    CHECK(valid_spec(text));
  });
  CHECK(specs > 0);
}

TEST_CASE("the schema of each kind of file accepts every one of the library, and no spec") {
  for (const LibraryKind& kind : kLibraryKinds) {
    const Json own = read_schema(kind.schema());
    const int files = for_each_layout(kind, [&](const std::filesystem::path&, const std::string& text) {
      CHECK(valid_text(own, text));
      CHECK_FALSE(valid_spec(text));
    });
    CHECK(files > 0);
  }
  const Json schema = read_schema(technology_schema());
  CHECK(schema["required"] == Json::array({"name"}));
  CHECK_FALSE(valid_text(schema, "name: a\nlayers: [{name: m, direction: up, pitch: 1 um}]\n"));
  CHECK_FALSE(valid_text(schema, "name: a\nvdd: 1\n"));
}

TEST_CASE("the schemas beside the library are those that the program prints") {
  const std::filesystem::path layouts = cutline::test::source_folder() + "/layouts";
  const auto expect_same = [&](const LibraryKind& kind) {
    CHECK_MESSAGE(bytes_of(layouts / kind.schema_file) == kind.schema(), "write it again: cutline schema ",
                  std::string(kind.subject), " -o layouts/", std::string(kind.schema_file));
  };
  expect_same(kSpecs);
  for (const LibraryKind& kind : kLibraryKinds) expect_same(kind);
}

TEST_CASE("every file of the library tells an editor its schema in the first line") {
  const std::filesystem::path layouts = cutline::test::source_folder() + "/layouts";
  const auto expect_told = [&](const LibraryKind& kind) {
    const auto schema = layouts / kind.schema_file;
    for_each_layout(kind, [&](const std::filesystem::path& path, const std::string& text) {
      const std::string wanted =
          "# yaml-language-server: $schema=" + schema.lexically_relative(path.parent_path()).generic_string();
      CHECK(text.substr(0, text.find('\n')) == wanted);
    });
  };
  expect_told(kSpecs);
  for (const LibraryKind& kind : kLibraryKinds) expect_told(kind);
}

TEST_CASE("the schema tells the families apart") {
  const auto topology = [](const std::string& text) {
    return "cutline: 1\ncandidates: [{topology: {" + text + "}}]\n";
  };
  for (const Family& family : families()) {
    CAPTURE(family.name);
    CHECK(valid_spec(topology("family: " + std::string(family.name) + ", concentration: 2")));
    CHECK_FALSE(valid_spec(topology("family: " + std::string(family.name) + ", bogus: 2")));
  }
  CHECK(valid_spec(topology("family: hypercube, dimensions: 4")));
  CHECK_FALSE(valid_spec(topology("family: hypercube, radix: 4")));
  CHECK_FALSE(valid_spec(topology("family: hyprcube, dimensions: 4")));
  CHECK(valid_spec(topology("family: graph, nodes: 3, links: [[0, 1], [1, 2]]")));
  CHECK_FALSE(valid_spec(topology("family: graph, nodes: 3, links: [0, 1]")));
}
