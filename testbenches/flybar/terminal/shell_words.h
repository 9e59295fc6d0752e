/// Words of a command line, as a shell reads them.
#pragma once

#include <string>
#include <vector>

namespace flybar::program {

/// The word as a shell reads it back.
std::string for_shell(const std::string& word);

/// The words of a command made with for_shell(), without the first one, "flybar".
std::vector<std::string> words_of(const std::string& command);

}  // namespace flybar::program
