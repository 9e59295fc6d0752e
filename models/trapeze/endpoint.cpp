#include "models/trapeze/endpoint.h"

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/memory/words.h"

namespace flybar::trapeze {

using host::FrameState;
using host::Physical;

Endpoint::Endpoint(const std::string& name, host::Cpu& cpu, const LibraryParams& params,
                   const EndpointConfig& config, Observer& observer)
    : cpu_(cpu),
      params_(params),
      config_(config),
      observer_(observer),
      send_track_(observer.declare(call_track(name + ".host.send"))),
      receive_track_(observer.declare(call_track(name + ".host.receive"))),
      name_(name),
      payloads_(config.mcp.ipt_entries) {
  for (ReceiveMessage& message : receive_) message.endpoint = this;
  if (config.notify == Notify::kInterrupt)
    cpu.on_interrupt(*config.interrupt, [this](host::Cpu&) { interrupt(); });
}

void Endpoint::start(const Firmware& firmware) {
  if (control_by_dma()) {
    mirrors_.send = allocate_shared(layout::kSendEntries * layout::SendEntry::kSize);
    mirrors_.receive = allocate_shared(layout::kReceiveEntries * layout::ReceiveEntry::kSize);
    for (unsigned slot = 0; slot < layout::kReceiveEntries; ++slot) {
      memory().write_word(receive_mirror(slot, layout::ReceiveEntry::kOwner), layout::kOwnerNic);
    }
  }
  map_ = Driver(cpu_, params_, config_).start(firmware, mirrors_, allocate_frames());
  started_ = true;
}

Physical Endpoint::allocate_shared(std::uint32_t bytes) {
  const auto frame = static_cast<std::uint32_t>(memory().frames.frame_size().count);
  const Physical address = memory().frames.allocate((bytes + frame - 1) / frame);
  memory().frames.lend(address, Bytes(bytes), FrameState::kShared);
  return address;
}

std::vector<Driver::ReceiveFrame> Endpoint::allocate_frames() {
  std::vector<Driver::ReceiveFrame> frames(receive_entries());
  if (!config_.attach_frames) return frames;
  const Bytes length = config_.mcp.max_payload;
  const std::int64_t frame = memory().frames.frame_size().count;
  for (unsigned slot = 0; slot < frames.size(); ++slot) {
    const auto count = static_cast<std::uint32_t>((length.count + frame - 1) / frame);
    frames[slot] = {memory().frames.allocate(count), length};
    memory().frames.lend(frames[slot].address, length, FrameState::kReceiving);
    receive_[slot].has_frame = true;
    receive_[slot].frame = frames[slot].address;
  }
  return frames;
}

Physical Endpoint::send_mirror(unsigned slot) const {
  return mirrors_.send + slot * layout::SendEntry::kSize + layout::SendEntry::kControl;
}

Physical Endpoint::receive_mirror(unsigned slot, std::uint32_t field) const {
  return mirrors_.receive + slot * layout::ReceiveEntry::kSize + field;
}

void Endpoint::refuse(const std::string& found, const std::string& allowed,
                      const std::string& advice) const {
  throw SimulationError(name_ + " at " + quantity::print(software_time()), found, allowed, advice);
}

void Endpoint::check_length(Bytes length, Bytes most, const char* what) const {
  if (length.count >= 0 && length <= most) return;
  refuse(quantity::print(length) + " of " + what, "at most " + quantity::print(most),
         "send less at once, or raise the limit");
}

tpz_counters Endpoint::counters() {
  using layout::Status;
  std::array<std::uint8_t, Status::kSize> block;
  cpu_.load(map_.status(0), block);
  const auto at = [&](std::uint32_t field) {
    return host::get_word(std::span<const std::uint8_t>(block).subspan(field));
  };
  return {
      at(Status::kSendDone),        at(Status::kSendRefused),      at(Status::kReceived),
      at(Status::kDroppedRingFull), at(Status::kPayloadDiscarded), at(Status::kPayloadTruncated),
      at(Status::kIptRejected),     at(Status::kCrcErrors),        at(Status::kLengthErrors),
      at(Status::kForeignPackets),  at(Status::kHostDmaTransfers), at(Status::kInterrupts),
      at(Status::kSendBuffers),     at(Status::kReceiveBuffers)};
}

}  // namespace flybar::trapeze
