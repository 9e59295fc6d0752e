#include "testbenches/experiments/rpc/rpc.h"

#include <deque>

#include "models/common/quantity.h"
#include "models/gmsnet/gmsnet_params.h"
#include "models/host/params.h"
#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/rpc/rpc_caller.h"
#include "testbenches/experiments/stacks/calls/kernels.h"
#include "testbenches/experiments/stacks/trapeze/options.h"

namespace flybar::experiments {

using gmsnet::Delivery;

namespace {

constexpr std::int64_t kCallWarmUp = 2;
/// Longer than any call takes, with its time-out.
constexpr Time kCallPatience = Time::ms(500);
/// Enough that the rate no longer grows with it.
constexpr std::int64_t kSeveral = 16;

}  // namespace

void Rpc::describe(Parameters& options) {
  add_payload(options, payload_);
  options.add_choice("hops", hops_, {{"2", Hops::kTwo}, {"3", Hops::kThree}},
                     {"Messages per call: a request and its reply, or one more that passes the "
                      "request on to a second server.",
                      "the published table has both"});
  options.add_choice(
      "reply", variant_,
      {{"wait", Variant::kWait}, {"cont", Variant::kCont}, {"defer", Variant::kDefer}},
      {"How the reply is handled: it wakes the caller, or runs a continuation in the interrupt "
       "handler, or in a daemon.",
       "the published table has all"});
  options.add_choice("delivery", delivery_,
                     {{"solicited", Delivery::kSolicited},
                      {"unsolicited", Delivery::kUnsolicited},
                      {"copy", Delivery::kCopy}},
                     {"Where the page of the reply goes: a frame mapped for it, a frame of the "
                      "receive ring, or copied from there.",
                      "the published table has all"});
  options.add(
      "outstanding", outstanding_, {0, 31},
      {"Calls outstanding at once for rate and bandwidth; 0: one that waits, or 16 "
       "nonblocking ones, each of whose continuations makes the next call. The latency is always "
       "that of one.",
       "the published rate of waiting callers is that of one"});
  options.add("calls", calls_, {1, 10'000'000},
              {"Calls measured for the latency, and again for the rate.", "steady state"});
}

void Rpc::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_payload(payload_, system, faults);
  check_switches(nodes(), system, faults);
  if (payload_.count > 0) check_frame(system.node(0), faults);
}

/// A page arrives in one frame: that of the caller, or one of the receive ring, which is as long as
/// the largest payload and makes way for one from the pool when the caller keeps it.
void Rpc::check_frame(const LayerParams& caller, std::vector<Fault>& faults) const {
  const Bytes frame = caller.get<host::HostParams>().frame;
  const Bytes most = largest_payload(caller);
  if (payload_ > frame)
    faults.push_back({"payload", quantity::print(payload_) + " is more than a page frame",
                      "0 B .. " + quantity::print(frame), "lower it, or raise host.frame"});
  if (delivery_ == Delivery::kUnsolicited && most > frame)
    faults.push_back(
        {kLargestPayload,
         quantity::print(most) + " is more than a page frame, with delivery=unsolicited",
         "up to " + quantity::print(frame),
         "lower it, or choose delivery=solicited or delivery=copy"});
}

std::size_t Rpc::nodes() const {
  return hops_ == Hops::kTwo ? 2 : 3;
}

std::int64_t Rpc::outstanding() const {
  if (outstanding_ > 0) return outstanding_;
  return variant_ == Variant::kWait ? 1 : kSeveral;
}

RpcCaller::Setup Rpc::setup(Time patience) const {
  return {.operation = hops_ == Hops::kTwo ? PageService::kFetch : PageService::kForward,
          .delivery = delivery_,
          .payload = payload_,
          .blocking = variant_ == Variant::kWait,
          .deferred = variant_ == Variant::kDefer,
          .all = kCallWarmUp + 2 * (calls_ + outstanding()),
          .patience = patience};
}

Results Rpc::run(const Context& context) {
  Testbed testbed(context, {.nodes = nodes(), .patience = kCallPatience});
  TrapezeStack stack(testbed, {.notify = trapeze::Notify::kInterrupt});
  FramePools pools(testbed);
  Kernels kernels(stack, pools);
  std::deque<PageService> services;
  for (std::size_t n = 1; n < nodes(); ++n) {
    services.emplace_back(kernels.gmsnet(n), payload_);
    stack.run_on(n, [](TrapezeStack::Host&) {});
  }
  const Time patience = context.system.node(0).get<gmsnet::GmsnetParams>().timeout;
  RpcCaller caller(testbed, kernels.gmsnet(0), setup(patience), outstanding());
  RpcCaller::Phase warm_up{.calls = kCallWarmUp};
  RpcCaller::Phase single{.calls = calls_, .spread = true};
  // The first calls find idle NICs, and the last ones no work of new calls beside them.
  RpcCaller::Phase several{.calls = calls_, .outstanding = outstanding(), .untimed = outstanding()};
  testbed.messages().pause();
  stack.run_on(0, [&](TrapezeStack::Host&) {
    caller.run(warm_up);
    testbed.messages().measure();
    caller.run(single);
    testbed.messages().pause();
    caller.run(several);
  });
  testbed.run();
  return results(stack, single, several);
}

Results Rpc::results(TrapezeStack& stack, const RpcCaller::Phase& single,
                     const RpcCaller::Phase& several) const {
  const auto calls = static_cast<double>(calls_);
  const double elapsed = (several.end - several.begin).us();
  Results results;
  results.numbers = {
      {"latency", single.waited.us() / calls, "us"},
      {"rate", 1e6 * calls / elapsed, "msgs/s"},
  };
  if (payload_ > Bytes())
    results.numbers.push_back(
        {"bandwidth", calls * static_cast<double>(payload_.count) / elapsed, "MB/s"});
  stack.account(results);
  Table calls_table = latencies_table("call latency", "calls");
  calls_table.rows = {latency_row("one at a time", single.latencies),
                      latency_row("outstanding together", several.latencies)};
  results.tables.push_back(calls_table);
  results.histograms.push_back({"call latency", single.latencies});
  return results;
}

}  // namespace flybar::experiments
