/// The rules of the engines, each at its edge, on plain state.
#include "models/lanai/engines/tick.h"

#include <gtest/gtest.h>

namespace flybar::lanai {
namespace {

using namespace literals;

constexpr Time kClock = 30_ns, kWordTime = 25_ns;

/// Counts what moves; all words are whole.
struct Counted {
  EngineState& state;
  std::uint64_t receive_words = 100, send_words = 100;
  int left = 0, host_words = 0, host_data_words = 0, stored = 0, fetched = 0;

  bool may_start(Time start, Time end) const { return !state.send.stopped && start < end; }
  void leave(Time start) {
    state.send.wire_free = start + kWordTime;
    --state.send.fifo;
    ++left;
  }
  void arrive() {
    ++state.receive.waiting;
    state.receive.ready += kWordTime;
  }
  std::uint64_t receive_left() const { return receive_words; }
  std::uint64_t send_left() const { return send_words; }
  void host_word() { ++host_words; }
  void host_data(Time) { ++host_data_words; }
  void store(Time, std::uint32_t words) { stored += static_cast<int>(words); }
  void fetch(Time, std::uint32_t words) { fetched += static_cast<int>(words); }
};

class Tick : public testing::Test {
 protected:
  static ChipParams chip() {
    ChipParams params;
    params.clock = kClock;
    return params;
  }
  Rules rules{chip()};
  EngineState state;
  Counted words{state};

  void link(Time t) { tick_link(state, t, rules, words); }
  Accesses sram(Time t, const OtherWants& others = {}) {
    return tick_sram(state, t, rules, others, words);
  }
};

TEST_F(Tick, LinkWaitsOneWordBelowItsStart) {
  state.send.active = true;
  state.send.fifo = rules.start - 1;
  link(0_ns);
  EXPECT_EQ(words.left, 0);
}

TEST_F(Tick, LinkStartsWithEnoughWords) {
  state.send.active = true;
  state.send.fifo = rules.start;
  link(0_ns);
  EXPECT_EQ(words.left, 2);  // at 0 and at 25 ns, in a clock of 30 ns
}

TEST_F(Tick, LinkStartsWithOneWordIfNoMoreComes) {
  state.send.fifo = 1;
  link(0_ns);
  EXPECT_EQ(words.left, 1);
  EXPECT_FALSE(state.send.running);
}

TEST_F(Tick, LinkThatRunsTakesWhatThereIs) {
  state.send = {.fifo = 1, .active = true, .running = true};
  link(0_ns);
  EXPECT_EQ(words.left, 1);
}

TEST_F(Tick, LinkThatIsFreeWithTheNextClockWaitsForIt) {
  state.send = {.wire_free = kClock, .fifo = 3, .active = true, .running = true};
  link(0_ns);
  EXPECT_EQ(words.left, 0);
}

TEST_F(Tick, LinkThatIsFreeBeforeTheNextClockTakesAWord) {
  state.send = {.wire_free = kClock - Time::ps(1), .fifo = 3, .active = true, .running = true};
  link(0_ns);
  EXPECT_EQ(words.left, 1);
}

TEST_F(Tick, LinkThatIsStoppedTakesNothingAndGoesOnLater) {
  state.send = {.fifo = 3, .active = true, .running = true, .stopped = true};
  link(0_ns);
  EXPECT_EQ(words.left, 0);
  EXPECT_TRUE(state.send.running);
}

TEST_F(Tick, WordCountsInTheClockThatBeginsWhenItHasArrived) {
  state.receive.ready = kClock;
  link(kClock - Time::ps(1));
  EXPECT_EQ(state.receive.waiting, 0u);
  link(kClock);
  EXPECT_EQ(state.receive.waiting, 1u);
}

TEST_F(Tick, ReceiveStoresOnlyIfArmed) {
  state.receive.waiting = 1;
  sram(0_ns);
  EXPECT_EQ(words.stored, 0);
  state.receive.armed = true;
  sram(0_ns);
  EXPECT_EQ(words.stored, 1);
}

TEST_F(Tick, ReceiveStoresNoMoreThanItHasRoomFor) {
  rules.link_words = 2;
  state.receive = {.waiting = 5, .armed = true};
  words.receive_words = 1;
  sram(0_ns);
  EXPECT_EQ(words.stored, 1);
}

TEST_F(Tick, SendFetchesWhileThereIsRoom) {
  state.send = {.fifo = rules.fifo - 1, .active = true};
  sram(0_ns);
  EXPECT_EQ(words.fetched, 1);
  state.send.fifo = rules.fifo;
  sram(0_ns);
  EXPECT_EQ(words.fetched, 1);
}

TEST_F(Tick, SendFetchesNoMoreThanItWasAskedFor) {
  rules.link_words = 2;
  state.send.active = true;
  words.send_words = 1;
  sram(0_ns);
  EXPECT_EQ(words.fetched, 1);
}

TEST_F(Tick, DataPhaseMovesInItsClockAndNotBefore) {
  state.host = {.next = kClock, .interval = 33_ns};
  sram(kClock - Time::ps(1));
  EXPECT_EQ(words.host_data_words, 0);
  sram(kClock);
  EXPECT_EQ(words.host_data_words, 1);
  EXPECT_EQ(state.host.next, kClock + 33_ns);
}

TEST_F(Tick, DataPhaseWithoutAnAccessWaitsAClock) {
  rules.order = Arbitration::kReceiveHostSendCpu;
  rules.accesses = 1;
  state.receive = {.waiting = 1, .armed = true};
  state.host = {.next = 3_ns, .interval = 33_ns};
  sram(kClock);
  EXPECT_EQ(words.host_data_words, 0);
  EXPECT_EQ(state.host.next, 2 * kClock);
}

TEST_F(Tick, DataPhaseWaitsForAWordOfTheHost) {
  state.host = {.next = 0_ns, .interval = 33_ns};
  sram(0_ns, {.host_word = true});
  EXPECT_EQ(words.host_words, 1);
  EXPECT_EQ(words.host_data_words, 0);
  EXPECT_EQ(state.host.next, kClock);
}

TEST_F(Tick, ProcessorGetsWhatTheEnginesLeave) {
  state.send.active = true;
  EXPECT_EQ(sram(0_ns).cpu, 1);
  state.host.next = 0_ns;
  EXPECT_EQ(sram(0_ns).cpu, 0);
}

TEST_F(Tick, ProcessorThatComesFirstGetsWhatItWants) {
  rules.order = Arbitration::kCpuHostReceiveSend;
  state.send.active = true;
  EXPECT_EQ(sram(0_ns, {.cpu = 2}).cpu, 2);
  EXPECT_EQ(words.fetched, 0);
  EXPECT_EQ(sram(0_ns, {.cpu = 1}).cpu, 1);
  EXPECT_EQ(words.fetched, 1);
}

TEST_F(Tick, StopFollowsAtItsMarkOnce) {
  state.receive.waiting = rules.stop - 1;
  EXPECT_EQ(tick_flow(state.receive, rules), Flow::kNone);
  state.receive.waiting = rules.stop;
  EXPECT_EQ(tick_flow(state.receive, rules), Flow::kStop);
  EXPECT_EQ(tick_flow(state.receive, rules), Flow::kNone);
}

TEST_F(Tick, GoFollowsBelowItsMarkAfterAStop) {
  state.receive = {.waiting = rules.go, .stopped = true};
  EXPECT_EQ(tick_flow(state.receive, rules), Flow::kNone);
  state.receive.waiting = rules.go - 1;
  EXPECT_EQ(tick_flow(state.receive, rules), Flow::kGo);
  EXPECT_EQ(tick_flow(state.receive, rules), Flow::kNone);
}

TEST_F(Tick, MarksThatAreNoWordsAreReachedByTheNextWholeWord) {
  ChipParams params;
  params.stop_mark = 57_B;
  params.go_mark = 41_B;
  EXPECT_EQ(Rules(params).stop, 15u);
  EXPECT_EQ(Rules(params).go, 11u);
}

TEST_F(Tick, WideDataPhaseNeedsTwoAccessesOfANarrowSram) {
  rules.host_phase = 2;
  rules.accesses = 1;
  state.host = {.next = 0_ns, .interval = 30_ns};
  sram(0_ns);
  EXPECT_EQ(words.host_data_words, 0);
  rules.accesses = 2;
  EXPECT_EQ(sram(kClock).host, 2);
  EXPECT_EQ(words.host_data_words, 1);
}

TEST_F(Tick, WideDataPhaseThatMustWaitLeavesItsAccessToOthers) {
  rules.host_phase = 2;
  rules.order = Arbitration::kReceiveHostSendCpu;
  state.host = {.next = 0_ns, .interval = 30_ns};
  state.receive = {.waiting = 1, .armed = true};
  EXPECT_EQ(sram(0_ns).cpu, 1);
  EXPECT_EQ(words.host_data_words, 0);
}

TEST_F(Tick, WideSramMovesTwoWordsInOneAccess) {
  rules.width = rules.link_words = 2;
  state.receive = {.waiting = 3, .armed = true};
  EXPECT_EQ(sram(0_ns).receive, 1);
  EXPECT_EQ(words.stored, 2);
  state.receive.waiting = 1;
  sram(kClock);
  EXPECT_EQ(words.stored, 3);
}

TEST_F(Tick, ReceiveIsSureOfWhatThoseBeforeItLeave) {
  EXPECT_EQ(sure_receive_words(rules), 1);
  rules.order = Arbitration::kHostSendReceiveCpu;
  EXPECT_EQ(sure_receive_words(rules), 0);
  rules.accesses = 3;
  EXPECT_EQ(sure_receive_words(rules), 1);
}

/// A processor that wants less leaves two accesses together, which a wide data phase takes.
TEST_F(Tick, ReceiveIsSureOfNothingWhereADataPhaseFitsIfOthersWantLess) {
  rules.order = Arbitration::kCpuHostReceiveSend;
  rules.accesses = 3;
  rules.host_phase = 2;
  EXPECT_EQ(sure_receive_words(rules), 0);
}

TEST_F(Tick, ReceiveGetsWhatItIsSureOfWhateverTheOthersWant) {
  for (const int order : {0, 1, 2, 3})
    for (rules.accesses = 1; rules.accesses <= 6; ++rules.accesses)
      for (rules.host_phase = 1; rules.host_phase <= 2; ++rules.host_phase)
        for (rules.link_words = 1; rules.link_words <= 3; ++rules.link_words) {
          rules.order = Arbitration(order);
          const int sure = sure_receive_words(rules);
          for (int wants = 0; wants < 3 * 4 * 3; ++wants) {
            const Accesses others{.host = std::min(wants % 3, rules.host_phase),
                                  .receive = rules.link_words,
                                  .send = std::min(wants / 3 % 4, rules.link_words),
                                  .cpu = wants / 12};
            EXPECT_GE(arbitrate(rules.order, others, rules.accesses).receive, sure);
          }
        }
}

}  // namespace
}  // namespace flybar::lanai
