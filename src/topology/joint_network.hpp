// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/topology/topology.hpp"

namespace cutline {

/// What stands for the family of a joint network.
inline FamilyName joint_family() { return "planes"; }

/// One of the networks that a joint network is made of.
struct NetworkPlane {
  std::string name;
  const Topology* network = nullptr;
  std::uint32_t width = 1;  ///< of its channels, in channel widths of the joint network
};

/// Where a plane is found in the joint network.
struct PlaneInJoint {
  std::size_t first_class = 0;  ///< its classes follow one another, in their own order
  std::size_t classes = 0;
  std::uint32_t width = 1;
  /// By site of the plane: the site of the joint network. Empty: both have the same digits, so that each site keeps its
  /// number. Sites where nothing stands have no entry of meaning.
  std::vector<std::uint64_t> site;
};

struct JointNetwork {
  Topology topology;
  std::vector<PlaneInJoint> planes;
};

/// The network of all planes together. They must have the same number of nodes and of terminals a node; nodes that have
/// names are the same where their names are, others where their numbers are. Interchanges and switches of each plane
/// are its own. The name of a class is that of its plane, a colon and its own; its widths are multiplied by the
/// plane's.
///
/// The joint network has the digits of the first plane. A plane with the same digits keeps its repeated classes, so
/// that the joint network is as regular as its planes at any size. The links of any other plane are listed one by one,
/// as classes over all digits. Where such a plane has interchanges or switches, or shared wires, all sites are numbered
/// by one digit: the nodes, then the interchanges and switches of each plane.
///
/// Throws input errors whose parameter is the name of a plane, and limit errors before anything large is
/// made. Cost: O(links of planes that are listed).
JointNetwork joint_network(const std::vector<NetworkPlane>& planes);

/// A network, given as its family and its parameters.
struct NamedNetwork {
  FamilyName family;
  Parameters parameters;
};

/// The network that has these links, each a row [a, b]. If `one_way`, a link is one channel from a to b.
NamedNetwork network_of_links(std::int64_t nodes, IntegerTable links, bool one_way, std::int64_t concentration = 1);

}  // namespace cutline
