#include "testbenches/experiments/page/round_trips.h"

#include "testbenches/experiments/page/messages.h"
#include "testbenches/experiments/page/spread.h"

namespace flybar::experiments {
namespace {

constexpr std::int64_t kRoundTripWarmUp = 2;
/// A program that has nothing else to do looks again at once.
constexpr host::PollPolicy kSpin{.first = Time(), .factor = 1, .maximum = Time()};
constexpr std::size_t kRoundTripFrames = 4;

/// Of the message there; the one back has the next.
std::uint64_t serial(std::int64_t trip) {
  return static_cast<std::uint64_t>(2 * trip);
}

/// Where node 0 learns of the message back: the message itself, or a word of its memory that the
/// interrupt handler writes.
class Returns {
 public:
  Returns(TrapezeStack& stack, const RoundTrips& trips)
      : host_(stack.host(0)),
        pages_(host_),
        trips_(trips),
        interrupts_(stack.endpoint(0).config().notify == trapeze::Notify::kInterrupt) {
    if (!interrupts_) return;
    word_ = host_.memory.frames.allocate();
    tpz_register_handler(host_.nic, 0, &Returns::handle, this);
  }

  void wait_for(std::int64_t trip) {
    if (!interrupts_) return receive(host_, pages_, trips_.control, trips_.back, serial(trip) + 1);
    const auto returned = static_cast<std::uint32_t>(trip + 1);
    const auto has_returned = [returned](std::uint32_t word) { return word == returned; };
    if (!host_.cpu.poll_memory(word_, has_returned, kSpin, kMessagePatience))
      refuse_lost(host_, serial(trip) + 1);
  }

 private:
  static tpz_disposition handle(tpz_rcvmsg* message, void* returns) {
    static_cast<Returns*>(returns)->arrived(message);
    return TPZ_RELEASE;
  }
  void arrived(tpz_rcvmsg* message) {
    check(host_, pages_, message, trips_.control, trips_.back, serial(returned_) + 1);
    ++returned_;
    host_.cpu.sync();
    host_.memory.write_word(word_, static_cast<std::uint32_t>(returned_));
  }

  TrapezeStack::Host host_;
  TakenPages pages_;
  const RoundTrips& trips_;
  const bool interrupts_;
  host::Physical word_ = 0;
  std::int64_t returned_ = 0;
};

/// Node 1, which answers each message: in its process, or in the interrupt handler.
class Answers {
 public:
  Answers(TrapezeStack& stack, const RoundTrips& trips, std::int64_t all)
      : host_(stack.host(1)),
        pages_(host_),
        trips_(trips),
        all_(all),
        frames_(host_.memory, kRoundTripFrames, trips.back),
        interrupts_(stack.endpoint(1).config().notify == trapeze::Notify::kInterrupt) {
    if (interrupts_) tpz_register_handler(host_.nic, 0, &Answers::handle, this);
  }

  void run() {
    if (interrupts_) {
      host_.cpu.wait_for(done_);
      return;
    }
    while (answered_ < all_) {
      receive(host_, pages_, trips_.control, trips_.there, serial(answered_));
      answer();
    }
  }

 private:
  static tpz_disposition handle(tpz_rcvmsg* message, void* answers) {
    static_cast<Answers*>(answers)->arrived(message);
    return TPZ_RELEASE;
  }
  void arrived(tpz_rcvmsg* message) {
    check(host_, pages_, message, trips_.control, trips_.there, serial(answered_));
    answer();
    if (answered_ == all_) host_.cpu.notify(done_);
  }
  void answer() {
    send(host_, frames_, {0, trips_.control, trips_.back, serial(answered_) + 1});
    ++answered_;
  }

  TrapezeStack::Host host_;
  TakenPages pages_;
  const RoundTrips& trips_;
  const std::int64_t all_;
  SendFrames frames_;
  const bool interrupts_;
  host::Signal done_{"last answer"};
  std::int64_t answered_ = 0;
};

}  // namespace

Time run_round_trips(TrapezeStack& stack, const RoundTrips& trips) {
  const std::int64_t all = trips.measured + kRoundTripWarmUp;
  Time measured;
  Returns returns(stack, trips);
  Answers answers(stack, trips, all);
  Messages& messages = stack.testbed().messages();
  messages.pause();
  stack.run_on(0, [&](TrapezeStack::Host& host) {
    SendFrames frames(host.memory, kRoundTripFrames, trips.there);
    for (std::int64_t trip = 0; trip < all; ++trip) {
      spread(host.cpu, static_cast<std::uint64_t>(trip));
      const Time begin = host.cpu.now();
      if (trip == kRoundTripWarmUp) messages.measure(begin);
      send(host, frames, {1, trips.control, trips.there, serial(trip)});
      returns.wait_for(trip);
      stack.testbed().progress(trip + 1, all);
      if (trip >= kRoundTripWarmUp) measured += host.cpu.now() - begin;
      if (trips.pause > Time()) host.cpu.sleep(trips.pause);
    }
  });
  stack.run_on(1, [&](TrapezeStack::Host&) { answers.run(); });
  stack.testbed().run();
  return measured;
}

}  // namespace flybar::experiments
