#include <gtest/gtest.h>

#include "models/common/error.h"
#include "models/gms/file/block_mapping.h"
#include "models/gms/file/mapped_file.h"
#include "models/gms/file/touching.h"
#include "testbenches/tests/gms/programs.h"

namespace flybar::gms {
namespace {

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

/// The local cache of 32 pages has the last of them in the end.
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
  EXPECT_EQ(bench.service(0).pager().putter().counters().clean, 2U * 100U - 32U);
}

/// Network memory drops all of them but the 32 of the local cache.
TEST(MemoryService, PagesOfAFileWithoutAHomeGoToNetworkMemoryAgainAfterItHasDroppedThem) {
  GmsBench bench(2);
  const File file = bench.files().add(kSticky, 100, std::nullopt).id;
  bench.run_on(0, [&](Service& service) {
    read_all(service, file);
    service.member().cpu().sleep(Time::ms(500));
    read_all(service, file);
    read_all(service, file);
  });
  bench.run_on(1, [](Service& service) {
    service.member().cpu().sleep(Time::ms(400));
    for (const PageId id : service.caching().pages().pages()) service.caching().discard(id, 1);
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().fetcher().counters().network, 32U + 100U);
}

TEST(MemoryService, APageWhoseAnswerIsLateIsKnownToBeInNetworkMemory) {
  GmsBench bench(2);
  const File file = bench.files().add(kSticky, 40, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    service.member().cpu().sleep(Time::ms(2));
    StreamFile(service, file, 0).read(0, Bytes(), kPage);
    service.member().cpu().sleep(Time::ms(20));
    read_all(service, file);
    read_all(service, file);
  });
  bench.run_on(1, [](Service& service) {
    service.member().cpu().sleep(Time::ms(1));
    service.member().cpu().spend(Time::ms(10), {"work", host::Share::kSystem});
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().fetcher().counters().failed, 1U);
  EXPECT_EQ(bench.service(0).pager().putter().counters().clean, 0U);
}

/// The local cache has other pages each time.
TEST(MemoryService, ScratchPagesGoToNetworkMemoryAndComeBack) {
  GmsBench bench(3);
  const File file = bench.files().add_empty(kScratch, 100, 0).id;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().putter().counters().disk, 0U);
  EXPECT_EQ(bench.service(0).pager().fetcher().counters().network, 100U);
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
  EXPECT_EQ(bench.service(0).pager().putter().counters().disk, 200U - 128U);
}

TEST(MemoryService, ANodeThatDiesTakesScratchPagesWithItAndTheirReaderIsTold) {
  GmsBench bench(3);
  const File file = bench.files().add_empty(kScratch, 100, 0).id;
  std::size_t kept = 0, lost = 0;
  bench.run_on(0, [&](Service& service) {
    write_all(service, file);
    kept = bench.service(2).caching().pages().size();
    bench.service(2).die();
    StreamFile stream(service, file, 4);
    for (std::uint32_t i = 0; i < 100; ++i) {
      if (!stream.read(i, Bytes(), kPage)) ++lost;
      bench.testbed().progress();
    }
  });

  bench.run();

  EXPECT_GT(kept, 0U);
  EXPECT_EQ(lost, kept);
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

Settings with_local_cache(const char* size) {
  Settings all = small_memories();
  for (auto& [key, text] : all) {
    if (key == "gms.local_cache") text = size;
  }
  return all;
}

/// Of 8 pages, number 10 is the oldest when it is read as the one after number 9.
TEST(MemoryService, ReadAheadDoesNotTakeThePlaceOfThePageThatIsRead) {
  GmsBench bench(3, with_local_cache("8 KB"));
  const File file = bench.files().add(kSticky, 50, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    StreamFile stream(service, file, 1);
    for (const std::uint32_t page : {10, 30, 32, 34, 36, 38, 40, 9, 10}) {
      EXPECT_TRUE(stream.read(page, Bytes(), kPage));
    }
    service.member().cpu().sleep(Time::ms(1));
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().fetcher().counters().network, 9U);
}

/// 16 pages.
TEST(MemoryService, ReadAheadOfMoreThanTheLocalCacheHoldsFetchesEachPageOnce) {
  GmsBench bench(3, with_local_cache("16 KB"));
  const File file = bench.files().add(kSticky, 100, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    StreamFile stream(service, file, 64);
    for (std::uint32_t i = 0; i < 100; ++i) EXPECT_TRUE(stream.read(i, Bytes(), kPage));
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().fetcher().counters().network, 100U);
}

/// Of 16 pages, the first of three streams takes half before there are others.
TEST(MemoryService, StreamsInASmallLocalCacheFetchEachPageOnceAsSoonAsTheyShareIt) {
  GmsBench bench(3, with_local_cache("16 KB"));
  std::vector<File> files;
  for (int i = 0; i < 3; ++i) {
    files.push_back(bench.files().add(kSticky, 40, 0).id);
    bench.warm(files.back());
  }
  std::uint64_t before = 0;
  const auto fetched = [&] { return bench.service(0).pager().fetcher().counters().network; };
  bench.run_on(0, [&](Service& service) {
    std::deque<StreamFile> streams;
    for (const File file : files) streams.emplace_back(service, file, 8);
    for (std::uint32_t page = 0; page < 40; ++page) {
      if (page == 20) before = fetched();
      for (StreamFile& stream : streams) EXPECT_TRUE(stream.read(page, Bytes(), kPage));
    }
  });

  bench.run();

  EXPECT_LE(fetched() - before, 60U);
}

TEST(MemoryService, ADiskIsAskedForSeveralPagesAheadAtOnce) {
  GmsBench bench(3);
  const File one = bench.files().add(kSticky, 60, 0).id,
             other = bench.files().add(kSticky, 60, 0).id;
  bench.run_on(0, [&](Service& service) {
    StreamFile first(service, one, 8), second(service, other, 8);
    for (std::uint32_t i = 0; i < 60; ++i) {
      EXPECT_TRUE(first.read(i, Bytes(), kPage));
      EXPECT_TRUE(second.read(i, Bytes(), kPage));
    }
  });

  bench.run();

  EXPECT_GT(bench.service(0).member().disk.use().sequential, 80);
}

/// 256 pages fit.
TEST(MemoryService, AFileThatFitsIntoNetworkMemoryStaysThere) {
  GmsBench bench(3);
  const File file = bench.files().add(kSticky, 250, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    service.member().cpu().sleep(Time::ms(400));
    read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().fetcher().counters().disk, 0U);
}

TEST(MemoryService, ANodeOffersOnlyFramesThatItWouldGive) {
  GmsBench bench(3);
  bench.run_on(2, [&](Service& service) {
    const auto reserve = static_cast<std::size_t>(service.member().cpu().params().free_high);
    host::PagePool& pool = service.member().pool();
    while (pool.free_count() > reserve + 3) EXPECT_TRUE(pool.try_allocate());
    service.member().cpu().sleep(Time::ms(120));
    EXPECT_EQ(service.member().epoch.weight(2), 3U);
    while (pool.free_count() > reserve) EXPECT_TRUE(pool.try_allocate());
    service.member().cpu().sleep(Time::ms(120));
    EXPECT_EQ(service.member().epoch.weight(2), 0U);
  });

  bench.run();
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

  EXPECT_EQ(bench.ledger().reads(), 100U);
}

TEST(MemoryService, AMappedPageThatIsTouchedAgainAndAgainStays) {
  GmsBench bench(3, with_local_cache("8 KB"));
  const File file = bench.files().add(kSticky, 60, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    MappedFile mapped(service, file, 0);
    for (std::uint32_t i = 1; i < 60; ++i) {
      EXPECT_TRUE(mapped.read(0, Bytes(), Bytes(8)));
      EXPECT_TRUE(mapped.read(i, Bytes(), Bytes(8)));
    }
  });

  bench.run();

  EXPECT_LE(bench.service(0).pager().fetcher().counters().network, 62U);
}

/// As the pageout daemon does where frames are scarce, but not more often than a program takes for
/// a fault and its use of the page.
void evict_all_the_time(Service& service) {
  const auto evict = [&service](host::Cpu& cpu) {
    while (true) {
      cpu.sleep(Time::us(30));
      while (service.pager().local().evict()) continue;
    }
  };
  service.member().cpu().add_process("evictor", evict, host::Role::kServer);
}

TEST(MemoryService, AMappedPageThatIsEvictedWhileItIsTouchedComesAgain) {
  GmsBench bench(3);
  const File file = bench.files().add(kSticky, 100, 0).id;
  bench.warm(file);
  evict_all_the_time(bench.service(0));
  bench.run_on(0, [&](Service& service) {
    MappedFile mapped(service, file, 0);
    for (std::uint32_t i = 0; i < 100; ++i) EXPECT_TRUE(mapped.read(i, Bytes(), kPage));
  });

  bench.run();

  EXPECT_GT(bench.service(0).space().faults(), 100);
}

/// Each page is touched twice: all that were used when the cache is full for the first time have a
/// second chance.
TEST(MemoryService, ASecondChanceForMappedPagesIsNotAtTheCostOfReadAhead) {
  GmsBench bench(3, with_local_cache("16 KB"));
  const File file = bench.files().add(kSticky, 60, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    MappedFile mapped(service, file, 4);
    for (std::uint32_t i = 0; i < 60; ++i) {
      EXPECT_TRUE(mapped.read(i, Bytes(), Bytes(8)));
      EXPECT_TRUE(mapped.read(i, Bytes(8), Bytes(8)));
      service.member().cpu().sleep(Time::ms(1));
    }
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().fetcher().counters().network, 60U);
}

TEST(MemoryService, NobodyAnswersForAMappedFileThatIsNoMore) {
  GmsBench bench(3);
  const File file = bench.files().add(kSticky, 20, 0).id;
  bench.run_on(0, [&](Service& service) {
    { const MappedFile mapped(service, file, 0); }
    EXPECT_THROW(touch_to_read(service, {file, 0}, Bytes(), Bytes(8)), SimulationError);
    { const BlockMapping blocks(service, file, BlockMapping::Use::kRead); }
    EXPECT_THROW(touch_to_read(service, {file, 0}, Bytes(), Bytes(8)), SimulationError);
  });

  bench.run();
}

TEST(MemoryService, PagesThatComeAfterABlockMappingIsNoMoreAreNotMapped) {
  GmsBench bench(3);
  const PageId id{bench.files().add(kSticky, 20, 0).id, 7};
  bench.run_on(0, [&](Service& service) {
    {
      BlockMapping blocks(service, id.file, BlockMapping::Use::kRead);
      EXPECT_TRUE(blocks.read(0, Bytes(), Bytes(8)));
      service.member().cpu().sleep(Time::ms(100));
      service.pager().leave(id);
    }
    read_all(service, id.file);
    EXPECT_EQ(service.space().find(virtual_page(id)), nullptr);
  });

  bench.run();
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

/// Of 256 pages each.
TEST(MemoryService, TheBlockAfterTheOneThatIsReadIsMappedAhead) {
  GmsBench bench(3, with_room_for_blocks());
  const File file = bench.files().add(kSticky, 600, 0).id;
  bench.warm(file);
  bench.run_on(0, [&](Service& service) {
    BlockMapping blocks(service, file, BlockMapping::Use::kRead);
    EXPECT_TRUE(blocks.read(0, Bytes(), Bytes(8)));
    service.member().cpu().sleep(Time::ms(100));
    EXPECT_NE(service.space().find(virtual_page({file, 511})), nullptr);
    EXPECT_EQ(service.space().find(virtual_page({file, 512})), nullptr);
  });

  bench.run();
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

TEST(MemoryService, APlainPageGoesToNetworkMemoryEachTimeItIsEvicted) {
  GmsBench bench(3);
  const File file = bench.files().add(kPlain, 100, 0).id;
  bench.run_on(0, [&](Service& service) {
    for (int i = 0; i < 3; ++i) read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().fetcher().counters().disk, 100U);
  EXPECT_EQ(bench.service(0).pager().fetcher().counters().network, 200U);
}

TEST(MemoryService, TheDirectoryForgetsWhatWasAtANodeThatDied) {
  GmsBench bench(3);
  const File file = bench.files().add(kSticky, 100, 0).id;
  bench.warm(file);
  bench.run_on(2, [&](Service& service) { service.die(); });
  bench.run_on(0, [&](Service& service) {
    service.member().cpu().sleep(Time::ms(400));
    read_all(service, file);
  });

  bench.run();

  EXPECT_EQ(bench.service(0).pager().fetcher().counters().failed, 0U);
}

/// What the kernel of node 0 spent on clearing pages.
Time cleared(GmsBench& bench) {
  return bench.service(0).member().cpu().use().by_label()["zero page"];
}

TEST(MemoryService, WriteClearsANewPageBeforeItCopiesIt) {
  GmsBench bench(2);
  const File file = bench.files().add_empty(kScratch, 8, 0).id;
  bench.run_on(0, [&](Service& service) {
    StreamFile(service, file, 0).write(0, Bytes(), kPage);
    StreamFile(service, file, 0).write(0, Bytes(), kPage);
  });

  bench.run();

  EXPECT_EQ(cleared(bench), bench.service(0).member().cpu().params().write_time(kPage));
}

TEST(MemoryService, APageThatIsPromisedToBeOverwrittenIsNotCleared) {
  GmsBench bench(2, with_room_for_blocks());
  const File file = bench.files().add_empty(kScratch, 64, 0).id;
  bench.run_on(0, [&](Service& service) {
    BlockMapping blocks(service, file, BlockMapping::Use::kOverwrite);
    for (std::uint32_t i = 0; i < 64; ++i) EXPECT_TRUE(blocks.write(i, Bytes(), kPage));
    blocks.close();
  });

  bench.run();

  EXPECT_EQ(cleared(bench), Time());
}

TEST(MemoryService, AProgramWorksAsLongOnMappedDataAsOnDataThatItHasRead) {
  GmsBench bench(2);
  const File file = bench.files().add(kSticky, 4, 0).id;
  Time mapped, read;
  bench.run_on(0, [&](Service& service) {
    const auto worked = [&] { return service.member().cpu().use().by_label()["touch data"]; };
    StreamFile(service, file, 0).read(0, Bytes(), kPage);
    read = worked();
    MappedFile(service, file, 0).read(1, Bytes(), kPage);
    mapped = worked() - read;
  });

  bench.run();

  EXPECT_EQ(mapped, read);
  EXPECT_GT(read, Time());
}

}  // namespace
}  // namespace flybar::gms
