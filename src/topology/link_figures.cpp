// SPDX-License-Identifier: Apache-2.0
#include "base/number.hpp"
#include "base/utf8.hpp"
#include "cutline/base/format.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr double kMostGivenNm = 1e18;  // 10^6 km
constexpr double kMostGivenNs = 1e15;  // 10^6 s
constexpr double kMostGivenCycles = 1e9;
constexpr std::size_t kMostLinkClasses = 1024;
constexpr std::size_t kLongestClassName = 100;

/// How messages speak of a figure.
struct FigureWords {
  std::string_view one, example, many_lack;
  std::optional<Measured> measured;
  double most;
};
constexpr FigureWords kFigureWords[] = {
    {"length", "3 m", "the layout decides their lengths, in a hall the cables do", Measured::length, kMostGivenNm},
    {"delay", "15 ns", "the layout and its delay model decide their delays, in a hall the cables do", Measured::time,
     kMostGivenNs},
    {"number of cycles", "2", "their cycles follow from their delays", std::nullopt, kMostGivenCycles},
    {"class", "copper", "their class is `links`", std::nullopt, 0}};

const FigureWords& figure_words(LinkFigure figure) { return kFigureWords[static_cast<std::size_t>(figure)]; }

/// The unit of this name that measures lengths or times; null if there is none. Files have no tau.
const UnitText* unit_named(std::string_view name, Measured measured) {
  const auto all = units();
  const auto found = std::ranges::find_if(
      all, [&](const UnitText& unit) { return unit.name == name && unit.measured == measured && name != "tau"; });
  return found == all.end() ? nullptr : &*found;
}

constexpr std::string_view kPlainClass = "links";

/// The figures that links have, ascending, and for each link the number of its own plus 1.
GivenLinks given_links(const GraphFile& file, double tolerance, std::vector<std::uint16_t>& of_link) {
  GivenLinks links{.figures = {}, .of_class = {}, .tolerance = tolerance};
  std::vector<bool> used(file.figures.size(), false);
  for (const std::uint32_t number : file.given) {
    if (number > 0) used[number - 1] = true;
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) links.figures.push_back(file.figures[i]);
  }
  constexpr std::size_t kMostFigures = 0xffff;
  if (links.figures.size() > kMostFigures)
    throw_limit_error("links have more than 65,535 different lengths and delays, the limit");
  std::ranges::sort(links.figures);
  std::vector<std::uint16_t> number_of(file.figures.size());
  for (std::size_t i = 0; i < used.size(); ++i) {
    const auto found = std::lower_bound(links.figures.begin(), links.figures.end(), file.figures[i]);
    number_of[i] = static_cast<std::uint16_t>(found - links.figures.begin() + 1);
  }
  for (const std::uint32_t number : file.given)
    of_link.push_back(number > 0 ? number_of[number - 1] : std::uint16_t{0});
  return links;
}

/// By link: the number of its class among the names, which ascend.
std::vector<std::uint16_t> classes_by_name(const GraphFile& file, std::vector<std::string_view>& names) {
  std::map<std::string_view, std::uint16_t> known;
  const auto name = [&](std::uint16_t number) { return number == 0 ? kPlainClass : file.class_names[number - 1U]; };
  for (const std::uint16_t number : file.classes) known[name(number)] = 0;
  for (auto& [each, number] : known) {
    number = static_cast<std::uint16_t>(names.size());
    names.push_back(each);
  }
  std::vector<std::uint16_t> of_number(file.class_names.size() + 1U), classes;
  for (std::size_t number = 0; number < of_number.size(); ++number) {
    const auto found = known.find(name(static_cast<std::uint16_t>(number)));
    if (found != known.end()) of_number[number] = found->second;
  }
  for (const std::uint16_t number : file.classes) classes.push_back(of_number[number]);
  return classes;
}

}  // namespace

std::vector<std::string_view> units_of_figure(LinkFigure figure) {
  std::vector<std::string_view> names;
  for (const UnitText& unit : units()) {
    if (figure_words(figure).measured == unit.measured && unit.name != "tau") names.push_back(unit.name);
  }
  return names;
}

bool GraphBuilder::is_figure(std::string_view attribute) const {
  const auto reads_it = [&](const FigureFrom& each) { return each.attribute == attribute; };
  return !attribute.empty() && std::ranges::any_of(reading_.figures, reads_it);
}

bool GraphBuilder::take_figures(LinkSays& link, std::string_view attribute, std::size_t at, std::string_view value) {
  if (!is_figure(attribute)) return false;
  const std::string_view text = trimmed(value);
  for (const LinkFigure figure : kLinkFigures) {
    if (from(figure).attribute == attribute && !text.empty()) set_figure(link, figure, at, text);
  }
  return true;
}

/// The value of a figure in its base unit: nanometres, nanoseconds or cycles.
double GraphBuilder::quantity(LinkFigure figure, std::size_t at, std::string_view value) const {
  const FigureWords& words = figure_words(figure);
  const CutQuantity cut = words.measured ? cut_quantity(value) : CutQuantity{value, {}};
  const auto number = read_as_finite(cut.number);
  if (!number) {
    file_.fail(at, fmt::format("the {} {} is no {}", from(figure).attribute, quoted_name(value), words.one),
               fmt::format("`{}` reads values such as '{}'", from(figure).key, words.example));
  }
  double base = *number;
  if (words.measured) {
    const std::string_view name = cut.unit.empty() ? from(figure).unit : cut.unit;
    if (name.empty()) {
      const std::string_view key = figure == LinkFigure::length ? "length_unit" : "delay_unit";
      file_.fail(at, fmt::format("the {} {} has no unit", from(figure).attribute, quoted_name(value)),
                 fmt::format("write it as '{}', or say the unit of all of them by `{}`", words.example, key));
    }
    const UnitText* unit = unit_named(name, *words.measured);
    if (unit == nullptr) {
      file_.fail(at,
                 fmt::format("the {} {} is in {}, which is no unit of a {}", from(figure).attribute, quoted_name(value),
                             quoted_name(name), words.one),
                 fmt::format("the units are {}", join(units_of_figure(figure), ", ")));
    }
    base = *number * unit->times / unit->divided_by;
  }
  if (base > 0 && base <= words.most) return base;
  file_.fail(at, fmt::format("the {} {} is out of range", from(figure).attribute, quoted_name(value)),
             figure == LinkFigure::length  ? "a length is more than 0, and up to 10^6 km"
             : figure == LinkFigure::delay ? "a delay is more than 0, and up to 10^6 s"
                                           : "cycles are more than 0, and up to 10^9");
}

void GraphBuilder::set_figure(LinkSays& link, LinkFigure figure, std::size_t at, std::string_view value) {
  if (figure == LinkFigure::link_class) {
    if (value.size() > kLongestClassName || steering_character(value))
      file_.fail(at, fmt::format("the {} {} is no name of a class", from(figure).attribute, quoted_name(value)),
                 "a name is one line of up to 100 letters that can be seen");
    link.link_class = static_cast<std::uint16_t>(graph.class_names.insert(value).first + 1);
    if (graph.class_names.size() > kMostLinkClasses)
      throw_limit_error(fmt::format("'{}' has links of more than 1024 classes, the limit", file_.path), {},
                        std::string(from(figure).key));
    return;
  }
  const double base = quantity(figure, at, value);
  GivenLink given = link.given == 0 ? GivenLink{} : graph.figures[link.given - 1];
  if (figure == LinkFigure::length) given.length = nanometres(base);
  if (figure == LinkFigure::delay) given.delay = nanoseconds(base);
  if (figure == LinkFigure::cycles) given.cycles = base;
  if (given.delay && given.cycles)
    file_.fail(at, "this link has a delay and cycles",
               "a link has one of them: leave out `delay_from` or `cycles_from`");
  const auto [known, is_new] = figure_numbers_.emplace(given, static_cast<std::uint32_t>(graph.figures.size() + 1));
  if (is_new) graph.figures.push_back(given);
  link.given = known->second;
}

void GraphBuilder::count_figures(const LinkSays& link) {
  ++links_;
  const auto add = [&](LinkFigure figure, bool has) { with_figure_[static_cast<std::size_t>(figure)] += has ? 1 : 0; };
  add(LinkFigure::link_class, link.link_class != 0);
  if (link.given == 0) return;
  const GivenLink& given = graph.figures[link.given - 1];
  add(LinkFigure::length, given.length.has_value());
  add(LinkFigure::delay, given.delay.has_value());
  add(LinkFigure::cycles, given.cycles.has_value());
}

/// Notes the links without a figure. No link with a figure that the user asks for is an input error, whose hint names
/// the attributes that links have.
void GraphBuilder::finish_figures() {
  const auto& others = ignored_[static_cast<std::size_t>(AttributeOf::links)];
  for (const LinkFigure figure : kLinkFigures) {
    const FigureFrom& asked = from(figure);
    const std::uint64_t with = with_figure_[static_cast<std::size_t>(figure)];
    if (asked.attribute.empty() || with == links_) continue;
    if (with > 0) {
      graph.notes.push_back(fmt::format("{} of the {} links have no {}: {}", links_ - with, links_,
                                        quoted_name(asked.attribute), figure_words(figure).many_lack));
      continue;
    }
    const std::vector<std::string_view> names(others.begin(), others.end());
    throw_input_error(fmt::format("no link of '{}' has the attribute {}", file_.path, quoted_name(asked.attribute)),
                      did_you_mean(asked.attribute, names,
                                   names.empty() ? "its links have no other attributes"
                                                 : fmt::format("its links have: {}", join(names, ", "))),
                      std::string(asked.key));
  }
}

std::vector<std::uint32_t> add_link_classes(GraphFile file, int channels, double tolerance, Topology& graph) {
  const bool all_one = std::ranges::all_of(file.widths, [](std::uint32_t w) { return w == 1; });
  if (all_one) file.widths.clear();
  std::vector<std::uint16_t> given_of_link;
  std::optional<GivenLinks> given;
  if (!file.given.empty()) given = given_links(file, tolerance, given_of_link);
  std::vector<std::string_view> names;
  const std::vector<std::uint16_t> class_of_link = classes_by_name(file, names);
  if (names.empty()) names.push_back(kPlainClass);
  const std::size_t first = graph.classes.size();
  for (const std::string_view name : names)
    graph.classes.push_back({.name = std::string(name), .digits = {0}, .channels = channels});
  auto order = numbers_below<std::uint32_t>(file.links.size());
  if (names.size() == 1) {
    LinkClass& only = graph.classes[first];
    only.links = std::move(file.links);
    only.widths = std::move(file.widths);
    if (given) given->of_class.push_back(std::move(given_of_link));
  } else {
    if (given) given->of_class.resize(names.size());
    std::ranges::stable_sort(order,
                             [&](std::uint32_t i, std::uint32_t j) { return class_of_link[i] < class_of_link[j]; });
    for (std::size_t i = 0; i < file.links.size(); ++i) {
      LinkClass& own = graph.classes[first + class_of_link[i]];
      own.links.push_back(file.links[i]);
      if (!file.widths.empty()) own.widths.push_back(file.widths[i]);
      if (given) given->of_class[class_of_link[i]].push_back(given_of_link[i]);
    }
  }
  if (given) graph.given = std::move(*given);
  return order;
}

void GivenDifference::add(std::uint64_t a, std::uint64_t b, double given, double laid, double tolerance) {
  constexpr double kSlack = 1e-9;  // of rounding
  ++links;
  if (std::abs(given - laid) > (tolerance + kSlack) * laid) ++differ;
  // The ratio of the larger to the smaller figure, as a comparison of products, so that either may be 0.
  const auto unlike = [](double x, double y) { return std::pair(std::max(x, y), std::min(x, y)); };
  const auto [more, less] = unlike(given, laid);
  const auto [worst_more, worst_less] = worst ? unlike(worst->given, worst->laid) : std::pair(1.0, 1.0);
  if (!worst || more * worst_less > worst_more * less) worst = Worst{a, b, given, laid};
}

}  // namespace cutline
