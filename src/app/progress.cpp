// SPDX-License-Identifier: Apache-2.0
#include "app/progress.hpp"

#include <fmt/core.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/session.hpp"
#include "base/undo.hpp"
#include "output/text/number.hpp"

namespace cutline::app {

namespace {

constexpr std::chrono::milliseconds kBetween{200};
constexpr std::chrono::duration<double> kQuiet{1};  // shorter work shows nothing
constexpr const char* kWipe = "\r\033[K";

/// Whether standard error is a terminal that can erase lines.
bool can_show() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::string whole_seconds(double seconds) { return text::seconds_text(std::max(1.0, std::round(seconds))); }

constexpr int kSignalBase = 128;

bool ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

ProgressLine::ProgressLine() : terminal_(can_show()) {}

ProgressLine::~ProgressLine() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    wipe_shown();
  }
  ends_.notify_all();
  if (shower_.joinable()) shower_.join();
}

std::uint64_t ProgressLine::begun(const std::string& what, std::uint64_t all) {
  const std::lock_guard lock(mutex_);
  works_[++last_] = {what, all, 0, Clock::now()};
  if (terminal_ && !shower_.joinable()) shower_ = std::thread([this] { show_from_time_to_time(); });
  return last_;
}

void ProgressLine::reached(std::uint64_t work, std::uint64_t done) {
  if (!terminal_) return;
  const std::lock_guard lock(mutex_);
  Work& own = works_.at(work);
  own.done = std::max(own.done, done);
}

void ProgressLine::ended(std::uint64_t work) {
  const std::lock_guard lock(mutex_);
  works_.erase(work);
  if (works_.empty()) wipe_shown();
}

void ProgressLine::wipe() {
  const std::lock_guard lock(mutex_);
  wipe_shown();
}

void ProgressLine::show_from_time_to_time() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    ends_.wait_for(lock, kBetween);
    if (!over_ && !works_.empty()) show();
  }
}

void ProgressLine::show() {
  const Clock::time_point now = Clock::now();
  const auto passed = [&](const Work& work) { return std::chrono::duration<double>(now - work.begun).count(); };
  const auto left = [&](const Work& work) {
    if (work.done == 0) return 0.0;
    return passed(work) * static_cast<double>(work.all - std::min(work.done, work.all)) /
           static_cast<double>(work.done);
  };
  const auto longest = std::max_element(works_.begin(), works_.end(),
                                        [&](const auto& a, const auto& b) { return left(a.second) < left(b.second); });
  const Work& work = longest->second;
  if (passed(work) < kQuiet.count()) return wipe_shown();
  const std::string time =
      work.done > 0 ? whole_seconds(left(work)) + " left" : whole_seconds(passed(work)) + " so far";
  fmt::print(stderr, "{}{} of {} {}, {}", kWipe, text::grouped(work.done), text::grouped(work.all), work.what, time);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::wipe_shown() {
  if (!shown_) return;
  std::fputs(kWipe, stderr);
  std::fflush(stderr);
  shown_ = false;
}

std::uint64_t Watcher::begun(const std::string& what, std::uint64_t all) {
  const std::uint64_t work = line_.begun(what, all);
  const std::lock_guard lock(mutex_);
  works_.insert(work);
  return work;
}

bool Watcher::go_on(std::uint64_t work, std::uint64_t done) {
  line_.reached(work, done);
  return !asked_;
}

void Watcher::ended(std::uint64_t work) {
  {
    const std::lock_guard lock(mutex_);
    works_.erase(work);
  }
  line_.ended(work);
}

bool Watcher::ask_to_stop() {
  const std::lock_guard lock(mutex_);
  if (!can_stop_ || works_.empty() || asked_) return false;
  asked_ = true;
  return true;
}

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
