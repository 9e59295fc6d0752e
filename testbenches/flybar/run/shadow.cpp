#include "testbenches/flybar/run/shadow.h"

#include <charconv>

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "testbenches/flybar/watch/find_message.h"

namespace flybar::program {
namespace {

constexpr const char* kShadow = "--shadow";
constexpr const char* kShare = "1%";

[[noreturn]] void refuse_shadow(const std::string& found, const std::string& allowed,
                                const std::string& advice) {
  throw ConfigurationError({Fault{kShadow, found, allowed, advice}});
}

bool is_share(const std::string& text) {
  return text.ends_with("%");
}

/// Of 1.
double share_of(const std::string& text) {
  constexpr double kLeast = 0.0001, kWhole = 100;
  double percent = 0;
  const char* const end = text.data() + text.size() - 1;
  const auto [read, error] = std::from_chars(text.data(), end, percent);
  if (error != std::errc() || read != end || !(percent >= kLeast) || percent > kWhole)
    refuse_shadow("\"" + text + "\" of the clocks", "0.0001% to 100%", "say for example \"1%\"");
  return percent / kWhole;
}

bool names_shadow(const std::string& nic) {
  return nic.find("shadow") != std::string::npos;
}

}  // namespace

std::string nic_of(const RunRequest& request, std::vector<Fault>& faults) {
  if (!request.shadow) return request.nic;
  if (is_share(*request.shadow)) share_of(*request.shadow);
  if (request.shadow_seed < 0)
    faults.push_back({"--shadow-seed", std::to_string(request.shadow_seed),
                      "whole numbers from 0 on", "leave it out, or choose another"});
  if (names_shadow(request.nic)) return request.nic;
  if (request.nic == "model") return "shadow";
  faults.push_back({kShadow, "with --nic " + request.nic + ", which has no shadow",
                    "--nic shadow, also for one role: server=shadow",
                    "leave out one of the two options"});
  return request.nic;
}

std::optional<lanai::ShadowPlaces> shadow_of(const RunRequest& request, const Prepared& ready,
                                             const std::optional<TimeWindow>& traced) {
  if (!request.shadow && !names_shadow(request.nic)) return std::nullopt;
  const std::string text = request.shadow.value_or(kShare);
  if (is_share(text))
    return lanai::ShadowPlaces{.share = share_of(text),
                               .seed = static_cast<std::uint64_t>(request.shadow_seed)};
  const bool known = request.trace_window == request.shadow;
  const TimeWindow window = known ? *traced : named_window(ready, kShadow, text);
  return lanai::ShadowPlaces{.from = window.from, .to = window.to};
}

std::string shadow_text(const lanai::ShadowPlaces& places, const experiments::Results& results) {
  const bool named = places.share == 0;
  if (named && places.from >= results.simulated)
    refuse_shadow("begins at " + quantity::print(places.from) + ", and the run ends at " +
                      quantity::print(results.simulated),
                  "windows that begin before the end of the run",
                  "choose an earlier one; the results are complete");
  if (results.shadowed.clocks == 0)
    return "nothing was compared, as no window lies in this run; a larger share has more of them";
  return fmt::format(
      "{} clocks of RTL beside the model, {}: no difference", results.shadowed.clocks,
      named ? "in the window named"
            : fmt::format("{} windows of seed {}", results.shadowed.windows, places.seed));
}

}  // namespace flybar::program
