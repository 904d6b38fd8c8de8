// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "check_findings.hpp"
#include "check_line.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/placement/placement.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline::checking {

/// A multiset of links as two independent 64-bit sums: equal multisets have equal sums in any order, and two different
/// ones agree with a chance of 2^-128. Sums need no memory for the links and can be added up in parallel.
struct Fingerprint {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint64_t links = 0;
  bool operator==(const Fingerprint&) const = default;
  void add(const Fingerprint& other) {
    first += other.first;
    second += other.second;
    links += other.links;
  }
  /// Adds the link between two cells, either way round. `key` holds its class and wires.
  void add_link(std::uint64_t cell_a, std::uint64_t cell_b, std::uint64_t key);
};

constexpr std::uint64_t link_key(std::uint32_t link_class, std::uint32_t wires) {
  return std::uint64_t{link_class} << 32 | wires;
}

/// The links of a placed topology, computed from the digits. The computation uses nothing of the wiring except the
/// number of wires that a link of each class and width has.
class PlacedLinks {
 public:
  PlacedLinks(const Layout& layout, const Topology& topology, const Placement& placement);

  /// Checks that all links with the same number of channels and the same width have the same number of wires.
  void expect_kinds(const Layout& layout, Findings& findings) const;
  /// All links, added up in parallel: entries 0 to 2 hold the links along x, y and z, entry 3 the bent links.
  std::array<Fingerprint, 4> fingerprints() const;
  /// Whether each digit belongs to one axis and no two coordinates share a slot; then the place of a line gives its
  /// digits.
  bool line_by_line() const { return line_by_line_; }
  /// The straight links on one line. Cost: O(links there); requires line_by_line().
  std::vector<LineLink> on_line(Axis axis, std::uint32_t line) const;
  /// The straight links on all lines marked in `wanted[axis]`, in one pass over all links; entry [axis][line].
  std::array<std::vector<std::vector<LineLink>>, 3> on_lines(const std::array<std::vector<bool>, 3>& wanted) const;

 private:
  /// For each digit the value it is held at, or nothing where it takes all its values; empty: none is held.
  using Held = std::vector<std::optional<std::uint32_t>>;
  /// The amounts that a digit or an address adds to the coordinates of a node.
  struct Contribution {
    std::array<std::uint32_t, 3> at{};
  };
  struct OtherDigit {
    Contribution weight;
    std::vector<std::uint32_t> values;
  };
  struct ViewedLink {
    LocalLink ends;
    std::uint64_t key = 0;
  };
  /// A class as it is visited: those of its links that agree with the held digits, once for every value of the other
  /// digits.
  struct ClassView {
    std::vector<Contribution> local;  ///< of each local address
    std::vector<ViewedLink> links;
    std::vector<OtherDigit> others;
    std::uint64_t copies = 1;
  };

  ClassView view(std::size_t link_class, const Held& held) const;
  LocalLink outermost(const ClassView& view) const;
  void add_copies(const LinkClass& links, const Held& held, ClassView& view) const;
  template <class Visitor>
  void visit(const ClassView& view, std::uint64_t begin, std::uint64_t end, const Visitor& visitor) const;
  Cell cell(const Contribution& base, const Contribution& own) const;
  std::uint32_t wires_of(std::size_t link_class, std::size_t link) const;

  const Topology& topology_;
  const Placement& placement_;
  std::vector<Contribution> weight_;                                              ///< of each digit
  std::map<std::tuple<std::uint32_t, int, std::uint32_t>, std::uint32_t> wires_;  ///< by class, channels, width
  bool line_by_line_ = true;
};

/// The facts that the shapes of every pattern show: [axis][pattern].
using PatternFacts = std::array<std::vector<LineFacts>, 3>;

/// The facts that the joints show: the bent links, their spans, and how many and how long their wires are.
struct JointFacts {
  Fingerprint links;
  std::uint64_t wires = 0;
  ShownSpans spans;
  ShownLengths lengths;
};

/// Checks that every bent part is in exactly one joint, that the parts of a joint meet, and that each joint's wires are
/// whole and lie within the shapes of its parts, which the check of the lines has found free of touches. Cost: O(wires
/// of joints).
JointFacts check_joints(const Layout& layout, const Placement& placement, std::size_t classes,
                        const PatternFacts& facts, Findings& findings);

/// The numbers that the shapes of all lines and joints show together. Cost: O(slots of the distinct patterns + links
/// of the distinct patterns).
ShownNumbers shown_numbers(const Layout& layout, const Placement& placement, std::size_t classes,
                           const PatternFacts& facts, const JointFacts& joints);

}  // namespace cutline::checking
