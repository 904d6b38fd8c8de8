// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cutline/base/integers.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"

namespace cutline {

using Json = nlohmann::ordered_json;

/// Gathers what a reader of one record must know; every note once.
class RecordNotes {
 public:
  void add(const std::string& note);
  const std::vector<std::string>& all() const { return notes_; }

 private:
  std::vector<std::string> notes_;
};

/// A key and its value. An initializer list is constant, so that without `mutable` every value would be copied.
struct Entry {
  const char* key;
  mutable Json value;
};
/// An object of different keys, in their order; in half the time that Json takes for the same list.
Json object(std::initializer_list<Entry> entries);

/// A real number; a limit error where it is not finite, which only absurd parameters reach.
Json real(double value, const Candidate& candidate);
/// A number that is whole in layouts and may be any real in ideal candidates.
Json whole_or_real(double value, const Candidate& candidate);
/// Exact where it fits 64 bits, else the nearest double and a note.
Json big(Int128 value, const std::string& key, RecordNotes& notes);

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json parameters_json(const Parameters& parameters);
Json graph_json(const Candidate& candidate, RecordNotes& notes);
Json channel_json(const Candidate& candidate, RecordNotes& notes);
Json held_json(const Study& study, const Candidate& candidate);
Json grid_json(const Candidate& candidate);
Json density_json(const Candidate& candidate, RecordNotes& notes);
Json tracks_json(const Candidate& candidate);
/// Null where wires run beside the nodes.
Json over_json(const Candidate& candidate);
Json layout_json(const Candidate& candidate, RecordNotes& notes);
Json length_json(const Candidate& candidate, RecordNotes& notes);
/// Null but for express cubes with interchanges.
Json express_json(const Candidate& candidate, RecordNotes& notes);
/// Null where the candidate has no curve.
Json curve_json(const Study& study, const Candidate& candidate, std::size_t delay, RecordNotes& notes);
/// Null where the candidate has no points of load.
Json load_curve_json(const Candidate& candidate, std::size_t delay);
/// Adds what follows from the traffic: saturation, contention, operating points, latency by distance.
void add_traffic_json(const Study& study, const Candidate& candidate, std::size_t delay, Json& performance,
                      RecordNotes& notes);
/// Null where the candidate is no host of the guest.
Json emulation_json(const Candidate& candidate, std::size_t delay, RecordNotes& notes);
/// Edge connectivity and shortest paths, which only failing links ask for.
void add_resilience_json(const Candidate& candidate, Json& graph, RecordNotes& notes);
/// What failing links leave: one entry a number of them, the first with all links.
Json faults_json(const Candidate& candidate, RecordNotes& notes);
Json pins_json(const Candidate& candidate);
/// `timing`: what says how often a wire takes a bit; null where there is none.
Json modules_json(const Candidate& candidate, const Timing* timing, RecordNotes& notes);
Json crossings_json(const Candidate& candidate);
Json delay_json(const Study& study, const Candidate& candidate, std::size_t delay);
/// What a router and an interchange cost, and where that comes from.
Json routers_json(const Candidate& candidate);
/// Of a bit of a mean message, with the parts that its total is made of.
Json energy_json(const Candidate& candidate, std::size_t delay);
Json performance_json(const Candidate& candidate, std::size_t delay, RecordNotes& notes);

/// "bisection", "pins" ... as in the spec.
std::string_view resource_name(Resource resource);

}  // namespace cutline
