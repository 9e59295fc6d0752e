#include "models/rtl/pins/pins.h"

#include <fmt/format.h>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/lanai/engines/tick.h"

namespace flybar::rtl {
Straps::Straps(const lanai::ChipParams& params, const std::string& chip)
    : order(static_cast<std::uint8_t>(params.arbitration)),
      accesses(static_cast<std::uint8_t>(params.accesses_per_clock)),
      link_words(static_cast<std::uint8_t>(params.link_words)),
      send_fifo(static_cast<std::uint8_t>(params.send_fifo)),
      send_start(static_cast<std::uint8_t>(params.send_start)),
      dma_start(static_cast<std::uint8_t>(params.host_dma_start.count)),
      stop_mark(static_cast<std::uint16_t>(lanai::Rules(params).stop)),
      go_mark(static_cast<std::uint16_t>(lanai::Rules(params).go)),
      dma_burst(static_cast<std::uint32_t>(params.host_dma_burst.count)),
      sram_bytes(static_cast<std::uint32_t>(params.sram.count)) {
  std::vector<Fault> faults;
  constexpr std::int64_t kAccesses = 2;
  if (params.accesses_per_clock > kAccesses)
    faults.push_back({chip + ", lanai.accesses_per_clock",
                      std::to_string(params.accesses_per_clock) + " on a chip of RTL", "1 .. 2",
                      "lower it, or choose --nic model"});
  if (params.bus_words > 1)
    faults.push_back({chip + ", pci.width", "64 bit with a chip of RTL", "32 bit",
                      "narrow it, or choose --nic model"});
  if (params.sram_words > 1)
    faults.push_back({chip + ", lanai.sram_width", "64 bit with a chip of RTL", "32 bit",
                      "narrow it, or choose --nic model"});
  const Time shortest = params.byte_time * static_cast<std::int64_t>(kLinkSlots);
  if (params.clock > shortest)
    faults.push_back({chip + ", lanai.clock",
                      quantity::print(params.clock) + " on a chip of RTL, in which " +
                          fmt::format("more than {} words may reach or leave the link", kLinkSlots),
                      "at most " + quantity::print(shortest) + " with this link.rate",
                      "shorten it, or choose --nic model"});
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
}

}  // namespace flybar::rtl
