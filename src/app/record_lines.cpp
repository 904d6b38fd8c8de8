// SPDX-License-Identifier: Apache-2.0
#include "app/record_lines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "app/session.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/output/record/json.hpp"
#include "cutline/output/record/record.hpp"

namespace cutline::app {

namespace {

std::string head_line(const Study& study, const Shard& shard) {
  const Data head = Data::Map{{"cutline", CUTLINE_VERSION},   {"spec_sha256", study.spec_sha256},
                              {"seed", study.seed},           {"shard", shard.index},
                              {"shards", shard.count},        {"candidates", study.designs.size()},
                              {"delays", study.delays.size()}};
  return to_json(head) + '\n';
}

/// Keeps only the designs of a part and the one whose resource is held equal. Returns their numbers in the spec.
std::vector<std::size_t> keep_part(Study& study, const Shard& shard) {
  std::vector<std::size_t> numbers;
  std::vector<Design> kept;
  for (std::size_t i = 0; i < study.designs.size(); ++i) {
    const bool held = study.hold.resource != Resource::none && study.designs[i].name == study.hold.of;
    if (!held && i % shard.count != shard.index - 1) continue;
    numbers.push_back(i);
    kept.push_back(std::move(study.designs[i]));
  }
  study.designs = std::move(kept);
  return numbers;
}

/// The lines of one candidate, one per delay model.
std::string lines_of(const Study& study, const Candidate& candidate, std::size_t number, bool part) {
  std::string out;
  for (const std::string& text : record_texts(study, candidate)) {
    out += part ? fmt::format("{{\"candidate\":{},\"record\":{}}}\n", number, text) : text + '\n';
  }
  return out;
}

}  // namespace

bool add_record_lines(const Options& options, const std::optional<Shard>& asked, const std::string& spec,
                      FunctionRef<void(std::string_view)> add) {
  Study study = load_study(options, spec);
  const std::size_t chosen = chosen_candidates(options, study).front();
  const Shard shard = asked.value_or(Shard{});
  // The head is written with the first record, so that an earlier interrupt leaves no file.
  std::string head = asked ? head_line(study, shard) : "";
  const std::vector<std::size_t> numbers = keep_part(study, shard);
  std::atomic<bool> any_built = asked.has_value();
  evaluate_blocks(study, options.effort, Layouts::freed, [&](std::size_t first, std::vector<Candidate>& block) {
    std::vector<std::string> lines(block.size());
    parallel_for(block.size(), [&](std::size_t i) {
      const Candidate candidate = std::move(block[i]);  // freed here, by the thread that is done with it
      const std::size_t number = numbers[first + i];
      const bool wanted = options.candidate.empty() ? number % shard.count == shard.index - 1 : number == chosen;
      if (!wanted) return;
      const Subject subject = subject_of(options, study, candidate);
      lines[i] = lines_of(subject.study, subject.candidate, number, asked.has_value());
      if (candidate.can_be_built()) any_built = true;
    });
    for (const std::string& text : lines) {
      if (!text.empty()) add(std::exchange(head, "") + text);
    }
  });
  if (!head.empty()) add(head);
  return any_built;
}

}  // namespace cutline::app
