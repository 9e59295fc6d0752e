#include "models/trapeze/packet_name.h"

#include "models/myrinet/route_byte.h"
#include "models/trapeze/generated/endpoint_layout.hpp"
#include "models/trapeze/message.h"

namespace flybar::trapeze {

using layout::WireHeader;

namespace {

std::uint32_t word_at(std::span<const std::uint8_t> bytes, std::uint32_t offset) {
  std::uint32_t word = 0;
  for (const std::uint8_t byte : bytes.subspan(offset, 4)) word = word << 8 | byte;
  return word;
}

}  // namespace

std::uint64_t packet_name(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty() && myrinet::is_route(bytes.front())) bytes = bytes.subspan(1);
  if (bytes.size() < WireHeader::kSize) return 0;
  if (word_at(bytes, WireHeader::kType) != layout::kWireType) return 0;
  const Node source = word_at(bytes, WireHeader::kSource) >> WireHeader::kSourceNodeShift;
  return trace_id(source, word_at(bytes, WireHeader::kMessageId));
}

}  // namespace flybar::trapeze
