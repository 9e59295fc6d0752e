#include "testbenches/experiments/inet/netperf_calls.h"

#include <cerrno>
#include <cstring>

#include "models/common/delivery_error.h"
#include "models/common/quantity.h"

namespace flybar::experiments {

namespace {

/// Between two tries to reach a program that does not listen yet.
constexpr Time kRetry = Time::ms(1);

}  // namespace

void refuse_call(const std::string& where, const char* call, std::int64_t result) {
  const std::string found =
      result == -EAGAIN ? " did not end within " + quantity::print(kStuck)
      : result < 0      ? " failed: " + std::string(std::strerror(static_cast<int>(-result)))
                        : " ended after " + std::to_string(result) + " B";
  throw DeliveryError(where, call + found, "calls that succeed",
                      "look at the faults of the network (link.*), and at what was dropped");
}

std::shared_ptr<inet::Connection> reach(inet::Inet& inet, const std::string& where,
                                        std::size_t node, std::uint16_t port) {
  for (Time slept; slept < kStuck; slept += kRetry) {
    auto connection = inet::Connection::make(inet);
    const int error = connection->connect(static_cast<std::uint32_t>(node), port, 0, kStuck);
    if (error == 0) return connection;
    if (error != ECONNREFUSED) refuse_call(where, "connect", -error);
    inet.cpu().sleep(kRetry);
  }
  refuse_call(where, "connect", -ECONNREFUSED);
}

}  // namespace flybar::experiments
