#include "testbenches/tests/inet/kernel_calls.h"

#include <gtest/gtest.h>

#include <string>

#include "testbenches/experiments/page/payload.h"

namespace flybar::inet {

namespace {

constexpr Bytes kPage(8192);

}  // namespace

KernelCalls::KernelCalls(gmsnet::Gmsnet& caller, gmsnet::Gmsnet& server)
    : caller_(caller),
      server_(server.node()),
      service_(server, kPage),
      frame_(caller.cpu().memory().frames.allocate()),
      worker_(caller.cpu(), "calls to node " + std::to_string(server_), [this] { call(); }) {}

void KernelCalls::call() {
  gmsnet::Message request = caller_.gmsnet_makebuf(experiments::PageService::kFetch);
  request.arguments.push(++serial_);
  most_entries_ = std::max(most_entries_, tpz_get_sendmsgs_waiting(caller_.nic()));
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
