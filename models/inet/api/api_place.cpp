/// Which node, what time, and time that passes.
#include <cmath>

#include "models/inet/api/call.h"
#include "models/inet/labels.h"

using namespace flybar::inet;
using flybar::Time;

namespace {

constexpr double kMostUs = 1e12;
constexpr flybar::host::Label kCompute{"compute", flybar::host::Share::kUser};

bool is_time(double us) {
  return us >= 0 && us <= kMostUs;
}

Time time_of(double us) {
  return Time::ps(std::llround(us * 1e6));
}

}  // namespace

namespace flybar::inet {

void take_a_call(Inet& inet, Time since) {
  if (inet.cpu().now() == since) inet.cpu().spend(inet.params().socket.call, kSocketCall);
}

}  // namespace flybar::inet

// NOLINTBEGIN(readability-identifier-naming): names of the API

int inet_node(void) {
  return static_cast<int>(Process::current("inet_node").node());
}

int inet_nodes(void) {
  return static_cast<int>(Process::current("inet_nodes").nodes());
}

double inet_time_us(void) {
  return static_cast<double>(Process::current("inet_time_us").inet().cpu().now().ps()) * 1e-6;
}

int inet_compute_us(double us) {
  return call("inet_compute_us", [us](Process& process) {
    if (!is_time(us)) return -EINVAL;
    process.inet().cpu().spend(time_of(us), kCompute);
    return 0;
  });
}

int inet_sleep_us(double us) {
  return call("inet_sleep_us", [us](Process& process) {
    if (!is_time(us)) return -EINVAL;
    process.inet().cpu().sleep(time_of(us));
    return 0;
  });
}

// NOLINTEND(readability-identifier-naming)
