// Pages that are not where they should be, and pages that are put away.
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
