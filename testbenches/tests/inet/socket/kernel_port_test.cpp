// Datagrams of kernels.
#include "models/inet/kernel/kernel_port.h"
#include "models/common/error.h"
#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

/// Keeps what comes until it is told to let go.
struct Taker : KernelPort::User {
  void arrived(const KernelPort::Came& datagram) override {
    in_soft = cpu->in_handler() && !cpu->in_interrupt();
    came.push_back(datagram);
    Bytes8& one = bytes.emplace_back(KernelPort::length(datagram));
    KernelPort::read(datagram, 0, one);
  }
  Cpu* cpu = nullptr;
  bool in_soft = false;
  std::vector<KernelPort::Came> came;
  std::vector<Bytes8> bytes;
};

class KernelPorts : public SocketBench {
 protected:
  /// Node 0 sends, node 1 takes.
  void exchange(const std::function<void(Cpu&)>& sender) {
    std::array<Taker, 2> takers;
    for (std::size_t n = 0; n < 2; ++n) takers[n].cpu = &hosts()[n].cpu;
    KernelPort own(inet(0), 1, takers[0]), other(inet(1), 1, takers[1]);
    port = &own;
    peer = &other;
    taker = &takers[1];
    hosts().program(0, [&](Cpu& cpu) {
      page = inet(0).pool().allocate();
      fill(cpu, 1);
      sender(cpu);
      cpu.sleep(1'000_ms);
      inet(0).complete_sent();
      EXPECT_EQ(hosts()[0].memory.frames.state(page), host::FrameState::kHost);
      inet(0).pool().free(page);
    });
    hosts().program(1, [&](Cpu& cpu) {
      cpu.sleep(500_ms);
      for (const KernelPort::Came& one : taker->came) other.release(one);
    });
    run();
  }
  void fill(Cpu& cpu, std::uint64_t seed) const {
    const Bytes8 all = pattern(kPage, seed);
    std::copy(all.begin(), all.end(), cpu.memory().edit(page).begin());
  }
  bool send(std::size_t length = kPage) {
    return port->send(1, head,
                      {.at = page,
                       .length = Bytes(static_cast<std::int64_t>(length)),
                       .left = [](void* count) { ++*static_cast<int*>(count); },
                       .arg = &left});
  }
  Bytes8 whole(std::size_t length = kPage) const {
    Bytes8 all = head;
    const Bytes8 behind = pattern(kPage, 1);
    all.insert(all.end(), behind.begin(), behind.begin() + static_cast<std::ptrdiff_t>(length));
    return all;
  }

  Bytes8 head = pattern(20, 9);
  KernelPort* port = nullptr;
  KernelPort* peer = nullptr;
  Taker* taker = nullptr;
  host::Physical page = 0;
  int left = 0;
};

TEST_F(KernelPorts, WhatComesIsHandedOverInTheSoftwareInterrupt) {
  exchange([&](Cpu& cpu) {
    EXPECT_TRUE(send());
    cpu.sleep(1_ms);
    EXPECT_TRUE(taker->in_soft);
    EXPECT_EQ(taker->bytes, std::vector<Bytes8>(1, whole()));
  });
}

TEST_F(KernelPorts, APageIsBeingSentUntilTheDeviceSaysSo) {
  exchange([&](Cpu& cpu) {
    hosts()[0].device.hold_back(true);
    EXPECT_TRUE(send());
    cpu.sleep(300_ms);
    EXPECT_EQ(left, 0);
    EXPECT_EQ(cpu.memory().frames.state(page), host::FrameState::kSending);
    hosts()[0].device.hold_back(false);
    inet(0).complete_sent();
    EXPECT_EQ(left, 1);
  });
}

TEST_F(KernelPorts, APageThatIsSentTwiceAtOnceLeavesTwice) {
  setup.device.completion = Completion::kInterrupt;
  exchange([&](Cpu& cpu) {
    EXPECT_TRUE(send());
    EXPECT_TRUE(send(100));
    cpu.sleep(5_ms);
    EXPECT_EQ(left, 2);
    EXPECT_EQ(taker->bytes, (std::vector<Bytes8>{whole(), whole(100)}));
  });
}

TEST_F(KernelPorts, FragmentsOfAPageLeaveAndComeTogether) {
  setup.device.mtu = 1500_B;
  setup.device.completion = Completion::kInterrupt;
  setup.sockets.software_sums = true;
  exchange([&](Cpu& cpu) {
    EXPECT_TRUE(send());
    cpu.sleep(5_ms);
    EXPECT_EQ(left, 1);
    EXPECT_EQ(inet(0).output().counters().packets, 6u);
    EXPECT_EQ(taker->bytes, std::vector<Bytes8>(1, whole()));
    EXPECT_EQ(hosts()[1].cpu.use().by_label().at("udp.input"),
              cpu.params().kernel_work(setup.inet.udp.input));
  });
}

TEST_F(KernelPorts, WithoutRoomInTheInterfaceQueueNothingHappens) {
  setup.inet.ip.interface_queue = 2;
  setup.device.send_entries = 2;
  exchange([&](Cpu&) {
    hosts()[0].device.hold_back(true);
    for (int n = 0; n < 4; ++n) EXPECT_TRUE(send(1000)) << n;
    EXPECT_FALSE(send(1000));
    EXPECT_EQ(port->counters().no_room, 1u);
    hosts()[0].device.hold_back(false);
  });
  EXPECT_EQ(left, 4);
  EXPECT_EQ(inet(0).output().counters().refused, 0u);
}

TEST_F(KernelPorts, WhatFindsTheBufferFullIsLost) {
  setup.sockets.socket_buffer = 20'000_B;
  exchange([&](Cpu& cpu) {
    for (int n = 0; n < 3; ++n) {
      EXPECT_TRUE(send());
      cpu.sleep(1_ms);
    }
    EXPECT_EQ(taker->came.size(), 2u);
    EXPECT_EQ(peer->counters().dropped, 1u);
    EXPECT_EQ(peer->held(), 2 * (kPage + head.size()));
  });
}

/// The device puts what follows the headers of UDP into a frame.
TEST_F(KernelPorts, APageAloneInAFrameBecomesTheTakersOnce) {
  head.clear();
  exchange([&](Cpu& cpu) {
    EXPECT_TRUE(send());
    cpu.sleep(1_ms);
    const KernelPort::Came& one = taker->came.at(0);
    EXPECT_EQ(peer->take_frame(one, 0, kPage - 1), 0u);
    const host::Physical frame = peer->take_frame(one, 0, kPage);
    ASSERT_NE(frame, 0u);
    EXPECT_EQ(peer->take_frame(one, 0, kPage), 0u);
    const auto bytes = hosts()[1].memory.view(frame);
    EXPECT_EQ(Bytes8(bytes.begin(), bytes.end()), pattern(kPage, 1));
    hosts()[1].memory.frames.free(frame);
  });
}

TEST_F(KernelPorts, APageBehindOtherBytesDoesNot) {
  exchange([&](Cpu& cpu) {
    EXPECT_TRUE(send());
    cpu.sleep(1_ms);
    EXPECT_EQ(peer->take_frame(taker->came.at(0), head.size(), kPage), 0u);
  });
}

TEST_F(KernelPorts, OnePortHasOneUser) {
  Taker taken;
  const KernelPort first(inet(0), 1, taken);

  EXPECT_THROW(KernelPort(inet(0), 1, taken), SimulationError);
}

}  // namespace
}  // namespace flybar::inet
