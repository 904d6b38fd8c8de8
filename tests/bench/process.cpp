// SPDX-License-Identifier: Apache-2.0
#include "process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;

Cost wait_for(pid_t child, Clock::time_point start) {
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  return {.seconds = elapsed.count(),
          .peak_mb = static_cast<double>(usage.ru_maxrss) / 1024,
          .succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0};
}

}  // namespace

Cost run_command(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const auto start = Clock::now();
  const pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  return wait_for(child, start);
}

Cost run_function(const std::function<bool()>& function) {
  std::fflush(nullptr);
  const auto start = Clock::now();
  const pid_t child = fork();
  if (child == 0) _exit(function() ? 0 : 1);
  return wait_for(child, start);
}

Cost best_of(int runs, const std::function<Cost()>& run) {
  Cost best = run();
  for (int i = 1; i < runs && best.succeeded; ++i) {
    const Cost next = run();
    if (!next.succeeded || next.seconds < best.seconds) best = next;
  }
  return best;
}

}  // namespace bench
