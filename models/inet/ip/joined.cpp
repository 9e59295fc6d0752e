#include "models/inet/ip/joined.h"

#include <utility>

#include "models/inet/labels.h"

namespace flybar::inet {
namespace {

constexpr std::size_t kHeaders = kLeastIpHeader + kUdpHeader;

}  // namespace

void Joined::came(std::size_t length) {
  if (length <= static_cast<std::size_t>(inet_.mtu().count) - kHeaders) return;
  ++count_;
  bytes_ += length;
}

void Joined::spend() {
  const auto count = static_cast<std::int64_t>(std::exchange(count_, 0));
  const auto bytes = static_cast<std::int64_t>(std::exchange(bytes_, 0));
  if (count == 0) return;
  inet_.cpu().spend(inet_.params().udp.input * count, kUdpInput);
  if (!inet_.stack().sums()) return;
  inet_.cpu().spend(inet_.params().inet.checksum_start * count, kChecksumStart);
  inet_.cpu().scan(Bytes(bytes), kChecksum);
}

}  // namespace flybar::inet
