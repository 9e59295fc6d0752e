// Pages that are not where they should be, and pages that are put away.
#include <algorithm>

#include "models/gms/page/content.h"
#include "testbenches/tests/gms/programs.h"

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

void write_page(Service& service, PageId id) {
  service.pager().get_to_write(id, {});
  service.pager().release(id);
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
  PageOfNode2 page("100 ms");
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

/// How long a page of node 2, which dies, is looked for: before that node is dead for all, or then.
Time search(bool dead) {
  PageOfNode2 page("500 ms");
  GmsBench& bench = page.bench;
  Time taken;
  bench.run_on(0, [&](Service& service) {
    bench.service(2).die();
    while (dead && !service.member().is_dead(2)) sleep(service, Time::ms(1));
    const Time begin = service.member().cpu().now();
    EXPECT_EQ(service.pager().get(page.id), nullptr);
    taken = service.member().cpu().now() - begin;
  });
  bench.run();
  return taken;
}

/// 2 ms apart.
TEST(Pager, APageThatNobodyHasIsLookedForThreeTimes) {
  const Time taken = search(true);

  EXPECT_GE(taken, Time::ms(3 * 2));
  EXPECT_LT(taken, Time::ms(4 * 2));
}

/// A try may take 12 ms: none begins that could end too late.
TEST(Pager, WhoDoesNotAnswerMayHaveThePageUntilItIsTimeToGiveUp) {
  const Time taken = search(false);

  EXPECT_GE(taken, Time::ms(500 - 2 * 12));
  EXPECT_LE(taken, Time::ms(500));
}

/// Node 1 answers for its memory, so that it is a member, and not for pages. Node 2 is dead.
TEST(Pager, AMemberThatNeverAnswersKeepsNoProgramWaiting) {
  PageOfNode2 page("500 ms");
  GmsBench& bench = page.bench;
  bench.service(1).member().net.register_service(kServe, [](gmsnet::Request&) {});
  bench.run_on(0, [&](Service& service) {
    bench.service(2).die();
    while (!service.member().is_dead(2)) sleep(service, Time::ms(1));
    const Time begin = service.member().cpu().now();
    EXPECT_EQ(service.pager().get(page.id), nullptr);
    EXPECT_LE(service.member().cpu().now() - begin, Time::ms(500));
  });

  bench.run();
}

/// It does not answer for its memory; its directory sites forget its pages.
TEST(Pager, APageOfANodeThatIsNoMemberIsFound) {
  GmsBench bench(3, with("gms.give_up", "100 ms"));
  const PageId id{bench.files().add(kScratch, 1, 0).id, 0};
  bench.files().page(id) = {.latest = 1, .put_away = 1};
  bench.service(2).caching().place(id, {.version = 1, .dirty = true});
  fill(bench.service(2).member().memory().edit(bench.service(2).caching().pages().find(id)->frame),
       id, 1);
  bench.service(2).member().net.register_service(kSummary, [](gmsnet::Request&) {});
  bench.run_on(0, [&](Service& service) {
    while (service.member().epoch.has(2)) sleep(service, Time::ms(1));
    EXPECT_NE(service.pager().get(id), nullptr);
    EXPECT_EQ(service.pager().fetcher().counters().network, 1U);
  });

  bench.run();
}

/// For the 5 ms of gms.getpage_timeout.
TEST(Pager, APageIsNotChangedWhileItIsPutAway) {
  GmsBench bench(3);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  int sent = 0;
  keep_silent(bench, sent);
  bench.run_on(0, [&](Service& service) {
    write_page(service, id);
    service.pager().changed(id);
    sleep(service, Time::ms(1));
    EXPECT_EQ(sent, 1);
    write_page(service, id);
    EXPECT_EQ(service.pager().putter().counters().disk, 1U);
  });

  bench.run();
}

}  // namespace
}  // namespace flybar::gms
