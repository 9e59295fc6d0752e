#include "models/inet/ip/packet_log.h"

#include "models/common/systemc_time.h"

namespace flybar::inet {

PacketLog::PacketLog(const std::string& name, host::Cpu& cpu, bool sums, Observer& observer)
    : cpu_(cpu),
      sums_(sums),
      observer_(observer),
      track_(observer.declare({.name = name + ".ip", .kind = TrackKind::kPackets})) {}

void PacketLog::packet(std::span<const Piece> pieces, bool outbound) {
  bytes_.clear();
  for (const Piece& piece : pieces)
    bytes_.insert(bytes_.end(), piece.bytes, piece.bytes + piece.length);
  const Time now = cpu_.now();
  observer_.on(Packet{track_, now, now, outbound, 0, bytes_});
}

}  // namespace flybar::inet
