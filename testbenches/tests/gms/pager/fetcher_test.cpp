#include "models/gms/pager/fetcher.h"

#include "testbenches/tests/gms/node_bench.h"

namespace flybar::gms {
namespace {

using gmsnet::Reply;
using Status = LocalPage::Status;

class FetcherTest : public NodeBench {
 protected:
  FetcherTest() {
    for (PageState& page : file.pages) page.put_away = 1;
  }
  /// Page `i` of those whose directory site is node 1.
  PageId id(std::uint32_t i = 0) const {
    PageId found{file.id, 0};
    while (member.directory_site(found) != 1 || i-- > 0) ++found.page;
    return found;
  }
  void begin(PageId wanted) {
    fetcher.begin(wanted, *pool.try_allocate());
    fetcher.pump();
  }
  LocalPage& page(PageId wanted) { return *local.pages.find(wanted); }
  gmsnet::CallId call(std::size_t i = 0) const { return net.sent.at(i).call; }

  LocalMemory local{member};
  Fetcher fetcher{member, local, directory, caching};
  FileInfo& file = files.add({}, 100, 0);
};

TEST_F(FetcherTest, AsksTheDirectorySite) {
  run([&] {
    begin(id());

    ASSERT_EQ(net.sent.size(), 1U);
    EXPECT_EQ(net.sent[0].message.operation, kGetpage);
    EXPECT_EQ(net.sent[0].to, 1U);
    EXPECT_EQ(net.sent[0].page().id, id());
    EXPECT_EQ(net.sent[0].page().version, 1U);
  });
}

TEST_F(FetcherTest, AsksTheCachingSiteWhereItIsTheDirectorySiteItself) {
  run([&] {
    const PageId own = page_of(file, 0);
    directory.place(own, {2, 1});
    begin(own);

    EXPECT_EQ(net.sent.at(0).message.operation, kServe);
    EXPECT_EQ(net.sent.at(0).to, 2U);
  });
}

TEST_F(FetcherTest, AsksNobodyForAVersionThatItsOwnDirectoryDoesNotKnow) {
  run([&] {
    const PageId own = page_of(file, 0);
    directory.place(own, {2, 7});
    begin(own);

    EXPECT_TRUE(net.sent.empty());
    EXPECT_EQ(fetcher.counters().disk, 1U);
  });
}

TEST_F(FetcherTest, AsksForNoMorePagesAtOnceThanAllowed) {
  run([&] {
    for (std::uint32_t i = 0; i < 3; ++i) begin(id(i));

    EXPECT_EQ(net.sent.size(), 2U);
    EXPECT_EQ(page(id(2)).status, Status::kQueued);
  });
}

TEST_F(FetcherTest, AsksForTheNextPageWhenOneArrives) {
  run([&] {
    for (std::uint32_t i = 0; i < 3; ++i) begin(id(i));
    net.page_arrives(call(), kFrame);

    ASSERT_EQ(net.sent.size(), 3U);
    EXPECT_EQ(net.sent[2].page().id, id(2));
  });
}

TEST_F(FetcherTest, APageThatArrivesIsPresent) {
  run([&] {
    begin(id());
    net.page_arrives(call(), kFrame);

    EXPECT_EQ(page(id()).status, Status::kPresent);
    EXPECT_EQ(fetcher.counters().network, 1U);
  });
}

TEST_F(FetcherTest, APageThatArrivesAWordShortComesFromTheDisk) {
  run([&] {
    begin(id());
    net.page_arrives(call(), kFrame - 4_B);

    EXPECT_EQ(fetcher.counters().failed, 1U);
    EXPECT_EQ(fetcher.counters().disk, 1U);
    sleep(11_ms);
    EXPECT_EQ(page(id()).status, Status::kPresent);
  });
}

TEST_F(FetcherTest, APageThatNetworkMemoryDoesNotHaveComesFromTheDisk) {
  run([&] {
    begin(id());
    net.arrives(call(), FakeNet::reply(gmsnet::Status::kAbsent));

    EXPECT_EQ(fetcher.counters().disk, 1U);
    EXPECT_EQ(files.page(id()).put_away, 0U);
  });
}

TEST_F(FetcherTest, WhoDoesNotAnswerMayHaveThePageStill) {
  run([&] {
    begin(id());
    net.arrives(call(), FakeNet::reply(gmsnet::Status::kRecycled));

    EXPECT_EQ(fetcher.counters().disk, 1U);
    EXPECT_EQ(files.page(id()).put_away, 1U);
  });
}

TEST_F(FetcherTest, APageThatIsOnNoDiskIsLeftToItsProcess) {
  run([&] {
    files.page(id()).on_disk = 0;
    begin(id());
    net.arrives(call(), FakeNet::reply(gmsnet::Status::kAbsent));

    EXPECT_EQ(page(id()).status, Status::kMissed);
    EXPECT_TRUE(page(id()).absent);
    EXPECT_EQ(fetcher.counters().disk, 0U);
  });
}

TEST_F(FetcherTest, AFrameThatTheNicHasKeptIsForgotten) {
  run([&] {
    begin(id());
    Reply lost = FakeNet::reply(gmsnet::Status::kRejected);
    lost.frame_lost = true;
    net.arrives(call(), lost);

    EXPECT_EQ(page(id()).status, Status::kMissed);
    EXPECT_EQ(page(id()).frame, 0U);
  });
}

TEST_F(FetcherTest, ACallIsNotGivenUpBeforeItsTime) {
  run([&] {
    begin(id());
    sleep(5_ms - 1_ps);
    fetcher.expire();

    EXPECT_EQ(page(id()).status, Status::kPending);
    EXPECT_EQ(fetcher.counters().failed, 0U);
  });
}

TEST_F(FetcherTest, ACallIsGivenUpAtItsTime) {
  run([&] {
    begin(id());
    sleep(5_ms);
    fetcher.expire();

    EXPECT_EQ(fetcher.counters().failed, 1U);
  });
}

TEST_F(FetcherTest, OnlyTheCallsThatHaveWaitedForTooLongAreGivenUp) {
  run([&] {
    begin(id(0));
    sleep(1_ms);
    begin(id(1));
    sleep(4_ms);
    fetcher.expire();

    EXPECT_EQ(fetcher.counters().failed, 1U);
    EXPECT_EQ(page(id(1)).status, Status::kPending);
  });
}

TEST_F(FetcherTest, APageForWhichThereIsNoSendEntryIsAskedForLater) {
  run([&] {
    net.full = true;
    begin(id());
    EXPECT_EQ(page(id()).status, Status::kQueued);
    net.full = false;
    fetcher.pump();

    EXPECT_EQ(page(id()).status, Status::kPending);
    EXPECT_EQ(net.sent.size(), 1U);
  });
}

TEST_F(FetcherTest, AnAnswerWaitsForTheLockOfThePageDirectory) {
  run([&] {
    begin(id());
    {
      const host::LockGuard guard(cpu, local.lock);
      net.page_arrives(call(), kFrame);
      EXPECT_EQ(page(id()).status, Status::kPending);
    }
    sleep(1_us);
    EXPECT_EQ(page(id()).status, Status::kPresent);
  });
}

TEST_F(FetcherTest, APageThatWasNeverPutAwayComesFromTheDiskAtOnce) {
  run([&] {
    files.page(id()).put_away = 0;
    begin(id());

    EXPECT_TRUE(net.sent.empty());
    EXPECT_EQ(fetcher.counters().disk, 1U);
  });
}

TEST_F(FetcherTest, APageOfAFileWithoutAHomeIsAskedForInAnyCase) {
  run([&] {
    file.home = std::nullopt;
    files.page(id()).put_away = 0;
    begin(id());

    EXPECT_EQ(net.sent.size(), 1U);
  });
}

TEST_F(FetcherTest, APageThatThisNodeKeepsForTheClusterComesFromThere) {
  run([&] {
    caching.place(id(), {.version = 1, .sticky = true});
    begin(id());

    EXPECT_TRUE(net.sent.empty());
    EXPECT_EQ(page(id()).status, Status::kPresent);
    EXPECT_EQ(fetcher.counters().own, 1U);
  });
}

TEST_F(FetcherTest, APlainPageThatArrivesIsInNetworkMemoryNoMore) {
  run([&] {
    begin(id());
    net.page_arrives(call(), kFrame);

    EXPECT_EQ(files.page(id()).put_away, 0U);
  });
}

TEST_F(FetcherTest, AStickyPageThatArrivesStaysInNetworkMemory) {
  run([&] {
    file.policy.sticky = true;
    begin(id());
    net.page_arrives(call(), kFrame);

    EXPECT_EQ(files.page(id()).put_away, 1U);
  });
}

}  // namespace
}  // namespace flybar::gms
