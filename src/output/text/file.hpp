// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

struct OutputFile {
  std::string path;
  std::string_view content;
};

/// Hands on the pieces of a text, first to last.
using TextPieces = std::function<void(const std::function<void(std::string_view)>& add)>;

/// Writes files that are never seen half written: beside their target under another name, then renamed.
class FileWriter {
 public:
  /// Writes a whole file. A file that exists is replaced and keeps its permissions; through a symbolic link its target
  /// is replaced; a device or a pipe is written to directly. Throws a file error that names the path and the reason,
  /// and leaves nothing behind then.
  void write(const std::string& path, std::string_view content);
  /// The same of a file too large to be held, whose making takes long: `pieces` is called once and adds one piece after
  /// the other. Where it is abandoned after the first of them, the whole pieces stay in another file, the path with
  /// ".partial" at its end; a later write that is done takes that away.
  void write_pieces(const std::string& path, const TextPieces& pieces);
  /// Several, which belong together: none is replaced before all are written.
  void write(const std::vector<OutputFile>& files);
  /// From any thread: removes the temporary files of a write under way, which then fails, but for pieces that are worth
  /// keeping; the paths of these. No later write succeeds.
  std::vector<std::string> abandon();

 private:
  struct Staged {
    std::string path, temporary, target;
    bool in_pieces = false;
    std::size_t pieces = 0;  ///< whole ones so far
    std::string partial() const { return target + ".partial"; }
  };
  void stage(const std::string& path, const TextPieces& pieces, bool in_pieces);
  void write_to(int descriptor, const std::string& path, const TextPieces& pieces, bool keeps);
  int open_temporary(const std::string& path, const std::string& target, bool in_pieces);
  void finish();
  void discard();

  std::mutex mutex_;
  std::vector<Staged> staged_;  ///< of the write under way
  bool abandoned_ = false;
};

}  // namespace cutline
