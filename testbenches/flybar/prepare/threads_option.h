/// `--threads`: how many share the work of one run.
#pragma once

#include <cstddef>
#include <string>

#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/flybar/command/request.h"

namespace flybar::program {

/// The number of processors that no program uses, and at least one.
std::size_t idle_processors();

/// What the text asks for. Throws ConfigurationError, which names `where`, if it is no number of
/// threads.
std::size_t threads_in(const std::string& text, const std::string& where);
/// What the request asks for. Throws ConfigurationError.
std::size_t threads_of(const RunRequest& request);
/// Runs in this context use `asked` threads. A run that uses fewer says so, and why.
void share_by_threads(std::size_t asked, experiments::Context& context);

}  // namespace flybar::program
