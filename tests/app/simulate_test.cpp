// SPDX-License-Identifier: Apache-2.0
// `cutline simulate` with recorded runs of BookSim, and with programs that are no simulators.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include "app/exported_links.hpp"
#include "support/csv.hpp"

using namespace cutline::test;

namespace {

const std::string kRuns = source_folder() + "/tests/golden/booksim/torus-runs";

/// Writes a shell script into the place's folder that takes the part of BookSim.
void make_program(const Place& place, const std::string& lines) {
  place.write("booksim", "#!/bin/sh\n" + lines);
  fs::permissions(place / "booksim", fs::perms::owner_all);
}

/// A script that answers each rate and seed with BookSim's recorded output, with the patch of examples/booksim.
std::string replay() {
  return "for word; do case $word in injection_rate=*) rate=${word#*=};; seed=*) seed=${word#*=};; esac; done\n"
         "cat '" +
         kRuns + "'/rate-$rate-seed-$seed.txt\n";
}

Run simulate(const Place& place, const std::string& arguments) {
  return place.run("simulate '" + kRuns + "/spec.yaml' --with booksim --program ./booksim " + arguments);
}

std::size_t lines_with(const std::string& text, const std::string& words) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; ++at) ++count;
  return count;
}

}  // namespace

TEST_CASE("recorded runs of BookSim are read, and the model stands beside them") {
  const Place place;
  make_program(place, replay());
  const Run csv = simulate(place, "--seeds 2 --format csv");
  CHECK(csv.code == 0);
  CHECK(csv.out == slurp(kRuns + "/points.csv"));

  place.write("points.csv", csv.out);
  const Run table = simulate(place, "--seeds 2");
  CHECK(table.code == 0);
  CHECK(lines_with(table.out, " stable") == 5);  // four loads, and the head of the table of saturation
  CHECK(lines_with(table.out, " unstable") == 1);
  CHECK(lines_with(table.out, "saturated") == 1);
  CHECK(simulate(place, "--seeds 2 --plot load.svg --report page.html").code == 0);
  CHECK(slurp(place / "load.svg").find("points were measured by booksim, less 5 cycles") != std::string::npos);
  CHECK(slurp(place / "page.html").find("What others measured beside the model") != std::string::npos);
  // The same points, given by a key of the spec, make the same rows in the comparison and the same numbers in the
  // record.
  const std::string spec = "'" + kRuns + "/spec.yaml' --set \"measured=$PWD/points.csv\"";
  const Run compared = place.run("compare " + spec);
  const std::size_t first = table.out.find("candidate");
  const std::string rows = table.out.substr(first, table.out.find("\n\n", first) - first);
  CHECK(compared.out.find(rows) != std::string::npos);
  const Run simulated = simulate(place, "--seeds 2 --format json");
  const Run measured = place.run("measure " + spec + " --format json");
  const auto part = [](const std::string& json) {
    const std::size_t begin = json.find("\"measured\"");
    return json.substr(begin, json.find("\"measured_mean_error\"") - begin);
  };
  CHECK(!part(simulated.out).empty());
  CHECK(part(simulated.out) == part(measured.out));
  // The model is within the errors that it states.
  const std::size_t at = simulated.out.find("\"measured_mean_error\": ");
  REQUIRE(at != std::string::npos);
  CHECK(std::stod(simulated.out.substr(at + 23)) < 0.03);
}

TEST_CASE("a BookSim without the patch takes its own routes, and a note says so") {
  const Place place;
  make_program(place,
               "case \"$*\" in *routes_file*) echo 'Parse error : Unknown string field: routes_file'; exit 255;; "
               "esac\n" +
                   replay());
  const Run run = simulate(place, "--format csv");
  CHECK(run.code == 0);
  CHECK(lines_with(run.out, "stable") == 5);
  CHECK(run.err.find("note: ") != std::string::npos);
  CHECK(run.err.find("cannot take the candidates' routes and takes its own") != std::string::npos);
}

TEST_CASE("a program that is no BookSim, crashes, hangs, prints rubbish or fills the disk is one error") {
  struct Case {
    std::string lines, message;
  };
  for (const Case& each :
       {Case{"echo hello", "it printed no overall statistics with a packet latency; its last line: hello"},
        Case{"exit 0", "it printed nothing"}, Case{"kill -SEGV $$", "was ended by signal 11"},
        Case{"sleep 1000", "did not end within 0.5 s at its lowest load"}, Case{"yes", "printed more than 16 MiB"},
        Case{"printf 'Overall Traffic Statistics\\nPacket latency average = -nan (1 samples)\\n'",
             "it printed no overall statistics"}}) {
    CAPTURE(each.lines);
    const Place place;
    make_program(place, each.lines);
    const Run run = simulate(place, each.lines == "sleep 1000" ? "--time-limit 0.5" : "");
    CHECK(run.code == 3);
    CHECK(run.out.empty());
    CHECK(run.err.find("error: ") == 0);
    CHECK(lines_with(run.err, "error: ") == 1);
    CHECK(run.err.find(each.message) != std::string::npos);
    CHECK(run.err.find("hint: ") != std::string::npos);
  }
  const Place place;
  const Run missing = simulate(place, "");
  CHECK(missing.code == 2);
  CHECK(missing.err.find("'./booksim' is no program that can be run") != std::string::npos);
}

TEST_CASE("points that ended before another failed are not lost") {
  const Place place;
  make_program(place, "case \"$*\" in *injection_rate=0.5*) sleep 1; exit 1;; esac\n" + replay());
  const Run run = simulate(place, "--format csv --threads 1");
  CHECK(run.code == 3);
  CHECK(lines_with(run.out, "\n") == 4);  // the head, and three loads below
  CHECK(run.err.find("3 runs that ended before are shown") != std::string::npos);
}

TEST_CASE("a run past its time is told as such, and one at which the user stops leaves no process") {
  const Place place;
  make_program(place, "case \"$*\" in *injection_rate=0.6*) sleep 1000;; esac\n" + replay());
  const Run run = simulate(place, "--format csv --time-limit 1");
  CHECK(run.code == 0);
  CHECK(lines_with(run.out, "timed_out") == 1);

  make_program(place, "echo $$ >> '" + (place / "processes").string() + "'; sleep 1000");
  const Run stopped =
      place.run("simulate '" + kRuns + "/spec.yaml' --with booksim --program ./booksim", "timeout --signal INT 1");
  CHECK(stopped.code != 0);
  std::istringstream processes(slurp(place / "processes"));
  for (std::string process; processes >> process;)
    CHECK(place.output_of("cut -d' ' -f3 /proc/" + process + "/stat 2>/dev/null | grep -v Z").empty());
}

TEST_CASE("messages one by one take in SimGrid and ns-3 what the headers of the exports say") {
  struct Case {
    const char *simulator, *header;
  };
  for (const Case& each :
       {Case{"simgrid", "/usr/include/simgrid/s4u.hpp"}, Case{"ns3", "/usr/include/ns3/point-to-point-helper.h"}}) {
    if (!is_there(each.header)) {
      MESSAGE(each.simulator << " is not installed: its runs are skipped");
      continue;
    }
    CAPTURE(std::string(each.simulator));
    const Place place;
    const Run run =
        place.run("simulate '" + kRuns + "/spec.yaml' --format csv --set candidates[torus].topology.radix=4 --with " +
                  each.simulator);
    CHECK(run.code == 0);
    place.write("points.csv", run.out);
    const Run beside = place.run("measure '" + kRuns +
                                 "/spec.yaml' --format json --set candidates[torus].topology.radix=4 --set "
                                 "\"measured=$PWD/points.csv\"");
    const std::size_t at = beside.out.find("\"measured_mean_error\": ");
    REQUIRE(at != std::string::npos);
    CHECK(std::stod(beside.out.substr(at + 23)) < 1e-4);
  }
}

TEST_CASE("a request to end, or a terminal that ends, leaves neither programs nor folders") {
  for (const char* signal : {"TERM", "HUP"}) {
    CAPTURE(signal);
    const Place place;
    fs::create_directory(place / "tmp");
    make_program(place, "sleep 1000 & echo $! > '" + (place / "begun.part").string() + "'; mv '" +
                            (place / "begun.part").string() + "' '" + (place / "begun").string() + "'; sleep 1000");
    place.output_of("TMPDIR=\"$PWD/tmp\" '" + program_file() + "' simulate '" + kRuns +
                    "/spec.yaml' --with booksim --program ./booksim & p=$!; for i in $(seq 200); do [ -e begun ] && "
                    "break; sleep 0.05; done; kill -" +
                    signal + " $p; wait $p; echo $? > code");
    CHECK(slurp(place / "code") == (signal == std::string("TERM") ? "143\n" : "129\n"));
    const std::string left = place.output_of("ls tmp");
    CHECK(left.empty());
    // A process that has ended, but that its parent has not waited for, is in state Z.
    const std::string state = place.output_of("sleep 0.2; cat /proc/$(cat begun)/stat 2>/dev/null");
    CHECK((state.empty() || contains(state, ") Z ")));
  }
}

TEST_CASE("a candidate without a latency is refused before anything is run") {
  const Place place;
  make_program(place, "exit 0\n");
  place.write("spec.yaml",
              "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 8 bits}\n"
              "traffic: transpose\ncandidates:\n  - name: mesh\n    topology: {family: mesh, radices: [4, 4]}\n"
              "    tiles: [{name: memory, at: corner, terminals: 0}]\n");
  const Run run = place.run("simulate spec.yaml --with simgrid --program ./booksim");
  CHECK(run.code == 2);
  CHECK(run.err.find("'mesh' has no latency to simulate") != std::string::npos);
}

TEST_CASE(
    "traffic that BookSim has no word for is refused by a BookSim without the additions, and sent by one with them") {
  const Place place;
  const std::string matrix = " --set traffic.pattern=transpose --set candidates[torus].topology.radix=6";
  make_program(place,
               "case \"$*\" in *traffic_file*) echo 'Parse error : Unknown string field: traffic_file'; exit 255;; "
               "esac\nexit 1\n");
  const Run refused = simulate(place, "--format csv" + matrix);
  CHECK(refused.code == 3);
  CHECK(refused.err.find("cannot send the spec's traffic as it is: build BookSim 2 as examples/booksim") !=
        std::string::npos);
  make_program(
      place,
      "case \"$*\" in *traffic=cutline*injection_process=cutline*traffic_file=network.traffic*) ;; *) exit 1;; "
      "esac\n[ -s network.traffic ] || exit 1\n"
      "echo 'Overall Traffic Statistics'; echo 'Packet latency average = 40 (1 samples)'\n");
  const Run sent = simulate(place, "--format csv" + matrix);
  CHECK(sent.code == 0);
  CHECK(lines_with(sent.out, ",40,stable,") == 5);
}

TEST_CASE(
    "messages of several packets go to BookSim in its file of traffic, and their latency is from when each was made") {
  const Place place;
  make_program(place,
               "case \"$*\" in *traffic_file=network.traffic*) ;; *) exit 1;; esac\n"
               "grep -q '^packets 3$' network.traffic || exit 1\n"
               "echo 'Overall Traffic Statistics'; echo 'Packet latency average = 40 (1 samples)'\n");
  const Run run = simulate(place, "--format csv --set message='{size: 512 bits, packets: 3}'");
  CHECK(run.code == 0);
  const std::vector<std::string> first = split(run.out.substr(run.out.find("\ntorus") + 1));
  REQUIRE(first.size() > 6);
  // Five cycles of a packet by itself, less what Cutline counts from when the message is ready: (3 - 1) / 2 cycles.
  CHECK(first[6] == "4");
}

TEST_CASE("saturation is found between two loads that differ by at most 2 %, wherever it is") {
  for (const double saturated : {0.02, 0.13, 0.371, 0.62, 0.99}) {
    CAPTURE(saturated);
    const Place place;
    make_program(place,
                 fmt::format("for word; do case $word in injection_rate=*) rate=${{word#*=}};; esac; done\n"
                             "awk \"BEGIN {{exit !($rate < {})}}\" || {{ echo 'Simulation unstable'; exit; }}\n"
                             "echo 'Overall Traffic Statistics'; echo 'Packet latency average = 40 (1 samples)'\n",
                             saturated));
    const Run run = simulate(place, "--saturation --format json --set load='[0.16 bits/cycle]'");
    CHECK(run.code == 0);
    const auto figure = [&](const std::string& name) {
      const std::size_t at =
          run.out.find("\"" + name + "_bits_per_cycle_per_terminal\": ", run.out.find("measured_sat"));
      REQUIRE(at != std::string::npos);
      return std::stod(run.out.substr(run.out.find(' ', at))) / 32;
    };
    CHECK(figure("stable") < saturated);
    CHECK(figure("unstable") >= saturated);
    CHECK(figure("unstable") <= 1.02 * figure("stable"));
  }
}

TEST_CASE("a folder of a simulation is gone on with: runs that ended are not repeated, others are") {
  const Place place;
  const std::string count = "echo run >> '" + (place / "runs").string() + "'\n";
  make_program(place, count + "case \"$*\" in *injection_rate=0.5*) sleep 1000;; esac\n" + replay());
  const auto runs = [&] { return lines_with(slurp(place / "runs"), "run"); };
  const Run first = simulate(place, "--format csv --keep kept --time-limit 1");
  CHECK(first.code == 0);
  CHECK(runs() == 5);
  const Run again = simulate(place, "--format csv --keep kept --time-limit 1");
  CHECK(again.out == first.out);
  CHECK(runs() == 6);  // that which did not end
  CHECK(simulate(place, "--format csv --keep kept --time-limit 1 --cycles 500").code == 0);
  CHECK(runs() == 11);  // other commands
  CHECK(simulate(place, "--format csv --keep kept --time-limit 1 --set message='256 bits'").code == 0);
  CHECK(runs() == 16);  // other files
}
