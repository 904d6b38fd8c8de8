// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/topology.hpp"
#include "performance/loaded_queues.hpp"

namespace cutline {

namespace {

double square(double value) { return value * value; }

using Feed = LoadedQueues::Feed;

/// Sums over the inputs, channels and terminals, through which messages come to a node or to a junction there.
struct Inputs {
  double messages = 0;
  double squares = 0;           ///< squares of the messages of an input
  double squares_by_class = 0;  ///< squares of the messages through each class of virtual channels of an input
  double products = 0;          ///< messages times all messages over the input
  double squares_products = 0;  ///< squares times all messages over the input
  /// Adds other inputs; only the part `part` of the messages of each comes here.
  void add(const Inputs& other, double part) {
    messages += other.messages * part;
    squares += other.squares * square(part);
    squares_by_class += other.squares_by_class * square(part);
    products += other.products * part;
    squares_products += other.squares_products * square(part);
  }
};

/// Builds the queues of all lines. The flows of a line are for one message between every two values; on a line of the
/// network there are pair(digit) of them.
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
    // The last junction takes `between` messages to every node, the sender included. The second feed corrects the
    // number of messages within the node.
    all_.sources.push_back({.messages = sent(),
                            .share = 1,
                            .first = {own_feed(junction(topology_.digits.size()), between),
                                      own_feed(ejection(), demand_.within - demand_.between)}});
    // Those of a mean router: a message passes one before each of its queues.
    double& routed = all_.sources[0].routed;
    for (const LoadedQueues::Queue& queue : all_.queues) routed += queue.visits * terminals_;
    for (LoadedQueues::Queue& queue : all_.queues) queue.routed = queue.ejects ? 0 : routed;
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
  /// Messages from a node's terminals. Those that come from a terminal to the ejection stay within the node.
  Feed own_feed(std::uint32_t to, double messages) const {
    const double share = messages / sent(), part = demand_.within / (sent() * terminals_);
    return {to, share, to == ejection_ ? share / terminals_ : share, part, part / all_.classes};
  }
  /// The row of messages whose digits are all right from `digit` on: a junction, or for digit 0 the ejection.
  std::uint32_t junction(std::size_t digit) const {
    return digit == 0 ? ejection_ : ejection_ + static_cast<std::uint32_t>(digit);
  }

  /// Sets for each digit the inputs of messages that have just corrected it: the mean over its values and lines.
  void count_ends() {
    ends_.resize(topology_.digits.size());
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const auto& [digit, share, flows] = lines_[i].flows;
      const double mean = share / radix(digit), messages = pair(digit);
      for (std::uint64_t c = 0; c < inputs_[i].size(); ++c) {
        const double ends = inputs_[i][c].ends * messages, load = flows->load(c) * messages * terminals_;
        Inputs& all = ends_[digit];
        all.messages += mean * ends;
        all.squares += mean * square(ends);
        all.products += mean * ends * load;
        all.squares_products += mean * square(ends) * load;
        for (std::uint64_t q = c * flows->classes; q < (c + 1) * flows->classes; ++q)
          all.squares_by_class += mean * square(flows->ends[q] * messages);
      }
    }
  }

  /// The terminals of a node as inputs of `messages` messages in all.
  Inputs from_terminals(double messages) const {
    const double each = messages / terminals_;
    return {messages, messages * each, messages * each / all_.classes, messages * sent(), messages * each * sent()};
  }

  /// The inputs of messages that come to a junction at a node, with all digits from `digit` on right: the channels over
  /// which they corrected the last of these digits, and the terminals where they begin.
  Inputs inputs_of_junction(std::size_t digit) const {
    Inputs all = from_terminals(demand_.between / right(0, digit));
    for (std::size_t higher = digit; higher < topology_.digits.size(); ++higher)
      all.add(ends_[higher], right(digit, higher));
    return all;
  }

  /// The messages that take other channels from the input of a mean message: the mean over the copies of a channel.
  /// Each terminal counts its own messages, a channel those of all terminals.
  double elsewhere(std::size_t digit, const ChannelInputs& channel, double load) const {
    const double own = demand_.between * channel.begins / right(0, digit);
    double sum = terminals_ * square(pair(digit)) * (channel.products - channel.squares) + own * (sent() - own);
    for (std::size_t higher = digit + 1; higher < topology_.digits.size(); ++higher) {
      const double part = right(digit, higher) * channel.begins;
      sum += part * ends_[higher].products - terminals_ * square(part) * ends_[higher].squares;
    }
    return sum / load;
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
      all_.queues.push_back({.vc_class = static_cast<std::uint32_t>(q % flows->classes),
                             .messages = messages * terminals_,
                             .visits = messages * copies / nodes_,
                             .elsewhere = elsewhere(digit, inputs_[line][channel], load),
                             .busy = load * terminals_,
                             .cycles = lines_[line].cycles[channel]});
    }
  }

  void add_ejection() {
    double sum = demand_.within * (sent() - demand_.within / terminals_);
    for (std::size_t digit = 0; digit < topology_.digits.size(); ++digit)
      sum += right(0, digit) * ends_[digit].products - square(right(0, digit)) * ends_[digit].squares;
    ejection_ = static_cast<std::uint32_t>(all_.queues.size());
    all_.queues.push_back(
        {.ejects = true, .messages = sent(), .visits = sent(), .elsewhere = sum / sent(), .busy = sent()});
  }

  void end_row() { all_.first.push_back(all_.next.size()); }

  void add_next(std::size_t line) {
    const Flows& flows = *lines_[line].flows.flows;
    const std::vector<std::vector<Feed>> between = feeds_between_queues(flows, places_[line]);
    for (std::uint64_t q = 0; q < flows.queues(); ++q) {
      if (flows.messages[q] <= 0) continue;
      all_.next.insert(all_.next.end(), between[q].begin(), between[q].end());
      if (flows.ends[q] > 0) all_.next.push_back(end_feed(line, q));
      end_row();
    }
  }

  /// The chance that a message goes on as the one before it did, where `ends` of them end the digit: after the last
  /// digit it is for one of the terminals of its node.
  double to_one_place(std::size_t digit, double ends) const { return digit == 0 ? ends / terminals_ : ends; }

  /// The feed of messages that end the digit. Those that end the last digit go to the ejection, and the queue's channel
  /// is their input of it.
  Feed end_feed(std::size_t line, std::uint64_t queue) const {
    const auto& [digit, share, flows] = lines_[line].flows;
    const double ends = flows->ends[queue] / flows->messages[queue], all = sent() / pair(digit);
    return {junction(digit), ends, to_one_place(digit, ends), inputs_[line][queue / flows->classes].ends / all,
            flows->ends[queue] / all};
  }

  /// Adds a row for the ejection and a junction for every digit. A digit is already right with probability 1 / radix;
  /// else messages begin it with any of its queues.
  void add_junctions() {
    end_row();
    for (std::size_t digit = 0; digit < topology_.digits.size(); ++digit) {
      const Inputs inputs = inputs_of_junction(digit + 1);
      const double ends = 1 / radix(digit);
      // The messages that come through the same input, as a mean over messages.
      const double part = inputs.squares / inputs.messages * ends;
      const double of = inputs.squares_by_class / inputs.messages * ends;
      all_.busy_before.push_back(inputs.squares_products / inputs.squares);
      all_.next.push_back({junction(digit), ends, to_one_place(digit, ends), part / sent(), of / sent()});
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (lines_[i].flows.digit == digit) add_begins(i, part, of);
      }
      end_row();
    }
  }

  /// Adds the feeds from a junction to the queues of a line. `part` and `of` are the messages through the same input,
  /// in all and in one class.
  void add_begins(std::size_t line, double part, double of) {
    const auto& [digit, share, flows] = lines_[line].flows;
    for (std::uint64_t q = 0; q < flows->queues(); ++q) {
      if (flows->begins[q] <= 0) continue;
      const std::uint64_t channel = q / flows->classes;
      const double chance = flows->begins[q] / radix(digit);
      all_.next.push_back({places_[line][q], chance * share / radix(digit), chance,
                           part * inputs_[line][channel].begins / (flows->load(channel) * pair(digit)),
                           of * flows->begins[q] / (flows->messages[q] * pair(digit))});
    }
  }

  const Topology& topology_;
  const std::vector<LoadedLine>& lines_;
  UniformDemand demand_;
  double terminals_;
  double nodes_;
  std::vector<std::vector<ChannelInputs>> inputs_;  ///< by line
  std::vector<std::vector<std::uint32_t>> places_;  ///< by line and its queue
  std::vector<Inputs> ends_;                        ///< by digit
  std::uint32_t ejection_ = 0;
  LoadedQueues all_;
};

}  // namespace

LoadedQueues queues_of(const Topology& topology, const std::vector<LoadedLine>& lines, const UniformDemand& demand,
                       double terminals) {
  return LineQueues(topology, lines, demand, terminals).made();
}

}  // namespace cutline
