/// What experiments say of their messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "models/systems/systems.h"
#include "models/trapeze/mcp_params.h"
#include "testbenches/experiments/measure/messages/stages.h"
#include "testbenches/experiments/page/one_way.h"
#include "testbenches/experiments/page/stream.h"
#include "testbenches/experiments/rpc/rpc.h"

namespace flybar::experiments {
namespace {

using namespace literals;
using Settings = std::vector<std::pair<std::string, std::string>>;

struct Ran {
  Results results;
  std::vector<MessageRecord> messages;

  double number(const std::string& name) const {
    for (const Result& result : results.numbers)
      if (result.name == name) return result.value;
    ADD_FAILURE() << "no result " << name;
    return 0;
  }
  bool has_table(const std::string& name) const {
    return std::any_of(results.tables.begin(), results.tables.end(),
                       [&](const Table& table) { return table.name == name; });
  }
};

template <class T>
Ran run(const Settings& settings, bool stages = true,
        trapeze::ControlTransfer control = trapeze::ControlTransfer::kPio) {
  cluster::SystemParams system = systems::defaults("trapeze");
  for (cluster::SystemParams::Role& role : system.roles)
    role.node.get<trapeze::McpParams>().control_transfer = control;
  Observer nobody;
  T experiment;
  Parameters options;
  experiment.describe(options);
  for (const auto& [key, text] : settings) options.set(key, text);
  Ran ran;
  Context context{.system = system, .observer = nobody, .stages = stages};
  context.on_message = [&](const MessageRecord& message) { ran.messages.push_back(message); };
  ran.results = experiment.run(context);
  return ran;
}

std::int64_t bytes(const std::vector<LaneSpan>& spans) {
  return std::accumulate(spans.begin(), spans.end(), std::int64_t{},
                         [](std::int64_t sum, const LaneSpan& span) { return sum + span.bytes; });
}

/// Every stage of every message is there, in the order of the data's way.
void expect_whole(const std::vector<MessageRecord>& messages) {
  for (const MessageRecord& message : messages) {
    const std::string id = "message " + std::to_string(message.sent.id);
    EXPECT_EQ(bytes(message.lane(Lane::kReadsHost)), message.sent.fetched.count) << id;
    EXPECT_EQ(bytes(message.lane(Lane::kWritesHost)), message.sent.deposited.count) << id;
    Time last;
    for (const Stage& stage : stages_of(message)) {
      if (stage.parts == 0) continue;
      EXPECT_GE(stage.begin, last) << id << " " << stage.name;
      EXPECT_GE(stage.end, stage.begin) << id << " " << stage.name;
      last = stage.begin;
    }
  }
}

TEST(Messages, OfAStreamHaveAllTheirStages) {
  const Ran ran = run<Stream>({{"messages", "60"}});
  EXPECT_GE(ran.messages.size(), 90u);
  expect_whole(ran.messages);
}

TEST(Messages, WhoseControlGoesByDmaHaveAllTheirStages) {
  const Ran ran = run<Stream>({{"messages", "60"}}, true, trapeze::ControlTransfer::kDma);
  expect_whole(ran.messages);
}

TEST(Messages, OfCallsHaveAllTheirStages) {
  expect_whole(run<Rpc>({{"calls", "20"}, {"payload", "8 KB"}}).messages);
}

TEST(Messages, OfAWarmUpAreNotMeasured) {
  const Ran ran = run<OneWay>({{"round_trips", "10"}});
  EXPECT_EQ(std::count_if(ran.messages.begin(), ran.messages.end(),
                          [](const MessageRecord& message) { return message.measured; }),
            20);
  EXPECT_EQ(ran.messages.size(), 24u);
}

TEST(Messages, TakeAboutHalfOfARoundTrip) {
  const Ran ran = run<OneWay>({{"round_trips", "10"}});
  EXPECT_NEAR(ran.number("message_mean"), ran.number("latency"), 0.5);
  EXPECT_LE(ran.number("message_min"), ran.number("message_p50"));
  EXPECT_LE(ran.number("message_p50"), ran.number("message_p99"));
  EXPECT_LE(ran.number("message_p99"), ran.number("message_max"));
}

TEST(Messages, TheSlowestIsTheOneWithTheGreatestLatency) {
  const Ran ran = run<Stream>({{"messages", "60"}});
  const auto slowest = std::max_element(
      ran.messages.begin(), ran.messages.end(), [](const MessageRecord& a, const MessageRecord& b) {
        return a.measured < b.measured || (a.measured == b.measured && a.latency() < b.latency());
      });
  ASSERT_EQ(ran.results.messages.back().name, "slowest");
  EXPECT_EQ(ran.results.messages.back().latency, slowest->latency());
}

TEST(Messages, WithoutStagesNoEngineIsLookedAt) {
  const Ran ran = run<Stream>({{"messages", "60"}}, false);
  EXPECT_FALSE(ran.has_table("stages of the slowest message"));
  EXPECT_TRUE(ran.has_table("message latency"));
  for (const MessageRecord& message : ran.messages)
    EXPECT_TRUE(message.lane(Lane::kReadsHost).empty());
}

}  // namespace
}  // namespace flybar::experiments
