// SPDX-License-Identifier: Apache-2.0
#include "output/export/boards/board_files.hpp"

#include <filesystem>

#include "board/check_board.hpp"
#include "evaluate/board_of.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr std::size_t kMostCopper = 32;  // layers of KiCad

std::string net_name(const board::Board& board, const board::Net& net) {
  const char* line = net.polarity == board::Polarity::none       ? ""
                     : net.polarity == board::Polarity::positive ? "_P"
                                                                 : "_N";
  return fmt::format("L{}_{}{}", board.links[net.link].link, net.wire, line);
}

using board::BoardBox;
using board::Nanometres;

/// Holes of which no two touch. Each hole that was joined to another is looked at again.
std::vector<BoardBox> apart(std::vector<BoardBox> holes) {
  std::vector<BoardBox> done;
  while (!holes.empty()) {
    BoardBox next = holes.back();
    holes.pop_back();
    const auto found = std::ranges::find_if(done, [&](const BoardBox& other) { return board::overlap(next, other); });
    if (found == done.end()) {
      done.push_back(next);
      continue;
    }
    holes.push_back({std::min(next.x0, found->x0), std::min(next.y0, found->y0), std::max(next.x1, found->x1),
                     std::max(next.y1, found->y1)});
    *found = done.back();
    done.pop_back();
  }
  return done;
}

/// The polygon as a tree: each hole hangs by its slit on the nearest one to its left, or on the edge.
class SlitPlane {
 public:
  SlitPlane(const BoardBox& plane, std::vector<BoardBox> holes) : plane_(plane), holes_(std::move(holes)) {
    std::ranges::sort(holes_, {}, [](const BoardBox& hole) { return std::pair(hole.y0 + hole.y1, hole.x0); });
    hanging_.resize(holes_.size() + 1);
    for (std::size_t h = 0; h < holes_.size(); ++h) hanging_[holder_of(h)].push_back(h);
  }

  std::vector<std::array<Nanometres, 2>> corners() {
    out_ = {{plane_.x0, plane_.y0}};
    hang_on(holes_.size(), plane_.x0);
    out_.insert(out_.end(), {{plane_.x0, plane_.y1}, {plane_.x1, plane_.y1}, {plane_.x1, plane_.y0}});
    return std::move(out_);
  }

 private:
  Nanometres slit_of(std::size_t hole) const { return (holes_[hole].y0 + holes_[hole].y1) / 2; }

  /// The number of a hole, or that of the edge: the number of holes.
  std::size_t holder_of(std::size_t hole) const {
    std::size_t nearest = holes_.size();
    for (std::size_t other = 0; other < holes_.size(); ++other) {
      const BoardBox& box = holes_[other];
      if (box.x1 >= holes_[hole].x0 || slit_of(hole) < box.y0 || slit_of(hole) > box.y1) continue;
      if (nearest == holes_.size() || box.x1 > holes_[nearest].x1) nearest = other;
    }
    return nearest;
  }

  /// Walks up an edge at x, around all holes that hang on it. Depth: the holes side by side.
  void hang_on(std::size_t holder, Nanometres x) {
    for (const std::size_t h : hanging_[holder]) {  // upwards, as the holes are sorted
      const BoardBox& hole = holes_[h];
      const Nanometres y = slit_of(h);
      out_.insert(out_.end(), {{x, y}, {hole.x0, y}, {hole.x0, hole.y0}, {hole.x1, hole.y0}});
      hang_on(h, hole.x1);
      out_.insert(out_.end(), {{hole.x1, hole.y1}, {hole.x0, hole.y1}, {hole.x0, y}, {x, y}});
    }
  }

  BoardBox plane_;
  std::vector<BoardBox> holes_;
  std::vector<std::vector<std::size_t>> hanging_;
  std::vector<std::array<Nanometres, 2>> out_;
};

/// "" where there is one board, else "board 2: ".
using NoteStart = std::string;

void note_left_over(const DrawnBoard& drawn, const NoteStart& start, std::vector<std::string>& notes) {
  constexpr std::array<std::string_view, 4> kWhy = {
      "slots have too few pins free", "no channel has a track free from end to end, and no vias lead to another",
      "their slots have no pins beside one channel",
      "pairs of more than two slots, or slots above each other, need vias"};
  std::array<std::uint64_t, kWhy.size()> left = {};
  const std::uint64_t lines = drawn.board.rules.pairs ? 2 : 1;
  for (const board::LeftOver& each : drawn.routed.left_over) left[static_cast<std::size_t>(each.why)] += lines;
  for (std::size_t w = 0; w < left.size(); ++w) {
    if (left[w] > 0)
      notes.push_back(fmt::format("{}{} wires of the board have no tracks: {}", start, left[w], kWhy[w]));
  }
}

DrawnBoard drawn_board(board::Board made, const NoteStart& start, std::vector<std::string>& notes) {
  DrawnBoard out = {std::move(made), {}};
  out.routed = board::route_board(out.board);
  note_left_over(out, start, notes);
  const std::optional<std::uint64_t> least = board::measure_board(out.board).signal_layers();
  const std::uint32_t along_x = out.routed.signal_layers - out.routed.layers_along_y;
  if (least && along_x > *least)
    notes.push_back(fmt::format("{}the board is drawn on {} signal layers along x; cuts and escapes alone ask for {}",
                                start, along_x, *least));
  if (out.routed.layers_along_y > 0)
    notes.push_back(fmt::format("{}signal layers along y besides: {}, joined by {} vias", start,
                                out.routed.layers_along_y, out.routed.vias.size()));
  const board::DrawnMeasures measures = measure_drawn(out.board, out.routed);
  const board::TrackRules& rules = out.board.rules;
  const auto note_unmatched = [&](const std::optional<board::Nanometres>& most, const board::Skew& left,
                                  const char* of) {
    if (most && left.most > *most)
      notes.push_back(
          fmt::format("{}lengths of {} differ by up to {} mm, most of link {}, where {} mm are asked: "
                      "serpentines find no more room",
                      start, of, mm_text(left.most), left.link, mm_text(*most)));
  };
  note_unmatched(rules.match, measures.skew, "links");
  note_unmatched(rules.match_in_pairs, measures.pair_skew, "pairs");
  if (const std::string why = why_other_copper(out.named()); !why.empty()) notes.push_back(start + why);
  if (!out.named().has_ground)
    notes.push_back(start + "no pin of its connectors is ground: the planes of ground are empty layers");
  if (!plane_box(out.named()))
    notes.push_back(start + "its pins stand too near to its outline for planes, which are empty layers");
  const std::vector<board::FoundFault> faults = board::check_board(out.board, out.routed);
  if (!faults.empty()) {
    notes.push_back(fmt::format("{}the board breaks its own rules in {} places, the first at x {} mm, y {} mm", start,
                                faults.size(), mm_text(faults.front().x), mm_text(faults.front().y)));
  }
  return out;
}

/// "board 2 stands for boards 2, 4 and 5".
std::string kinds_told(const BoardsOfRows& all, std::uint32_t kind) {
  std::string list;
  for (std::size_t row = 0; row < all.kind.size(); ++row) {
    if (all.kind[row] == kind) list += fmt::format("{}{}", list.empty() ? "" : ", ", row + 1);
  }
  return fmt::format("board {} stands for these of {} boards: {}", kind + 1, all.kind.size(), list);
}

}  // namespace

NamedBoard named_board(const board::Board& board, const board::RoutedBoard& routed) {
  NamedBoard out{board, routed, {}, {}, {0, 0}, false, 0};
  for (const board::Slot& slot : board.slots) {
    for (std::size_t c = 0; c < slot.connectors.size(); ++c)
      out.references.push_back(fmt::format("J{}", out.references.size() + 1));
  }
  for (const board::Net& net : routed.nets) out.nets.push_back(net_name(board, net));
  const std::vector<std::string> rails = board::rails_of_board(board);
  out.nets.insert(out.nets.end(), rails.begin(), rails.end());
  out.rails = rails.size();
  out.nets.emplace_back("GND");
  out.has_ground = std::ranges::any_of(routed.pins, [](const board::Pin& p) { return p.use == board::PinUse::ground; });
  bool first = true;
  const auto reach = [&](board::Nanometres x, board::Nanometres y) {
    out.origin = first ? std::vector{x, y} : std::vector{std::min(out.origin[0], x), std::max(out.origin[1], y)};
    first = false;
  };
  for (const auto& corner : board.outline) reach(corner[0], corner[1]);
  for (const board::Pin& pin : routed.pins) reach(pin.x, pin.y);
  return out;
}

std::size_t NamedBoard::net_number(const board::Pin& pin) const {
  if (pin.use == board::PinUse::ground) return nets.size();
  if (pin.use == board::PinUse::power) {
    const auto last = nets.end() - 1;
    const board::Connector& connector = connector_of(board, pin);
    const std::string rail = board::rail_of(connector, connector.pin(pin.column, pin.row));
    return static_cast<std::size_t>(std::find(last - static_cast<std::ptrdiff_t>(rails), last, rail) - nets.begin()) +
           1;
  }
  return pin.net == board::kNone ? 0 : pin.net + std::size_t{1};
}

std::size_t NamedBoard::plane_net(std::uint32_t layer) const {
  const std::size_t from_last = board::kNone - layer;
  return from_last > rails || (from_last == 0 && !has_ground) ? 0 : nets.size() - from_last;
}

const std::string& NamedBoard::reference(const board::Pin& pin) const {
  std::size_t before = 0;
  for (std::uint32_t s = 0; s < pin.slot; ++s) before += board.slots[s].connectors.size();
  return references[before + pin.connector];
}

std::string pin_name(std::uint32_t column, std::uint32_t row) {
  std::string letters;
  for (std::uint32_t r = row + 1; r > 0; r = (r - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('a' + (r - 1) % 26));
  return fmt::format("{}{}", letters, column + 1);
}

std::string mm_text(board::Nanometres length) {
  const board::Nanometres size = length < 0 ? -length : length;
  return text::without_trailing_zeros(
      fmt::format("{}{}.{:06}", length < 0 ? "-" : "", size / 1'000'000, size % 1'000'000));
}

std::string footprint_name(const board::Connector& connector) {
  std::string name = connector.name;
  for (char& c : name) c = is_plain(c) || c == '-' || c == '.' ? c : '_';
  return name.empty() ? "connector" : name;
}

std::vector<std::uint32_t> copper_stack(const NamedBoard& board) {
  const std::uint32_t signals = std::max(1U, board.routed.signal_layers);
  std::size_t between = 1;  // signal layers between two planes
  const auto count = [&] { return signals + (signals + between - 1) / between + 1 + board.rails; };
  while (between < signals && count() > kMostCopper) ++between;
  if (count() > kMostCopper) {
    throw_limit_error(fmt::format("the board takes {} layers of copper, and KiCad holds {}", count(), kMostCopper),
                      "allow fewer signal layers, or fewer wires");
  }
  std::vector<std::uint32_t> layers = board::copper_stack(signals, static_cast<std::uint32_t>(board.rails));
  std::uint32_t above = 0;
  std::erase_if(layers, [&](std::uint32_t layer) {
    above += layer < signals ? 1 : 0;
    return layer == board::kNone && above % between != 0 && above != signals;
  });
  if (layers.size() % 2 == 1) layers.push_back(board::kNone);
  return layers;
}

std::string why_other_copper(const NamedBoard& board) {
  const std::uint32_t signals = board.routed.signal_layers, rails = static_cast<std::uint32_t>(board.rails);
  const std::size_t counted = board::copper_stack(signals, rails).size();
  if (counted <= kMostCopper) return {};
  return fmt::format("the board has {} layers of copper, and KiCad holds {}: its file leaves out planes", counted,
                     kMostCopper);
}

std::optional<board::BoardBox> plane_box(const NamedBoard& board) {
  constexpr board::Nanometres kLeastCopper = 100'000;  // KiCad's min_thickness in our files
  const board::TrackRules& rules = board.board.rules;
  std::optional<board::BoardBox> all;
  const auto take = [&](board::Nanometres x, board::Nanometres y, board::Nanometres pad) {
    const board::BoardBox hole = board::grown({x, y, x, y}, pad / 2 + rules.from_planes());
    all = !all ? hole
               : board::BoardBox{std::min(all->x0, hole.x0), std::min(all->y0, hole.y0), std::max(all->x1, hole.x1),
                                 std::max(all->y1, hole.y1)};
  };
  for (const board::Pin& pin : board.routed.pins) take(pin.x, pin.y, connector_of(board.board, pin).pad);
  for (const board::BoardVia& via : board.routed.vias) take(via.x, via.y, rules.via_pad);
  if (!all) return std::nullopt;
  for (const board::Nanometres beyond : {rules.clearance, std::min(rules.clearance, kLeastCopper)}) {
    const board::BoardBox box = board::grown(*all, beyond);
    if (board::is_inside(board.board.outline, box, rules.edge)) return box;
  }
  return std::nullopt;
}

std::string copper_name(std::size_t layer, std::size_t count) {
  return layer == 0 ? "F.Cu" : layer + 1 == count ? "B.Cu" : fmt::format("In{}.Cu", layer);
}

std::vector<std::array<Nanometres, 2>> plane_with_holes(const BoardBox& plane, std::vector<BoardBox> holes) {
  return SlitPlane(plane, apart(std::move(holes))).corners();
}

std::vector<ExportFile> files_of_boards(const Export& row, ExportLayout& from, const ExportChoice& choice,
                                        std::vector<ExportFile> (*write)(const NamedBoard&)) {
  std::optional<BoardsOfRows> made = boards_of_candidate(from.candidate);
  if (!made) {
    throw_input_error(fmt::format("candidate '{}' has no board", from.candidate.design->name),
                      "give the spec a `board:` with its connectors");
  }
  const bool several = made->boards.size() > 1;
  if (several && choice.file == "-") {
    throw_input_error(fmt::format("'{}' has {} boards that differ, which take a file each", from.candidate.design->name,
                                  made->boards.size()),
                      fmt::format("name the first with -o, as -o shelf{}", row.extension));
  }
  std::vector<ExportFile> files;
  for (std::uint32_t kind = 0; kind < made->boards.size(); ++kind) {
    if (made->kind.size() > 1) from.notes.push_back(kinds_told(*made, kind));
    const NoteStart start = several ? fmt::format("board {}: ", kind + 1) : "";
    const DrawnBoard drawn = drawn_board(std::move(made->boards[kind]), start, from.notes);
    for (ExportFile& file : write(drawn.named())) {
      if (kind > 0) {
        if (file.extension.empty()) file.extension = std::filesystem::path(choice.file).extension().string();
        if (file.extension.empty()) file.extension = row.extension;
        file.extension.insert(0, fmt::format(".board{}", kind + 1));
      }
      files.push_back(std::move(file));
    }
  }
  return files;
}

Export board_row(std::string_view name, std::string_view summary, std::string_view source, std::string_view extension,
                 decltype(Export::write_layout) write, bool several_files) {
  return {.name = name,
          .summary = summary,
          .source = source,
          .extension = extension,
          .ignores = "a board holds tracks, no delays",
          .route_cost = RouteCostUse::none,
          .several_files = several_files,
          .limits = {1 << 16, 1 << 20},
          .write_layout = write};
}

}  // namespace cutline::exporting
