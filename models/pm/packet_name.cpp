#include "models/pm/packet_name.h"

#include "models/host/memory/words.h"
#include "models/layouts/generated/pm_layout.hpp"
#include "models/myrinet/shape/route_byte.h"

namespace flybar::pm {

using layout::WireHeader;

std::uint64_t packet_name(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty() && myrinet::is_route(bytes.front())) bytes = bytes.subspan(1);
  if (bytes.size() < WireHeader::kSize) return 0;
  const auto word = [bytes](std::uint32_t at) { return host::get_word(bytes.subspan(at)); };
  if (word(WireHeader::kType) != layout::kWireType) return 0;
  const std::uint64_t source = word(WireHeader::kSource);
  return source << 32 | word(WireHeader::kNumber);
}

}  // namespace flybar::pm
