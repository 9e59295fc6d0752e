/// What a fault of the machine does to a process with sockets, to its peers, and to the run.
#include <csignal>
#include <cstdlib>

#include "testbenches/tests/inet/socket_bench.h"
#include "testbenches/tests/process/machine_faults.h"

namespace flybar::inet {
namespace {

using process::MachineFault;
using process::write_to_nowhere;

class SocketFaults : public SocketBench, public testing::WithParamInterface<MachineFault> {};

TEST_P(SocketFaults, end_one_process_and_its_connections) {
  std::size_t came = 0;
  testing::internal::CaptureStderr();
  run({[] {
         const int fd = connected(1);
         EXPECT_EQ(inet_send(fd, text(kMuch).data(), kMuch, 0), static_cast<ssize_t>(kMuch));
         GetParam().fault();
         return 0;
       },
       [&] {
         came = read_all(accepted(listening()));
         return 0;
       }});
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_EQ(came, kMuch);
  EXPECT_EQ(left(0).ended.code, 128 + GetParam().signal);
  EXPECT_EQ(left(0).ended.failure, GetParam().told);
  EXPECT_EQ(left(1).ended.code, 0);
  EXPECT_NE(told.find("program on node 0 at "), told.npos) << told;
  EXPECT_NE(told.find(std::string(", after inet_send: ") + GetParam().told), told.npos) << told;
  EXPECT_NE(told.find(GetParam().reason), told.npos) << told;
  expect_clean();
}

INSTANTIATE_TEST_SUITE_P(each, SocketFaults, testing::ValuesIn(process::kMachineFaults),
                         [](const auto& one) { return one.param.name; });

class SocketFault : public SocketBench {};

TEST_F(SocketFault, with_unread_data_resets_the_sender) {
  int error = 0;
  run({[&] {
         const int fd = connected(1);
         while (inet_send(fd, text(kMuch).data(), kMuch, 0) > 0) {
         }
         error = errno;
         return 0;
       },
       [] {
         accepted(listening());
         inet_sleep_us(20'000);
         write_to_nowhere();
         return 0;
       }});
  EXPECT_EQ(error, ECONNRESET);
  expect_clean();
}

TEST_F(SocketFault, of_several_processes_ends_each_of_them) {
  const auto fails = [] {
    inet_sleep_us(1000);
    write_to_nowhere();
    return 0;
  };
  run({fails, fails, [] { return 5; }});
  EXPECT_EQ(left(0).ended.code, 128 + SIGSEGV);
  EXPECT_EQ(left(1).ended.code, 128 + SIGSEGV);
  EXPECT_EQ(left(2).ended.code, 5);
}

TEST_F(SocketFault, inside_of_a_call_ends_the_run_and_names_node_and_call) {
  const auto fails = [] {
    inet_send(connected(1), reinterpret_cast<const void*>(16), 1000, 0);
    return 0;
  };
  const auto reads = [] { return static_cast<int>(read_all(accepted(listening()))); };
  EXPECT_EXIT(run({fails, reads}), testing::ExitedWithCode(4),
              "program on node 0 at .* us, in inet_send: Segmentation fault at address 0x10");
}

TEST_F(SocketFault, computing_without_a_call_is_told_and_goes_on) {
  testing::internal::CaptureStderr();
  run({[] {
         inet_sleep_us(1000);
         for (int ticks = 0; ticks < 3; ++ticks) std::raise(SIGVTALRM);
         return 0;
       },
       [] { return 0; }});
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_NE(told.find("program on node 0 at "), told.npos) << told;
  EXPECT_NE(told.find("after inet_sleep_us: no call of sockets for 20 s"), told.npos) << told;
}

}  // namespace
}  // namespace flybar::inet
