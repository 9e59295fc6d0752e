#include "models/trapeze/packet_name.h"

#include "models/host/memory/words.h"
#include "models/layouts/generated/endpoint_layout.hpp"
#include "models/myrinet/shape/route_byte.h"
#include "models/trapeze/names.h"

namespace flybar::trapeze {

using layout::WireHeader;

std::uint64_t packet_name(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty() && myrinet::is_route(bytes.front())) bytes = bytes.subspan(1);
  if (bytes.size() < WireHeader::kSize) return 0;
  const auto word = [bytes](std::uint32_t at) { return host::get_word(bytes.subspan(at)); };
  if (word(WireHeader::kType) != layout::kWireType) return 0;
  const Node source = word(WireHeader::kSource) >> WireHeader::kSourceNodeShift;
  return trace_id(source, word(WireHeader::kMessageId));
}

}  // namespace flybar::trapeze
