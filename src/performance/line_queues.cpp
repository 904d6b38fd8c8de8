// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cutline/performance/loaded_queues.hpp"
#include "cutline/topology/topology.hpp"
#include "performance/inputs_of_channels.hpp"

namespace cutline {

namespace {

using Feed = LoadedQueues::Feed;

double square(double value) { return value * value; }

/// Builds the queues of all lines. Amounts of a line's flows are for a message a pair of values; on a line of the
/// network there are `pairs / radix` messages a pair.
class LineQueues {
 public:
  LineQueues(const Topology& topology, const std::vector<LoadedLine>& lines, const UniformDemand& demand,
             double terminals)
      : topology_(topology),
        lines_(lines),
        demand_(demand),
        terminals_(terminals),
        nodes_(static_cast<double>(topology.node_count())) {
    for (const LoadedLine& line : lines) {
      all_.classes = std::max(all_.classes, line.flows.flows->classes);
      inputs_.push_back(inputs_of_channels(*line.flows.flows));
    }
    count_ends();
  }

  LoadedQueues made() {
    for (std::size_t i = 0; i < lines_.size(); ++i) add_queues(i);
    add_ejection();
    for (std::size_t i = 0; i < lines_.size(); ++i) add_next(i);
    add_junctions();
    const double between = demand_.between * nodes_;
    // The last junction also ends messages that differ in no digit; those within a node are as many as the demand has.
    all_.sources.push_back({.messages = sent(),
                            .share = 1,
                            .first = {{junction(topology_.digits.size()), between / sent()},
                                      {ejection(), (demand_.within - demand_.between) / sent()}}});
    return std::move(all_);
  }

 private:
  double radix(std::size_t digit) const { return topology_.digits[digit].radix; }
  double sent() const { return demand_.between * (nodes_ - 1) + demand_.within; }
  /// Messages of a pair of values on a line of the digit.
  double pair(std::size_t digit) const { return demand_.between * nodes_ / radix(digit); }
  /// The chance that the digits from `low` to before `high` are all right.
  double right(std::size_t low, std::size_t high) const {
    double chance = 1;
    for (std::size_t digit = low; digit < high; ++digit) chance /= radix(digit);
    return chance;
  }
  std::uint32_t ejection() const { return ejection_; }
  /// Where messages are when all digits from `digit` on are right.
  std::uint32_t junction(std::size_t digit) const {
    return digit == 0 ? ejection_ : ejection_ + static_cast<std::uint32_t>(digit);
  }

  /// By digit the mean, over its values and lines, of the sum over the channels that end there of the square of the
  /// messages that have the digit right then.
  void count_ends() {
    ends_.resize(topology_.digits.size());
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::size_t digit = lines_[i].flows.digit;
      for (const ChannelInputs& channel : inputs_[i])
        ends_[digit] += lines_[i].flows.share / radix(digit) * square(channel.ends * pair(digit));
    }
  }

  /// The squares of what feeds a channel, in the mean over its copies: channels of its line, terminals, and channels of
  /// higher digits, from which come the messages that have all digits between right and begin this one here.
  double squares(std::size_t digit, const ChannelInputs& channel) const {
    double sum = channel.squares * square(pair(digit));
    sum += square(demand_.between * channel.begins / right(0, digit)) / terminals_;
    for (std::size_t higher = digit + 1; higher < topology_.digits.size(); ++higher)
      sum += ends_[higher] * square(right(digit, higher) * channel.begins);
    return sum;
  }

  void add_queues(std::size_t line) {
    const auto& [digit, share, flows] = lines_[line].flows;
    places_.emplace_back(flows->queues());
    const double copies = nodes_ / radix(digit) * share;
    for (std::uint64_t q = 0; q < flows->queues(); ++q) {
      if (flows->messages[q] <= 0) continue;
      const auto channel = static_cast<std::uint32_t>(q / flows->classes);
      const double messages = flows->messages[q] * pair(digit), load = flows->load(channel) * pair(digit);
      places_[line][q] = static_cast<std::uint32_t>(all_.queues.size());
      all_.queues.push_back({.channel = channel,
                             .messages = messages * terminals_,
                             .visits = messages * copies / nodes_,
                             .crowd = crowd_of(squares(digit, inputs_[line][channel]), load),
                             .busy = load * terminals_,
                             .cycles = lines_[line].cycles[channel]});
    }
  }

  void add_ejection() {
    double sum = square(demand_.within) / terminals_;
    for (std::size_t digit = 0; digit < topology_.digits.size(); ++digit) sum += ends_[digit] * square(right(0, digit));
    ejection_ = static_cast<std::uint32_t>(all_.queues.size());
    all_.queues.push_back(
        {.ejects = true, .messages = sent(), .visits = sent(), .crowd = crowd_of(sum, sent()), .busy = sent()});
  }

  void end_row() { all_.first.push_back(all_.next.size()); }

  void add_next(std::size_t line) {
    const Flows& flows = *lines_[line].flows.flows;
    for (std::uint64_t q = 0; q < flows.queues(); ++q) {
      if (flows.messages[q] <= 0) continue;
      for (const Turn& turn : flows.turns[q])
        all_.next.push_back({places_[line][turn.next], turn.messages / flows.messages[q]});
      if (flows.ends[q] > 0)
        all_.next.push_back({junction(lines_[line].flows.digit), flows.ends[q] / flows.messages[q]});
      end_row();
    }
  }

  /// A row for the ejection, and a junction for every digit: it is right by one chance in its radix, else messages
  /// begin it with any queue.
  void add_junctions() {
    end_row();
    for (std::size_t digit = 0; digit < topology_.digits.size(); ++digit) {
      all_.next.push_back({junction(digit), 1 / radix(digit)});
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (lines_[i].flows.digit != digit) continue;
        const double chance = lines_[i].flows.share / square(radix(digit));
        const std::vector<double>& begins = lines_[i].flows.flows->begins;
        for (std::uint64_t q = 0; q < begins.size(); ++q) {
          if (begins[q] > 0) all_.next.push_back({places_[i][q], begins[q] * chance});
        }
      }
      end_row();
    }
  }

  const Topology& topology_;
  const std::vector<LoadedLine>& lines_;
  UniformDemand demand_;
  double terminals_;
  double nodes_;
  std::vector<std::vector<ChannelInputs>> inputs_;  ///< by line
  std::vector<std::vector<std::uint32_t>> places_;  ///< by line and its queue
  std::vector<double> ends_;
  std::uint32_t ejection_ = 0;
  LoadedQueues all_;
};

}  // namespace

LoadedQueues queues_of(const Topology& topology, const std::vector<LoadedLine>& lines, const UniformDemand& demand,
                       double terminals) {
  return LineQueues(topology, lines, demand, terminals).made();
}

}  // namespace cutline
