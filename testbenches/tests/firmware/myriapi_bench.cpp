#include "testbenches/tests/firmware/myriapi_bench.h"

#include <algorithm>
#include <cstring>

namespace flybar::firmware {
namespace {

constexpr std::uint32_t kPage = 0x2200;

Bytes gathered(const Bytes& host, const myriapi_piece* piece, std::uint32_t count,
               std::size_t most) {
  Bytes all;
  for (; count != 0; --count, ++piece) {
    const auto begin = host.begin() + piece->address;
    all.insert(all.end(), begin, begin + piece->length);
  }
  all.resize(std::min(all.size(), most));
  return all;
}

/// Pieces of these lengths, each at a page of its own from `at` on.
void put(myriapi_piece* piece, std::uint32_t at, const std::vector<std::uint32_t>& lengths) {
  for (const std::uint32_t length : lengths) {
    *piece++ = {at, length};
    at += kPage;
  }
}

}  // namespace

MyriapiFirmware::MyriapiFirmware() {
  std::memset(&::firmware, 0, sizeof ::firmware);
  std::memset(&myriapi_nic, 0, sizeof myriapi_nic);
  config.version = MYRIAPI_LAYOUT_VERSION;
  config.node = kNode;
  const std::uint8_t port[8] = {0, 0, 0, 0, 0, 0, 0, 0x80};
  auto& route = myriapi_nic.routes[kNode];
  route.length = MYRIAPI_ROUTE_LENGTH_VALID_MASK | 1;
  std::memcpy(route.path, port, sizeof port);
  std::uint32_t state = 1;
  for (std::uint8_t& byte : chip.host) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<std::uint8_t>(state >> 24);
  }
}

std::uint32_t MyriapiFirmware::start(std::uint32_t buffers) {
  config.buffers = buffers;
  return myriapi_start();
}

myriapi_send_entry& MyriapiFirmware::post(const std::vector<std::uint32_t>& lengths) {
  auto& entry = myriapi_nic.send[next_send_++ % MYRIAPI_SEND_ENTRIES];
  put(entry.pieces, kSource, lengths);
  entry.count = static_cast<std::uint32_t>(lengths.size());
  entry.destination = kNode;
  entry.channel = 5;
  entry.tag = next_send_;
  entry.owner = MYRIAPI_OWNER_NIC;
  return entry;
}

myriapi_receive_entry& MyriapiFirmware::give(const std::vector<std::uint32_t>& lengths) {
  auto& entry = myriapi_nic.receive[next_give_++ % MYRIAPI_RECEIVE_ENTRIES];
  put(entry.pieces, kTarget, lengths);
  entry.count = static_cast<std::uint32_t>(lengths.size());
  entry.owner = MYRIAPI_OWNER_NIC;
  return entry;
}

Bytes MyriapiFirmware::sent(const myriapi_send_entry& entry) const {
  return gathered(chip.host, entry.pieces, entry.count, ~0u);
}

Bytes MyriapiFirmware::stored(const myriapi_receive_entry& entry) const {
  return gathered(chip.host, entry.pieces, entry.count, entry.length);
}

void MyriapiFirmware::expect_moved(const std::vector<std::uint32_t>& from,
                                   const std::vector<std::uint32_t>& to) {
  const myriapi_receive_entry& in = give(to);
  const myriapi_send_entry& out = post(from);
  run();
  EXPECT_EQ(out.owner, MYRIAPI_OWNER_HOST);
  EXPECT_EQ(in.owner, MYRIAPI_OWNER_HOST);
  EXPECT_EQ(in.outcome, MYRIAPI_OUTCOME_STORED);
  EXPECT_EQ(stored(in), sent(out));
  EXPECT_EQ(in.source, kNode << MYRIAPI_RECEIVE_ENTRY_SOURCE_NODE_SHIFT | 5u);
  EXPECT_EQ(in.tag, out.tag);
  EXPECT_EQ(in.sum, 0u);
}

Bytes MyriapiFirmware::packet(std::uint32_t length, const Bytes& bytes, std::uint32_t type) {
  const myriapi_wire_header header{type, 9u << MYRIAPI_WIRE_HEADER_SOURCE_NODE_SHIFT, length, 77};
  Bytes all(sizeof header);
  std::memcpy(all.data(), &header, sizeof header);
  all.insert(all.end(), bytes.begin(), bytes.end());
  return all;
}

}  // namespace flybar::firmware

extern "C" void* firmware_shared() {
  return &myriapi_nic;
}
