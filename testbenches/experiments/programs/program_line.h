/// What an option says is to run on a node: [@TIME] COMMAND [&].
#pragma once

#include <string>
#include <string_view>

#include "models/common/fault.h"
#include "models/common/units.h"

namespace flybar::experiments {

struct ProgramLine {
  std::string command;  ///< for sh -c
  Time start;           ///< modelled
  bool stays = false;   ///< the run does not wait for its end
};

/// Throws ConfigurationError, with `key` as the place.
ProgramLine read_program_line(const std::string& key, std::string_view text);

/// What is wrong with the program that the command begins with, if it is a plain name: it is not
/// there, cannot be executed, or is of another processor.
void check_program(const std::string& key, const ProgramLine& line, std::vector<Fault>& faults);

}  // namespace flybar::experiments
