// The cable between two switches dies, so that the network has two sides.
#include <algorithm>

#include "models/gms/page/content.h"
#include "testbenches/tests/gms/programs.h"

namespace flybar::gms {
namespace {

constexpr Time kGiveUp = Time::ms(500);
constexpr Node kNodes = 5;

/// Nodes 0, 1 and 2 at one switch, 3 and 4 at another, with a cable between them that dies soon.
struct Partition : testing::Test {
  static Settings settings() {
    Settings all = small_memories();
    std::erase_if(all, [](const auto& each) { return each.first == "gms.give_up"; });
    all.insert(all.end(), {{"gms.give_up", "500 ms"},
                           {"link.dead_cable", std::to_string(kNodes)},
                           {"link.dead_from", "20 ms"}});
    return all;
  }
  GmsBench bench{myrinet::switch_chain(kNodes, 5), settings()};

  Partition() { bench.ledger().part({3, 4}, Time::ms(20)); }

  /// A page of `home` that only `keeper` has.
  PageId page_at(Node keeper, Node home) {
    const PageId id{bench.files().add_empty(kScratch, 1, home).id, 0};
    bench.files().page(id) = {.latest = 1, .put_away = 1};
    CachingSite& site = bench.service(keeper).caching();
    site.place(id, {.version = 1, .dirty = true, .home = home});
    fill(bench.service(keeper).member().memory().edit(site.pages().find(id)->frame), id, 1);
    bench.ledger().on_cached(id, 1, keeper);
    return id;
  }
  static void sleep(Service& service, Time time) { service.member().cpu().sleep(time); }
};

TEST_F(Partition, EachSideHasEpochsOfItsOwn) {
  bench.run_on(0, [&](Service& service) {
    sleep(service, Time::ms(600));
    EXPECT_EQ(service.member().epoch.members, (std::vector<Node>{0, 1, 2}));
    EXPECT_EQ(bench.service(4).member().epoch.members, (std::vector<Node>{3, 4}));
  });

  bench.run();
}

TEST_F(Partition, OnlyTheSideWithTheMajorityTakesTheOtherForDead) {
  bench.run_on(0, [&](Service& service) {
    sleep(service, Time::ms(1000));
    EXPECT_EQ(bench.service(1).member().epoch.living(kGiveUp), (std::vector<Node>{0, 1, 2}));
    EXPECT_EQ(bench.service(3).member().epoch.living(kGiveUp), (std::vector<Node>{0, 1, 2, 3, 4}));
  });

  bench.run();
}

/// How long a program of node `home` waits for a page that is on the other side, which it does not
/// get.
class OtherSide : public Partition, public testing::WithParamInterface<std::pair<Node, Node>> {};

TEST_P(OtherSide, IsAnErrorForItsPagesByTheTimeToGiveThemUp) {
  const auto [home, keeper] = GetParam();
  const PageId id = page_at(keeper, home);
  bench.run_on(home, [&](Service& service) {
    sleep(service, Time::ms(30));
    const Time begin = service.member().cpu().now();
    EXPECT_EQ(service.pager().get(id), nullptr);
    EXPECT_LE(service.member().cpu().now() - begin, kGiveUp);
  });

  bench.run();
}

INSTANTIATE_TEST_SUITE_P(OfTheMajorityAndOfTheOthers, OtherSide,
                         testing::Values(std::pair<Node, Node>{0, 4}, std::pair<Node, Node>{4, 0}));

TEST_F(Partition, WritesGoToTheMemoryOfTheSameSide) {
  const File file = bench.files().add_empty(kScratch, 40, 3).id;
  bench.run_on(3, [&](Service& service) {
    while (service.member().epoch.has(0)) sleep(service, Time::ms(1));
    write_all(service, file);
    read_all(service, file);
    EXPECT_GE(bench.service(4).caching().pages().size(), 40U);
  });

  bench.run();
}

/// Whether `keeper`, which runs out of frames, still has the page of `home` after so long.
bool is_kept(Partition& test, Node keeper, Node home, Time time) {
  const PageId id = test.page_at(keeper, home);
  bool kept = false;
  for (Node n = 0; n < kNodes; ++n) {
    test.bench.run_on(n, [&, n](Service& service) {
      service.member().net.register_service(kPutpage, [](gmsnet::Request&) {});
      if (n != keeper) return;
      Partition::sleep(service, Time::ms(30));
      want_frames(service, time);
      kept = service.caching().pages().find(id) != nullptr;
    });
  }
  test.bench.run();
  return kept;
}

TEST_F(Partition, TheMajorityKeepsPagesOfTheOthersUntilItTakesThemForDead) {
  EXPECT_TRUE(is_kept(*this, 1, 3, Time::ms(400)));
}

TEST_F(Partition, TheMajorityGivesUpPagesOfTheOthersWhenItNeedsTheirFrames) {
  EXPECT_FALSE(is_kept(*this, 1, 3, Time::ms(1000)));
}

TEST_F(Partition, TheOthersGiveUpNoPageOfTheMajority) {
  EXPECT_TRUE(is_kept(*this, 3, 1, Time::ms(1000)));
}

}  // namespace
}  // namespace flybar::gms
