#include "models/lanai/board/loader.h"

#include <algorithm>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/memory/words.h"

namespace flybar::lanai {

using board::Control;

namespace {

constexpr host::PollPolicy kStartPolling{Time::us(1), 1.5, Time::us(20)};

}  // namespace

std::optional<std::uint32_t> word_in(std::span<const std::uint8_t> image, std::size_t address) {
  if (address + 4 > image.size()) return std::nullopt;
  return host::get_word(image.subspan(address));
}

void Loader::load(std::span<const std::uint8_t> image, Bytes burst) {
  if (const auto size = static_cast<std::int64_t>(image.size()); size > board_.sram_size.count)
    throw ConfigurationError({{"firmware image", quantity::print(Bytes(size)),
                               "at most " + quantity::print(board_.sram_size) + " of SRAM",
                               "use a smaller image or a board with more memory"}});
  control(Control::kResetOnMask | Control::kInterruptDisableMask);
  copy(image, burst);
}

void Loader::release(Interrupt interrupt) {
  cpu_.drain();
  control(Control::kResetOffMask |
          (interrupt == Interrupt::kEnabled ? Control::kInterruptEnableMask
                                            : Control::kInterruptDisableMask));
}

void Loader::control(std::uint32_t bits) {
  cpu_.store_word(board_.control(), bits);
  cpu_.drain();
}

void Loader::copy(std::span<const std::uint8_t> image, Bytes burst) {
  const auto step = static_cast<std::size_t>(burst.count) & ~std::size_t{3};
  std::uint32_t address = board_.sram();
  while (!image.empty()) {
    const std::size_t n = std::min(std::max<std::size_t>(step, 4), image.size());
    cpu_.store(address, image.first(n));
    cpu_.write_barrier();
    address += static_cast<std::uint32_t>(n);
    image = image.subspan(n);
  }
}

void Loader::write(const std::vector<Route>& routes, const RouteTable& table) {
  constexpr std::uint32_t kKnown = 0x80000000;
  for (const Route& route : routes) {
    const std::size_t length = route.bytes.size();
    if (route.node >= table.nodes || length > table.longest)
      throw ConfigurationError(
          {{"route to node " + std::to_string(route.node), std::to_string(length) + " bytes",
            "nodes below " + std::to_string(table.nodes) + ", routes of at most " +
                std::to_string(table.longest) + " bytes",
            "use fewer nodes or a flatter network"}});
    std::vector<std::uint8_t> entry(4 + table.longest);
    host::put_word(entry, kKnown | static_cast<std::uint32_t>(length));
    std::copy(route.bytes.begin(), route.bytes.end(), entry.end() - static_cast<long>(length));
    cpu_.store(table.at + route.node * static_cast<std::uint32_t>(entry.size()), entry);
  }
}

std::string Loader::here() const {
  return std::string(cpu_.name()) + " at " + quantity::print(software_time());
}

void Loader::wait_until_running(const StartUp& firmware) {
  const auto state = cpu_.poll_pio(
      firmware.state, [&](std::uint32_t word) { return word != firmware.reset; }, kStartPolling,
      firmware.patience);
  if (state == firmware.running) return;
  if (state == firmware.no_memory)
    throw ConfigurationError(
        {{"lanai.sram", quantity::print(board_.sram_size) + ", too little for " + firmware.needs,
          "more than that", std::string("raise it, or ") + firmware.instead}});
  if (!state)
    throw SimulationError(
        here(), "the firmware did not start within " + quantity::print(firmware.patience),
        "a status of \"running\" in time",
        std::string("trace what the firmware does, or raise ") + firmware.patience_key);
  throw SimulationError(
      here(), "the firmware halted" + firmware.halted(*state),
      "a configuration that the firmware accepts",
      std::string("correct the ") + firmware.keys + " parameters or the firmware");
}

}  // namespace flybar::lanai
