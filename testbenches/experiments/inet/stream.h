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
  /// What counts of a stream, in bytes from its beginning. Buffers fill before `begin`, and what
  /// follows `end` keeps them full: no buffer is emptied in the time that counts.
  struct Window {
    std::uint64_t begin, end, all;
  };
  /// What has counted of one side so far.
  struct Counted {
    bool begun = false, ended = false;
    std::uint64_t bytes = 0;
  };
  static Window window_of(const NetperfSetup& setup);

  void send_stream();
  void receive_stream();
  void send_datagrams();
  void receive_datagrams();
  void take_datagram(std::uint64_t number, std::size_t length);
  void count_sending(std::size_t length);
  void count_sent();
  void count_received(std::uint64_t now);
  bool writes() const { return bench_.setup.writes == NetperfSetup::Writes::kAll; }
  Results results();
  void note_if_short(Results& results);

  NetperfBench bench_;
  const Content content_;
  const std::size_t send_size_;
  const std::size_t ring_;  ///< buffers of the sender
  const Window window_;
  BufferRing sending_, receiving_;
  std::uint64_t next_datagram_ = 0;  ///< behind the last one that came
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
  Counted sender_, receiver_;
  inet::CopyCounters sent_copies_, received_copies_;
};

}  // namespace flybar::experiments
