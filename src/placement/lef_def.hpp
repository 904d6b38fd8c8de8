// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/geometry/polygons.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

/// x and y as a file of DEF or LEF says them.
using DefPoint = std::pair<double, double>;

/// Whether a word is this keyword, in capital or small letters.
bool is_keyword(std::string_view word, std::string_view keyword);
bool is_keyword_of(std::string_view word, std::initializer_list<std::string_view> keywords);

/// Cuts DEF and LEF into words; `#` begins a comment, and words in quotes are one. Throws input errors that tell file,
/// line and column. Keeps the file by reference.
class DefWords {
 public:
  explicit DefWords(const GraphText& file) : file_(file) {}

  /// The next word; empty at the end of the file.
  std::string_view next();
  /// The next word, which next() gives again.
  std::string_view peek();
  void expect(std::string_view wanted);
  double number();
  DefPoint point();
  /// The points up to the first word that begins none, which stays the next one. `*` is the coordinate before.
  std::vector<DefPoint> points();
  /// The next word of something that has not ended yet.
  std::string_view within(std::string_view what);
  /// Reads the file statement by statement. `read` takes one by its first word, and says whether it did; of the others,
  /// blocks that END with their name are skipped where `blocks` lists them. The file ends with END and `what`.
  template <class Read>
  void read_all(std::string_view what, std::initializer_list<std::string_view> blocks, const Read& read) {
    for (std::string_view word = next(); !word.empty(); word = next()) {
      if (read(word)) continue;
      if (is_keyword_of(word, blocks)) {
        skip_to_end_of(word);
      } else if (is_keyword(word, "BEGINEXT")) {
        skip_extension();
      } else if (is_keyword(word, "END")) {
        expect(what);  // of files joined to one, another may follow
      } else {
        skip_statement();
      }
    }
  }
  /// Goes on behind the next `;`, which ends every statement.
  void skip_statement();
  /// Goes on behind `END name`.
  void skip_to_end_of(std::string_view name);
  /// Goes on behind ENDEXT, which ends the extensions of other programs.
  void skip_extension();
  /// Where the last word begins, as a byte.
  std::size_t begin() const { return begin_; }
  /// The polygon of corners in either order. Fails at this byte, with `what` as subject, if they are those of none.
  Polygon polygon(std::vector<Polygon::Corner> corners, std::string_view what, std::size_t at) const;

  [[noreturn]] void fail(std::string message) const;
  [[noreturn]] void fail(std::size_t at, std::string message, std::string hint) const;

 private:
  void skip();

  const GraphText& file_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
};

/// A macro of LEF as it stands in orientation N with its lower left corner at 0, 0.
struct MacroOutline {
  Length width, height;   ///< its SIZE
  Polygon shape;          ///< what its shapes on layers of the type OVERLAP are together; empty: all of SIZE
  bool is_boxed = false;  ///< its shapes are no single polygon within SIZE, which stands for them
  bool operator==(const MacroOutline&) const = default;
};
using MacroOutlines = std::map<std::string, MacroOutline, std::less<>>;

/// Adds the macros of a LEF file. Throws an input error, with file, line and column, for what cannot be read, and
/// for a macro that is another one elsewhere.
void read_lef_macros(const GraphText& file, MacroOutlines& macros);

}  // namespace cutline
