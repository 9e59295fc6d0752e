#include "models/pm/nic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/systemc_time.h"
#include "models/host/memory/words.h"
#include "models/lanai/board/loader.h"
#include "models/layouts/generated/lanai_regs.hpp"

namespace flybar::pm {
namespace {

constexpr host::PollPolicy kStartPolling{Time::us(1), 1.5, Time::us(20)};
constexpr Bytes kLoadBurst = Bytes(32);
constexpr host::Label kPin{"pin pages", host::Share::kSystem};
constexpr host::Label kRelease{"release pages", host::Share::kSystem};

}  // namespace

Nic::Nic(host::Cpu& cpu, const Params& params, const NicConfig& config)
    : cpu_(cpu), params_(params), config_(config), board_{config.bar0, config.sram} {}

std::uint32_t Nic::in_nic(std::uint32_t offset) const {
  return nic_ + offset;
}

std::uint32_t Nic::channel(unsigned number, std::uint32_t field) const {
  return in_nic(layout::Nic::kChannels + number * layout::Nic::kChannelsStride + field);
}

std::uint32_t Nic::queue_entry(unsigned channel, std::uint32_t entry, std::uint32_t field) const {
  const std::uint32_t index = entry % layout::kQueueEntries;
  return this->channel(channel,
                       layout::Channel::kQueue + index * layout::Channel::kQueueStride + field);
}

void Nic::start(const Firmware& firmware) {
  check(firmware);
  nic_ = board_.sram() + firmware.nic;
  lanai::Loader loader(cpu_, board_);
  loader.load(firmware.bytes, kLoadBurst);
  configure();
  write_routes();
  loader.release(lanai::Loader::Interrupt::kBlocked);
  wait_until_running();
  pins_ = board_.sram() + cpu_.load_word(in_nic(layout::Nic::kStatus + layout::Status::kPins));
}

void Nic::check(const Firmware& firmware) const {
  const std::size_t at = firmware.nic + layout::Nic::kStatus + layout::Status::kVersion;
  const bool inside = at + 4 <= firmware.bytes.size();
  const std::uint32_t found = inside ? host::get_word(firmware.bytes.subspan(at)) : 0;
  if (found == layout::kLayoutVersion) return;
  throw ConfigurationError({{"firmware image", "another layout of what host and PM firmware share",
                             "that of this program", "rebuild the firmware with its headers"}});
}

std::uint32_t Nic::ticks(Time time) const {
  return static_cast<std::uint32_t>((time + config_.timer_tick - Time::ps(1)) / config_.timer_tick);
}

void Nic::configure() {
  using layout::Config;
  const FirmwareParams& pm = params_.firmware;
  const auto put = [&](std::uint32_t field, auto value) {
    cpu_.store_word(in_nic(layout::Nic::kConfig + field), static_cast<std::uint32_t>(value));
  };
  put(Config::kVersion, layout::kLayoutVersion);
  put(Config::kNode, config_.node);
  put(Config::kNodes, config_.nodes);
  put(Config::kChannels, pm.channels);
  put(Config::kPins, pm.pin_entries);
  put(Config::kBuffers, pm.buffers);
  put(Config::kSending,
      pm.sending == Sending::kImmediate ? layout::kSendingImmediate : layout::kSendingWhole);
  put(Config::kPulse, pm.pulse.count);
  put(Config::kAckAfter, pm.ack_after);
  put(Config::kRest, ticks(pm.rest));
  put(Config::kPause, ticks(pm.pause));
  put(Config::kRetry, ticks(pm.retry));
  put(Config::kGiveUp, pm.give_up);
}

void Nic::write_routes() {
  for (const Route& route : config_.routes) {
    const std::size_t length = route.bytes.size();
    if (route.node >= layout::kMostNodes || length > layout::kMaxRoute)
      throw ConfigurationError(
          {{"route to node " + std::to_string(route.node), std::to_string(length) + " bytes",
            "nodes below " + std::to_string(layout::kMostNodes) + ", routes of at most " +
                std::to_string(layout::kMaxRoute) + " bytes",
            "use fewer nodes or a flatter network"}});
    std::array<std::uint8_t, layout::Route::kSize> entry{};
    host::put_word(entry, layout::Route::kLengthValidMask | static_cast<std::uint32_t>(length));
    std::copy(route.bytes.begin(), route.bytes.end(), entry.end() - static_cast<long>(length));
    cpu_.store(in_nic(layout::Nic::kRoutes + route.node * layout::Nic::kRoutesStride), entry);
  }
}

void Nic::wait_until_running() {
  const auto state = cpu_.poll_pio(
      in_nic(layout::Nic::kStatus + layout::Status::kState),
      [](std::uint32_t word) { return word != layout::kStateReset; }, kStartPolling,
      params_.host.start_timeout);
  if (state == layout::kStateRunning) return;
  if (state) refuse_state(*state);
  throw SimulationError(
      std::string(cpu_.name()) + " at " + quantity::print(kernel_time()),
      "the firmware did not start within " + quantity::print(params_.host.start_timeout),
      "a status of \"running\" in time", "trace what the firmware does, or raise pm.start_timeout");
}

void Nic::refuse_state(std::uint32_t state) const {
  if (state == layout::kStateNoMemory)
    throw ConfigurationError(
        {{"lanai.sram",
          quantity::print(config_.sram) +
              ", too little for pm.channels = " + std::to_string(params_.firmware.channels) +
              ", pm.pin_entries = " + std::to_string(params_.firmware.pin_entries) +
              " and the state of " + std::to_string(config_.nodes) + " nodes",
          "more than that", "raise it, or lower pm.channels or pm.pin_entries"}});
  throw SimulationError(std::string(cpu_.name()) + " at " + quantity::print(kernel_time()),
                        "the firmware halted with state " + std::to_string(state),
                        "a configuration that the firmware accepts",
                        "correct the pm.* parameters or the firmware");
}

void Nic::open(unsigned channel, const Buffers& buffers) {
  using layout::Channel;
  cpu_.store_word(this->channel(channel, Channel::kSendBuffer), buffers.send);
  cpu_.store_word(this->channel(channel, Channel::kSendSize),
                  static_cast<std::uint32_t>(params_.host.send_buffer.count));
  cpu_.store_word(this->channel(channel, Channel::kReceiveBuffer), buffers.receive);
  cpu_.store_word(this->channel(channel, Channel::kReceiveSize),
                  static_cast<std::uint32_t>(params_.host.receive_buffer.count));
  cpu_.store_word(this->channel(channel, Channel::kStatusBlock), buffers.status);
  set_open(channel, 1);
}

void Nic::close(unsigned channel) {
  set_open(channel, 0);
}

void Nic::set_open(unsigned channel, std::uint32_t open) {
  cpu_.store_word(this->channel(channel, layout::Channel::kOpen), open);
  cpu_.store_word(board_.chip_register(lanai::regs::Isr::kOffset), lanai::regs::Isr::kLan0SigMask);
  cpu_.drain();
}

void Nic::pin(unsigned channel, UserMemory& memory, std::uint64_t page, std::uint32_t first,
              std::uint32_t pages) {
  using layout::Pin;
  std::vector<std::uint32_t> words;
  for (std::uint32_t i = 0; i < pages; ++i) {
    memory.pin(page + i);
    words.push_back(memory.frame(page + i) | channel << Pin::kWordChannelShift |
                    (i == 0 ? Pin::kWordFirstMask : 0) | Pin::kWordValidMask);
  }
  spend(pages, 1, kPin);
  write_pins(channel, first, words);
}

void Nic::release(unsigned channel, UserMemory& memory, std::uint64_t page, std::uint32_t first,
                  std::uint32_t pages) {
  write_pins(channel, first, std::vector<std::uint32_t>(pages));
  spend(pages, params_.host.release_share, kRelease);
  cpu_.drain();
  for (std::uint32_t i = 0; i < pages; ++i) memory.unpin(page + i);
}

/// What `share` of pinning so many pages costs, without the stores to the pin table, which take
/// their own time.
void Nic::spend(std::uint32_t pages, double share, const host::Label& label) {
  const HostCosts& cost = params_.host;
  const Time whole = cost.pin_call + cost.pin_page * pages;
  const Time part = Time::ps(std::llround(static_cast<double>(whole.ps()) * share));
  cpu_.spend(std::max(part - cpu_.params().pio_store * pages, Time()), label);
}

void Nic::write_pins(unsigned channel, std::uint32_t first, std::span<const std::uint32_t> words) {
  std::vector<std::uint8_t> bytes(words.size() * 4);
  for (std::size_t i = 0; i < words.size(); ++i)
    host::put_word(std::span(bytes).subspan(4 * i), words[i]);
  const std::uint32_t entry =
      channel * static_cast<std::uint32_t>(params_.firmware.pin_entries) + first;
  cpu_.store(pins_ + entry * layout::Pin::kSize, bytes);
}

}  // namespace flybar::pm
