#include "testbenches/tests/inet/kernel_calls.h"

#include "models/gmsnet/carriers/trapeze/trapeze_carrier.h"

#include <gtest/gtest.h>

#include <string>

#include "testbenches/experiments/page/payload.h"

namespace flybar::inet {

namespace {

constexpr Bytes kPage(8192);

}  // namespace

KernelCalls::KernelCalls(experiments::Kernels& kernels, std::size_t caller, std::size_t server)
    : caller_(kernels.gmsnet(caller)),
      nic_(static_cast<gmsnet::TrapezeCarrier&>(kernels.carrier(caller)).nic()),
      server_(kernels.gmsnet(server).node()),
      service_(kernels.gmsnet(server), kPage),
      frame_(caller_.cpu().memory().frames.allocate()),
      worker_(caller_.cpu(), "calls to node " + std::to_string(server_), [this] { call(); }) {}

void KernelCalls::call() {
  gmsnet::Message request = caller_.gmsnet_makebuf(experiments::PageService::kFetch);
  request.arguments.push(++serial_);
  most_entries_ = std::max(most_entries_, tpz_get_sendmsgs_waiting(nic_));
  const Time begin = caller_.cpu().now();
  const gmsnet::Reply reply = caller_.gmsnet_call(
      request, server_,
      {.delivery = gmsnet::Delivery::kSolicited, .frame = frame_, .length = kPage});
  if (reply.status == gmsnet::Status::kTimedOut) {
    ++unanswered_;
    return;
  }
  EXPECT_EQ(reply.status, gmsnet::Status::kOk);
  EXPECT_EQ(reply.payload_length, kPage);
  experiments::compare(caller_.cpu().memory(), frame_, kPage, serial_, "call");
  longest_ = std::max(longest_, caller_.cpu().now() - begin);
  ++answered_;
}

}  // namespace flybar::inet
