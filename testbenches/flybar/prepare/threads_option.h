/// `--threads`: how many share the work of one run.
#pragma once

#include <cstddef>
#include <string>

#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/flybar/command/request.h"

namespace flybar::program {

/// Processors that nobody uses, but at least one.
std::size_t idle_processors();

/// What the text asks for. Throws ConfigurationError, which names `where`, if it is no number of
/// threads.
std::size_t threads_in(const std::string& text, const std::string& where);
/// What the request asks for. Throws ConfigurationError.
std::size_t threads_of(const RunRequest& request);
/// A run in this context has so many, and says if it has less.
void share_by_threads(std::size_t asked, experiments::Context& context);

}  // namespace flybar::program
