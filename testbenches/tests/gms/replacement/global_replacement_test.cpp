// Which pages of a node go when others want its memory: those kept for others, or those of its own
// files.
#include "models/gms/file/mapped_file.h"
#include "testbenches/tests/gms/programs.h"

namespace flybar::gms {
namespace {

/// Takes frames until the node has none for others.
void fill_memory(Service& service) {
  const auto reserve = static_cast<std::size_t>(service.member().cpu().params().free_high);
  host::PagePool& pool = service.member().pool();
  while (pool.free_count() > reserve) ASSERT_TRUE(pool.try_allocate());
}

void read_pages(Service& service, File file, std::uint32_t from, std::uint32_t to) {
  StreamFile stream(service, file, 0);
  for (std::uint32_t i = from; i < to; ++i) EXPECT_TRUE(stream.read(i, Bytes(), kPage)) << i;
}

LocalPage* own_page(Service& service, PageId id) {
  return service.pager().local().pages.find(id);
}

/// A putpage by `from`.
gmsnet::Status put(Service& from, PageId id, Node to, Time age) {
  gmsnet::Message message = from.member().net.gmsnet_makebuf(kPutpage);
  PageMessage{.id = id, .version = 1, .age = age}.push(message.arguments);
  message.payload = *from.member().pool().try_allocate();
  message.payload_length = kPage;
  return from.member().net.gmsnet_call(message, to).status;
}

/// Node 1 has read pages of its own, keeps a page for others, and has no free frame when node 0
/// sends it another, after 50 ms.
class FullNode : public ::testing::Test {
 protected:
  explicit FullNode(const Settings& settings = small_memories()) : bench(2, settings) {}

  /// `prepare` reads pages of `own` and keeps `kept`.
  void run(const std::function<void(Service&)>& prepare) {
    bench.run_on(1, [&](Service& service) {
      prepare(service);
      fill_memory(service);
    });
    bench.run_on(0, [&](Service& service) {
      service.member().cpu().sleep(Time::ms(50));
      status = put(service, {others, 1}, 1, age);
    });
    bench.run();
  }
  void keep(Service& service) {
    const Time now = service.member().cpu().now();
    ASSERT_TRUE(service.caching().place(kept, {.version = 1, .last_use = now}));
  }
  bool has_own(std::uint32_t page) { return own_page(bench.service(1), {own, page}) != nullptr; }
  bool has_kept() { return bench.service(1).caching().pages().find(kept) != nullptr; }

  GmsBench bench;
  const File own = bench.files().add(kPlain, 30, 1).id;
  const File others = bench.files().add(kPlain, 10, 0).id;
  const PageId kept{others, 0};
  Time age;  ///< of the page that is sent
  gmsnet::Status status = gmsnet::Status::kTimedOut;
};

TEST_F(FullNode, GivesThePageOfItsOwnFilesThatWasUnusedForLongestIfItIsTheOldest) {
  run([&](Service& service) {
    read_pages(service, own, 0, 3);
    read_pages(service, own, 0, 1);
    keep(service);
  });

  EXPECT_EQ(status, gmsnet::Status::kOk);
  EXPECT_TRUE(has_own(0));
  EXPECT_FALSE(has_own(1));
  EXPECT_TRUE(has_own(2));
  EXPECT_TRUE(has_kept());
}

TEST_F(FullNode, GivesThePageItKeepsForOthersIfThatIsTheOldest) {
  run([&](Service& service) {
    keep(service);
    read_pages(service, own, 0, 3);
  });

  EXPECT_EQ(status, gmsnet::Status::kOk);
  EXPECT_TRUE(has_own(0));
  EXPECT_FALSE(has_kept());
}

TEST_F(FullNode, DoesNotGiveAPageThatWasChanged) {
  run([&](Service& service) {
    StreamFile(service, own, 0).write(0, Bytes(), kPage);
    read_pages(service, own, 1, 3);
    keep(service);
  });

  EXPECT_TRUE(own_page(bench.service(1), {own, 0})->dirty);
  EXPECT_FALSE(has_own(1));
}

TEST_F(FullNode, DoesNotGiveAPageThatAProcessIsAtWorkOn) {
  run([&](Service& service) {
    service.pager().get({own, 0});
    read_pages(service, own, 1, 3);
    keep(service);
  });

  EXPECT_TRUE(has_own(0));
  EXPECT_FALSE(has_own(1));
}

TEST_F(FullNode, WithNothingButChangedPagesKeepsNoneForOthers) {
  run([&](Service& service) { StreamFile(service, own, 0).write(0, Bytes(), kPage); });

  EXPECT_EQ(status, gmsnet::Status::kRefused);
  EXPECT_TRUE(has_own(0));
}

TEST_F(FullNode, GivesNoPageForAnOlderOne) {
  age = Time::ms(50);
  run([&](Service& service) {
    read_pages(service, own, 0, 3);
    keep(service);
  });

  EXPECT_EQ(status, gmsnet::Status::kRefused);
  EXPECT_TRUE(has_own(0));
  EXPECT_TRUE(has_kept());
}

class NodeThatKeepsAsMuchAsItMay : public FullNode {
 protected:
  static Settings one_page() {
    Settings all = small_memories();
    all.emplace_back("gms.network_memory", "1 KB");
    return all;
  }
  NodeThatKeepsAsMuchAsItMay() : FullNode(one_page()) {}
};

TEST_F(NodeThatKeepsAsMuchAsItMay, GivesNoPageOfItsOwnFiles) {
  run([&](Service& service) {
    read_pages(service, own, 0, 3);
    keep(service);
  });

  EXPECT_EQ(status, gmsnet::Status::kOk);
  EXPECT_TRUE(has_own(0));
  EXPECT_FALSE(has_kept());
}

/// Both nodes are full; node 1 has `pages` pages of its own.
std::uint32_t weight_of_a_full_node(const Settings& settings, std::uint32_t pages) {
  GmsBench bench(2, settings);
  const File own = bench.files().add(kPlain, 30, 1).id;
  bench.run_on(1, [&](Service& service) {
    read_pages(service, own, 0, pages);
    fill_memory(service);
    service.member().cpu().sleep(Time::ms(300));
  });
  bench.run_on(0, [&](Service& service) { fill_memory(service); });
  bench.run();
  return bench.service(0).member().epoch.weight(1);
}

TEST(GlobalReplacement, ANodeWeighsWhatItHasOfOldPagesOfItsOwnFiles) {
  EXPECT_EQ(weight_of_a_full_node(small_memories(), 20), 20U);
}

TEST(GlobalReplacement, ANodeOffersNoMorePagesOfItsOwnFilesThanItMayKeepForOthers) {
  Settings all = small_memories();
  all.emplace_back("gms.network_memory", "8 KB");
  EXPECT_EQ(weight_of_a_full_node(all, 20), 8U);
}

TEST(GlobalReplacement, FreeFramesAreOfferedInsteadOfPagesOfANodesOwnFiles) {
  GmsBench bench(2);
  const File own = bench.files().add(kPlain, 30, 1).id;
  bench.run_on(1, [&](Service& service) {
    read_pages(service, own, 0, 20);
    std::size_t pages = 0;
    service.caching().ages([&](Time) { ++pages; });
    EXPECT_EQ(pages, 0U);
  });
  bench.run();
}

TEST(GlobalReplacement, APageThatAProgramTouchesIsYoung) {
  GmsBench bench(2);
  const File own = bench.files().add(kPlain, 30, 1).id;
  bench.run_on(1, [&](Service& service) {
    MappedFile mapped(service, own, 0);
    for (std::uint32_t i = 0; i < 2; ++i) EXPECT_TRUE(mapped.read(i, Bytes(), Bytes(8)));
    fill_memory(service);
    service.caching().ages([](Time) {});
    service.member().cpu().sleep(Time::ms(30));
    EXPECT_TRUE(mapped.read(0, Bytes(), Bytes(8)));
    std::vector<Time> uses;
    service.caching().ages([&](Time use) { uses.push_back(use); });
    ASSERT_EQ(uses.size(), 2U);
    EXPECT_GT(uses[1] - uses[0], Time::ms(29));
  });
  bench.run();
}

TEST(GlobalReplacement, AnEvictedPageIsAsOldAsItWas) {
  GmsBench bench(2);
  const PageId id{bench.files().add(kPlain, 1, 0).id, 0};
  Time used;
  bench.run_on(0, [&](Service& service) {
    read_pages(service, id.file, 0, 1);
    used = service.member().cpu().now();
    service.member().cpu().sleep(Time::ms(30));
    service.pager().local().evict();
    service.member().cpu().sleep(Time::ms(1));
  });

  bench.run();

  const GlobalPage* page = bench.service(1).caching().pages().find(id);
  ASSERT_NE(page, nullptr);
  EXPECT_LT(page->last_use - used, Time::ms(1));
}

/// The pageout daemon wants a few frames back from node 1, whose own pages are older than those it
/// keeps for others.
TEST(GlobalReplacement, ANodeShortOfFramesGivesUpItsOwnPagesFirstIfTheseAreOlder) {
  GmsBench bench(2);
  const File own = bench.files().add(kSticky, 30, 1).id,
             others = bench.files().add(kPlain, 30, 0).id;
  bench.run_on(1, [&](Service& service) {
    read_pages(service, own, 0, 20);
    const Time now = service.member().cpu().now();
    for (std::uint32_t i = 0; i < 20; ++i) {
      service.caching().place({others, i}, {.version = 1, .last_use = now});
    }
    const auto low = static_cast<std::size_t>(service.member().cpu().params().free_low);
    host::PagePool& pool = service.member().pool();
    while (pool.free_count() >= low) ASSERT_TRUE(pool.try_allocate());
    service.member().cpu().sleep(Time::ms(10));
  });

  bench.run();

  EXPECT_LT(bench.service(1).pager().local().pages.size(), 20U);
  EXPECT_EQ(bench.service(1).caching().pages().size(), 20U);
}

}  // namespace
}  // namespace flybar::gms
