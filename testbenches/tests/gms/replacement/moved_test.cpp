// Pages that are only in network memory, and leave the node that keeps them.
#include "models/gms/page/content.h"
#include "testbenches/tests/gms/programs.h"

namespace flybar::gms {
namespace {

/// Takes all of the node's free frames, so that those of the global cache are wanted back.
void use_up_memory(Service& service) {
  for (int i = 0; i < 1000 && service.caching().pages().size() > 0; ++i) {
    if (!service.member().pool().try_allocate()) service.member().cpu().sleep(Time::ms(1));
  }
}

/// Node 0 writes the file, and reads it after `keeper` has wanted all of its memory back.
void run_out_of_memory(GmsBench& bench, File file, std::size_t keeper) {
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    service.member().cpu().sleep(Time::ms(900));
    read_all(service, file);
  });
  bench.run_on(keeper, [&](Service& service) {
    service.member().cpu().sleep(Time::ms(400));
    use_up_memory(service);
  });
  bench.run();
}

TEST(MovedPages, ANodeThatNeedsItsMemoryMovesPagesToOthers) {
  GmsBench bench(3);
  const File file = bench.files().add_empty(kScratch, 100, 0).id;
  run_out_of_memory(bench, file, 2);

  EXPECT_GT(bench.service(2).mover().counters().moved, 10U);
  EXPECT_EQ(bench.ledger().losses(), 0U);
}

TEST(MovedPages, PagesThatNobodyHasRoomForGoBackToTheDiskOfTheirHome) {
  GmsBench bench(2);
  const File file = bench.files().add_empty(kScratch, 100, 0).id;
  run_out_of_memory(bench, file, 1);

  EXPECT_EQ(bench.service(1).mover().counters().written_back, 100U);
  EXPECT_EQ(bench.service(0).pager().fetcher().counters().disk, 100U);
  EXPECT_EQ(bench.ledger().losses(), 0U);
}

TEST(MovedPages, APageThatWaitsForTheDiskOfItsHomeIsNotLost) {
  Settings all = small_memories();
  for (auto& [key, text] : all) {
    if (key == "disk.access") text = "100 ms";
    if (key == "gms.give_up") text = "50 ms";
  }
  GmsBench bench(2, all);
  const File file = bench.files().add_empty(kScratch, 40, 0).id;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    while (bench.service(1).mover().counters().written_back == 0) {
      service.member().cpu().sleep(Time::ms(1));
    }
    read_all(service, file);
  });
  bench.run_on(1, [&](Service& service) {
    service.member().cpu().sleep(Time::ms(100));
    use_up_memory(service);
  });

  bench.run();

  EXPECT_EQ(bench.ledger().losses(), 0U);
}

/// Says to the page's directory site that nobody keeps it.
void forget(Service& service, PageId id) {
  const Node site = service.member().directory_site(id);
  for (Node at = 1; at < 3; ++at) {
    if (site == service.member().node()) {
      service.directory().remove(id, {at, 1});
    } else {
      gmsnet::Message message = service.member().net.gmsnet_makebuf(kRemove);
      PageMessage{.id = id, .version = 1, .site = at}.push(message.arguments);
      service.member().net.gmsnet_sendto(message, site);
    }
  }
}

/// Pages that are not found are given up soon.
Settings impatient() {
  Settings all = small_memories();
  for (auto& [key, text] : all) {
    if (key == "gms.give_up") text = "100 ms";
  }
  return all;
}

TEST(MovedPages, APageThatItsDirectorySiteHasForgottenIsFound) {
  GmsBench bench(3, impatient());
  const File file = bench.files().add_empty(kScratch, 100, 0).id;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    for (std::uint32_t i = 0; i < 100; ++i) forget(service, {file, i});
    read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(bench.ledger().losses(), 0U);
  EXPECT_EQ(bench.service(0).pager().fetcher().counters().network, 100U);
}

/// Node 1 says that it does not have the page, and has it from then on instead of node 2.
void move_when_asked(GmsBench& bench, PageId id) {
  bench.service(1).member().net.register_service(kServe, [&bench, id](gmsnet::Request& request) {
    Service& service = bench.service(1);
    GlobalCache& from = bench.service(2).caching().pages();
    GlobalPage* page = from.find(id);
    service.caching().serve(request, PageMessage::pop(request.arguments));
    if (page == nullptr) return;
    service.caching().place(id, *page);
    fill(service.member().memory().edit(service.caching().pages().find(id)->frame), id, 1);
    from.erase(id);
  });
}

/// Node 3 is dead, so that a page that is nowhere is lost.
TEST(MovedPages, APageThatMovesWhileItIsLookedForIsFound) {
  GmsBench bench(4, impatient());
  const File file = bench.files().add(kScratch, 100, 0).id;
  bench.run_on(0, [&](Service& service) {
    bench.service(3).die();
    while (!service.member().is_dead(3)) service.member().cpu().sleep(Time::ms(1));
    PageId id{file, 0};
    while (service.member().directory_site(id) != 0) ++id.page;
    service.member().files.page(id) = {.latest = 1, .put_away = 1};
    bench.service(2).caching().place(id, {.version = 1, .dirty = true});
    move_when_asked(bench, id);
    EXPECT_TRUE(StreamFile(service, file, 0).read(id.page, Bytes(), kPage));
  });

  bench.run();
}

/// A putpage or movepage of a page of node 0, by `from`.
gmsnet::Status put(Service& from, PageId id, Node to, Version version = 1,
                   gmsnet::Operation operation = kPutpage) {
  gmsnet::Message message = from.member().net.gmsnet_makebuf(operation);
  PageMessage{.id = id, .version = version, .dirty = true}.push(message.arguments);
  message.payload = *from.member().pool().try_allocate();
  message.payload_length = kPage;
  return from.member().net.gmsnet_call(message, to).status;
}

TEST(MovedPages, ACopyOfAnOldVersionIsDroppedWhereItIsMovedTo) {
  GmsBench bench(4);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  bench.run_on(3, [&](Service& service) {
    EXPECT_EQ(put(service, id, 1, 2), gmsnet::Status::kOk);
    EXPECT_EQ(put(service, id, 2, 1), gmsnet::Status::kRefused);
    service.member().cpu().sleep(Time::ms(1));
  });

  bench.run();

  EXPECT_NE(bench.service(1).caching().pages().find(id), nullptr);
  EXPECT_EQ(bench.service(2).caching().pages().find(id), nullptr);
}

TEST(MovedPages, ANodeThatIsMovingAPageAwayDoesNotPromiseToKeepIt) {
  GmsBench bench(3);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  bench.run_on(2, [&](Service& service) {
    EXPECT_EQ(put(service, id, 1), gmsnet::Status::kOk);
    EXPECT_EQ(put(service, id, 1), gmsnet::Status::kOk);
    ++bench.service(1).caching().pages().find(id)->busy;
    EXPECT_EQ(put(service, id, 1), gmsnet::Status::kRefused);
  });

  bench.run();
}

TEST(MovedPages, TheOnlyCopyOfAPageIsNotDroppedForItsOwnVersion) {
  GmsBench bench(3);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  bench.run_on(2, [&](Service& service) { EXPECT_EQ(put(service, id, 1), gmsnet::Status::kOk); });
  bench.run_on(1, [&](Service& service) {
    service.member().cpu().sleep(Time::ms(5));
    ASSERT_NE(service.caching().pages().find(id), nullptr);
    service.caching().drop(id, 1);
    EXPECT_NE(service.caching().pages().find(id), nullptr);
  });
  bench.run();
}

TEST(MovedPages, ANewerCopyIsNotDroppedForAnOldVersion) {
  GmsBench bench(3);
  const PageId id{bench.files().add(kSticky, 1, 0).id, 0};
  bench.run_on(1, [&](Service& service) {
    service.caching().place(id, {.version = 2});
    service.caching().drop(id, 1);
    EXPECT_NE(service.caching().pages().find(id), nullptr);
    service.caching().drop(id, 3);
    EXPECT_EQ(service.caching().pages().find(id), nullptr);
  });
  bench.run();
}

TEST(MovedPages, OneThatWasReadIsYoungerThanOneThatWasNot) {
  GmsBench bench(2);
  const File file = bench.files().add(kSticky, 2, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    EXPECT_TRUE(StreamFile(service, file, 0).read(0, Bytes(), kPage));
    service.member().cpu().sleep(Time::ms(1));
    EXPECT_TRUE(bench.service(1).caching().pages().oldest(
                    [](PageId, const GlobalPage&) { return true; }) == PageId({file, 1}));
  });
  bench.run();
}

TEST(MovedPages, AStickyPageInANodesOwnNetworkMemoryStaysThereWhenItIsRead) {
  GmsBench bench(2);
  const PageId id{bench.files().add(kSticky, 1, 0).id, 0};
  bench.run_on(1, [&](Service& service) {
    service.caching().place(id, {.version = 1, .sticky = true});
    const host::Physical frame = *service.member().pool().try_allocate();
    EXPECT_EQ(service.caching().fetch(id, 1, frame), frame);
    EXPECT_NE(service.caching().pages().find(id), nullptr);
  });
  bench.run();
}

TEST(MovedPages, OneThatArrivesCutShortIsRefused) {
  GmsBench bench(3);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  bench.run_on(2, [&](Service& service) {
    gmsnet::Message message = service.member().net.gmsnet_makebuf(kPutpage);
    PageMessage{.id = id, .version = 1, .dirty = true}.push(message.arguments);
    message.payload = *service.member().pool().try_allocate();
    message.payload_length = Bytes(512);
    EXPECT_EQ(service.member().net.gmsnet_call(message, 1).status, gmsnet::Status::kRefused);
  });
  bench.run();
}

TEST(MovedPages, AnAnswerWithoutItsPageIsNone) {
  GmsBench bench(2);
  PageId id{bench.files().add(kSticky, 50, 0).id, 0};
  gmsnet::Net& net = bench.service(1).member().net;
  net.register_service(kGetpage, [&](gmsnet::Request& request) {
    net.gmsnet_reply(request, net.gmsnet_makebuf(kGetpage));
  });
  bench.run_on(0, [&](Service& service) {
    while (service.member().directory_site(id) != 1) ++id.page;
    service.member().files.page(id).put_away = 1;
    EXPECT_TRUE(StreamFile(service, id.file, 0).read(id.page, Bytes(), kPage));
    EXPECT_EQ(service.pager().fetcher().counters().failed, 1U);
    EXPECT_EQ(service.pager().fetcher().counters().disk, 1U);
  });
  bench.run();
}

TEST(MovedPages, OneThatTheDirectorySiteTakesForItsOwnByMistakeComesFromTheDisk) {
  GmsBench bench(2);
  PageId id{bench.files().add(kSticky, 50, 0).id, 0};
  bench.run_on(0, [&](Service& service) {
    while (service.member().directory_site(id) != 0) ++id.page;
    service.member().files.page(id).put_away = 1;
    service.directory().place(id, {0, 1});
    EXPECT_TRUE(StreamFile(service, id.file, 0).read(id.page, Bytes(), kPage));
    EXPECT_EQ(service.pager().fetcher().counters().absent, 1U);
    EXPECT_EQ(service.pager().fetcher().counters().disk, 1U);
  });
  bench.run();
}

TEST(MovedPages, TheCopyAtTheOldPlaceIsDroppedWhenANewerComesElsewhere) {
  GmsBench bench(4);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  bench.run_on(3, [&](Service& service) {
    EXPECT_EQ(put(service, id, 1, 1), gmsnet::Status::kOk);
    EXPECT_EQ(put(service, id, 2, 2), gmsnet::Status::kOk);
    service.member().cpu().sleep(Time::ms(1));
  });
  bench.run();

  EXPECT_EQ(bench.service(1).caching().pages().find(id), nullptr);
}

TEST(MovedPages, OneThatIsMovedToANodeWithoutRoomTakesNoOthersPlace) {
  GmsBench bench(3);
  const File file = bench.files().add(kPlain, 129, 0).id;
  bench.run_on(2, [&](Service& service) {
    for (std::uint32_t i = 0; i < 128; ++i) {
      bench.service(1).caching().place({file, i}, {.version = 1});
    }
    EXPECT_EQ(put(service, {file, 128}, 1, 1, kMovepage), gmsnet::Status::kRefused);
    EXPECT_EQ(put(service, {file, 128}, 1, 1, kPutpage), gmsnet::Status::kOk);
  });

  bench.run();
}

/// A page of node 0 comes back to its home. Pages that it writes to its disk then.
std::int64_t written_home(GmsBench& bench, PageId id) {
  bench.run_on(1, [&](Service& service) {
    EXPECT_EQ(put(service, id, 0, 1, kWriteBack), gmsnet::Status::kOk);
    service.member().cpu().sleep(Time::ms(50));
  });
  bench.run();
  return bench.service(0).member().disk.use().writes;
}

TEST(MovedPages, OneThatComesBackIsWrittenToTheDisk) {
  GmsBench bench(2);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  bench.files().page(id).latest = 1;

  EXPECT_EQ(written_home(bench, id), 1);
}

TEST(MovedPages, OneThatComesBackAlthoughItIsOnDiskIsNotWritten) {
  GmsBench bench(2);

  EXPECT_EQ(written_home(bench, {bench.files().add(kPlain, 1, 0).id, 0}), 0);
}

TEST(MovedPages, OneThatComesBackAndHasBeenChangedMeanwhileIsNotWritten) {
  GmsBench bench(2);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  bench.files().page(id).latest = 2;

  EXPECT_EQ(written_home(bench, id), 0);
}

TEST(MovedPages, PagesOfOthersGoBeforeThoseOfANodesOwnFiles) {
  GmsBench bench(2);
  const File own = bench.files().add(kSticky, 20, 1).id,
             others = bench.files().add(kSticky, 100, 0).id;
  bench.run_on(1, [&](Service& service) {
    read_all(service, own);
    for (std::uint32_t i = 0; i < 100; ++i) service.caching().place({others, i}, {.version = 1});
    host::PagePool& pool = service.member().pool();
    const auto low = static_cast<std::size_t>(service.member().cpu().params().free_low);
    while (pool.free_count() >= low) EXPECT_TRUE(pool.try_allocate());
    service.member().cpu().sleep(Time::ms(5));
    EXPECT_LT(service.caching().pages().size(), 100U);
    EXPECT_EQ(service.pager().local().pages.size(), 20U);
  });

  bench.run();
}

/// Node 1 runs out of frames while it keeps a page of node 0, whose directory site it is. The page,
/// and where node 1 believes it is then.
std::pair<PageId, Node> move_from_directory_site(GmsBench& bench) {
  PageId id{bench.files().add_empty(kScratch, 50, 0).id, 0};
  while (bench.service(1).member().directory_site(id) != 1) ++id.page;
  Node site = 0;
  bench.run_on(1, [&site, id](Service& service) {
    service.caching().place(id, {.version = 1, .dirty = true});
    service.directory().place(id, {1, 1});
    service.member().cpu().sleep(Time::ms(20));
    use_up_memory(service);
    if (const Location* location = service.directory().look_up(id)) site = location->site;
  });
  bench.run();
  return {id, site};
}

TEST(MovedPages, ADirectorySiteThatMovesItsOwnPageKnowsWhereItIs) {
  GmsBench bench(3);

  EXPECT_EQ(move_from_directory_site(bench).second, 2U);
  EXPECT_EQ(bench.service(1).mover().counters().moved, 1U);
}

/// It was last used when the simulation began, at least 20 ms before.
TEST(MovedPages, OneThatIsMovedGrowsNoYounger) {
  GmsBench bench(3);
  const PageId id = move_from_directory_site(bench).first;
  const GlobalPage* moved = bench.service(2).caching().pages().find(id);

  ASSERT_NE(moved, nullptr);
  EXPECT_LT(moved->last_use, Time::ms(1));
}

/// Node 1 keeps version 2. What it answers to who asks for another.
gmsnet::Status answer_for(Version wanted) {
  GmsBench bench(3);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  gmsnet::Status status{};
  bench.run_on(0, [&](Service& service) {
    bench.service(1).caching().place(id, {.version = 2, .dirty = true});
    gmsnet::Message message = service.member().net.gmsnet_makebuf(kServe);
    PageMessage{.id = id, .version = wanted}.push(message.arguments);
    status = service.member().net.gmsnet_call(message, 1).status;
  });
  bench.run();
  return status;
}

TEST(MovedPages, ACachingSiteDoesNotServeALaterVersion) {
  EXPECT_EQ(answer_for(1), gmsnet::Status::kAbsent);
}

TEST(MovedPages, ACachingSiteDoesNotServeAnEarlierVersion) {
  EXPECT_EQ(answer_for(3), gmsnet::Status::kAbsent);
}

TEST(MovedPages, ACachingSiteServesTheVersionThatIsAskedFor) {
  EXPECT_EQ(answer_for(2), gmsnet::Status::kOk);
}

/// A node that hears nothing of these, and does not say so.
void be_deaf(Service& service, std::initializer_list<Operation> operations) {
  for (const Operation operation : operations) {
    service.member().net.register_service(operation, [](gmsnet::Request&) {});
  }
}

/// Node 1 runs out of frames while it keeps a page of node 2, of which nothing is heard since it is
/// deaf, or has died: pages that node 1 gives up within `time` of the end of that node's
/// membership. Node 0 takes none.
std::uint64_t given_up(Time time, bool dies) {
  GmsBench bench(3, impatient());
  const PageId id{bench.files().add_empty(kScratch, 1, 2).id, 0};
  be_deaf(bench.service(2), {kSummary, kWriteBack, kPutpage, kServe});
  be_deaf(bench.service(0), {kPutpage, kMovepage});
  bench.run_on(1, [&](Service& service) {
    service.caching().place(id, {.version = 1, .dirty = true, .home = 2});
    if (dies) bench.service(2).die();
    while (service.member().epoch.has(2)) service.member().cpu().sleep(Time::us(100));
    want_frames(service, time);
  });
  bench.run();
  return bench.service(1).mover().counters().orphaned;
}

TEST(MovedPages, OneWhoseHomeIsNoMemberStays) {
  EXPECT_EQ(given_up(Time::ms(40), false), 0U);
}

TEST(MovedPages, OneWhoseHomeIsDeadIsGivenUp) {
  EXPECT_EQ(given_up(Time::ms(200), true), 1U);
}

TEST(MovedPages, OneThatItsHomeRefusesStays) {
  GmsBench bench(2);
  const PageId id{bench.files().add_empty(kScratch, 1, 0).id, 0};
  gmsnet::Net& home = bench.service(0).member().net;
  home.register_service(kWriteBack, [&](gmsnet::Request& request) {
    gmsnet::Message refusal = home.gmsnet_makebuf(kWriteBack);
    refusal.status = gmsnet::Status::kRefused;
    home.gmsnet_reply(request, refusal);
  });
  bench.run_on(1, [&](Service& service) {
    service.caching().place(id, {.version = 1, .dirty = true});
    while (service.member().pool().try_allocate()) continue;
    service.member().cpu().sleep(Time::ms(20));
    EXPECT_NE(service.caching().pages().find(id), nullptr);
  });

  bench.run();
}

}  // namespace
}  // namespace flybar::gms
