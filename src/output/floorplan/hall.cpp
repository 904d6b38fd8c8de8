// SPDX-License-Identifier: Apache-2.0
#include "evaluate/machine_of.hpp"
#include "machine/trays.hpp"
#include "output/floorplan/scene.hpp"
#include "study/machine_choice.hpp"

namespace cutline::drawing {

namespace {

constexpr double kMarginMm = 6, kHeadPt = 10.5, kFactPt = 7.5, kKeyMm = 12;
constexpr double kThinnestTrayMm = 0.3, kThickestTrayMm = 2.4;
constexpr std::size_t kMostBundles = 20'000, kMostRacksInFront = 12;

/// A machine on a page.
struct HallPage {
  const Study& study;
  const Candidate& candidate;
  const DrawOptions& options;
  const svg::PictureStyle& style;
  const machine::Hall& hall;
  const machine::Installed& machine;
  machine::Equipment equipment;
  double top = 0;    ///< of the plan
  double scale = 0;  ///< millimetres on the page for a millimetre of the hall
  double bottom = 0;

  double room() const { return options.width_mm - 2 * kMarginMm; }
  static double mm(machine::Nanometres length) { return static_cast<double>(length) * 1e-6; }
  double middle_x(std::uint32_t rack) const {
    return kMarginMm + scale * (mm(machine::way_along(hall, 0, hall.column(rack))) + mm(hall.width(0)) / 2);
  }
  double middle_y(std::uint32_t rack) const {
    return top + scale * (mm(machine::way_across(hall, 0, hall.row(rack) * hall.columns)) + mm(hall.depth()) / 2);
  }
  svg::Rect box(std::uint32_t rack) const {
    const double width = scale * mm(hall.rack_at(rack).width), depth = scale * mm(hall.rack_at(rack).depth);
    return {middle_x(rack) - width / 2, middle_y(rack) - depth / 2, width, depth};
  }
};

std::string counted(std::uint64_t count, std::string_view what, std::string_view plural = "s") {
  return fmt::format("{} {}{}", text::grouped(count), what, count == 1 ? "" : plural);
}

std::string facts_of(const HallPage& page) {
  const machine::Totals& sum = page.machine.totals;
  const std::uint64_t traces = sum.traces + sum.terminal_traces;
  return fmt::format("{} and {} in {}; {}{}, {} m {}, the longest {} m.", counted(sum.switches, "switch", "es"),
                     counted(static_cast<std::uint64_t>(page.candidate.facts.terminals), "terminal"),
                     counted(sum.racks, "rack"), traces > 0 ? counted(traces, "trace") + " on boards and " : "",
                     counted(sum.cables + sum.terminal_cables, "cable"),
                     svg::short_number(static_cast<double>(sum.needed) * 1e-9),
                     sum.terminal_cables > 0 ? "of them between switches" : "in all",
                     svg::short_number(static_cast<double>(sum.longest) * 1e-9));
}

void put_title(svg::Canvas& canvas, HallPage& page) {
  double y = kMarginMm;
  const auto put = [&](const std::string& text, std::string_view css_class, double size) {
    for (const std::string& line : svg::wrap_text(text, page.room(), size)) {
      y += size * svg::kPointMm * svg::kLineEm;
      canvas.text(kMarginMm, y, line, {css_class, size});
    }
  };
  if (page.options.title) {
    put(page.candidate.design->name, "title", kHeadPt);
    put(facts_of(page), "facts", kFactPt);
  }
  page.top = y + 4;
}

/// Fits the floor into the width, and into the height if one is given.
void set_scale(HallPage& page) {
  const machine::Hall& hall = page.hall;
  const double ends = HallPage::mm(hall.width(0) + hall.width(hall.columns - 1)) / 2;
  const double wide = HallPage::mm(machine::way_along(hall, 0, hall.columns - 1)) + ends;
  const double high = HallPage::mm(machine::way_across(hall, 0, hall.racks() - 1)) + HallPage::mm(hall.depth());
  page.scale = page.room() / wide;
  const double most = page.options.height_mm > 0 ? page.options.height_mm - page.top - kKeyMm : 1.4 * page.room();
  page.scale = std::max(1e-9, std::min(page.scale, most / high));
  page.bottom = page.top + page.scale * high;
}

struct RackUse {
  std::uint64_t switches = 0, terminals = 0;
};
std::map<std::uint32_t, RackUse> uses_of_racks(const HallPage& page) {
  std::map<std::uint32_t, RackUse> uses;
  for (std::size_t i = 0; i < page.equipment.devices.size(); ++i) {
    RackUse& use = uses[page.machine.plan.devices[i].rack];
    ++(page.equipment.devices[i].host ? use.terminals : use.switches);
  }
  for (const machine::Port& port : page.machine.plan.terminals) ++uses[port.rack].terminals;
  return uses;
}

/// The racks; those with switches stand out.
void put_racks(svg::Canvas& canvas, const HallPage& page) {
  const auto uses = uses_of_racks(page);
  for (std::uint32_t rack = 0; rack < page.hall.racks(); ++rack) {
    const svg::Rect box = page.box(rack);
    if (page.hall.is_empty(rack)) continue;
    const auto use = uses.find(rack);
    const std::string name = rack_text(page.hall, rack);
    const std::string_view look = use == uses.end() ? "empty" : use->second.switches > 0 ? "interchange" : "node";
    const std::string title = use == uses.end() ? fmt::format("rack {}: empty", name)
                                                : fmt::format("rack {}: switches {}, terminals {}", name,
                                                              use->second.switches, use->second.terminals);
    canvas.rect(box, look, title, "stroke-width=\".15\"");
  }
}

/// The numbers of racks in use, where they fit, above all that is drawn there.
void put_rack_names(svg::Canvas& canvas, const HallPage& page) {
  for (const auto& [rack, use] : uses_of_racks(page)) {
    const svg::Rect box = page.box(rack);
    const std::string name = rack_text(page.hall, rack);
    if (svg::text_width_mm(name, svg::kLeastPt) * svg::kBoldEm < box.width && svg::kDigitMm < box.height / 2)
      canvas.text(box.middle_x(), box.bottom() - 0.8, name, {"on-plan", svg::kLeastPt, svg::Anchor::middle});
  }
}

/// The trays: thickness and colour by the cables in them.
void put_trays(svg::Canvas& canvas, const HallPage& page) {
  machine::TrayCounter trays(page.hall);
  for_each_cable(page.equipment, page.machine, [&](const machine::ListedCable& cable) {
    if (cable.a.place.rack != cable.b.place.rack) trays.add(cable.a.place.rack, cable.b.place.rack, 1, 0);
  });
  const std::vector<std::uint64_t> along = trays.along(), across = trays.across();
  const std::uint64_t most =
      std::max({std::uint64_t{1}, *std::ranges::max_element(along), *std::ranges::max_element(across)});
  const auto put = [&](std::uint64_t count, std::uint32_t from, std::uint32_t to, std::string_view where) {
    if (count == 0) return;
    const double share = static_cast<double>(count) / static_cast<double>(most);
    const svg::Rgb colour = svg::scale_colour(page.style, svg::kThinLineFrom + (1 - svg::kThinLineFrom) * share);
    canvas.line(page.middle_x(from), page.middle_y(from), page.middle_x(to), page.middle_y(to), "wire",
                fmt::format("{} behind rack {}: {}", where, rack_text(page.hall, from), counted(count, "cable")),
                fmt::format("stroke=\"{}\" stroke-width=\"{}\"", to_string(colour),
                            svg::number(kThinnestTrayMm + (kThickestTrayMm - kThinnestTrayMm) * share)));
  };
  for (std::uint32_t rack = 0; rack < page.hall.racks(); ++rack) put(along[rack], rack, rack + 1, "tray along the row");
  for (std::uint32_t rack = 0; rack < page.hall.racks(); ++rack)
    put(across[rack], rack, rack + page.hall.columns, "tray across the rows");
  const machine::Totals& sum = page.machine.totals;
  canvas.text(
      kMarginMm, page.bottom + 5,
      fmt::format("Trays by cables; the fullest: {} along row {} behind rack {}, {} across behind row {} at rack {}.",
                  sum.along.cables, sum.along.row + 1, sum.along.column + 1, sum.across.cables, sum.across.row + 1,
                  sum.across.column + 1),
      {"note", svg::kLeastPt});
}

/// A bow between every two racks that cables join, as thick as there are many.
void put_bundles(svg::Canvas& canvas, const HallPage& page) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> counts;
  for_each_cable(page.equipment, page.machine, [&](const machine::ListedCable& cable) {
    const auto [a, b] = std::minmax({cable.a.place.rack, cable.b.place.rack});
    if (a != b) ++counts[{a, b}];
  });
  std::vector<std::pair<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>>> bundles;
  for (const auto& [racks, count] : counts) bundles.emplace_back(count, racks);
  std::ranges::stable_sort(bundles, std::greater<>(), [](const auto& each) { return each.first; });
  const std::size_t all = bundles.size();
  if (all > kMostBundles) bundles.resize(kMostBundles);
  std::ranges::reverse(bundles);  // the thickest on top
  // Many bundles are thin, so that the floor is seen between them.
  const double thickest = std::clamp(60.0 / static_cast<double>(std::max<std::size_t>(1, all)), 0.05, 1.2);
  for (const auto& [count, racks] : bundles) {
    const double share = static_cast<double>(count) / static_cast<double>(bundles.back().first);
    const double x0 = page.middle_x(racks.first), y0 = page.middle_y(racks.first);
    const double x1 = page.middle_x(racks.second), y1 = page.middle_y(racks.second);
    const svg::Rgb colour = svg::scale_colour(page.style, svg::kThinLineFrom + (1 - svg::kThinLineFrom) * share);
    canvas.path(
        fmt::format("M{} {}Q{} {} {} {}", svg::number(x0), svg::number(y0), svg::number((x0 + x1) / 2 + (y1 - y0) / 8),
                    svg::number((y0 + y1) / 2 - (x1 - x0) / 8), svg::number(x1), svg::number(y1)),
        "wire",
        fmt::format("{} to {}: {}", rack_text(page.hall, racks.first), rack_text(page.hall, racks.second),
                    counted(count, "cable")),
        fmt::format("stroke=\"{}\" stroke-width=\"{}\" stroke-opacity=\".7\"", to_string(colour),
                    svg::number(0.1 + thickest * share)));
  }
  const std::uint64_t most = bundles.empty() ? 0 : bundles.back().first;
  canvas.text(kMarginMm, page.bottom + 5,
              fmt::format("Bundles between racks: {} of {}, up to {}.", text::grouped(bundles.size()),
                          text::grouped(all), counted(most, "cable")),
              {"note", svg::kLeastPt});
}

/// Racks from the front: the first ones that hold something, with their units.
void put_fronts(svg::Canvas& canvas, HallPage& page) {
  const machine::Rack& rack = page.hall.rack;
  std::map<std::uint32_t, double> left;  // of each rack that is drawn
  const auto uses = uses_of_racks(page);
  const double gap = 4, numbers = 5;
  const double across = static_cast<double>(std::min(uses.size(), kMostRacksInFront));
  const double width = std::min(40.0, (page.room() - numbers) / across - gap);
  const double unit = std::min(4.0, width * HallPage::mm(rack.unit) / HallPage::mm(rack.width) * 1.6);
  for (const auto& [number, use] : uses) {
    if (left.size() == kMostRacksInFront) break;
    left[number] = kMarginMm + numbers + static_cast<double>(left.size()) * (width + gap);
  }
  page.top += 4;
  page.bottom = page.top + unit * std::max(rack.units, page.hall.rack_of_switches().units);
  for (const auto& [number, x] : left) {
    const double high = unit * page.hall.rack_at(number).units;
    canvas.rect({x, page.bottom - high, width, high}, "plan", fmt::format("rack {}", rack_text(page.hall, number)));
    canvas.text(x + width / 2, page.bottom - high - 1, rack_text(page.hall, number),
                {"tick", svg::kLeastPt, svg::Anchor::middle});
  }
  for (std::uint32_t u = 0; u < rack.units; u += 6) {
    canvas.text(kMarginMm + numbers - 1, page.bottom - u * unit - 0.2, fmt::format("{}", u + 1),
                {"tick", svg::kLeastPt, svg::Anchor::end});
  }
  const NodeNumbers sites(page.candidate.network()->topology);
  const bool names = static_cast<bool>(page.candidate.network()->topology.names);
  const auto put = [&](const machine::Port& port, std::uint32_t units, std::string_view look, const std::string& name) {
    const auto at = left.find(port.rack);
    if (at == left.end()) return;
    const svg::Rect box{at->second + 0.4, page.bottom - (port.unit + units) * unit + 0.1, width - 0.8,
                        unit * units - 0.2};
    canvas.rect(box, look, fmt::format("{}: unit {}", name, port.unit + 1), "stroke-width=\".1\"");
    const std::string shown = svg::fitted_text(name, box.width - 1, svg::kLeastPt);
    if (shown == name && box.height > svg::kDigitMm)
      canvas.text(box.middle_x(), box.middle_y() + svg::kDigitMm / 2, name,
                  {"tick", svg::kLeastPt, svg::Anchor::middle});
  };
  for (const machine::Port& port : page.machine.plan.terminals) put(port, rack.host_units, "node", "host");
  const auto name_of = [&](std::size_t i) {
    return names ? site_name(page.candidate.network()->topology, sites.site(i)) : std::to_string(i);
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> nodes_of_host;
  for (std::size_t i = 0; i < page.equipment.devices.size(); ++i) {
    const machine::Device& device = page.equipment.devices[i];
    const machine::Port& port = page.machine.plan.devices[i];
    if (device.host || device.on_board()) {
      nodes_of_host[{port.rack, port.unit}].push_back(i);
    } else {
      put(port, page.hall.rack_at(port.rack).switch_units, "interchange", name_of(i));
    }
  }
  for (const auto& [port, nodes] : nodes_of_host) {
    const std::string more = nodes.size() > 1 ? fmt::format(" and {} more", nodes.size() - 1) : "";
    put({port.first, port.second}, rack.host_units, "node", name_of(nodes.front()) + more);
  }
  canvas.text(kMarginMm, page.bottom + 5,
              fmt::format("{} of {} from the front: switches and hosts by unit.", text::grouped(left.size()),
                          counted(uses.size(), "rack")),
              {"note", svg::kLeastPt});
}

}  // namespace

Floorplan hall_plan(const Study& study, const Candidate& candidate, const DrawOptions& options) {
  if (!candidate.machine) {
    throw_input_error(fmt::format("candidate '{}' has no machine", candidate.design->name),
                      "give the spec a `machine:`, or another --view", "view");
  }
  HallPage page{study,
                candidate,
                options,
                svg::picture_style(options.style),
                candidate.machine->hall,
                *candidate.machine,
                equipment_of(*candidate.design, *candidate.network())};
  svg::Canvas body;
  put_title(body, page);
  if (options.view == FloorplanView::racks) {
    put_fronts(body, page);
  } else {
    set_scale(page);
    put_racks(body, page);
    options.view == FloorplanView::bundles || page.hall.tray == machine::Tray::straight ? put_bundles(body, page)
                                                                                        : put_trays(body, page);
    put_rack_names(body, page);
  }
  const double height = options.height_mm > 0 ? options.height_mm : page.bottom + kKeyMm;
  svg::Canvas canvas;
  const double larger = page.style.larger;
  if (!options.in_page) canvas.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  canvas.put(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{}\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {} {}\">\n",
      kStyleClass, svg::number(options.width_mm * larger), svg::number(height * larger), svg::number(options.width_mm),
      svg::number(height));
  canvas.put("<title>{}</title>\n", text::xml_escape(candidate.design->name));
  if (!options.in_page) canvas.put("<style>\n{}</style>\n", floorplan_style(options.style));
  canvas.put("<rect class=\"page\" width=\"{}\" height=\"{}\"/>\n", svg::number(options.width_mm), svg::number(height));
  canvas.raw(body.take());
  canvas.raw("</svg>\n");
  return {canvas.take(), facts_of(page), false};
}

}  // namespace cutline::drawing
