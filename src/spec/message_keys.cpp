// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "spec/study_keys.hpp"

namespace cutline {

namespace {

struct ClockDraft {
  ClockChoice clock;
  std::optional<YamlId> rule, frequency;
};

/// The same key, which also keeps where its value stands.
Key<ClockDraft> known(std::optional<YamlId> ClockDraft::*at, Key<ClockChoice> key) {
  Key<ClockDraft> both = within(&ClockDraft::clock, std::move(key));
  both.read = [at, read = both.read](Reader& reader, YamlId id, ClockDraft& draft) {
    draft.*at = id;
    read(reader, id, draft);
  };
  return both;
}

Keys<ClockDraft> clock_keys() {
  const auto cycle =
      made(above_0(quantity_form(Measured::frequency)), [](double frequency) { return nanoseconds(1 / frequency); });
  return {known(&ClockDraft::rule, field("rule", &ClockChoice::rule, choice_form({"longest_wire", "per_link", "fixed"}),
                                         "longest_wire; fixed where there is a frequency",
                                         "the cycle is the longest wire's delay, each link's own, or fixed")),
          known(&ClockDraft::frequency, field("frequency", &ClockChoice::cycle, cycle, "", "of the rule `fixed`")),
          within(&ClockDraft::clock,
                 field("floor", &ClockChoice::floor, quantity_form(Measured::time), "0 ns", "no cycle is shorter"))};
}

void choose(Reader& reader, YamlId id, const DelayModel& model, Parameters parameters, StudyDraft& draft) {
  // If reading the technology failed, its figures are unknown, and the failure has been reported.
  if (model.counts_metres() && !reader.technology_known) return;
  ChosenDelay chosen = choose_delay(model.name, std::move(parameters), wire_medium(draft.study.technology));
  const auto same = [&](const ChosenDelay& known) { return known.label == chosen.label; };
  const std::vector<ChosenDelay>& delays = draft.study.delays;
  if (std::any_of(delays.begin(), delays.end(), same)) {
    reader.report(id, fmt::format("the delay model {} is listed twice", chosen.label));
  } else {
    draft.study.delays.push_back(std::move(chosen));
  }
}

void read_one_delay(Reader& reader, YamlId id, StudyDraft& draft) {
  const std::vector<std::string_view> names = names_of(delay_models());
  YamlId name = id;
  if (reader[id].kind == YamlKind::map) {
    const auto found = find_value(reader.document, id, "model");
    if (!found) return reader.report(id, "delay needs the key 'model'", "the models are: " + join(names, ", "));
    name = *found;
  }
  const auto index = read_choice(reader, name, name == id ? "delay" : "model", names);
  if (!index) return;
  const DelayModel& model = delay_models()[*index];
  Parameters parameters;
  if (name != id && !read_parameters(reader, id, "model", row_shape(model), parameters)) return;
  reader.tries(id, [&] { choose(reader, id, model, std::move(parameters), draft); });
}

/// A share of all messages, as a number or in per cent.
Form<double> message_share_form() {
  return {any_shape({number_shape("number", 0), quantity_shape({Measured::share})}),
          [](Reader& reader, YamlId id, std::string_view what) {
            const bool percent = reader[id].kind == YamlKind::scalar && reader[id].text.find('%') != std::string::npos;
            if (!percent) return read_real(reader, id, what, 0, 1);
            return quantity_form(Measured::share).read(reader, id, what);
          }};
}

Keys<LatencyInput::Part> part_keys() {
  using Part = LatencyInput::Part;
  return {required(field("size", &Part::size_bits, above_0(quantity_form(Measured::bits)), "", "of these messages")),
          required(field("share", &Part::share, message_share_form(), "", "of all messages; shares add up to 1"))};
}

void read_parts(Reader& reader, YamlId id, StudyDraft& draft) {
  static const Keys<LatencyInput::Part> keys = part_keys();
  const std::size_t mistakes = reader.mistakes();
  draft.study.messages.clear();
  double total = 0;
  for (const YamlId item : std::vector<YamlId>(reader[id].items)) {
    LatencyInput::Part part;
    read_map(reader, item, "a message", keys, part);
    total += part.share;
    draft.study.messages.push_back(part);
  }
  if (reader.mistakes() > mistakes || std::abs(total - 1) < 1e-9) return;
  reader.report(id, fmt::format("the shares of the messages add up to {:.6g}", total), "they add up to 1");
}

constexpr std::int64_t kMostPackets = 1024;

Keys<LatencyInput::Part> burst_keys() {
  using Part = LatencyInput::Part;
  const Form<double> packets = made(whole_form(1, kMostPackets), [](std::int64_t n) { return static_cast<double>(n); });
  return {field("size", &Part::size_bits, above_0(quantity_form(Measured::bits)), "150 bits", "of a packet"),
          required(field("packets", &Part::packets, packets, "",
                         "of a message, which a terminal sends to one destination, one after another"))};
}

void read_clock(Reader& reader, YamlId id, StudyDraft& draft) {
  ClockDraft clock;
  const std::size_t mistakes = reader.mistakes();
  if (!read_map(reader, id, "clock", clock_keys(), clock)) return;
  if (clock.frequency && !clock.rule) clock.clock.rule = ClockRule::fixed;
  const Time long_cycle = nanoseconds(1e6);
  if (clock.frequency && clock.clock.cycle > long_cycle)
    draft.study.warnings.push_back({"a clock below 1 kHz is unusually slow",
                                    "for example `frequency: 2 GHz`",
                                    reader.place(*clock.frequency),
                                    {},
                                    true});
  if (reader.mistakes() > mistakes) return;
  const bool fixed = clock.clock.rule == ClockRule::fixed;
  if (fixed && !clock.frequency)
    reader.report(*clock.rule, "the rule 'fixed' needs a frequency", "for example `frequency: 2 GHz`");
  if (!fixed && clock.frequency)
    reader.report(*clock.frequency, "a frequency fixes the cycle, and `rule` says otherwise", "leave out one of them");
  draft.study.clock = clock.clock;
}

void read_delay(Reader& reader, YamlId id, StudyDraft& draft) {
  for (const YamlId item : read_one_or_list(reader, id, "delay")) read_one_delay(reader, item, draft);
}

struct RequestAndReply {
  double request_bits = 0, reply_bits = 0;
};

Keys<RequestAndReply> request_keys() {
  const Form<double> bits = above_0(quantity_form(Measured::bits));
  return {required(field("request", &RequestAndReply::request_bits, bits, "", "of a request")),
          required(field("reply", &RequestAndReply::reply_bits, bits, "",
                         "of its reply, from the destination back to the source: a message class of its own, with "
                         "virtual channels of its own"))};
}

/// Requests, which the traffic describes, and replies to them.
void read_requests(Reader& reader, YamlId id, StudyDraft& draft) {
  static const Keys<RequestAndReply> keys = request_keys();
  RequestAndReply sizes;
  if (!read_map_well(reader, id, "message", keys, sizes)) return;
  draft.study.messages = {{sizes.request_bits, 0.5}, {sizes.reply_bits, 0.5}};
  draft.study.message_classes = 2;
}

void read_message(Reader& reader, YamlId id, StudyDraft& draft) {
  if (reader[id].kind == YamlKind::list && !reader[id].items.empty()) return read_parts(reader, id, draft);
  if (find_entry(reader.document, id, "request") != nullptr || find_entry(reader.document, id, "reply") != nullptr)
    return read_requests(reader, id, draft);
  if (reader[id].kind == YamlKind::map) {
    static const Keys<LatencyInput::Part> keys = burst_keys();
    LatencyInput::Part part = StudySettings().messages.front();
    if (read_map(reader, id, "message", keys, part)) draft.study.messages = {part};
    return;
  }
  const auto bits = read_quantity(reader, id, "message", {Measured::bits});
  if (!bits) return;
  if (bits->value <= 0) reader.report(id, "'message' must be more than 0");
  draft.study.messages = {{bits->value, 1}};
}

std::vector<std::string_view> model_names() {
  std::vector<std::string_view> names = {"none"};
  for (const ContentionModel& model : contention_models()) names.push_back(model.name);
  return names;
}

void read_one_contention(Reader& reader, YamlId id, StudyDraft& draft) {
  const std::vector<std::string_view> names = model_names();
  YamlId name = id;
  if (reader[id].kind == YamlKind::map) {
    const auto found = find_value(reader.document, id, "model");
    if (!found) return reader.report(id, "contention needs the key 'model'", "the models are: " + join(names, ", "));
    name = *found;
  }
  const auto index = read_choice(reader, name, "contention", names);
  if (!index) return;
  if (*index == 0) {
    if (name != id && reader[id].entries.size() > 1)
      reader.report(id, "without a contention model there is nothing to set");
    draft.study.counts_waits = false;
    return;
  }
  const ContentionModel& model = contention_models()[*index - 1];
  Parameters parameters;
  if (name != id && !read_parameters(reader, id, "model", row_shape(model), parameters)) return;
  draft.study.contention.push_back(choose_contention(model.name, std::move(parameters)));
}

/// One pattern: its name, or a map that names it.
std::optional<ChosenTraffic> read_pattern(Reader& reader, YamlId id) {
  const std::vector<std::string_view> names = names_of(traffic_patterns());
  std::optional<YamlId> name = id;
  if (reader[id].kind == YamlKind::map) name = find_value(reader.document, id, "pattern");
  const auto index =
      name ? read_choice(reader, *name, name == id ? "traffic" : "pattern", names) : std::optional<std::size_t>(0);
  if (!index) return std::nullopt;
  const TrafficPattern& pattern = traffic_patterns()[*index];
  Parameters parameters;
  if (name != id && !read_parameters(reader, id, "pattern", row_shape(pattern), parameters)) return std::nullopt;
  const auto& [one, other] = pattern.one_of;
  if (!one.empty() && parameters.has(one) == parameters.has(other)) {
    reader.report(id, fmt::format("{} takes either `{}` or a `{}`", pattern.name, one, other),
                  fmt::format("{{pattern: {}, {}: traffic.txt}}", pattern.name, other));
    return std::nullopt;
  }
  return choose_traffic(pattern.name, std::move(parameters));
}

ValueShape pattern_shape() {
  return any_shape(
      {choice_shape(names_of(traffic_patterns())), rows_shape("pattern", "who sends to whom", traffic_patterns())});
}

Keys<Application> application_keys() {
  const Form<ChosenTraffic> matrix = made(path_form(), [](const std::string& file) {
    return choose_traffic("matrix", {{"file", file}});
  });
  const Form<ChosenTraffic> pattern{
      pattern_shape(), [](Reader& reader, YamlId id, std::string_view) { return read_pattern(reader, id); }};
  const Form<std::string> name = checked(
      text_form(), [](const std::string& each) { return !each.empty() && each.find('/') == std::string::npos; },
      "must be a name without '/'", "`-c CANDIDATE/NAME` names the candidate under this application");
  return {
      required(field("name", &Application::name, name, "", "of the application, in tables and as `-c CANDIDATE/NAME`")),
      required(field("share", &Application::share, message_share_form(), "",
                     "the part of the time in which it runs; shares add up to 1")),
      field("file", &Application::traffic, matrix, "", "its rates, as of the pattern `matrix`"),
      field("traffic", &Application::traffic, pattern, "", "or: another pattern")};
}

void read_applications(Reader& reader, YamlId id, StudyDraft& draft) {
  static const Keys<Application> keys = application_keys();
  const std::size_t mistakes = reader.mistakes();
  std::vector<Application> all;
  double total = 0;
  for (const YamlId item : std::vector<YamlId>(reader[id].items)) {
    Application application;
    read_map(reader, item, "an application", keys, application);
    const auto gives = [&](const char* key) { return find_value(reader.document, item, key).has_value(); };
    if (gives("file") == gives("traffic"))
      reader.report(item, "an application takes either a `file` or `traffic`",
                    "{name: video, share: 0.7, file: video.csv}");
    if (std::any_of(all.begin(), all.end(), [&](const Application& each) { return each.name == application.name; }))
      reader.report(item, fmt::format("two applications are called '{}'", application.name));
    total += application.share;
    all.push_back(std::move(application));
  }
  if (reader.mistakes() > mistakes) return;
  if (std::abs(total - 1) > 1e-9)
    return reader.report(id, fmt::format("the shares of the applications add up to {:.6g}", total), "they add up to 1");
  draft.study.traffic = mix_traffic(std::move(all));
}

void read_traffic(Reader& reader, YamlId id, StudyDraft& draft) {
  draft.places["traffic"] = reader.place(id);
  for (const YamlEntry& entry : reader[id].entries) draft.places["traffic." + entry.key] = reader.place(entry.value);
  if (reader[id].kind == YamlKind::list && !reader[id].items.empty()) return read_applications(reader, id, draft);
  std::optional<ChosenTraffic> chosen = read_pattern(reader, id);
  if (!chosen) return;
  if (chosen->pattern->is_uniform()) {
    draft.study.traffic_self = chosen->pattern->self_of_uniform(chosen->parameters) == SelfMessages::counted;
  } else {
    draft.study.traffic = std::move(chosen);
  }
}

void read_contention(Reader& reader, YamlId id, StudyDraft& draft) {
  for (const YamlId item : read_one_or_list(reader, id, "contention")) read_one_contention(reader, item, draft);
}

/// At most so many bits, wires or pitches.
Form<double> guest_size_form(Measured measured) {
  constexpr double kMostOfGuest = 1e9;
  return checked(
      quantity_form(measured), [](double size) { return size > 0 && size <= kMostOfGuest; },
      fmt::format("must be more than 0 and at most {}", kMostOfGuest));
}

Keys<GuestChoice> guest_keys() {
  using Side = GuestChoice::Side;
  return {required(field("pattern", &GuestChoice::guest, choice_form({"mesh", "butterfly", "spanning_tree"}), "",
                         "one exchange of a mesh with its neighbours, a butterfly, or a broadcast")),
          then(field("side", &GuestChoice::side, whole_form(1, std::int64_t{1} << 30), "",
                     "nodes along a side of the whole guest"),
               [](GuestChoice& guest) { guest.of = Side::whole; }),
          then(field("per_processor", &GuestChoice::side, whole_form(1, std::int64_t{1} << 20), "",
                     "or: nodes along a side of what a processor holds, K"),
               [](GuestChoice& guest) { guest.of = Side::per_processor; }),
          required(field("message", &GuestChoice::message_bits, guest_size_form(Measured::bits), "",
                         "over each link of the guest, L")),
          field("mapping", &GuestChoice::mapping,
                made(choice_form({"natural", "gray"}),
                     [](std::size_t index) {
                       return index == 0 ? GuestChoice::Mapping::natural : GuestChoice::Mapping::gray;
                     }),
                "as placed", "which processor holds which part of the guest"),
          field("mesh_width", &GuestChoice::mesh_width, guest_size_form(Measured::wires), "16 wires",
                "of a mesh's channel; other hosts fill the same area"),
          field("processor_side", &GuestChoice::processor_side, guest_size_form(Measured::pitches), "64 pitches",
                "of a processor, in wire pitches")};
}

void read_guest(Reader& reader, YamlId id, StudyDraft& draft) {
  GuestChoice guest;
  if (!read_map_well(reader, id, "guest", guest_keys(), guest)) return;
  const auto gives = [&](const char* key) { return find_value(reader.document, id, key).has_value(); };
  if (gives("side") == gives("per_processor"))
    return reader.report(id, "guest takes either `side` or `per_processor`",
                         "the side of the whole guest, or of what each processor holds");
  draft.study.guest = guest;
}

}  // namespace

Key<StudyDraft> clock_key() { return {"clock", map_shape(clock_keys()), "", "what sets the cycle", read_clock}; }

Key<StudyDraft> delay_key() {
  const ValueShape one =
      any_shape({choice_shape(names_of(delay_models())), rows_shape("model", "the delay model", delay_models())});
  return {"delay", one_or_more_shape(one), "d2m, or what the technology allows; in unit linear",
          "delay models of a wire: one ranking and one record each", read_delay};
}

Key<StudyDraft> message_key() {
  return {"message",
          any_shape({quantity_shape({Measured::bits}), map_shape(burst_keys()), map_shape(request_keys()),
                     list_shape(map_shape(part_keys()))}),
          "150 bits", "size of a message, sizes and their shares, packets of one size, or requests and replies",
          read_message};
}

Key<StudyDraft> traffic_key() {
  return {"traffic", any_shape({pattern_shape(), list_shape(map_shape(application_keys()))}), "uniform",
          "who sends to whom, or the applications that run one after another", read_traffic};
}

Key<StudyDraft> pattern_key() { return {"traffic", pattern_shape(), "uniform", "who sends to whom", read_traffic}; }

Key<StudyDraft> contention_key() {
  const ValueShape one =
      any_shape({choice_shape(model_names()), rows_shape("model", "the contention model", contention_models())});
  return {"contention", one_or_more_shape(one, "a list of these, of which the first that applies is taken"),
          "channels where a load is asked", "how long messages wait for each other", read_contention};
}

Key<StudyDraft> guest_key() {
  return {"guest", map_shape(guest_keys()), "", "what every candidate emulates on one wafer", read_guest};
}

}  // namespace cutline
