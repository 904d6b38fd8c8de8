// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace cutline {

/// The last answers of a pure function, by their questions: a question that comes again is not answered anew. What is
/// answered must follow from the question alone, and from what the memo is a part of; so results are the same with and
/// without it. Threads may ask at once; then a question may be answered twice. A copy of a memo begins empty, because
/// what it is a part of may change.
///
/// Cost: of an answer that is known, a comparison for each of the `most` last questions, and a copy of the answer.
template <class Question, class Answer>
class Memo {
 public:
  Memo() = default;
  explicit Memo(std::size_t most) : most_(most) {}
  Memo(const Memo& other) : most_(other.most_) {}
  Memo& operator=(const Memo& other) {
    const std::lock_guard lock(mutex_);
    most_ = other.most_;
    known_.clear();
    return *this;
  }
  ~Memo() = default;

  /// The answer to the question: a known one, else that of `answered()`, whose exceptions pass through.
  template <class Answered>
  Answer of(const Question& question, const Answered& answered) const {
    {
      const std::lock_guard lock(mutex_);
      for (const auto& [known, answer] : known_) {
        if (known == question) return answer;
      }
    }
    Answer answer = answered();
    const std::lock_guard lock(mutex_);
    if (known_.size() < most_) {
      known_.emplace_back(question, answer);
    } else {
      known_[next_] = {question, answer};
    }
    next_ = (next_ + 1) % most_;
    return answer;
  }

 private:
  std::size_t most_ = 1;
  mutable std::mutex mutex_;
  mutable std::size_t next_ = 0;  ///< where the next answer stands: the oldest one gives way
  mutable std::vector<std::pair<Question, Answer>> known_;
};

}  // namespace cutline
