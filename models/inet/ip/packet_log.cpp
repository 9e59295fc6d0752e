#include "models/inet/ip/packet_log.h"

#include <algorithm>

#include "models/inet/ip/headers.h"

namespace flybar::inet {
namespace {

constexpr std::string_view kNoSums = "sums of TCP and UDP are off";

}  // namespace

PacketLog::PacketLog(const std::string& name, host::Cpu& cpu, bool sums, Observer& observer)
    : cpu_(cpu),
      comment_(sums ? std::string_view() : kNoSums),
      observer_(observer),
      track_(declare_details(
          observer,
          {.name = name + ".ip", .kind = TrackKind::kPackets, .link_type = LinkType::kRawIp})) {}

void PacketLog::packet(std::span<const Piece> pieces, bool outbound) {
  bytes_.clear();
  for (const Piece& piece : pieces)
    bytes_.insert(bytes_.end(), piece.bytes, piece.bytes + piece.length);
  // A payload that came is whole words long.
  const std::size_t length = std::min(bytes_.size(), read_headers(bytes_).total);
  const Time now = cpu_.now();
  observer_.on(Packet{track_, now, now, outbound, 0, std::span(bytes_).first(length), comment_});
}

}  // namespace flybar::inet
