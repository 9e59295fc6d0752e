/// A file with the programs of a run, for what is too long for options.
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiments/programs/program_line.h"

namespace flybar::experiments {

/// Of TOML:
///
///     programs = [{node = 0, run = "redis-server", stays = true},
///                 {node = 1, run = "./load", start = "50 ms", directory = "bench", input = "keys",
///                  environment = ["SEED=1"]}]
///
/// The second program of node 0 has the key "node0.1". Throws ConfigurationError, with all faults.
std::vector<ProgramLine> read_program_file(const std::string& file);

}  // namespace flybar::experiments
