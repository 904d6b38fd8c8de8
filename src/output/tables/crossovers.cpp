// SPDX-License-Identifier: Apache-2.0
#include "output/tables/crossovers.hpp"

#include <fmt/format.h>

#include "cutline/study/study.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMostTold = 5;

std::string variable_name(const Reign& reign) { return reign.winner.empty() ? "no candidate" : reign.winner; }

std::string reigns_text(const CrossoverChoice& choice, const std::vector<Reign>& reigns) {
  if (reigns.size() == 1) return variable_name(reigns.front()) + " wins throughout";
  if (reigns.size() > kMostTold) return fmt::format("the winner changes {} times", reigns.size() - 1);
  std::string text =
      fmt::format("{} wins up to {}", variable_name(reigns.front()), value_text(choice, reigns.front().to));
  for (std::size_t i = 1; i < reigns.size(); ++i) {
    text += fmt::format(", {} from {}", variable_name(reigns[i]), value_text(choice, reigns[i].from));
  }
  return text;
}

}  // namespace

Data crossovers_data(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers) {
  Data::List rows;
  for (const Crossovers& each : crossovers) {
    for (const Reign& reign : each.reigns) {
      rows.emplace_back(Data::Map{{"delay", each.delay_label},
                                  {"from", value_text(choice, reign.from)},
                                  {"to", value_text(choice, reign.to)},
                                  {"winner", reign.winner.empty() ? Data() : Data(reign.winner)}});
    }
  }
  return Data::Map{{"over", choice.over}, {"reigns", std::move(rows)}};
}

Table crossovers_table(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers) {
  Table table;
  table.columns = {{"delay", "wire delay", "", true, true},
                   {"from", choice.over, "from", true},
                   {"to", "", "to", true},
                   {"winner", "winner", "", true, true}};
  for (const Crossovers& each : crossovers) {
    for (const Reign& reign : each.reigns) {
      table.rows.push_back(
          {each.delay_label, value_text(choice, reign.from), value_text(choice, reign.to), variable_name(reign)});
    }
  }
  return table;
}

std::vector<std::string> crossover_sentences(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers) {
  std::vector<std::string> sentences;
  for (const Crossovers& each : crossovers) {
    if (each.reigns.empty()) continue;
    const std::string delay = crossovers.size() > 1 ? fmt::format(" under {} wire delay", each.delay_label) : "";
    sentences.push_back(
        fmt::format("As {} goes from {} to {},{} {}.", choice.over, value_text(choice, each.reigns.front().from),
                    value_text(choice, each.reigns.back().to), delay, reigns_text(choice, each.reigns)));
  }
  return sentences;
}

}  // namespace cutline
