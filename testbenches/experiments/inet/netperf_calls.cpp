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

void refuse_call(const Caller& caller, const char* call, std::int64_t result, Time took) {
  const std::string limit = quantity::print(kStuck);
  std::string found = call;
  if (result >= 0) found += " ended after " + std::to_string(result) + " B";
  if (result < 0 && result != -EAGAIN)
    found += " failed: " + std::string(std::strerror(static_cast<int>(-result)));
  if (result == -EAGAIN) found += " did not end within netperf's own limit of " + limit;
  if (result >= 0 && took >= kStuck) found += ", at netperf's own limit of " + limit;
  throw DeliveryError(
      caller.name, found, "calls that succeed within " + limit,
      caller.faults ? "look at the faults of the network (link.*), and at what was dropped"
                    : "move less with each call, or see with --trace net.pcapng what is dropped");
}

std::shared_ptr<inet::Connection> reach(inet::Inet& inet, const Caller& caller, std::size_t node,
                                        std::uint16_t port) {
  for (Time slept; slept < kStuck; slept += kRetry) {
    auto connection = inet::Connection::make(inet);
    const int error = establish(*connection, {static_cast<std::uint32_t>(node), port, 0}, kStuck);
    if (error == 0) return connection;
    if (error != ECONNREFUSED) refuse_call(caller, "connect", -error);
    inet.cpu().sleep(kRetry);
  }
  refuse_call(caller, "connect", -ECONNREFUSED);
}

}  // namespace flybar::experiments
