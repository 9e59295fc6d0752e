// What a server answers.
#include <cerrno>

#include "testbenches/tests/nfs/nfs_bench.h"

namespace flybar::nfs {
namespace {

class ServerTest : public NfsBench {};

TEST_F(ServerTest, ABlockComesAsItIs) {
  run([&](Cpu&) {
    EXPECT_EQ(client->read(handle, 3 * kBlock, kBlock, buffer), std::int64_t{kBlock});
    EXPECT_EQ(got(kBlock), bytes_at(3 * kBlock, kBlock));
  });
  EXPECT_EQ(server->counters().of(CallKind::kRead), 1u);
}

TEST_F(ServerTest, BytesAcrossFramesOfTheFile) {
  run([&](Cpu&) {
    EXPECT_EQ(client->read(handle, kBlock - 5, 11, buffer), 11);
    EXPECT_EQ(got(11), bytes_at(kBlock - 5, 11));
  });
}

TEST_F(ServerTest, AtTheEndOfTheFileThereAreFewerBytesOrNone) {
  file_size = kBlock + 3;
  run([&](Cpu&) {
    EXPECT_EQ(client->read(handle, kBlock, kBlock, buffer), 3);
    EXPECT_EQ(got(3), bytes_at(kBlock, 3));
    EXPECT_EQ(client->read(handle, kBlock + 3, kBlock, buffer), 0);
    EXPECT_EQ(client->read(handle, 0xffffffff, kBlock, buffer), 0);
  });
}

TEST_F(ServerTest, AHandleOfNoFileIsStale) {
  run([&](Cpu&) { EXPECT_EQ(client->read(Handle{9}, 0, 100, buffer), -ESTALE); });
  EXPECT_EQ(server->counters().stale, 1u);
  EXPECT_EQ(client->counters().failed, 1u);
}

TEST_F(ServerTest, AServerOfFourKilobyteFramesAnswersWithOne) {
  setup.host.frame = 4096_B;
  file_size = 4096;
  run([&](Cpu&) { EXPECT_EQ(client->read(handle, 0, 4096, buffer), 4096); });
}

/// The costs of one READ, by name.
TEST_F(ServerTest, AReadCostsItsCallItsMessagesAndItsCopy) {
  run([&](Cpu&) { EXPECT_EQ(client->read(handle, 0, kBlock, buffer), std::int64_t{kBlock}); });
  const Cpu& cpu = hosts()[1].cpu;
  const auto costs = cpu.use().by_label();
  EXPECT_EQ(costs.at("nfs.server_call"), cpu.params().kernel_work(params.server_call));
  EXPECT_EQ(costs.at("nfs.xdr"), cpu.params().kernel_work(params.xdr) * 2);
  EXPECT_EQ(costs.at("copy to clusters"), cpu.params().copy_time(Bytes(kBlock)));
}

}  // namespace
}  // namespace flybar::nfs
