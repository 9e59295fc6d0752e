#include "testbenches/experiments/stacks/firmware/firmware_stack.h"

#include <filesystem>

#include "models/host/memory/words.h"
#include "models/lanai/board/loader.h"
#include "testbenches/experiments/measure/beside.h"

namespace flybar::experiments {

namespace {

constexpr Bytes kLoadBurst = Bytes(32);

std::uint32_t find_shared(const lanai::Image& image, const StackFirmware& kind) {
  if (const auto symbol = image.find(kind.symbol)) return symbol->address;
  throw ConfigurationError({Fault{"firmware", std::string("it has no symbol ") + kind.symbol,
                                  kind.serves, kind.advice}});
}

std::uint32_t sum(const Board& board, const std::vector<std::uint32_t>& places) {
  std::uint32_t sum = 0;
  for (const std::uint32_t place : places) sum += host::get_word(board.memory().subspan(place));
  return sum;
}

}  // namespace

std::string firmware_path(const std::string& name) {
  return beside_program(std::filesystem::path("firmware") / name).string();
}

lanai::Image load_firmware(const Context& context, const std::string& name, Bytes sram) {
  std::vector<std::filesystem::path> files(context.firmware.begin(), context.firmware.end());
  if (files.empty()) files.emplace_back(firmware_path(name));
  return lanai::load_image(files, sram);
}

void FirmwareStack::attach(std::size_t n) {
  const Firmware& image = link(kind_.file(params(n)), board(n).params().sram);
  firmware_[n] = &image;
  board(n).set_image(&image.image);
  testbed().prepare(board(n));
  if (kind_.packet_name) board(n).name_packets(kind_.packet_name);
}

/// The stack of the firmware lies at the end of the SRAM, so boards of different size do not share
/// an image.
const FirmwareStack::Firmware& FirmwareStack::link(const std::string& file, Bytes sram) {
  const auto [place, added] = linked_.try_emplace({file, sram});
  if (!added) return place->second;
  lanai::Image image = load_firmware(testbed().context(), file, sram);
  const std::uint32_t shared = find_shared(image, kind_);
  const CounterPlaces counters = kind_.counters ? kind_.counters(shared) : CounterPlaces();
  place->second = {std::move(image), shared, counters};
  return place->second;
}

std::optional<MessageCounts> FirmwareStack::counts(std::size_t n) const {
  const CounterPlaces& places = firmware(n).counters;
  const Board& card = board(n);
  return MessageCounts{sum(card, places.sent), sum(card, places.received),
                       sum(card, places.dropped), sum(card, places.damaged)};
}

lanai::DriverConfig FirmwareStack::config_of(std::size_t n) const {
  const lanai::ChipParams& chip = board(n).params();
  lanai::DriverConfig config{.bar0 = seat(n).window,
                             .interrupt = seat(n).interrupt,
                             .sram = chip.sram,
                             .timer_tick = chip.timer_tick,
                             .node = static_cast<std::uint32_t>(n),
                             .routes = {}};
  for (std::size_t to = 0; to < nodes(); ++to)
    if (to != n) config.routes.push_back({static_cast<std::uint32_t>(to), route(n, to)});
  return config;
}

BareStack::BareStack(Testbed& testbed, const StackFirmware& firmware)
    : FirmwareStack(testbed, firmware) {
  for (std::size_t n = 0; n < nodes(); ++n) attach(n);
}

void BareStack::start(std::size_t n) {
  lanai::Loader loader(node(n).cpu, config_of(n).board());
  loader.load(firmware(n).image.bytes, kLoadBurst);
  loader.release(lanai::Loader::Interrupt::kBlocked);
}

}  // namespace flybar::experiments
