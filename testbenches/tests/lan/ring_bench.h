/// Hosts with ring cards, whose software writes descriptors itself.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "models/cluster/build/node.h"
#include "models/cluster/files/platform.h"
#include "models/lan/ring/card.h"

namespace flybar::lan {

/// The rings and buffers of one host. Buffers are a frame long and shared.
class Rings {
 public:
  Rings(cluster::Node& node, std::uint32_t length);

  /// Gives both rings to the card, and `received` receive descriptors.
  void start(std::uint32_t received);
  /// A frame of these bytes, from the header on, in `parts` buffers.
  void post(const std::vector<std::uint8_t>& frame, std::uint32_t parts = 1,
            bool interrupt = false);
  void demand();
  /// Waits until the card has given the descriptor back; then its status.
  std::uint32_t sent(std::uint32_t place);
  std::uint32_t received(std::uint32_t place);
  /// What the card has written there, behind one another.
  std::vector<std::uint8_t> data(std::uint32_t place, std::size_t length);
  bool is_received(std::uint32_t place) const;
  void give(std::uint32_t place);
  void set_register(std::uint32_t offset, std::uint32_t value);

  /// Of a receive descriptor.
  std::uint32_t first_buffer = 256, second_buffer = 2048;

 private:
  void put(std::uint32_t at, std::uint32_t word);
  std::uint32_t wait(std::uint32_t at);

  cluster::Node& node_;
  const std::uint32_t length_;
  std::uint32_t send_, receive_;
  std::vector<std::uint32_t> send_buffers_, receive_buffers_;
  std::uint32_t next_ = 0;
};

class RingBench : public testing::Test {
 protected:
  RingBench();
  using Body = std::function<void(cluster::Node&)>;
  /// At most once in a test.
  void run(const std::vector<Body>& bodies);
  void set(const std::string& key, const std::string& value) {
    parameters_.push_back({"test", key, value});
  }
  /// From node 0 to node 1, with `data` bytes behind the header.
  static std::vector<std::uint8_t> frame(std::size_t data, std::uint8_t first = 1);

  /// Before run(): all processes may wait so long.
  Time patience_ = Time::ms(1'000);

  struct Seen {
    Time begin, end;
    std::vector<std::uint8_t> bytes;
  };
  /// Frames that cards sent, and that they have given to the host, by node.
  std::map<std::size_t, std::vector<Seen>> out_, in_;
  std::vector<CardCounters> cards_;
  /// Bytes of the bus's transactions for the card of a node, in order, reads below 0.
  std::map<std::size_t, std::vector<std::int64_t>> bursts_;
  std::map<std::size_t, std::vector<Time>> burst_ends_;

 private:
  std::vector<cluster::Setting> parameters_;
};

}  // namespace flybar::lan
