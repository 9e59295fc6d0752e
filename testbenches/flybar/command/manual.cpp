#include "testbenches/flybar/command/manual.h"

#include <fmt/format.h>

#include "testbenches/flybar/command/version.h"

namespace flybar::program {
namespace {

/// '-' is a hyphen to man, and a line must not begin with a dot.
std::string roff(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == '-' || c == '\\') all += '\\';
    all += c;
    if (c == '\n') all += "\\&";
  }
  return all;
}

std::string words_of(const ManualCommand& command) {
  std::string words;
  for (const ManualOption& option : command.options)
    for (std::size_t at = option.names.find("--"); at != std::string::npos;
         at = option.names.find("--", at + 1)) {
      const std::size_t end = option.names.find(',', at);
      words.append(words.empty() ? "" : " ").append(option.names.substr(at, end - at));
    }
  return words;
}

}  // namespace

std::string manual_page(const std::vector<ManualCommand>& commands, const std::string& footer) {
  std::string page = ".TH FLYBAR 1 \"\" \"Flybar " + version() + "\"\n.SH NAME\nflybar \\- " +
                     roff("a cycle-level model of a programmable network card") +
                     "\n.SH SYNOPSIS\n.B flybar\n.I COMMAND\n[option ...]\n.SH COMMANDS\n";
  for (const ManualCommand& command : commands) {
    page += ".SS flybar " + roff(command.name);
    for (const ManualOption& argument : command.arguments)
      page.append(" ").append(roff(argument.names));
    page.append("\n").append(roff(command.summary)).append(".\n");
    for (const auto* list : {&command.arguments, &command.options})
      for (const ManualOption& option : *list)
        page += ".TP\n.B " + roff(option.names) + "\n" + roff(option.help) + "\n";
  }
  return page + ".SH NOTES\n.nf\n" + roff(footer) + "\n.fi\n";
}

std::string completion(const std::vector<ManualCommand>& commands) {
  std::string names, cases;
  for (const ManualCommand& command : commands) {
    const bool two_words = command.name.find(' ') != std::string::npos;
    if (!two_words) names.append(names.empty() ? "" : " ").append(command.name);
    // A command of two words stands before the one that begins like it.
    cases.insert(two_words ? 0 : cases.size(),
                 fmt::format("    \"{} \"*) options=\"{}\" ;;\n", command.name, words_of(command)));
  }
  return fmt::format(R"bash(# bash completion of flybar, made from its options
_flybar() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" options=""
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$word"))
    return
  fi
  case "$before" in
    --platform) COMPREPLY=($(compgen -W "$(flybar list platforms | awk 'NR>1 {{print $1}}')" -- "$word") $(compgen -f -X '!*.toml' -- "$word")); return ;;
    --system) COMPREPLY=($(compgen -W "$(flybar list systems | awk 'NR>1 {{print $1}}')" -- "$word") $(compgen -f -X '!*.toml' -- "$word")); return ;;
    run|sweep) COMPREPLY=($(compgen -W "$(flybar list experiments | awk 'NR>1 {{print $1}}')" -- "$word")); return ;;
    list) COMPREPLY=($(compgen -W "experiments platforms systems firmware" -- "$word")); return ;;
  esac
  case "${{COMP_WORDS[*]:1:2}} " in
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _flybar flybar
)bash",
                     names, cases);
}

}  // namespace flybar::program
