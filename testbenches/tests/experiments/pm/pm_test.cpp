/// PM on its firmware: what arrives, in which order, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <set>
#include <string_view>

#include "models/cluster/files/platform.h"
#include "models/myrinet/network_params.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/measure/messages/critical_path.h"
#include "testbenches/experiments/pm/pm_bandwidth.h"
#include "testbenches/experiments/pm/pm_latency.h"
#include "testbenches/experiments/stacks/pm/pm_process.h"
#include "testbenches/tests/experiments/measure/faults_of.h"
#include "testbenches/tests/random.h"
#include "testbenches/tests/test_size.h"

namespace flybar::experiments {
namespace {

using namespace literals;
using pm::layout::Status;
using Options = std::vector<std::pair<std::string, std::string>>;

std::unique_ptr<cluster::System> load(const std::vector<cluster::Setting>& settings) {
  return systems::load(cluster::find_platform("rwc-pentium-pro"), settings);
}

/// A system of PM nodes with a program on each.
class PmTest : public testing::Test {
 protected:
  void build(std::size_t nodes, const std::vector<cluster::Setting>& settings = {}) {
    system = load(settings);
    testbed.emplace(
        Context{.system = system->params,
                .observer = observer,
                .stages = true,
                .on_message = [this](const MessageRecord& message) { taken.push_back(message); }},
        Testbed::Setup{.nodes = nodes, .patience = Time::ms(3000)});
    stack.emplace(*testbed);
  }
  /// Sends `count` messages of lengths that differ; node 1 takes and compares them, `pause` after
  /// each.
  void send_in_order(std::uint64_t count, Time pause) {
    stack->run_on(0, [&, count](PmStack::Host& host) {
      PmProcess process(host);
      for (std::uint64_t i = 0; i < count; ++i) {
        fill_pattern(process.send_buffer(length(i)), i);
        process.send(1);
      }
      process.until_stored();
    });
    stack->run_on(1, [&, count, pause](PmStack::Host& host) {
      PmProcess process(host);
      for (std::uint64_t i = 0; i < count; ++i) {
        const auto message = process.receive();
        ASSERT_EQ(message.size(), static_cast<std::size_t>(length(i).count)) << "message " << i;
        compare_pattern(message, i, "message " + std::to_string(i));
        process.put_back();
        if (pause > Time()) host.cpu.sleep(pause);
        testbed->progress();
      }
    });
    testbed->run();
  }
  /// Each message that has a byte was moved by all engines on its way.
  void expect_all_stages(std::size_t count) {
    EXPECT_EQ(taken.size(), count);
    for (const MessageRecord& message : taken)
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        EXPECT_TRUE(!message.lanes[lane].empty() || message.sent.payload == Bytes())
            << "message " << message.sent.id << ", lane " << lane;
  }
  static Bytes length(std::uint64_t i) {
    return Bytes(static_cast<std::int64_t>(i * 2654435761 % 8225));
  }

  Observer observer;
  std::vector<MessageRecord> taken;
  std::unique_ptr<cluster::System> system;
  std::optional<Testbed> testbed;
  std::optional<PmStack> stack;
};

TEST_F(PmTest, MessagesOfAllLengthsArriveInOrder) {
  build(2);

  send_in_order(100, Time());

  EXPECT_EQ(stack->counter(1, Status::kMessages), 100u);
  EXPECT_EQ(stack->counter(1, Status::kCrcErrors), 0u);
  expect_all_stages(100);
}

TEST_F(PmTest, AMessageWithoutABytePasses) {
  build(2);
  stack->run_on(0, [](PmStack::Host& host) {
    PmProcess process(host);
    process.send_buffer(Bytes(0));
    process.send(1);
    process.tell(1, 7);
  });
  stack->run_on(1, [](PmStack::Host& host) {
    PmProcess process(host);
    EXPECT_EQ(process.receive().size(), 0u);
    process.put_back();
    EXPECT_EQ(process.hear(), 7u);
  });
  testbed->run();
}

TEST_F(PmTest, AReceiverWithoutRoomGetsAllLater) {
  build(2, {{"test", "pm.receive_buffer", "32 KB"}});

  send_in_order(60, 500_us);

  EXPECT_GT(stack->counter(1, Status::kFull), 0u);
  EXPECT_GT(stack->counter(0, Status::kResent), 0u);
  expect_all_stages(60);
}

TEST_F(PmTest, DamagedPacketsAreSentAgain) {
  build(2, {{"test", "link.byte_errors", "0.00002"}});

  send_in_order(100, Time());

  EXPECT_GT(stack->counters(Status::kCrcErrors), 0u);
}

TEST_F(PmTest, ADeadNodeIsAnErrorAndNotAHang) {
  build(2, {{"test", "link.dead_cable", "1"}, {"test", "pm.retry", "1 ms"}});
  stack->run_on(0, [](PmStack::Host& host) {
    PmProcess process(host);
    process.send_buffer(8_B);
    process.send(1);
    int error = EBUSY;
    while ((error = _pmSendDone(host.ch)) == EBUSY) pm_wait(host.ch, "the dead node");
    EXPECT_EQ(error, EIO);
  });
  stack->run_on(1, [](PmStack::Host&) {});
  testbed->run();
}

/// Writes with whatever `forge` makes of the good handle; nothing of the area may change.
class PmForgery : public PmTest, public testing::WithParamInterface<std::uint64_t> {};

TEST_P(PmForgery, WritesNothing) {
  build(2);
  stack->run_on(0, [&](PmStack::Host& host) {
    PmProcess process(host);
    const auto source = process.allocate(8_KB);
    fill_pattern(source, 1);
    const pm_handle local = process.lock(source), good = process.hear();
    process.write(1, good ^ GetParam(), local, 4096_B);
    int error = EBUSY;
    while ((error = _pmSendDone(host.ch)) == EBUSY) pm_wait(host.ch, "the write");
    EXPECT_EQ(error, EIO);
    process.tell(1, 0);
  });
  stack->run_on(1, [&](PmStack::Host& host) {
    PmProcess process(host);
    const auto area = process.allocate(4096_B);
    fill_pattern(area, 2);
    process.tell(0, process.lock(area));
    process.hear();
    compare_pattern(area, 2, "the area");
  });
  testbed->run();
  EXPECT_GT(stack->counter(1, Status::kRefused), 0u);
}

INSTANTIATE_TEST_SUITE_P(Handles, PmForgery,
                         testing::Values(std::uint64_t{9} << 12,       // an entry that is not valid
                                         std::uint64_t{1} << 22,       // of another channel
                                         std::uint64_t{0x7000} << 12,  // beyond the tables
                                         std::uint64_t{1} << 30));     // not a handle

/// What the frames of a host hold, by number.
std::vector<std::uint64_t> contents_of(const host::Memory& memory, Bytes all) {
  const std::int64_t size = memory.frames.frame_size().count;
  std::vector<std::uint64_t> frames;
  for (host::Physical at = 0; at < all.count; at += size) {
    const auto bytes = memory.view(at);
    frames.push_back(
        std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  }
  return frames;
}

/// Handles of three areas at node 1: one that is locked, one that was released because the pin
/// table had no room, and one that is pinned since then.
class PmForgeries : public PmTest {
 protected:
  void offer(PmStack::Host& host) {
    PmProcess process(host);
    const auto locked = process.allocate(32_KB), released = process.allocate(256_KB),
               pinned = process.allocate(384_KB);
    handles.push_back(process.lock(locked));
    for (const auto area : {released, pinned}) {
      handles.push_back(process.lock(area));
      process.unlock(area);
    }
    for (const auto area : {locked, pinned}) allow(area);
    const auto before = contents_of(host.memory, kMemory);
    offered = true;
    while (!done) host.cpu.sleep(100_us);
    const auto after = contents_of(host.memory, kMemory);
    for (std::size_t n = 0; n < after.size(); ++n)
      EXPECT_TRUE(after[n] == before[n] || allowed.contains(n)) << "frame " << n;
  }
  void allow(std::span<std::uint8_t> area) {
    const pm::UserMemory& memory = stack->channel(1).memory();
    const auto size = static_cast<std::uint64_t>(memory.page_size());
    const std::uint64_t begin = *memory.find(area.data(), area.size());
    for (std::uint64_t page = begin / size; page <= (begin + area.size() - 1) / size; ++page)
      allowed.insert(static_cast<std::size_t>(memory.frame(page) / size));
  }
  pm_handle forge(lockstep::Random& random) {
    const pm_handle near = handles[static_cast<std::size_t>(random.between(0, 2))];
    switch (random.between(0, 3)) {
      case 0:
        return near ^ (pm_handle{1} << random.between(2, 40));
      case 1:
        return near + static_cast<pm_handle>(4 * random.between(-300'000, 300'000));
      case 2:
        return static_cast<pm_handle>(4 * random.between(0, 1 << 30));
      default:
        return handles[1] + static_cast<pm_handle>(4 * random.between(0, 65'535));
    }
  }

  static constexpr Bytes kMemory{16 << 20};
  std::vector<pm_handle> handles;
  std::set<std::size_t> allowed;
  bool offered = false, done = false;
};

TEST_F(PmForgeries, WriteNothingBeyondThePagesThatArePinned) {
  const int count = lockstep::long_form() ? 100'000 : 1'000;
  const std::uint64_t seed = lockstep::asked_seed().value_or(1);
  std::printf("FLYBAR_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed));
  lockstep::Random random(seed);
  build(2, {{"test", "pm.pin_entries", "128"}, {"test", "host.memory", "16 MB"}});
  stack->run_on(0, [&](PmStack::Host& host) {
    PmProcess process(host);
    const auto source = process.allocate(16_KB);
    fill_pattern(source, 1);
    const pm_handle local = process.lock(source);
    while (!offered) host.cpu.sleep(100_us);
    for (int i = 0; i < count; ++i) {
      const auto bytes = static_cast<std::size_t>(4 * random.between(1, 2048));
      const pm_handle remote = forge(random);
      while (_pmVWrite(host.ch, 1, remote, local, bytes) == ENOBUFS) pm_wait(host.ch, "room");
      testbed->progress();
    }
    while (_pmSendDone(host.ch) == EBUSY) pm_wait(host.ch, "the writes");
    done = true;
  });
  stack->run_on(1, [&](PmStack::Host& host) { offer(host); });
  testbed->run();
  EXPECT_GT(stack->counter(1, Status::kRefused), static_cast<std::uint32_t>(count / 4));
  EXPECT_GT(stack->counter(1, Status::kWrites), 0u);
}

TEST_F(PmTest, AWriteThatLeavesItsAreaWritesNothingOfTheNextOne) {
  build(2);
  stack->run_on(0, [&](PmStack::Host& host) {
    PmProcess process(host);
    const auto source = process.allocate(16_KB);
    const pm_handle local = process.lock(source), remote = process.hear();
    process.write(1, remote, local, 12288_B);
    int error = EBUSY;
    while ((error = _pmSendDone(host.ch)) == EBUSY) pm_wait(host.ch, "the write");
    EXPECT_EQ(error, EIO);
    process.tell(1, 0);
  });
  stack->run_on(1, [&](PmStack::Host& host) {
    PmProcess process(host);
    const auto first = process.allocate(4096_B), second = process.allocate(8192_B);
    fill_pattern(second, 2);
    process.tell(0, process.lock(first));
    process.lock(second);
    process.hear();
    compare_pattern(second, 2, "the other area");
  });
  testbed->run();
}

TEST_F(PmTest, CallsThatMakeNoSenseAreRefused) {
  build(2);
  stack->run_on(0, [](PmStack::Host& host) {
    void* buffer = nullptr;
    std::size_t length = 0;
    pm_handle handle = 0;
    int outside = 0;
    EXPECT_EQ(_pmGetSendBuf(host.ch, &buffer, PM_MTU + 1), EINVAL);
    EXPECT_EQ(_pmSend(host.ch, 1), EINVAL);
    EXPECT_EQ(_pmReceive(host.ch, &buffer, &length), ENOBUFS);
    EXPECT_EQ(_pmPutReceiveBuf(host.ch), EINVAL);
    EXPECT_EQ(_pmMLock(host.ch, &outside, sizeof(outside), &handle), EFAULT);
    EXPECT_EQ(_pmMUnLock(host.ch, &outside, sizeof(outside)), ENOENT);
    EXPECT_EQ(_pmVWrite(host.ch, 5, 0, 0, 4), EINVAL);
    EXPECT_EQ(_pmVWrite(host.ch, 1, 0, 0, 3), EINVAL);
  });
  stack->run_on(1, [](PmStack::Host&) {});
  testbed->run();
}

/// Messages and writes of random lengths among four nodes, with small receive buffers and damage.
TEST_F(PmTest, RandomTrafficIsWhole) {
  constexpr std::size_t kNodes = 4;
  constexpr std::uint64_t kEach = 60;
  const char* given = std::getenv("FLYBAR_TEST_SEED");
  const auto seed = static_cast<unsigned>(given ? std::atoi(given) : 1);
  SCOPED_TRACE("seed " + std::to_string(seed));
  build(kNodes, {{"test", "pm.receive_buffer", "32 KB"}, {"test", "link.byte_errors", "0.000005"}});
  for (std::size_t n = 0; n < kNodes; ++n)
    stack->run_on(n, [&, n](PmStack::Host& host) {
      std::mt19937 random(seed + static_cast<unsigned>(n));
      std::uint64_t sent = 0, received = 0, to[kNodes] = {}, from[kNodes] = {};
      const auto take = [&] {
        void* buffer = nullptr;
        std::size_t length = 0;
        if (_pmReceive(host.ch, &buffer, &length) != 0) return false;
        const auto source = static_cast<std::size_t>(pm_source(host.ch));
        compare_pattern({static_cast<std::uint8_t*>(buffer), length}, 16 * from[source]++ + source,
                        "a message");
        _pmPutReceiveBuf(host.ch);
        testbed->progress();
        return ++received, true;
      };
      while (sent < kEach * (kNodes - 1) || received < kEach * (kNodes - 1)) {
        std::size_t node = random() % kNodes;
        while (node == n || (sent < kEach * (kNodes - 1) && to[node] == kEach))
          node = (node + 1) % kNodes;
        void* buffer = nullptr;
        const std::size_t length = random() % 8225;
        if (sent < kEach * (kNodes - 1) && _pmGetSendBuf(host.ch, &buffer, length) == 0) {
          fill_pattern({static_cast<std::uint8_t*>(buffer), length}, 16 * to[node]++ + n);
          ASSERT_EQ(_pmSend(host.ch, static_cast<int>(node)), 0);
          ++sent;
        }
        if (!take() && sent == kEach * (kNodes - 1)) pm_wait(host.ch, "messages");
      }
      int error = EBUSY;
      while ((error = _pmSendDone(host.ch)) == EBUSY) pm_wait(host.ch, "the end");
      EXPECT_EQ(error, 0);
    });
  testbed->run();
  expect_all_stages(kNodes * (kNodes - 1) * kEach);
}

TEST_F(PmTest, AWriteIsAMessageThatItsSenderHasReceivedWhenItIsStored) {
  build(2);
  stack->run_on(0, [&](PmStack::Host& host) {
    PmProcess process(host);
    const auto source = process.allocate(20_KB);
    process.write(1, process.hear(), process.lock(source), 12292_B);
    process.until_stored();
    process.tell(1, 0);
  });
  stack->run_on(1, [&](PmStack::Host& host) {
    PmProcess process(host);
    process.tell(0, process.lock(process.allocate(20_KB).subspan(1000)));
    process.hear();
  });
  testbed->run();
  expect_all_stages(3);
  std::int64_t stored = 0;
  for (const LaneSpan& span : taken[1].lane(Lane::kWritesHost)) stored += span.bytes;
  EXPECT_EQ(stored, 12292);
}

template <class T>
Results run(const Options& options) {
  const auto system = load({});
  T experiment;
  Parameters parameters;
  experiment.describe(parameters);
  for (const auto& [key, value] : options) parameters.set(key, value);
  Observer observer;
  return experiment.run({.system = system->params, .observer = observer, .stages = true});
}

double number(const std::string& name, const Results& results) {
  for (const Result& result : results.numbers)
    if (result.name == name) return result.value;
  ADD_FAILURE() << "no result " << name;
  return 0;
}

template <class T>
double measure(const char* what, const Options& options) {
  return number(what, run<T>(options));
}

TEST(PmPin, AMissIsTheGivenFormula) {
  EXPECT_NEAR(measure<PmPin>("time", {{"pages", "3"}, {"hit_percent", "0"}}), 40 + 3 * 7, 0.5);
}

TEST(PmPin, AHitIsTheGivenTime) {
  EXPECT_NEAR(measure<PmPin>("time", {{"pages", "3"}}), 0.53, 0.001);
}

TEST(PmLatency, NamesAllThatItsMessageWaitsFor) {
  EXPECT_GT(measure<PmLatency>("latency", {{"round_trips", "5"}}), 1);
}

class PmPaths : public testing::TestWithParam<const char*> {};

TEST_P(PmPaths, HaveTheLatencyOfTheirMessages) {
  const Results results = run<PmLatency>({{"round_trips", "5"}, {"path", GetParam()}});
  EXPECT_NEAR(number("message_mean", results), number("latency", results), 0.01);
  EXPECT_LE(number("message_p50", results), number("message_p99", results));
}

INSTANTIATE_TEST_SUITE_P(All, PmPaths, testing::Values("buffer", "write"));

TEST(PmLatency, IsDividedAmongWhatItsMessagesWaitFor) {
  const Results results = run<PmLatency>({{"round_trips", "5"}});
  const auto waits =
      std::find_if(results.tables.begin(), results.tables.end(),
                   [](const Table& table) { return table.name == "what messages waited for"; });
  ASSERT_NE(waits, results.tables.end());
  double sum = 0;
  for (const Table::Row& row : waits->rows) sum += row.values[0];
  EXPECT_NEAR(sum, results.numbers.front().value, 0.01);
}

TEST(PmCrossover, WritesThatHitBeatCopiesOfPages) {
  const double size =
      measure<PmCrossover>("size", {{"from", "1 KB"}, {"to", "16 KB"}, {"step", "1 KB"}});

  EXPECT_GT(size, 0);
  EXPECT_LE(size, 16384);
}

template <class T>
std::string refusal(const Options& options) {
  const auto system = load({});
  T experiment;
  const std::vector<Fault> faults = faults_of(experiment, system->params, options);
  return faults.empty() ? "" : ConfigurationError(faults).what();
}

TEST(PmOptions, AMessageBeyondTheMtuIsRefused) {
  EXPECT_NE(refusal<PmLatency>({{"payload", "8228 B"}}).find("longest message"), std::string::npos);
  EXPECT_EQ(refusal<PmLatency>({{"payload", "8224 B"}}), "");
}

TEST(PmOptions, AWriteThatTheTableCannotHoldIsRefused) {
  EXPECT_NE(refusal<PmPin>({{"pages", "1025"}}).find("pm.pin_entries"), std::string::npos);
  EXPECT_EQ(refusal<PmPin>({{"pages", "1024"}}), "");
}

}  // namespace
}  // namespace flybar::experiments
