#include "testbenches/tests/cost/stall.h"

#include <array>

#include "models/inet/socket/listener.h"
#include "models/myrinet/network_params.h"
#include "testbenches/experiments/inet/netperf_calls.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"
#include "testbenches/experiments/stacks/inet/trapeze_link.h"

namespace flybar::speed {

namespace {

constexpr std::uint16_t kPort = 7000;
/// The network works until then, which is long enough to connect.
constexpr Time kDeadFrom = Time::ms(5);

}  // namespace

experiments::Results stall(const experiments::Context& context, std::int64_t stalls) {
  cluster::SystemParams system = context.system;
  myrinet::FaultParams& faults = system.shared.get<myrinet::NetworkParams>().faults;
  faults.dead_cable = 1, faults.dead_from = kDeadFrom;
  const experiments::Context broken = context.on(system);
  experiments::Testbed testbed(broken, {});
  experiments::TrapezeLink link(testbed, 0, experiments::BesideIp::kCalls);
  experiments::Stack& stack = link.stack();
  experiments::InetHosts hosts(testbed, link, {.socket_buffer = Bytes(64 * 1024)});
  std::array<std::uint8_t, 8192> page = {};
  const auto wait = [&page, stalls](inet::Connection& connection) {
    connection.receive({}, inet::UserArea(page.data()), page.size(), stalls * Time::ms(500));
  };
  stack.run_on(0, [&](cluster::Node& host) {
    const auto connection = experiments::reach(hosts.inet(0), {"stall", true}, 1, kPort);
    host.cpu.sleep(2 * kDeadFrom);
    connection->send({}, inet::UserArea(page.data()), page.size(), Time::never());
    wait(*connection);
  });
  stack.run_on(1, [&](cluster::Node&) {
    inet::Listener listener(hosts.inet(1));
    listener.listen(kPort, 1);
    wait(*listener.accept());
  });
  testbed.run();
  experiments::Results results;
  stack.account(results);
  return results;
}

}  // namespace flybar::speed
