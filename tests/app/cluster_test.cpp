// SPDX-License-Identifier: Apache-2.0
// Runs the examples that measure a sweep on several machines.
#include <doctest/doctest.h>

#include <cstdlib>

#include "app/sweep.hpp"

using namespace cutline::test;

namespace {

bool has_program(const std::string& program) {
  return std::system(("PATH=$PATH:/usr/sbin command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

bool has_slurm() { return has_program("slurmctld") && std::system("grep -q ' /sys/fs/cgroup' /proc/mounts") == 0; }

std::string example(const std::string& name) { return source_folder() + "/examples/cluster/" + name; }

}  // namespace

TEST_CASE("the example for GNU parallel gives the bytes of one run" * doctest::skip(!has_program("parallel"))) {
  const Place place(kSweep);
  const std::string path = "PATH=\"$(dirname '" + program_file() + "'):$PATH\"";
  const std::string command = "cd '" + (place / "").string() + "' && " + path + " bash '" + example("gnu-parallel.sh") +
                              "' spec.yaml all.jsonl 4 > out.txt 2>&1";
  const int status = std::system(command.c_str());
  CHECK_MESSAGE(status == 0, slurp(place / "out.txt"));
  CHECK((slurp(place / "all.jsonl") == place.run("measure spec.yaml --format jsonl").out));
}

TEST_CASE("the example for a Slurm job array gives the bytes of one run" * doctest::skip(!has_slurm())) {
  const Place place(kSweep);
  const std::string command = "cd '" + (place / "").string() + "' && PATH=\"$(dirname '" + program_file() +
                              "'):/usr/sbin:$PATH\" bash '" + source_folder() + "/tests/app/slurm_one_node.sh' 3 '" +
                              example("slurm-array.sh") + "' spec.yaml parts > out.txt 2>&1";
  const int status = std::system(command.c_str());
  CHECK_MESSAGE(status == 0, slurp(place / "out.txt"));
  const Run merged = place.run("merge parts/1.jsonl parts/2.jsonl parts/3.jsonl --format jsonl");
  CHECK_MESSAGE(merged.code == 0, merged.err);
  CHECK((merged.out == place.run("measure spec.yaml --format jsonl").out));
}

// ctest recognises the message and counts the file as skipped, so that a missing program does not look like a passed
// test.
TEST_CASE("without GNU parallel or Slurm their examples are not run, and a message says so") {
  if (!has_program("slurmctld")) MESSAGE("Slurm is not installed: tests skipped");
  if (has_program("slurmctld") && !has_slurm()) MESSAGE("cgroup, which Slurm needs, is not mounted: tests skipped");
  if (!has_program("parallel")) MESSAGE("GNU parallel is not installed: tests skipped");
}
