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

/// Ends the run, because of a call at `where` that returned this negative error, or had moved only
/// so many bytes when its time was over.
[[noreturn]] void refuse_call(const std::string& where, const char* call, std::int64_t result);

/// By the software at `where`: a connection to this port of `node`, as soon as somebody listens
/// there. Throws SimulationError.
std::shared_ptr<inet::Connection> reach(inet::Inet& inet, const std::string& where,
                                        std::size_t node, std::uint16_t port);

}  // namespace flybar::experiments
