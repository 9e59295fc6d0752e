/// What of a part can be busy, and what would relieve it. A part declares its resources as it
/// declares its tracks. Who explains a run sums what is declared, and knows no part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/units.h"

namespace flybar {

/// What a message may wait for, in the order of its data's way.
enum class Wait : std::uint8_t {
  kHostSend,
  kSenderFirmware,
  kDmaInQueue,
  kDmaIn,
  kLinkQueue,
  kLink,
  kNetwork,
  kReceiverFirmware,
  kDmaOutQueue,
  kDmaOut,
  kDelivery,
  kGathering,
  kInterrupt,
  kHostQueue,
  kHostReceive,
};
inline constexpr std::size_t kWaits = 15;

/// A set of waits.
template <class... Waits>
constexpr std::uint32_t waits_of(Waits... waits) {
  return (0U | ... | (1U << static_cast<unsigned>(waits)));
}

/// Static: of one kind there is one, to which all parts of that kind point.
struct Resource {
  const char* name;         ///< as users read it: "PCI bus"
  const char* relief;       ///< parameters that make it faster, the plainest first
  std::uint32_t waits = 0;  ///< a message that waits for these waits for such a resource
  /// While an engine waits for it, the link of its card may stand.
  bool holds_link = false;
  /// The pace at which a card sends, which is busy with nothing: packets hold cables without
  /// filling them because of it.
  bool paces_link = false;

  bool is_waited_for(Wait wait) const { return (waits & waits_of(wait)) != 0; }
};

/// What of the time of a Use takes half as long when one parameter is twice as fast: a parameter
/// that is a time is halved for that, any other is doubled.
struct Relieved {
  const char* by;
  Time time;
};

/// Adds `time` to the part of that parameter. Does nothing if `by` is "".
inline void add_part(std::vector<Relieved>& parts, const char* by, Time time) {
  if (*by == '\0' || time == Time()) return;
  for (Relieved& part : parts)
    if (std::string_view(part.by) == by) {
      part.time += time;
      return;
    }
  parts.push_back({by, time});
}

/// What a part has done by an instant, from the start of the run: a time or a number.
struct Use {
  const Resource* resource = nullptr;  ///< null: it limits nothing
  std::string column = {};             ///< of the table of utilisation; empty: it has none
  Time time = {};                      ///< busy, or at rest
  bool rests = false;                  ///< the time is that in which the resource was at rest
  std::optional<std::int64_t> count = std::nullopt;  ///< instead of a time
  /// How long messages may have waited for the resource, if not for `time`: longer if it is not
  /// busy with all that they wait for, shorter if it also works for others.
  std::optional<Time> awaited = std::nullopt;
  /// Takes the place of Resource::relief if another part has a share in the work: "bus.width
  /// together with card.width". A part names its own parameters, and is told those of others.
  std::string relief = {};
  /// How much of that each parameter relieves. Empty: the resource's relief relieves all of it.
  std::vector<Relieved> parts = {};
};
using Uses = std::vector<Use>;

}  // namespace flybar
