#include "testbenches/flybar/watch/shadow.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/cluster/build/hardware.h"
#include "models/common/quantity.h"
#include "models/systems/systems.h"
#include "testbenches/flybar/hand_over/hand_over.h"
#include "testbenches/flybar/prepare/shadow_option.h"
#include "testbenches/flybar/prepare/window_text.h"
#include "testbenches/flybar/watch/find_message.h"

namespace flybar::program {

void find_before_build(const RunRequest& request) {
  const bool has_all = std::ranges::all_of(
      systems::parts().cards, [](const CardKind& kind) { return kind.make != nullptr; });
  if (has_all || rtl_is_built() || !request.shadow || !names_message(*request.shadow)) return;
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
        ShadowPlaces{.share = share_of(*text),
                     .seed = static_cast<std::uint64_t>(request.shadow_seed.value_or(1))});
  const bool known = request.trace_window == request.shadow;
  const TimeWindow window = known ? *traced : named_window(ready, kShadow, *text);
  return std::make_shared<Shadowing>(ShadowPlaces{.from = window.from, .to = window.to});
}

void Shadowing::join(experiments::Context& context) {
  context.before_run = [this](Card& card) {
    if (auto* shadowed = dynamic_cast<Shadowed*>(&card)) shadowed->shadow_in(places_);
  };
  context.after_run = [this](const cluster::Hardware& hardware) {
    for (std::size_t n = 0; n < hardware.nodes(); ++n)
      for (const cluster::Node::Seat& seat : hardware.node(n).seats)
        if (const auto* shadowed = dynamic_cast<const Shadowed*>(seat.card.get()))
          count_ += shadowed->shadowed();
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
