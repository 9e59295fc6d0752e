/// Pages of programs with sockets that change hands without a copy.
#include <algorithm>

#include "testbenches/tests/inet/socket_bench.h"

namespace flybar::inet {
namespace {

constexpr std::size_t kPage = 8192;

std::size_t copies(const CopyCounters& counters, WhyCopied why) {
  return counters.copies[static_cast<std::size_t>(why)];
}

class SocketRemap : public SocketBench {
 protected:
  static char* pages(std::size_t count) {
    auto* const memory = static_cast<char*>(inet_alloc(count * kPage));
    EXPECT_NE(memory, nullptr);
    return memory;
  }
  static char* filled(const std::string& text) {
    char* const memory = pages(text.size() / kPage);
    std::copy(text.begin(), text.end(), memory);
    return memory;
  }
  static void send(int fd, const char* data, std::size_t length) {
    EXPECT_EQ(inet_send(fd, data, length, 0), static_cast<ssize_t>(length));
  }
  static void receive(int fd, char* data, std::size_t length) {
    EXPECT_EQ(inet_recv(fd, data, length, MSG_WAITALL), static_cast<ssize_t>(length));
  }
  /// Node 0 sends as `sender` says, and node 1 receives `length` bytes into pages.
  void transfer(const std::function<void(int)>& sender, std::size_t length) {
    run({[&] {
           sender(connected(1));
           return 0;
         },
         [&] {
           const int fd = accepted(listening());
           char* const memory = pages((length + kPage - 1) / kPage);
           receive(fd, memory, length);
           came.assign(memory, length);
           return 0;
         }});
    expect_clean();
  }
  const CopyCounters& sent() const { return left(0).ended.sent_copies; }
  const CopyCounters& received() const { return left(1).ended.received_copies; }

  std::string came;
};

TEST_F(SocketRemap, whole_pages_are_sent_and_received_without_a_copy) {
  const std::string all = text(20 * kPage);
  transfer([&](int fd) { send(fd, filled(all), all.size()); }, all.size());
  EXPECT_EQ(came, all);
  EXPECT_EQ(sent().pages, 20u);
  EXPECT_EQ(received().pages, 20u);
  EXPECT_EQ(left(0).ended.copied_on_write, 0u);
}

TEST_F(SocketRemap, a_write_during_the_send_reaches_the_own_copy_alone) {
  const std::string all = text(4 * kPage);
  transfer(
      [&](int fd) {
        char* const memory = filled(all);
        send(fd, memory, all.size());
        std::fill_n(memory, 2 * kPage, 'x');
        inet_sleep_us(1);
        EXPECT_EQ(std::string(memory, 2 * kPage), std::string(2 * kPage, 'x'));
        EXPECT_EQ(std::string(memory + 2 * kPage, 2 * kPage), all.substr(2 * kPage));
      },
      all.size());
  EXPECT_EQ(came, all);
  EXPECT_EQ(left(0).ended.copied_on_write, 2u);
}

TEST_F(SocketRemap, a_page_that_is_written_and_sent_again_has_the_bytes_of_each_send) {
  transfer(
      [&](int fd) {
        char* const memory = pages(1);
        for (const char c : {'a', 'b', 'b', 'c'}) {
          std::fill_n(memory, kPage, c);
          send(fd, memory, kPage);
        }
      },
      4 * kPage);
  EXPECT_EQ(came, std::string(kPage, 'a') + std::string(2 * kPage, 'b') + std::string(kPage, 'c'));
  EXPECT_EQ(left(0).ended.copied_on_write, 2u);
  EXPECT_EQ(sent().pages, 4u);
}

TEST_F(SocketRemap, a_page_that_is_acknowledged_is_written_without_a_copy) {
  const std::string all = text(4 * kPage);
  transfer(
      [&](int fd) {
        char* const memory = filled(all);
        send(fd, memory, all.size());
        inet_sleep_us(1'000'000);
        std::fill_n(memory, all.size(), 'x');
        inet_sleep_us(1);
      },
      all.size());
  EXPECT_EQ(left(0).ended.copied_on_write, 0u);
}

TEST_F(SocketRemap, a_frame_that_has_come_can_be_written_and_sent_on) {
  const std::string all = text(4 * kPage);
  std::string back;
  run({[&] {
         const int fd = connected(1);
         char* const memory = filled(all);
         send(fd, memory, all.size());
         receive(fd, memory, all.size());
         back.assign(memory, all.size());
         return 0;
       },
       [&] {
         const int fd = accepted(listening());
         char* const memory = pages(4);
         receive(fd, memory, all.size());
         memory[0] = 'x';
         send(fd, memory, all.size());
         return 0;
       }});
  EXPECT_EQ(back, "x" + all.substr(1));
  EXPECT_EQ(left(1).ended.received_copies.pages, 4u);
  EXPECT_EQ(left(1).ended.sent_copies.pages, 4u);
  expect_clean();
}

TEST_F(SocketRemap, a_small_receive_into_a_page_on_its_way_is_a_write) {
  const std::string all = text(kPage);
  run({[&] {
         const int fd = connected(1);
         char* const memory = filled(all);
         inet_sleep_us(20'000);
         send(fd, memory, kPage);
         receive(fd, memory, 10);
         EXPECT_EQ(std::string(memory, kPage), std::string(10, 'y') + all.substr(10));
         return 0;
       },
       [&] {
         const int fd = accepted(listening());
         send(fd, std::string(10, 'y').data(), 10);
         receive(fd, pages(1), kPage);
         return 0;
       }});
  EXPECT_EQ(left(0).ended.copied_on_write, 1u);
  expect_clean();
}

TEST_F(SocketRemap, datagrams_of_a_page_are_not_copied) {
  const std::string all = text(kPage);
  run({[&] {
         const int fd = make_socket(SOCK_DGRAM);
         EXPECT_EQ(connect_to(fd, 1, kPort), 0);
         inet_sleep_us(1000);
         char* const memory = filled(all);
         send(fd, memory, kPage);
         memory[0] = 'x';
         return 0;
       },
       [&] {
         const int fd = make_socket(SOCK_DGRAM);
         EXPECT_EQ(bind_to(fd, kPort), 0);
         char* const memory = pages(1);
         receive(fd, memory, kPage);
         came.assign(memory, kPage);
         return 0;
       }});
  EXPECT_EQ(came, all);
  EXPECT_EQ(sent().pages, 1u);
  EXPECT_EQ(received().pages, 1u);
  expect_clean();
}

TEST_F(SocketRemap, what_is_copied_is_counted_with_its_reason) {
  const std::string all = text(2 * kPage);
  transfer(
      [&](int fd) {
        send(fd, all.data(), kPage);
        send(fd, pages(2) + 4, kPage);
        send(fd, pages(1), 100);
      },
      2 * kPage + 100);
  EXPECT_EQ(sent().pages, 0u);
  EXPECT_EQ(copies(sent(), WhyCopied::kForeign), 1u);
  EXPECT_EQ(copies(sent(), WhyCopied::kUnaligned), 1u);
  EXPECT_EQ(copies(sent(), WhyCopied::kShort), 1u);
}

TEST_F(SocketRemap, memory_freed_during_the_send_is_still_sent) {
  const std::string all = text(4 * kPage);
  transfer(
      [&](int fd) {
        char* const memory = filled(all);
        send(fd, memory, all.size());
        EXPECT_EQ(inet_free(memory), 0);
        EXPECT_EQ(inet_free(memory), -1);
        EXPECT_EQ(errno, EINVAL);
      },
      all.size());
  EXPECT_EQ(came, all);
}

TEST_F(SocketRemap, more_than_the_host_has_is_refused) {
  run({[] {
         EXPECT_EQ(inet_alloc(std::size_t{1} << 40), nullptr);
         EXPECT_EQ(errno, ENOMEM);
         EXPECT_EQ(inet_alloc(~std::size_t{0}), nullptr);
         EXPECT_NE(inet_alloc(0), nullptr);
         return 0;
       },
       [] { return 0; }});
  expect_clean();
}

}  // namespace
}  // namespace flybar::inet
