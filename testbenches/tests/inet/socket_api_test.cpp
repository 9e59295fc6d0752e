/// What calls of sockets do, and what they refuse.
#include "testbenches/tests/inet/socket_bench.h"

namespace flybar::inet {
namespace {

class SocketApi : public SocketBench {};

/// The call fails with this error.
#define EXPECT_ERROR(call, error)     \
  do {                                \
    errno = 0;                        \
    EXPECT_EQ((call), -1) << #call;   \
    EXPECT_EQ(errno, error) << #call; \
  } while (false)

void echo_all(int fd) {
  std::string room(10'000, ' ');
  while (true) {
    const ssize_t came = inet_recv(fd, room.data(), room.size(), 0);
    ASSERT_GE(came, 0) << errno;
    if (came == 0) return;
    ASSERT_EQ(inet_send(fd, room.data(), static_cast<std::size_t>(came), 0), came);
  }
}

TEST_F(SocketApi, a_stream_brings_all_bytes_there_and_back) {
  const std::string sent = text(50'000);
  run({[&] {
         const int fd = connected(1);
         EXPECT_EQ(inet_send(fd, sent.data(), sent.size(), 0), 50'000);
         std::string back(sent.size(), ' ');
         EXPECT_EQ(inet_recv(fd, back.data(), back.size(), MSG_WAITALL), 50'000);
         EXPECT_EQ(back, sent);
         EXPECT_EQ(inet_shutdown(fd, SHUT_WR), 0);
         EXPECT_EQ(inet_recv(fd, back.data(), back.size(), 0), 0);
         EXPECT_ERROR(inet_send(fd, sent.data(), 1, 0), EPIPE);
         return inet_close(fd);
       },
       [] {
         echo_all(accepted(listening()));
         return 5;
       }});
  EXPECT_EQ(left(0).ended.code, 0);
  EXPECT_EQ(left(1).ended.code, 5);
  EXPECT_EQ(left(0).ended.sent, 50'000u);
  EXPECT_EQ(left(1).ended.received, 50'000u);
  expect_clean();
}

TEST_F(SocketApi, datagrams_keep_their_borders_and_say_from_whom_they_are) {
  run({[] {
         const int fd = make_socket(SOCK_DGRAM);
         EXPECT_EQ(bind_to(fd, 99), 0);
         const sockaddr_in to = inet_node_address(1, kPort);
         inet_sleep_us(1000);
         for (const std::size_t length : {std::size_t{20'000}, std::size_t{3}, std::size_t{0}})
           EXPECT_EQ(inet_sendto(fd, text(length).data(), length, 0,
                                 reinterpret_cast<const sockaddr*>(&to), sizeof to),
                     static_cast<ssize_t>(length));
         return 0;
       },
       [] {
         const int fd = make_socket(SOCK_DGRAM);
         EXPECT_EQ(bind_to(fd, kPort), 0);
         std::string room(30'000, ' ');
         sockaddr_in from = {};
         socklen_t length = sizeof from;
         EXPECT_EQ(inet_recvfrom(fd, room.data(), room.size(), 0,
                                 reinterpret_cast<sockaddr*>(&from), &length),
                   20'000);
         EXPECT_EQ(room.substr(0, 20'000), text(20'000));
         EXPECT_EQ(inet_node_of(&from), 0);
         EXPECT_EQ(ntohs(from.sin_port), 99);
         EXPECT_EQ(inet_recv(fd, room.data(), 2, 0), 2) << "the third byte is lost";
         EXPECT_EQ(inet_recv(fd, room.data(), 2, 0), 0);
         return 0;
       }});
  expect_clean();
}

TEST_F(SocketApi, what_was_sent_by_others_does_not_come_to_a_connected_port) {
  run({[] {
         const int right = make_socket(SOCK_DGRAM), wrong = make_socket(SOCK_DGRAM);
         EXPECT_EQ(bind_to(right, 1), 0);
         EXPECT_EQ(bind_to(wrong, 2), 0);
         EXPECT_EQ(connect_to(right, 1, kPort), 0);
         EXPECT_EQ(connect_to(wrong, 1, kPort), 0);
         inet_sleep_us(1000);
         EXPECT_EQ(inet_send(wrong, "no", 2, 0), 2);
         EXPECT_EQ(inet_send(right, "yes", 3, 0), 3);
         return 0;
       },
       [] {
         const int fd = make_socket(SOCK_DGRAM);
         EXPECT_EQ(bind_to(fd, kPort), 0);
         EXPECT_EQ(connect_to(fd, 0, 1), 0);
         char room[10];
         EXPECT_EQ(inet_recv(fd, room, sizeof room, 0), 3);
         set_timeout(fd, SO_RCVTIMEO, 2000);
         EXPECT_ERROR(inet_recv(fd, room, sizeof room, 0), EAGAIN);
         return 0;
       }});
  expect_clean();
}

TEST_F(SocketApi, calls_wait_as_long_as_the_time_outs_say) {
  run({[] {
         const int fd = connected(1);
         char room[10];
         set_timeout(fd, SO_RCVTIMEO, 30'000);
         const double begin = inet_time_us();
         EXPECT_ERROR(inet_recv(fd, room, sizeof room, 0), EAGAIN);
         EXPECT_NEAR(inet_time_us() - begin, 30'000, 100);
         EXPECT_ERROR(inet_recv(fd, room, sizeof room, MSG_DONTWAIT), EAGAIN);
         EXPECT_NEAR(inet_time_us() - begin, 30'000, 200);
         // Nobody reads: the buffers of both ends fill, once the delayed acknowledgement has come.
         set_timeout(fd, SO_SNDTIMEO, 300'000);
         const std::string much = text(1'000'000);
         ssize_t taken = 0, last = 0;
         while ((last = inet_send(fd, much.data(), much.size(), 0)) > 0) taken += last;
         EXPECT_EQ(errno, EAGAIN);
         EXPECT_GT(taken, 64 * 1024);
         EXPECT_LE(taken, 128 * 1024);
         timeval time = {};
         socklen_t length = sizeof time;
         EXPECT_EQ(inet_getsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, &length), 0);
         EXPECT_EQ(time.tv_sec * 1'000'000 + time.tv_usec, 300'000);
         return 0;
       },
       [] {
         const int listener = listening();
         accepted(listener);
         set_timeout(listener, SO_RCVTIMEO, 2'000'000);
         EXPECT_ERROR(inet_accept(listener, nullptr, nullptr), EAGAIN);
         return 0;
       }});
  expect_clean();
}

TEST_F(SocketApi, nobody_listens_or_nobody_is_there) {
  run({[] {
         const int fd = make_socket(SOCK_STREAM);
         EXPECT_EQ(bind_to(fd, 55), 0);
         EXPECT_ERROR(connect_to(fd, 1, kPort), ECONNREFUSED);
         EXPECT_ERROR(bind_to(make_socket(SOCK_STREAM), 55), EADDRINUSE);  // kept
         set_timeout(fd, SO_SNDTIMEO, 10);
         EXPECT_ERROR(connect_to(fd, 1, kPort), ETIMEDOUT);
         EXPECT_ERROR(connect_to(fd, 2, kPort), EHOSTUNREACH);
         EXPECT_ERROR(connect_to(fd, 0, kPort), EHOSTUNREACH);
         EXPECT_ERROR(connect_to(fd, 1, 0), EADDRNOTAVAIL);
         sockaddr_in far = inet_node_address(1, kPort);
         far.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
         const auto* address = reinterpret_cast<const sockaddr*>(&far);
         EXPECT_ERROR(inet_connect(fd, address, sizeof far), ENETUNREACH);
         EXPECT_ERROR(inet_connect(fd, address, 3), EINVAL);
         EXPECT_ERROR(inet_connect(fd, nullptr, sizeof far), EFAULT);
         far.sin_family = AF_UNIX;
         EXPECT_ERROR(inet_connect(fd, address, sizeof far), EAFNOSUPPORT);
         return 0;
       },
       [] { return inet_sleep_us(100'000); }});
  expect_clean();
}

TEST_F(SocketApi, ports_that_are_taken_or_no_longer) {
  run({[] {
         const int fd = listening();
         const int other = make_socket(SOCK_STREAM);
         EXPECT_ERROR(bind_to(other, kPort), EADDRINUSE);
         EXPECT_ERROR(bind_to(fd, kPort + 1), EINVAL);
         EXPECT_EQ(inet_close(fd), 0);
         EXPECT_EQ(bind_to(other, kPort), 0);
         sockaddr_in own = {};
         socklen_t length = sizeof own;
         EXPECT_EQ(inet_getsockname(other, reinterpret_cast<sockaddr*>(&own), &length), 0);
         EXPECT_EQ(ntohs(own.sin_port), kPort);
         EXPECT_EQ(inet_node_of(&own), inet_node());
         own.sin_addr.s_addr = htonl(INADDR_ANY);
         own.sin_port = 0;
         const int free = make_socket(SOCK_DGRAM);
         EXPECT_EQ(inet_bind(free, reinterpret_cast<sockaddr*>(&own), sizeof own), 0);
         EXPECT_EQ(inet_getsockname(free, reinterpret_cast<sockaddr*>(&own), &length), 0);
         EXPECT_NE(own.sin_port, 0);
         own = inet_node_address(inet_node() + 1, 5);
         EXPECT_ERROR(
             inet_bind(make_socket(SOCK_DGRAM), reinterpret_cast<sockaddr*>(&own), sizeof own),
             EADDRNOTAVAIL);
         return 0;
       },
       [] { return 0; }});
  expect_clean();
}

TEST_F(SocketApi, what_is_no_socket_or_not_that_kind) {
  run({[] {
         char room[10] = {};
         const int stream = make_socket(SOCK_STREAM), port = make_socket(SOCK_DGRAM);
         for (const int fd : {-1, 0, INET_FIRST_DESCRIPTOR + 2, INET_FIRST_DESCRIPTOR + 1000}) {
           EXPECT_ERROR(inet_send(fd, room, 1, 0), EBADF);
           EXPECT_ERROR(inet_accept(fd, nullptr, nullptr), EBADF);
           EXPECT_ERROR(inet_close(fd), EBADF);
         }
         EXPECT_ERROR(inet_socket(AF_INET6, SOCK_STREAM, 0), EAFNOSUPPORT);
         EXPECT_ERROR(inet_socket(AF_INET, SOCK_RAW, 0), EPROTONOSUPPORT);
         EXPECT_ERROR(inet_socket(AF_INET, SOCK_STREAM, IPPROTO_UDP), EPROTONOSUPPORT);
         EXPECT_ERROR(inet_send(stream, room, 1, 0), ENOTCONN);
         EXPECT_ERROR(inet_recv(stream, room, 1, 0), ENOTCONN);
         EXPECT_ERROR(inet_shutdown(stream, SHUT_WR), ENOTCONN);
         EXPECT_ERROR(inet_shutdown(stream, 77), EINVAL);
         EXPECT_ERROR(inet_accept(stream, nullptr, nullptr), EINVAL);
         EXPECT_ERROR(inet_getpeername(stream, nullptr, nullptr), EFAULT);
         EXPECT_ERROR(inet_listen(port, 1), EOPNOTSUPP);
         EXPECT_ERROR(inet_accept(port, nullptr, nullptr), EOPNOTSUPP);
         EXPECT_ERROR(inet_send(port, room, 1, 0), EDESTADDRREQ);
         EXPECT_EQ(connect_to(port, 1, 5), 0);
         EXPECT_ERROR(inet_send(port, text(70'000).data(), 70'000, 0), EMSGSIZE);
         EXPECT_ERROR(inet_send(port, nullptr, 1, 0), EFAULT);
         EXPECT_ERROR(inet_send(port, room, SIZE_MAX, 0), EINVAL);
         EXPECT_ERROR(inet_recv(port, room, 1, MSG_PEEK), EOPNOTSUPP);
         return 0;
       },
       [] { return 0; }});
  expect_clean();
}

TEST_F(SocketApi, options_that_are_not_in_the_subset) {
  run({[] {
         const int fd = make_socket(SOCK_STREAM);
         int one = 1;
         socklen_t length = sizeof one;
         EXPECT_ERROR(inet_setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, length), ENOPROTOOPT);
         EXPECT_ERROR(inet_setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &one, length), ENOPROTOOPT);
         EXPECT_ERROR(inet_setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, nullptr, length), EFAULT);
         EXPECT_ERROR(inet_setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, 1), EINVAL);
         EXPECT_EQ(inet_setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, length), 0);
         one = 0;
         EXPECT_EQ(inet_getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, &length), 0);
         EXPECT_EQ(one, 1);
         EXPECT_EQ(inet_getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &one, &length), 0);
         EXPECT_EQ(one, 64 * 1024);
         EXPECT_EQ(inet_getsockopt(fd, SOL_SOCKET, SO_TYPE, &one, &length), 0);
         EXPECT_EQ(one, SOCK_STREAM);
         timeval bad = {0, 1'000'000};
         EXPECT_ERROR(inet_setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &bad, sizeof bad), EDOM);
         return 0;
       },
       [] { return 0; }});
}

TEST_F(SocketApi, a_process_has_so_many_descriptors) {
  run({[] {
         for (int n = 0; n < INET_DESCRIPTORS; ++n) make_socket(SOCK_STREAM);
         EXPECT_ERROR(inet_socket(AF_INET, SOCK_STREAM, 0), EMFILE);
         EXPECT_EQ(inet_close(INET_FIRST_DESCRIPTOR + 5), 0);
         EXPECT_EQ(make_socket(SOCK_DGRAM), INET_FIRST_DESCRIPTOR + 5);
         return 0;
       },
       [] { return 0; }});
  expect_clean();
}

TEST_F(SocketApi, poll_waits_for_any_of_several) {
  run({[] {
         const int stream = connected(1);
         const int port = make_socket(SOCK_DGRAM);
         EXPECT_EQ(connect_to(port, 1, kPort), 0);
         inet_sleep_us(5'000);
         EXPECT_EQ(inet_send(port, "x", 1, 0), 1);
         inet_sleep_us(5'000);
         EXPECT_EQ(inet_send(stream, "y", 1, 0), 1);
         return 0;
       },
       [] {
         const int listener = listening();
         const int port = make_socket(SOCK_DGRAM);
         EXPECT_EQ(bind_to(port, kPort), 0);
         pollfd fds[] = {{listener, POLLIN, 0}, {port, POLLIN, 0}, {-1, POLLIN, 0}};
         EXPECT_EQ(inet_poll(fds, 3, -1), 1);
         EXPECT_EQ(fds[0].revents, POLLIN);
         fds[0].fd = accepted(listener);
         EXPECT_EQ(inet_poll(fds, 3, 1), 0) << "a time-out";
         EXPECT_EQ(inet_poll(fds, 3, 100), 1);
         EXPECT_EQ(fds[1].revents, POLLIN);
         fds[1].fd = 7;
         EXPECT_EQ(inet_poll(fds, 2, 100), 1);
         EXPECT_EQ(fds[1].revents, POLLNVAL);
         fds[0].events = POLLIN | POLLOUT;
         EXPECT_EQ(inet_poll(fds, 1, 100), 1);
         EXPECT_EQ(fds[0].revents, POLLOUT);
         fds[0].events = POLLIN;
         EXPECT_EQ(inet_poll(fds, 1, 1000), 1);
         char room = ' ';
         EXPECT_EQ(inet_recv(fds[0].fd, &room, 1, 0), 1);
         EXPECT_EQ(inet_poll(fds, 1, 1000), 1) << "the end can be read, too";
         EXPECT_EQ(inet_recv(fds[0].fd, &room, 1, 0), 0);
         return 0;
       }});
  expect_clean();
}

TEST_F(SocketApi, computing_takes_the_time_that_the_program_says) {
  run({[] {
         const double begin = inet_time_us();
         EXPECT_EQ(inet_compute_us(1500), 0);
         EXPECT_NEAR(inet_time_us() - begin, 1500, 50);
         EXPECT_ERROR(inet_compute_us(-1), EINVAL);
         EXPECT_ERROR(inet_sleep_us(1e300), EINVAL);
         EXPECT_EQ(inet_nodes(), 2);
         return inet_node();
       },
       [] { return inet_node(); }});
  EXPECT_EQ(left(1).ended.code, 1);
}

}  // namespace
}  // namespace flybar::inet
