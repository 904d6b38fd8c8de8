// SPDX-License-Identifier: Apache-2.0
#include "evaluate/traffic.hpp"

#include <fmt/core.h>

#include "evaluate/under_load.hpp"
#include "rank/quantities/rows.hpp"
#include "study/planes.hpp"

namespace cutline {

namespace {

/// The traffic's name; that of all planes if they have one.
std::string_view traffic_of(const UnderDelay& a) {
  if (!a.candidate.design->planes || !a.candidate.planes) return traffic_name(a.study);
  const std::vector<PlaneResult>& planes = a.candidate.planes->all;
  const std::string_view first = traffic_name(*planes.front().study);
  const bool alike = std::ranges::all_of(planes, [&](const PlaneResult& p) { return traffic_name(*p.study) == first; });
  return alike ? first : "by plane";
}

const Saturation* saturation_of(const UnderDelay& a) {
  return a.candidate.traffic.saturation.known() ? &a.candidate.traffic.saturation : nullptr;
}

const RouteFacts* route_facts_of(const UnderDelay& a) {
  return a.candidate.traffic.routes ? &*a.candidate.traffic.routes : nullptr;
}

Data saturation(const UnderDelay& a) {
  const bool known = saturation_of(a) != nullptr && a.wires != nullptr;
  return known ? Data(saturation_per_cycle(a.candidate, *a.wires)) : Data();
}

Data saturation_of_all(const UnderDelay& a) {
  const Data one = saturation(a);
  return one.is_null() ? Data() : Data(one.number() * a.candidate.facts.terminals);
}

Data capacity(const UnderDelay& a) {
  return a.wires != nullptr ? Data(capacity_per_cycle(a.study, a.candidate, *a.wires)) : Data();
}

Data without_way(const UnderDelay& a) {
  return a.candidate.ideal() ? Data(0.0) : Data(a.candidate.traffic.without_way);
}

Data limited_by(const UnderDelay& a) {
  return saturation_of(a) != nullptr ? Data(full_resource_text(saturation_of(a)->limited_by)) : Data();
}

Data contention(const UnderDelay& a) {
  const ContentionModel* model = a.candidate.latency.contention;
  if (model != nullptr) return Data(model->name);
  return a.study.contention.empty() ? Data("none") : Data();
}

/// Time between two bits of a terminal at the saturation load, in ns.
Data bit_time(const UnderDelay& a) {
  const Data bits = saturation(a);
  return !bits.is_null() && bits.number() > 0 ? Data(in_ns(a.wires->clock.cycle) / bits.number()) : Data();
}

Data model_saturation(const UnderDelay& a) {
  return a.timing != nullptr ? to_data(a.timing->model_saturation()) : Data();
}

// Rankings by saturation compare the expected one or, in studies without contention, the bound.
Data expected_if_ranked(const UnderDelay& a) { return a.study.counts_waits ? model_saturation(a) : Data(); }
Data bound_if_ranked(const UnderDelay& a) { return a.study.counts_waits ? Data() : saturation(a); }

/// The bound on the load, in bits per cycle and terminal.
MeasurePart bound_on_load(const UnderDelay& a) {
  return {a.candidate.traffic.saturation.limited_by, saturation_per_cycle(a.candidate, *a.wires), "bits a cycle", true};
}

MeasureParts bit_time_parts(const UnderDelay& a) {
  return {{{PartKind::slow_cycle, in_ns(a.wires->clock.cycle), time_unit_of(a), false, "delay.cycle_ns"},
           bound_on_load(a)}};
}

/// The resource that is full at saturation, and the load at saturation.
MeasureParts saturation_parts(const UnderDelay& a) {
  const Bottleneck* full = a.timing != nullptr ? a.timing->saturates_by() : nullptr;
  if (full == nullptr) return {{bound_on_load(a)}};
  // A full channel of the model and the busiest channel of the bound are the same part, so they get the same name.
  const PartName what =
      *full == Bottleneck::channel ? PartName(FullResource{SaturationLimit::busiest_channel, {}}) : PartName(*full);
  return {{{what, *a.timing->model_saturation(), "bits a cycle", true}}};
}

Quantity ranked_saturation_row(std::string key, std::string_view summary, std::string_view title,
                               Data (*value)(const UnderDelay&)) {
  Quantity row{std::move(key), Unit::bits_per_cycle, summary, value};
  row.names = called("", title, "", "saturation");
  row.wanted = never_in_records;
  row.more_is_better = row.under_load = row.of_bisection = true;
  row.parts = saturation_parts;
  return row;
}

/// The bound by what is full first, which may be the bisection.
Quantity bound_row(Quantity row) { return of_bisection(best_high(std::move(row))); }

Data load_points(const UnderDelay& a) {
  return a.timing != nullptr ? load_points_data(a.timing->load_points, *a.timing) : Data(Data::List{});
}

bool fills(const UnderDelay& a, SaturationLimit limit) {
  return saturation_of(a) != nullptr && saturation_of(a)->limited_by.limit == limit;
}
bool cut_fills(const UnderDelay& a) { return fills(a, SaturationLimit::bisection); }
bool terminal_fills(const UnderDelay& a) { return fills(a, SaturationLimit::terminal); }
bool without_model(const UnderDelay& a) { return a.candidate.latency.contention == nullptr; }
bool no_load_asked(const UnderDelay& a) {
  return without_model(a) && a.study.counts_waits && a.study.contention.empty() && !a.study.asks_loads();
}
bool model_is(const UnderDelay& a, std::string_view name) {
  return !without_model(a) && a.candidate.latency.contention->name == name;
}
bool dally(const UnderDelay& a) { return model_is(a, "dally-1990"); }
bool agarwal(const UnderDelay& a) { return model_is(a, "agarwal-1991"); }
bool engel(const UnderDelay& a) { return model_is(a, "engel-kocak-2006"); }
bool by_channels(const UnderDelay& a) { return model_is(a, "channels"); }

/// For each load, the resource that is nearest to full: "virtual channels 83 %, source 95 %".
Data nearest_to_full(const UnderDelay& a) {
  if (a.timing == nullptr) return {};
  std::string text;
  for (const LoadPoint& point : a.timing->load_points) {
    if (!text.empty()) text += ", ";
    const LoadedMessages* messages = point.messages();
    text += messages == nullptr ? "saturated"
                                : fmt::format("{} {:.0f} %", bottleneck_text(messages->nearest), 100 * messages->used);
  }
  return text.empty() ? Data() : Data(text);
}

constexpr Symbol kPeak = {"c", "performance.peak_channel_load",
                          "messages over the busiest channel for each that a node offers"};
constexpr Symbol kLimit = {"limited by", "performance.limited_by", ""};
constexpr Symbol kTraffic = {"traffic", "performance.traffic", ""};
constexpr Symbol kCut = {"B", facts::cut_channels,
                         "channels over the best balanced cut, both ways, each counted by its width"};
constexpr Symbol kTerminals = {"T", "terminals", "terminals"};
constexpr Symbol kContention = {"model", "performance.contention", ""};

std::vector<Derivation> saturation_derivations() {
  return {when(cut_fills, {"S = 2 * B * W / T / p",
                           "[Dally 1990, sec. 3]: half of all uniform messages cross a balanced cut",
                           {kCut, symbols::width, kTerminals, symbols::period, kLimit}}),
          when(terminal_fills, {"S = W / p over what the busiest node's terminals send or take",
                                "derived: a terminal's channel is as wide as the network's",
                                {symbols::width, symbols::period, kTraffic, kLimit}}),
          {"S = W / c * N / T / p",
           "[Dally 1990, sec. 3]: the busiest channel is full",
           {symbols::width, kPeak, symbols::nodes, kTerminals, symbols::period, kTraffic, kLimit}}};
}

std::vector<Derivation> contention_derivations() {
  return {
      when(no_load_asked,
           {"none, as the spec asks for no load: latency is that without load, up to the saturation bound; with `load` "
            "waits are by `channels`, unless `contention` says otherwise",
            "the spec: neither load nor contention",
            {kLimit}}),
      when(without_model,
           {"none: latency is that without load, up to the saturation bound", "the spec: contention", {kLimit}}),
      when(by_channels, {"waits for a channel: S (r / (1 - r) - f r / (1 - min(r, r_in))) (1 - r) / (1 - used); for "
                         "credits and virtual channels by queue; in the source: M/G/1",
                         "derived: docs/load.md",
                         {kContention,
                          symbols::width,
                          symbols::message,
                          {"V", facts::port_channels, "virtual channels of a channel"},
                          {"B", facts::depth_flits, "flits of a virtual channel's buffer"},
                          {"bound", "performance.saturation_bits_per_cycle_per_terminal",
                           "saturation bound in bits a cycle: first cut, channel or terminal full"},
                          {"full first", "performance.saturates_by", "what binds at the expected saturation"},
                          {"nearest", nearest_to_full,
                           "at each load of the spec: what is nearest to full, and the part of it in use"}}}),
      when(dally, {"T' = T + (1 - g) T_R + l_E (g (1-g)^3 (T + T_R)^2 + g^3 (1-g) T^2), from the sink back, g = 1/k",
                   "reconstructed after [Dally 1990, sec. 3]",
                   {kContention, symbols::width, symbols::message},
                   {{"KN-eq18 to 20 are reconstructed from the paper's prose: its own equations are lost, and these "
                     "numbers are not the paper's"}}}),
      when(agarwal,
           {"w = r B / (1 - r) * (k_d - 1) / k_d^2 * (1 + 1/n) a hop, r = m B k_d, k_d mean hops a dimension",
            "[Agarwal 1991, sec. 4]",
            {kContention, symbols::width, symbols::message},
            {{"the formula does not hold for k_d <= 1 (radix 2 and 3): an M/D/1 queue stands in, see the notes"}}}),
      when(engel, {"S = M + d + d P_b W_b + W_ej, a fixed point; L = (S + W_s) V",
                   "[Engel 2005, eq. 6 to 15]",
                   {kContention, symbols::width, symbols::message},
                   {{"EK: the text says both ways round, the formulas are one way round; M is bits in eq. 1 and flits "
                     "in eq. 8"},
                    {"EK: the text counts m_g in flits ... per cycle per second; eq. 13 holds for messages a node and "
                     "cycle only"}}}),
      {"W_q = r / (2 mu (1 - r)), 1 / mu = (N - 1) (M/w) T_w l",
       "[Engel 2005, eq. 1 to 5]",
       {kContention, symbols::width, symbols::message, symbols::nodes},
       {{"EK-eq3 counts the turns of the N - 1 other nodes in the service time and queues besides; `turns: none` does "
         "not"}}}};
}

Quantities bound_rows() {
  return {
      {"performance.traffic", Unit::none, "the traffic pattern",
       [](const UnderDelay& a) { return Data(traffic_of(a)); }, called("", "traffic")},
      derived(
          {"performance.without_way_fraction", Unit::none, "share of the messages that have no way and are not sent",
           without_way, called("without_way", "without a way")},
          {{"messages that have no way / all messages of the traffic",
            "definition: in a network in parts, or with one-way channels, some messages have no way and are not sent",
            {{"lost", "performance.without_way_fraction", "share of the messages"},
             {"parts", "graph.parts", "parts of the network that no link joins"},
             kTraffic}}}),
      derived(
          {"performance.peak_channel_load", Unit::none, "messages over the busiest channel for each that a node offers",
           [](const UnderDelay& a) {
             return saturation_of(a) != nullptr && a.candidate.traffic.peak_channel_load() != nullptr
                        ? Data(*a.candidate.traffic.peak_channel_load())
                        : Data();
           },
           called("peak_channel_load", "busiest")},
          {{"c = the largest load of a channel over its width, counted along the routes",
            "derived: digit by digit in product networks, by all shortest paths elsewhere",
            {kPeak, kTraffic, kLimit}}}),
      derived(bound_row({"performance.saturation_bits_per_cycle_per_terminal", Unit::bits_per_cycle,
                         "saturation bound: load of a terminal at which the first channel, cut or terminal is full",
                         saturation, called("saturation", "saturation bound", "saturation")}),
              saturation_derivations()),
      bound_row({"performance.saturation_bits_per_cycle", Unit::bits_per_cycle, "the same of all terminals together",
                 saturation_of_all}),
      derived(best_high({"performance.capacity_bits_per_cycle_per_terminal", Unit::bits_per_cycle,
                         "what all channels of a k-ary n-cube one way round carry together, of a terminal", capacity,
                         called("capacity")}),
              {{"C = n W / (n (k - 1) / 2) / p, k / (k - 1) at equal bisection",
                "reconstructed after [Dally 1990, sec. 3] (KN-eq17); null elsewhere",
                {symbols::width, symbols::nodes, kTerminals, symbols::period}}}),
      of_bisection({"performance.limited_by", Unit::none, "what is full first as the load grows", limited_by,
                    called("", "limited by", "limited_by")}),

  };
}

}  // namespace

Data quantiles_data(const LatencySpread& spread, std::size_t count) {
  if (spread.empty()) return {};
  constexpr std::array<const char*, kLatencyShares.size()> kKeys = {"half", "most_90", "most_99", "all"};
  Data::Map map;
  for (std::size_t i = 0; i < count; ++i) map.emplace_back(kKeys[i], in_ns(spread.quantiles[i]));
  return map;
}

Data distances_data(const LatencySpread& spread) {
  const std::vector<LatencyAtDistance>& all = spread.by_distance;
  if (all.empty() || all.size() > LatencySpread::kMostListed) return {};
  return each_of<Data>(all, [&](const LatencyAtDistance& at) {
    return Data::Map{{"hops", at.hops}, {"share", at.share}, {"latency_ns", in_ns(at.latency)}};
  });
}

Quantities traffic_quantities() {
  return joined(
      {bound_rows(),
       {
           {"performance.contention", Unit::none, "the contention model", contention, called("", "contention")},
           derived(
               bound_row(
                   {"performance.contention_saturation_bits_per_cycle_per_terminal", Unit::bits_per_cycle,
                    "expected saturation: load from which on the contention model has no steady state, or a terminal "
                    "can send or take no more",
                    model_saturation, called("contention", "expected saturation"),
                    [](const Study& study) {
                      return !study.contention.empty() || (study.counts_waits && study.asks_loads());
                    }}),
               contention_derivations()),
           {"performance.virtual_channels_needed", Unit::none, "virtual channels of a channel that the routes need",
            member_of<route_facts_of, &RouteFacts::virtual_channels>, called("", "routes need")},
           {"performance.free_of_deadlock", Unit::none, "whether no messages can wait for one another in a circle",
            member_of<route_facts_of, &RouteFacts::free_of_deadlock>, called("", "cannot lock up")},
           {"performance.saturates_by", Unit::none, "what is full first by the contention model of channels",
            [](const UnderDelay& a) {
              const bool known = a.timing != nullptr && a.timing->saturates_by();
              return known ? Data(bottleneck_text(*a.timing->saturates_by())) : Data();
            },
            called("", "full first"), [](const Study& study) { return study.asks_loads(); }},
           with_parts(of_bisection(
                          {"performance.bit_time_ns", Unit::time_per_bit,
                           "time between bits of a terminal at the load at which the first channel, cut or terminal is "
                           "full",
                           bit_time, called("", "bit time", "", "bit_time"), never_in_records}),
                      bit_time_parts),
           ranked_saturation_row("performance.ranked_saturation_bits_per_cycle_per_terminal",
                                 "expected saturation, by the contention model", "expected saturation",
                                 expected_if_ranked),
           ranked_saturation_row("performance.ranked_bound_bits_per_cycle_per_terminal",
                                 "saturation bound, without a contention model", "saturation bound", bound_if_ranked),
           of_bisection({"performance.load_points", Unit::none, "latency at the operating points", load_points}),
           {"performance.latency_quantiles_ns", Unit::none,
            "latency that half, 90 %, 99 % and all of the messages keep",
            of_timing<[](const Timing& t) { return quantiles_data(t.spread, kLatencyShares.size()); }>},
           {"performance.latency_by_distance", Unit::none, "latency distance by distance",
            of_timing<[](const Timing& t) { return distances_data(t.spread); }>},
       }});
}

}  // namespace cutline
