#include "testbenches/tests/attack/inet/post.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "testbenches/tests/attack/inet/unseen.h"

namespace flybar::inet {

namespace {

constexpr std::uint64_t kPage = 8192;
constexpr std::size_t kMost = 20'000;  ///< bytes of a datagram
constexpr std::size_t kArea = (kMost + kPage - 1) / kPage + 1;
constexpr Time kPatience = Time::ms(20);
constexpr std::uint64_t kMostPause = 3000;  ///< us

/// The serial number, then bytes that follow from it.
std::vector<std::uint8_t> letter(std::uint64_t serial, std::size_t length) {
  std::vector<std::uint8_t> bytes(length);
  for (std::size_t n = 0; n < length; ++n)
    bytes[n] = n < 8 ? static_cast<std::uint8_t>(serial >> (8 * n))
                     : static_cast<std::uint8_t>((serial * 2'654'435'761U + n * 40'503U) >> 11);
  return bytes;
}

}  // namespace

CopyPolicy Post::some_policy() {
  return {.remap_sent = below(2) > 0, .remap_received = below(2) > 0, .least = Bytes(8192)};
}

std::size_t Post::some_length() {
  const std::uint64_t sizes[] = {8 + below(200), 8 + below(1500), 8 + below(kPage), kPage,
                                 8 + below(kMost - 8)};
  return sizes[below(std::size(sizes))];
}

void Post::send(std::size_t n, const std::function<bool()>& over) {
  Inet& inet = *hosts_[n];
  ProgramMemory memory(inet);
  Datagrams socket(inet);
  while (!over()) {
    send_one(n, memory, socket);
    if (below(2) == 0) inet.cpu().sleep(Time::us(static_cast<std::int64_t>(below(kMostPause))));
    if (below(30) == 0) memory.release(kArea);
  }
  socket.close();
  memory.release(kArea);
}

void Post::send_one(std::size_t n, ProgramMemory& memory, Datagrams& socket) {
  const auto to = static_cast<std::uint32_t>((n + 1 + below(hosts_.size() - 1)) % hosts_.size());
  const std::size_t length = some_length();
  const std::uint64_t at = below(2) ? 0 : below(kArea * kPage - length + 1);
  // The processes of other hosts run while this one writes.
  const std::uint64_t serial = letters_.size();
  letters_.push_back({length});
  ++counters_.sent;
  memory.write(at, letter(serial, length));
  const std::int64_t sent = socket.send(some_policy(), memory.at(at), length, {to, kPort});
  counters_.refused += sent < 0;
  EXPECT_TRUE(sent == static_cast<std::int64_t>(length) || sent == -ENOBUFS) << sent;
}

void Post::receive(std::size_t n, const std::function<bool()>& over) {
  Inet& inet = *hosts_[n];
  ProgramMemory memory(inet);
  Datagrams socket(inet);
  EXPECT_EQ(socket.bind(kPort), 0);
  while (!over()) {
    const std::uint64_t at = below(2) * kPage;
    const auto came = socket.receive(some_policy(), memory.at(at), kMost, kPatience);
    if (came > 0) look_at(memory.read(at, static_cast<std::size_t>(came)));
  }
  socket.close();
  memory.release(kArea);
}

void Post::look_at(const std::vector<std::uint8_t>& bytes) {
  ++counters_.received;
  std::uint64_t serial = 0;
  for (std::size_t n = 0; n < std::min<std::size_t>(8, bytes.size()); ++n)
    serial |= std::uint64_t{bytes[n]} << (8 * n);
  const bool known = serial < letters_.size() && letters_[serial].length == bytes.size();
  if (!known || !may_be_unseen(bytes, letter(serial, bytes.size()))) {
    ++counters_.wrong;
    return;
  }
  counters_.doubled += std::exchange(letters_[serial].came, true);
}

}  // namespace flybar::inet
