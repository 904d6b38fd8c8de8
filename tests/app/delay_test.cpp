// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/place.hpp"

using namespace cutline::test;
using Json = nlohmann::ordered_json;

TEST_CASE("delay prints a table for people, data for programs, and a picture") {
  const Place place("");
  const std::string command = "delay --technology nangate45 --layer metal8 --length 0.5mm..10mm --clock 2GHz";
  const Run table = place.run(command);
  CHECK(table.code == 0);
  CHECK(table.err.empty());
  for (const char* words : {"nangate45 metal8: delay of a wire", "energy of a bit", "cycles at 2 GHz",
                            "where one model overtakes another", "where each model holds", "10 mm take"}) {
    CHECK_MESSAGE(contains(table.out, words), words);
  }
  const Run reach = place.run("delay --technology nangate45 --layer metal8 --length 0.5mm..10mm --clock 4GHz");
  CHECK(contains(reach.out, "a wire of one cycle is at most"));
  const Json json = Json::parse(place.run(command + " --format json").out);
  CHECK(json["medium"] == "nangate45 metal8");
  CHECK(json["cycle_ns"] == 0.5);
  for (const Json& model : json["models"]) {
    CHECK(model["points"].size() == 5);
    for (const Json& point : model["points"]) {
      CHECK(point["cycles"] == std::max(1.0, std::ceil(point["delay_ps"].get<double>() / 500 * (1 - 1e-12))));
    }
  }
  CHECK(place.run(command + " --format csv --steps 7").out.find("\nrepeated,0.5,") != std::string::npos);
  CHECK(place.run(command + " -o wire.svg").code == 0);
  CHECK(slurp(place / "wire.svg").find("<svg") == 0);
  CHECK(place.run("delay --technology paper-line-card --length 254mm").out.find("2.54") != std::string::npos);
}

TEST_CASE("delay says what is wrong with its options") {
  const Place place("");
  const auto error = [&](const std::string& arguments) {
    const Run run = place.run("delay " + arguments);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    return run.err;
  };
  const std::string one = "--technology nangate45 --length 1mm";
  CHECK(error("--length 1mm").find("--technology") != std::string::npos);
  CHECK(error("--technology nangate54 --length 1mm").find("did you mean 'nangate45'?") != std::string::npos);
  CHECK(error("--technology nangate45 --length 1..2").find("'length' has no unit") != std::string::npos);
  CHECK(error("--technology nangate45 --length 2mm..1mm").find("ends before it begins") != std::string::npos);
  CHECK(error("--technology nangate45 --length 0mm").find("must be more than 0") != std::string::npos);
  CHECK(error(one + " --layer metal11").find("did you mean 'metal1'?") != std::string::npos);
  CHECK(error(one + " --clock 2mm").find("is not its unit") != std::string::npos);
  CHECK(error(one + " --steps 1").find("--steps cannot be '1'") != std::string::npos);
  CHECK(error("--technology unit --length 1mm").find("gives no figure") != std::string::npos);
  CHECK(place.run("delay --technology none/such.yaml --length 1mm").code == 3);
}
