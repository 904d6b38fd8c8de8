// SPDX-License-Identifier: Apache-2.0
#include "app/interrupt.hpp"

#include <fmt/core.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <thread>

#include "app/session.hpp"
#include "cutline/base/undo.hpp"

namespace cutline::app {

namespace {

constexpr int kSignalBase = 128;

bool ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void end_on_interrupt(text::FileWriter& files, Watcher& watcher, ProgressLine& line) {
  // If the signal is ignored, a write beyond the limit of a file's size fails like any other, and the file is removed.
  ::signal(SIGXFSZ, SIG_IGN);
  sigset_t watched;
  ::sigemptyset(&watched);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!ignored(signal)) ::sigaddset(&watched, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &watched, nullptr);
  // A waiting thread handles the signals, because it may lock and remove files, which a signal handler may not.
  std::thread([watched, &files, &watcher, &line] {
    int signal = 0;
    for (;;) {
      if (::sigwait(&watched, &signal) != 0) return;
      if (signal != SIGINT || !watcher.ask_to_stop()) break;
      line.wipe();
      suggest("going on with the best found so far; interrupt again to end at once");
    }
    undo_all();
    const std::vector<std::string> kept = files.abandon();
    line.wipe();
    for (const std::string& path : kept) say(fmt::format("interrupted: what was done so far is in '{}'", path));
    ::_exit(kSignalBase + signal);
  }).detach();
}

}  // namespace cutline::app
