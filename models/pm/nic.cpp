#include "models/pm/nic.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/common/error.h"
#include "models/host/memory/words.h"
#include "models/layouts/generated/lanai_regs.hpp"

namespace flybar::pm {
namespace {

constexpr Bytes kLoadBurst = Bytes(32);
constexpr host::Label kPin{"pin pages", host::Share::kSystem};
constexpr host::Label kRelease{"release pages", host::Share::kSystem};

}  // namespace

Nic::Nic(host::Cpu& cpu, const Params& params, const NicConfig& config)
    : cpu_(cpu), params_(params), config_(config), board_(config.board()) {}

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
  loader.write(config_.routes, {.at = in_nic(layout::Nic::kRoutes),
                                .nodes = layout::kMostNodes,
                                .longest = layout::kMaxRoute});
  loader.release(lanai::Loader::Interrupt::kBlocked);
  loader.wait_until_running(start_up());
  pins_ = board_.sram() + cpu_.load_word(in_nic(layout::Nic::kStatus + layout::Status::kPins));
}

void Nic::check(const Firmware& firmware) const {
  const std::size_t at = firmware.nic + layout::Nic::kStatus + layout::Status::kVersion;
  if (lanai::word_in(firmware.bytes, at) == layout::kLayoutVersion) return;
  throw ConfigurationError({{"firmware image", "another layout of what host and PM firmware share",
                             "that of this program", "rebuild the firmware with its headers"}});
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
  put(Config::kRest, config_.ticks(pm.rest));
  put(Config::kPause, config_.ticks(pm.pause));
  put(Config::kRetry, config_.ticks(pm.retry));
  put(Config::kGiveUp, pm.give_up);
}

lanai::StartUp Nic::start_up() const {
  const FirmwareParams& pm = params_.firmware;
  return {.state = in_nic(layout::Nic::kStatus + layout::Status::kState),
          .reset = layout::kStateReset,
          .running = layout::kStateRunning,
          .no_memory = layout::kStateNoMemory,
          .patience = params_.host.start_timeout,
          .needs = "pm.channels = " + std::to_string(pm.channels) +
                   ", pm.pin_entries = " + std::to_string(pm.pin_entries) + " and the state of " +
                   std::to_string(config_.nodes) + " nodes",
          .instead = "lower pm.channels or pm.pin_entries",
          .patience_key = "pm.start_timeout",
          .keys = "pm.*",
          .halted = [](std::uint32_t state) { return " with state " + std::to_string(state); }};
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
