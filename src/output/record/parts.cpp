// SPDX-License-Identifier: Apache-2.0
#include "output/record/parts.hpp"

#include <exception>

#include "cutline/base/format.hpp"
#include "cutline/output/record/json.hpp"
#include "evaluate/stages.hpp"

namespace cutline {

std::set<std::string> held_references(const Study& study) {
  std::set<std::string> names;
  const auto add = [&](const Hold& hold) {
    if (hold.resource != Resource::none && !hold.of.empty()) names.insert(hold.of);
  };
  add(study.hold);
  for (const Design& design : study.designs) {
    if (design.asked) add(design.asked->hold);
  }
  return names;
}

bool is_record(const Data& data) {
  const Data *name = data.at_path("name"), *model = data.at_path("delay.model");
  return name != nullptr && name->is_text() && model != nullptr && model->is_text();
}

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
  const std::set<std::string> references = held_references(study);
  for (std::size_t i = 0; i < study.designs.size(); ++i) {
    const bool held = references.count(study.designs[i].name) > 0;
    if (!held && i % shard.count != shard.index - 1) continue;
    numbers.push_back(i);
    kept.push_back(std::move(study.designs[i]));
  }
  study.designs = std::move(kept);
  return numbers;
}

/// The lines of one candidate, or the error of making them.
struct MadeLines {
  std::string text;
  std::exception_ptr error;
};

/// The lines of one candidate, one per delay model.
std::string lines_of(std::vector<std::string> records, std::size_t number, bool part) {
  std::string out;
  for (std::string& text : records) {
    if (part) text.insert(0, fmt::format("{{\"candidate\":{},\"record\":", number));
    text += part ? "}\n" : "\n";
    if (out.empty()) {
      out = std::move(text);
    } else {
      out += text;
    }
  }
  return out;
}

[[noreturn]] void throw_part(const PartFile& part, std::size_t line, const std::string& what, const std::string& hint) {
  throw_input_error(fmt::format("{}:{}: {}", part.name, line, what), hint);
}

/// The contents of the first line of a part.
struct Head {
  Data run;  ///< the entries that must be equal in all parts
  std::size_t shard = 0, shards = 0, candidates = 0, delays = 0;
};

Head head_of(const PartFile& part) {
  const Data line = json_of_user(part.text.substr(0, part.text.find('\n'))).value_or(Data());
  for (const char* key : {"cutline", "spec_sha256", "seed", "shard", "shards", "candidates", "delays"}) {
    if (line.find(key) != nullptr) continue;
    throw_part(part, 1, "this is no part of a sweep", "parts are written by cutline measure SPEC --shard 1/4 -o FILE");
  }
  const auto count = [&](const char* key) {
    const Data& value = line.at(key);
    return value.is_whole() && value.number() > 0 ? static_cast<std::size_t>(value.number()) : 0;
  };
  Head head{{}, count("shard"), count("shards"), count("candidates"), count("delays")};
  head.run = Data::List{line.at("cutline"), line.at("spec_sha256"), line.at("seed"),
                        head.shards,        head.candidates,        head.delays};
  const bool sound = head.shards <= kMostShards && head.shard >= 1 && head.shard <= head.shards &&
                     head.candidates > 0 && head.delays > 0;
  if (!sound) throw_part(part, 1, "this first line makes no sense", "write the part again");
  return head;
}

bool is_record_text(std::string_view text) {
  const std::optional<Data> record = json_of_user(text);
  return record && is_record(*record);
}

/// The record in a line, and the number of its candidate. entry_of() returns none for an incomplete line.
struct RecordEntry {
  std::size_t candidate = 0;
  std::string_view record;
};
std::optional<RecordEntry> entry_of(std::string_view line) {
  constexpr std::string_view kBefore = "{\"candidate\":";
  constexpr std::string_view kBeforeRecord = ",\"record\":";
  if (line.substr(0, kBefore.size()) != kBefore || line.empty() || line.back() != '}') return std::nullopt;
  line.remove_prefix(kBefore.size());
  line.remove_suffix(1);
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits == 0 || digits > 9 || line.substr(digits, kBeforeRecord.size()) != kBeforeRecord) return std::nullopt;
  const std::string_view record = line.substr(digits + kBeforeRecord.size());
  if (!is_record_text(record)) return std::nullopt;
  return RecordEntry{std::stoul(std::string(line.substr(0, digits))), record};
}

/// Calls `each` with every line and its number, beginning with 1.
template <class Each>
void for_lines(std::string_view text, const Each& each) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    each(line, number);
  }
}

/// Adds the records of one part; those of a candidate are in the order of the delay models.
void take_records(const PartFile& part, const Head& head, std::vector<std::vector<std::string_view>>& records) {
  for_lines(part.text, [&](std::string_view line, std::size_t number) {
    if (number == 1) return;
    const std::optional<RecordEntry> entry = entry_of(line);
    if (!entry) throw_part(part, number, "this is no whole record", "the file was cut off: write the part again");
    const bool own = entry->candidate < records.size() && entry->candidate % head.shards == head.shard - 1;
    if (!own || records[entry->candidate].size() == head.delays) {
      throw_part(part, number, fmt::format("candidate {} does not belong here", entry->candidate + 1),
                 "write the part again");
    }
    records[entry->candidate].push_back(entry->record);
  });
  for (std::size_t c = head.shard - 1; c < records.size(); c += head.shards) {
    if (records[c].size() == head.delays) continue;
    throw_input_error(fmt::format("{} lacks candidate {} of {}", part.name, c + 1, records.size()),
                      "the run of this part did not end: write it again");
  }
}

void expect_all_parts(const std::map<std::size_t, std::string>& seen, std::size_t shards) {
  std::vector<std::string> missing;
  for (std::size_t shard = 1; shard <= shards; ++shard) {
    if (seen.count(shard) == 0) missing.push_back(std::to_string(shard));
  }
  if (missing.empty()) return;
  const std::size_t count = missing.size();
  if (count > 10) missing.resize(10);
  throw_input_error(fmt::format("{} of {} parts {} missing: {}{}", count, shards, count == 1 ? "is" : "are",
                                join(missing, ", "), count > 10 ? ", ..." : ""),
                    fmt::format("run cutline measure SPEC --shard {}/{} and name its file too", missing[0], shards));
}

/// Whether a file holds records only, as `measure --format jsonl` writes them, without a line about a sweep.
bool has_plain_records(const PartFile& part) { return is_record_text(part.text.substr(0, part.text.find('\n'))); }

/// The records of plain files, one file after the other.
std::vector<std::string_view> plain_records(const std::vector<PartFile>& parts) {
  std::vector<std::string_view> all;
  for (const PartFile& part : parts) {
    for_lines(part.text, [&](std::string_view line, std::size_t number) {
      if (!is_record_text(line))
        throw_part(part, number, "this is no whole record", "cutline measure --format jsonl writes them");
      all.push_back(line);
    });
  }
  return all;
}

}  // namespace

bool add_record_lines(Study study, const std::optional<Shard>& asked, const Effort& effort, RecordTexts texts,
                      FunctionRef<void(std::string_view)> add) {
  const Shard shard = asked.value_or(Shard{});
  // The head is written with the first record, so that an earlier interrupt leaves no file.
  std::string head = asked ? head_line(study, shard) : "";
  const std::vector<std::size_t> numbers = keep_part(study, shard);
  std::atomic<bool> any_built = asked.has_value();
  std::vector<MadeLines> lines(study.designs.size());
  const auto write = [&](std::size_t design, Candidate& finished) {
    const Candidate candidate = std::move(finished);  // freed here, by the thread that made it
    const std::size_t number = numbers[design];
    if (number % shard.count != shard.index - 1) return;
    try {
      lines[design].text = lines_of(texts(study, candidate, number), number, asked.has_value());
    } catch (const Error&) {
      lines[design].error = std::current_exception();  // the first one ends the sweep
    }
    if (!lines[design].text.empty() && candidate.can_be_built()) any_built = true;
  };
  evaluate_each(study, effort, write, [&](std::size_t first, const std::vector<Candidate>& part) {
    for (std::size_t design = first; design < first + part.size(); ++design) {
      MadeLines made = std::exchange(lines[design], {});
      if (made.error) std::rethrow_exception(made.error);
      if (!made.text.empty()) add(std::exchange(head, "") + std::move(made.text));
    }
  });
  if (!head.empty()) add(head);
  return any_built;
}

std::vector<std::string_view> merged_records(const std::vector<PartFile>& parts) {
  CUTLINE_EXPECT(!parts.empty());
  if (std::all_of(parts.begin(), parts.end(), has_plain_records)) return plain_records(parts);
  const Head first = head_of(parts.front());
  std::map<std::size_t, std::string> seen;
  constexpr std::size_t kMost = 10'000'000;
  if (first.candidates > kMost) throw_limit_error(fmt::format("more than {} candidates, the limit", kMost));
  std::vector<std::vector<std::string_view>> records(first.candidates);
  for (const PartFile& part : parts) {
    const Head head = head_of(part);
    if (head.run != first.run) {
      throw_input_error(fmt::format("'{}' and '{}' are parts of different sweeps", parts.front().name, part.name),
                        "the spec, --set, --seed, the version and the number of parts must be the same");
    }
    const auto [known, is_new] = seen.emplace(head.shard, part.name);
    if (!is_new) {
      throw_input_error(fmt::format("part {} is there twice: '{}' and '{}'", head.shard, known->second, part.name),
                        "name each part once");
    }
    take_records(part, head, records);
  }
  expect_all_parts(seen, first.shards);
  std::vector<std::string_view> all;
  for (const auto& each : records) all.insert(all.end(), each.begin(), each.end());
  return all;
}

}  // namespace cutline
