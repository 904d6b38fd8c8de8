// SPDX-License-Identifier: Apache-2.0
// Sweeps in parts, on several machines or one.
#include <doctest/doctest.h>

#include <algorithm>

#include "app/sweep.hpp"

using namespace cutline::test;

TEST_CASE("the merged parts of a sweep are the bytes of the whole, in any order and with any number of threads") {
  const Place place(kSweep);
  const std::string whole = place.run("measure spec.yaml --format jsonl").out;
  CHECK(std::count(whole.begin(), whole.end(), '\n') == (16 + 24) * 2);
  for (const char* threads : {"1", "2", "3"}) {
    CHECK((place.run(std::string("measure spec.yaml --format jsonl --threads ") + threads).out == whole));
  }
  for (const int parts : {1, 3, 4, 60}) {
    std::string names;
    for (int part = 1; part <= parts; ++part) {
      const std::string name = "part" + std::to_string(part) + ".jsonl";
      const std::string shard = std::to_string(part) + "/" + std::to_string(parts);
      CHECK(place.run("measure spec.yaml --shard " + shard + " -o " + name).code == 0);
      names = " " + name + names;
    }
    const Run merged = place.run("merge --format jsonl" + names);
    CHECK(merged.code == 0);
    CHECK((merged.out == whole));
  }
}

TEST_CASE("merge says what is missing, there twice, cut off or of another sweep, and writes nothing") {
  const Place place(kSweep);
  for (const char* part : {"1", "2", "3"}) {
    place.run(std::string("measure spec.yaml --shard ") + part + "/3 -o p" + part + ".jsonl");
  }
  place.run("measure spec.yaml --shard 2/3 --set message='99 bits' -o other.jsonl");
  const std::string text = slurp(place / "p2.jsonl");
  place.write("short.jsonl", text.substr(0, text.size() / 2));
  place.write("fewer.jsonl", text.substr(0, text.rfind('\n', text.size() - 2) + 1));
  place.write("twice.jsonl", text + text.substr(text.find('\n') + 1));
  place.write("empty.jsonl", "");
  struct Case {
    const char *parts, *words;
  };
  for (const Case& each :
       {Case{"p1.jsonl p3.jsonl", "1 of 3 parts is missing: 2"},
        Case{"p1.jsonl p3.jsonl p1.jsonl", "part 1 is there twice"},
        Case{"p1.jsonl short.jsonl p3.jsonl", "no whole record"},
        Case{"p1.jsonl fewer.jsonl p3.jsonl", "fewer.jsonl lacks candidate"},
        Case{"p1.jsonl twice.jsonl p3.jsonl", "does not belong here"},
        Case{"p1.jsonl other.jsonl p3.jsonl", "parts of different sweeps"},
        Case{"p1.jsonl empty.jsonl", "no part of a sweep"}, Case{"p1.jsonl spec.yaml", "no part of a sweep"}}) {
    const Run run = place.run(std::string("merge -o all.jsonl ") + each.parts);
    CAPTURE(std::string(each.parts));
    CHECK(run.code == 2);
    CHECK_MESSAGE(contains(run.err, each.words), run.err);
    CHECK(!fs::exists(place / "all.jsonl"));
  }
  CHECK(place.run("merge p1.jsonl nowhere.jsonl").code == 3);
}

TEST_CASE("merge sorts by a number of the record") {
  const Place place(kSweep);
  place.run("measure spec.yaml --shard 1/1 -o all.jsonl");
  const Run run = place.run("merge all.jsonl --by performance.latency_ns --top 3");
  CHECK(run.code == 0);
  CHECK(contains(run.out, "performance.latency_ns"));
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 5);
  CHECK(place.run("merge all.jsonl --by performance.latncy").code == 2);
}

TEST_CASE("parts follow the variables of a Slurm job array") {
  const Place place(kSweep);
  const std::string variables =
      "SLURM_ARRAY_TASK_ID=6 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=3";
  const Run by_slurm = place.run("measure spec.yaml --shard slurm", variables);
  CHECK(by_slurm.code == 0);
  CHECK((by_slurm.out == place.run("measure spec.yaml --shard 2/3").out));
  CHECK(contains(place.run("measure spec.yaml --shard slurm", "env -u SLURM_ARRAY_TASK_ID").err, "is not set"));
  const std::string gaps =
      "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=4";
  CHECK(contains(place.run("measure spec.yaml --shard slurm", gaps).err, "leaves gaps"));
}
