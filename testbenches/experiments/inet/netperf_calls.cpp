#include "testbenches/experiments/inet/netperf_calls.h"

#include <cerrno>

#include "models/common/error.h"

namespace flybar::experiments {

namespace {

/// Between two tries to reach a program that does not listen yet.
constexpr Time kRetry = Time::ms(1);

}  // namespace

void refuse_call(const std::string& where, const char* call, std::int64_t error) {
  throw SimulationError(where, std::string(call) + " failed with error " + std::to_string(-error),
                        "calls that succeed", "look at faults.* and at the drops");
}

std::shared_ptr<inet::Connection> reach(inet::Inet& inet, const std::string& where,
                                        std::size_t node, std::uint16_t port) {
  for (Time slept; slept < kStuck; slept += kRetry) {
    auto connection = std::make_shared<inet::Connection>(inet);
    const int error = connection->connect(static_cast<std::uint32_t>(node), port, 0, kStuck);
    if (error == 0) return connection;
    if (error != ECONNREFUSED) refuse_call(where, "connect", -error);
    inet.cpu().sleep(kRetry);
  }
  refuse_call(where, "connect", -ECONNREFUSED);
}

}  // namespace flybar::experiments
