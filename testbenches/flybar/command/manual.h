/// The manual page and the shell completions, made from the options.
#pragma once

#include <string>
#include <vector>

namespace flybar::program {

struct ManualOption {
  std::string names;  ///< "-j,--jobs"; of an argument "DIR", or "[DIR]" if it may be left out
  std::string help;
  bool has_value;
};
struct ManualCommand {
  std::string name;  ///< of a command inside of another both: "sweep show"
  std::string summary;
  std::vector<ManualOption> options;    ///< those that begin with '-'
  std::vector<ManualOption> arguments;  ///< the others
};

/// Commands that show what the program is for, as the manual page has them.
std::vector<std::string> examples();
/// A line for each exit code.
std::string exit_codes();

/// In the language of man(7).
std::string manual_page(const std::vector<ManualCommand>& commands, const std::string& notes);
/// For "bash" or "zsh". Throws UsageError for another shell.
std::string completion(const std::vector<ManualCommand>& commands, const std::string& shell);

}  // namespace flybar::program
