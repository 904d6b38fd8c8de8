// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "output/tables/layout_lists.hpp"
#include "python/study.hpp"

namespace cutline::python {

/// One link, as a record of a NumPy array.
struct LinkRow {
  std::uint32_t from = 0, to = 0;
  std::uint32_t width = 0;  ///< in channel widths
  std::uint32_t wires = 0;
  double width_bits = 0;
  double span_pitches = 0;          ///< in node pitches
  std::int64_t length_pitches = 0;  ///< in wire pitches
  double length_mm = 0;
  double delay_ns = 0;
  std::uint32_t delay_cycles = 0;
  std::uint16_t link_class = 0;
  std::uint8_t one_way = 0;
};

/// The density profile along one axis. NumPy arrays made from it keep it alive.
class ProfileView {
 public:
  explicit ProfileView(std::shared_ptr<const AxisProfile> profile) : profile_(std::move(profile)) {}
  const AxisProfile& profile() const { return *profile_; }
  /// An array of 64-bit integers over one of the profile's vectors, one number a cut.
  py::array counts(const std::vector<std::int64_t>& of) const;

 private:
  std::shared_ptr<const AxisProfile> profile_;
};

/// One candidate of an answer. It keeps the whole answer alive.
class CandidateView {
 public:
  CandidateView(AnswerPtr answer, std::size_t number) : answer_(std::move(answer)), number_(number) {}
  const Candidate& candidate() const { return answer_->candidates[number_]; }
  const std::string& name() const { return candidate().design->name; }
  bool has_layout() const { return candidate().laid_out() && answer_->layouts; }
  /// A list of result records, one a delay model, without ranks.
  py::list records() const;
  /// An array with one record a link, sorted by its ends. `delay` is the label or the name of a delay model, empty for
  /// the first.
  py::array links(const std::string& delay);
  /// The lengths of the links: one column of the records of links(). `unit` is "pitches", "mm" or "span".
  py::array lengths(const std::string& unit);
  ProfileView profile(const std::string& axis) const;
  /// The given places: outline, tiles and blocked areas as lists of corners in mm; None where none are given.
  py::object floorplan() const;
  py::object to_networkx(const std::string& delay) const;
  std::vector<std::string> check() const;
  std::string svg(const std::string& colour, const std::vector<std::string>& show) const;

 private:
  struct Links {
    std::vector<LinkRow> rows;
    std::vector<std::string> classes;
    bool unit = false, clocked = false;
  };
  std::shared_ptr<const Links> links_under(std::size_t delay);
  ExportNetwork walked(std::size_t delay) const;
  std::size_t delay_number(const std::string& delay) const;
  /// Throws an input error if there is no layout, and says why.
  void expect_layout() const;

  AnswerPtr answer_;
  std::size_t number_;
  std::map<std::size_t, std::shared_ptr<const Links>> links_;  ///< by delay model, each made when it is first needed
};

}  // namespace cutline::python
