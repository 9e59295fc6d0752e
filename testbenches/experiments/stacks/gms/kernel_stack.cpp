#include "testbenches/experiments/stacks/gms/kernel_stack.h"

#include <vector>

#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/stacks/gms/memory_cluster.h"
#include "testbenches/experiments/stacks/inet/calls_over_ip.h"
#include "testbenches/experiments/stacks/inet/inet_checks.h"

namespace flybar::experiments {

namespace {

/// Of sockets, which the kernels' own datagrams do not use.
constexpr Bytes kAnySocketBuffer(64 * 1024);

}  // namespace

KernelStack::KernelStack(Testbed& testbed, Transport transport) {
  if (transport == Transport::kTrapeze) {
    trapeze_.emplace(testbed,
                     TrapezeStack::Setup{.notify = trapeze::Notify::kInterrupt,
                                         .card = card_of(transport, testbed.context().system)});
    pools_.emplace(testbed);
    kernels_ = std::make_unique<Kernels>(*trapeze_, *pools_);
    return;
  }
  link_ = make_link_layer(testbed, transport, BesideIp::kNothing);
  inet_.emplace(testbed, *link_, InetHosts::Setup{kAnySocketBuffer, sums_by_software(transport)});
  kernels_ = calls_over_ip(testbed, *inet_);
}

void add_call_transport(Parameters& options, Transport& transport) {
  std::vector<Transport> all = kIpTransports;
  all.insert(all.begin(), Transport::kTrapeze);
  add_transport(options, transport, all, "as published");
}

void check_calls(Transport transport, std::size_t nodes, const cluster::SystemParams& system,
                 std::vector<Fault>& faults) {
  const std::size_t before = faults.size();
  if (transport == Transport::kTrapeze) {
    check_transport(transport, nodes, system, faults);
    if (faults.size() == before) check_pages(system, faults);
    if (faults.size() == before) check_switches(nodes, system, faults);
  } else {
    check_inet(transport, nodes, kAnySocketBuffer, system, faults);
    if (faults.size() == before) check_frames(system, faults);
  }
}

}  // namespace flybar::experiments
