/// Random datagrams between the programs of many hosts. Some get lost; what comes is right.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "models/inet/socket/datagrams.h"
#include "testbenches/tests/inet/socket/program_memory.h"

namespace flybar::inet {

class Post {
 public:
  struct Counters {
    std::uint64_t sent = 0;
    std::uint64_t refused = 0;   ///< no room for all of its packets
    std::uint64_t received = 0;  ///< those that have come before among them
    std::uint64_t doubled = 0;   ///< come once more than sent
    std::uint64_t wrong = 0;     ///< of another length, or with a byte that is not the sender's
  };

  Post(std::mt19937_64& random, std::vector<Inet*> hosts)
      : random_(random), hosts_(std::move(hosts)) {}

  /// By a process of host `n`: one after the other until `over`.
  void send(std::size_t n, const std::function<bool()>& over);
  /// Likewise: takes and compares them.
  void receive(std::size_t n, const std::function<bool()>& over);

  const Counters& counters() const { return counters_; }

 private:
  static constexpr std::uint16_t kPort = 4000;
  /// A datagram that has been sent.
  struct Letter {
    std::size_t length;
    bool came = false;
  };

  std::uint64_t below(std::uint64_t most) { return random_() % most; }
  CopyPolicy some_policy();
  std::size_t some_length();
  void send_one(std::size_t n, ProgramMemory& memory, Datagrams& socket);
  void look_at(const std::vector<std::uint8_t>& bytes);

  std::mt19937_64& random_;
  const std::vector<Inet*> hosts_;
  std::vector<Letter> letters_;  ///< by serial number
  Counters counters_;
};

}  // namespace flybar::inet
