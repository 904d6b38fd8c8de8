// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cutline {

/// The kind of a site of a network; `nothing` for a site that is empty.
enum class SiteKind : std::uint8_t { node, interchange, switch_node, nothing };

/// Whether a site is an interchange or a switch.
constexpr bool is_inner(SiteKind kind) { return kind == SiteKind::interchange || kind == SiteKind::switch_node; }
/// The word for a site of this kind: "node", "interchange" or "switch".
std::string_view site_word(SiteKind kind);

struct Topology;

enum class NetworkKind : std::uint8_t {
  other,
  rings,           ///< every dimension is a ring: k-ary n-cubes
  paths,           ///< every dimension is a path: meshes
  cycles_of_cube,  ///< cube-connected cycles
  butterfly,       ///< not wrapped
  bus              ///< one channel that all nodes share
};

/// The kind of network in the literature that a network is an instance of, whatever its family. The formulas of papers
/// depend on it.
struct NetworkShape {
  NetworkKind kind = NetworkKind::other;
  /// For rings and paths: one radix a dimension, which in closed forms may be any real number. For a bus: its number of
  /// nodes. Otherwise empty.
  std::vector<double> radices = {};
  bool one_way = false;  ///< channels go one way round the cycles of a cube, or round every ring of more than two nodes

  /// Whether this is a binary n-cube. A ring of two nodes is also a path; the kind of a binary n-cube is `rings`.
  bool is_binary() const;
};

/// The shape with these radices. If all radices are 2, its kind is `rings`, whatever `kind` says.
NetworkShape cube_shape(NetworkKind kind, std::vector<double> radices, bool one_way = false);

/// The shape of a network. It recognises rings and paths only if their links are listed in order: 0 - 1, 1 - 2 ..., the
/// closing link of a ring last. Cost: O(links of all classes).
NetworkShape network_shape(const Topology& topology);

/// The name of the built-in family of such networks: "torus", "mesh", "ccc" ...
std::string_view kind_word(NetworkKind kind);

/// The name of a network's family, for printing and for look-up in the catalogue.
///
/// It cannot be compared with text, so that no code can depend on the family of a network. Code should ask for a
/// property of the network (see network_shape) or of the family's row instead.
class FamilyName {
 public:
  FamilyName() = default;
  FamilyName(std::string name) : name_(std::move(name)) {}
  FamilyName(std::string_view name) : name_(name) {}
  FamilyName(const char* name) : name_(name) {}

  /// For messages and records.
  std::string printed() const { return name_; }

  friend bool operator==(const FamilyName&, const FamilyName&) = default;
  template <std::convertible_to<std::string_view> Text>
  friend bool operator==(const FamilyName&, const Text&) = delete;

 private:
  std::string name_;
};

/// The express channels of one dimension, by which the express rule routes messages. Boundary b lies between the nodes
/// b - 1 and b. If the spacing of level j divides b, the boundary holds an interchange of level j or more, and an
/// express channel of level j leads from it to the next such interchange. Local channels join neighbouring nodes and
/// pass through the interchange between them.
///
/// With `interleaved` m > 1 there is one level, of spacing i. Each group of i nodes then has m interchanges; the q-th
/// stands at the boundary b with b mod i = floor(q i / m). An express channel joins it to the q-th interchange of the
/// next group.
struct ExpressRule {
  std::vector<std::uint32_t> spacings;  ///< nodes that an express channel passes, level 1 first, each dividing the next
  std::uint32_t interleaved = 1;
};

}  // namespace cutline
