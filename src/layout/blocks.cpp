// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "cutline/topology/topology.hpp"
#include "line_groups.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxParts = std::uint64_t{1} << 31;

/// The role of one digit in the copies of a class.
struct DigitRole {
  bool own = false;                   ///< ends of a link may differ in it
  bool shared = false;                ///< free, and placed on more than one axis
  std::vector<std::uint32_t> values;  ///< that it takes in the copies; of an own digit: empty
};

/// The lists of places so far, with their numbers.
using KnownLists = std::map<std::vector<std::uint32_t>, std::uint32_t>;

/// One class of links on its way to the lines.
class ClassPlacer {
 public:
  ClassPlacer(const Topology& topology, const Placement& placement, const LinkClass& link_class, KnownLists& known,
              LinkBlocks& out)
      : topology_(topology), placement_(placement), class_(link_class), known_(known), out_(out) {
    find_roles();
    for (const Axis axis : kAxes) offsets_[index(axis)] = free_offsets(axis);
    single_ = offsets_[0].size() * offsets_[1].size() * offsets_[2].size() == 1;
  }

  void place(const std::vector<std::uint16_t>& kinds) {
    const Digits none{};
    if (class_.shared) {
      place_shared(kinds[0]);
    } else if (const Axis* axis = only_axis()) {
      place_whole(*axis, kinds, none);
    } else {
      for_shared_values(0, none, [&](const Digits& shared) {
        for (std::size_t i = 0; i < class_.links.size(); ++i) place_link(class_.links[i], kinds[i], shared);
      });
    }
  }

 private:
  using Digits = std::array<std::uint32_t, 64>;
  struct Pair {
    std::uint32_t a, b;
  };

  void find_roles() {
    roles_.resize(topology_.digits.size());
    for (const std::uint8_t digit : class_.digits) roles_[digit].own = true;
    for (const LinkClass::Only& only : class_.only) roles_[only.digit].values = only.values;
    for (std::size_t digit = 0; digit < roles_.size(); ++digit) {
      DigitRole& role = roles_[digit];
      if (role.own) continue;
      if (role.values.empty()) {
        for (std::uint32_t value = 0; value < topology_.digits[digit].radix; ++value) role.values.push_back(value);
      }
      const auto axes = std::ranges::count_if(kAxes, [&](Axis axis) { return on_axis(digit, axis); });
      role.shared = axes > 1 && role.values.size() > 1;
    }
  }

  bool on_axis(std::size_t digit, Axis axis) const {
    const auto& digits = placement_[axis].digits;
    return std::ranges::find(digits, digit) != digits.end();
  }

  /// The one axis that holds all own digits, if no free digit is shared; else null.
  const Axis* only_axis() const {
    const Axis* found = nullptr;
    for (std::size_t digit = 0; digit < roles_.size(); ++digit) {
      if (roles_[digit].shared) return nullptr;
      if (!roles_[digit].own) continue;
      for (const Axis& axis : kAxes) {
        if (!on_axis(digit, axis)) continue;
        if (found != nullptr && *found != axis) return nullptr;
        found = &axis;
      }
    }
    return found;
  }

  /// All offsets that the free digits of an axis that are not shared can add to a coordinate.
  std::vector<std::uint32_t> free_offsets(Axis axis) const {
    std::vector<std::uint32_t> offsets = {0};
    std::uint32_t weight = 1;
    for (const std::uint8_t digit : placement_[axis].digits) {
      const DigitRole& role = roles_[digit];
      if (!role.own && !role.shared) {
        std::vector<std::uint32_t> longer;
        longer.reserve(offsets.size() * role.values.size());
        for (const std::uint32_t value : role.values) {
          for (const std::uint32_t offset : offsets) longer.push_back(offset + value * weight);
        }
        offsets = std::move(longer);
      }
      weight *= topology_.digits[digit].radix;
    }
    return offsets;
  }

  /// The coordinate on an axis that the own digits (from a local address) and the shared digits give.
  std::uint32_t base(Axis axis, std::uint32_t local, Digits digits) const {
    for (const std::uint8_t digit : class_.digits) {
      digits[digit] = local % topology_.digits[digit].radix;
      local /= topology_.digits[digit].radix;
    }
    std::uint32_t coordinate = 0;
    std::uint32_t weight = 1;
    for (const std::uint8_t digit : placement_[axis].digits) {
      coordinate += weight * digits[digit];
      weight *= topology_.digits[digit].radix;
    }
    return coordinate;
  }

  Cell cell(std::uint32_t local, const Digits& digits) const {
    Cell place;
    for (const Axis axis : kAxes)
      place.at[index(axis)] = position(axis, base(axis, local, digits) + offsets_[index(axis)][0]);
    return place;
  }

  std::uint32_t position(Axis axis, std::uint32_t coordinate) const {
    return placement_[axis].slot(Coordinate{coordinate});
  }

  template <class Visit>
  void for_shared_values(std::size_t digit, Digits digits, const Visit& visit) const {
    while (digit < roles_.size() && !roles_[digit].shared) ++digit;
    if (digit == roles_.size()) return visit(digits);
    for (const std::uint32_t value : roles_[digit].values) {
      digits[digit] = value;
      for_shared_values(digit + 1, digits, visit);
    }
  }

  /// The one link of a shared class runs over its whole line, from the first of its nodes to the last.
  void place_shared(std::uint16_t kind) {
    const Axis* axis = only_axis();
    if (axis == nullptr || placement_[*axis].slots() != topology_.digits[class_.digits[0]].radix) {
      throw_input_error("nodes that share their wires stand side by side on one line",
                        "leave out `columns`, `cells` and orders of grids", "order");
    }
    out_.blocks.push_back({*axis, {{0, placement_[*axis].slots() - 1, kind}}, lists_across(*axis)});
  }

  void place_whole(Axis axis, const std::vector<std::uint16_t>& kinds, const Digits& none) {
    const auto& offsets = offsets_[index(axis)];
    if (class_.links.size() * offsets.size() > kMaxParts)
      throw_limit_error("a line has more than 2^31 links, the limit");
    Block block{.axis = axis};
    block.moves.reserve(class_.links.size() * offsets.size());
    for (std::size_t i = 0; i < class_.links.size(); ++i) {
      const std::uint32_t a = base(axis, class_.links[i].a, none);
      const std::uint32_t b = base(axis, class_.links[i].b, none);
      for (const std::uint32_t offset : offsets) {
        const auto [from, to] = std::minmax({position(axis, a + offset), position(axis, b + offset)});
        block.moves.push_back({from, to, kinds[i]});
      }
    }
    block.still = lists_across(axis);
    out_.blocks.push_back(std::move(block));
  }

  /// The lists of places of the class along the two other axes.
  std::array<std::uint32_t, 2> lists_across(Axis axis) {
    std::array<std::uint32_t, 2> lists{};
    std::size_t next = 0;
    for (const Axis other : kAxes) {
      if (other == axis) continue;
      lists[next++] = list(each_of(offsets_[index(other)], [&](auto offset) { return position(other, offset); }));
    }
    return lists;
  }

  /// Places one link and its copies over the free digits: the pairs of places along each axis, in all combinations.
  void place_link(const LocalLink& link, std::uint16_t kind, const Digits& shared) {
    if (single_) {
      out_.loose.push_back({cell(link.a, shared), cell(link.b, shared), kind});
      return;
    }
    std::array<std::vector<Pair>, 3> moving, still;
    for (const Axis axis : kAxes) {
      const std::uint32_t a = base(axis, link.a, shared);
      const std::uint32_t b = base(axis, link.b, shared);
      for (const std::uint32_t offset : offsets_[index(axis)]) {
        const Pair pair{position(axis, a + offset), position(axis, b + offset)};
        (pair.a == pair.b ? still : moving)[index(axis)].push_back(pair);
      }
    }
    for (const bool x : {false, true}) {
      for (const bool y : {false, true}) {
        for (const bool z : {false, true}) {
          emit({&(x ? moving : still)[0], &(y ? moving : still)[1], &(z ? moving : still)[2]}, {x, y, z}, kind);
        }
      }
    }
  }

  void emit(const std::array<const std::vector<Pair>*, 3>& pairs, const std::array<bool, 3>& moves,
            std::uint16_t kind) {
    const std::size_t count = pairs[0]->size() * pairs[1]->size() * pairs[2]->size();
    if (count == 0) return;
    if (count > 1 && moves[0] + moves[1] + moves[2] == 1) return emit_block(pairs, moves, kind);
    if (out_.loose.size() + count > kMaxParts) throw_limit_error("the layout has more than 2^31 bent links, the limit");
    for (const Pair& x : *pairs[0]) {
      for (const Pair& y : *pairs[1]) {
        for (const Pair& z : *pairs[2]) out_.loose.push_back({{{x.a, y.a, z.a}}, {{x.b, y.b, z.b}}, kind});
      }
    }
  }

  void emit_block(const std::array<const std::vector<Pair>*, 3>& pairs, const std::array<bool, 3>& moves,
                  std::uint16_t kind) {
    Block block;
    std::size_t next = 0;
    for (const Axis axis : kAxes) {
      const std::vector<Pair>& along = *pairs[index(axis)];
      if (moves[index(axis)]) {
        block.axis = axis;
        for (const Pair& pair : along)
          block.moves.push_back({std::min(pair.a, pair.b), std::max(pair.a, pair.b), kind});
      } else {
        std::vector<std::uint32_t> places = each_of(along, &Pair::a);
        block.still[next++] = list(std::move(places));
      }
    }
    out_.blocks.push_back(std::move(block));
  }

  /// The number of a list of places; equal lists have one number.
  std::uint32_t list(std::vector<std::uint32_t> places) {
    if (!std::ranges::is_sorted(places)) std::ranges::sort(places);
    return known_.try_emplace(std::move(places), static_cast<std::uint32_t>(known_.size())).first->second;
  }

  const Topology& topology_;
  const Placement& placement_;
  const LinkClass& class_;
  KnownLists& known_;
  LinkBlocks& out_;
  std::vector<DigitRole> roles_;
  std::array<std::vector<std::uint32_t>, 3> offsets_;
  bool single_ = false;  ///< the class has one copy for each value of the shared digits
};

/// The kinds of all links. Wide ones come first, whatever their classes: they find room on a layer pair before narrow
/// ones fill it, and neither the order of links nor that of classes has an effect.
class KindNumbers {
 public:
  explicit KindNumbers(const Topology& topology) : topology_(topology) {
    for (std::size_t number = 0; number < topology.classes.size(); ++number) {
      for (std::size_t link = 0; link < topology.classes[number].links.size(); ++link) {
        known_[key(number, link)] = 0;
        if (known_.size() > 0xffff)
          throw_limit_error("links have more than 65,535 different widths and given figures, the limit");
      }
    }
    std::uint16_t next = 0;
    for (auto& [each, kind] : known_) kind = next++;
  }

  std::vector<LinkKind> kinds() const {
    std::vector<LinkKind> kinds;
    for (const auto& [each, kind] : known_) {
      const auto [narrow, few, number, given] = each;
      const LinkClass& link_class = topology_.classes[number];
      kinds.push_back({number, static_cast<std::uint8_t>(link_class.channels), ~narrow, 0, link_class.shared, given});
    }
    return kinds;
  }

  /// The kind of every link of a class.
  std::vector<std::uint16_t> of_class(std::size_t number) const {
    std::vector<std::uint16_t> result(topology_.classes[number].links.size());
    for (std::size_t link = 0; link < result.size(); ++link) result[link] = known_.at(key(number, link));
    return result;
  }

 private:
  /// The complements of width and channels, so that large ones come first; the class; and the given figures.
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint16_t, std::uint16_t>;

  Key key(std::size_t number, std::size_t link) const {
    const LinkClass& link_class = topology_.classes[number];
    return {~link_class.width(link), ~static_cast<std::uint32_t>(link_class.channels),
            static_cast<std::uint16_t>(number),
            topology_.given ? topology_.given->of(number, link, 0) : std::uint16_t{0}};
  }

  const Topology& topology_;
  std::map<Key, std::uint16_t> known_;
};

/// Links whose figures differ from copy to copy of their class: each by itself. Kinds are numbered as in KindNumbers.
LinkBlocks lone_links(const Topology& topology, const Placement& placement) {
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint16_t, std::uint16_t>;
  LinkBlocks blocks;
  std::map<Key, std::uint16_t> known;
  std::vector<Key> keys;
  for_each_link(topology, [&](std::size_t number, std::size_t local, std::uint64_t, std::uint64_t) {
    const LinkClass& in = topology.classes[number];
    keys.emplace_back(~in.width(local), ~static_cast<std::uint32_t>(in.channels), static_cast<std::uint16_t>(number),
                      topology.given->of(number, local, keys.size()));
    known[keys.back()] = 0;
  });
  if (known.size() > 0xffff)
    throw_limit_error("links have more than 65,535 different widths and given figures, the limit");
  if (keys.size() > kMaxParts) throw_limit_error("the layout has more than 2^31 links, the limit");
  for (auto& [key, kind] : known) {
    const auto [narrow, few, number, given] = key;
    kind = static_cast<std::uint16_t>(blocks.kinds.size());
    blocks.kinds.push_back({number, static_cast<std::uint8_t>(topology.classes[number].channels), ~narrow, 0,
                            topology.classes[number].shared, given});
  }
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    blocks.loose.push_back(
        {cell_of(topology, placement, a), cell_of(topology, placement, b), known.at(keys[blocks.loose.size()])});
  });
  return blocks;
}

}  // namespace

LinkBlocks link_blocks(const Topology& topology, const Placement& placement) {
  if (topology.given && !topology.given->of_link.empty()) return lone_links(topology, placement);
  const KindNumbers kinds(topology);
  LinkBlocks blocks{.kinds = kinds.kinds()};
  KnownLists known;
  for (std::size_t i = 0; i < topology.classes.size(); ++i)
    ClassPlacer(topology, placement, topology.classes[i], known, blocks).place(kinds.of_class(i));
  blocks.lists.resize(known.size());
  while (!known.empty()) {
    auto list = known.extract(known.begin());
    blocks.lists[list.mapped()] = std::move(list.key());
  }
  return blocks;
}

}  // namespace cutline
