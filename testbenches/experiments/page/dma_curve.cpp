#include "testbenches/experiments/page/dma_curve.h"

#include <algorithm>
#include <array>

#include "models/common/quantity.h"
#include "models/host/memory/words.h"
#include "models/layouts/generated/hswap_layout.hpp"
#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/page/payload.h"
#include "testbenches/experiments/page/send_frames.h"
#include "testbenches/experiments/stacks/firmware/firmware_stack.h"

namespace flybar::experiments {

namespace {

using hswap::layout::Command;
using lanai::board::Control;

constexpr std::uint64_t kContents = 7;  ///< serial number of the data moved
/// Seldom: every look takes the bus away from the transfers that are measured.
constexpr host::PollPolicy kPolling{Time::ms(1), 1.0, Time::ms(1)};

constexpr StackFirmware kHswap{.file = [](const LayerParams&) { return "hswap.elf"; },
                               .symbol = "hswap_command",
                               .serves = "the DMA test hswap.elf or an image like it",
                               .advice = "leave --firmware out, or define the symbol"};

class Hswap final : public BareStack {
 public:
  explicit Hswap(Testbed& testbed) : BareStack(testbed, kHswap) {}

  Time tick() const { return board(0).params().timer_tick; }

 private:
  /// One copy without barriers: lanai::Loader takes longer, and the instant at which the firmware
  /// starts moves the measured ticks by up to one.
  void start(std::size_t n) override {
    host::Cpu& cpu = node(n).cpu;
    const lanai::BoardAddresses addresses = config_of(n).board();
    const std::uint32_t control = addresses.control();
    cpu.store_word(control, Control::kResetOnMask);
    cpu.store(addresses.sram(), firmware(n).image.bytes);
    cpu.drain();
    cpu.store_word(control, Control::kResetOffMask);
    cpu.drain();
  }
};

/// The host of a NIC that runs hswap, with memory for its transfers.
class Mover {
 public:
  /// `command`: PCI address of hswap_command. What the NIC writes back is what it has read: so both
  /// directions are checked.
  Mover(cluster::Node& node, std::uint32_t command, Bytes largest)
      : cpu_(node.cpu), memory_(node.memory), command_(command), largest_(largest) {
    at_ = memory_.frames.allocate(frames_for(memory_, largest));
    fill(memory_, at_, largest, kContents);
    memory_.frames.lend(at_, largest, host::FrameState::kSending);
    move(hswap::layout::kHostToNic, largest, 1);
    memory_.frames.take_back(at_, largest);
  }

  void lend(host::FrameState state) { memory_.frames.lend(at_, largest_, state); }
  void compare() const { experiments::compare(memory_, at_, largest_, kContents, "host memory"); }

  /// RTC ticks that `repeat` transfers took.
  std::uint32_t move(std::uint32_t direction, Bytes size, std::int64_t repeat) {
    order(direction, size, repeat);
    const auto done = cpu_.poll_pio(
        command_ + Command::kCommand, [](std::uint32_t word) { return word != hswap::layout::kGo; },
        kPolling);
    if (*done == hswap::layout::kRefused)
      throw SimulationError("hswap", "the firmware refuses transfers of " + quantity::print(size),
                            "sizes for which the SRAM has room", "leave them out of `sizes`");
    return cpu_.load_word(command_ + Command::kTicks);
  }

 private:
  void order(std::uint32_t direction, Bytes size, std::int64_t repeat) {
    std::array<std::uint8_t, Command::kSize> line{};
    const auto put = [&line](std::uint32_t at, std::uint32_t value) {
      host::put_word(std::span(line).subspan(at), value);
    };
    put(Command::kDirection, direction);
    put(Command::kBytes, static_cast<std::uint32_t>(size.count));
    put(Command::kHostAddress, at_);
    put(Command::kRepeat, static_cast<std::uint32_t>(repeat));
    put(Command::kCommand, hswap::layout::kGo);
    cpu_.store(command_, line);
    cpu_.drain();
  }

  host::Cpu& cpu_;
  host::Memory& memory_;
  const std::uint32_t command_;
  const Bytes largest_;
  host::Physical at_ = 0;
};

}  // namespace

void DmaCurve::describe(Parameters& options) {
  options.add_choice(
      "direction", direction_,
      {{"host-to-nic", Direction::kHostToNic}, {"nic-to-host", Direction::kNicToHost}},
      {"Where the data goes.", "the published test measures both"});
  options.add("sizes", sizes_, {Bytes(4), Bytes(64 * 1024)}, kWords,
              {"Bytes of one transfer.", "64 B to 8 KB in the published test"});
  options.add("repeat", repeat_, {1, 1'000'000},
              {"Transfers for each size.", "so that a tick is little"});
}

Bytes DmaCurve::largest() const {
  return *std::max_element(sizes_.begin(), sizes_.end());
}

Result DmaCurve::bandwidth(Bytes size, std::uint32_t ticks, Time tick) const {
  if (ticks == 0)
    throw SimulationError("hswap", "transfers that end within one tick of the chip's clock",
                          "so many that their time can be told", "raise repeat");
  const double us = static_cast<double>(ticks) * tick.us();
  return {"bandwidth_" + std::to_string(size.count), static_cast<double>(size.count * repeat_) / us,
          "MB/s"};
}

Results DmaCurve::run(const Context& context) {
  Testbed testbed(context, {});
  Hswap stack(testbed);
  Results results;
  const bool reads = direction_ == Direction::kHostToNic;
  const std::uint32_t direction = reads ? hswap::layout::kHostToNic : hswap::layout::kNicToHost;
  stack.run_on(0, [&](cluster::Node& node) {
    Mover mover(node, stack.shared(0), largest());
    mover.lend(reads ? host::FrameState::kSending : host::FrameState::kReceiving);
    for (const Bytes size : sizes_)
      results.numbers.push_back(
          bandwidth(size, mover.move(direction, size, repeat_), stack.tick()));
    mover.compare();
  });
  testbed.run();
  const auto largest = std::find(sizes_.begin(), sizes_.end(), this->largest()) - sizes_.begin();
  Result first = results.numbers[static_cast<std::size_t>(largest)];
  first.name = "bandwidth";
  results.numbers.insert(results.numbers.begin(), first);
  testbed.account(results);
  return results;
}

}  // namespace flybar::experiments
