#include "testbenches/experiments/page/stream.h"

#include "testbenches/experiments/options.h"
#include "testbenches/experiments/page/messages.h"

namespace flybar::experiments {

namespace {

constexpr std::size_t kClient = 0, kServer = 1;
/// Best effort drops what finds the receive ring full, so the receiver tells the sender how far it
/// is: after each kReport messages. The sender is never more than kWindow ahead of that, which is
/// less than the ring holds.
constexpr std::int64_t kWindow = 24, kReport = 8;
constexpr std::int64_t kWarmUp = 32;
constexpr std::size_t kFrames = 32;
constexpr Bytes kReportControl = Bytes(4);
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
  check_words("control", control_, faults);
}

Results Stream::run(const Context& context) {
  Testbed testbed(context, {});
  TrapezeStack stack(testbed, {.notify = notify_});
  const std::int64_t all = messages_ + kWarmUp;
  testbed.messages().pause();

  stack.run_on(kServer, [&](TrapezeStack::Host& host) {
    SendFrames frames(host.memory, kFrames, payload_);
    TakenPages pages(host);
    std::int64_t reported = 0;
    for (std::int64_t i = 0; i < all; ++i) {
      if (i == kWarmUp) {
        stack.count_from(kServer);
        testbed.messages().measure();
      }
      if (writes_ == Writes::kAll) host.cpu.overwrite(payload_, kOverwrite);
      for (; i >= reported + kWindow; reported += kReport)
        receive(host, pages, kReportControl, Bytes(0), static_cast<std::uint64_t>(reported));
      send(host, frames, {kClient, control_, payload_, static_cast<std::uint64_t>(i)});
    }
    stack.count_to(kServer);
    for (; reported < all / kReport * kReport; reported += kReport)
      receive(host, pages, kReportControl, Bytes(0), static_cast<std::uint64_t>(reported));
  });
  stack.run_on(kClient, [&](TrapezeStack::Host& host) {
    SendFrames frames(host.memory, 1, Bytes(0));
    TakenPages pages(host);
    for (std::int64_t i = 0; i < all; ++i) {
      receive(host, pages, control_, payload_, static_cast<std::uint64_t>(i));
      testbed.progress(i + 1, all);
      if (i + 1 == kWarmUp) stack.count_from(kClient);
      if (i + 1 == all) stack.count_to(kClient);
      if ((i + 1) % kReport == 0)
        send(host, frames,
             {kServer, kReportControl, Bytes(0), static_cast<std::uint64_t>(i + 1 - kReport)});
    }
  });
  testbed.run();

  const Time took = stack.counted(kClient);
  Results results;
  const double bandwidth = static_cast<double>(messages_ * payload_.count) / took.us();
  results.numbers.push_back({"bandwidth", bandwidth, "MB/s", published(context)});
  results.numbers.push_back(
      {"time_per_message", took.us() / static_cast<double>(messages_), "us", ""});
  stack.account(results);
  return results;
}

/// The id of the published row with these conditions.
std::string Stream::published(const Context& context) const {
  if (context.system.platform != "alcor-miata" || payload_ != Bytes(8192) || control_ != kControl ||
      notify_ != trapeze::Notify::kPolling)
    return "";
  return writes_ == Writes::kAll ? "U054" : "U033";
}

}  // namespace flybar::experiments
