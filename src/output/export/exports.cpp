// SPDX-License-Identifier: Apache-2.0
#include "base/letters.hpp"
#include "base/named.hpp"
#include "base/utf8.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/traffic.hpp"
#include "output/export/channels.hpp"
#include "output/export/file_text.hpp"
#include "study/planes.hpp"
#include "topology/said_sites.hpp"

namespace cutline::exporting {

#define CUTLINE_EXPORT(name) Export name##_export();
#include "exports.inc"
#undef CUTLINE_EXPORT

}  // namespace cutline::exporting

namespace cutline {

namespace {

constexpr double kBytesOfALink = 400;  // in the memory of an ExportNetwork

/// The only cost that a target can route by; absent if its files state the cost.
std::optional<RouteCost> only_cost(const Export& target) {
  if (target.route_cost == RouteCostUse::wire_alone) return RouteCost::wire;
  if (target.route_cost == RouteCostUse::hops_alone) return RouteCost::hop;
  return {};
}

std::string cost_line(const Export& target, const ExportNetwork& network) {
  if (target.route_cost == RouteCostUse::none) return "cost of routes: not written";
  if (target.routes == RouteSupport::by_dimension && network.routed() != nullptr)
    return "cost of routes: 1 in the dimension that messages go along first, then 2, 3 ...";
  const char* unit = network.route_cost == RouteCost::hop ? "1 a link"
                     : network.clocked()                  ? "in whole cycles"
                                                          : "in ns";
  const char* what = network.route_cost == RouteCost::router_and_wire ? "the router entered and the wire"
                     : network.route_cost == RouteCost::wire          ? "the wire alone"
                                                                      : "hops";
  return fmt::format("cost of routes: {}, {}{}", what, unit, only_cost(target) ? "; the target takes no other" : "");
}

/// Whether the file rounds the times of links up to whole cycles.
bool rounds(const Export& target, const ExportNetwork& network) {
  return target.times == LinkTimes::cycles || (target.times == LinkTimes::clocked && network.whole_cycles);
}

std::string clock_line(const Export& target, const ExportNetwork& network) {
  if (!network.clocked()) return "clock: none, every link has its own delay; no cycles are written";
  return fmt::format("clock: a cycle of {} ns, set by {}{}", text::figure_text(in_ns(network.cycle)),
                     network.cycle_set_by,
                     rounds(target, network) ? "; delays rounded up to whole cycles, a link at least 1"
                                             : "; delays are the wires' and routers' own, not rounded to it");
}

/// Adds notes on orders whose search was interrupted, so that nobody takes the file for the result of a full search.
void add_interruptions(const Candidate& candidate, std::vector<std::string>& notes) {
  for (const Arranged& arranged : candidate.network()->placement.arranged) {
    if (arranged.interrupted) notes.push_back(to_string(arranged));
  }
}

/// Adds a note if wires have no room in given places. Files of layouts leave them out; other files have whole links.
void add_overflow(const Export& target, const Candidate& candidate, std::vector<std::string>& notes) {
  const std::uint64_t wires = candidate.laid_out()->layout.unrouted.wires();
  if (wires == 0) return;
  const char* what = target.draws_wires ? "are left out" : "are counted as if they had: links are written whole";
  notes.push_back(fmt::format("{} wires have no room in the given places and {}", wires, what));
}

/// Adds a note on the load at the rates that the spec gives, which a user may set in the target's runs.
void note_given_load(const Study& study, const Candidate& candidate, ExportNetwork& network) {
  const GivenRates rates = study.asks_given_load() ? given_rates(study, candidate) : GivenRates();
  if (!rates.absolute() || (rates.kind == RateKind::bits_per_ns && !network.clocked())) return;
  ChannelClock clock;
  clock.cycle = network.cycle;
  const double offered =
      given_bits_per_cycle(rates, network.width_bits, clock) * candidate.facts.nodes / candidate.facts.terminals;
  network.notes.push_back(fmt::format(
      "at the rates of the spec's traffic a mean terminal offers {:.6g} bits a cycle, {:.6g} flits, {:.6g} messages",
      offered, offered / network.width_bits, offered / network.message_bits / study.packets()));
}

/// Adds a note if the spec's traffic is not that of the target's runs.
void note_load_of_export(const Export& target, const Study& study, const Candidate& candidate, ExportNetwork& network) {
  if (!target.sends.empty() && study.packets() > 1 && network.traffic.uniform()) {
    network.notes.push_back(
        fmt::format("the spec's messages of {} packets are not in these files, nor in a latency "
                    "told here: packets come one by one, each by itself",
                    study.packets()));
  }
  if (!target.sends.empty() && network.has_classes() && !target.takes_traffic) {
    network.notes.emplace_back(
        "requests and replies are not in these files: messages are of one class and of the mean size");
  }
  if (target.sends.empty() || is_uniform(study)) return;
  if (network.traffic.uniform()) {
    network.notes.push_back(
        fmt::format("the spec's traffic, {}, is not in these files: {}", traffic_name(study), target.sends));
  }
  note_given_load(study, candidate, network);
}

/// Whether the files should hold the candidate's own routes. They do not if the user names a cost, which asks for
/// cheapest routes.
bool own_routes(const Export& target, const ExportChoice& choice) {
  return target.routes != RouteSupport::none && (target.route_cost != RouteCostUse::told || !choice.route_cost);
}

Exported write_links(const Export& target, const Study& study, const Candidate& candidate, const ExportChoice& choice,
                     const Effort& effort) {
  ExportChoice chosen = choice;
  if (const std::optional<RouteCost> only = only_cost(target)) chosen.route_cost = only;
  if (target.route_cost == RouteCostUse::none) chosen.route_cost = RouteCost::hop;
  if (target.takes_circuits && technology_of(study, *candidate.design).unit) {
    throw_input_error(fmt::format("{} takes ohms and farads, and the unit technology has none", target.name),
                      "name a technology that has them, as `technology: nangate45`");
  }
  ExportNetwork network = export_network(study, candidate, chosen, target.takes_circuits);
  if (own_routes(target, choice)) network.routes = exporting::export_routes(target, study, candidate, network, effort);
  if (target.counts_cycles && !network.clocked()) {
    throw_input_error(
        fmt::format("{} counts cycles, and no cycle is common to all links of '{}'", target.name, network.name),
        "name a clock with --clock 2GHz");
  }
  if (target.times != LinkTimes::none && network.unit && network.racks.empty())
    network.notes.push_back("the unit technology has no seconds: its tau is written as 1 ns");
  if (rounds(target, network))
    network.notes.insert(network.notes.end(), network.rounding.begin(), network.rounding.end());
  add_interruptions(candidate, network.notes);
  add_overflow(target, candidate, network.notes);
  if (own_routes(target, choice) && network.routed() == nullptr)
    network.notes.push_back(exporting::routes_not_written(std::get<std::string>(network.routes)));
  if (target.tells_loads) exporting::add_loads(study, candidate, effort, network);
  if (target.takes_traffic) network.traffic = exporting::export_traffic(study, candidate, network);
  note_load_of_export(target, study, candidate, network);
  network.expected = exporting::expected_latency(target, network);
  std::vector<ExportFile> files = target.write(target, network, chosen);
  return {std::move(files), std::move(network.notes), std::move(network.expected)};
}

/// The first export whose summary names a program: garnet for gem5. Empty if there is none.
std::string_view export_about(std::string_view program) {
  for (const Export& each : exports()) {
    const std::string_view text = each.summary;
    if (program.size() > 2 &&
        std::search(text.begin(), text.end(), program.begin(), program.end(), is_same_letter) != text.end())
      return each.name;
  }
  return {};
}

/// A file beside the export that tells the names of its numbers; without files, a note that says where they are told.
void add_names(const Topology& topology, const ExportChoice& choice, Exported& out) {
  if (choice.file == "-") {
    out.notes.emplace_back("nodes are written by number: `cutline list nodes` tells the name of each");
    return;
  }
  std::string text = "number,name\n";
  const NodeNumbers numbers(topology);
  const std::uint64_t count = topology.node_count() + topology.interchange_count();
  for (std::uint64_t number = 0; number < count; ++number)
    append(text, "{},{}\n", number, csv_field(site_name(topology, numbers.site(number))));
  out.files.push_back({".names.csv", std::move(text)});
}

/// A layout whose columns keep the slots of a board may have tracks along y closer than they can be made.
void expect_own_pitch(const Candidate& candidate) {
  const LayoutRules& rules = candidate.laid_out()->layout.rules;
  if (!candidate.design->board || rules.unit) return;
  const double pitch_nm = in_nm(candidate.technology().track_pitch(LayerDirection::vertical));
  if (rules.cell_width_nm >= pitch_nm) return;
  throw_input_error(
      fmt::format(
          "columns of '{}' stand at the pitch of its slots, with {:.4g} nm for a track along y that takes {:.4g}",
          candidate.design->name, rules.cell_width_nm, pitch_nm),
      "export the board itself, as `--to kicad`, or leave out `board`");
}

}  // namespace

const std::vector<Export>& exports() {
  static const std::vector<Export> all = {
#define CUTLINE_EXPORT(name) exporting::name##_export(),
#include "exports.inc"
#undef CUTLINE_EXPORT
  };
  return all;
}

const Export& find_export(std::string_view name) {
  if (const Export* found = find_named(exports(), name)) return *found;
  const std::vector<std::string_view> names = names_of(exports());
  std::string_view near = nearest(name, names);
  if (near.empty()) near = export_about(name);
  throw_input_error(
      fmt::format("there is no export to '{}'", name),
      near.empty() ? fmt::format("the exports are: {}", join(names, ", ")) : fmt::format("did you mean '{}'?", near));
}

void expect_possible(const Export& target, const ExportChoice& choice) {
  if (target.several_files && choice.file == "-") {
    throw_input_error(fmt::format("{} takes several files, which standard output cannot hold", target.name),
                      fmt::format("name the first with -o, as -o network{}", target.extension));
  }
  if (target.expect_file != nullptr) target.expect_file(choice.file);
  if (choice.link && !target.takes_link)
    throw_input_error(fmt::format("{} takes a whole network, not one link", target.name), "leave out --link");
  if (!target.takes_texts && choice.texts != LayoutTexts::if_few) {
    throw_input_error(fmt::format("{} holds no layout, so no texts in one", target.name),
                      "leave out --texts and --no-texts");
  }
  const bool timeless = target.write_layout != nullptr || (target.times == LinkTimes::none && !target.counts_cycles);
  if (timeless && (choice.cycle || choice.delay)) {
    throw_input_error(fmt::format("{} holds no delays", target.name),
                      choice.cycle ? "leave out --clock" : "leave out --delay");
  }
  if (!choice.route_cost) return;
  if (target.route_cost == RouteCostUse::none)
    throw_input_error(fmt::format("{} holds no cost of routes", target.name), "leave out --route-cost");
  const std::optional<RouteCost> only = only_cost(target);
  if (only && *only != *choice.route_cost) {
    throw_input_error(fmt::format("{} routes by {} alone; --route-cost {} cannot be told to it", target.name,
                                  *only == RouteCost::hop ? "hops" : "the delay of wires", word(*choice.route_cost)),
                      fmt::format("leave out --route-cost, or give --route-cost {}", word(*only)));
  }
}

void expect_within(const Export& target, double nodes, double links, const Effort& effort) {
  const auto expect = [&](double count, std::uint64_t most, const char* of) {
    exporting::expect_at_most(
        count, static_cast<double>(most),
        "export a smaller network of the same kind, or to another format: see 'cutline list exports'",
        "an export to {} holds up to {} {}; this network has {}", target.name,
        text::with_thousands(static_cast<std::int64_t>(most)), of, text::short_text(count, 10));
  };
  expect(nodes, target.limits.nodes, "nodes");
  expect(links, target.limits.links, "links");
  if (target.write_layout != nullptr) return;  // its cost depends on the patterns, not on the number of links
  const double bytes = (links + nodes) * (kBytesOfALink + 2 * static_cast<double>(target.limits.bytes_per_link));
  const auto most = static_cast<double>(effort.memory_bytes);
  exporting::expect_at_most(bytes, most, "allow more with --max-memory",
                            "an export of {} links to {} would take {}, more than {}", text::short_text(links, 10),
                            target.name, text::bytes_text(bytes), text::bytes_text(most));
}

std::vector<std::string> export_header(const Export& target, const ExportNetwork& network) {
  const auto inner = static_cast<std::uint64_t>(std::ranges::count_if(network.nodes, &ExportNode::interchange));
  std::vector<std::string> lines = exporting::header_opening(
      target, network.name, network.description,
      exporting::sites_text(network.nodes.size() - inner, inner, inner > 0 ? network.nodes.back().kind : ""),
      fmt::format("{}, {}, channels of {}", text::counted(network.terminals(), "terminal"),
                  text::counted(network.links.size(), "link"), exporting::bits_text(network.width_bits)));
  if (target.times != LinkTimes::none) {
    lines.push_back(
        network.racks.empty()
            ? fmt::format("delay of each link: {} over the length that its longest wire runs, technology {}",
                          network.delay_label, network.technology)
            : "delay of each link: that of its cable, with both its ends");
    lines.push_back(clock_line(target, network));
  }
  lines.push_back(cost_line(target, network));
  if (network.routed() != nullptr)
    lines.push_back("routes: the candidate's own" +
                    (target.routes_where.empty() ? "" : ", " + std::string(target.routes_where)));
  if (!target.ignores.empty()) lines.push_back(fmt::format("{}: {}", target.name, target.ignores));
  lines.insert(lines.end(), network.expected.lines.begin(), network.expected.lines.end());
  for (const std::string& note : network.notes) lines.push_back("note: " + note);
  std::ranges::transform(lines, lines.begin(), on_one_line);
  return lines;
}

Exported export_candidate(const Export& target, const Study& whole, const Candidate& candidate,
                          const ExportChoice& choice, const Effort& effort) {
  const Study& study = study_of(whole, *candidate.design);
  expect_possible(target, choice);
  CUTLINE_EXPECT(candidate.network() != nullptr);
  const bool runs =
      target.routes != RouteSupport::none || target.latency != LatencyLaw::nothing || !target.sends.empty();
  if (runs) expect_one_part(study, *candidate.design, "messages and routes");
  const Topology& topology = candidate.network()->topology;
  expect_within(target, static_cast<double>(topology.node_count() + topology.interchange_count()),
                static_cast<double>(topology.link_count()), effort);
  Exported out;
  if (target.draws_wires) expect_own_pitch(candidate);
  if (target.write_layout != nullptr) {
    ExportLayout layout{.study = study, .candidate = candidate, .memory_bytes = effort.memory_bytes};
    add_interruptions(candidate, layout.notes);
    add_overflow(target, candidate, layout.notes);
    out.files = target.write_layout(target, layout, choice);
    out.notes = std::move(layout.notes);
  } else {
    out = write_links(target, study, candidate, choice, effort);
  }
  if (!target.tells_names && has_names(topology)) add_names(topology, choice, out);
  if (!target.ignores.empty()) out.notes.push_back(fmt::format("{}: {}", target.name, target.ignores));
  return out;
}

}  // namespace cutline
