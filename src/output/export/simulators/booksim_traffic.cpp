// SPDX-License-Identifier: Apache-2.0
#include "output/export/simulators/booksim_traffic.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "cutline/base/format.hpp"

namespace cutline::exporting {

namespace {

constexpr std::size_t kMostSpots = 256;  // of a line that BookSim reads
constexpr double kParts = 1e6;           // of which a hot spot's rates are whole numbers
constexpr double kSame = 1e-9;

/// A permutation of the bits of a terminal's number, for 2^bits terminals.
struct BitPermutation {
  const char* name;
  std::uint64_t (*image)(std::uint64_t source, unsigned bits);
  bool even = false;  ///< needs an even number of bits
};

constexpr BitPermutation kBitPermutations[] = {
    {"bitcomp", [](std::uint64_t source, unsigned bits) { return ~source & ((std::uint64_t{1} << bits) - 1); }},
    {"transpose",
     [](std::uint64_t source, unsigned bits) {
       const std::uint64_t low = (std::uint64_t{1} << bits / 2) - 1;
       return ((source >> bits / 2) & low) | ((source & low) << bits / 2);
     },
     true},
    {"bitrev",
     [](std::uint64_t source, unsigned bits) {
       std::uint64_t image = 0;
       for (unsigned bit = 0; bit < bits; ++bit) image |= ((source >> bit) & 1) << (bits - 1 - bit);
       return image;
     }},
    {"shuffle", [](std::uint64_t source, unsigned bits) {
       return ((source << 1) & ((std::uint64_t{1} << bits) - 1)) | (source >> (bits - 1));
     }}};

/// The only destination of every node, if each has one and the same messages and one terminal.
std::optional<std::vector<std::uint64_t>> permutation_of(const ExportNetwork& network) {
  std::vector<std::uint64_t> images;
  for (std::size_t node = 0; node < network.nodes.size(); ++node) {
    const std::vector<ExportTraffic::To>& to = network.traffic.from[node];
    if (network.nodes[node].terminals == 0 && to.empty()) continue;
    if (network.nodes[node].terminals != 1 || to.size() != 1 || images.size() != node) return std::nullopt;
    images.push_back(to[0].node);
  }
  return images;
}

std::optional<std::string> named_permutation(const ExportNetwork& network) {
  const auto images = permutation_of(network);
  if (!images || images->empty()) return std::nullopt;
  const auto is_image = [&](const auto& image) {
    for (std::uint64_t source = 0; source < images->size(); ++source) {
      if ((*images)[source] != image(source)) return false;
    }
    return true;
  };
  const auto bits = static_cast<unsigned>(std::bit_width(images->size()) - 1);
  for (const BitPermutation& each : kBitPermutations) {
    if (!std::has_single_bit(images->size()) || bits == 0 || (each.even && bits % 2 != 0)) continue;
    if (is_image([&](std::uint64_t source) { return each.image(source, bits); })) return each.name;
  }
  if (network.dimensions.empty()) return std::nullopt;
  const std::uint64_t radix = network.dimensions[0].radix;
  const auto tornado = [&](std::uint64_t source) {
    std::uint64_t image = 0, weight = 1;
    for (std::size_t d = 0; d < network.dimensions.size(); ++d, weight *= radix)
      image += weight * ((source / weight % radix + (radix + 1) / 2 - 1) % radix);
    return image;
  };
  const auto is_radix = [&](const ExportDimension& each) { return each.radix == radix; };
  if (!std::ranges::all_of(network.dimensions, is_radix) || !is_image(tornado)) return std::nullopt;
  return fmt::format("tornado({{{},{},1}})", radix, network.dimensions.size());
}

/// Where all terminals send alike, to every one of a few terminals at a rate of its own.
std::optional<std::string> hot_spots(const ExportNetwork& network) {
  if (network.terminals() > kMostSpots) return std::nullopt;
  const double mean = 1 / static_cast<double>(network.terminals());
  const auto first = std::ranges::find_if(network.nodes, [](const ExportNode& node) { return node.terminals > 0; });
  const auto sender = static_cast<std::size_t>(first - network.nodes.begin());
  std::vector<double> taken(network.nodes.size());
  for (const ExportTraffic::To& to : network.traffic.from.at(sender))
    taken[to.node] = to.part / (first->terminals * mean);
  for (std::size_t node = 0; node < network.nodes.size(); ++node) {
    const double sent = network.nodes[node].terminals * mean;
    std::vector<double> own(taken.size());
    for (const ExportTraffic::To& to : network.traffic.from[node]) own[to.node] = to.part;
    for (std::size_t to = 0; to < own.size(); ++to) {
      if (std::abs(own[to] - sent * taken[to]) > kSame * mean) return std::nullopt;
    }
  }
  std::string spots, rates;
  std::uint64_t terminal = 0;
  for (std::size_t node = 0; node < network.nodes.size(); ++node) {
    for (std::uint32_t t = 0; t < network.nodes[node].terminals; ++t, ++terminal) {
      const double rate = std::round(kParts * taken[node] / network.nodes[node].terminals);
      if (rate < 1) continue;
      append(spots, "{}{}", spots.empty() ? "" : ",", terminal);
      append(rates, "{}{:.0f}", rates.empty() ? "" : ",", rate);
    }
  }
  return fmt::format("hotspot({{{{{}}},{{{}}}}})", spots, rates);
}

}  // namespace

std::optional<std::string> booksim_traffic(const ExportNetwork& network) {
  if (network.traffic.uniform()) return "uniform";
  if (network.packets > 1) return std::nullopt;
  if (auto named = named_permutation(network)) return named;
  return hot_spots(network);
}

}  // namespace cutline::exporting
