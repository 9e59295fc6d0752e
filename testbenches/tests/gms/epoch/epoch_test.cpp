// Epochs: who ends them, when, and who is left out.
#include "models/gms/epoch/epoch_message.h"
#include "testbenches/tests/gms/programs.h"

namespace flybar::gms {
namespace {

/// Epochs that end only when a node has put 20 pages away.
Settings by_evictions() {
  Settings all = small_memories();
  for (auto& [key, text] : all) {
    if (key == "gms.epoch") text = "10 s";
  }
  all.emplace_back("gms.epoch_evictions", "20");
  return all;
}

void sleep(Service& service, Time time) {
  service.member().cpu().sleep(time);
}

/// Puts so many pages away.
void put_away(Service& service, GmsBench& bench, std::uint32_t pages) {
  write_all(service, bench.files().add_empty(kScratch, pages, service.member().node()).id);
}

/// Node 2 answers for its memory, or does not, as `answers` says. Counts how often it is asked.
void answer_summary(Service& service, int& asked, std::function<bool()> answers) {
  gmsnet::Net& net = service.member().net;
  net.register_service(kSummary, [&, answers = std::move(answers)](gmsnet::Request& request) {
    ++asked;
    if (!answers()) return;
    gmsnet::Message answer = net.gmsnet_makebuf(kSummary);
    push(AgeSummary{}, answer.arguments);
    net.gmsnet_reply(request, answer);
  });
}

TEST(Epochs, TheCoordinatorEndsOneAfterTheOther) {
  GmsBench bench(3);
  bench.run_on(0, [&](Service& service) { sleep(service, Time::ms(220)); });

  bench.run();

  EXPECT_EQ(bench.service(0).epochs().coordinated(), 4U);
  EXPECT_EQ(bench.service(2).member().epoch.number, 4U);
}

TEST(Epochs, OnlyTheNextNodeTakesTheCoordinatorsPlace) {
  GmsBench bench(3);
  bench.run_on(0, [&](Service& service) { service.die(); });
  bench.run_on(1, [&](Service& service) { sleep(service, Time::ms(400)); });

  bench.run();

  EXPECT_GT(bench.service(1).epochs().coordinated(), 0U);
  EXPECT_EQ(bench.service(2).epochs().coordinated(), 0U);
}

/// Two epochs for the coordinator, and one for each of the two before node 2: 200 ms.
TEST(Epochs, EachNodeWaitsOneEpochLongerForThoseBeforeItThanTheOneBefore) {
  GmsBench bench(4);
  for (std::size_t n = 0; n < 2; ++n) {
    bench.run_on(n, [&](Service& service) { service.die(); });
  }
  bench.run_on(2, [&](Service& service) {
    sleep(service, Time::us(199'900));
    EXPECT_EQ(service.epochs().coordinated(), 0U);
    sleep(service, Time::us(200));
    EXPECT_EQ(service.epochs().coordinated(), 1U);
  });

  bench.run();
}

/// The coordinator itself, and one that has to tell it.
class EndOfEpoch : public testing::TestWithParam<std::size_t> {
 protected:
  /// Epochs that are over after a node has put so many pages away.
  static std::uint64_t ended(std::uint32_t pages, int times = 1) {
    GmsBench bench(3, by_evictions());
    bench.run_on(GetParam(), [&](Service& service) {
      for (int i = 0; i < times; ++i) {
        put_away(service, bench, pages);
        sleep(service, Time::ms(20));
      }
    });
    bench.run();
    return bench.service(0).epochs().coordinated();
  }
};

TEST_P(EndOfEpoch, DoesNotComeBeforeTheLastOfThePagesThatMayBePutAwayInOne) {
  EXPECT_EQ(ended(19), 0U);
}

TEST_P(EndOfEpoch, ComesWithTheLastOfThem) {
  EXPECT_EQ(ended(20), 1U);
}

TEST_P(EndOfEpoch, ComesInTheNextEpochAsInTheFirst) {
  EXPECT_EQ(ended(20, 2), 2U);
}

INSTANTIATE_TEST_SUITE_P(AtTheCoordinatorAndElsewhere, EndOfEpoch, testing::Values(0U, 1U));

TEST(Epochs, ANodeReportsTheEndOnce) {
  GmsBench bench(3, by_evictions());
  int reports = 0;
  bench.service(0).member().net.register_service(kEpochIsOver,
                                                 [&](gmsnet::Request&) { ++reports; });
  bench.run_on(1, [&](Service& service) {
    put_away(service, bench, 30);
    sleep(service, Time::ms(1));
    service.member().cpu().notify(service.member().epoch_work);
    sleep(service, Time::ms(1));
  });

  bench.run();

  EXPECT_EQ(reports, 1);
}

TEST(Epochs, AMemberWhoseFirstAnswerIsMissingStaysOne) {
  GmsBench bench(3);
  int asked = 0;
  answer_summary(bench.service(2), asked, [&] { return asked > 1; });
  bench.run_on(0, [&](Service& service) { sleep(service, Time::ms(80)); });

  bench.run();

  EXPECT_EQ(bench.service(0).member().epoch.members, (std::vector<Node>{0, 1, 2}));
  EXPECT_EQ(asked, 2);
}

/// How often node 2, which never answers, is asked in each of the first `epochs` epochs.
std::vector<int> questions(std::size_t epochs) {
  Settings all = small_memories();
  std::erase_if(all, [](const auto& each) { return each.first == "gms.give_up"; });
  all.emplace_back("gms.give_up", "110 ms");
  GmsBench bench(3, all);
  int asked = 0;
  std::vector<int> questions;
  answer_summary(bench.service(2), asked, [] { return false; });
  bench.run_on(0, [&](Service& service) {
    while (questions.size() < epochs) {
      const std::uint32_t epoch = service.member().epoch.number;
      while (service.member().epoch.number == epoch) sleep(service, Time::ms(1));
      questions.push_back(std::exchange(asked, 0));
    }
  });
  bench.run();
  return questions;
}

/// An epoch of 50 ms and two calls of 5 ms: it is dead at the end of the second.
TEST(Epochs, WhoDoesNotAnswerIsAskedTwiceInEachUntilItIsDeadAndOnceFromThenOn) {
  EXPECT_EQ(questions(3), (std::vector<int>{2, 2, 1}));
}

/// How often node 2 is told of the next epoch, if it confirms that or does not.
int told(bool confirms) {
  GmsBench bench(3);
  int told = 0;
  gmsnet::Net& net = bench.service(2).member().net;
  net.register_service(kNewEpoch, [&](gmsnet::Request& request) {
    ++told;
    if (confirms) net.gmsnet_reply(request, net.gmsnet_makebuf(kNewEpoch));
  });
  bench.run_on(0, [&](Service& service) { sleep(service, Time::ms(80)); });
  bench.run();
  return told;
}

TEST(Epochs, AMemberThatConfirmsTheNextIsToldOnce) {
  EXPECT_EQ(told(true), 1);
}

TEST(Epochs, AMemberThatDoesNotConfirmTheNextIsToldOnceMore) {
  EXPECT_EQ(told(false), 2);
}

TEST(Epochs, TheNextIsNewerThanAnyThatAMemberKnows) {
  GmsBench bench(3);
  bench.service(1).member().epoch.number = 7;
  bench.run_on(0, [&](Service& service) { sleep(service, Time::ms(80)); });

  bench.run();

  EXPECT_EQ(bench.service(0).member().epoch.number, 8U);
  EXPECT_EQ(bench.service(1).member().epoch.number, 8U);
}

TEST(Epochs, OfTwoWithTheSameNumberTheFirstThatIsHeardOfStays) {
  GmsBench bench(3);
  bench.run_on(1, [&](Service& service) {
    sleep(service, Time::ms(80));
    Epoch rival = service.member().epoch;
    rival.coordinator = 1;
    gmsnet::Message message = service.member().net.gmsnet_makebuf(kNewEpoch);
    push(rival, message.arguments);
    EXPECT_EQ(service.member().net.gmsnet_call(message, 2).status, gmsnet::Status::kOk);
    EXPECT_EQ(bench.service(2).member().epoch.coordinator, 0U);
  });

  bench.run();
}

/// Whether node 2, which dies at once, is dead for node 0 after so long. Nodes 3 and 4 live, or die
/// with it.
bool is_dead_after(Time time, bool others_live) {
  Settings all = small_memories();
  std::erase_if(all, [](const auto& each) { return each.first == "gms.give_up"; });
  all.emplace_back("gms.give_up", "200 ms");
  GmsBench bench(5, all);
  for (std::size_t n = 2; n < 5; ++n) {
    if (n == 2 || !others_live) bench.run_on(n, [](Service& service) { service.die(); });
  }
  bool dead = false;
  bench.run_on(0, [&](Service& service) {
    sleep(service, time);
    dead = service.member().is_dead(2);
  });
  bench.run();
  return dead;
}

TEST(Epochs, WhoIsNotHeardOfByAMajorityIsNotDeadAtOnce) {
  EXPECT_FALSE(is_dead_after(Time::ms(195), true));
}

TEST(Epochs, WhoIsNotHeardOfByAMajorityForLongEnoughIsDead) {
  EXPECT_TRUE(is_dead_after(Time::ms(300), true));
}

TEST(Epochs, WithoutAMajorityNoNodeIsDead) {
  EXPECT_FALSE(is_dead_after(Time::ms(1000), false));
}

/// Node 1 has 9 pages when node 0 dies, and tells node 2 of those whose directory site that is
/// then. Pages that it tells of; node 2 refuses so often.
std::vector<std::uint32_t> registrations(int refusals, std::uint32_t& moved) {
  GmsBench bench(3);
  const File file = bench.files().add(kSticky, 9, 0).id;
  const Epoch before = bench.service(1).member().epoch;
  std::vector<std::uint32_t> told;
  gmsnet::Net& site = bench.service(2).member().net;
  site.register_service(kRegister, [&](gmsnet::Request& request) {
    told.push_back(request.arguments.pop());
    gmsnet::Message answer = site.gmsnet_makebuf(kRegister);
    if (refusals-- > 0) answer.status = gmsnet::Status::kRefused;
    site.gmsnet_reply(request, answer);
  });
  bench.run_on(0, [&](Service& service) { service.die(); });
  bench.run_on(1, [&](Service& service) {
    for (std::uint32_t i = 0; i < 9; ++i) service.caching().place({file, i}, {.version = 1});
    sleep(service, Time::ms(400));
    for (std::uint32_t i = 0; i < 9; ++i) {
      const PageId id{file, i};
      moved += before.directory_site(id) == 0 && service.member().directory_site(id) == 2 ? 1 : 0;
    }
  });
  bench.run();
  return told;
}

TEST(Epochs, ANewDirectorySiteIsToldOfThePagesThatAreNewToIt) {
  std::uint32_t moved = 0;
  const std::vector<std::uint32_t> told = registrations(0, moved);

  EXPECT_GT(moved, 0U);
  EXPECT_EQ(told, std::vector<std::uint32_t>{moved});
}

/// Twice in a row, as gms.death_after says, and once more in the next epoch.
TEST(Epochs, ADirectorySiteThatDoesNotAcceptIsToldAgain) {
  std::uint32_t moved = 0;

  EXPECT_EQ(registrations(2, moved).size(), 3U);
}

}  // namespace
}  // namespace flybar::gms
