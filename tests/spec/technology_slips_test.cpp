// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "spec/reading.hpp"
#include "support/csv.hpp"
#include "support/places.hpp"

using namespace cutline;

namespace {

std::string text_of(const std::string& technology) {
  std::ifstream file(cutline::test::source_folder() + "/layouts/technologies/" + technology + ".yaml");
  REQUIRE(file.good());
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A technology of the library with one slip in its file.
std::string with_slip(const std::string& technology, const std::string& right, const std::string& slip) {
  std::string text = text_of(technology);
  const std::size_t at = text.find(right);
  REQUIRE_MESSAGE(at != std::string::npos, technology << " has no " << right);
  return text.replace(at, right.size(), slip);
}

/// What comes of reading a technology file: its error, or its warnings.
struct Said {
  int code = 0;
  std::string text;
};

Said technology_slips_said(const std::string& yaml) {
  const auto path = std::filesystem::temp_directory_path() / "cutline-slip.yaml";
  std::ofstream(path) << yaml;
  Said result;
  try {
    for (const Diagnostic& warning : load_technology(path.string()).warnings) result.text += to_string(warning) + "\n";
  } catch (const Error& error) {
    result = {static_cast<int>(error.code()), error.what()};
  }
  std::filesystem::remove(path);
  return result;
}

int line_of(const std::string& text, const std::string& words) {
  return static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(text.find(words)), '\n')) + 1;
}

}  // namespace

TEST_CASE("a name with a line break or an escape is refused where it stands; prose of several lines becomes one") {
  const std::string layers =
      "layers: [{name: h, direction: horizontal, pitch: 1 um}, {name: v, direction: vertical, pitch: 1 um}]\n";
  const auto said = [&](const std::string& head, const std::string& name) {
    std::string text = layers;
    return technology_slips_said(head + text.replace(text.find("name: h") + 6, 1, name));
  };
  for (const auto& [name, character] : {std::pair("\"h\\n.control\"", "U+000A"), std::pair("\"h\\e[31m\"", "U+001B"),
                                        std::pair("\"h\\x9B\"", "U+009B"), std::pair("\"h\\u202E\"", "U+202E")}) {
    CAPTURE(std::string(name));
    const Said refused = said("name: own\n", name);
    CHECK(refused.code == static_cast<int>(ExitCode::bad_input));
    CHECK(refused.text.find(std::string(":2:17: error: 'name' holds the control character ") + character) !=
          std::string::npos);
  }
  const Said prose = said("name: own\nsummary: |\n  one\n  two\n", "h");
  CHECK_MESSAGE(prose.code == 0, prose.text);
}

TEST_CASE("a slip in a technology is said with its layer and its line") {
  struct Slip {
    const char *technology, *right, *slip;
    bool error;
    const char *layer, *what;
  };
  const Slip slips[] = {
      // The slips of public data: kohm for ohm, a layer of eleven times its neighbours, a missing routing layer.
      {"gf180", "r: 0.225636 ohm/um", "r: 0.000225636 ohm/um", true, "Metal2", "0.003 to 0.5 ohm um"},
      {"gf180", "r: 0.225637 ohm/um", "r: 0.225637 kohm/um", true, "Metal4", "factor of"},
      {"nangate45", "c: 0.06635 fF/um", "c: 0.737 fF/um", false, "metal10", "0.05 to 0.4 fF/um"},
      {"nangate45", "c: 0.109256 fF/um", "c: 0.0109256 fF/um", false, "metal5", "0.05 to 0.4 fF/um"},
      {"ihp-sg13g2", "r: 0.439998 ohm/um", "r: 8.5 ohm/um", false, "Metal4", "factor of"},
      {"nangate45", "c: 0.11915 fF/um", "c: 119.15 fF/um", true, "metal4", "a factor of 1000"},
      {"nangate45", "c: 0.11915 fF/um", "c: 0.11915 pF/mm", false, "", ""},
      {"asap7", "pitch: 0.064 um, width: 0.032 um", "pitch: 0.032 um, width: 0.064 um", true, "M6",
       "a pitch is a width and a space"},
      {"asap7", "width: 0.032 um", "width: 0.032 mm", true, "M6", "a pitch is a width and a space"},
      {"sky130", "via: 4.5 ohm", "via: 4.5 kohm", false, "met2", "0.001 to 500 ohm"},
      {"sky130", "r_chain: 5443.6 ohm", "r_chain: 5.4436 ohm", false, "", "'inv_2'"},
      {"sky130", ",\n     unlike: titanium nitride", "", false, "li1", "ohm um"},
      {"sky130", "vdd: 1.8 V", "vdd: 1.8 mV", true, "", "0.2 to 20 V"},
      {"fr4-stripline", "permittivity: 4.3", "flight: 6.9 ns/m", false, "", ""},
      {"fr4-stripline", "permittivity: 4.3", "flight: 176 ps/mm", false, "", "time of flight"},
  };
  for (const Slip& slip : slips) {
    CAPTURE(slip.technology);
    CAPTURE(slip.slip);
    const std::string yaml = with_slip(slip.technology, slip.right, slip.slip);
    const Said result = technology_slips_said(yaml);
    CAPTURE(result.text);
    if (std::string(slip.what).empty()) {
      CHECK(result.code == 0);
      CHECK(result.text.empty());
      continue;
    }
    CHECK(result.code == (slip.error ? 2 : 0));
    CHECK(result.text.find(slip.what) != std::string::npos);
    CHECK(result.text.find(slip.error ? "error: " : "warning: ") != std::string::npos);
    if (*slip.layer == 0) continue;
    CHECK(result.text.find(fmt::format("layer '{}'", slip.layer)) != std::string::npos);
    const int line = line_of(yaml, fmt::format("name: {},", slip.layer));
    CHECK(result.text.find(fmt::format("cutline-slip.yaml:{}:", line)) != std::string::npos);
  }
}

TEST_CASE("a warning of a technology is a warning of the spec that names it") {
  const auto folder = std::filesystem::temp_directory_path() / "cutline-slips";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "mine.yaml") << with_slip("nangate45", "c: 0.11915 fF/um", "c: 0.45 fF/um");
  const Study study = parse_study(reading::with("technology: mine.yaml"), "a.yaml", folder.string());
  REQUIRE(study.warnings.size() == 1);
  CHECK(study.warnings[0].warning);
  CHECK(study.warnings[0].message == "'c' of layer 'metal4' is 0.45 fF/um, usual is 0.05 to 0.4 fF/um");
  CHECK(study.warnings[0].place.file == (folder / "mine.yaml").string());
  std::filesystem::remove_all(folder);
}

TEST_CASE("every unit of a technology file is a factor of its base unit") {
  const auto layer = [](const std::string& keys) {
    const std::string yaml = "name: m\nlayers:\n- {name: a, direction: vertical, pitch: 1 um, " + keys +
                             "}\n- {name: b, direction: horizontal, pitch: 1 um}\n";
    const auto path = std::filesystem::temp_directory_path() / "cutline-units.yaml";
    std::ofstream(path) << yaml;
    const Layer read = load_technology(path.string()).layers.at(0);
    std::filesystem::remove(path);
    return read;
  };
  for (const char* r : {"0.1 ohm/um", "100 ohm/mm", "100000 ohm/m", "0.0001 kohm/um"}) {
    CHECK(layer(std::string("r: ") + r).figures[TechnologyFigure::r_ohm_per_mm] == doctest::Approx(100));
  }
  for (const char* c : {"0.2 fF/um", "200 fF/mm", "0.2 pF/mm", "200 pF/m"}) {
    CHECK(layer(std::string("c: ") + c).figures[TechnologyFigure::c_ff_per_mm] == doctest::Approx(200));
  }
  for (const char* l : {"0.5 nH/mm", "500 nH/m"}) {
    CHECK(layer(std::string("l: ") + l).figures[TechnologyFigure::l_nh_per_mm] == doctest::Approx(0.5));
  }
  for (const char* via : {"2 ohm", "0.002 kohm", "2000 mohm"}) {
    CHECK(layer(std::string("via: ") + via).figures[TechnologyFigure::via_ohm] == doctest::Approx(2));
  }
}

TEST_CASE("a wave's speed is given once, in one of three ways") {
  for (const char* way : {"permittivity: 3.9", "flight: 6.5873630677 ps/mm", "speed: 151.806 mm/ns"}) {
    std::string text = text_of("paper-line-card");
    text.replace(text.find("flight: 254 ps/inch"), 19, way);
    const auto path = std::filesystem::temp_directory_path() / "cutline-wave.yaml";
    std::ofstream(path) << text;
    CHECK(load_technology(path.string()).figures[TechnologyFigure::flight_ps_per_mm] ==
          doctest::Approx(6.58736).epsilon(1e-5));
    std::ofstream(path) << text << "flight: 7 ps/mm\npermittivity: 4\n";
    CHECK_THROWS_AS(load_technology(path.string()), Error);
    std::filesystem::remove(path);
  }
}

TEST_CASE("a technology is loaded by its name or its path, and what is wrong is said as of a spec") {
  CHECK(load_technology("nangate45").all_layers.size() == 10);
  CHECK(load_technology("nangate45").layers.size() == 4);
  CHECK(load_technology(cutline::test::source_folder() + "/layouts/technologies/sky130.yaml").name == "sky130");
  const auto code = [](const std::string& name) {
    try {
      load_technology(name);
    } catch (const Error& error) {
      return static_cast<int>(error.code());
    }
    return 0;
  };
  CHECK(code("nangate54") == 2);
  CHECK(code("none/such.yaml") == 3);
}
