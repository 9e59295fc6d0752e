#include "models/gms/replacement/mover.h"

#include "testbenches/tests/gms/node_bench.h"

namespace flybar::gms {
namespace {

using gmsnet::Reply;
using gmsnet::Status;

/// A node that keeps 14 pages for others is not crowded, with 15 it is. It has room for one more
/// then, and two are to stay free.
class MoverTest : public NodeBench {
 protected:
  MoverTest() {
    caching.set_directory(directory);
    caching.set_local(local);
    net.answer = [this](const FakeNet::Sent& call) { return answers[call.message.operation]; };
    answers[kPutpage] = answers[kMovepage] = FakeNet::kept(2, kDirectoryKnows);
  }
  /// Page `i` of node 1, which is its directory site, too.
  PageId id(std::uint32_t i = 0) const {
    PageId found{file.id, 0};
    while (member.directory_site(found) != 1 || i-- > 0) ++found.page;
    return found;
  }
  void keep(PageId kept, bool dirty = true) {
    caching.place(kept, {.version = 1, .dirty = dirty, .home = *file.home, .last_use = now()});
  }
  /// Keeps so many pages, and the mover looks at them.
  void keep_many(std::uint32_t pages) {
    for (std::uint32_t i = 0; i < pages; ++i) keep(id(i));
    cpu.notify(member.crowded);
    sleep(1_us);
  }
  /// The host takes frames until the pageout daemon wants some back.
  void use_up_frames() {
    while (pool.free_count() >= 4) EXPECT_TRUE(pool.try_allocate());
    sleep(1_us);
  }
  bool keeps(PageId kept) { return caching.pages().find(kept) != nullptr; }
  /// A page of one of this node's own files.
  void read_own(PageId own) {
    LocalPage& page = local.pages.insert(own, {});
    page.frame = *pool.try_allocate();
    page.last_use = now();
  }
  std::vector<gmsnet::Operation> operations() const {
    std::vector<gmsnet::Operation> all;
    for (const FakeNet::Sent& each : net.sent) all.push_back(each.message.operation);
    return all;
  }
  /// Another node sends `length` bytes of this page, whose home is here, back.
  Status write_back(PageId home_page, Bytes length) {
    gmsnet::Message message = net.gmsnet_makebuf(kWriteBack);
    PageMessage{.id = home_page, .version = 1}.push(message.arguments);
    message.payload = *pool.try_allocate();
    message.payload_length = length;
    return net.serve(message, 2)->status;
  }

  LocalMemory local{member};
  Mover mover{member, directory, caching, local};
  FileInfo& file = files.add_empty({.scratch = true}, 100, 1);
  std::map<gmsnet::Operation, Reply> answers;
};

using Operations = std::vector<gmsnet::Operation>;

TEST_F(MoverTest, ANodeWithSevenEighthsOfItsPagesIsNotCrowded) {
  run([&] {
    keep_many(14);
    EXPECT_FALSE(mover.crowded());
  });
}

TEST_F(MoverTest, ANodeWithOnePageMoreIsCrowded) {
  run([&] {
    keep_many(15);
    EXPECT_TRUE(mover.crowded());
  });
}

TEST_F(MoverTest, ACrowdedNodeMovesItsOldestPageToOneWithMoreRoom) {
  run([&] {
    member.epoch.weights = {0, 0, 4};
    keep(id(20));
    sleep(1_ms);
    keep_many(14);

    EXPECT_EQ(operations(), Operations{kMovepage});
    EXPECT_EQ(net.sent[0].to, 2U);
    EXPECT_EQ(net.sent[0].page().id, id(20));
    EXPECT_EQ(net.sent[0].page().age, 1_ms);
    EXPECT_FALSE(keeps(id(20)));
    EXPECT_EQ(mover.counters().moved, 1U);
  });
}

TEST_F(MoverTest, ACrowdedNodeMovesNoPageToOneWithNotMuchMoreRoom) {
  run([&] {
    member.epoch.weights = {0, 0, 3};
    keep_many(15);

    EXPECT_TRUE(net.sent.empty());
  });
}

TEST_F(MoverTest, ACrowdedNodeMovesNoPageWhereWeightsAreNotFreeFrames) {
  run([&] {
    member.epoch.weights = {0, 0, 4};
    member.epoch.min_age = 1_ms;
    keep_many(15);

    EXPECT_TRUE(net.sent.empty());
  });
}

TEST_F(MoverTest, APageThatIsRefusedStays) {
  run([&] {
    member.epoch.weights = {0, 0, 4};
    answers[kMovepage] = FakeNet::reply(Status::kRefused);
    keep_many(15);

    EXPECT_EQ(operations(), Operations{kMovepage});
    EXPECT_EQ(caching.pages().size(), 15U);
  });
}

TEST_F(MoverTest, ANodeTellsItsOwnDirectoryOfAPageThatItMoved) {
  run([&] {
    member.epoch.weights = {0, 0, 4};
    answers[kMovepage] = FakeNet::kept(2, kTellDirectory);
    const PageId own = page_of(file, 0);
    keep(own);
    sleep(1_us);
    keep_many(14);

    ASSERT_NE(directory.look_up(own), nullptr);
    EXPECT_EQ(directory.look_up(own)->site, 2U);
  });
}

TEST_F(MoverTest, APageStaysWhoseDirectoryCannotBeTold) {
  run([&] {
    member.epoch.weights = {0, 0, 4};
    answers[kMovepage] = FakeNet::kept(2, kTellDirectory);
    keep_many(15);

    EXPECT_EQ(caching.pages().size(), 15U);
  });
}

TEST_F(MoverTest, ACleanPageThatIsOldIsDroppedWhenFramesAreScarce) {
  run([&] {
    member.epoch.min_age = 20_ms;
    keep(id(), false);
    sleep(20_ms);
    use_up_frames();

    EXPECT_FALSE(keeps(id()));
    EXPECT_EQ(operations(), Operations{kRemove});
  });
}

TEST_F(MoverTest, ACleanPageThatIsYoungerIsSentToAnotherNode) {
  run([&] {
    member.epoch.min_age = 20_ms;
    keep(id(), false);
    sleep(20_ms - 1_ps);
    use_up_frames();

    EXPECT_FALSE(keeps(id()));
    EXPECT_EQ(operations().at(0), kPutpage);
  });
}

TEST_F(MoverTest, ACleanPageThatNoNodeTakesIsDropped) {
  run([&] {
    answers[kPutpage] = FakeNet::reply(Status::kRefused);
    keep(id(), false);
    use_up_frames();

    EXPECT_FALSE(keeps(id()));
  });
}

TEST_F(MoverTest, AChangedPageIsSentToAnotherNodeHoweverOldItIs) {
  run([&] {
    member.epoch.min_age = 1_ms;
    keep(id());
    sleep(20_ms);
    use_up_frames();

    EXPECT_EQ(operations().at(0), kPutpage);
    EXPECT_TRUE(net.sent[0].page().dirty);
  });
}

TEST_F(MoverTest, AChangedPageThatNoNodeTakesGoesBackToItsHome) {
  run([&] {
    answers[kPutpage] = FakeNet::reply(Status::kRefused);
    keep(id());
    use_up_frames();

    EXPECT_EQ(operations(), (Operations{kPutpage, kWriteBack, kRemove}));
    EXPECT_EQ(net.sent.at(1).to, 1U);
    EXPECT_FALSE(keeps(id()));
    EXPECT_EQ(mover.counters().written_back, 1U);
  });
}

TEST_F(MoverTest, AChangedPageThatItsHomeRefusesStays) {
  run([&] {
    answers[kPutpage] = answers[kWriteBack] = FakeNet::reply(Status::kRefused);
    keep(id());
    use_up_frames();

    EXPECT_TRUE(keeps(id()));
  });
}

TEST_F(MoverTest, AChangedPageThatItsHomeDoesNotAnswerForStays) {
  run([&] {
    answers[kPutpage] = answers[kWriteBack] = FakeNet::reply(Status::kTimedOut);
    keep(id());
    use_up_frames();

    EXPECT_TRUE(keeps(id()));
  });
}

TEST_F(MoverTest, AChangedPageWhoseHomeIsThisNodeIsWrittenToItsDisk) {
  run([&] {
    file.home = 0;
    answers[kPutpage] = FakeNet::reply(Status::kRefused);
    keep(id());
    use_up_frames();
    EXPECT_EQ(files.page(id()).returning, 1U);
    EXPECT_EQ(files.page(id()).on_disk, 0U);
    sleep(11_ms);

    EXPECT_EQ(files.page(id()).on_disk, 1U);
  });
}

TEST_F(MoverTest, ThePageOfANodesOwnFilesGoesFirstIfItIsOlder) {
  run([&] {
    read_own({file.id, 90});
    sleep(1_ps);
    keep(id(), false);
    local.put_clean = [](PageId, const LocalPage&) { return false; };
    use_up_frames();

    EXPECT_EQ(local.pages.find({file.id, 90}), nullptr);
  });
}

/// One frame is enough.
TEST_F(MoverTest, ThePageKeptForOthersGoesFirstIfItIsAsOld) {
  run([&] {
    read_own({file.id, 90});
    keep(id(), false);
    EXPECT_EQ(local.has_older(now()), false);
    use_up_frames();

    EXPECT_FALSE(keeps(id()));
  });
}

TEST_F(MoverTest, APageThatComesHomeIsWrittenToDisk) {
  run([&] {
    file.home = 0;
    files.page(id()).latest = 1;
    EXPECT_EQ(write_back(id(), kFrame), Status::kOk);
    sleep(11_ms);

    EXPECT_EQ(files.page(id()).on_disk, 1U);
  });
}

TEST_F(MoverTest, TheFrameOfAPageThatComesHomeIsFreeWhenItIsOnDisk) {
  run([&] {
    files.page(id()).latest = 1;
    const std::size_t before = pool.free_count();
    write_back(id(), kFrame);
    EXPECT_EQ(pool.free_count(), before - 1);
    sleep(11_ms);

    EXPECT_EQ(pool.free_count(), before);
  });
}

TEST_F(MoverTest, APageThatComesHomeAWordShortIsRefused) {
  run([&] {
    files.page(id()).latest = 1;

    EXPECT_EQ(write_back(id(), kFrame - 4_B), Status::kRefused);
    EXPECT_EQ(disk.use().writes, 0);
  });
}

TEST_F(MoverTest, APageThatComesHomeAndIsOnDiskIsNotWritten) {
  run([&] {
    files.page(id()) = {.latest = 1, .on_disk = 1};

    EXPECT_EQ(write_back(id(), kFrame), Status::kOk);
    EXPECT_EQ(disk.use().writes, 0);
  });
}

TEST_F(MoverTest, APageThatComesHomeAndHasBeenChangedSinceIsNotWritten) {
  run([&] {
    files.page(id()).latest = 2;

    EXPECT_EQ(write_back(id(), kFrame), Status::kOk);
    EXPECT_EQ(disk.use().writes, 0);
  });
}

}  // namespace
}  // namespace flybar::gms
