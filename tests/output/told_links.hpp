// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "output/exported.hpp"
#include "support/csv.hpp"

/// Reads back the time of each link from the files of exports.
namespace cutline::test {

using Ends = std::pair<unsigned long long, unsigned long long>;

/// Times or cycles by ends, from low to high. A two-way link has one entry, with the lower end first, or one entry for
/// each direction.
class ToldValues {
 public:
  void add(unsigned long long a, unsigned long long b, double value) {
    std::vector<double>& all = values_[{a, b}];
    all.insert(std::upper_bound(all.begin(), all.end(), value), value);
  }
  const std::map<Ends, std::vector<double>>& all() const { return values_; }

 private:
  std::map<Ends, std::vector<double>> values_;
};

/// A row of the export to CSV.
struct ToldLink {
  unsigned long long from = 0, to = 0;
  bool one_way = false;
  std::string from_address, to_address, link_class;
  double delay_ns = 0;
  double cycles = 0;  ///< 0 without a clock
};

inline std::vector<ToldLink> links_in_csv(const std::string& text) {
  std::vector<ToldLink> links;
  std::vector<std::string> names;
  for (const std::string& line : lines_of(text)) {
    if (line.empty() || line[0] == '#') continue;
    if (names.empty()) {
      names = split(line);
      continue;
    }
    const Row row(names, split(line));
    links.push_back({static_cast<unsigned long long>(row.integer("from")),
                     static_cast<unsigned long long>(row.integer("to")), row.text("one_way") == "1",
                     row.text("from_address"), row.text("to_address"), row.text("class"), row.number("delay_ns"),
                     row.has("delay_cycles") ? row.number("delay_cycles") : 0});
  }
  return links;
}

/// The text after `before` in a line, up to one of `ends`; empty if the line does not contain `before`.
inline std::string behind(const std::string& line, const std::string& before, const std::string& ends = "\"<;") {
  const std::size_t at = line.find(before);
  if (at == std::string::npos) return {};
  const std::size_t from = at + before.size();
  return line.substr(from, line.find_first_of(ends, from) - from);
}

/// The links of a text, line by line. `edge` has two %llu for the ends, and `before` stands before the number.
inline ToldValues told_by_lines(const std::string& text, const std::vector<const char*>& edges,
                                const std::string& before) {
  ToldValues told;
  for (const std::string& line : lines_of(text)) {
    for (const char* edge : edges) {
      unsigned long long a = 0, b = 0;
      const std::string number = behind(line, before, "\"<;, \n]");
      const std::size_t start = line.find_first_not_of(' ');
      if (start == std::string::npos || number.empty()) continue;
      if (std::sscanf(line.c_str() + start, edge, &a, &b) != 2) continue;
      told.add(a, b, std::stod(number));
      break;
    }
  }
  return told;
}

inline ToldValues told_by_booksim(const std::string& text) {
  ToldValues told;
  for (const std::string& line : lines_of(text)) {
    std::stringstream words(line);
    std::string word;
    unsigned long long at = 0, to = 0;
    double cycles = 0;
    words >> word >> at;
    CHECK(word == "router");
    while (words >> word >> to) {
      if (word == "node") continue;
      REQUIRE(static_cast<bool>(words >> cycles));
      told.add(at, to, cycles);
    }
  }
  return told;
}

/// The table LINKS of a configuration in Python.
inline ToldValues told_by_python(const std::string& text) {
  ToldValues told;
  bool inside = false;
  for (const std::string& line : lines_of(text)) {
    if (line == "LINKS = [") inside = true;
    if (line == "]") inside = false;
    unsigned long long a = 0, b = 0;
    double time = 0;
    if (inside && std::sscanf(line.c_str(), " (%llu, %llu, %lf,", &a, &b, &time) == 3) told.add(a, b, time);
  }
  return told;
}

/// Collects what read(line, told) adds for the lines of a text.
template <class Read>
ToldValues told_by_each_line(const std::string& text, const Read& read) {
  ToldValues told;
  for (const std::string& line : lines_of(text)) read(line.c_str(), told);
  return told;
}

inline ToldValues told_by_ns3(const std::string& text) {
  return told_by_each_line(text, [](const char* line, ToldValues& told) {
    unsigned long long a = 0, b = 0;
    double femtoseconds = 0;
    char unit = 0;
    if (std::sscanf(line, "%llu %llu %lf%c", &a, &b, &femtoseconds, &unit) == 4 && unit == 'f')
      told.add(a, b, femtoseconds * 1e-6);
  });
}

inline pugi::xml_document xml_of(const std::string& text) {
  pugi::xml_document document;
  REQUIRE(document.load_string(text.c_str()));
  return document;
}

/// The links of a SimGrid file, which have the numbers of the rows of the CSV. One whose watts are told is written as
/// two of the same latency, up and down.
inline ToldValues told_by_simgrid(const std::string& text, const std::vector<ToldLink>& links) {
  ToldValues told;
  const pugi::xml_document platform = xml_of(text);
  for (const pugi::xml_node& link : platform.child("platform").child("zone").children("link")) {
    const std::string id = link.attribute("id").value();
    if (!id.starts_with('l')) continue;
    const ToldLink& row = links.at(std::stoul(id.substr(1)));
    const double seconds = std::stod(link.attribute("latency").value());
    if (id.ends_with("_DOWN"))
      CHECK(told.all().at({row.from, row.to}).back() == seconds);
    else
      told.add(row.from, row.to, seconds);
  }
  return told;
}

/// The links of a GraphML file with the value that each has for a key.
inline ToldValues told_by_graphml(const std::string& text, const char* key) {
  ToldValues told;
  const pugi::xml_document file = xml_of(text);
  for (const pugi::xml_node& edge : file.child("graphml").child("graph").children("edge")) {
    const pugi::xml_node value = edge.find_child_by_attribute("data", "key", key);
    if (!value) continue;
    told.add(edge.attribute("source").as_ullong(), edge.attribute("target").as_ullong(), std::stod(value.text().get()));
  }
  return told;
}

inline ToldValues told_by_omnet(const std::string& text) {
  return told_by_each_line(text, [](const char* line, ToldValues& told) {
    unsigned long long a = 0, b = 0;
    double delay = 0;
    const bool both = std::sscanf(line, " n%llu.port++ <--> Wire { delay = %lfns", &a, &delay) == 2;
    if (!both && std::sscanf(line, " n%llu.port$o++ --> Wire { delay = %lfns", &a, &delay) != 2) return;
    REQUIRE(std::sscanf(std::strrchr(line, 'n'), "n%llu.port", &b) == 1);
    told.add(a, b, delay);
  });
}

}  // namespace cutline::test
