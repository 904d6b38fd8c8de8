// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "machine/market.hpp"

// A machine as it stands: devices and terminals in racks, a cable for each link, and what all of it comes to.

namespace cutline::machine {

/// What a machine is built from.
struct Blueprint {
  Hall hall;
  Market market;
  RackRule rule = RackRule::in_order;
  std::vector<FixedDevice> fixed;
  double gbps = 0;                       ///< of a cable
  double spares = 0;                     ///< for each cable and each switch in use
  std::array<Nanometres, 2> pitch = {};  ///< of the places of a board
};

/// Cables that are alike: a medium, a length, and whether they join switches or lead to terminals. Or traces, which
/// nobody buys.
struct CableLine {
  CableOffer cable;
  bool to_terminal = false;
  bool trace = false;
  std::uint64_t count = 0;
  std::uint64_t spares = 0;  ///< besides
};

/// Switches with the same number of cables.
struct SwitchLine {
  std::uint32_t ports = 0;  ///< in use
  std::uint64_t count = 0;
  std::uint64_t spares = 0;    ///< besides
  std::string name;            ///< in the price list; may be empty
  std::optional<Price> price;  ///< of one; absent without prices
};

/// The fullest place of the trays.
struct FullestTray {
  std::uint64_t cables = 0;
  double mm2 = 0;                     ///< cross sections of its cables; 0: no diameter is known
  std::uint32_t row = 0, column = 0;  ///< behind this rack of the row, or this row of the column
};

/// Money by what it is spent on.
enum class Spending : std::uint8_t { cables, terminal_cables, switches, racks, laying, spares };
inline constexpr std::size_t kSpendings = 6;

/// What is spent, by what it is spent on and by the kind of its prices.
class Spent {
 public:
  void add(Spending on, PriceKind kind, const Price& price);
  /// `stands`: where the prices of each kind stand, as Price::at() takes it.
  double on(Spending what, const OfPriceKinds& stands = {}) const;
  double total(const OfPriceKinds& stands = {}) const;
  bool is_certain(PriceKind kind) const;

 private:
  std::array<std::array<Price, kPriceKinds>, kSpendings> prices_{};
};

struct Totals {
  std::uint64_t cables = 0, terminal_cables = 0;  ///< between switches, and to terminals
  std::uint64_t between_racks = 0;                ///< of both
  std::uint64_t optical = 0;                      ///< of both
  std::uint64_t traces = 0, terminal_traces = 0;  ///< on boards, which are no cables: between nodes, and to terminals
  Nanometres trace_length = 0;                    ///< of both
  Nanometres needed = 0, laid = 0;                ///< total lengths: as needed, as made; between switches
  Nanometres terminal_needed = 0, terminal_laid = 0;
  Nanometres longest = 0;  ///< of all cables, as needed
  std::uint32_t racks = 0, ports_most = 0;
  std::uint64_t switches = 0;
  std::uint64_t spare_cables = 0, spare_switches = 0;
  std::optional<Spent> spent;               ///< absent without prices
  std::optional<double> watts, watts_most;  ///< of switches and cable ends; absent: some are not known
  FullestTray along, across;

  /// All that is spent; absent without prices.
  std::optional<double> cost() const;
};

/// A machine as it stands.
struct Installed {
  Hall hall;  ///< hosts hold what they hold
  RackPlan plan;
  std::vector<CableLine> lines;            ///< the bill: by use, medium and length; and traces
  std::vector<SwitchLine> switches;        ///< of the bill
  std::vector<std::uint64_t> over_reach;   ///< by medium: cables, to terminals too, whose way is longer than it reaches
  std::vector<Nanometres> needed_of_link;  ///< by link: from port to port, along a board, or as the user gives it
  std::vector<std::uint16_t> of_link;      ///< by link: its line
  std::vector<std::uint16_t> of_terminal;  ///< by terminal: its line
  Totals totals;
  double gbps = 0;  ///< of a cable
};

/// Fills the racks and buys a cable for each link and each terminal that is not a trace. Says why if there is no room,
/// no medium or no price: "no medium reaches 12.5 m". Cost: O(links + terminals), or that of a search.
std::variant<Installed, std::string> install(Blueprint order, const Equipment& equipment);

/// How many switches have each number of cables.
std::map<std::uint32_t, std::uint64_t> switches_by_ports(const Equipment& equipment);

}  // namespace cutline::machine
