/// Whether a run is long enough for its rate to be that of a steady state.
#pragma once

#include <optional>
#include <string>

#include "testbenches/experiments/measure/messages/arrivals.h"

namespace flybar::experiments {

/// Batches of equal amounts. Between 10 and 30 are enough (B. Schmeiser, Batch size effects in the
/// analysis of simulation output, Operations Research 30, 1982). A batch needs something that came.
inline constexpr std::size_t kBatches = 20;
/// What the rate of the whole may differ from that of its steady part, a choice.
inline constexpr double kTolerated = 0.05;

/// By how much the rate is higher without what comes before the steady part, of which `durations`
/// of equal amounts are given: 0.1 is 10 % higher. The steady part begins where the standard error
/// of the mean of what is left is least, at the half at the latest: MSER (K. P. White, An effective
/// truncation heuristic for bias reduction in simulation output, Simulation 69, 1997; over batches
/// as in MSER-5, K. P. White, M. J. Cobb and S. C. Spratt, A comparison of five steady-state
/// truncation heuristics for simulation, Winter Simulation Conference 2000).
double change_without_begin(const std::vector<double>& durations);

/// Why the rate of what came from one instant to another is not known to be that of a steady state;
/// nothing if it is. They are called `what` ("messages"), and `option` says how many there are.
std::optional<std::string> too_short(const Arrivals& arrivals, Time from, Time to,
                                     const std::string& what, const std::string& option);

}  // namespace flybar::experiments
