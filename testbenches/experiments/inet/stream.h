/// A stream of bytes or of datagrams from one host to the other.
#pragma once

#include <memory>

#include "models/inet/socket/datagrams.h"
#include "models/inet/socket/listener.h"
#include "testbenches/experiments/inet/buffers/buffer_ring.h"
#include "testbenches/experiments/inet/netperf_bench.h"

namespace flybar::experiments {

class NetperfStream {
 public:
  NetperfStream(const Context& context, const NetperfSetup& setup);
  Results run();

 private:
  void send_stream();
  void begin_sending();
  void receive_stream();
  void send_datagrams();
  void receive_datagrams();
  void check_datagram(std::uint64_t number, std::size_t length);
  void count_received(std::uint64_t before, std::uint64_t now);
  std::uint64_t serial(std::uint64_t number) const { return writes() ? number : number % ring_; }
  bool writes() const { return bench_.setup.writes == NetperfSetup::Writes::kAll; }
  Results results();
  void note_if_short(Results& results);

  NetperfBench bench_;
  const Content content_;
  const std::size_t send_size_;
  const std::size_t ring_;      ///< buffers of the sender
  const std::uint64_t before_;  ///< bytes that do not count
  const std::uint64_t all_;
  BufferRing sending_, receiving_;
  std::uint64_t next_datagram_ = 0;  ///< behind the last one that came
  std::uint64_t sent_ = 0;
  std::uint64_t sent_before_ = 0;  ///< bytes, when what counts began
  std::uint64_t received_ = 0;
  std::uint64_t counted_ = 0;  ///< bytes that came in the time that counts
  inet::CopyCounters sent_copies_, received_copies_;
};

}  // namespace flybar::experiments
