/// What is to run on a node, as an option or a file says it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/fault.h"
#include "models/common/units.h"

namespace flybar::experiments {

/// To which a card of Trapeze has routes.
inline constexpr std::int64_t kMostProgramNodes = 64;

struct ProgramLine {
  std::string key;  ///< "node0", or "node0.1": how faults and results name it
  std::size_t node = 0;
  std::string command;                        ///< for sh -c
  Time start;                                 ///< modelled
  bool stays = false;                         ///< the run does not wait for its end
  std::string directory = {};                 ///< empty: that of the simulator
  std::string input = {};                     ///< a file; empty: nothing
  std::vector<std::string> environment = {};  ///< "NAME=value", besides what all have
};

/// "node0", "node12", "node0.1"; `node` is the number.
bool is_program_key(std::string_view key, std::size_t& node);

/// Of "[@TIME] COMMAND [&]". Throws ConfigurationError, with `key` as the place.
ProgramLine read_program_line(const std::string& key, std::string_view text);

/// What is wrong with the program that the command begins with, if it is a plain name: it is not
/// there, cannot be executed, or is of another processor. Likewise its node, texts, directory and
/// input.
void check_program(const ProgramLine& line, std::vector<Fault>& faults);

}  // namespace flybar::experiments
