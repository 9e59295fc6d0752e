#include "testbenches/experiments/workload/operation.h"

#include <algorithm>

#include "testbenches/experiments/workload/words.h"

namespace flybar::experiments {

using Verb = Workload::Verb;

/// What follows the verb, one letter for each word: see kNumbers; w is read or write, and x may be
/// left out.
struct WorkloadOperations::Form {
  std::string_view name;
  Verb verb;
  std::string_view words;
  const char* text;
};

const std::array<WorkloadOperations::Form, 11> WorkloadOperations::kForms = {{
    {"read", Verb::kRead, "fobx", "PROCESS THINK_US read FILE OFFSET BYTES [xTIMES]"},
    {"write", Verb::kWrite, "fobx", "PROCESS THINK_US write FILE OFFSET BYTES [xTIMES]"},
    {"map", Verb::kMap, "mfobw", "PROCESS THINK_US map MAP FILE OFFSET BYTES read|write"},
    {"touch", Verb::kTouch, "mob", "PROCESS THINK_US touch MAP OFFSET BYTES"},
    {"unmap", Verb::kUnmap, "m", "PROCESS THINK_US unmap MAP"},
    {"sync", Verb::kSync, "f", "PROCESS THINK_US sync FILE"},
    {"truncate", Verb::kTruncate, "fs", "PROCESS THINK_US truncate FILE BYTES"},
    {"unlink", Verb::kUnlink, "f", "PROCESS THINK_US unlink FILE"},
    {"start", Verb::kStart, "p", "PROCESS THINK_US start PROCESS"},
    {"wait", Verb::kWait, "p", "PROCESS THINK_US wait PROCESS"},
    {"exit", Verb::kExit, "", "PROCESS THINK_US exit"},
}};

void WorkloadOperations::line(std::int64_t number, std::string_view text) {
  line_ = number;
  good_ = true;
  const auto words = words_of(text);
  const auto* form = std::find_if(kForms.begin(), kForms.end(), [&](const Form& candidate) {
    return words.size() > 2 && candidate.name == words[2];
  });
  if (form == kForms.end())
    return faults_.add(line_, quoted(text),
                       "PROCESS THINK_US and one of read, write, map, touch, unmap, sync, "
                       "truncate, unlink, start, wait, exit",
                       "see docs/workloads.md");
  const std::size_t most = 3 + form->words.size();
  const std::size_t least = most - (form->words.ends_with('x') ? 1 : 0);
  if (words.size() < least || words.size() > most)
    return faults_.add(line_, quoted(text), form->text, "correct the line");
  operation(*form, words);
}

namespace {

/// What a letter of a form stands for.
struct Number {
  char letter;
  const char* name;
  std::int64_t least;
  std::int64_t most;
};

constexpr std::array<Number, 9> kNumbers = {{
    {'P', "process", 0, Workload::kMostProcesses - 1},
    {'T', "think time in us", 0, Workload::kLongestThink / Time::us(1)},
    {'f', "file", 0, Workload::kMostFiles - 1},
    {'m', "map", 0, Workload::kMostMappings - 1},
    {'p', "process", 0, Workload::kMostProcesses - 1},
    {'o', "offset", 0, Workload::kLargestFile.count},
    {'b', "bytes", 1, Workload::kLargestFile.count},
    {'s', "size", 0, Workload::kLargestFile.count},
    {'x', "repetition", 2, 1'000'000},
}};

}  // namespace

/// The values of a line by their letter; 0 where there is none.
struct WorkloadOperations::Values {
  std::array<std::int64_t, 128> of{};
  std::int64_t operator[](char letter) const { return of[static_cast<std::size_t>(letter)]; }
};

void WorkloadOperations::operation(const Form& form, std::span<const std::string_view> words) {
  Values values;
  value(values, 'P', words[0]);
  value(values, 'T', words[1]);
  for (std::size_t at = 3; at < words.size(); ++at) value(values, form.words[at - 3], words[at]);
  if (!good_) return;
  Workload::Operation made{Time::us(values['T']),
                           form.verb,
                           static_cast<std::uint32_t>(values['P']),
                           static_cast<std::uint32_t>(values['f'] + values['p']),
                           Bytes(values['o']),
                           Bytes(values['b'] + values['s']),
                           std::max<std::int64_t>(values['x'], 1)};
  if (form.words.starts_with('m')) made.object = static_cast<std::uint32_t>(values['m']);
  if (form.verb != Verb::kMap) return told(state_.add(made));
  told(state_.add_map(
      made, {static_cast<std::size_t>(values['f']), made.offset, made.length, values['w'] == 1}));
}

void WorkloadOperations::value(Values& values, char letter, std::string_view word) {
  std::int64_t& value = values.of[static_cast<std::size_t>(letter)];
  if (letter == 'w') {
    value = word == "write" ? 1 : 0;
    if (word != "write" && word != "read") refuse("access " + quoted(word), "read or write");
    return;
  }
  const auto* number = std::find_if(kNumbers.begin(), kNumbers.end(),
                                    [&](const Number& n) { return n.letter == letter; });
  const bool marked = letter != 'x' || word.starts_with('x');
  const auto found = number_in(letter == 'x' && marked ? word.substr(1) : word, number->most);
  value = found.value_or(0);
  if (!marked || !found || value < number->least)
    refuse(std::string(number->name) + " " + quoted(word),
           (letter == 'x' ? "x and " : "") + std::to_string(number->least) + " to " +
               std::to_string(number->most));
}

void WorkloadOperations::refuse(std::string found, std::string allowed) {
  good_ = false;
  faults_.add(line_, std::move(found), std::move(allowed), "correct it");
}

void WorkloadOperations::told(const WorkloadState::Verdict& verdict) {
  if (verdict) faults_.add(line_, verdict->found, verdict->allowed, verdict->advice);
}

void WorkloadOperations::finish(std::int64_t line) {
  line_ = line;
  told(state_.finish());
}

}  // namespace flybar::experiments
