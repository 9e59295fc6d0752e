/// Two stacks and the wire between them, on which packets take a while, get lost, or overtake each
/// other.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <vector>

#include "models/inet/stack/stack.h"

namespace flybar::inet {

using Packet = std::vector<std::uint8_t>;

class Pair {
 public:
  struct Setup {
    /// Of both nodes; the second one has the next number.
    Stack::Setup stack{.node = 0, .mtu = Bytes(8320), .socket_buffer = Bytes(65'536)};
    Time delay = Time::us(50);
    /// Shares of the packets that are lost, or arrive up to 1 ms late.
    double lost = 0, late = 0;
    std::uint64_t seed = 1;
  };
  struct Sent {
    Time at;
    unsigned from = 0;
    Packet bytes;
    friend bool operator==(const Sent&, const Sent&) = default;
  };

  explicit Pair(const Setup& setup);

  Stack& stack(unsigned side) { return ends_[side].stack; }
  std::uint32_t address(unsigned side) { return address_of(stack(side).node()); }
  /// Runs inside a guard of this side.
  void in(unsigned side, const std::function<void()>& what);
  void after(Time delay, std::function<void()> what);

  /// The next of what happens: a packet arrives, or a timer runs.
  void step();
  /// Until `done`, or for 600 s.
  void run(const std::function<bool()>& done);
  void run_for(Time duration);

  /// All that left, lost or not.
  std::vector<Sent> sent;
  /// May change a packet on the wire; loses it with false.
  std::function<bool(Packet&)> tamper = [](Packet&) { return true; };
  /// Runs on a side, outside of guards, after each packet that it took.
  std::function<void(unsigned)> arrived = [](unsigned) {};
  std::mt19937_64 random;
  Time now;

 private:
  struct End : Stack::Client {
    End(Pair& owner, unsigned number, const Stack::Setup& setup)
        : pair(owner), side(number), stack(setup, *this) {}
    void output(pbuf* packet, std::uint32_t to) override;
    Pair& pair;
    unsigned side;
    Stack stack;
  };

  void transmit(unsigned from, Packet bytes);
  void deliver(unsigned to, const Packet& bytes);
  void repeat(Time period, void (Stack::*timer)());
  bool by_chance(double share);

  Setup setup_;
  std::multimap<Time, std::function<void()>> events_;
  std::array<End, 2> ends_;
};

/// From FLYBAR_TEST_SEED, and printed.
std::uint64_t chosen_seed(std::uint64_t otherwise);

}  // namespace flybar::inet
