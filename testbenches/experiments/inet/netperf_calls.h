/// Socket calls of the programs of netperf, for which a failure is the end of the run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "models/inet/socket/connection.h"

namespace flybar::experiments {

/// A call that takes longer is stuck.
constexpr Time kStuck = Time::ms(60'000);
/// In which the other program has begun to listen.
constexpr Time kListenPause = Time::ms(1);

/// Who calls.
struct Caller {
  std::string name;
  bool faults = false;  ///< the network has some
};
/// Ends the run: `call` failed after `took`. `result` is its negative error, or the number of bytes
/// that it had moved when it gave up. Throws DeliveryError.
[[noreturn]] void refuse_call(const Caller& caller, const char* call, std::int64_t result,
                              Time took = {});

/// Waits until somebody listens at `port` of `node`, and connects to it. Called by software of a
/// host. Throws DeliveryError.
std::shared_ptr<inet::Connection> reach(inet::Inet& inet, const Caller& caller, std::size_t node,
                                        std::uint16_t port);

}  // namespace flybar::experiments
