// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <tuple>

#include "output/export/channels.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr std::size_t kMostSpots = 256;  // of a line that BookSim reads
constexpr double kParts = 1e6;           // of which a hot spot's rates are whole numbers
constexpr double kSame = 1e-9;

/// A permutation of the bits of a terminal's number, for 2^bits terminals.
struct BitPermutation {
  const char* name = nullptr;
  std::uint64_t (*image)(std::uint64_t source, unsigned bits) = nullptr;
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

/// BookSim's own words for the traffic of a network: "uniform", "transpose", "tornado({8,2,1})",
/// "hotspot({{0,1},{9,1}})"; absent where it has none whose terminals send as these do, as for messages of several
/// packets. Patterns are compared message by message, since BookSim counts terminals. Source: [BookSim 2,
/// src/traffic.cpp].
std::optional<std::string> booksim_traffic(const ExportNetwork& network) {
  if (network.traffic.uniform()) return "uniform";
  if (network.packets > 1) return std::nullopt;
  if (auto named = named_permutation(network)) return named;
  return hot_spots(network);
}

constexpr std::uint64_t kFixedCycles = kBooksimAllocation + kBooksimSwitch;
// A credit is back after both ways over the link, the router's own delay and this many cycles.
constexpr std::uint64_t kBooksimCreditCycles = 4;
constexpr std::size_t kBooksimSlowRouters = 1024;
constexpr double kMostOfInt = std::numeric_limits<std::int32_t>::max();

/// A channel in the anynet file.
struct AnynetChannel {
  std::uint64_t from = 0, to = 0, cycles = 0;
};

/// The channels of the file. If the file has no way back of a channel, BookSim makes one with a delay of one cycle. A
/// one-way channel therefore gets a way back so slow that every other way is faster and no route takes it.
std::vector<AnynetChannel> with_ways_back(ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  const std::uint64_t slow = network.nodes.size() * network.slowest_cycles();
  std::vector<AnynetChannel> all;
  for (const ExportChannel& each : channels) all.push_back({each.from, each.to, network.links[each.link].cycles});
  const auto before = [](const auto& a, const auto& b) { return std::tuple(a.from, a.to) < std::tuple(b.from, b.to); };
  for (const ExportChannel& each : channels) {
    if (!std::ranges::binary_search(channels, ExportChannel{each.to, each.from, 0}, before))
      all.push_back({each.to, each.from, slow});
  }
  const std::size_t added = all.size() - channels.size();
  if (added == 0) return all;
  if (2 * static_cast<double>(slow) > kMostOfInt) {
    throw_input_error(
        fmt::format("booksim makes every link two-way, and counts too few cycles to keep routes off the ways back of "
                    "'{}'",
                    network.name),
        "name a slower clock with --clock, or export to another simulator");
  }
  note(network,
       "booksim makes every link two-way: {} of {} cycles, that no route takes, for the ways back of one-way "
       "links; its power model counts them",
       text::counted(added, "channel"), slow);
  std::ranges::sort(all, before);
  return all;
}

std::string file_name(const std::string& path) {
  std::string name = plain_file_name("booksim", path);
  const auto ends = [&](std::string_view end) { return std::string_view(name).ends_with(end); };
  if (!ends(".cfg") && !ends(".routes") && !ends(".traffic")) return name;
  throw_input_error("booksim takes the network and beside it .cfg, its configuration, .routes and .traffic",
                    "give the network another ending, as -o network.anynet");
}

/// The anynet file. It has no comments, single blanks, lower case, both directions of every link, and no latency after
/// the word `node`.
std::string anynet(const ExportNetwork& network, const std::vector<AnynetChannel>& channels) {
  std::string out;
  std::size_t next = 0;
  std::uint64_t terminal = 0;
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    append(out, "router {}", i);
    for (std::uint32_t t = 0; t < network.nodes[i].terminals; ++t) append(out, " node {}", terminal++);
    for (; next < channels.size() && channels[next].from == i; ++next)
      append(out, " router {} {}", channels[next].to, channels[next].cycles);
    append(out, "\n");
  }
  return out;
}

void note_routers(ExportNetwork& network) {
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  for (const ExportNode& node : network.nodes) {
    least = std::min(least, node.cycles);
    most = std::max(most, node.cycles);
  }
  const bool inner = std::ranges::any_of(network.nodes, &ExportNode::interchange);
  if (least < most) {
    note(network, "booksim has one delay of routers: {}, {} {}{}", text::counted(most, "cycle"),
         inner ? "the interchanges'" : "also where tiles have", least, inner ? " too" : "");
  }
  if (most < kFixedCycles)
    note(network, "a booksim router takes at least {} cycles; this network's take {}", kFixedCycles, most);
}

/// Why the simulator cannot take the candidate's routes; empty if it can.
std::string why_no_channels(const ExportNetwork& network) {
  if (network.routed() == nullptr) return {};
  const std::uint32_t classes = network.routed()->classes();
  const auto channels = static_cast<std::uint32_t>(network.virtual_channels);
  if (classes <= channels) return {};
  return fmt::format("they need {} virtual channels, and `virtual_channels` gives {}", classes, channels);
}

constexpr std::string_view kOwnRoutes =
    R"(// as it is, messages take BookSim's own routes. With the candidate's routes and classes of virtual channels,
// by a BookSim that has the additions of Cutline's examples/booksim:
//   booksim {0}.cfg routing_function=cutline routes_file={0}.routes
)";

constexpr std::string_view kOwnTraffic =
    R"(// as it is, messages are uniform, for BookSim has no word for the traffic of the spec. The same additions take it:
//   booksim {0}.cfg traffic=cutline injection_process=cutline traffic_file={0}.traffic
)";

constexpr std::string_view kConfig =
    R"(// buffers: {0} virtual channels of {1} flits each; a credit of the longest link takes {2} cycles, a packet {3} flits
// a flit is a channel's width, {4}; a mean message takes {3} of them
// run in this folder: booksim THIS_FILE; its exit code tells nothing, read what it prints
{5}topology = anynet;
network_file = {6};
routing_function = min;
traffic = {9};
injection_rate = 0.005;
injection_rate_uses_flits = 1;
packet_size = {3};
num_vcs = {0};
vc_buf_size = {1};
routing_delay = {7};
vc_alloc_delay = 1;
sw_alloc_delay = 1;
st_prepare_delay = 0;
st_final_delay = {8};
latency_thres = 5000.0;
print_csv_results = 1;
)";

/// BookSim's own requests and replies, each in its half of the virtual channels. It calls them reads and writes; both
/// have the same sizes here, so that their mixture does not matter.
std::string message_classes(ExportNetwork& network) {
  if (!network.has_classes()) return {};
  if (network.virtual_channels < 2)
    throw_input_error("booksim takes requests and replies in virtual channels of their own",
                      "give the network two of them, as `virtual_channels: 2`");
  const auto flits = [&](double bits) { return std::max(1.0, std::ceil(bits / network.width_bits * (1 - 1e-12))); };
  const int half = network.virtual_channels / 2;
  std::string out = "use_read_write = 1;\n";
  for (const char* kind : {"read", "write"}) {
    append(out, "{0}_request_size = {1};\n{0}_reply_size = {2};\n", kind, flits(network.class_bits[0]),
           flits(network.class_bits[1]));
    append(out, "{0}_request_begin_vc = 0;\n{0}_request_end_vc = {1};\n", kind, half - 1);
    append(out, "{0}_reply_begin_vc = {1};\n{0}_reply_end_vc = {2};\n", kind, half, network.virtual_channels - 1);
  }
  if (network.routed() != nullptr)
    note(network,
         "the routes of examples/booksim know no message classes: with them requests and replies share all "
         "virtual channels");
  return out;
}

/// The configuration; `stem` is the common stem of the files' names.
std::string config(const Export& target, ExportNetwork& network, const std::string& file, const std::string& stem) {
  note_routers(network);
  const std::uint64_t routing = booksim_router_cycles(network) - kFixedCycles;
  const std::uint64_t loop = 2 * network.slowest_cycles() + kBooksimCreditCycles + routing;
  const std::uint64_t buffer = buffer_flits(network, loop);
  const std::uint64_t flits = network.packet_flits();
  note_wide_links(network, "booksim passes one flit a cycle over each");
  if (network.nodes.size() > kBooksimSlowRouters)
    note(network, "booksim's start takes the cube of the routers: 4 s for 1,024, 8 min for 4,096");
  const std::optional<std::string> traffic = booksim_traffic(network);
  const std::string additions = (network.routed() != nullptr ? fmt::format(kOwnRoutes, stem) : "") +
                                (traffic ? "" : fmt::format(kOwnTraffic, stem));
  return commented_header(target, network, "//") +
         fmt::format(kConfig, network.virtual_channels, buffer, loop, flits, bits_text(network.width_bits), additions,
                     file, routing, kBooksimSwitch, traffic.value_or("uniform")) +
         message_classes(network);
}

std::vector<ExportFile> write_booksim(const Export& target, ExportNetwork& network, const ExportChoice& choice) {
  const std::string file = file_name(choice.file);
  const std::vector<ExportChannel> kept = channels_without_parallel(network, target.name);
  expect_connected(network, "is not connected, and booksim would wait for ever");
  const std::string routers = anynet(network, with_ways_back(network, kept));
  if (const std::string why = why_no_channels(network); !why.empty()) {
    network.routes = why;
    network.notes.push_back(routes_not_written(why));
  }
  std::vector<ExportFile> files = {{"", routers},
                                   {".cfg", config(target, network, file, plain_file_stem("booksim", choice.file))}};
  add_routes_file(target, network, files);
  if (!booksim_traffic(network)) add_traffic_file(target, network, files);
  return files;
}

}  // namespace

std::uint64_t booksim_router_cycles(const ExportNetwork& network) {
  return most_over<std::uint64_t>(network.nodes, &ExportNode::cycles, kBooksimAllocation + kBooksimSwitch);
}

Export booksim_export() {
  return {.name = "booksim",
          .summary = "BookSim 2: anynet, routes, and a configuration with buffers for the longest link",
          .source = "BookSim 2, src/networks/anynet.cpp and src/config.l",
          .extension = ".anynet",
          .ignores =
              "without the additions of examples/booksim it routes by the delay of wires and not by the number of "
              "routers, along one path a pair and without avoiding deadlock; places, lengths and widths are not taken, "
              "terminals' wires take 1 cycle, and its power model takes cycles for lengths",
          .sends = "its configuration has uniform traffic",
          .route_cost = RouteCostUse::wire_alone,
          .latency = LatencyLaw::booksim,
          .routes = RouteSupport::any,
          .routes_where = "in the .routes file, which it reads with the additions of examples/booksim",
          .takes_traffic = true,
          .counts_cycles = true,
          .several_files = true,
          .tells_cut_bound = true,
          .limits = {8192, 1 << 20, 40, 1024},
          .expect_file = [](const std::string& path) { file_name(path); },
          .write = write_booksim};
}

}  // namespace cutline::exporting
