#include "models/gms/pager/putter.h"

#include "testbenches/tests/gms/node_bench.h"

namespace flybar::gms {
namespace {

class PutterTest : public NodeBench {
 protected:
  /// Page `i` of those whose directory site is node 1.
  PageId id(std::uint32_t i = 0) const {
    PageId found{file.id, 0};
    while (member.directory_site(found) != 1 || i-- > 0) ++found.page;
    return found;
  }
  /// A program has changed the page.
  LocalPage& change(PageId changed) {
    LocalPage& page = local.pages.insert(changed, {});
    page.frame = *pool.try_allocate();
    page.version = files.page(changed).latest = 2;
    page.dirty = true;
    page.last_use = now();
    putter.enqueue(changed);
    return page;
  }
  /// The same, and the page is put away.
  LocalPage& put(PageId changed) {
    LocalPage& page = change(changed);
    putter.pump();
    return page;
  }
  /// A page that was not changed is evicted `age` after its last use; the messages that are sent.
  std::size_t evict_clean(Time age) {
    LocalPage& page = local.pages.insert(id(), {});
    page.frame = *pool.try_allocate();
    page.version = 1;
    page.last_use = now();
    member.epoch.min_age = 20_ms;
    sleep(age);
    local.discard(id());
    return net.sent.size();
  }

  LocalMemory local{member};
  Putter putter{member, local, directory};
  FileInfo& file = files.add({.scratch = true}, 100, 0);
};

TEST_F(PutterTest, SendsAChangedPageToTheNodeThatTheEpochNames) {
  run([&] {
    const LocalPage& page = put(id());

    ASSERT_EQ(net.sent.size(), 1U);
    EXPECT_EQ(net.sent[0].message.operation, kPutpage);
    EXPECT_EQ(net.sent[0].to, 2U);
    EXPECT_TRUE(net.sent[0].page().dirty);
    EXPECT_EQ(net.sent[0].page().version, 2U);
    EXPECT_EQ(net.sent[0].message.payload, page.frame);
  });
}

TEST_F(PutterTest, SaysHowLongThePageWasNotUsed) {
  run([&] {
    change(id());
    sleep(7_ms);
    putter.pump();

    EXPECT_EQ(net.sent.at(0).page().age, 7_ms);
  });
}

TEST_F(PutterTest, PutsNoMorePagesAwayAtOnceThanAllowed) {
  run([&] {
    for (std::uint32_t i = 0; i < 3; ++i) put(id(i));

    EXPECT_EQ(net.sent.size(), 2U);
    EXPECT_EQ(putter.backlog(), 3U);
  });
}

TEST_F(PutterTest, PutsTheNextPageAwayWhenOneIsTaken) {
  run([&] {
    for (std::uint32_t i = 0; i < 3; ++i) put(id(i));
    net.arrives(net.sent[0].call, FakeNet::kept(2, kDirectoryKnows));

    EXPECT_EQ(net.sent.size(), 3U);
    EXPECT_EQ(putter.backlog(), 2U);
  });
}

TEST_F(PutterTest, APageThatIsTakenIsClean) {
  run([&] {
    const LocalPage& page = put(id());
    EXPECT_TRUE(page.putting);
    net.arrives(net.sent[0].call, FakeNet::kept(2, kDirectoryKnows));

    EXPECT_FALSE(page.dirty);
    EXPECT_FALSE(page.putting);
    EXPECT_EQ(files.page(id()).put_away, 2U);
    EXPECT_EQ(putter.counters().network, 1U);
  });
}

TEST_F(PutterTest, TellsItsOwnDirectoryOfAPageThatIsTaken) {
  run([&] {
    const PageId own = page_of(file, 0);
    put(own);
    net.arrives(net.sent[0].call, FakeNet::kept(2, kTellDirectory));

    ASSERT_NE(directory.look_up(own), nullptr);
    EXPECT_EQ(directory.look_up(own)->site, 2U);
    EXPECT_EQ(directory.look_up(own)->version, 2U);
  });
}

TEST_F(PutterTest, WritesAPageToDiskWhoseDirectoryItNoLongerKeeps) {
  run([&] {
    put(id());
    net.arrives(net.sent[0].call, FakeNet::kept(2, kTellDirectory));

    EXPECT_EQ(putter.counters().disk, 1U);
  });
}

TEST_F(PutterTest, WritesARefusedPageToDisk) {
  run([&] {
    const LocalPage& page = put(id());
    net.arrives(net.sent[0].call, FakeNet::reply(gmsnet::Status::kRefused));
    EXPECT_EQ(putter.counters().refused, 1U);
    EXPECT_TRUE(page.dirty);
    sleep(11_ms);

    EXPECT_FALSE(page.dirty);
    EXPECT_EQ(files.page(id()).on_disk, 2U);
  });
}

TEST_F(PutterTest, DoesNotWriteToDiskBeforeTheNicHasSentThePage) {
  run([&] {
    net.stuck = true;
    put(id());
    net.arrives(net.sent[0].call, FakeNet::reply(gmsnet::Status::kRefused));
    EXPECT_EQ(putter.counters().disk, 0U);
    EXPECT_EQ(putter.backlog(), 1U);
    net.stuck = false;
    net.complete_sent();
    member.epoch.members = {0};
    putter.pump();

    EXPECT_EQ(putter.counters().disk, 1U);
  });
}

TEST_F(PutterTest, DoesNotGiveAPutUpBeforeItsTime) {
  run([&] {
    put(id());
    sleep(5_ms - 1_ps);
    putter.expire();

    EXPECT_EQ(putter.counters().refused, 0U);
  });
}

TEST_F(PutterTest, WritesAPageToDiskThatNobodyHasTakenInTime) {
  run([&] {
    put(id());
    sleep(5_ms);
    putter.expire();

    EXPECT_EQ(putter.counters().refused, 1U);
    EXPECT_EQ(putter.counters().disk, 1U);
  });
}

TEST_F(PutterTest, WritesAPageToDiskWhereThereIsNoOtherNode) {
  run([&] {
    member.epoch.members = {0};
    member.epoch.weights = {0};
    put({file.id, 0});

    EXPECT_TRUE(net.sent.empty());
    EXPECT_EQ(putter.counters().disk, 1U);
  });
}

TEST_F(PutterTest, WritesAnOrdinaryFileToDisk) {
  run([&] {
    file.policy.scratch = false;
    put(id());

    EXPECT_TRUE(net.sent.empty());
    EXPECT_EQ(putter.counters().disk, 1U);
  });
}

TEST_F(PutterTest, KeepsAPageForWhichThereIsNoSendEntry) {
  run([&] {
    net.full = true;
    const LocalPage& page = put(id());
    EXPECT_FALSE(page.putting);
    EXPECT_EQ(putter.backlog(), 1U);
    net.full = false;
    putter.pump();

    EXPECT_TRUE(page.putting);
  });
}

TEST_F(PutterTest, DoesNotPutAPageAwayThatIsInUse) {
  run([&] {
    LocalPage& page = change(id());
    page.users = 1;
    putter.pump();
    EXPECT_TRUE(net.sent.empty());
    page.users = 0;
    putter.pump();

    EXPECT_EQ(net.sent.size(), 1U);
  });
}

/// Three pages end an epoch.
TEST_F(PutterTest, TheEpochsAreNotToldBeforeTheLastPageOfOne) {
  run([&] {
    for (std::uint32_t i = 0; i < 2; ++i) put(id(i));

    EXPECT_FALSE(cpu.wait_for(member.epoch_work, 1_ms));
  });
}

TEST_F(PutterTest, TheEpochsAreToldOfTheLastPageOfOne) {
  run([&] {
    for (std::uint32_t i = 0; i < 2; ++i) put(id(i));
    net.arrives(net.sent[0].call, FakeNet::kept(2, kDirectoryKnows));
    put(id(2));

    EXPECT_TRUE(cpu.wait_for(member.epoch_work, 1_ms));
    EXPECT_EQ(putter.take_evictions(), 3U);
  });
}

TEST_F(PutterTest, SendsACleanPageThatIsYoungEnough) {
  run([&] {
    EXPECT_EQ(evict_clean(20_ms - 1_ps), 1U);
    EXPECT_FALSE(net.sent[0].page().dirty);
    EXPECT_EQ(putter.counters().clean, 1U);
  });
}

TEST_F(PutterTest, DoesNotSendACleanPageThatIsTooOld) {
  run([&] { EXPECT_EQ(evict_clean(20_ms), 0U); });
}

TEST_F(PutterTest, DoesNotSendACleanPageThatNetworkMemoryHas) {
  run([&] {
    files.page(id()).put_away = 1;

    EXPECT_EQ(evict_clean(Time()), 0U);
  });
}

TEST_F(PutterTest, TheFrameOfACleanPageIsFreeOnceItHasLeft) {
  run([&] {
    net.stuck = true;
    const std::size_t before = pool.free_count();
    evict_clean(Time());
    EXPECT_EQ(pool.free_count(), before - 1);
    net.stuck = false;
    net.complete_sent();

    EXPECT_EQ(pool.free_count(), before);
  });
}

}  // namespace
}  // namespace flybar::gms
