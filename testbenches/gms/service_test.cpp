#include <gtest/gtest.h>

#include "models/gms/block_mapping.h"
#include "models/gms/mapped_file.h"
#include "models/gms/stream_file.h"
#include "testbenches/gms/gms_bench.h"

namespace flybar::gms {
namespace {

constexpr Bytes kPage = Bytes(1024);
constexpr Policy kSticky{.sticky = true}, kScratch{.scratch = true}, kPlain{};

void read_all(Service& service, File file) {
  StreamFile stream(service, file, 4);
  for (std::uint32_t i = 0; i < service.file(file).size(); ++i) {
    EXPECT_TRUE(stream.read(i, Bytes(), kPage)) << i;
  }
}

void write_all(Service& service, File file) {
  StreamFile stream(service, file, 4);
  for (std::uint32_t i = 0; i < service.file(file).size(); ++i) {
    EXPECT_TRUE(stream.write(i, Bytes(), kPage)) << i;
  }
  stream.close();
}

TEST(MemoryService, AFileThatIsNowhereElseComesFromTheDisk) {
  GmsBench bench(3);
  const File file = bench.files().add(kSticky, 20, 0).id;
  bench.run_on(0, [&](Service& service) { read_all(service, file); });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().fetcher().counters().disk, 20U);
}

TEST(MemoryService, AStickyFileStaysInNetworkMemory) {
  GmsBench bench(3);
  const File file = bench.files().add(kSticky, 100, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    read_all(service, file);
    read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().fetcher().counters().network, 200U);
  EXPECT_EQ(bench.service(1).caching().pages().size(), 50U);
}

TEST(MemoryService, APlainPageMovesToItsReaderAndBackWhenItIsEvicted) {
  GmsBench bench(3);
  const File file = bench.files().add(kPlain, 100, 0).id;
  bench.run_on(0, [&](Service& service) {
    read_all(service, file);
    read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().fetcher().counters().disk, 100U);
  EXPECT_EQ(bench.service(0).pager().fetcher().counters().network, 100U);
  EXPECT_GE(bench.service(0).pager().putter().counters().clean, 100U);
}

TEST(MemoryService, ScratchPagesGoToNetworkMemoryAndComeBack) {
  GmsBench bench(3);
  const File file = bench.files().add_empty(kScratch, 100, 0).id;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().putter().counters().disk, 0U);
  EXPECT_GE(bench.service(0).pager().fetcher().counters().network, 68U);
}

TEST(MemoryService, ChangedPagesOfAnOrdinaryFileGoToDisk) {
  GmsBench bench(3);
  const File file = bench.files().add(kPlain, 50, 0).id;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().putter().counters().disk, 50U);
}

TEST(MemoryService, ScratchPagesGoToDiskWhereNetworkMemoryIsFull) {
  GmsBench bench(2);
  const File file = bench.files().add_empty(kScratch, 200, 0).id;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(bench.service(1).caching().pages().size(), 128U);
  EXPECT_GE(bench.service(0).pager().putter().counters().disk, 72U);
}

TEST(MemoryService, ANodeThatDiesTakesScratchPagesWithItAndTheirReaderIsTold) {
  GmsBench bench(3);
  const File file = bench.files().add_empty(kScratch, 100, 0).id;
  std::uint32_t lost = 0;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    bench.service(2).die();
    StreamFile stream(service, file, 4);
    for (std::uint32_t i = 0; i < 100; ++i) {
      if (!stream.read(i, Bytes(), kPage)) ++lost;
      bench.testbed().progress();
    }
  });

  bench.run();

  EXPECT_GE(lost, 20U);
  EXPECT_EQ(bench.ledger().losses(), lost);
  EXPECT_EQ(bench.service(0).member().epoch.members, (std::vector<Node>{0, 1}));
}

TEST(MemoryService, CleanPagesOfANodeThatDiesComeFromTheDisk) {
  GmsBench bench(3);
  const File file = bench.files().add(kSticky, 100, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    bench.service(2).die();
    read_all(service, file);
  });

  bench.run();

  EXPECT_GE(bench.service(0).pager().fetcher().counters().disk, 50U);
  EXPECT_EQ(bench.ledger().losses(), 0U);
}

TEST(MemoryService, TheNextNodeCoordinatesWhenTheCoordinatorDies) {
  GmsBench bench(3);
  bench.run_on(0, [&](Service& service) { service.die(); });
  bench.run_on(1, [&](Service& service) { service.member().cpu().sleep(Time::ms(400)); });

  bench.run();

  EXPECT_EQ(bench.service(2).member().epoch.members, (std::vector<Node>{1, 2}));
}

TEST(MemoryService, AMappedFileCanBeWrittenAndRead) {
  GmsBench bench(3);
  const File file = bench.files().add_empty(kScratch, 100, 0).id;
  bench.run_on(0, [&](Service& service) {
    MappedFile mapped(service, file, 4);
    for (std::uint32_t i = 0; i < 100; ++i) EXPECT_TRUE(mapped.write(i, Bytes(16), Bytes(64)));
    mapped.close();
    for (std::uint32_t i = 0; i < 100; ++i) EXPECT_TRUE(mapped.read(i, Bytes(), kPage));
  });

  bench.run();

  EXPECT_GE(bench.ledger().reads(), 100U);
}

Settings with_room_for_blocks() {
  Settings all = small_memories();
  for (auto& [key, text] : all) {
    if (key == "host.memory") text = "4 MB";
    if (key == "gms.local_cache" || key == "gms.network_memory") text = "1 MB";
  }
  return all;
}

TEST(MemoryService, BlocksThatAreReadInSequenceHardlyFault) {
  GmsBench bench(3, with_room_for_blocks());
  const File file = bench.files().add(kSticky, 1500, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    BlockMapping blocks(service, file, BlockMapping::Use::kRead);
    for (std::uint32_t i = 0; i < 1500; ++i) {
      EXPECT_TRUE(blocks.read(i, Bytes(), Bytes(8)));
      service.member().cpu().sleep(Time::us(50));
    }
    blocks.close();
  });

  bench.run();

  EXPECT_LT(bench.service(0).space().faults(), 30);
}

TEST(MemoryService, OverwrittenBlocksAreNotFetched) {
  GmsBench bench(3, with_room_for_blocks());
  const File file = bench.files().add_empty(kScratch, 1500, 0).id;
  std::uint64_t fetched = 0;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    BlockMapping blocks(service, file, BlockMapping::Use::kOverwrite);
    fetched = service.pager().fetcher().counters().network;
    for (std::uint32_t i = 0; i < 1500; ++i) EXPECT_TRUE(blocks.write(i, Bytes(), kPage));
    blocks.close();
    fetched = service.pager().fetcher().counters().network - fetched;
    read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(fetched, 0U);
}

TEST(MemoryService, BlocksThatDoNotFitIntoTheLocalCacheStillWork) {
  GmsBench bench(3);
  const File file = bench.files().add_empty(kScratch, 300, 0).id;
  bench.run_on(0, [&](Service& service) {
    BlockMapping blocks(service, file, BlockMapping::Use::kUpdate);
    for (std::uint32_t i = 0; i < 200; ++i) {
      EXPECT_TRUE(blocks.write(i, Bytes(8), Bytes(8)));
      bench.testbed().progress();
    }
    blocks.close();
  });

  bench.run();
}

/// Takes all of the node's free frames, so that those of the global cache are wanted back.
void use_up_memory(Service& service) {
  for (int i = 0; i < 1000 && service.caching().pages().size() > 0; ++i) {
    if (!service.member().pool().try_allocate()) service.member().cpu().sleep(Time::ms(1));
  }
}

TEST(MemoryService, ANodeThatNeedsItsMemoryMovesPagesToOthers) {
  GmsBench bench(3);
  const File file = bench.files().add_empty(kScratch, 100, 0).id;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    service.member().cpu().sleep(Time::ms(900));
    read_all(service, file);
  });
  bench.run_on(2, [&](Service& service) {
    service.member().cpu().sleep(Time::ms(400));
    use_up_memory(service);
  });

  bench.run();

  EXPECT_GT(bench.service(2).mover().counters().moved, 10U);
  EXPECT_EQ(bench.ledger().losses(), 0U);
}

TEST(MemoryService, PagesThatNobodyHasRoomForGoBackToTheDiskOfTheirHome) {
  GmsBench bench(2);
  const File file = bench.files().add_empty(kScratch, 100, 0).id;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    service.member().cpu().sleep(Time::ms(900));
    read_all(service, file);
  });
  bench.run_on(1, [&](Service& service) {
    service.member().cpu().sleep(Time::ms(400));
    use_up_memory(service);
  });

  bench.run();

  EXPECT_GT(bench.service(1).mover().counters().written_back, 10U);
  EXPECT_GT(bench.service(0).pager().fetcher().counters().disk, 10U);
  EXPECT_EQ(bench.ledger().losses(), 0U);
}

TEST(MemoryService, APageThatWaitsForTheDiskOfItsHomeIsNotLost) {
  Settings all = small_memories();
  for (auto& [key, text] : all) {
    if (key == "disk.access") text = "50 ms";
    if (key == "gms.give_up") text = "1 ms";
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

TEST(MemoryService, APageThatItsDirectorySiteHasForgottenIsFound) {
  Settings all = small_memories();
  for (auto& [key, text] : all) {
    if (key == "gms.give_up") text = "1 ms";
  }
  GmsBench bench(3, all);
  const File file = bench.files().add_empty(kScratch, 100, 0).id;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    for (std::uint32_t i = 0; i < 100; ++i) forget(service, {file, i});
    read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(bench.ledger().losses(), 0U);
  EXPECT_GE(bench.service(0).pager().fetcher().counters().network, 68U);
}

/// A putpage of a page of node 0, by `from`.
gmsnet::Status put(Service& from, PageId id, Node to) {
  gmsnet::Message message = from.member().net.gmsnet_makebuf(kPutpage);
  PageMessage{.id = id, .version = 1, .dirty = true}.push(message.arguments);
  message.payload = *from.member().pool().try_allocate();
  message.payload_length = kPage;
  return from.member().net.gmsnet_call(message, to).status;
}

TEST(MemoryService, ANodeThatIsMovingAPageAwayDoesNotPromiseToKeepIt) {
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

}  // namespace
}  // namespace flybar::gms
