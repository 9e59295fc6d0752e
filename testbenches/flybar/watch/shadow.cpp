#include "testbenches/flybar/watch/shadow.h"

#include <charconv>

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "models/lanai/board/lanai_board.h"
#include "models/rtl/seat.h"
#include "testbenches/flybar/hand_over/hand_over.h"
#include "testbenches/flybar/watch/find_message.h"

namespace flybar::program {
namespace {

constexpr const char* kShadow = "--shadow";
constexpr const char* kSeed = "--shadow-seed";
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

/// What --shadow says, or what `--nic shadow` alone means; nothing if no chip has a shadow.
std::optional<std::string> places_of(const RunRequest& request) {
  if (request.shadow) return request.shadow;
  return names_shadow(request.nic) ? std::optional<std::string>(kShare) : std::nullopt;
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

void find_before_build(const RunRequest& request) {
  const bool has_rtl = rtl::kinds().front().make != nullptr || rtl_is_built();
  if (has_rtl || !request.shadow || !names_message(*request.shadow)) return;
  RunRequest model = request;
  model.nic = "model";
  model.shadow.reset();
  model.shadow_seed.reset();
  named_window(prepare(model), kShadow, *request.shadow);
}

std::shared_ptr<Shadowing> shadow_of(const RunRequest& request, const Prepared& ready,
                                     const std::optional<TimeWindow>& traced) {
  const auto text = places_of(request);
  if (!text) return nullptr;
  if (is_share(*text))
    return std::make_shared<Shadowing>(
        lanai::ShadowPlaces{.share = share_of(*text),
                            .seed = static_cast<std::uint64_t>(request.shadow_seed.value_or(1))});
  const bool known = request.trace_window == request.shadow;
  const TimeWindow window = known ? *traced : named_window(ready, kShadow, *text);
  return std::make_shared<Shadowing>(lanai::ShadowPlaces{.from = window.from, .to = window.to});
}

void Shadowing::join(experiments::Context& context) {
  context.before_run = [this](Card& card) {
    if (auto* board = dynamic_cast<lanai::LanaiBoard*>(&card)) board->shadow_in(places_);
  };
  context.after_run = [this](const Card& card) {
    if (const auto* board = dynamic_cast<const lanai::LanaiBoard*>(&card))
      count_ += board->shadowed();
  };
}

std::string Shadowing::text(const experiments::Results& results) const {
  const bool named = places_.share == 0;
  if (named && places_.from >= results.simulated)
    refuse_shadow("begins at " + quantity::print(places_.from) + ", and the run ends at " +
                      quantity::print(results.simulated),
                  "windows that begin before the end of the run",
                  "choose an earlier one; the results are complete");
  if (count_.clocks == 0)
    return "nothing was compared, as no window lies in this run; a larger share has more of them";
  return fmt::format("{} clocks of RTL beside the model, {}: no difference", count_.clocks,
                     named ? "in the window named"
                           : fmt::format("{} windows of seed {}", count_.windows, places_.seed));
}

}  // namespace flybar::program
