/// The driver of IP in front of a card that sends every message to its own host, and changes some.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "models/inet/device/ip_driver.h"
#include "testbenches/tests/trapeze/trapeze_bench.h"

namespace flybar::inet {

class DriverBench : public trapeze::TrapezeBench, private Device::User {
 protected:
  DriverBench() : TrapezeBench(roomy()) {}

  using Octets = std::vector<std::uint8_t>;
  struct Counters {
    std::uint64_t delivered = 0;  ///< messages for which the receive ring had room
    std::uint64_t arrived = 0;    ///< packets
    std::uint64_t malformed = 0;  ///< messages whose payload cannot come whole
    std::uint64_t others = 0;     ///< messages that are not IP's
    std::uint64_t wrong = 0;      ///< packets and messages that are not as they were sent
    std::uint64_t refused = 0;    ///< packets that found no room or no frame
    std::uint64_t no_frame = 0;   ///< messages for whose payload there is none
  };

  /// Sends as many packets and messages at random, and lets them all arrive. Every frame is back.
  void exchange(std::uint64_t count);

  std::uint64_t below(std::uint64_t most) { return random_() % most; }

  std::mt19937_64 random_;
  Counters counters_;

 private:
  static constexpr std::size_t kPage = 8192, kSources = 16;
  /// For rings with payloads of several frames.
  static host::HostParams roomy() {
    host::HostParams params = host::bench_params();
    params.memory = Bytes(8 << 20);
    return params;
  }
  /// As the card delivers it.
  struct Message {
    Octets control, payload;
    std::uint8_t type = 0;
    bool whole = true;
  };

  void arrived(const Arrival& packet) override;
  void sent(void* packet) override;

  void draw();
  void play(trapeze::Endpoint& endpoint, host::PagePool& pool, IpDriver& driver,
            std::uint64_t count);
  void send_packet(IpDriver& driver);
  void send_message(tpz_nic* nic);
  std::vector<Piece> some_pieces(std::size_t headers);
  Piece some_piece(std::size_t length);
  host::Physical some_source() { return sources_[below(kSources)]; }
  Octets noise(std::size_t length);
  void leaves(unsigned slot);
  void tamper(unsigned slot);
  void change(unsigned slot);
  Message at(unsigned slot);
  static bool begins(const Message& message, const Octets& bytes);
  void free_some(host::PagePool& pool, std::uint64_t left);
  void take_others(tpz_nic* nic);
  void let_all_arrive(trapeze::Endpoint& endpoint, IpDriver& driver, host::PagePool& pool);

  std::size_t most_ = kPage;             ///< of a payload
  std::vector<host::Physical> sources_;  ///< that packets are sent from: rows for the longest
  std::deque<Octets> memory_;            ///< of the kernel, likewise
  std::deque<Octets> posted_;            ///< in the order of the send ring
  std::deque<Message> expected_;         ///< in the order of the receive ring
  std::map<void*, int> held_;            ///< packets that the driver has
  std::deque<char> packets_;             ///< all, for their addresses
  std::deque<Arrival> kept_;             ///< frames of what has come
  std::vector<host::Physical> taken_;    ///< by others
};

}  // namespace flybar::inet
