// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace cutline::text {

struct OutputFile {
  std::string path;
  std::string_view content;
};

/// A function that makes a text: it calls `add` with the pieces of the text, first to last.
using TextPieces = std::function<void(const std::function<void(std::string_view)>& add)>;

/// Writes files so that nobody sees them half written: it writes each under another name beside its target, and then
/// renames it.
class FileWriter {
 public:
  /// Writes a whole file. A file that exists is replaced and keeps its permissions. For a symbolic link, its target is
  /// replaced. A device or a pipe is written to directly. If it fails, throws a file error that names the path and the
  /// reason, and leaves nothing behind.
  void write(const std::string& path, std::string_view content);
  /// Writes a file that is too large for the memory and takes long to make. `pieces` is called once and adds one piece
  /// after the other. If the write is abandoned after the first piece, the complete pieces stay in the file
  /// PATH.partial; a later write that succeeds removes that file.
  void write_pieces(const std::string& path, const TextPieces& pieces);
  /// Writes several files that belong together: no target is replaced before all are written.
  void write(const std::vector<OutputFile>& files);
  /// Ends a write that is under way. Removes its temporary files, except those with complete pieces, and returns the
  /// paths of the latter. That write and all later ones fail. Any thread may call it.
  std::vector<std::string> abandon();

 private:
  struct Staged {
    std::string path, temporary, target;
    bool in_pieces = false;
    std::size_t pieces = 0;  ///< complete ones so far
    std::string partial() const { return target + ".partial"; }
  };
  void stage(const std::string& path, const TextPieces& pieces, bool in_pieces);
  void write_to(int descriptor, const std::string& path, const TextPieces& pieces, bool keeps);
  int open_temporary(const std::string& path, const std::string& target, bool in_pieces);
  void finish();
  void discard();

  std::mutex mutex_;
  std::vector<Staged> staged_;  ///< files of the write under way
  bool abandoned_ = false;
};

}  // namespace cutline::text
