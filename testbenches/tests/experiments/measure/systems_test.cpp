/// What every system of the program must tell of itself: what was busy is a resource, and waits of
/// a message are its whole time.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <ostream>
#include <set>

#include "models/systems/systems.h"
#include "testbenches/experiments/measure/messages/critical_path.h"
#include "testbenches/tests/experiments/measure/declared_use.h"

namespace flybar::experiments {
namespace {

using namespace literals;
using Settings = std::vector<std::pair<std::string, std::string>>;

struct Case {
  std::string system;  ///< of the list, or the platform
  std::string experiment;
  Settings options = {};
  bool listed = true;
};

void PrintTo(const Case& which, std::ostream* out) {
  *out << which.experiment << " on " << which.system;
}

/// Each of the list, and a platform for each kind of host software.
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const cluster::SystemFile& file : cluster::builtin_systems())
    all.push_back({file.name, "incast", {{"messages", "4"}}});
  all.push_back({"two-cards", "pairs", {{"messages", "10"}, {"card", "1"}}});
  const auto add = [&](const char* platform, const char* experiment, Settings options) {
    all.push_back({platform, experiment, std::move(options), false});
  };
  add("alphastation-500", "stream", {{"messages", "40"}});
  add("pentium-ii-440lx", "stream", {{"messages", "40"}, {"notify", "interrupt"}});
  add("alcor-miata", "rpc", {{"calls", "20"}});
  add("alcor-miata", "file-read", {{"file", "600"}});
  add("alcor-miata", "netperf", {{"amount", "2 MB"}, {"socket_buffer", "128 KB"}});
  add("rwc-pentium-pro", "pm-bandwidth", {});
  add("rwc-pentium-pro", "mpi-alltoall", {});
  return all;
}

std::unique_ptr<cluster::System> load(const Case& which) {
  if (which.listed) return systems::load(cluster::find_system(which.system));
  return systems::load(cluster::find_platform(which.system));
}

struct Ran {
  std::vector<std::string> undeclared;  ///< the worst of all
  PartUses parts;
  std::vector<std::pair<MessageRecord, CriticalPath>> messages;
};

Ran run(const Case& which) {
  const std::unique_ptr<cluster::System> system = load(which);
  const auto entry = std::ranges::find(all(), which.experiment, &Entry::name);
  const std::unique_ptr<Experiment> experiment = entry->make();
  Parameters options;
  experiment->describe(options);
  for (const auto& [key, text] : which.options) options.set(key, text);
  BusyTracks busy;
  Ran ran;
  std::vector<MessageRecord> messages;
  Context context{.system = system->params, .observer = busy, .stages = true};
  context.on_message = [&](const MessageRecord& message) { messages.push_back(message); };
  context.after_run = [&](cluster::Hardware& hardware) {
    ran.parts = uses_of(hardware, system->params);
    ran.undeclared = undeclared(busy.all(), ran.parts, kernel_time());
    for (const MessageRecord& message : messages)
      ran.messages.push_back({message, critical_path(message, hardware.network().byte_time())});
  };
  experiment->run(context);
  return ran;
}

struct EachSystem : testing::TestWithParam<Case> {};

TEST_P(EachSystem, DeclaresEachPartThatIsBusyForMoreThan5PercentOfTheRun) {
  for (const std::string& line : run(GetParam()).undeclared) ADD_FAILURE() << line;
}

TEST_P(EachSystem, HasWaitsThatAddUpToTheTimeOfAMessage) {
  const Ran ran = run(GetParam());
  EXPECT_FALSE(ran.messages.empty());
  for (const auto& [message, waits] : ran.messages) {
    const Time sum = std::accumulate(waits.begin(), waits.end(), Time());
    EXPECT_NEAR(sum.us(), message.latency().us(), message.latency().us() / 100) << message.sent.id;
  }
}

TEST_P(EachSystem, DeclaresAResourceForEachWaitOfAMessage) {
  const Ran ran = run(GetParam());
  EXPECT_FALSE(ran.messages.empty());
  std::set<std::string> undeclared;
  for (const auto& [message, waits] : ran.messages)
    for (const std::string& name : undeclared_waits(waits, ran.parts)) undeclared.insert(name);
  for (const std::string& name : undeclared) ADD_FAILURE() << "no resource: " << name;
}

INSTANTIATE_TEST_SUITE_P(Systems, EachSystem, testing::ValuesIn(cases()), [](const auto& one) {
  std::string name = one.param.experiment + "On" + one.param.system;
  std::erase_if(name, [](char c) { return c == '-'; });
  return name + std::to_string(one.index);
});

constexpr Resource kBus{"bus", "", waits_of(Wait::kDmaIn)};

std::vector<std::string> said_of(const Uses& uses, Lane lane, Time busy) {
  BusyTracks tracks;
  const TrackId dma = tracks.declare({.name = "s.node0.card.dma", .lanes = {{lane, "read"}}});
  tracks.on(Activity{dma, 10_us, 10_us + busy, "read", 0, 64});
  return undeclared(tracks.all(), {{"s.node0.card", uses}}, 100_us);
}

TEST(Undeclared, IsAPartWithoutAResourceThatIsBusy) {
  EXPECT_EQ(said_of({}, Lane::kReadsHost, 6_us),
            std::vector<std::string>{"s.node0.card.dma is of a part without a resource"});
}

TEST(Undeclared, IsALaneForWhichNoResourceIsWaitedFor) {
  EXPECT_EQ(said_of({{.resource = &kBus}}, Lane::kWritesHost, 6_us),
            std::vector<std::string>{
                "s.node0.card.dma is in a lane for which no resource is waited for"});
}

TEST(Undeclared, IsNothingThatAResourceCoversOrThatIsIdleMostly) {
  EXPECT_TRUE(said_of({{.resource = &kBus}}, Lane::kReadsHost, 6_us).empty());
  EXPECT_TRUE(said_of({}, Lane::kReadsHost, 5_us).empty());
}

TEST(UndeclaredWaits, AreThoseForNoResourceAndNotBehindEarlierMessages) {
  CriticalPath path{};
  for (const Wait wait : {Wait::kDmaIn, Wait::kDmaInQueue, Wait::kNetwork})
    path[static_cast<std::size_t>(wait)] = 1_us;
  EXPECT_EQ(undeclared_waits(path, {{"s.node0.bus", {{.resource = &kBus}}}}),
            std::vector<std::string>{"switches, cables and STOP"});
}

TEST(BusyTracks, CountWhatOverlapsOnceAndNothingAfterTheEnd) {
  BusyTracks tracks;
  const TrackId cpu = tracks.declare({.name = "cpu"});
  tracks.on(Activity{cpu, 1_us, 5_us, "", 0, 0});
  tracks.on(Activity{cpu, 2_us, 3_us, "", 0, 0});
  tracks.on(Activity{cpu, 8_us, 20_us, "", 0, 0});
  EXPECT_EQ(tracks.all().front().time(10_us), 6_us);
}

}  // namespace
}  // namespace flybar::experiments
