/// The manual page and the shell completion, made from the options.
#pragma once

#include <string>
#include <vector>

namespace flybar::program {

struct ManualOption {
  std::string names;  ///< "-j,--jobs"
  std::string help;
  bool has_value;
};
struct ManualCommand {
  std::string name;
  std::string summary;
  std::vector<ManualOption> options;    ///< those that begin with '-'
  std::vector<ManualOption> arguments;  ///< the others
};

/// In the language of man(7).
std::string manual_page(const std::vector<ManualCommand>& commands, const std::string& footer);
/// For bash.
std::string completion(const std::vector<ManualCommand>& commands);

}  // namespace flybar::program
