// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/ranking.hpp"

namespace cutline {

struct Corner;

/// The subject of a quantity: a candidate under one delay model of its study.
struct UnderDelay {
  const Study& study;
  const Candidate& candidate;
  std::size_t delay = 0;
  const WireTiming* wires = nullptr;  ///< under the delay model; null if the candidate cannot be built
  const Timing* timing = nullptr;     ///< the same with its latency; null if there is none
  const Ranking* ranking = nullptr;   ///< under the delay model; null if nothing was ranked
  std::size_t number = 0;             ///< number of the candidate among those of the ranking
  const Corner* corner = nullptr;     ///< of the uncertain figures; null: all as given
};
/// The candidate with its main timing: neither the unrounded one nor that of a corner.
UnderDelay under_delay(const Study& study, const Candidate& candidate, std::size_t delay,
                       const Ranking* ranking = nullptr, std::size_t number = 0);
/// The candidate under each delay model of the study.
std::vector<UnderDelay> under_every_delay(const Study& study, const Candidate& candidate, std::size_t number = 0);

enum class Unit : std::uint8_t {
  none,  ///< a count, a share, a text
  time,  ///< ns; tau in the unit technology
  mm,
  mm2,
  mm3,
  wire_pitches,
  wire_pitches2,
  wire_pitches3,
  node_pitches,
  hops,
  bits,
  bits_per_cycle,
  cycles,
  time_per_bit,
  wires,
  pj_per_bit,
  metres,
  watts,
  gbps,
  money  ///< in the currency of the price list; where none is known, called by its key
};
/// How a unit is written; all empty for counts.
struct UnitWords {
  std::string_view words;    ///< "square wire pitches"
  std::string_view sign;     ///< beside a number in a sentence: "pitches^2"
  std::string_view heading;  ///< below the title of a column: "pitch^2"
};
/// The words of a unit. `times_in_tau`: as StudySettings::counts_tau().
UnitWords unit_text(Unit unit, bool times_in_tau);
/// The same in a study, and of a candidate: money is in the currency of its prices. The words live as long as these.
UnitWords unit_text(Unit unit, const Study& study);
UnitWords unit_text(Unit unit, const UnderDelay& asked);
/// The same in the record of a candidate.
UnitWords unit_in_record(const Data& record, Unit unit);

/// Names of a quantity besides its key: shorter ones, and names from before the key existed.
struct QuantityNames {
  std::string_view name = {};    ///< for `explain` and lists: "latency"; empty: known by its key alone
  std::string_view title = {};   ///< heading of its column
  std::string_view column = {};  ///< its key as a column of the ranking's table, if it has such a column
  std::string_view rank = {};    ///< among the usual measures; of rows that share it, the first with a value counts
};

/// A number of a formula.
struct Symbol {
  std::string_view symbol;
  /// Its key in the record; or, where the record does not hold it, the function that finds it. Keys that begin with
  /// `words.` are texts of output/explain.
  std::variant<std::string_view, Data (*)(const UnderDelay&)> number;
  std::string_view meaning;
};
/// A printed formula that is wrong, or holds in fewer cases than it says.
struct Erratum {
  std::string_view text;                         ///< "WE-eq8: ..."
  bool (*applies)(const UnderDelay&) = nullptr;  ///< null: always
  bool of_family = false;                        ///< it applies only if Family::errata has its name, the text up to ':'
};
/// How a quantity follows from others, for `explain`.
struct Derivation {
  std::string_view formula;
  std::string_view source;  ///< kSourceOfModel: that of the delay model
  std::vector<Symbol> symbols = {};
  std::vector<Erratum> errata = {};
  bool (*applies)(const UnderDelay&) = nullptr;  ///< null: always
};
inline constexpr std::string_view kSourceOfModel = "model";

/// How a record holds notes: as a list of sentences, or as one text, which is null if there are no notes.
enum class NoteForm : std::uint8_t { list, one_text };

/// One row of the catalogue of quantities. Records, CSV, tables, explanations, rankings, lists and the schema of
/// results are loops over these rows.
struct Quantity {
  std::string key;  ///< its dotted path in the record, "performance.latency_ns"
  Unit unit = Unit::none;
  std::string_view summary;
  /// Returns null if the candidate has no such number; the notes of the record say why. The pointer itself is null for
  /// a row that names a number inside another quantity, such as "modules.0.pins_max" inside "modules".
  Data (*value)(const UnderDelay&) = nullptr;
  QuantityNames names = {};
  bool (*wanted)(const Study&) = nullptr;  ///< whether records have the key at all; null: always
  bool per_terminal = false;               ///< grows with the machine: ranked per terminal if populations differ
  /// Of all rows that share the name, the first one that applies is used. If none does, the summary is the formula.
  std::vector<Derivation> derivations = {};
  /// For a quantity that is text: notes instead of a value. output/words has their sentences.
  std::vector<Note> (*notes)(const UnderDelay&) = nullptr;
  NoteForm note_form = NoteForm::list;
  bool more_is_better = false;   ///< in rankings
  bool of_delay = true;          ///< may differ from delay model to delay model
  bool under_load = false;       ///< a ranking that uses it needs latencies under load
  bool at_loads = false;         ///< rankings can also take it at an offered load
  bool of_board_tracks = false;  ///< it depends on the tracks of boards: a ranking that uses it has them drawn
  bool of_bisection = false;     ///< it depends on the graph's bisection: a ranking that uses it has it searched
  /// How a verdict explains a loss in a ranking by the quantity. For a candidate that has a value: its parts.
  MeasureParts (*parts)(const UnderDelay&) = nullptr;
  /// The same for a quantity that has no parts: the cause of the loss. If both are null, the verdict names no cause.
  Loss (*loss)(const UnderDelay& loser, const UnderDelay& winner) = nullptr;

  /// Whether only rankings use the quantity, and no record contains it.
  bool ranks_alone() const;
  /// Its key and its other names.
  std::vector<std::string_view> all_names() const;
};

/// All quantities, in the order of the record's keys.
const std::vector<Quantity>& quantities();
/// Adds a row to the catalogue. Call it before the catalogue is used; the key must be new.
void add_quantity(Quantity quantity);
/// The quantity with this key; null if there is none.
const Quantity* find_quantity(std::string_view key);
/// The quantity with this key, column, name or name in `rank`. If several share the name ("longest": in mm, in
/// pitches), the first one that has a value for `example`. Throws an input error with a "did you mean" if there is
/// none.
const Quantity& quantity_by_name(std::string_view name, const UnderDelay& example);
/// The same; of several the first for which `preferred` holds.
const Quantity& quantity_by_name(std::string_view name, FunctionRef<bool(const Quantity&)> preferred);
/// The value of a quantity, also of one inside another; null for one that is notes. Here and below: throws a limit
/// error for a value beyond what a number can hold.
Data quantity_value(const UnderDelay& asked, const Quantity& quantity);
/// The value at a path of the record. The path may lead into a quantity that holds a list or a map ("modules.0.count").
/// Null if no quantity has such a path.
Data quantity_value(const UnderDelay& asked, std::string_view path);

/// A map of the record that a candidate has as a whole or not at all, such as "over" or "density.z". If it does not,
/// the key holds null.
struct RecordPart {
  std::string_view key;
  bool (*exists)(const UnderDelay&);
};
const std::vector<RecordPart>& record_parts();

}  // namespace cutline
