// What a program sees of its node's pager, with a fake network.
#include "models/gms/pager/pager.h"

#include "testbenches/tests/gms/node_bench.h"

namespace flybar::gms {
namespace {

using gmsnet::Status;

class PagingTest : public NodeBench {
 protected:
  PagingTest() {
    caching.set_directory(directory);
    caching.set_local(pager.local());
    for (PageState& page : file.pages) page.put_away = 1;
  }
  /// Another process of the node, beside the program.
  void beside(std::function<void()> work) {
    cpu.add_process(
        "other", [work = std::move(work)](host::Cpu&) { work(); }, host::Role::kServer);
  }
  LocalCache& pages() { return pager.local().pages; }
  /// Changes a page that was never written, and lets it be put away.
  void write(std::uint32_t page) {
    const PageId fresh{scratch.id, page};
    pager.get_to_write(fresh, {Bytes(), kFrame});
    pager.release(fresh);
    pager.changed(fresh);
  }
  /// Pages of the file that are in the local cache or on their way.
  std::size_t asked_for() { return pages().size(); }

  Pager pager{member, directory, caching};
  FileInfo& file = files.add({.sticky = true}, 100, 0);
  FileInfo& scratch = files.add_empty({.scratch = true}, 100, 0);
  const PageId id = page_of(file, 1);
};

TEST_F(PagingTest, AProcessHasThePageWhenItArrives) {
  beside([&] {
    sleep(1_ms);
    net.page_arrives(1, kFrame);
  });
  run([&] {
    EXPECT_NE(pager.get(id), nullptr);
    EXPECT_EQ(now(), 1_ms);
  });
}

TEST_F(PagingTest, TwoProcessesThatWantAPageAskForItOnce) {
  beside([&] { EXPECT_NE(pager.get(id), nullptr); });
  beside([&] {
    sleep(1_ms);
    net.page_arrives(1, kFrame);
  });
  run([&] {
    pager.get(id);
    sleep(1_ms);
    EXPECT_EQ(pages().find(id)->users, 2);
    EXPECT_EQ(net.sent.size(), 1U);
  });
}

/// gms.getpage_timeout is 5 ms, the disk takes 10 ms.
TEST_F(PagingTest, APageThatDoesNotArriveInTimeComesFromTheDisk) {
  run([&] {
    EXPECT_NE(pager.get(id), nullptr);
    EXPECT_GE(now(), 15_ms);
    EXPECT_LT(now(), 15_ms + 10_ns);
  });
}

/// Pauses of gms.retry, 2 ms.
TEST_F(PagingTest, APageThatIsOnNoDiskIsAskedForAgainAfterAPause) {
  files.page(id).on_disk = 0;
  beside([&] {
    sleep(1_ms);
    net.arrives(1, FakeNet::reply(Status::kAbsent));
    sleep(2_ms - 1_us - 1_ps);
    EXPECT_EQ(net.sent.size(), 1U);
    sleep(2_ps);
    ASSERT_EQ(net.sent.size(), 2U);
    net.page_arrives(net.sent[1].call, kFrame);
  });
  run([&] { EXPECT_NE(pager.get(id), nullptr); });
}

TEST_F(PagingTest, APageThatIsLostIsNotLookedForAgain) {
  files.page(id).lost = files.page(id).latest;
  run([&] {
    EXPECT_EQ(pager.get(id), nullptr);
    EXPECT_TRUE(net.sent.empty());
  });
}

TEST_F(PagingTest, ALostPageThatWasWrittenAgainIsThere) {
  files.page(id) = {.latest = 2, .on_disk = 2, .lost = 1};
  run([&] { EXPECT_NE(pager.get(id), nullptr); });
}

TEST_F(PagingTest, APageThatNobodyHasWrittenIsZeros) {
  run([&] {
    const host::Physical frame = *pool.try_allocate();
    while (pool.try_allocate()) continue;
    std::ranges::fill(memory.edit(frame), 0xaa);
    pool.free(frame);
    const LocalPage* page = pager.get({scratch.id, 0});

    EXPECT_TRUE(net.sent.empty());
    EXPECT_TRUE(
        std::ranges::all_of(pager.view(*page), [](std::uint8_t byte) { return byte == 0; }));
  });
}

TEST_F(PagingTest, OfANewPageWhatIsNotPromisedToBeOverwrittenIsZeros) {
  run([&] {
    const host::Physical frame = *pool.try_allocate();
    while (pool.try_allocate()) continue;
    std::ranges::fill(memory.edit(frame), 0xaa);
    pool.free(frame);
    const auto page = pager.view(*pager.get_to_write({scratch.id, 0}, {256_B, 512_B, true}));

    EXPECT_EQ(page[255], 0);
    EXPECT_EQ(page[256], 0xaa);
    EXPECT_EQ(page[511], 0xaa);
    EXPECT_EQ(page[512], 0);
  });
}

TEST_F(PagingTest, ANewPageIsZerosWithoutAPromiseAlthoughItWillBeOverwritten) {
  run([&] {
    const host::Physical frame = *pool.try_allocate();
    while (pool.try_allocate()) continue;
    std::ranges::fill(memory.edit(frame), 0xaa);
    pool.free(frame);
    const auto page = pager.view(*pager.get_to_write({scratch.id, 0}, {Bytes(), kFrame}));

    EXPECT_TRUE(std::ranges::all_of(page, [](std::uint8_t byte) { return byte == 0; }));
  });
}

TEST_F(PagingTest, APageThatIsOverwrittenWholeIsNotFetched) {
  run([&] {
    EXPECT_NE(pager.get_to_write(id, {Bytes(), kFrame}), nullptr);
    EXPECT_TRUE(net.sent.empty());
  });
}

TEST_F(PagingTest, APageOfWhichTheFirstWordStaysIsFetched) {
  run([&] {
    EXPECT_NE(pager.get_to_write(id, {4_B, kFrame}), nullptr);
    EXPECT_EQ(net.sent.size(), 1U);
  });
}

TEST_F(PagingTest, APageOfWhichTheLastWordStaysIsFetched) {
  run([&] {
    EXPECT_NE(pager.get_to_write(id, {Bytes(), kFrame - 4_B}), nullptr);
    EXPECT_EQ(net.sent.size(), 1U);
  });
}

TEST_F(PagingTest, APageHasANewVersionFromItsFirstChangeUntilItIsPutAway) {
  run([&] {
    const PageId fresh{scratch.id, 0};
    EXPECT_EQ(pager.get_to_write(fresh, {Bytes(), kFrame})->version, 1U);
    EXPECT_EQ(pager.get_to_write(fresh, {Bytes(), kFrame})->version, 1U);
  });
}

/// Refused after 5 ms, on disk after 10 ms more.
TEST_F(PagingTest, APageIsNotChangedWhileItIsPutAway) {
  run([&] {
    write(0);
    pager.get_to_write({scratch.id, 0}, {});
    EXPECT_GE(now(), 15_ms);
    EXPECT_EQ(files.page({scratch.id, 0}).on_disk, 1U);
  });
}

TEST_F(PagingTest, AProgramThatHasChangedAsManyPagesAsAllowedDoesNotWait) {
  run([&] {
    for (std::uint32_t i = 0; i < 3; ++i) write(i);
    const Time begin = now();
    pager.throttle();
    EXPECT_EQ(now(), begin);
  });
}

TEST_F(PagingTest, AProgramThatHasChangedMoreWaitsUntilOneIsPutAway) {
  beside([&] {
    sleep(1_ms);
    net.arrives(net.sent.at(0).call, FakeNet::kept(2, kDirectoryKnows));
  });
  run([&] {
    for (std::uint32_t i = 0; i < 4; ++i) write(i);
    pager.throttle();
    EXPECT_EQ(now(), 1_ms);
  });
}

TEST_F(PagingTest, FlushReturnsWhenEveryChangedPageIsPutAway) {
  beside([&] {
    sleep(1_ms);
    net.arrives(net.sent.at(0).call, FakeNet::kept(2, kDirectoryKnows));
    sleep(1_ms - 1_us);
    net.arrives(net.sent.at(1).call, FakeNet::kept(2, kDirectoryKnows));
  });
  run([&] {
    write(0);
    write(1);
    pager.flush();
    EXPECT_EQ(now(), 2_ms);
  });
}

TEST_F(PagingTest, APageThatIsLeftGivesItsFrameBack) {
  run([&] {
    const std::size_t before = pool.free_count();
    pager.get({scratch.id, 0});
    pager.release({scratch.id, 0});
    EXPECT_EQ(pool.free_count(), before - 1);
    pager.leave({scratch.id, 0});

    EXPECT_EQ(pool.free_count(), before);
  });
}

TEST_F(PagingTest, APageThatWasChangedAndIsLeftIsPutAway) {
  run([&] {
    pager.get_to_write({scratch.id, 0}, {});
    pager.release({scratch.id, 0});
    pager.leave({scratch.id, 0});

    EXPECT_EQ(net.sent.at(0).message.operation, kPutpage);
  });
}

TEST_F(PagingTest, APageThatIsInUseStaysWhenItIsLeft) {
  run([&] {
    pager.get({scratch.id, 0});
    pager.leave({scratch.id, 0});

    EXPECT_NE(pages().find({scratch.id, 0}), nullptr);
  });
}

/// Of 16 pages. The page that is read is not one of those ahead.
TEST_F(PagingTest, HalfOfTheLocalCacheIsFilledAhead) {
  run([&] {
    PageRange ahead{1, 100};
    pager.get({file.id, 0}, ahead);

    EXPECT_EQ(asked_for(), 1U + 8U);
    EXPECT_EQ(ahead, (PageRange{9, 100}));
  });
}

TEST_F(PagingTest, PagesForWhichThereIsNoFrameStayToBeAskedFor) {
  run([&] {
    PageRange ahead{0, 100};
    pager.prefetch(file.id, ahead);

    EXPECT_EQ(ahead, (PageRange{16, 100}));
  });
}

TEST_F(PagingTest, PagesThatWereBroughtAheadAreNotPushedOutByOthers) {
  run([&] {
    PageRange ahead{0, 100};
    pager.prefetch(file.id, ahead);
    for (std::size_t i = 0; i < net.sent.size(); ++i) net.page_arrives(net.sent[i].call, kFrame);
    sleep(200_ms);  // the disk has those that it knows not to be in network memory
    pager.prefetch(file.id, ahead);

    EXPECT_EQ(ahead, (PageRange{16, 100}));
  });
}

TEST_F(PagingTest, PagesThatNobodyHasWrittenAreNotAskedForAhead) {
  run([&] {
    PageRange ahead{0, 100};
    pager.prefetch(scratch.id, ahead);

    EXPECT_EQ(asked_for(), 0U);
  });
}

}  // namespace
}  // namespace flybar::gms
