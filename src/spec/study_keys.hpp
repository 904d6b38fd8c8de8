// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spec/keys.hpp"

namespace cutline {

/// The keys of one candidate. read_candidates() reads `name` and `sweep` before.
const Keys<Design>& candidate_keys();

// Each key of a candidate whose value has rules of its own stands in the file that reads it. Positions, outlines and
// blocked rectangles are given in metres and add to the floorplan of the design.
using CandidateKey = Key<Design>();
CandidateKey blocked_key, board_key, cells_key, channel_key, empty_key, interchange_key, machine_key, node_key,
    order_key, outline_key, packages_key, placement_key, planes_key, positions_key, router_key, routing_key, snap_key,
    tiles_key, topology_key;

/// An entry of a list of nodes: a number or a range such as 17-20, else a name.
SaidNodes said_nodes(const std::string& text);

/// A time of a router, in cycles or seconds.
Form<Duration> duration_form();

/// The parts of the spec that candidates are made from.
struct CandidateSources {
  std::vector<YamlEntry> shared;  ///< keys of the top level that candidates may give too
  std::optional<YamlId> defaults;
  std::optional<YamlId> candidates;
};

/// Designs, and the tree that each was read from: its own keys over the defaults over those of the top level.
struct ReadCandidates {
  std::vector<Design> designs;
  std::vector<YamlId> trees;
};
/// Reads and names all candidates. A sweep gives one design for each of its points. Throws a limit error if they would
/// take too much memory; reports all other mistakes. What they are asked is left to read_asked().
ReadCandidates read_candidates(Reader& reader, const CandidateSources& sources);

/// The name that messages give to overrides of the command line, in place of a file.
inline constexpr const char* kOverride = "--set";

/// A study as it is being read.
struct StudyDraft {
  Study study;
  CandidateSources sources;
  Place measured;                       ///< where the spec names the file of measured points
  std::map<std::string, Place> places;  ///< of the load and of keys of traffic, for mistakes that the networks show
};

/// The keys of the top level, in the order in which they are read: the technology first, since units depend on it.
const Keys<StudyDraft>& study_keys();
/// Those of them that a candidate may give too, for itself: what is held, limited, sent and timed.
const Keys<StudyDraft>& asked_keys();
/// Reads the keys of the map `root` into an empty draft.
bool read_settings(Reader& reader, YamlId root, StudyDraft& draft);
/// Sets Design::asked of the draft's designs, which were read from `trees`. Those that give the same keys share it.
void read_asked(Reader& reader, const std::vector<YamlId>& trees, StudyDraft& draft);
/// Reports such keys where all networks of a search are asked the same.
void expect_nothing_asked(Reader& reader, YamlId tree);

/// Reports names of candidates that other keys use and that do not exist. Names are known only when all candidates are
/// read.
void check_names(Reader& reader, const StudyDraft& draft);
/// The names of the delay models that the top level or a candidate asks.
std::vector<std::string> all_delay_labels(const Study& study);
/// Reports delay models that expectations name, and that neither the top level nor a candidate has.
void check_expected_delays(Reader& reader, const Study& study);
/// Reports keys of candidates that have no effect under the other keys of the spec.
void check_idle_keys(Reader& reader, const Study& study);
/// Sets the places and limits of a search of links, when the network is known, and reports what is wrong with them.
void settle_search(Reader& reader, Study& study);
/// Warns if measured points name a delay model that the study does not have.
void warn_of_measured(StudyDraft& draft);

// Each key of the top level whose value has rules of its own stands in the file that reads it.
using StudyKey = Key<StudyDraft>();
StudyKey clock_key, contention_key, crossover_key, curve_key, delay_key, expect_key, fail_key, guest_key, hold_key,
    limits_key, load_key, measured_key, message_key, pareto_key, population_key, rank_key, search_key, traffic_key,
    uncertainty_key;
StudyKey pattern_key;  ///< `traffic` where it is one pattern, as of a plane

/// The keys of the limits on candidates, for a study and for a search.
const Keys<Limits>& limit_keys();
/// Reads the objective of a search: measures as in `rank`, or a list of two measures, which sets `front`.
void read_objective(Reader& reader, YamlId id, StudyDraft& draft, bool& front);
ValueShape objective_shape();
/// Reads one load, such as "60 % of capacity". Reports a mistake and then returns nothing.
std::optional<OfferedLoad> read_offered_load(Reader& reader, YamlId id, std::string_view what);
ValueShape offered_load_shape();

/// One point of a sweep: the tree of the candidate with the values of this point, and the same values as text for its
/// name.
struct SweepPoint {
  YamlId tree = 0;
  std::vector<std::pair<std::string, std::string>> values;  ///< dotted name, value
};

/// The memory that the candidates of a spec take as they are read, which sets how many there may be: one that a sweep
/// makes takes some 12 kB, and each of its values more.
class DesignMemory {
 public:
  /// Throws a limit error, at `mark`, if so many further candidates, each of so many values, would take too much.
  void expect_room(const Reader& reader, Mark mark, double candidates, double values) const;
  void spend(const Reader& reader, Mark mark, double candidates, double values);

 private:
  double candidates_ = 0, bytes_ = 0;
};

/// All points of the candidate's sweep; one point if it has no sweep. The first name of the sweep changes slowest.
std::vector<SweepPoint> sweep_points(Reader& reader, YamlId candidate, DesignMemory& memory);

/// A value as text on one line, for names: "[a,b]".
std::string swept_value(const Reader& reader, YamlId id);

/// An end of a range of values of any key: a number with the unit of the key. Units that count stand in the plural,
/// whichever is written.
struct QuantityEnd {
  double value = 0;
  bool whole = false;
  std::string unit;
};
std::optional<QuantityEnd> read_end(Reader& reader, YamlId id, std::string_view what);

/// Whether a unit counts things, so that its values are whole numbers.
bool counts_things(std::string_view unit);

/// Reads a technology: a name, a path (it holds a `/` or ends in .yaml or .yml) or an inline map. Reports mistakes;
/// those in a file have places in that file. Null after mistakes. All who name one of the library share it.
SharedConst<Technology> read_technology(Reader& reader, YamlId id);
/// Reads a technology as read_technology() does, and reports one that has no layers for a network.
SharedConst<Technology> read_network_technology(Reader& reader, YamlId id);
ValueShape technology_shape();
/// The form of a technology that is given by name or path, not as a map.
ValueShape technology_name_shape();

/// The sides on which wires leave their node; values of a key of technologies and of candidates.
inline const std::vector<std::string_view> kTerminalSides = {"top", "facing"};
inline constexpr std::size_t kFacing = 1;  ///< index of "facing"

/// A technology as it is being read.
struct TechnologyDraft {
  Technology technology;
  std::optional<std::int64_t> pairs;
  std::optional<YamlId> layers, use;
  std::optional<YamlId> flight;  ///< the last key that gave the time of flight
};

const Keys<TechnologyDraft>& technology_keys();
const Keys<Layer>& layer_keys();

}  // namespace cutline
