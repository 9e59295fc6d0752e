/// How processes with sockets end, and what their peers see.
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

#include "models/common/error.h"
#include "testbenches/tests/inet/socket_bench.h"

namespace flybar::inet {
namespace {

class SocketEnd : public SocketBench {
 protected:
  /// A process that reads what comes while its peer, which has sent all, ends like this.
  void peer_reads_all(const std::function<int()>& end) {
    std::size_t came = 0;
    run({[&] {
           const int fd = connected(1);
           EXPECT_EQ(inet_send(fd, text(kMuch).data(), kMuch, 0), static_cast<ssize_t>(kMuch));
           return end();
         },
         [&] {
           came = read_all(accepted(listening()));
           return 0;
         }});
    EXPECT_EQ(came, kMuch);
    expect_clean();
  }
};

TEST_F(SocketEnd, returning_sends_what_is_left) {
  peer_reads_all([] { return 3; });
  EXPECT_EQ(left(0).ended.code, 3);
}

TEST_F(SocketEnd, exit_sends_what_is_left) {
  peer_reads_all([] {
    std::exit(4);
    return 0;
  });
  EXPECT_EQ(left(0).ended.code, 4);
}

TEST_F(SocketEnd, leaving_without_what_exit_does_sends_what_is_left_too) {
  peer_reads_all([] {
    _exit(5);
    return 0;
  });
  EXPECT_EQ(left(0).ended.code, 5);
}

TEST_F(SocketEnd, an_exception_is_the_end_of_one_process_alone) {
  peer_reads_all([]() -> int { throw std::runtime_error("no more"); });
  EXPECT_EQ(left(0).ended.code, 134);
  EXPECT_EQ(left(0).ended.failure, "no more");
  EXPECT_EQ(left(1).ended.code, 0);
}

/// Copies share frames, but not with what the card reads: software must not write there.
TEST_F(SocketEnd, small_requests_arrive_whole) {
  constexpr std::size_t kCount = 100, kLength = 1500;
  const std::string sent = text(kCount * kLength);
  std::string came(sent.size(), ' ');
  run({[&] {
         const int fd = connected(1), at_once = 1;
         EXPECT_EQ(inet_setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once), 0);
         for (std::size_t n = 0; n < kCount; ++n)
           EXPECT_EQ(inet_send(fd, &sent[n * kLength], kLength, 0), static_cast<ssize_t>(kLength));
         return 0;
       },
       [&] {
         const int fd = accepted(listening());
         EXPECT_EQ(inet_recv(fd, came.data(), came.size(), MSG_WAITALL),
                   static_cast<ssize_t>(came.size()));
         return 0;
       }});
  EXPECT_EQ(came, sent);
  expect_clean();
}

TEST_F(SocketEnd, who_ends_without_reading_resets_the_sender) {
  int error = 0;
  run({[&] {
         const int fd = connected(1);
         const std::string much = text(kMuch);
         while (inet_send(fd, much.data(), much.size(), 0) > 0) {
         }
         error = errno;
         int told = 0;
         socklen_t length = sizeof told;
         EXPECT_EQ(inet_getsockopt(fd, SOL_SOCKET, SO_ERROR, &told, &length), 0);
         EXPECT_EQ(told, ECONNRESET);
         EXPECT_EQ(inet_getsockopt(fd, SOL_SOCKET, SO_ERROR, &told, &length), 0);
         EXPECT_EQ(told, 0);
         return 0;
       },
       [&] {
         accepted(listening());
         inet_sleep_us(20'000);
         std::exit(1);
         return 0;
       }});
  EXPECT_EQ(error, ECONNRESET);
  expect_clean();
}

TEST_F(SocketEnd, a_listener_takes_those_with_it_that_nobody_accepted) {
  run({[] {
         const int fd = connected(1);
         char room = ' ';
         EXPECT_EQ(inet_recv(fd, &room, 1, 0), -1);
         EXPECT_EQ(errno, ECONNRESET);
         return 0;
       },
       [] {
         listening();
         inet_sleep_us(20'000);
         return 0;
       }});
  expect_clean();
}

TEST_F(SocketEnd, ended_processes_leave_datagrams_unread) {
  run({[] {
         const int fd = make_socket(SOCK_DGRAM);
         EXPECT_EQ(connect_to(fd, 1, kPort), 0);
         inet_sleep_us(1000);
         for (int n = 0; n < 5; ++n) EXPECT_EQ(inet_send(fd, text(9000).data(), 9000, 0), 9000);
         return 0;
       },
       [] {
         const int fd = make_socket(SOCK_DGRAM);
         EXPECT_EQ(bind_to(fd, kPort), 0);
         inet_sleep_us(20'000);
         return 0;
       }});
  expect_clean();
}

TEST_F(SocketEnd, errors_of_a_process_are_its_own) {
  run({[] {
         errno = 77;
         inet_sleep_us(1000);
         EXPECT_EQ(errno, 77);
         return 0;
       },
       [] {
         for (int n = 0; n < 50; ++n) {
           inet_sleep_us(50);
           EXPECT_EQ(inet_close(-1), -1);
           EXPECT_EQ(errno, EBADF);
         }
         return 0;
       }});
}

TEST_F(SocketEnd, waiting_for_ever_ends_the_run) {
  const auto wait = [] {
    char room = ' ';
    return static_cast<int>(inet_recv(accepted(listening()), &room, 1, 0));
  };
  EXPECT_THROW(run({wait, wait}), SimulationError);
}

TEST_F(SocketEnd, outside_of_a_program_a_call_is_an_error_of_the_run) {
  EXPECT_THROW(inet_socket(AF_INET, SOCK_STREAM, 0), SimulationError);
}

}  // namespace
}  // namespace flybar::inet
