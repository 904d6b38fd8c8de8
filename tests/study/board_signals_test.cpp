// SPDX-License-Identifier: Apache-2.0
// Signals of the boards of candidates: what follows from the tracks as drawn, limits, and what a spec may say.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "board/signals.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/study/ranking.hpp"
#include "evaluate/board_of.hpp"
#include "rank/asked.hpp"
#include "study/board_choice.hpp"
#include "support/errors.hpp"
#include "support/places.hpp"

using namespace cutline;
using cutline::test::message_of;

namespace {

std::string spec_of_cards(const std::string& tracks, const std::string& board, const std::string& more = "") {
  return "cutline: 1\ntechnology: fr4-stripline\nrouter: {delay: 1 ns}\nchannel: {width: 2 bits}\n"
         "board: {slot_pitch: 20 mm, connectors: cpci-2mm-hm, tracks: {width: 5 mil, space: 5 mil" +
         tracks + "}" + board + "}\n" + more +
         "candidates:\n  - {name: cube, topology: {family: hypercube, dimensions: 3}, placement: {axes: [x, x, x]}}\n"
         "  - {name: ring, topology: {family: ring, nodes: 8}}\n";
}

struct EvaluatedBoards {
  Study study;
  std::vector<Candidate> candidates;
  double operator()(std::size_t candidate, std::string_view key) const {
    return quantity_value(under_delay(study, candidates.at(candidate), 0), key).number();
  }
  bool is_null(std::string_view key) const {
    return quantity_value(under_delay(study, candidates.at(0), 0), key).is_null();
  }
};

EvaluatedBoards evaluated_spec(const std::string& text, const Overrides& overrides = {}) {
  EvaluatedBoards made{parse_study(text, "a.yaml", "", overrides), {}};
  made.candidates = evaluate(made.study);
  return made;
}

const std::string kMaterial = ", material: fr-4, nyquist: 4 GHz";

}  // namespace

TEST_CASE("loss and reach by a calculation of the test's own: dielectric, copper, two connectors") {
  const EvaluatedBoards made = evaluated_spec(
      spec_of_cards(", plane_distance: 0.15 mm", kMaterial + ", thickness: 3 mm, "
                                                             "loss_budget: 12 dB, loss_of_connector: 1 dB"));
  for (const std::size_t c : {0U, 1U}) {
    // [Pozar 2012, eq. 3.181] with b = 0.335, t = 0.035, w = 0.127 mm, Rs = 16.48 mohm.
    const double z = made(c, "board.impedance_ohm");
    CHECK(z == doctest::Approx(45.3).epsilon(0.01));
    const double around = 1 + 2 * 0.127 / 0.3 + 0.37 / (M_PI * 0.3) * std::log((0.67 - 0.035) / 0.035);
    const double copper = 8.686 * 2.7e-3 * 16.48e-3 * 4.3 * z / (94.248 * 0.3e-3) * around / 100;
    const double dielectric = 2.3 * 4 * std::sqrt(4.3) * 0.02 / 2.54;
    CHECK(made(c, "board.copper_db_per_cm") == doctest::Approx(copper).epsilon(2e-3));
    CHECK(made(c, "board.dielectric_db_per_cm") == doctest::Approx(dielectric));
    const double cm = made(c, "board.longest_track_mm") / 10;
    CHECK(made(c, "board.loss_db") == doctest::Approx((copper + dielectric) * cm + 2).epsilon(2e-3));
    CHECK(made(c, "board.reach_cm") == doctest::Approx(10 / (copper + dielectric)).epsilon(2e-3));
  }
}

TEST_CASE("skew, stubs and lengths are those of the drawn board, taken net by net") {
  const EvaluatedBoards made = evaluated_spec(spec_of_cards("", kMaterial + ", thickness: 3 mm"));
  for (const std::size_t c : {0U, 1U}) {
    const board::Board board = boards_of_candidate(made.candidates[c]).value().boards.at(0);
    const board::RoutedBoard routed = board::route_board(board);
    const std::vector<board::Nanometres> lengths = lengths_of_nets(routed);
    double longest = 0, skew = 0;
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      longest = std::max(longest, static_cast<double>(lengths[a]) * 1e-6);
      for (std::size_t b = 0; b < lengths.size(); ++b) {
        if (routed.nets[a].link == routed.nets[b].link)
          skew = std::max(skew, static_cast<double>(lengths[a] - lengths[b]) * 1e-6);
      }
    }
    CHECK(made(c, "board.longest_track_mm") == doctest::Approx(longest));
    CHECK(made(c, "board.skew_mm") == doctest::Approx(skew));
    CHECK(made(c, "board.skew_ps") == doctest::Approx(skew * std::sqrt(4.3) / 0.299792458).epsilon(1e-6));
    CHECK(made(c, "board.wires_left") == 0);
    CHECK(made(c, "board.layers_drawn") == routed.signal_layers);
    CHECK(made(c, "board.stub_mm") == doctest::Approx(3 * (1 - 1.0 / (2 * routed.signal_layers))));
  }
}

TEST_CASE("the seven networks of the example: longest net, loss and skew, track by track, are those of its page") {
  struct OnPage {
    const char* name;
    double longest_mm, loss_db, skew_ps;
  };
  const OnPage page[] = {{"ring", 294, 0.552, 0.1},        {"ring folded", 34, 0.064, 0.1},
                         {"torus", 234.5, 0.440, 31.2},    {"hypercube", 154.5, 0.290, 27.7},
                         {"full mesh", 302, 0.567, 100.4}, {"dual star", 294, 0.552, 31.2},
                         {"ccc", 234.5, 0.440, 27.7}};
  const Study study = read_study(test::source_folder() + "/layouts/gallery/backplane.yaml");
  const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
  REQUIRE(candidates.size() == std::size(page));
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    CAPTURE(page[c].name);
    CHECK(candidates[c].design->name == page[c].name);
    const board::RoutedBoard routed = board::route_board(boards_of_candidate(candidates[c]).value().boards.at(0));
    std::vector<double> mm(routed.nets.size());
    for (const board::BoardTrack& track : routed.segments)
      mm[track.net] += 1e-6 * static_cast<double>(std::abs(track.x1 - track.x0) + std::abs(track.y1 - track.y0));
    std::map<std::uint32_t, std::pair<double, double>> of_link;  // shortest and longest wire
    for (std::size_t n = 0; n < mm.size(); ++n) {
      if (mm[n] == 0) continue;
      auto& [least, most] = of_link.try_emplace(routed.nets[n].link, mm[n], mm[n]).first->second;
      least = std::min(least, mm[n]);
      most = std::max(most, mm[n]);
    }
    double longest = 0, skew = 0;
    for (const auto& [link, ends] : of_link) {
      longest = std::max(longest, ends.second);
      skew = std::max(skew, ends.second - ends.first);
    }
    const double loss = 2.3 * 0.5 * std::sqrt(4.3) * 0.02 * longest / 25.4;
    const double skew_ps = skew * std::sqrt(4.3) / 0.299792458;
    const auto told = [&](std::string_view key) {
      return quantity_value(under_delay(study, candidates[c], 0), key).number();
    };
    CHECK(told("board.longest_track_mm") == doctest::Approx(longest));
    CHECK(told("board.loss_db") == doctest::Approx(loss));
    CHECK(told("board.skew_ps") == doctest::Approx(skew_ps));
    CHECK(std::abs(longest - page[c].longest_mm) < 0.05);
    CHECK(std::abs(loss - page[c].loss_db) < 0.0005);
    CHECK(std::abs(skew_ps - page[c].skew_ps) < 0.05);
  }
}

TEST_CASE("without material, thickness or budget what follows from them is absent, and nothing else") {
  const EvaluatedBoards bare = evaluated_spec(spec_of_cards("", ""));
  for (const char* key : {"board.loss_db", "board.impedance_ohm", "board.skew_ps", "board.stub_mm", "board.reach_cm"}) {
    CAPTURE(key);
    CHECK(bare.is_null(key));
  }
  CHECK_FALSE(bare.is_null("board.skew_mm"));
  const EvaluatedBoards thin = evaluated_spec(spec_of_cards("", kMaterial));
  CHECK(thin.is_null("board.copper_db_per_cm"));
  CHECK_FALSE(thin.is_null("board.loss_db"));
}

TEST_CASE("the distance of planes follows from the thickness: 2 n gaps between 2 n + 1 layers, less the copper") {
  const EvaluatedBoards given = evaluated_spec(spec_of_cards(", plane_distance: 0.715 mm", kMaterial));
  const EvaluatedBoards spread = evaluated_spec(spec_of_cards("", kMaterial + ", thickness: 1.5 mm"));
  REQUIRE(spread(1, "board.layers_drawn") == 1);
  CHECK(spread(1, "board.impedance_ohm") == doctest::Approx(given(1, "board.impedance_ohm")));
}

TEST_CASE("limits on skew, loss, stubs and wires left, under their full names, their short ones and in a map") {
  const std::string board = kMaterial + ", thickness: 3 mm";
  for (const std::string limits :
       {"{board.skew: 0.001 ps, board.loss: 0.1 dB, board.stub: 0.1 mm}", "{skew: 0.001 ps, loss: 0.1 dB}",
        "{board: {skew: 0.001 ps, loss: 0.1 dB, wires_left: 0}}"}) {
    CAPTURE(limits);
    const EvaluatedBoards made = evaluated_spec(spec_of_cards("", board, "limits: " + limits + "\n"));
    std::size_t skew = 0, loss = 0;
    for (const OverLimit& over : made.candidates[0].infeasible) {
      skew += over.limit == "board.skew_ps" ? 1 : 0;
      loss += over.limit == "board.loss_db" && over.needed == doctest::Approx(made(0, "board.loss_db")) ? 1 : 0;
    }
    CHECK(skew == 1);
    CHECK(loss == 1);
  }
}

TEST_CASE("a limit whose name has a dot is set from outside, whether or not the spec has it") {
  for (const std::string limits :
       {"", "limits: {board.signal_layers: 40}\n", "limits: {board: {signal_layers: 40}}\n", "limits: {layers: 2}\n"}) {
    CAPTURE(limits);
    const Study study = parse_study(spec_of_cards("", "", limits), "a.yaml", "", {{"limits.board.signal_layers", "8"}});
    CHECK(study.limits.at(Limited::board_signal_layers) == 8);
  }
}

TEST_CASE("a match is a length, or a time by the material; vias have a pad that is wider than their drill") {
  const auto tracks = [](const std::string& keys, const std::string& board = "") {
    return parse_study(spec_of_cards(keys, board), "a.yaml", "").designs[0].board->tracks;
  };
  CHECK(tracks(", match: 1 mm").match == 1'000'000);
  // sqrt(4.3) / c = 6.917 ps/mm.
  CHECK(static_cast<double>(*tracks(", match: 6.917 ps", kMaterial).match) == doctest::Approx(1e6).epsilon(1e-4));
  CHECK(tracks(", via: {pad: 0.6 mm, drill: 0.3 mm}").via_drill == 300'000);
  CHECK(tracks("").via_pad == 0);
  CHECK(tracks("").copper == 35'000);
  for (const auto& [keys, words] :
       std::map<std::string, std::string>{{", match: 5 ps", "has no material"},
                                          {", via: {pad: 0.3 mm, drill: 0.3 mm}", "drill of a via must be less"},
                                          {", via: {pad: 0.3 mm}", "drill"},
                                          {", copper: 0 mm", "copper"}}) {
    CAPTURE(keys);
    CHECK(message_of([&] { tracks(keys); }).find(words) != std::string::npos);
  }
}

TEST_CASE("two lines of a pair have an impedance below twice that of a single track") {
  const std::string text =
      "cutline: 1\ntechnology: fr4-stripline\nrouter: {delay: 1 ns}\nchannel: {width: 2 bits, wires_per_bit: 2}\n"
      "board: {slot_pitch: 20 mm, connectors: {name: cpci-2mm-hm, pairs: 2}, tracks: {width: 5 mil, space: 5 mil, "
      "plane_distance: 0.15 mm, pairs: {gap: 5 mil, space: 15 mil}}, material: fr-4, nyquist: 4 GHz}\n"
      "candidates:\n  - {name: ring, topology: {family: ring, nodes: 4}}\n";
  const EvaluatedBoards made = evaluated_spec(text);
  CHECK(made(0, "board.pair_impedance_ohm") == doctest::Approx(2 * 38.5).epsilon(0.01));
  CHECK(made(0, "board.pair_impedance_ohm") < 2 * made(0, "board.impedance_ohm"));
  CHECK(made(0, "board.pair_skew_ps") == doctest::Approx(0));
}

TEST_CASE("a search asks for the tracks of boards where its limits or its ranking depend on them") {
  Study study = parse_study(spec_of_cards("", ""), "a.yaml", "", {});
  CHECK_FALSE(asks_for(study, &Quantity::of_board_tracks));
  for (const char* measure : {"energy", "area", "saturation", "board.pins_short", "board.signal_layers_by_cut"}) {
    study.rank = {{"latency", 1}, {measure, 1}};
    CHECK_FALSE(asks_for(study, &Quantity::of_board_tracks));
  }
  study.limits = {{Limited::board_pins_of_slot, 4}, {Limited::board_pins_short, 0}, {Limited::middle_wires, 4}};
  CHECK_FALSE(asks_for(study, &Quantity::of_board_tracks));
  for (const Limited what : {Limited::board_wires_left, Limited::layers}) {
    study.limits = {{what, 0}};
    CHECK(asks_for(study, &Quantity::of_board_tracks));
  }
  study.limits.clear();
  for (const char* measure : {"board.skew_ps", "skew", "signal_layers", "layers", "copper_layers", "board.vias"}) {
    study.pareto = {{measure, 1}};
    CHECK(asks_for(study, &Quantity::of_board_tracks));
  }
}

TEST_CASE("without tracks the marked quantities of boards have no values of a drawing, and all others stay") {
  const Study study = parse_study(spec_of_cards("", ""), "a.yaml", "", {});
  const auto evaluated = [&](bool tracks) {
    Effort effort;
    effort.board_tracks = tracks;
    return evaluate(study, effort, Layouts::freed);
  };
  const std::vector<Candidate> drawn = evaluated(true), undrawn = evaluated(false);
  REQUIRE(drawn.front().board->drawn);
  CHECK_FALSE(undrawn.front().board->drawn);
  for (const Quantity& row : quantities()) {
    if (row.of_board_tracks || row.value == nullptr) continue;
    CAPTURE(row.key);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const Data with = quantity_value(under_delay(study, drawn[i], 0), row);
      CHECK(with == quantity_value(under_delay(study, undrawn[i], 0), row));
    }
  }
}
