#include "testbenches/flybar/watch/shadow.h"

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "models/lanai/board/lanai_board.h"
#include "models/rtl/seat.h"
#include "testbenches/flybar/hand_over/hand_over.h"
#include "testbenches/flybar/prepare/shadow_option.h"
#include "testbenches/flybar/prepare/window_text.h"
#include "testbenches/flybar/watch/find_message.h"

namespace flybar::program {

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
