#include "testbenches/experiments/inet/beside/calls.h"

#include <string>

#include "models/common/delivery_error.h"

namespace flybar::experiments {

CallsBeside::CallsBeside(Stack& stack, Kernels& kernels)
    : gmsnet_(kernels.gmsnet(kClient)),
      testbed_(stack.testbed()),
      service_(kernels.gmsnet(kServer), Bytes()),
      caller_(gmsnet_.cpu(), "caller", [this] { call(); }) {}

void CallsBeside::call() {
  gmsnet::Message request = gmsnet_.gmsnet_makebuf(PageService::kFetch);
  request.arguments.push(++serial_);
  const Time begin = gmsnet_.cpu().now();
  const gmsnet::Reply reply = gmsnet_.gmsnet_call(request, kServer);
  if (reply.status == gmsnet::Status::kTimedOut) {
    ++unanswered_;
    return;
  }
  if (reply.status != gmsnet::Status::kOk || reply.arguments.words()[0] != serial_)
    throw DeliveryError("netperf, call " + std::to_string(serial_),
                        "the reply is \"" + std::string(name(reply.status)) + "\"",
                        "\"ok\" with the number of the call", "look at gmsnet's counters");
  last_.push_back(gmsnet_.cpu().now() - begin);
}

void CallsBeside::begin() {
  caller_.begin();
}

/// More calls may follow, and another end.
void CallsBeside::end() {
  for (const Time latency : last_) latencies_.add(latency);
  last_.clear();
}

void CallsBeside::account(Results& results, double elapsed) {
  const auto calls = static_cast<double>(latencies_.count());
  if (calls > 0)
    results.numbers.insert(results.numbers.end(),
                           {{"rpc_latency", latencies_.mean_us(), "us"},
                            {"rpc_p50", latencies_.quantile(0.5).us(), "us"},
                            {"rpc_p99", latencies_.quantile(0.99).us(), "us"},
                            {"rpc_rate", 1e6 * calls / elapsed, "/s"}});
  else
    note_nothing("call", results);
  results.numbers.push_back({"rpc_unanswered", static_cast<double>(unanswered_), ""});
  results.histograms.push_back({"calls beside the test", latencies_});
}

}  // namespace flybar::experiments
