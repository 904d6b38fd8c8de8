// SPDX-License-Identifier: Apache-2.0
#include "simulation/run_program.hpp"

#include <doctest/doctest.h>
#include <signal.h>

#include <thread>

#include "app/place.hpp"
#include "cutline/base/error.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

using std::chrono::milliseconds;

/// Runs a line of a shell in a new folder.
ProgramRun run_line(const std::string& line, const ProgramLimits& limits = {}) {
  const cutline::test::Place place;
  return run_program({"/bin/sh", "-c", line}, (place / "").string(), limits, [] { return true; });
}

/// Whether a process has ended, or ends within a second. Linux keeps it in state Z until its parent waits for it.
bool is_gone(int process) {
  for (int i = 0; i < 100; ++i) {
    const std::string state = slurp("/proc/" + std::to_string(process) + "/stat");
    if (::kill(process, 0) != 0 || state.find(") Z ") != std::string::npos) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("a program's output, both of its streams, and its exit code are told") {
  const ProgramRun run = run_line("echo out; echo err >&2; exit 3");
  CHECK(run.end == ProgramEnd::exited);
  CHECK(run.code == 3);
  CHECK(run.output == "out\nerr\n");
  CHECK(run_line("cat").output.empty());  // a program has no input to wait for
}

TEST_CASE("a program that crashes, hangs, prints without end or fills its folder is told apart") {
  const ProgramRun crashed = run_line("kill -SEGV $$");
  CHECK(crashed.end == ProgramEnd::crashed);
  CHECK(crashed.code == SIGSEGV);
  CHECK(run_line("sleep 1000", {.time = milliseconds(200)}).end == ProgramEnd::timed_out);
  CHECK(run_line("yes", {.output_bytes = 1 << 20}).end == ProgramEnd::printed_too_much);
  const std::uint64_t mib = 1 << 20;
  CHECK(run_line("exec head -c 9000000 /dev/zero > file", {.folder_bytes = mib}).end == ProgramEnd::filled_folder);
  CHECK(run_line("for i in 1 2 3; do head -c 500000 /dev/zero > $i; done; sleep 1000", {.folder_bytes = mib}).end ==
        ProgramEnd::filled_folder);
}

TEST_CASE("no process that a program began outlives it") {
  for (const char* line : {"sleep 1000 & echo $!; exit 0", "sleep 1000 & echo $!; sleep 1000"}) {
    const ProgramRun run = run_line(line, {.time = milliseconds(300)});
    CHECK(is_gone(std::stoi(run.output)));
  }
}

TEST_CASE("the caller ends a program") {
  const cutline::test::Place place;
  int asked = 0;
  const ProgramRun run = run_program({"/bin/sleep", "1000"}, (place / "").string(), {}, [&] { return ++asked < 3; });
  CHECK(run.end == ProgramEnd::stopped);
}

TEST_CASE("what cannot be started is an error, and programs are found in PATH") {
  CHECK_THROWS_WITH_AS(run_program({"/no/such/program"}, ".", {}, [] { return true; }),
                       doctest::Contains("cannot be started"), Error);
  CHECK_THROWS_AS(run_program({"/bin/true"}, "/no/such/folder", {}, [] { return true; }), Error);
  CHECK(!find_program("sh").empty());
  CHECK(find_program("/bin/sh") == "/bin/sh");
  CHECK(find_program("no-such-program").empty());
  CHECK(find_program("/no/such/program").empty());
  CHECK(find_program("/tmp").empty());
}
