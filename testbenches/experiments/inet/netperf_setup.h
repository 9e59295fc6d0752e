/// What a netperf test is asked to do.
#pragma once

#include "models/inet/socket/copies.h"
#include "testbenches/experiments/stacks/transport/transport.h"

namespace flybar::experiments {

struct NetperfSetup {
  enum class Test : std::uint8_t { kTcpStream, kUdpStream, kTcpRr, kUdpRr };
  enum class Direction : std::uint8_t { kServerToClient, kClientToServer };
  /// Which copies are made.
  enum class Copy : std::uint8_t { kRemap, kSend, kReceive, kBoth };
  enum class Checksum : std::uint8_t { kOff, kSoftware };
  enum class Writes : std::uint8_t { kNone, kAll };
  enum class Beside : std::uint8_t { kNone, kRpc, kFileRead };

  Test test = Test::kTcpStream;
  Direction direction = Direction::kServerToClient;
  Bytes send_size;     ///< 0: 1 MB, or a datagram of 8 KB
  Bytes receive_size;  ///< likewise
  Bytes socket_buffer = Bytes(1024 * 1024);
  Copy copy = Copy::kRemap;
  Checksum checksum = Checksum::kOff;
  Writes writes = Writes::kNone;
  Bytes align;
  Bytes request = Bytes(1);
  Bytes response = Bytes(1);
  Bytes amount = Bytes(32 * 1024 * 1024);
  std::int64_t transactions = 2000;
  Transport transport = Transport::kIpTrapeze;
  Beside beside = Beside::kNone;

  bool streams() const { return test == Test::kTcpStream || test == Test::kUdpStream; }
  bool tcp() const { return test == Test::kTcpStream || test == Test::kTcpRr; }
  std::size_t size(Bytes asked) const {
    if (asked != Bytes()) return static_cast<std::size_t>(asked.count);
    return test == Test::kTcpStream ? std::size_t{1} << 20 : std::size_t{8192};
  }
  std::size_t sender() const { return direction == Direction::kServerToClient ? 1 : 0; }
  std::size_t receiver() const { return 1 - sender(); }
  inet::CopyPolicy policy(Bytes least) const {
    return {.remap_sent = copy == Copy::kRemap || copy == Copy::kReceive,
            .remap_received = copy == Copy::kRemap || copy == Copy::kSend,
            .least = least};
  }
};

}  // namespace flybar::experiments
