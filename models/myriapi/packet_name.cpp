#include "models/myriapi/packet_name.h"

#include "models/contracts/message_events.h"
#include "models/host/memory/words.h"
#include "models/layouts/generated/myriapi_layout.hpp"
#include "models/myrinet/shape/route_byte.h"

namespace flybar::myriapi {

using layout::WireHeader;

std::uint64_t packet_name(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty() && myrinet::is_route(bytes.front())) bytes = bytes.subspan(1);
  if (bytes.size() < WireHeader::kSize) return 0;
  const auto word = [bytes](std::uint32_t at) { return host::get_word(bytes.subspan(at)); };
  if (word(WireHeader::kType) != layout::kWireType) return 0;
  return message_id(word(WireHeader::kSource) >> WireHeader::kSourceNodeShift,
                    word(WireHeader::kTag));
}

}  // namespace flybar::myriapi
