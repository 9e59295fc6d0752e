/// Random bytes on links of any rate: no STOP or GO leaves before any promise that the chip made.
/// Each test prints how much of the real distance to the next symbol the promises covered.
#include <cstdio>
#include <random>

#include "testbenches/tests/lanai/chip/bench.h"
#include "testbenches/tests/tightness.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

constexpr std::uint32_t kPlace = 0x2000;
constexpr int kClocks = 30'000;
/// Clocks that the host's accesses to the chip take at most.
constexpr int kAccess = 30;

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool one_in(std::int64_t n) { return between(1, n) == 1; }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[between(0, static_cast<std::int64_t>(values.size()) - 1)];
  }

 private:
  std::mt19937_64 random_;
};

ChipParams any_params(Draw& draw) {
  ChipParams params;
  params.clock = draw.one_of({62'500_ps, 40'000_ps, 30'000_ps, 25'000_ps});
  params.byte_time = draw.one_of({800_ps, 1000_ps, 1563_ps, 3125_ps, 6250_ps, 12'500_ps});
  params.link_words = draw.between(1, 2);
  params.accesses_per_clock = draw.between(1, 4);
  params.sram_words = draw.between(1, 2);
  params.stop_mark = Bytes(draw.one_in(2) ? 56 : draw.between(16, 300));
  params.go_mark = Bytes(draw.between(8, params.stop_mark.count - 1));
  return params;
}

/// Sends packets in pieces, a while before they arrive, and obeys STOP after a while.
class Sender {
 public:
  Sender(Draw& draw, Bench& bench) : draw_(draw), bench_(bench) {}

  /// Tells the chip of everything that arrives before `end`, and often of more.
  void tell(Time end) {
    while (next_ < end + lead_) {
      if (held(next_)) {
        next_ += bench_.chip.params().byte_time;
        if (next_ >= end) return;
        continue;
      }
      piece();
    }
  }

 private:
  /// The last symbol that has reached the sender by then was a STOP.
  bool held(Time at) const {
    bool stop = false;
    for (const Sent::Symbol& symbol : bench_.sent.symbols)
      if (symbol.at + 100_ns <= at) stop = symbol.stop;
    return stop;
  }
  void piece() {
    if (left_ == 0) left_ = draw_.one_in(3) ? draw_.between(1, 40) : draw_.between(1, 400);
    const std::int64_t size = std::min(left_, draw_.one_in(2) ? 8 : draw_.between(1, 24));
    left_ -= size;
    bench_.arrive(next_, std::vector<std::uint8_t>(static_cast<std::size_t>(size)), left_ == 0);
    next_ += bench_.chip.params().byte_time * (size + (left_ == 0));
    if (draw_.one_in(30)) next_ += Time::ns(draw_.between(0, 2000));
    // The chip takes what waits, and the next packet finds its buffer empty.
    if (left_ == 0 && draw_.one_in(2)) next_ += Time::us(draw_.between(1, 20));
    if (draw_.one_in(10)) lead_ = Time::ns(draw_.one_of<std::int64_t>({0, 0, 50, 200}));
  }

  Draw& draw_;
  Bench& bench_;
  Time next_ = 1_us, lead_;
  std::int64_t left_ = 0;
};

class RandomPromises : public testing::TestWithParam<int> {
 protected:
  /// Makes room for a packet when the last room is used up.
  void arm() {
    if (armed_pieces > bench.pieces().size()) return;
    armed_pieces = bench.pieces().size() + 1;
    sender.tell(bench.now() + bench.clocks(kAccess));
    bench.set_host_register(regs::Rmp::kOffset, kPlace);
    const auto words =
        static_cast<std::uint32_t>(draw.one_in(2) ? draw.between(1, 20) : draw.between(20, 4000));
    bench.set_host_register(regs::Rml::kOffset, kPlace + (words - 1) * 4);
  }
  /// Every promise since the last symbol holds.
  void check(const Sent::Symbol& symbol) {
    for (const auto& [asked, promise] : promises) {
      EXPECT_GE(symbol.at, promise)
          << (symbol.stop ? "STOP" : "GO") << ", asked at " << asked.ps() << " ps";
      (symbol.stop ? stop : go).add(asked, promise, symbol.at);
    }
    promises.clear();
  }

  Draw draw{static_cast<std::uint64_t>(GetParam())};
  Program program = [] {
    Program p;
    p.stay();
    return p;
  }();
  Bench bench{draw.one_in(2) ? Stepping::kFast : Stepping::kEveryClock, program, any_params(draw)};
  Sender sender{draw, bench};
  std::vector<std::pair<Time, Time>> promises;
  Tightness stop, go;
  std::size_t armed_pieces = 0;  ///< that end when the last room is used up
};

TEST_P(RandomPromises, OfStopAndGoAreKept) {
  bench.start();
  for (int i = 0; i < kClocks && !HasFailure(); ++i) {
    if (draw.one_in(10)) arm();
    sender.tell(bench.now());
    promises.emplace_back(bench.now(), bench.chip.guarantee(bench.now(), {}).flow);
    sender.tell(bench.now() + bench.clocks(1));
    const std::size_t before = bench.sent.symbols.size();
    bench.run_clock();
    for (std::size_t s = before; s < bench.sent.symbols.size(); ++s) check(bench.sent.symbols[s]);
  }
  EXPECT_FALSE(bench.sent.symbols.empty());
  std::printf("promised of the real distance: STOP %.0f %%, GO %.0f %%\n", stop.percent(),
              go.percent());
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPromises, testing::Range(1, 25));

}  // namespace
}  // namespace flybar::lanai
