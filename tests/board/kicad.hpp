// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "board/check_board.hpp"
#include "output/export/boards/board_files.hpp"
#include "support/own_folder.hpp"
#include "support/places.hpp"

/// Boards as KiCad sees them.
namespace cutline::test {

/// KiCad's module stands beside Debian's own Python alone.
inline bool has_kicad() {
  static const bool there = std::system("/usr/bin/python3 -c 'import pcbnew' > /dev/null 2>&1") == 0;
  return there;
}

/// What KiCad says of a board.
struct SeenByKicad {
  int violations = -1, unconnected = -1;
  std::size_t tracks = 0;
  std::map<std::string, long long> length_nm;  ///< of each net with tracks
};

/// Writes the files of a board for KiCad.
inline void write_for_kicad(const OwnFolder& folder, const std::string& name, const exporting::NamedBoard& board) {
  for (const ExportFile& file : exporting::kicad_files(board))
    folder.write(name + (file.extension.empty() ? ".kicad_pcb" : file.extension), file.content);
}

inline std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Runs KiCad over the boards of a folder.
inline std::map<std::string, SeenByKicad> seen_by_kicad(const OwnFolder& folder,
                                                        const std::vector<std::string>& names) {
  std::string command = "cd '" + folder.path.string() + "' && timeout -s KILL 300 /usr/bin/python3 '" +
                        source_folder() + "/tests/board/kicad_check.py' .";
  for (const std::string& name : names) command += " " + name;
  [[maybe_unused]] const int status = std::system((command + " > .out 2> .err").c_str());
  std::map<std::string, SeenByKicad> seen;
  std::ifstream lines(folder.file(".out"));
  std::string word, name;
  SeenByKicad* board = nullptr;
  while (lines >> word >> name) {
    if (word == "board") {
      board = &seen[name];
      lines >> board->violations >> board->unconnected >> board->tracks;
    } else if (board != nullptr) {
      lines >> board->length_nm[name];
    }
  }
  INFO(text_of(folder.file(".err")));
  CHECK(seen.size() == names.size());
  return seen;
}

/// Routes boards, and expects that we and KiCad find no fault with them, and that it measures their nets as we do, to a
/// micrometre.
inline void expect_kicad_agrees(const std::map<std::string, board::Board>& boards) {
  const OwnFolder folder;
  std::map<std::string, std::map<std::string, long long>> ours;
  std::vector<std::string> names;
  for (const auto& [name, board] : boards) {
    const board::RoutedBoard routed = route_board(board);
    CAPTURE(name);
    CHECK(routed.left_over.empty());
    CHECK(check_board(board, routed).empty());
    const exporting::NamedBoard named = exporting::named_board(board, routed);
    write_for_kicad(folder, name, named);
    names.push_back(name);
    const std::vector<board::Nanometres> lengths = lengths_of_nets(routed);
    for (std::size_t n = 0; n < lengths.size(); ++n) ours[name][named.nets[n]] = lengths[n];
  }
  for (const auto& [name, seen] : seen_by_kicad(folder, names)) {
    CAPTURE(name);
    CHECK(seen.violations == 0);
    CHECK(seen.unconnected == 0);
    for (const auto& [net, length] : ours[name]) {
      const auto found = seen.length_nm.find(net);
      REQUIRE(found != seen.length_nm.end());
      CHECK(std::abs(found->second - length) <= 1000);
    }
  }
}

}  // namespace cutline::test
