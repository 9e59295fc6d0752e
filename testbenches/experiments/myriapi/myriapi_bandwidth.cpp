#include "testbenches/experiments/myriapi/myriapi_bandwidth.h"

#include "testbenches/experiments/measure/messages/steady_state.h"

namespace flybar::experiments {

namespace {

constexpr std::size_t kMyriapiReceiver = 0, kMyriapiSender = 1;
/// The firmware drops what finds no descriptor, so the receiver tells the sender how far it is:
/// after each kToldAfter messages. The sender is never more than kAhead in front of that: a
/// descriptor for each, and one with the message that the receiver looks at.
constexpr std::int64_t kAhead = 12, kToldAfter = 4;
static_assert(kAhead + kToldAfter <= myriapi::layout::kReceiveEntries);
constexpr std::int64_t kMyriapiMessagesBefore = 16;
constexpr Bytes kReport = Bytes(4);

/// The two programs.
struct BackToBack {
  MyriapiStack& stack;
  Testbed& testbed;
  const Bytes payload;
  const std::int64_t all;
  std::int64_t told = 0;  ///< messages that the sender knows to have come

  void send(MyriapiProgram& program) {
    for (std::int64_t i = 0; i < all; ++i) {
      if (i == kMyriapiMessagesBefore) {
        stack.count_from(kMyriapiSender);
        testbed.messages().measure();
      }
      while (i >= told + kAhead) hear(program);
      program.send(kMyriapiReceiver, payload, static_cast<std::uint64_t>(i));
    }
    stack.count_to(kMyriapiSender);
    while (told < all / kToldAfter * kToldAfter) hear(program);
  }

  void take(MyriapiProgram& program) {
    for (std::int64_t i = 0; i < all; ++i) {
      program.receive(payload, static_cast<std::uint64_t>(i));
      testbed.progress(i + 1, all);
      if (i + 1 == kMyriapiMessagesBefore) stack.count_from(kMyriapiReceiver);
      if (i + 1 == all) stack.count_to(kMyriapiReceiver);
      if ((i + 1) % kToldAfter == 0)
        program.send(kMyriapiSender, kReport, static_cast<std::uint64_t>(i + 1));
    }
  }

  void hear(MyriapiProgram& program) {
    told += kToldAfter;
    program.receive(kReport, static_cast<std::uint64_t>(told));
  }
};

}  // namespace

void MyriapiBandwidth::describe(Parameters& options) {
  messages_.describe(options);
  options.add("messages", count_, {2, 10'000'000},
              {"Messages measured, after some that fill the pipeline.", "steady state"});
}

void MyriapiBandwidth::check(const cluster::SystemParams& system,
                             std::vector<Fault>& faults) const {
  messages_.check(system, faults);
}

Results MyriapiBandwidth::run(const Context& context) {
  Testbed testbed(context, {});
  MyriapiStack stack(testbed, {.notify = messages_.notify});
  MyriapiPorts ports(stack, messages_.copies);
  BackToBack programs{stack, testbed, messages_.payload, count_ + kMyriapiMessagesBefore};
  testbed.messages().pause();
  stack.run_on(kMyriapiSender, [&](cluster::Node& node) {
    MyriapiProgram program(ports, node, kMyriapiSender);
    programs.send(program);
  });
  stack.run_on(kMyriapiReceiver, [&](cluster::Node& node) {
    MyriapiProgram program(ports, node, kMyriapiReceiver);
    programs.take(program);
  });
  testbed.run();

  const double us = stack.counted(kMyriapiReceiver).us();
  const auto count = static_cast<double>(count_);
  Results results;
  results.numbers = {
      {"bandwidth", count * static_cast<double>(messages_.payload.count) / us, "MB/s"},
      {"time_per_message", us / count, "us"}};
  stack.account(results);
  if (const auto why =
          too_short(testbed.messages().summary().arrivals(), stack.counted_from(kMyriapiReceiver),
                    stack.counted_to(kMyriapiReceiver), "messages", "messages"))
    results.notes.push_back(*why);
  return results;
}

}  // namespace flybar::experiments
