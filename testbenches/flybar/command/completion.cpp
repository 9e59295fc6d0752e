/// What completes the commands in bash and zsh.
#include <algorithm>

#include <fmt/format.h>

#include "models/systems/systems.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/command/manual.h"
#include "testbenches/flybar/terminal/exit_code.h"

namespace flybar::program {
namespace {

/// What may stand for an option's value or an argument: names that the program lists, or words.
/// All others are files.
struct Values {
  const char* name;
  const char* list;   ///< of "flybar list", or empty
  const char* words;  ///< besides those
};
constexpr Values kValues[] = {
    {"--platform", "platforms", ""},     {"--system", "systems", ""},
    {"--experiment", "experiments", ""}, {"--nic", "", "model"},
    {"--step", "", "fast every-clock"},  {"--engine", "", "local slurm script"},
    {"--shadow", "", "1% slowest"},      {"--trace-window", "", "slowest"},
    {"EXPERIMENT", "experiments", ""},   {"PLATFORM", "platforms", ""},
    {"SHELL", "", "bash zsh"},
};

/// What the shell runs to have the values, or empty if they are files.
std::string words_of_values(const std::string& name) {
  std::string words;
  if (name == "WHAT")
    for (const std::string& list : lists()) words.append(words.empty() ? "" : " ").append(list);
  for (const Values& values : kValues) {
    if (name != values.name) continue;
    words = values.words;
    if (*values.list != 0) words = fmt::format("$(_flybar_names {})", values.list);
  }
  if (name == "--nic")
    for (const CardKind& kind : systems::parts().cards)
      if (!kind.alias.name.empty()) words.append(" ").append(kind.alias.name);
  return words;
}

/// "-j" and "--jobs" of "-j,--jobs"; "DIR" of "[DIR]".
std::vector<std::string> names_of(const ManualOption& option) {
  std::string text = option.names;
  text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == '[' || c == ']'; }),
             text.end());
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    names.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

bool is_inner(const ManualCommand& command) {
  return command.name.find(' ') != std::string::npos;
}

std::string long_options(const ManualCommand& command) {
  std::string words;
  for (const ManualOption& option : command.options)
    for (const std::string& name : names_of(option))
      if (name.starts_with("--")) words.append(words.empty() ? "" : " ").append(name);
  return words;
}

/// Of commands inside of this one, the words that name them.
std::string inner_words(const ManualCommand& command, const std::vector<ManualCommand>& all) {
  std::string words;
  for (const ManualCommand& other : all)
    if (other.name.starts_with(command.name + " "))
      words.append(words.empty() ? "" : " ").append(other.name.substr(command.name.size() + 1));
  return words;
}

std::string argument_words(const ManualCommand& command, const std::vector<ManualCommand>& all) {
  const std::string inner = inner_words(command, all);
  std::string words =
      command.arguments.empty() ? "" : words_of_values(names_of(command.arguments.front()).front());
  return words + (words.empty() || inner.empty() ? "" : " ") + inner;
}

constexpr const char* kShared = R"sh(
_flybar_names() { flybar list "$1" 2>/dev/null | awk 'NR > 1 {print $1}'; }
_flybar_methods() { flybar analyse --help 2>/dev/null | awk '/^    [a-z]/ {print $1}'; }
_flybar_method_options() { flybar analyse "$1" --help 2>/dev/null | grep -o -e '--[a-z][a-z-]*' | sort -u; }
)sh";

std::string bash(const std::vector<ManualCommand>& commands) {
  std::string names, cases, values;
  for (const ManualCommand& command : commands) {
    if (!is_inner(command)) names.append(names.empty() ? "" : " ").append(command.name);
    if (command.name == "analyse") continue;
    // A command of two words stands before the one that begins like it.
    cases.insert(is_inner(command) ? 0 : cases.size(),
                 fmt::format("    \"{} \"*) options=\"{}\" first=\"{}\" ;;\n", command.name,
                             long_options(command), argument_words(command, commands)));
  }
  for (const Values& value : kValues)
    if (value.name[0] == '-')
      values += fmt::format("    {}) words=\"{}\" ;;\n", value.name, words_of_values(value.name));
  return fmt::format(R"bash(# bash completion of flybar, made from its options{}
_flybar() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" options="" first="" words=""
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "{} help version --help --version" -- "$word"))
    return
  fi
  case "$before" in
{}  esac
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -X '!*.toml' -- "$word"))
    return
  fi
  case "${{COMP_WORDS[*]:1:2}} " in
    "analyse "*) [[ $COMP_CWORD -eq 2 ]] && first=$(_flybar_methods) || options=$(_flybar_method_options "${{COMP_WORDS[2]}}") ;;
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $COMP_CWORD -eq 2 && -n $first ]]; then
    COMPREPLY=($(compgen -W "$first" -- "$word") $(compgen -f -X '!*.toml' -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _flybar flybar
)bash",
                     kShared, names, values, cases);
}

/// In quotes of the shell; what _arguments reads as its own is escaped.
std::string for_arguments(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':') all += '\\';
    if (c == '\'')
      all += "'\\''";
    else
      all += c;
  }
  return all;
}

std::string zsh_action(const std::string& words) {
  return words.empty() ? "_files" : fmt::format("{{compadd -- {}; _files -g \"*.toml\"}}", words);
}

std::string zsh_option(const ManualOption& option) {
  std::string specs;
  for (const std::string& name : names_of(option)) {
    const std::string value = option.has_value ? ":value:" + zsh_action(words_of_values(name)) : "";
    // Of "-j,--jobs" either takes the same.
    specs += fmt::format(" \\\n        '*{}[{}]{}'", name, for_arguments(option.help), value);
  }
  return specs;
}

std::string zsh_case(const ManualCommand& command, const std::vector<ManualCommand>& all) {
  std::string specs;
  for (const ManualOption& option : command.options) specs += zsh_option(option);
  const std::string first = argument_words(command, all);
  if (!first.empty()) specs += fmt::format(" \\\n        '1:argument:{}'", zsh_action(first));
  return fmt::format("    '{}')\n      _arguments -s{} \\\n        '*:file:_files' ;;\n",
                     command.name, specs);
}

std::string zsh(const std::vector<ManualCommand>& commands) {
  std::string names, cases, inner;
  for (const ManualCommand& command : commands) {
    if (is_inner(command))
      inner.append(inner.empty() ? "'" : "|'").append(command.name).append("'");
    else
      names += fmt::format("\n    '{}:{}'", command.name, for_arguments(command.summary));
    if (command.name != "analyse") cases += zsh_case(command, commands);
  }
  return fmt::format(R"zsh(#compdef flybar
# zsh completion of flybar, made from its options{}
_flybar() {{
  local -a subcommands
  subcommands=({}
    'help:all commands' 'version:version, commit and compiler')
  if (( CURRENT == 2 )); then
    _describe -t commands command subcommands
    return
  fi
  local command=$words[2]
  if (( CURRENT > 3 )); then
    case "$words[2] $words[3]" in
      {}) command="$words[2] $words[3]"; shift words; (( CURRENT-- )) ;;
    esac
  fi
  shift words; (( CURRENT-- ))
  case $command in
    analyse)
      if (( CURRENT == 2 )); then
        compadd -- $(_flybar_methods)
      elif [[ $words[CURRENT] == -* ]]; then
        compadd -- $(_flybar_method_options $words[2])
      else
        compadd -- $(_flybar_names experiments); _files
      fi ;;
{}  esac
}}
if [[ $funcstack[1] == _flybar ]]; then _flybar "$@"; else compdef _flybar flybar; fi
)zsh",
                     kShared, names, inner, cases);
}

}  // namespace

std::string completion(const std::vector<ManualCommand>& commands, const std::string& shell) {
  if (shell == "bash") return bash(commands);
  if (shell == "zsh") return zsh(commands);
  throw UsageError({"flybar completion", "\"" + shell + "\" is a shell that is not known",
                    "bash, zsh", "choose one of these"});
}

}  // namespace flybar::program
