// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <thread>

#include "app/command.hpp"

namespace cutline::app {

namespace {

/// Gathers the lines of the answer: those of words that begin with the typed text.
class Completions {
 public:
  explicit Completions(std::string typed) : typed_(std::move(typed)) {}

  void offer(const std::string& word, const std::string& meaning) {
    const bool one_line = (word + meaning).find_first_of("\t\n\r") == std::string::npos;
    if (one_line && word.starts_with(typed_) && known_.insert(word).second) text_ += word + '\t' + meaning + '\n';
  }
  void say(const std::string& line) { text_ += line + '\n'; }
  const std::string& text() const { return text_; }

 private:
  std::string typed_, text_;
  std::set<std::string> known_;
};

/// A command line parsed for completion: the other words, and the role of the word at the cursor.
struct Parsed {
  TypedLine line;
  std::set<std::string, std::less<>> given;  ///< options that are on the line
  const CommandOption* option = nullptr;     ///< the option whose value the word at the cursor is
  std::string before;                        ///< "--format=", where the value follows in the same word
  bool only_arguments = false;               ///< after "--"
};

const CommandOption* find_option(const Command& command, std::string_view name) {
  return first_with(command.options, [&](const CommandOption& option) {
    return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
  });
}

/// The argument that comes after `count` others.
const CommandOption* argument_after(const Command& command, std::size_t count) {
  const CommandOption* last = nullptr;
  for (const CommandOption& option : command.options) {
    if (!option.is_argument()) break;
    last = &option;
    if (count-- == 0) return last;
  }
  return last != nullptr && last->repeated ? last : nullptr;
}

Parsed parse(const Command& command, const std::vector<std::string>& words, std::size_t at) {
  Parsed out;
  std::size_t arguments = 0;
  const CommandOption* waiting = nullptr;
  const auto take = [&](const CommandOption* option, std::size_t i, const std::string& value) {
    if (i == at) {
      out.option = option;
    } else if (option != nullptr) {
      out.line.values[option->key()].push_back(value);
    }
  };
  for (std::size_t i = 2; i < words.size(); ++i) {
    const std::string& word = words[i];
    // A hyphen alone is standard input, or at the cursor the beginning of an option.
    const bool is_option = !out.only_arguments && word.starts_with("-") && (word.size() > 1 || i == at);
    if (waiting != nullptr) {
      take(std::exchange(waiting, nullptr), i, word);
    } else if (is_option && word == "--" && i != at) {
      out.only_arguments = i < at;
    } else if (is_option) {
      const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
      const CommandOption* option = find_option(command, word.substr(0, equals));
      if (option != nullptr && i != at) out.given.insert(option->names.begin(), option->names.end());
      const bool takes_value = option != nullptr && !option->is_flag();
      if (takes_value && equals != std::string::npos) {
        if (i == at) out.before = word.substr(0, equals + 1);
        take(option, i, word.substr(equals + 1));
      } else if (takes_value && i != at) {
        waiting = option;
      }
    } else {
      take(argument_after(command, arguments++), i, word);
    }
  }
  return out;
}

void offer_values(const Parsed& parsed, const std::string& word, Completions& answer) {
  const KnownValues& source = parsed.option->known;
  std::string before = parsed.before;
  if (source.open) answer.say(":open");
  if (source.by_commas) {
    const std::size_t comma = word.find_last_of(',');
    if (comma != std::string::npos) before = word.substr(0, comma + 1);
    answer.say(":open");
  }
  if (source.files) answer.say(source.files->empty() ? ":files" : ":files " + std::string(*source.files));
  if (source.values == nullptr) return;
  try {
    for (const KnownValue& known : source.values(parsed.line)) answer.offer(before + known.value, known.meaning);
  } catch (const std::exception&) {
    // A spec that cannot be read offers no candidates; its mistakes are reported when it is used.
  }
}

void offer_options(const Command& command, const Parsed& parsed, const std::string& word, Completions& answer) {
  const bool is_short = word.size() == 2 && word[1] != '-';
  for (const CommandOption& option : command.options) {
    if (option.is_argument() || (parsed.given.count(option.names.front()) > 0 && !option.repeated)) continue;
    for (const std::string& name : option.names) {
      if (is_short || name.size() > 2) answer.offer(name, option.help);
    }
  }
}

}  // namespace

std::string completions(const std::vector<std::string>& all, std::size_t at) {
  std::vector<std::string> words = all;
  words.resize(std::max(words.size(), at + 1));
  const std::string& word = words[at];
  Completions answer(word);
  if (at == 1) {
    for (const Command& command : commands()) {
      if (!command.hidden) answer.offer(command.name, command.summary);
    }
    if (word.starts_with("-")) {
      answer.offer("--help", "print all commands");
      answer.offer("--version", "print the version");
    }
  }
  for (const Command& command : commands()) {
    if (at < 2 || command.hidden || command.name != words[1]) continue;
    const Parsed parsed = parse(command, words, at);
    if (parsed.option != nullptr) {
      offer_values(parsed, word, answer);
    } else if (!parsed.only_arguments) {
      offer_options(command, parsed, word, answer);
    }
  }
  return answer.text();
}

void run_complete(int argc, const char* const* argv) {
  // At a prompt, no answer is better than a late one.
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    ::_exit(0);
  }).detach();
  if (argc < 4) return;
  const unsigned long at = std::strtoul(argv[2], nullptr, 10);
  if (at > static_cast<unsigned long>(argc)) return;
  const std::string answer = completions({argv + 3, argv + argc}, at);
  std::fwrite(answer.data(), 1, answer.size(), stdout);
}

}  // namespace cutline::app
