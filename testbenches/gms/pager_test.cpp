// How much a node does at once: pages that it asks for ahead, puts away, or has changed.
#include <algorithm>

#include "testbenches/gms/programs.h"

namespace flybar::gms {
namespace {

Settings with(const std::string& key, const std::string& value) {
  Settings all = small_memories();
  std::erase_if(all, [&](const auto& each) { return each.first == key; });
  all.emplace_back(key, value);
  return all;
}

void sleep(Service& service, Time time) {
  service.member().cpu().sleep(time);
}

/// Nodes 1 and 2 take no page, and do not answer either. Counts what they are sent.
void keep_silent(GmsBench& bench, int& sent) {
  for (std::size_t n = 1; n < 3; ++n) {
    bench.service(n).member().net.register_service(kPutpage, [&](gmsnet::Request&) { ++sent; });
  }
}

/// What the page holds, of which a program is about to write a part.
std::span<const std::uint8_t> write_page(Service& service, PageId id, ByteRange part) {
  const auto page = service.pager().view(*service.pager().get_to_write(id, part));
  service.pager().release(id);
  return page;
}

/// Of 16 pages.
TEST(Pager, HalfOfTheLocalCacheIsFilledAhead) {
  GmsBench bench(3, with("gms.local_cache", "16 KB"));
  const File file = bench.files().add(kSticky, 100, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    StreamFile stream(service, file, 64);
    EXPECT_TRUE(stream.read(0, Bytes(), kPage));
    sleep(service, Time::ms(4));
    EXPECT_EQ(service.pager().fetcher().counters().network, 1U + 8U);
  });

  bench.run();
}

TEST(Pager, NoMorePagesThanAllowedArePutAwayAtOnce) {
  GmsBench bench(3, with("gms.puts", "3"));
  const File file = bench.files().add_empty(kScratch, 10, 0).id;
  int sent = 0;
  keep_silent(bench, sent);
  bench.run_on(0, [&](Service& service) {
    StreamFile stream(service, file, 0);
    for (std::uint32_t i = 0; i < 8; ++i) EXPECT_TRUE(stream.write(i, Bytes(), kPage));
    sleep(service, Time::ms(3));
    EXPECT_EQ(sent, 3);
  });

  bench.run();
}

/// The page that is being written is not counted.
TEST(Pager, AProgramThatHasChangedMorePagesThanAllowedWaits) {
  GmsBench bench(3, with("gms.dirty_pages", "8"));
  const File file = bench.files().add_empty(kScratch, 20, 0).id;
  int sent = 0;
  std::uint32_t written = 0;
  keep_silent(bench, sent);
  bench.run_on(0, [&](Service& service) {
    StreamFile stream(service, file, 0);
    for (; written < 20; ++written) EXPECT_TRUE(stream.write(written, Bytes(), kPage));
  });
  bench.run_on(1, [&](Service& service) {
    sleep(service, Time::ms(3));
    EXPECT_EQ(written, 9U);
  });

  bench.run();
}

TEST(Pager, PagesThatNobodyHasWrittenAreNotAskedForAhead) {
  GmsBench bench(3);
  const File file = bench.files().add_empty(kScratch, 20, 0).id;
  bench.run_on(0, [&](Service& service) {
    PageRange ahead{0, 20};
    service.pager().prefetch(file, ahead);
    EXPECT_EQ(service.pager().local().pages.size(), 0U);
  });

  bench.run();
}

/// A file in network memory, and a local cache of 16 pages.
struct SmallCache : testing::Test {
  GmsBench bench{3, with("gms.local_cache", "16 KB")};
  const File file = bench.files().add(kSticky, 100, 0).id;
  SmallCache() { bench.warm(file); }
};

TEST_F(SmallCache, PagesForWhichThereIsNoFrameStayToBeAskedFor) {
  bench.run_on(0, [&](Service& service) {
    PageRange ahead{0, 100};
    service.pager().prefetch(file, ahead);
    EXPECT_EQ(ahead, (PageRange{16, 100}));
  });

  bench.run();
}

TEST_F(SmallCache, PagesThatWereBroughtAheadAreNotPushedOutByOthers) {
  bench.run_on(0, [&](Service& service) {
    PageRange ahead{0, 100};
    service.pager().prefetch(file, ahead);
    sleep(service, Time::ms(10));
    service.pager().prefetch(file, ahead);
    EXPECT_EQ(ahead, (PageRange{16, 100}));
  });

  bench.run();
}

/// A page that only node 2 has, and takes along when it dies.
struct PageOfNode2 {
  explicit PageOfNode2(const char* give_up) : bench(3, with("gms.give_up", give_up)) {
    bench.files().page(id) = {.latest = 1, .put_away = 1};
    bench.ledger().on_cached(id, 1, 2);
  }
  GmsBench bench;
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
};

TEST(Pager, APageThatIsLostIsNotLookedForAgain) {
  PageOfNode2 page("1 ms");
  GmsBench& bench = page.bench;
  bench.run_on(0, [&](Service& service) {
    bench.service(2).die();
    sleep(service, Time::ms(200));
    EXPECT_EQ(service.pager().get(page.id), nullptr);
    const Time begin = service.member().cpu().now();
    EXPECT_EQ(service.pager().get(page.id), nullptr);
    const Time lock_and_look_up = 2 * Time::ns(200) + Time::us(1);
    EXPECT_EQ(service.member().cpu().now() - begin, lock_and_look_up);
  });

  bench.run();

  EXPECT_EQ(bench.ledger().losses(), 1U);
}

/// Node 2 has crashed, but is still a member.
TEST(Pager, WhoDoesNotAnswerMayHaveThePage) {
  PageOfNode2 page("1 ms");
  GmsBench& bench = page.bench;
  bench.run_on(0, [&](Service& service) {
    bench.service(2).die();
    EXPECT_EQ(service.pager().get(page.id), nullptr);
    EXPECT_FALSE(service.member().epoch.has(2));
  });

  bench.run();
}

/// How long a page of node 2 is looked for, so long after that node is no member any more.
Time search_after(Time since) {
  PageOfNode2 page("100 ms");
  GmsBench& bench = page.bench;
  Time taken;
  bench.run_on(0, [&](Service& service) {
    bench.service(2).die();
    while (service.member().epoch.has(2)) sleep(service, Time::ms(1));
    sleep(service, since);
    const Time begin = service.member().cpu().now();
    EXPECT_EQ(service.pager().get(page.id), nullptr);
    taken = service.member().cpu().now() - begin;
  });
  bench.run();
  return taken;
}

/// 2 ms apart.
TEST(Pager, APageThatNobodyHasIsLookedForThreeTimes) {
  const Time taken = search_after(Time::ms(200));

  EXPECT_GE(taken, Time::ms(3 * 2));
  EXPECT_LT(taken, Time::ms(4 * 2));
}

TEST(Pager, APageIsLookedForLongerIfTheMembersHaveJustChanged) {
  EXPECT_GE(search_after(Time()), Time::ms(90));
}

/// For the 5 ms of gms.getpage_timeout.
TEST(Pager, APageIsNotChangedWhileItIsPutAway) {
  GmsBench bench(3);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  int sent = 0;
  keep_silent(bench, sent);
  bench.run_on(0, [&](Service& service) {
    write_page(service, id, {});
    service.pager().changed(id);
    sleep(service, Time::ms(1));
    EXPECT_EQ(sent, 1);
    write_page(service, id, {});
    EXPECT_EQ(service.pager().putter().counters().disk, 1U);
  });

  bench.run();
}

TEST(Pager, APageThatIsInUseIsNotPutAwayBeforeItIsReleased) {
  GmsBench bench(3);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  int sent = 0;
  keep_silent(bench, sent);
  bench.run_on(0, [&](Service& service) {
    service.pager().get_to_write(id, {});
    service.pager().changed(id);
    sleep(service, Time::ms(1));
    EXPECT_EQ(sent, 0);
    service.pager().release(id);
    service.pager().flush();
    EXPECT_EQ(sent, 1);
  });

  bench.run();
}

TEST(Pager, APageThatWasChangedAndIsLeftIsPutAway) {
  GmsBench bench(3);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  bench.run_on(0, [&](Service& service) {
    write_page(service, id, {});
    service.pager().leave(id);
    service.pager().flush();
    EXPECT_EQ(service.pager().putter().counters().network, 1U);
  });

  bench.run();
}

void fill_free_frames(Service& service, std::uint8_t value) {
  std::vector<host::Physical> frames;
  while (const auto frame = service.member().pool().try_allocate()) frames.push_back(*frame);
  for (const host::Physical frame : frames) {
    std::ranges::fill(service.member().memory().edit(frame), value);
    service.member().pool().free(frame);
  }
}

TEST(Pager, OfANewPageWhatIsNotOverwrittenReadsAsZeros) {
  GmsBench bench(3);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  bench.run_on(0, [&](Service& service) {
    fill_free_frames(service, 0xaa);
    const auto page = write_page(service, id, {Bytes(256), Bytes(512)});
    const auto is_zero = [](std::uint8_t byte) { return byte == 0; };
    EXPECT_TRUE(std::ranges::all_of(page.first(256), is_zero));
    EXPECT_TRUE(std::ranges::all_of(page.subspan(512), is_zero));
  });

  bench.run();
}

}  // namespace
}  // namespace flybar::gms
