/// Messages between process 0 and process 1 of an MPI program, one after the other.
#pragma once

#include <cstdint>

#include "models/common/units.h"
#include "testbenches/experiments/measure/messages/messages.h"

namespace flybar::experiments {

enum class MpiPattern : std::uint8_t {
  kOneWay,    ///< from 0 to 1
  kPingPong,  ///< and back
};

struct MpiTransfers {
  MpiPattern pattern;
  Bytes payload;
  std::int64_t count;  ///< messages, or round trips
};

/// As a running program knows it.
Time mpi_now();

/// In both processes of a running program; each byte is compared, and `messages` are measured only
/// meanwhile. From the first message that is measured, after some that are not, until the last one
/// has been received: `begin` is set by process 0, and `end` by who receives that.
struct MpiMeasured {
  Time begin, end;
  double each(const MpiTransfers& of) const {
    const std::int64_t ways = of.pattern == MpiPattern::kPingPong ? 2 : 1;
    return (end - begin).us() / static_cast<double>(ways * of.count);
  }
  double bandwidth(const MpiTransfers& of) const {
    return static_cast<double>(of.payload.count) / each(of);
  }
};
void run_transfers(const MpiTransfers& transfers, Messages& messages, MpiMeasured& measured);

}  // namespace flybar::experiments
