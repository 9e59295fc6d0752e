#include "models/host/waiting/daemon.h"

#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

class DaemonTest : public HostBench {
 protected:
  Daemon daemon{cpu, "daemon"};
  std::vector<int> done;
};

TEST_F(DaemonTest, WorkIsDoneOnceAndInOrder) {
  cpu.add_process([&](Cpu&) {
    for (const int n : {1, 2, 3}) daemon.defer([&, n] { done.push_back(n); });
    EXPECT_EQ(daemon.backlog(), 3u);
  });

  run();

  EXPECT_EQ(done, (std::vector<int>{1, 2, 3}));
}

TEST_F(DaemonTest, AHandlerLeavesToItWhatMayBlock) {
  cpu.on_interrupt(nic_line, [&](Cpu&) {
    nic_line.lower(kernel_time());
    daemon.defer([&] {
      cpu.sleep(5_us);
      EXPECT_EQ(kernel_time(), 23_us);  // latency, entry, exit, sleep
      done.push_back(1);
    });
  });
  At raise(agenda, 10_us, [&](Time now) { nic_line.raise(now); });

  run();

  EXPECT_EQ(done, std::vector<int>{1});
}

TEST_F(DaemonTest, WorkMayDeferWork) {
  cpu.add_process([&](Cpu&) {
    daemon.defer([&] {
      done.push_back(1);
      daemon.defer([&] { done.push_back(3); });
    });
    daemon.defer([&] { done.push_back(2); });
  });

  run();

  EXPECT_EQ(done, (std::vector<int>{1, 2, 3}));
}

}  // namespace
}  // namespace flybar::host
