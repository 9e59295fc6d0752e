// Descriptors that no driver writes, and registers at any moment: a card counts, or says where it
// failed, and goes on.
#include <cstdio>

#include "models/common/error.h"
#include "testbenches/tests/child.h"
#include "testbenches/tests/inet/pair.h"
#include "testbenches/tests/lan/ring_bench.h"
#include "testbenches/tests/random.h"
#include "testbenches/tests/test_size.h"

namespace flybar::lan {
namespace {

using Layout = regs::Descriptor;
using lockstep::Random;

constexpr std::uint32_t kLongest = 64;  ///< descriptors of a ring
constexpr int kBuffers = 8;
constexpr int kDescriptors = 10'000;
/// A card that needs all of a frame before it leaves waits for ever with one that does not fit.
constexpr const char* kFifo = "1 MB";

/// A host whose software writes whatever comes to mind.
class HostileHost {
 public:
  HostileHost(cluster::Node& node, std::uint64_t seed, bool anywhere)
      : node_(node), random_(seed), anywhere_(anywhere) {
    for (std::uint32_t* ring : {&send_, &receive_}) *ring = shared();
    for (int n = 0; n < kBuffers; ++n) buffers_.push_back(shared());
    for (std::size_t n = 0; n < buffers_.size(); ++n) fill(n);
  }

  void run(int descriptors) {
    set(regs::SendBase::kOffset, send_);
    set(regs::ReceiveBase::kOffset, receive_);
    put_registers();
    for (int n = 0; n < descriptors; ++n) {
      if (random_.one_in(2))
        write_descriptor(send_, next_sent_++);
      else
        write_descriptor(receive_, next_received_++);
      if (random_.one_in(3)) set(regs::SendDemand::kOffset, 1);
      if (random_.one_in(9)) set(regs::ReceiveDemand::kOffset, 1);
      if (random_.one_in(100)) put_registers();
      if (random_.one_in(10)) fill(static_cast<std::size_t>(random_.between(0, kBuffers - 1)));
      node_.cpu.sleep(Time::us(random_.between(0, 40)));
    }
    node_.cpu.sleep(Time::ms(5));
  }

 private:
  std::uint32_t shared() {
    const host::Physical frame = node_.memory.frames.allocate();
    node_.memory.frames.lend(frame, Bytes(1), host::FrameState::kShared);
    return frame;
  }
  std::uint32_t any() { return static_cast<std::uint32_t>(random_.between(0, 0xffff'ffff)); }
  std::uint32_t below(std::int64_t most) {
    return static_cast<std::uint32_t>(random_.between(0, most - 1));
  }
  void set(std::uint32_t offset, std::uint32_t value) {
    node_.cpu.store_word(node_.seat().window + offset, value);
    node_.cpu.write_barrier();
  }
  void put(std::uint32_t at, std::uint32_t word) {
    std::array<std::uint8_t, 4> bytes;
    host::put_word(bytes, word);
    node_.memory.write(at, bytes);
  }
  /// A frame to the other one, or to nobody, begins at each 64th byte.
  void fill(std::size_t buffer) {
    std::vector<std::uint8_t> bytes(8192);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(any());
    for (std::size_t at = 0; at < bytes.size(); at += 64)
      if (!random_.one_in(4)) {
        const ethernet::Address to = ethernet::address_of(below(2));
        std::copy(to.begin(), to.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
      }
    node_.memory.write(buffers_[buffer], bytes);
  }
  void put_registers() {
    // A frame that takes all of a ring and has no end would be the card's last one.
    const std::uint32_t lengths[] = {kLongest, kLongest, 32, 0, anywhere_ ? any() : 17};
    set(regs::SendLength::kOffset, lengths[below(std::size(lengths))]);
    set(regs::ReceiveLength::kOffset, lengths[below(std::size(lengths))]);
    set(regs::Mask::kOffset, 0);
    set(regs::Status::kOffset, any());
  }
  /// Mostly in turn, since the card waits for the next one.
  void write_descriptor(std::uint32_t ring, std::uint32_t turn) {
    const std::uint32_t place = random_.one_in(10) ? below(kLongest) : turn % kLongest;
    const std::uint32_t at = ring + place * Layout::kSize;
    std::uint32_t control = random_.one_in(5) ? 0 : Layout::kControlLastMask;
    for (const std::uint32_t bit : {Layout::kControlFirstMask, Layout::kControlInterruptMask})
      control |= random_.one_in(2) ? bit : 0;
    control |= random_.one_in(500) ? Layout::kControlEndMask : 0;
    for (const std::uint32_t offset : {Layout::kBuffer1, Layout::kBuffer2}) {
      // Buffers to receive are whole words, or the bus refuses them.
      const std::uint32_t word = ring == receive_ && !anywhere_ ? 3 : 0;
      const std::uint32_t length = some_length() & ~word;
      control |= offset == Layout::kBuffer1 ? length : length << Layout::kControlLength2Shift;
      put(at + offset, some_address(length) & ~word);
    }
    put(at + Layout::kControl, control);
    const std::uint32_t circuit = random_.one_in(3) ? below(0x4000) : 32 + below(2);
    put(at + Layout::kStatus, (random_.one_in(100) ? 0 : Layout::kStatusOwnerMask) |
                                  circuit << Layout::kStatusCircuitShift);
  }
  std::uint32_t some_length() {
    const std::uint32_t lengths[] = {0, below(8), below(64), below(1514), below(8100)};
    if (anywhere_ && random_.one_in(10)) return below(0x4000);
    return lengths[below(std::size(lengths))];
  }
  /// Half of them where a frame begins.
  std::uint32_t some_address(std::uint32_t length) {
    if (anywhere_ && random_.one_in(10)) return any();
    const std::uint32_t room = length + 8 > 8192 ? 1 : 8192 - 8 - length;
    const std::uint32_t at = below(room);
    return buffers_[below(kBuffers)] + (random_.one_in(2) ? at : at / 64 * 64);
  }

  cluster::Node& node_;
  Random random_;
  const bool anywhere_;
  std::uint32_t send_, receive_;
  std::uint32_t next_sent_ = 0, next_received_ = 0;
  std::vector<std::uint32_t> buffers_;
};

class HostileRing : public RingBench {
 protected:
  static unsigned long long number(std::uint64_t value) { return value; }
  void attack(std::uint64_t seed, bool anywhere = false) {
    patience_ = Time::ms(600'000);
    run({[&](cluster::Node& node) { HostileHost(node, seed, anywhere).run(kDescriptors); },
         [&](cluster::Node& node) { HostileHost(node, ~seed, anywhere).run(kDescriptors); }});
  }
  /// What the cards have done with so many descriptors of each host; in the long form for a hundred
  /// seeds.
  void attack_with_seeds() {
    const std::uint64_t first = inet::chosen_seed(1), count = lockstep::long_form() ? 100 : 1;
    for (std::uint64_t seed = first; seed < first + count; ++seed)
      EXPECT_EQ(lockstep::in_child([&] {
                  attack(seed);
                  for (const CardCounters& card : cards_) print(card);
                  return std::string(cards_[0].sent + cards_[1].sent > 0 ? "alive" : "dead");
                }),
                "alive")
          << "seed " << seed;
  }
  static void print(const CardCounters& card) {
    const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    std::printf("%llu sent, %llu received, %llu without descriptor, %llu too long, %llu damaged\n",
                number(card.sent), number(card.received), number(card.no_descriptor),
                number(card.too_long), number(card.damaged));
    std::fflush(stdout);
  }
};

TEST_F(HostileRing, OnASwitchOfEthernet) {
  attack_with_seeds();
}

TEST_F(HostileRing, OnACable) {
  set("lan.shape", "cable");
  set("lan.fifo", kFifo);
  set("lan.rate", "12.5 MB/s");
  set("lan.byte_errors", "0.001");
  attack_with_seeds();
}

TEST_F(HostileRing, OfCells) {
  set("lan.framing", "aal5");
  set("lan.fifo", kFifo);
  set("lan.byte_errors", "0.0005");
  attack_with_seeds();
}

TEST_F(HostileRing, WithAddressesAnywhereEndsWithAWordAboutThem) {
  try {
    attack(inet::chosen_seed(1), true);
    ADD_FAILURE() << "nothing happened";
  } catch (const SimulationError& error) {
    EXPECT_NE(std::string(error.what()).find("ring"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace flybar::lan
