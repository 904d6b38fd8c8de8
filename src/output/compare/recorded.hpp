// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::compare {

/// What to rank records by, and what to show of them.
struct RecordedView {
  std::string by = "latency";        ///< a quantity; less is better, unless its row of the catalogue says otherwise
  std::vector<std::string> columns;  ///< further quantities; empty: the other measure of the front
  std::size_t top = 0;               ///< rows of each ranking; 0: all
  std::string delay;                 ///< of this delay model alone; empty: of each
};

/// A ranking of records that were measured before, one for each delay model. Records are taken one after the other, of
/// which only names and numbers are kept, so that a sweep may be larger than the memory. Candidates that are not
/// feasible are counted, not ranked. The front is that of the measure and area, or of area and latency.
class RecordedRanking {
 public:
  explicit RecordedRanking(RecordedView view);
  /// Throws an input error if the first record has no such quantity.
  void add(const Data& record);
  std::size_t records() const { return records_; }
  /// The table of each delay model, with the sentence that says who wins. Throws an input error if none is ranked.
  std::vector<TableSection> sections() const;
  /// One table of all, for programs.
  Table table() const;

 private:
  struct Entry {
    std::string name;
    double value = 0;
    std::optional<double> other;  ///< the second measure of the front
    std::vector<TableCell> cells;
  };
  struct OfDelay {
    std::string label;
    std::vector<Entry> entries;
    std::size_t not_feasible = 0, without = 0;
  };
  struct Column {
    const Quantity* quantity;
    TableColumn head;
  };

  void set_columns(const Data& record);
  OfDelay& of(const std::string& label);
  std::vector<const Entry*> ordered(const OfDelay& of) const;
  Table table_of(const OfDelay& of) const;
  std::string verdict(const OfDelay& of) const;

  RecordedView view_;
  const Quantity *by_ = nullptr, *other_ = nullptr;
  std::vector<Column> columns_;
  std::string unit_;
  std::vector<OfDelay> delays_;
  std::size_t records_ = 0;
};

}  // namespace cutline::compare
