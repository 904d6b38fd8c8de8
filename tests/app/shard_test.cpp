// SPDX-License-Identifier: Apache-2.0
// Sweeps measured in parts, on several machines or on one.
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

TEST_CASE("a part has the keys of the whole, though another part holds the candidate whose paths are tabled") {
  const Place place(R"(cutline: 1
candidates:
  - {name: by dimensions, topology: {family: torus, radix: 4, dimensions: 2}}
  - {name: by tables, topology: {family: torus, radix: 4, dimensions: 2}, routing: balanced}
)");
  for (const char* part : {"1", "2"})
    place.run(std::string("measure spec.yaml --shard ") + part + "/2 -o p" + part + ".jsonl");
  const Run merged = place.run("merge --format jsonl p1.jsonl p2.jsonl");
  CHECK((merged.out == place.run("measure spec.yaml --format jsonl").out));
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

TEST_CASE("merge refuses what only looks like a part") {
  const Place place;
  const auto head = [](const std::string& shards, const std::string& more = "1") {
    return R"({"cutline":)" + more + R"(,"spec_sha256":"0","seed":1,"shard":1,"shards":)" + shards +
           R"(,"candidates":1,"delays":1})" + "\n";
  };
  const auto line = [](const std::string& record) { return R"({"candidate":0,"record":)" + record + "}\n"; };
  const std::string good = R"({"name":"a","nodes":4,"delay":{"model":"linear"}})";
  const std::string deep = std::string(300'000, '[') + std::string(300'000, ']');
  struct Case {
    std::string text;
    int line;  ///< the line that the program refuses
  };
  for (const Case& each :
       {Case{head("1") + line("5"), 2}, Case{head("1") + line(R"({"name":"a","delay":{"model":3}})"), 2},
        Case{head("1") + line(R"({"name":"a","delay":null})"), 2},
        Case{head("1") + line(R"({"name":"a","delay":{"model":"linear"},"x":)" + deep + "}"), 2},
        Case{head("18446744073709551615") + line(good), 1}, Case{head("1.5") + line(good), 1},
        Case{head("-1") + line(good), 1}, Case{head("1", deep) + line(good), 1}}) {
    CAPTURE(each.text.substr(0, 150));
    place.write("part", each.text);
    for (const char* format : {"table", "csv", "jsonl"}) {
      const Run run = place.run(std::string("merge part --format ") + format);
      CHECK(run.code == 2);
      CHECK_MESSAGE(contains(run.err, "part:" + std::to_string(each.line) + ": "), run.err);
    }
  }
  place.write("part", head("1") + line(good));
  CHECK(place.run("merge part --by nodes").code == 0);
  for (const char* key : {"nodes~", "/nodes", "delay.99999999999999999999", "nodes.0", "."})
    CHECK(place.run(std::string("merge part --by '") + key + "'").code == 2);
}

TEST_CASE("a result that is no JSON, or deeper than any of ours, is refused") {
  const Place place(kSweep);
  for (const std::string& text : {std::string("{"), std::string(300'000, '[') + std::string(300'000, ']')}) {
    place.write("old.json", R"({"candidates": [{"name": "a", "x": )" + text + "}]}");
    const Run run = place.run("compare spec.yaml --against old.json");
    CHECK(run.code == 2);
    CHECK(contains(run.err, "is not JSON"));
  }
}

TEST_CASE("merge sorts by a number of the record") {
  const Place place(kSweep);
  place.run("measure spec.yaml --shard 1/1 -o all.jsonl");
  const Run run = place.run("merge all.jsonl --by performance.latency_ns --top 3");
  CHECK(run.code == 0);
  CHECK(contains(run.out, "performance.latency_ns"));
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 5);
  CHECK(place.run("merge all.jsonl --by latency --top 3").out == run.out);
  CHECK(contains(place.run("merge all.jsonl --by latncy").err, "did you mean 'latency'?"));
  const Run names = place.run("merge all.jsonl --by name");
  CHECK(names.code == 2);
  CHECK(contains(names.err, "no record has a number at 'name'"));
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

TEST_CASE("what an interrupted run had measured is joined with a word on it") {
  const Place place("cutline: 1\ncandidates: [{name: t, topology: {family: torus, radix: 4, dimensions: 2}}]\n");
  CHECK(place.run("measure spec.yaml --format jsonl -o all.jsonl").code == 0);
  fs::copy_file(place / "all.jsonl", place / "cut.jsonl.partial");
  CHECK(place.run("merge all.jsonl").err.empty());
  const Run run = place.run("merge cut.jsonl.partial");
  CHECK(run.code == 0);
  CHECK_MESSAGE(run.err.find("'cut.jsonl.partial' is what an interrupted run had measured") != std::string::npos,
                run.err);
}
