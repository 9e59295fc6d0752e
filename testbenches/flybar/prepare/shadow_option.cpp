#include "testbenches/flybar/prepare/shadow_option.h"

#include <charconv>

#include "models/common/error.h"
#include "testbenches/flybar/prepare/window_text.h"

namespace flybar::program {
namespace {

constexpr const char* kSeed = "--shadow-seed";
constexpr const char* kShare = "1%";

bool names_shadow(const std::string& nic) {
  return nic.find("shadow") != std::string::npos;
}

void check_seed(const RunRequest& request, std::vector<Fault>& faults) {
  if (!request.shadow_seed) return;
  if (*request.shadow_seed < 0)
    faults.push_back({kSeed, std::to_string(*request.shadow_seed), "whole numbers from 0 on",
                      "leave it out, or choose another"});
  const auto places = places_of(request);
  if (!places || !is_share(*places))
    faults.push_back({kSeed, "is given, and no places are drawn", "with a share of the clocks",
                      "leave it out, or add for example --shadow 1%"});
}

void check_places(const std::string& text) {
  if (is_share(text)) {
    share_of(text);
  } else if (!names_message(text) && text.find("..") == std::string::npos) {
    refuse_shadow("\"" + text + "\" names no clocks",
                  "\"1%\", \"message 3\", \"slowest\" or \"520 us..710 us\"",
                  "say for example --shadow 1%");
  } else {
    check_window_text(kShadow, text);
  }
}

}  // namespace

void refuse_shadow(const std::string& found, const std::string& allowed,
                   const std::string& advice) {
  throw ConfigurationError({Fault{kShadow, found, allowed, advice}});
}

bool is_share(const std::string& text) {
  return text.ends_with("%");
}

double share_of(const std::string& text) {
  constexpr double kLeast = 0.0001, kWhole = 100;
  double percent = 0;
  const char* const end = text.data() + text.size() - 1;
  const auto [read, error] = std::from_chars(text.data(), end, percent);
  if (error != std::errc() || read != end || !(percent >= kLeast) || percent > kWhole)
    refuse_shadow("\"" + text + "\" of the clocks", "0.0001% to 100%", "say for example \"1%\"");
  return percent / kWhole;
}

std::optional<std::string> places_of(const RunRequest& request) {
  if (request.shadow) return request.shadow;
  return names_shadow(request.nic) ? std::optional<std::string>(kShare) : std::nullopt;
}

std::string nic_of(const RunRequest& request, std::vector<Fault>& faults) {
  check_seed(request, faults);
  if (!request.shadow) return request.nic;
  check_places(*request.shadow);
  if (names_shadow(request.nic)) return request.nic;
  if (request.nic == "model") return "shadow";
  faults.push_back({kShadow, "with --nic " + request.nic + ", which has no shadow",
                    "--nic shadow, also for one role: server=shadow",
                    "leave out one of the two options"});
  return request.nic;
}

}  // namespace flybar::program
