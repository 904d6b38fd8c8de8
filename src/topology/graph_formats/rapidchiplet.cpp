// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kChipletHint =
    "a design names its files `topology`, `placement` and `chiplets`; a topology is a list of links `{\"ep1\": "
    "{\"type\": \"chiplet\", \"outer_id\": 0, \"inner_id\": 0}, \"ep2\": ...}`";

/// One of the files of a design.
struct ChipletFile {
  GraphText file;
  Json json;

  explicit ChipletFile(GraphText text) : file(std::move(text)) {
    try {
      json = Json::parse(file.text);
    } catch (const Json::parse_error& error) {
      file.fail(error.byte > 0 ? error.byte - 1 : 0, "this is no JSON", std::string(kChipletHint));
    } catch (const Json::out_of_range&) {
      file.fail(0, "the file holds a number that is too large", std::string(kChipletHint));
    }
  }

  /// Fails where a key stands for the n-th time, from 0; at the beginning if it does not.
  [[noreturn]] void fail(std::string_view key, std::size_t n, std::string message) const {
    const std::string quoted = fmt::format("\"{}\"", key);
    std::size_t at = file.text.find(quoted);
    for (; n > 0 && at != std::string::npos; --n) at = file.text.find(quoted, at + 1);
    file.fail(at == std::string::npos ? 0 : at, std::move(message), std::string(kChipletHint));
  }
};

/// The value of a key; null if there is none.
const Json& member(const Json& object, const char* key) {
  static const Json kNone;
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() ? *found : kNone;
}

class ChipletReader {
 public:
  ChipletReader(const GraphText& file, const GraphReading& reading) : builder_(file, reading), own_(file) {}

  GraphFile read() {
    if (own_.json.is_object()) {
      const ChipletFile topology = named("topology"), placement = named("placement"), chiplets = named("chiplets");
      add_nodes(placement, chiplets);
      add_links(topology);
    } else {
      const auto placement = beside("placement", "placements");
      const auto chiplets = beside("chiplets", "chiplets");
      if (placement && chiplets)
        add_nodes(ChipletFile(*placement), ChipletFile(*chiplets));
      else
        builder_.graph.notes.emplace_back("no placement and chiplets stand beside the topology: sizes are not known");
      add_links(own_);
    }
    return builder_.finish();
  }

 private:
  static std::optional<GraphText> text_of(const std::filesystem::path& path) {
    std::error_code trouble;
    if (!std::filesystem::is_regular_file(path, trouble)) return std::nullopt;
    return GraphText{path.string(), read_text_file(path.string(), kMaxGraphBytes)};
  }

  /// Reads a file that the design names, from RapidChiplet's folder: one of those that the design stands in.
  ChipletFile named(const char* key) const {
    const Json& name = member(own_.json, key);
    if (!name.is_string()) own_.fail(key, 0, fmt::format("the design names no file `{}`", key));
    std::error_code trouble;
    const std::filesystem::path design = std::filesystem::absolute(own_.file.path, trouble);
    for (std::filesystem::path folder = design.parent_path();; folder = folder.parent_path()) {
      if (auto text = text_of(folder / name.get<std::string>())) return ChipletFile(std::move(*text));
      if (folder == folder.parent_path()) break;
    }
    own_.fail(key, 0,
              fmt::format("no folder that the design stands in has the file {}", quoted_name(name.get<std::string>())));
  }

  /// The file that RapidChiplet writes with topologies/topology_NAME.json, such as placements/placement_NAME.json.
  std::optional<GraphText> beside(std::string_view kind, std::string_view folder) const {
    constexpr std::string_view kOwn = "topology";
    const std::filesystem::path path = own_.file.path;
    const std::string name = path.filename().string();
    if (!name.starts_with(kOwn)) return std::nullopt;
    return text_of(path.parent_path() / ".." / folder / (std::string(kind) + name.substr(kOwn.size())));
  }

  void set_tile(std::uint32_t node, const std::array<double, 4>& tile) {
    constexpr std::array kWhat = {GraphAttribute::x_mm, GraphAttribute::y_mm, GraphAttribute::tile_width_mm,
                                  GraphAttribute::tile_height_mm};
    for (std::size_t i = 0; i < kWhat.size(); ++i) builder_.set(node, kWhat[i], 0, fmt::format("{}", tile[i]));
  }

  /// Reads x and y, or null if `of` is not two lengths from `least` on.
  static std::optional<std::array<double, 2>> pair_of(const Json& of, double least) {
    constexpr double kMostMillimetres = 1e6;
    std::array<double, 2> pair{};
    for (std::size_t i = 0; i < pair.size(); ++i) {
      const Json& value = member(of, i == 0 ? "x" : "y");
      if (!value.is_number()) return std::nullopt;
      pair[i] = value.get<double>();
      if (!(pair[i] >= least && pair[i] <= kMostMillimetres)) return std::nullopt;
    }
    return pair;
  }

  void add_nodes(const ChipletFile& placement, const ChipletFile& chiplets) {
    constexpr double kLeast = -1e6;
    const Json& placed = member(placement.json, "chiplets");
    const Json& routers = member(placement.json, "interposer_routers");
    if (!placed.is_array()) placement.fail("chiplets", 0, "the placement has no list `chiplets`");
    std::vector<Json> units;
    for (std::size_t i = 0; i < placed.size(); ++i) {
      const auto place = pair_of(member(placed[i], "position"), kLeast);
      if (!place) placement.fail("position", i, fmt::format("chiplet {} has no position x, y in mm", i));
      const Json& name = member(placed[i], "name");
      if (!name.is_string()) placement.fail("name", i, fmt::format("chiplet {} has no name of its kind", i));
      const auto& kind_name = name.get_ref<const std::string&>();
      const Json& kind = member(chiplets.json, kind_name.c_str());
      auto size = pair_of(member(kind, "dimensions"), 0);
      if (!size) chiplets.fail(kind_name, 0, fmt::format("no chiplet {} has dimensions x, y", quoted_name(kind_name)));
      const Json& turned = member(placed[i], "rotation");
      if (turned == 90 || turned == 270)
        std::swap((*size)[0], (*size)[1]);
      else if (!turned.is_null() && turned != 0 && turned != 180)
        placement.fail("rotation", i, "a chiplet is turned by 0, 90, 180 or 270 degrees");
      set_tile(add_node("chiplet", i), {(*place)[0], (*place)[1], (*size)[0], (*size)[1]});
      units.push_back(member(kind, "unit_count"));
      phys_.push_back(member(kind, "phys").size());
    }
    for (std::size_t i = 0; i < routers.size(); ++i) {
      const auto place = pair_of(member(routers[i], "position"), kLeast);
      if (!place) placement.fail("interposer_routers", 0, fmt::format("router {} has no position x, y in mm", i));
      set_tile(add_node("irouter", i), {(*place)[0], (*place)[1], 0, 0});
    }
    placed_ = true;
    take_units(units);
  }

  /// The units of a chiplet are its terminals, if all chiplets have as many.
  void take_units(const std::vector<Json>& units) {
    constexpr std::uint64_t kMost = 4096;
    const bool alike = std::equal(units.begin() + (units.empty() ? 0 : 1), units.end(), units.begin());
    if (alike && !units.empty() && units[0].is_number_unsigned() && units[0] >= 1 && units[0] <= kMost) {
      for (std::uint32_t i = 0; i < units.size(); ++i) builder_.set_terminals(i, units[0].get<std::uint64_t>());
    } else {
      builder_.graph.notes.emplace_back(
          "the chiplets do not have one number of units: it is not taken for their terminals");
    }
  }

  std::uint32_t add_node(std::string_view type, std::uint64_t number) {
    const auto [node, is_new] = builder_.add_node(fmt::format("{}_{}", type, number));
    if (is_new && type == "irouter") builder_.set_terminals(node, 0);
    return node;
  }

  std::uint32_t end_of(const ChipletFile& topology, std::size_t n, const char* key) {
    const Json& end = member(topology.json[n], key);
    const Json& number = member(end, "outer_id");
    const Json& inner = member(end, "inner_id");
    const Json& type = member(end, "type");
    if ((type != "chiplet" && type != "irouter") || !number.is_number_unsigned() || number >= kMaxGraphNodes ||
        !inner.is_number_unsigned())
      topology.fail(key, n,
                    fmt::format("the end {} of link {} is no PHY of a chiplet and no port of a router", key, n));
    const auto& kind = type.get_ref<const std::string&>();
    const auto id = number.get<std::uint64_t>();
    if (placed_ && !builder_.graph.names.find(fmt::format("{}_{}", kind, id)))
      topology.fail(key, n, fmt::format("the placement has no {} {}", kind, id));
    if (placed_ && kind == "chiplet" && inner >= phys_[id])
      topology.fail(key, n, fmt::format("chiplet {} has {} PHYs, counted from 0", id, phys_[id]));
    return add_node(kind, id);
  }

  void add_links(const ChipletFile& topology) {
    if (!topology.json.is_array()) topology.file.fail(0, "the topology is no list of links", std::string(kChipletHint));
    for (std::size_t n = 0; n < topology.json.size(); ++n) {
      const std::uint32_t a = end_of(topology, n, "ep1");
      builder_.add_link(0, a, end_of(topology, n, "ep2"));
      for (const auto& [key, value] : topology.json[n].items()) {
        if (key != "ep1" && key != "ep2") builder_.ignore(key, AttributeOf::links);
      }
    }
  }

  GraphBuilder builder_;
  ChipletFile own_;                ///< the design, or a topology without one
  bool placed_ = false;            ///< the nodes are those of a placement
  std::vector<std::size_t> phys_;  ///< of each placed chiplet, their number
};

bool begins_as_design(std::string_view text) {
  constexpr std::size_t kLooked = 4096;
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const auto has = [&](std::string_view key) { return text.substr(0, kLooked).find(key) != std::string_view::npos; };
  if (text.starts_with('{')) return has("\"topology\"") && has("\"placement\"") && has("\"chiplets\"");
  return text.starts_with('[') && has("\"ep1\"") && has("\"outer_id\"");
}

}  // namespace

GraphFormat rapidchiplet_graph_format() {
  return {.name = "rapidchiplet",
          .summary = "a RapidChiplet design, or its topology: chiplets with their places in mm, links of their PHYs",
          .source = "RapidChiplet, Iff et al. 2025, inputs",
          .endings = {".json"},
          .begins = begins_as_design,
          .read = read_by<ChipletReader>};
}

}  // namespace cutline
