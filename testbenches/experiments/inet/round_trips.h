/// Requests from the client to the server and their responses, one after the other.
#pragma once

#include "models/inet/socket/datagrams.h"
#include "models/inet/socket/listener.h"
#include "testbenches/experiments/inet/buffers/buffer_ring.h"
#include "testbenches/experiments/inet/netperf_bench.h"

namespace flybar::experiments {

class NetperfRoundTrips {
 public:
  NetperfRoundTrips(const Context& context, const NetperfSetup& setup);
  Results run();

 private:
  /// One end of a conversation: a connection or a port.
  class Talk;
  void ask(Talk& talk);
  void answer(Talk& talk);
  std::int64_t all() const;

  NetperfBench bench_;
  const Content content_;
  BufferRing client_, server_;
  Histogram latencies_;
  inet::CopyCounters sent_, received_;
};

}  // namespace flybar::experiments
