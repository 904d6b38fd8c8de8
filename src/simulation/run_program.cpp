// SPDX-License-Identifier: Apache-2.0
#include "simulation/run_program.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPauseMs = 50;
constexpr std::chrono::milliseconds kBetweenFolders{500};
constexpr std::size_t kPieceBytes = 1 << 16;

/// Two ends of a pipe, closed with their scope.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw_file_error(fmt::format("no pipe: {}", std::strerror(errno)));
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_end(std::size_t end) {
    if (ends[end] >= 0) close(ends[end]);
    ends[end] = -1;
  }
};

/// Runs in the child, between fork and exec, and calls only functions that are safe there. Writes to `trouble` why the
/// program does not start.
[[noreturn]] void become(char* const* words, const char* folder, rlim_t file_bytes, int output, int trouble) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const rlimit file{file_bytes, file_bytes}, core{0, 0};
  setrlimit(RLIMIT_FSIZE, &file);
  setrlimit(RLIMIT_CORE, &core);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  if (chdir(folder) == 0) execv(words[0], words);
  const int why = errno;
  [[maybe_unused]] const ssize_t told = write(trouble, &why, sizeof why);
  _exit(127);
}

/// The bytes of all files in a folder; files that cannot be read do not count.
std::uint64_t bytes_in(const std::string& folder) {
  std::uint64_t sum = 0;
  std::error_code none;
  for (std::filesystem::recursive_directory_iterator each(folder, none), end; each != end && !none;
       each.increment(none)) {
    std::error_code gone;
    if (each->is_regular_file(gone)) sum += each->file_size(gone);
  }
  return sum;
}

/// A running program. It and all processes that it began are killed with this object.
class Running {
 public:
  Running(const std::vector<std::string>& words, const std::string& folder, const ProgramLimits& limits)
      : folder_(folder), limits_(limits), begun_(Clock::now()) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    Pipe trouble;
    child_ = fork();
    if (child_ == 0) become(arguments.data(), folder.c_str(), limits.folder_bytes, output_.ends[1], trouble.ends[1]);
    if (child_ < 0) throw_file_error(fmt::format("no process for '{}': {}", words[0], std::strerror(errno)));
    setpgid(child_, child_);
    at_once_.emplace([child = child_] { kill(-child, SIGKILL); });
    output_.close_end(1);
    trouble.close_end(1);
    fcntl(output_.ends[0], F_SETFL, O_NONBLOCK);
    int why = 0;
    if (read(trouble.ends[0], &why, sizeof why) != sizeof why) return;
    reap();
    throw_file_error(fmt::format("'{}' cannot be started: {}", words[0], std::strerror(why)));
  }
  ~Running() { reap(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  ProgramRun until_end(FunctionRef<bool()> go_on) {
    ProgramRun run;
    while (true) {
      wait_for_output();
      const bool open = take_output(run.output);
      if (const auto end = limit_reached(run.output, go_on)) {
        run.end = *end;
        return run;
      }
      if (const auto status = ended()) {
        take_output(run.output);
        run.end = WIFSIGNALED(*status) ? ProgramEnd::crashed : ProgramEnd::exited;
        run.code = WIFSIGNALED(*status) ? WTERMSIG(*status) : WEXITSTATUS(*status);
        if (run.end == ProgramEnd::crashed && run.code == SIGXFSZ) run.end = ProgramEnd::filled_folder;
        return run;
      }
      if (!open) poll(nullptr, 0, kPauseMs);
    }
  }

 private:
  void wait_for_output() const {
    pollfd wanted{output_.ends[0], POLLIN, 0};
    poll(&wanted, 1, kPauseMs);
  }

  /// Takes the output that is there; false once all writers have closed the pipe.
  bool take_output(std::string& text) const {
    std::array<char, kPieceBytes> piece{};
    while (text.size() <= limits_.output_bytes) {
      const ssize_t got = read(output_.ends[0], piece.data(), piece.size());
      if (got <= 0) return got != 0;
      text.append(piece.data(), static_cast<std::size_t>(got));
    }
    return true;
  }

  std::optional<ProgramEnd> limit_reached(const std::string& output, FunctionRef<bool()> go_on) {
    if (!go_on()) return ProgramEnd::stopped;
    if (output.size() > limits_.output_bytes) return ProgramEnd::printed_too_much;
    const Clock::time_point now = Clock::now();
    if (now - begun_ > limits_.time) return ProgramEnd::timed_out;
    if (now - folder_seen_ < kBetweenFolders) return std::nullopt;
    folder_seen_ = now;
    return bytes_in(folder_) > limits_.folder_bytes ? std::optional(ProgramEnd::filled_folder) : std::nullopt;
  }

  std::optional<int> ended() {
    int status = 0;
    if (waitpid(child_, &status, WNOHANG) != child_) return std::nullopt;
    kill(-child_, SIGKILL);  // processes that it has begun
    at_once_.reset();
    child_ = -1;
    return status;
  }

  void reap() {
    if (child_ < 0) return;
    kill(-child_, SIGKILL);
    kill(child_, SIGKILL);
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
    at_once_.reset();
    child_ = -1;
  }

  const std::string& folder_;
  const ProgramLimits& limits_;
  Clock::time_point begun_, folder_seen_ = begun_;
  Pipe output_;
  pid_t child_ = -1;
  std::optional<Undo> at_once_;
};

bool is_program(const std::string& file) {
  std::error_code none;
  return std::filesystem::is_regular_file(file, none) && access(file.c_str(), X_OK) == 0;
}

void make_folder(const std::string& path) {
  std::error_code trouble;
  std::filesystem::create_directories(path, trouble);
  if (trouble) throw_file_error(fmt::format("cannot make the folder '{}': {}", path, trouble.message()));
}

/// Tries several times, since a program that is being killed may still write.
void remove_folder(const std::string& path) {
  constexpr int kTries = 20;
  constexpr std::chrono::milliseconds kPause{10};
  for (int i = 0; i < kTries; ++i) {
    std::error_code trouble;
    std::filesystem::remove_all(path, trouble);
    if (!trouble) return;
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

ProgramRun run_program(const std::vector<std::string>& words, const std::string& folder, const ProgramLimits& limits,
                       FunctionRef<bool()> go_on) {
  CUTLINE_EXPECT(!words.empty());
  return Running(words, folder, limits).until_end(go_on);
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name) ? name : std::string();
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    std::string file = fmt::format("{}/{}", colon == 0 ? "." : rest.substr(0, colon), name);
    if (is_program(file)) return file;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return {};
}

WorkFolder::WorkFolder(const std::string& named) : path_(named), stays_(!named.empty()) {
  if (stays_) {
    make_folder(path_);
    path_ = std::filesystem::absolute(path_).string();
    return;
  }
  std::error_code none;
  path_ = (std::filesystem::temp_directory_path(none) / "cutline-simulate-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr)
    throw_file_error(fmt::format("cannot make the folder '{}': {}", path_, std::strerror(errno)),
                     "name a folder with --keep, or another one for temporary files in TMPDIR");
  at_once_.emplace([path = path_] { remove_folder(path); });
}

WorkFolder::~WorkFolder() {
  if (!stays_) remove_folder(path_);
}

std::string WorkFolder::below(const std::string& name) const {
  std::string path = path_ + "/" + name;
  make_folder(path);
  return path;
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw_file_error(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
}

}  // namespace cutline
