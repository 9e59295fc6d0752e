#include "testbenches/tests/gmsnet/datagram_kernels.h"

#include <gtest/gtest.h>

#include <string>

namespace flybar::gmsnet {

DatagramKernels::Link::Link(experiments::TrapezeStack& stack)
    : stack_(stack), pools_(stack.testbed()) {
  const experiments::Context& context = stack.testbed().context();
  for (std::size_t n = 0; n < stack.testbed().hardware().nodes(); ++n)
    drivers_.emplace_back(stack.endpoint(n), pools_.of(n),
                          context.system.node(n).get<inet::InetParams>());
}

DatagramKernels::DatagramKernels(experiments::TrapezeStack& stack)
    : link_(stack), hosts_(stack.testbed(), link_, {.socket_buffer = Bytes(64 * 1024)}) {
  experiments::Testbed& testbed = stack.testbed();
  const experiments::Context& context = testbed.context();
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n) {
    const auto& params = context.system.node(n).get<GmsnetParams>();
    carriers_.emplace_back(hosts_.inet(n), params);
    gmsnets_.emplace_back(std::string(testbed.hardware().node(n).name()), carriers_.back(),
                          link_.pool(n), params, context.observer);
  }
}

void DatagramKernels::expect_clean(std::size_t n) {
  inet(n).complete_sent();
  inet(n).cpu().sync();
  EXPECT_EQ(carriers_[n].held(), 0u) << n;
  EXPECT_EQ(carriers_[n].port().held(), 0u) << n;
  EXPECT_EQ(carriers_[n].under_way(), 0u) << n;
  EXPECT_EQ(inet(n).input().frames(), 0u) << n;
  EXPECT_EQ(inet(n).output().count(), 0u) << n;
  EXPECT_EQ(inet(n).pages().count(), 0u) << n;
  EXPECT_EQ(inet(n).cpu().memory().frames.pinned(), 0u) << n;
}

}  // namespace flybar::gmsnet
