/// An NFS server on node 1, a client on node 0, and a network without cards between them.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "models/nfs/client/file.h"
#include "models/nfs/server/server.h"
#include "testbenches/tests/inet/socket/socket_hosts.h"

namespace flybar::nfs {

using namespace literals;
using host::Cpu;
using host::Physical;
using inet::SocketHost;
using inet::SocketHosts;

/// UDP, and what is said in the datagram behind it.
constexpr std::size_t kHeaders = 28;
constexpr std::size_t kBlock = 8192;

class NfsBench : public testing::Test {
 protected:
  // Change these before run().
  NfsParams params;
  std::int64_t daemons = 8;
  std::uint32_t file_size = 16 * kBlock;
  std::uint32_t block_size = kBlock;
  SocketHost::Setup setup;

  /// A process of node 0, and one of node 1, after which nothing is left behind on either.
  void run(
      const std::function<void(Cpu&)>& program,
      const std::function<void(Cpu&)>& other = [](Cpu&) {}) {
    hosts_.emplace();
    for (int n = 0; n < 2; ++n) hosts_->add(setup);
    server.emplace(inet(1), params);
    client.emplace(inet(0), params, 1);
    biods.emplace(hosts()[0].cpu, daemons);
    handle = place();
    file.emplace(*client, *biods, handle, Bytes(file_size), Bytes(block_size));
    buffer = hosts()[0].memory.frames.allocate();
    hosts().program(0, program);
    hosts().program(1, other);
    ASSERT_TRUE(hosts().run());
    hosts().settle(1'000_ms);
    hosts().program(1, [&](Cpu&) { inet(1).complete_sent(); });
    ASSERT_TRUE(hosts().run());
    expect_clean();
  }
  SocketHosts& hosts() { return *hosts_; }
  inet::Inet& inet(std::size_t n) { return hosts()[n].inet; }

  /// What stands at this place of the file.
  static std::uint8_t byte_at(std::uint32_t at) {
    return static_cast<std::uint8_t>(at * 7 + at / 251 + at / kBlock);
  }
  static std::vector<std::uint8_t> bytes_at(std::uint32_t at, std::size_t length) {
    std::vector<std::uint8_t> all(length);
    for (std::size_t i = 0; i < length; ++i) all[i] = byte_at(at + static_cast<std::uint32_t>(i));
    return all;
  }
  /// The program's buffer.
  std::vector<std::uint8_t> got(std::size_t length) {
    const auto bytes = hosts()[0].memory.view(buffer).first(length);
    return {bytes.begin(), bytes.end()};
  }
  /// Reads it all, block by block; the result of the first one that fails, or 0.
  std::int64_t read_all() {
    for (std::uint32_t at = 0; at < file_size; at += block_size) {
      const std::int64_t came = file->read(at, block_size, buffer);
      if (came < 0) return came;
      EXPECT_EQ(got(static_cast<std::size_t>(came)),
                bytes_at(at, std::min(block_size, file_size - at)));
    }
    return 0;
  }
  /// Loses packets of a node for which this holds, in their order from 0 on.
  void lose(std::uint32_t node, std::function<bool(int)> lost) {
    hosts().network.tamper = [node, lost = std::move(lost),
                              n = 0](inet::MemoryNetwork::Packet& packet) mutable {
      return packet.at(15) != source_of(node) || !lost(n++);
    };
  }

  std::optional<Server> server;
  std::optional<Client> client;
  std::optional<Biods> biods;
  std::optional<File> file;
  Handle handle{};
  Physical buffer = 0;

 private:
  /// The last byte of a node's address.
  static std::uint8_t source_of(std::uint32_t node) {
    return static_cast<std::uint8_t>(inet::address_of(node));
  }
  Handle place() {
    host::Memory& memory = hosts()[1].memory;
    std::vector<Physical> frames;
    const auto page = static_cast<std::uint32_t>(memory.frames.frame_size().count);
    for (std::uint32_t at = 0; at < file_size; at += page) {
      frames.push_back(memory.frames.allocate());
      const auto bytes = bytes_at(at, page);
      std::copy(bytes.begin(), bytes.end(), memory.edit(frames.back()).begin());
    }
    return server->add(std::move(frames), Bytes(file_size));
  }
  void expect_clean() {
    EXPECT_EQ(server->leaving(), 0u);
    EXPECT_EQ(server->port().held(), 0u);
    EXPECT_EQ(client->port().held(), 0u);
    for (const std::size_t n : {0u, 1u}) EXPECT_EQ(inet(n).input().frames(), 0u) << n;
  }

  std::optional<SocketHosts> hosts_;
};

}  // namespace flybar::nfs
