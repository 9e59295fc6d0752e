// What a client does when replies are late, lost, or never come.
#include <cerrno>

#include "testbenches/tests/nfs/nfs_bench.h"

namespace flybar::nfs {
namespace {

class ClientTest : public NfsBench {};

TEST_F(ClientTest, AFileIsReadWhole) {
  file_size = 5 * kBlock + 77;
  run([&](Cpu&) { EXPECT_EQ(read_all(), 0); });
  EXPECT_EQ(client->counters().calls, 6u);
  EXPECT_EQ(client->counters().repeated, 0u);
}

TEST_F(ClientTest, BytesAcrossBlocksComeFromBoth) {
  run([&](Cpu&) {
    EXPECT_EQ(file->read(kBlock - 10, 20, buffer), 20);
    EXPECT_EQ(got(20), bytes_at(kBlock - 10, 20));
  });
}

TEST_F(ClientTest, ABlockThatIsCachedIsNotAskedForAgain) {
  run([&](Cpu&) {
    EXPECT_EQ(file->read(5 * kBlock, kBlock, buffer), std::int64_t{kBlock});
    EXPECT_EQ(file->read(5 * kBlock, 10, buffer), 10);
  });
  EXPECT_EQ(client->counters().calls, 1u);
}

TEST_F(ClientTest, ALostReplyIsAskedForAgainAndAnswered) {
  run([&](Cpu& cpu) {
    lose(1, [](int n) { return n == 0; });
    const Time begin = cpu.now();
    EXPECT_EQ(client->read(handle, 0, kBlock, buffer), std::int64_t{kBlock});
    EXPECT_EQ(got(kBlock), bytes_at(0, kBlock));
    EXPECT_GT(cpu.now() - begin, params.timeout);
    EXPECT_LT(cpu.now() - begin, params.timeout + 2_ms);
  });
  EXPECT_EQ(client->counters().repeated, 1u);
  EXPECT_EQ(server->counters().of(CallKind::kRead), 2u);
}

TEST_F(ClientTest, TheTimeOutDoubles) {
  run([&](Cpu& cpu) {
    lose(0, [](int n) { return n < 2; });
    const Time begin = cpu.now();
    EXPECT_EQ(client->read(handle, 0, kBlock, buffer), std::int64_t{kBlock});
    EXPECT_GT(cpu.now() - begin, params.timeout * 3);
    EXPECT_LT(cpu.now() - begin, params.timeout * 3 + 2_ms);
  });
}

TEST_F(ClientTest, AReplyThatComesTwiceIsTakenOnce) {
  params.timeout = 1_ms;
  setup.host.copy_rate = Rate::mb_per_s(5);
  run([&](Cpu& cpu) {
    // The server's copy takes 1.6 ms: the first answer comes after the second call has left.
    EXPECT_EQ(client->read(handle, 0, kBlock, buffer), std::int64_t{kBlock});
    EXPECT_EQ(got(kBlock), bytes_at(0, kBlock));
    cpu.sleep(100_ms);
  });
  EXPECT_EQ(client->counters().answered, 1u);
  EXPECT_EQ(client->counters().unexpected, client->counters().repeated);
  EXPECT_GT(client->counters().repeated, 0u);
}

TEST_F(ClientTest, AServerThatDiesInMidReadEndsTheReadAfterTheRetries) {
  run([&](Cpu& cpu) {
    lose(1, [](int n) { return n >= 4; });
    EXPECT_EQ(read_all(), -ETIMEDOUT);
    EXPECT_GT(cpu.now(), params.patience());
    EXPECT_LT(cpu.now(), params.patience() + 10_ms);
    // What had been read ahead has failed as well.
    cpu.sleep(params.patience());
  });
  EXPECT_EQ(client->counters().timed_out, 2u);
  EXPECT_EQ(client->counters().repeated, 2u * static_cast<std::uint64_t>(params.retries));
}

TEST_F(ClientTest, AfterAnErrorTheFileCanBeReadAgain) {
  params.retries = 0;
  run([&](Cpu&) {
    lose(1, [](int n) { return n < 2; });
    EXPECT_EQ(file->read(0, kBlock, buffer), -ETIMEDOUT);
    EXPECT_EQ(file->read(kBlock, kBlock, buffer), -ETIMEDOUT);
    EXPECT_EQ(read_all(), 0);
  });
}

TEST_F(ClientTest, AReplyCostsItsMessagesAndBothCopies) {
  run([&](Cpu&) { EXPECT_EQ(file->read(3 * kBlock, kBlock, buffer), std::int64_t{kBlock}); });
  const Cpu& cpu = hosts()[0].cpu;
  const auto costs = cpu.use().by_label();
  EXPECT_EQ(costs.at("nfs.client_call"), cpu.params().kernel_work(params.client_call));
  EXPECT_EQ(costs.at("nfs.xdr"), cpu.params().kernel_work(params.xdr) * 2);
  EXPECT_EQ(costs.at("copy to buffer cache"), cpu.params().copy_time(Bytes(kBlock)));
  EXPECT_EQ(costs.at("copy to user"), cpu.params().copy_time(Bytes(kBlock)));
}

}  // namespace
}  // namespace flybar::nfs
