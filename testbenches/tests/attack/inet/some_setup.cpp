#include "testbenches/tests/attack/inet/some_setup.h"

#include <algorithm>
#include <cstdlib>

namespace flybar::inet {

namespace {

using Random = std::mt19937_64;

template <class T, std::size_t N>
T one_of(Random& random, const T (&values)[N]) {
  return values[random() % N];
}
bool tossed(Random& random) {
  return random() % 2 != 0;
}

}  // namespace

SocketHost::Setup some_host(Random& random) {
  constexpr Bytes kMtus[] = {Bytes(576), Bytes(1500), Bytes(4224), Bytes(8320)};
  constexpr Bytes kBuffers[] = {Bytes(1024), Bytes(4096), Bytes(20'000), Bytes(65'536),
                                Bytes(300'000)};
  constexpr std::size_t kEntries[] = {1, 4, 32}, kFrames[] = {2, 4, 32};
  SocketHost::Setup setup;
  setup.device.mtu = one_of(random, kMtus);
  setup.sockets.socket_buffer =
      std::max(one_of(random, kBuffers), Bytes(2 * setup.device.mtu.count));
  setup.device.send_entries = one_of(random, kEntries);
  setup.device.receive_frames = one_of(random, kFrames);
  setup.device.completion = tossed(random) ? Completion::kCalled : Completion::kInterrupt;
  setup.sockets.software_sums = !tossed(random);
  setup.inet.tcp.ack = tossed(random) ? AckPolicy::kOnRead : AckPolicy::kEverySecond;
  setup.inet.ip.interface_queue = tossed(random) ? 512 : 3;
  return setup;
}

MemoryNetwork::Setup some_wire(Random& random, bool sums) {
  MemoryNetwork::Setup wire;
  wire.lost = tossed(random) ? 0.01 : 0;
  wire.late = tossed(random) ? 0.05 : 0;
  wire.damaged = sums && tossed(random) ? 0.01 : 0;
  wire.seed = random();
  return wire;
}

Bytes some_least(Random& random) {
  return Bytes(tossed(random) ? 8192 : 20'000);
}

std::uint64_t operations(std::uint64_t otherwise) {
  const char* given = std::getenv("FLYBAR_INET_OPERATIONS");
  return given ? std::strtoull(given, nullptr, 10) : otherwise;
}

}  // namespace flybar::inet
