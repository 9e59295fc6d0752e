#include "testbenches/experiments/page/stream.h"

#include <algorithm>
#include <utility>

#include "testbenches/experiments/measure/messages/steady_state.h"
#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/page/messages.h"
#include "testbenches/experiments/stacks/trapeze/options.h"

namespace flybar::experiments {

namespace {

constexpr std::size_t kClient = 0, kServer = 1;
/// Best effort drops what finds the receive ring full, so the receiver tells the sender how far it
/// is: after each kReport messages. The sender is never more than kWindow ahead of that, which is
/// less than the ring holds.
constexpr std::int64_t kWindow = 24, kReport = 8;
constexpr std::int64_t kStreamWarmUp = 32;
constexpr std::size_t kStreamFrames = 32;
constexpr Bytes kReportControl = Bytes(4);
/// With what a network loses; a message and a report take a small part of it.
constexpr Time kLossPatience = Time::ms(10);
constexpr host::Label kOverwrite{"write payload", host::Share::kUser};

}  // namespace

void Stream::describe(Parameters& options) {
  add_payload(options, payload_);
  add_control(options, control_);
  add_notify(options, notify_);
  options.add("messages", messages_, {2, 10'000'000},
              {"Messages measured, after some that fill the pipeline.", "steady state"});
  options.add_choice("sender_writes", writes_, {{"none", Writes::kNone}, {"all", Writes::kAll}},
                     {"What of a payload the sender's CPU writes before it sends it.",
                      "the published measurements do both"});
}

void Stream::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_payload(payload_, system, faults);
}

namespace {

/// The two programs of a stream.
struct Streaming {
  TrapezeStack& stack;
  Testbed& testbed;
  const Bytes control, payload;
  const std::int64_t all;
  std::int64_t reported = 0;
  std::int64_t measured = 0;  ///< messages that have come

  void serve(TrapezeStack::Host& host, bool writes) {
    SendFrames frames(host.memory, kStreamFrames, payload);
    TakenPages pages(host);
    for (std::int64_t i = 0; i < all; ++i) {
      if (i == kStreamWarmUp) {
        stack.count_from(kServer);
        testbed.messages().measure();
      }
      if (writes) host.cpu.overwrite(payload, kOverwrite);
      while (i >= reported + kWindow) wait_for_report(host, pages);
      send(host, frames, {kClient, control, payload, static_cast<std::uint64_t>(i)});
    }
    stack.count_to(kServer);
    while (reported < all / kReport * kReport) wait_for_report(host, pages);
  }

  void take(TrapezeStack::Host& host) {
    SendFrames frames(host.memory, 1, Bytes(0));
    TakenPages pages(host);
    for (std::int64_t next = 0; next < all;) {
      const auto came = arrival(host, pages, control, payload, next);
      if (!came) break;
      const std::int64_t before = std::exchange(next, *came + 1);
      count(before, next);
      if (next / kReport > before / kReport)
        send(host, frames,
             {kServer, kReportControl, Bytes(0),
              static_cast<std::uint64_t>(next / kReport * kReport - kReport)});
    }
  }

  /// The number of the message that has come, `next` unless the network loses some; nothing if all
  /// that are left are lost.
  std::optional<std::int64_t> arrival(TrapezeStack::Host& host, TakenPages& pages,
                                      Bytes control_bytes, Bytes payload_bytes,
                                      std::int64_t next) const {
    const auto serial = static_cast<std::uint64_t>(next);
    if (!testbed.is_lossy()) {
      receive(host, pages, control_bytes, payload_bytes, serial);
      return next;
    }
    const auto came =
        receive_next(host, pages, control_bytes, payload_bytes, serial, kLossPatience);
    return came ? std::optional(static_cast<std::int64_t>(*came)) : std::nullopt;
  }

  /// Reports that do not come are taken for lost, as what they are about has had its time.
  void wait_for_report(TrapezeStack::Host& host, TakenPages& pages) {
    reported =
        kReport + arrival(host, pages, kReportControl, Bytes(0), reported).value_or(reported);
  }

  /// Of all messages up to number `next`, those up to `before` had come before.
  void count(std::int64_t before, std::int64_t next) {
    testbed.progress(next, all);
    measured += next > kStreamWarmUp;
    if (before < kStreamWarmUp && next >= kStreamWarmUp) stack.count_from(kClient);
    // If messages are lost, any may be the last one.
    if (next == all || testbed.is_lossy()) stack.count_to(kClient);
  }
};

}  // namespace

Results Stream::run(const Context& context) {
  Testbed testbed(context, {});
  TrapezeStack stack(testbed, {.notify = notify_});
  Streaming streaming{stack, testbed, control_, payload_, messages_ + kStreamWarmUp};
  testbed.messages().pause();
  stack.run_on(kServer,
               [&](TrapezeStack::Host& host) { streaming.serve(host, writes_ == Writes::kAll); });
  stack.run_on(kClient, [&](TrapezeStack::Host& host) { streaming.take(host); });
  testbed.run();
  if (streaming.measured == 0)
    throw StoppedByFaults({"stream", "no message has come of those that are measured",
                           "one message or more", "lower the faults link.*, or raise messages"},
                          testbed.by_now());

  const double us = stack.counted(kClient).us();
  const auto measured = static_cast<double>(streaming.measured);
  const double bytes = measured * static_cast<double>(payload_.count);
  Results results;
  results.numbers = {{"bandwidth", bytes / us, "MB/s"}, {"time_per_message", us / measured, "us"}};
  if (testbed.is_lossy()) testbed.account_losses(results);
  stack.account(results);
  if (const auto why =
          too_short(testbed.messages().summary().arrivals(), stack.counted_from(kClient),
                    stack.counted_to(kClient), "messages", "messages"))
    results.notes.push_back(*why);
  return results;
}

}  // namespace flybar::experiments
