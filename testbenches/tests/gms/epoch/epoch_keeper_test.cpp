#include "models/gms/epoch/epoch_keeper.h"

#include <algorithm>
#include <set>

#include "models/gms/epoch/epoch_message.h"
#include "testbenches/tests/gms/node_bench.h"

namespace flybar::gms {
namespace {

using gmsnet::Reply;
using gmsnet::Status;

/// Epochs of 50 ms, or 3 evictions.
class EpochKeeperTest : public NodeBench {
 protected:
  EpochKeeperTest() {
    caching.set_directory(directory);
    caching.set_local(local);
    net.answer = [this](const FakeNet::Sent& call) {
      if (silent.contains(call.to)) return FakeNet::reply(Status::kTimedOut);
      Reply reply;
      AgeSummary summary;
      summary.epoch = known;
      if (call.message.operation == kSummary) push(summary, reply.arguments);
      return reply;
    };
  }
  /// The node starts, and its present epoch begins.
  void start() {
    member.up = true;
    cpu.notify(member.epoch_work);
    cpu.yield();
  }
  std::ptrdiff_t count(gmsnet::Operation operation, Node to) const {
    return std::count_if(net.sent.begin(), net.sent.end(), [&](const FakeNet::Sent& each) {
      return each.message.operation == operation && each.to == to;
    });
  }
  /// The node coordinates its first epoch after this much time from now, and not before.
  void expect_first_epoch_after(Time wait) {
    sleep(wait - 1_ps);
    EXPECT_EQ(keeper.coordinated(), 0U);
    sleep(2_ps);
    EXPECT_EQ(keeper.coordinated(), 1U);
  }
  /// Another node says what the next epoch is.
  void hear_of(Epoch epoch) {
    gmsnet::Message message = net.gmsnet_makebuf(kNewEpoch);
    push(epoch, message.arguments);
    EXPECT_EQ(net.serve(message, epoch.coordinator)->status, Status::kOk);
  }
  /// The node puts pages away.
  void evict(int pages) {
    for (int i = 0; i < pages; ++i) {
      const PageId id{scratch.id, next_++};
      LocalPage& page = local.pages.insert(id, {});
      page.frame = *pool.try_allocate();
      page.version = 1;
      local.discard(id);
    }
    sleep(1_us);
  }

  LocalMemory local{member};
  Putter putter{member, local, directory};
  EpochKeeper keeper{{member, directory, caching, putter}};
  FileInfo& scratch = files.add({.scratch = true}, 100, 0);
  std::set<Node> silent;
  std::uint32_t known = 0;  ///< the epoch that the other nodes know of

 private:
  std::uint32_t next_ = 0;
};

TEST_F(EpochKeeperTest, TheCoordinatorDoesNotEndAnEpochBeforeItsTime) {
  run([&] {
    start();
    sleep(50_ms - 1_ps);
    EXPECT_TRUE(net.sent.empty());
  });
}

TEST_F(EpochKeeperTest, TheCoordinatorEndsAnEpochAtItsTime) {
  run([&] {
    start();
    sleep(50_ms + 1_ps);

    EXPECT_EQ(count(kSummary, 1), 1);
    EXPECT_EQ(count(kSummary, 2), 1);
    EXPECT_EQ(count(kNewEpoch, 1), 1);
    EXPECT_EQ(count(kNewEpoch, 2), 1);
    EXPECT_EQ(member.epoch.number, 1U);
  });
}

TEST_F(EpochKeeperTest, AnEpochLastsAsLongAsTheOneBefore) {
  run([&] {
    start();
    sleep(100_ms - 1_ps);
    EXPECT_EQ(keeper.coordinated(), 1U);
    sleep(2_ps);
    EXPECT_EQ(keeper.coordinated(), 2U);
  });
}

TEST_F(EpochKeeperTest, FewerEvictionsThanAllowedDoNotEndAnEpoch) {
  run([&] {
    start();
    evict(2);
    EXPECT_EQ(keeper.coordinated(), 0U);
  });
}

TEST_F(EpochKeeperTest, AsManyEvictionsAsAllowedEndAnEpoch) {
  run([&] {
    start();
    evict(3);
    EXPECT_EQ(keeper.coordinated(), 1U);
  });
}

TEST_F(EpochKeeperTest, ANodeThatIsNotTheCoordinatorReportsAsManyEvictionsOnce) {
  net.self = 1;
  run([&] {
    start();
    evict(3);
    cpu.notify(member.epoch_work);
    sleep(1_us);
    EXPECT_EQ(count(kEpochIsOver, 0), 1);
    EXPECT_EQ(keeper.coordinated(), 0U);
  });
}

TEST_F(EpochKeeperTest, TheCoordinatorEndsAnEpochOfWhichAnotherNodeSaysThatItIsOver) {
  run([&] {
    start();
    net.serve(net.gmsnet_makebuf(kEpochIsOver), 1);
    sleep(1_us);
    EXPECT_EQ(keeper.coordinated(), 1U);
  });
}

/// Twice, as gms.death_after says.
TEST_F(EpochKeeperTest, AMemberThatDoesNotAnswerIsAskedAsOftenAsAllowedAndLeftOut) {
  silent = {2};
  run([&] {
    start();
    sleep(50_ms + 1_ps);

    EXPECT_EQ(count(kSummary, 2), 2);
    EXPECT_EQ(member.epoch.members, (std::vector<Node>{0, 1}));
  });
}

TEST_F(EpochKeeperTest, ANodeThatAnswersAgainIsAMemberAgain) {
  silent = {2};
  run([&] {
    start();
    sleep(50_ms + 1_ps);
    silent.clear();
    sleep(50_ms);

    EXPECT_EQ(member.epoch.members, (std::vector<Node>{0, 1, 2}));
  });
}

TEST_F(EpochKeeperTest, TheNextEpochIsNewerThanAnyThatAMemberKnows) {
  known = 7;
  run([&] {
    start();
    sleep(50_ms + 1_ps);
    EXPECT_EQ(member.epoch.number, 8U);
  });
}

/// An epoch for the coordinator, and one for each node up to this.
TEST_F(EpochKeeperTest, ASecondNodeWaitsLongerBeforeItTakesTheCoordinatorsPlace) {
  net.self = 1;
  run([&] {
    start();
    expect_first_epoch_after(150_ms);
  });
}

TEST_F(EpochKeeperTest, AThirdNodeWaitsAnEpochLongerThanTheSecond) {
  net.self = 2;
  run([&] {
    start();
    expect_first_epoch_after(200_ms);
  });
}

TEST_F(EpochKeeperTest, ANewerEpochIsTakenUp) {
  net.self = 1;
  run([&] {
    start();
    hear_of({.number = 1, .members = {0, 1}, .weights = {5, 6}});

    EXPECT_EQ(member.epoch.number, 1U);
    EXPECT_EQ(member.epoch.members, (std::vector<Node>{0, 1}));
    EXPECT_EQ(member.epoch.weight(1), 6U);
  });
}

TEST_F(EpochKeeperTest, OfTwoEpochsWithOneNumberTheFirstStays) {
  net.self = 1;
  run([&] {
    start();
    hear_of({.number = 1, .members = {0, 1}, .weights = {5, 6}});
    hear_of({.number = 1, .members = {1, 2}, .weights = {1, 1}, .coordinator = 2});

    EXPECT_EQ(member.epoch.members, (std::vector<Node>{0, 1}));
  });
}

TEST_F(EpochKeeperTest, ANodeThatHearsOfAnEpochWaitsAnew) {
  net.self = 1;
  run([&] {
    start();
    sleep(100_ms);
    hear_of({.number = 1, .members = {0, 1, 2}, .weights = {0, 0, 1}});
    expect_first_epoch_after(150_ms);
  });
}

}  // namespace
}  // namespace flybar::gms
