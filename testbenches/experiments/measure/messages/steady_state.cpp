#include "testbenches/experiments/measure/messages/steady_state.h"

#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace flybar::experiments {

namespace {

double mean(const std::vector<double>& values, std::size_t from) {
  const double sum =
      std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(from), values.end(), 0.0);
  return sum / static_cast<double>(values.size() - from);
}

/// The square of the standard error of the mean of what is left.
double squared_error(const std::vector<double>& values, std::size_t from) {
  const double middle = mean(values, from);
  const auto left = static_cast<double>(values.size() - from);
  double squares = 0;
  for (std::size_t i = from; i < values.size(); ++i)
    squares += (values[i] - middle) * (values[i] - middle);
  return squares / (left * left);
}

}  // namespace

double change_without_begin(const std::vector<double>& durations) {
  std::size_t best = 0;
  for (std::size_t from = 1; from <= durations.size() / 2; ++from)
    if (squared_error(durations, from) < squared_error(durations, best)) best = from;
  const double left = mean(durations, best);
  return left > 0 ? mean(durations, 0) / left - 1 : 0;
}

std::optional<std::string> too_short(const Arrivals& arrivals, Time from, Time to,
                                     const std::string& what, const std::string& option) {
  const std::int64_t count = arrivals.count(from, to);
  if (count < static_cast<std::int64_t>(kBatches))
    return fmt::format(
        "{} {} are too few to tell whether their rate is steady, {} may do: raise {}", count, what,
        kBatches, option);
  const double change = change_without_begin(arrivals.durations(from, to, kBatches));
  if (std::abs(change) <= kTolerated) return std::nullopt;
  return fmt::format("too short for a steady rate: without its begin it is {:.0f} % {}; raise {}",
                     100 * std::abs(change), change > 0 ? "higher" : "lower", option);
}

}  // namespace flybar::experiments
