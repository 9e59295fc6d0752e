#include "testbenches/experiments/page/dma_curve.h"

#include <algorithm>
#include <array>

#include "models/common/quantity.h"
#include "models/host/memory/words.h"
#include "models/lanai/board/addresses.h"
#include "models/lanai/image/image.h"
#include "models/layouts/generated/hswap_layout.hpp"
#include "testbenches/experiments/options.h"
#include "testbenches/experiments/page/payload.h"
#include "testbenches/experiments/testbed/testbed.h"

namespace flybar::experiments {

namespace {

using hswap::layout::Command;
using lanai::board::Control;

constexpr std::uint64_t kContents = 7;  ///< serial number of the data moved
/// Seldom: every look takes the bus away from the transfers that are measured.
constexpr host::PollPolicy kPolling{Time::ms(1), 1.0, Time::ms(1)};

/// One node whose NIC runs hswap, as its host sees it.
struct Board {
  host::Cpu& cpu;
  host::Memory& memory;
  lanai::BoardAddresses addresses;
  std::uint32_t command;  ///< PCI address of hswap_command
};

/// One copy without barriers: lanai::Loader takes longer, and the instant at which the firmware
/// starts moves the measured ticks by up to one.
void start(Board& board, const lanai::Image& image) {
  const std::uint32_t control = board.addresses.control();
  board.cpu.store_word(control, Control::kResetOnMask);
  board.cpu.store(board.addresses.sram(), image.bytes);
  board.cpu.drain();
  board.cpu.store_word(control, Control::kResetOffMask);
  board.cpu.drain();
}

std::uint32_t symbol(const lanai::Image& image, const char* name) {
  const auto found = image.find(name);
  if (!found)
    throw ConfigurationError({Fault{"firmware", std::string("it has no symbol ") + name,
                                    "the DMA test hswap.elf or an image like it",
                                    "leave --firmware out, or define the symbol"}});
  return found->address;
}

/// RTC ticks that `repeat` transfers took.
std::uint32_t measure(Board& board, std::uint32_t direction, host::Physical frame, Bytes size,
                      std::int64_t repeat) {
  std::array<std::uint8_t, Command::kSize> line{};
  const auto put = [&line](std::uint32_t at, std::uint32_t value) {
    host::put_word(std::span(line).subspan(at), value);
  };
  put(Command::kDirection, direction);
  put(Command::kBytes, static_cast<std::uint32_t>(size.count));
  put(Command::kHostAddress, frame);
  put(Command::kRepeat, static_cast<std::uint32_t>(repeat));
  put(Command::kCommand, hswap::layout::kGo);
  board.cpu.store(board.command, line);
  board.cpu.drain();
  const auto done = board.cpu.poll_pio(
      board.command + Command::kCommand,
      [](std::uint32_t word) { return word != hswap::layout::kGo; }, kPolling);
  if (*done == hswap::layout::kRefused)
    throw SimulationError("hswap", "the firmware refuses transfers of " + quantity::print(size),
                          "sizes for which the SRAM has room", "leave them out of `sizes`");
  return board.cpu.load_word(board.command + Command::kTicks);
}

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

Results DmaCurve::run(const Context& context) {
  Testbed testbed(context, {});
  cluster::Node& node = testbed.hardware().node(0);
  const lanai::ChipParams& params = lanai::LanaiBoard::of(*node.board).params();
  const lanai::Image image = load_firmware(context, "hswap.elf", params.sram);
  const std::uint32_t command = symbol(image, "hswap_command");
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n)
    prepare(lanai::LanaiBoard::of(*testbed.hardware().node(n).board), context, image);

  Results results;
  const bool reads = direction_ == Direction::kHostToNic;
  testbed.run_on(0, [&](cluster::Node&) {
    const lanai::BoardAddresses addresses{cluster::Node::kBoardBase, params.sram};
    Board board{node.cpu, node.memory, addresses, addresses.sram() + command};
    start(board, image);
    const Bytes largest = *std::max_element(sizes_.begin(), sizes_.end());
    const std::int64_t frame_size = node.memory.frames.frame_size().count;
    const auto frames = static_cast<std::uint32_t>((largest.count + frame_size - 1) / frame_size);
    const host::Physical memory = node.memory.frames.allocate(frames);
    fill(node.memory, memory, largest, kContents);
    // What the NIC writes back is what it has read: so both directions are checked.
    node.memory.frames.lend(memory, largest, host::FrameState::kSending);
    measure(board, hswap::layout::kHostToNic, memory, largest, 1);
    node.memory.frames.take_back(memory, largest);
    const auto state = reads ? host::FrameState::kSending : host::FrameState::kReceiving;
    node.memory.frames.lend(memory, largest, state);
    for (const Bytes size : sizes_) {
      const std::uint32_t ticks =
          measure(board, reads ? hswap::layout::kHostToNic : hswap::layout::kNicToHost, memory,
                  size, repeat_);
      if (ticks == 0)
        throw SimulationError("hswap", "transfers that end within one tick of the chip's clock",
                              "so many that their time can be told", "raise repeat");
      const double us = static_cast<double>(ticks) * params.timer_tick.us();
      results.numbers.push_back({"bandwidth_" + std::to_string(size.count),
                                 static_cast<double>(size.count * repeat_) / us, "MB/s"});
    }
    compare(node.memory, memory, largest, kContents, "host memory");
  });
  testbed.run();
  const auto largest = std::max_element(sizes_.begin(), sizes_.end()) - sizes_.begin();
  results.numbers.insert(results.numbers.begin(),
                         results.numbers[static_cast<std::size_t>(largest)]);
  results.numbers.front().name = "bandwidth";
  testbed.account(results);
  return results;
}

}  // namespace flybar::experiments
