// Random traffic: whatever the chip set and the bus do, every word arrives once, in order, and the
// outcome does not depend on the order in which the model was put together.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

#include "testbenches/tests/pci/world.h"

namespace flybar::pci {
namespace {

using namespace literals;

constexpr std::size_t kMasters = 4;
constexpr std::uint64_t kRegion = 64 * 1024;

struct Plan {
  BridgeParams bridge = plain_bridge();
  BusParams bus;
  std::uint32_t traffic_seed = 0;
};

/// Keeps one master busy with transfers inside its own region, and checks them.
class Source {
 public:
  Source(World& world, std::size_t index, std::uint32_t seed, int transfers)
      : world_(world), index_(index), random_(seed + std::uint32_t(index)), left_(transfers) {
    // Each master calls at its own offset from the clock edges, so that no two calls coincide.
    const Time offset = Time::ps(100 * static_cast<std::int64_t>(index + 1));
    world.dma(index).on_end = [this, offset](Time now) {
      check();
      next(Time::ns(30) * (now.ps() / 30'000 + pick(1, 40)) + offset);
    };
    world.dma(index).pause = offset;
    next(Time::ns(30) * pick(0, 10) + offset);
  }
  int checked() const { return checked_; }

 private:
  std::int64_t pick(std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>(from, to)(random_);
  }

  void next(Time at) {
    if (left_-- == 0) return;
    address_ = index_ * kRegion + static_cast<std::uint64_t>(pick(0, 4095)) * 4;
    const Bytes length(pick(1, 600) * 4);
    writing_ = pick(0, 1) == 1;
    if (writing_) {
      sent_ = pattern(length, static_cast<std::uint32_t>(random_()));
      world_.dma(index_).write(at, address_, sent_);
    } else {
      world_.dma(index_).read(at, address_, length);
    }
  }

  void check() {
    ++checked_;
    const auto& data = writing_ ? sent_ : world_.dma(index_).data;
    const auto place = world_.memory.bytes.begin() + static_cast<std::ptrdiff_t>(address_);
    EXPECT_TRUE(std::equal(data.begin(), data.end(), place));
  }

  World& world_;
  std::size_t index_;
  std::mt19937 random_;
  int left_;
  std::uint64_t address_ = 0;
  bool writing_ = false;
  std::vector<std::uint8_t> sent_;
  int checked_ = 0;
};

/// A CPU that writes and reads the card, one access after the other, and checks what it reads.
class Cpu : private Task {
 public:
  Cpu(World& world, std::uint32_t seed, int accesses)
      : world_(world), random_(seed), left_(accesses), expected_(64 * 1024) {
    world.agenda.schedule(*this, 50_ps);
  }
  int checked() const { return checked_; }

 private:
  void run(Time now) override {
    if (reading_) check();
    reading_ = false;
    if (left_-- == 0) return;
    const std::uint32_t words = 1 + static_cast<std::uint32_t>(random_() % 8);
    const std::uint32_t first = static_cast<std::uint32_t>(random_() % (9 - words));
    offset_ = static_cast<std::uint32_t>(random_() % 8) * 32 + first * 4;
    data_.resize(words * 4);
    reading_ = random_() % 4 == 0;
    if (reading_) {
      world_.bridge.read(now, World::kCard + offset_, data_, *this);
    } else {
      data_ = pattern(Bytes(words * 4), static_cast<std::uint32_t>(random_()));
      std::copy(data_.begin(), data_.end(), expected_.begin() + offset_);
      world_.bridge.write(now, World::kCard + offset_, data_, *this);
    }
  }

  void check() {
    ++checked_;
    EXPECT_TRUE(std::equal(data_.begin(), data_.end(), expected_.begin() + offset_));
  }

  World& world_;
  std::mt19937 random_;
  int left_;
  std::vector<std::uint8_t> expected_;
  std::vector<std::uint8_t> data_;
  std::uint32_t offset_ = 0;
  bool reading_ = false;
  int checked_ = 0;
};

/// Given, or a fixed one.
std::uint32_t test_seed() {
  const char* given = std::getenv("FLYBAR_TEST_SEED");
  return given != nullptr ? static_cast<std::uint32_t>(std::stoul(given)) : 1;
}

Plan random_plan(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto one_of = [&](auto... values) {
    const std::common_type_t<decltype(values)...> all[] = {values...};
    return all[random() % sizeof...(values)];
  };
  Plan plan;
  plan.traffic_seed = seed;
  plan.bus.latency_timer = one_of(0_cycles, 16_cycles, 64_cycles, 255_cycles);
  plan.bus.arbitration = one_of(1_cycles, 2_cycles, 5_cycles);
  plan.bus.priority = one_of(Priority::kRotating, Priority::kFixed);
  plan.bridge.read_disconnect = one_of(0_B, 32_B, 64_B, 1_KB);
  plan.bridge.read_wait = one_of(0_cycles, 1_cycles);
  plan.bridge.write_disconnect = one_of(0_B, 32_B, 64_B, 1_KB);
  plan.bridge.write_wait = one_of(0_cycles, 1_cycles, 3_cycles);
  plan.bridge.write_buffers = one_of(1, 2, 4);
  plan.bridge.write_recovery = one_of(0_ns, 100_ns, 700_ns);
  plan.bridge.pio_write_handover = one_of(30_ns, 120_ns);
  plan.bridge.pio_min_read = one_of(4_B, 8_B, 32_B);
  plan.bridge.pio_buffers = one_of(1, 2, 4);
  plan.bridge.pio_burst = one_of(4_B, 32_B);
  return plan;
}

constexpr int kTransfers = 60;

/// A world with a source at each master, both made in one order or the other.
struct Busy {
  Busy(const char* prefix, const Plan& plan, Construction order)
      : world(prefix, order, plan.bridge, plan.bus, kMasters),
        sources(kMasters),
        cpu(world, plan.traffic_seed, 10 * kTransfers) {
    world.memory.bytes = pattern(World::kMemory);
    world.card.longest = 1 + plan.traffic_seed % 9;
    world.card.retries = 50;
    for (std::size_t n = 0; n < kMasters; ++n) {
      const std::size_t i = order == Construction::kMastersForwards ? n : kMasters - 1 - n;
      sources[i] = std::make_unique<Source>(world, i, plan.traffic_seed, kTransfers);
    }
  }

  /// Everything that the bus told, as text.
  std::string told() const {
    std::string text;
    for (const Activity& a : world.recorder.activities) {
      text += std::to_string(a.track) + " " + std::string(a.label) + " " + std::to_string(a.bytes) +
              " " + std::to_string(a.begin.ps()) + ".." + std::to_string(a.end.ps()) + "\n";
    }
    return text;
  }

  World world;
  std::vector<std::unique_ptr<Source>> sources;
  Cpu cpu;
};

class Traffic : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    seed_ = test_seed() + static_cast<std::uint32_t>(GetParam());
    RecordProperty("seed", std::to_string(seed_));
    std::printf("seed %u (FLYBAR_TEST_SEED=%u)\n", seed_, seed_ - std::uint32_t(GetParam()));
  }
  std::uint32_t seed_ = 0;
};

TEST_P(Traffic, EveryWordArrivesOnceAndInOrder) {
  Busy busy("", random_plan(seed_), Construction::kMastersForwards);
  World::elaborate();

  busy.world.run();

  for (const auto& source : busy.sources) EXPECT_EQ(source->checked(), kTransfers);
  EXPECT_GT(busy.cpu.checked(), kTransfers);
}

TEST_P(Traffic, OutcomeDoesNotDependOnTheOrderOfConstruction) {
  Busy one("one_", random_plan(seed_), Construction::kMastersForwards);
  Busy other("other_", random_plan(seed_), Construction::kMastersBackwards);
  World::elaborate();

  one.world.run();
  other.world.run();

  EXPECT_EQ(one.told(), other.told());
}

TEST_P(Traffic, TransactionsNeverOverlapAndKeepTheTurnaround) {
  const Plan plan = random_plan(seed_);
  Busy busy("", plan, Construction::kMastersForwards);
  World::elaborate();

  busy.world.run();

  Time free;
  for (const Activity& activity : busy.world.recorder.activities) {
    EXPECT_GE(activity.begin, free);
    EXPECT_EQ(activity.begin.ps() % plan.bus.period.ps(), 0);
    free = activity.end + plan.bus.period;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Traffic, testing::Range(0, 8));

}  // namespace
}  // namespace flybar::pci
