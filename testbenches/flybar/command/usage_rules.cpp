#include "testbenches/flybar/command/usage_rules.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "models/common/parameters.h"
#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/flybar/terminal/exit_code.h"

namespace flybar::program {
namespace {

using Texts = std::vector<std::string>;

/// Of two options, in any command that has both.
struct Pair {
  const char* option;
  const char* other;
  const char* reason;
};

/// They contradict each other.
constexpr Pair kExclusive[] = {
    {"--platform", "--system", "one of them: a system file names the platforms of its nodes"},
    {"--quiet", "--verbose", "one of them: all tables, or none"},
    {"--cache", "--no-cache", "one of them: a directory of results, or none"},
    {"--result", "--rerun", "one of them: what a run shows is its experiment's"},
};

/// The first has no effect without the other.
constexpr Pair kNeeds[] = {
    {"--trace-window", "--trace", "a window of the traces; add for example --trace wave.fst"},
    {"--trace-window", "--rerun", "a window of a run that is made again; add --rerun"},
    {"--trace", "--rerun", "outputs of a run that is made again; add --rerun"},
    {"--messages", "--rerun", "outputs of a run that is made again; add --rerun"},
    {"--calls", "--rerun", "outputs of a run that is made again; add --rerun"},
    {"--json", "--rerun", "outputs of a run that is made again; add --rerun"},
};

/// What a command can do nothing without.
struct Needed {
  const char* command;
  const char* argument;
};
constexpr Needed kNeeded[] = {
    {"run", "EXPERIMENT"}, {"sweep", "EXPERIMENT"}, {"show", "DIR"},   {"chunk", "DIR"},
    {"chunk", "INDEX"},    {"exec", "IMAGE"},       {"report", "DIR"}, {"compare", "RESULTS"},
};

std::string full_name(const CLI::App& command) {
  const CLI::App* outer = command.get_parent();
  return outer == nullptr ? command.get_name() : full_name(*outer) + " " + command.get_name();
}

std::string help_of(const CLI::App& command) {
  return "what \"" + full_name(command) + " --help\" shows";
}

Texts options_of(const CLI::App& command) {
  Texts names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string listed(const Texts& names) {
  std::string all;
  for (const std::string& name : names) all.append(all.empty() ? "" : ", ").append(name);
  return all;
}

/// The library hands an unknown option's value to the next positional argument, so unknown options
/// must be looked for before anything else is believed. Behind "--" nothing is an option.
void refuse_unknown(const CLI::App& command) {
  const Texts words = command.remaining();
  const auto end = std::find(words.begin(), words.end(), "--");
  for (auto word = words.begin(); word != end; ++word)
    if (word->starts_with("-"))
      refuse(full_name(command), "there is no option " + *word, options_of(command),
             word->substr(0, word->find('=')));
  for (const std::string& word : words)
    if (word != "--")
      throw UsageError({full_name(command), "\"" + word + "\" is one argument too many",
                        help_of(command), "put a text with spaces in quotes"});
}

/// Of `flybar sweep --quiet show DIR` the first option would be lost, as would every word that
/// stands behind `--` and finds no place there.
void refuse_outer(const CLI::App& outer, const CLI::App& inner) {
  Texts found = outer.remaining();
  for (const CLI::Option* option : outer.get_options())
    if (option->count() > 0) found.push_back(option->get_name());
  if (found.empty()) return;
  throw UsageError({full_name(inner),
                    "\"" + found.front() + "\" stands outside of it, in front or behind --",
                    help_of(inner), "write it behind " + inner.get_name() + ", or leave it out"});
}

bool has(const CLI::App& command, const char* name) {
  return command.get_option_no_throw(name) != nullptr;
}

bool is_given(const CLI::App& command, const char* name) {
  return has(command, name) && command.count(name) > 0;
}

void refuse_pairs(const CLI::App& command) {
  for (const Pair& pair : kExclusive)
    if (is_given(command, pair.option) && is_given(command, pair.other))
      throw UsageError({full_name(command),
                        std::string(pair.option) + " is given with " + pair.other, pair.reason,
                        "leave one out"});
  for (const Pair& pair : kNeeds) {
    if (!is_given(command, pair.option) || !has(command, pair.other) ||
        is_given(command, pair.other))
      continue;
    const std::string reason = pair.reason;
    const std::size_t advice = reason.find("; ");
    throw UsageError({full_name(command),
                      std::string(pair.option) + " is given without " + pair.other,
                      reason.substr(0, advice), reason.substr(advice + 2)});
  }
}

void check_values(const CLI::App& command, const CLI::Option& option) {
  Texts values = option.results();
  const bool is_flag = option.get_items_expected_max() == 0;
  if (is_flag) return;
  if (std::find(values.begin(), values.end(), "") != values.end())
    throw UsageError({full_name(command), option.get_name() + " is an empty text", help_of(command),
                      "write its value, or leave it out"});
  std::sort(values.begin(), values.end());
  const auto twice = std::adjacent_find(values.begin(), values.end());
  if (twice == values.end() || option.get_positional()) return;
  throw UsageError({full_name(command), option.get_name() + " \"" + *twice + "\" is given twice",
                    "each value once", "leave one out"});
}

void require_arguments(const CLI::App& command) {
  for (const CLI::Option* argument : command.get_options()) {
    if (argument->count() > 0 || !is_needed(command, *argument)) continue;
    std::string allowed = help_of(command);
    if (argument->get_name() == "EXPERIMENT") {
      Texts names;
      for (const experiments::Entry& entry : experiments::all()) names.emplace_back(entry.name);
      allowed = listed(names);
      if (command.get_name() == "sweep") allowed += ", or the path of a plan";
    }
    const std::string name = argument->get_name();
    throw UsageError({full_name(command), "there is no " + name, allowed, "add " + name});
  }
}

/// The first option that a text of the library names.
std::string option_in(const std::string& text) {
  const std::size_t at = text.find('-');
  return at == text.npos ? "" : text.substr(at, text.find_first_of(": =", at) - at);
}

/// The commands that were given, from the outermost to the one that is meant.
std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  std::vector<const CLI::App*> all{&program};
  while (!all.back()->get_subcommands().empty())
    all.push_back(all.back()->get_subcommands().front());
  return all;
}

}  // namespace

void refuse(std::string where, std::string found, const Texts& allowed, const std::string& word) {
  const std::string near = nearest(word, allowed);
  throw UsageError({std::move(where), std::move(found), listed(allowed),
                    near.empty() ? "see \"flybar --help\"" : "did you mean " + near + "?"});
}

bool is_needed(const CLI::App& command, const CLI::Option& argument) {
  return std::any_of(std::begin(kNeeded), std::end(kNeeded), [&](const Needed& needed) {
    return command.get_name() == needed.command && argument.get_name() == needed.argument;
  });
}

void check_usage(const CLI::App& program) {
  const std::vector<const CLI::App*> commands = commands_of(program);
  const CLI::App& meant = *commands.back();
  refuse_unknown(meant);
  for (const CLI::App* command : commands)
    if (command != &meant) refuse_outer(*command, meant);
  refuse_pairs(meant);
  for (const CLI::Option* option : meant.get_options()) check_values(meant, *option);
  require_arguments(meant);
}

void refuse_empty_assignments(int argc, const char* const* argv) {
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string word = argv[i];
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      throw UsageError({std::string("flybar ") + argv[1],
                        word.substr(0, word.size() - 1) + " is an empty text",
                        "a value behind the =", "write it, or leave the option out"});
  }
}

Fault fault_of(const CLI::ParseError& error, const std::string& where) {
  const std::string text = error.what();
  const std::string option = option_in(text);
  const std::string help = "what \"" + where + " --help\" shows";
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {
    const std::size_t equals = text.find(" = ");
    const std::string value = equals == text.npos ? "" : text.substr(equals + 3);
    return {where, option + " \"" + value + "\" is not a whole number",
            "whole numbers, such as 1000", "write for example " + option + " 2"};
  }
  if (text.find("received") != text.npos)
    return {where, option + " is given more than once", "it once", "leave all but one out"};
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    return {where, option + " has no value", help, "write its value behind it"};
  return {where, "cannot be read", help, "compare it with the examples there"};
}

}  // namespace flybar::program
