/// A card whose firmware is C++: it sends every message to itself. Enough to see the library's
/// half of the protocol.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "models/host/cpu/interrupt_line.h"
#include "models/host/memory/words.h"
#include "models/layouts/generated/lanai_regs.hpp"
#include "models/trapeze/endpoint_config.h"
#include "testbenches/tests/host/fake_pio.h"

namespace flybar::trapeze {

class FakeNic : private Task {
 public:
  static constexpr std::uint32_t kEndpoint = 0x1000;
  static constexpr Time kStartTime = Time::us(3);
  static constexpr Time kMessageTime = Time::us(10);

  /// Moves bytes between `data` and host memory.
  using Dma = std::function<void(bool to_host, std::uint32_t address, std::span<std::uint8_t> data,
                                 Time at)>;

  FakeNic(Agenda& agenda, host::FakePio& board, host::InterruptLine& line, Dma dma)
      : agenda_(agenda), board_(board), line_(line), dma_(std::move(dma)) {
    board.on_write = [this](const host::FakePio::Write& write) { written(write); };
  }

  /// An image with an endpoint at kEndpoint.
  static std::vector<std::uint8_t> image() {
    std::vector<std::uint8_t> bytes(kEndpoint + layout::Endpoint::kSize);
    const auto version = kEndpoint + layout::Endpoint::kStatus + layout::Status::kVersion;
    host::put_word(std::span(bytes).subspan(version), layout::kLayoutVersion);
    return bytes;
  }

  std::uint32_t start_state = layout::kStateRunning;  ///< kStateReset: it hangs
  bool deaf = false;                                  ///< sends nothing
  /// Besides kMessageTime, before each message.
  std::function<Time()> pause = [] { return Time(); };
  /// Sees the send entry of each message.
  std::function<void(unsigned slot)> leaves = [](unsigned) {};
  /// Likewise of each that will be delivered, and may change it.
  std::function<void(unsigned slot)> tamper = [](unsigned) {};
  bool in_reset = false;
  const EndpointMap map{{0, Bytes(256 * 1024)}, kEndpoint};

  std::uint32_t word(std::uint32_t address) const {
    return host::get_word(std::span(board_.memory).subspan(address));
  }
  void put(std::uint32_t address, std::uint32_t value) {
    host::put_word(std::span(board_.memory).subspan(address), value);
  }

 private:
  using Bytes8 = std::vector<std::uint8_t>;

  void written(const host::FakePio::Write& write) {
    using lanai::board::Control;
    if (write.address == Control::kOffset) {
      const std::uint32_t bits = word(write.address);
      if (bits & Control::kResetOnMask) in_reset = true;
      if (bits & Control::kResetOffMask) start(write.at);
    } else if (write.address == map.chip_register(lanai::regs::Isr::kOffset)) {
      line_.lower(write.at);
    } else if (!in_reset && !busy_) {
      schedule(write.at + kMessageTime);
    }
  }
  void start(Time at) {
    in_reset = false;
    schedule(at + kStartTime);
  }
  void schedule(Time at) {
    busy_ = true;
    agenda_.schedule(*this, at);
  }

  void run(Time now) override {
    busy_ = false;
    put(map.status(layout::Status::kState), start_state);
    const unsigned slot = sent_ % word(map.config(layout::Config::kSendEntries));
    if (deaf || word(map.send(slot, layout::SendEntry::kOwner)) != layout::kOwnerNic) return;
    leaves(slot);
    deliver(slot, now);
    put(map.send(slot, layout::SendEntry::kOwner), layout::kOwnerHost);
    put(map.status(layout::Status::kSendDone), ++sent_);
    schedule(now + kMessageTime + pause());
  }

  void count(std::uint32_t field) { put(map.status(field), word(map.status(field)) + 1); }

  void deliver(unsigned from, Time now) {
    using layout::ReceiveEntry;
    const unsigned to = received_ % word(map.config(layout::Config::kReceiveEntries));
    if (word(map.receive(to, ReceiveEntry::kOwner)) != layout::kOwnerNic) {
      return count(layout::Status::kDroppedRingFull);
    }
    ++received_;
    tamper(from);
    copy_control(from, to, now);
    copy_payload(from, to, now);
    put(map.receive(to, ReceiveEntry::kToken), word(map.send(from, layout::SendEntry::kToken)));
    put(map.receive(to, ReceiveEntry::kMessageId),
        word(map.send(from, layout::SendEntry::kMessageId)));
    put(map.receive(to, ReceiveEntry::kOwner), layout::kOwnerHost);
    if (word(map.config(layout::Config::kControlByDma))) write_mirror(to, now);
    if (word(map.config(layout::Config::kNotifyInterrupt))) line_.raise(now);
  }

  void copy_control(unsigned from, unsigned to, Time now) {
    const std::uint32_t length = word(map.send(from, layout::SendEntry::kControlLength));
    const std::uint32_t padded = (length + 3) / 4 * 4;
    Bytes8 control(padded);
    if (word(map.config(layout::Config::kControlByDma))) {
      const std::uint32_t mirror = word(map.config(layout::Config::kSendMirror));
      if (padded)
        dma_(false, mirror + from * layout::SendEntry::kSize + layout::SendEntry::kControl, control,
             now);
    } else {
      std::copy_n(board_.memory.begin() + map.send(from, layout::SendEntry::kControl), padded,
                  control.begin());
    }
    std::copy(control.begin(), control.end(),
              board_.memory.begin() + map.receive(to, layout::kMaxControl - padded));
    put(map.receive(to, layout::ReceiveEntry::kControlLength), length);
  }

  void copy_payload(unsigned from, unsigned to, Time now) {
    using layout::ReceiveEntry;
    const std::uint32_t length = word(map.send(from, layout::SendEntry::kPayloadLength));
    std::uint32_t source = word(map.config(layout::Config::kNode));
    std::uint32_t address = word(map.receive(to, ReceiveEntry::kFrameAddress));
    std::uint32_t room = word(map.receive(to, ReceiveEntry::kFrameLength));
    if (const std::uint32_t token = word(map.send(from, layout::SendEntry::kToken))) {
      source |= use_token(token, address, room);
    } else if (length != 0 && room == 0) {
      source |= ReceiveEntry::kSourceDiscardedMask;
    } else if (length > room) {
      source |= ReceiveEntry::kSourceTruncatedMask;
    }
    const bool deposit = length != 0 && length <= room;
    if (deposit) {
      Bytes8 payload(length);
      dma_(false, word(map.send(from, layout::SendEntry::kPayloadAddress)), payload, now);
      dma_(true, address, payload, now);
    }
    put(map.receive(to, ReceiveEntry::kSource), source);
    put(map.receive(to, ReceiveEntry::kPayloadLength), deposit ? length : 0);
  }

  std::uint32_t use_token(std::uint32_t token, std::uint32_t& address, std::uint32_t& room) {
    using layout::IptEntry;
    const unsigned i = token & layout::kTokenIndexMask;
    const bool valid = word(map.ipt(i, IptEntry::kToken)) == token &&
                       word(map.ipt(i, IptEntry::kConsumed)) != token;
    room = valid ? word(map.ipt(i, IptEntry::kLength)) : 0;
    address = word(map.ipt(i, IptEntry::kAddress));
    if (!valid) return layout::ReceiveEntry::kSourceIptRejectedMask;
    put(map.ipt(i, IptEntry::kConsumed), token);
    return layout::ReceiveEntry::kSourceIptMask;
  }

  void write_mirror(unsigned slot, Time now) {
    const auto* entry = board_.memory.data() + map.receive(slot, 0);
    Bytes8 bytes(entry, entry + layout::ReceiveEntry::kSize);
    const std::uint32_t mirror = word(map.config(layout::Config::kReceiveMirror));
    dma_(true, mirror + slot * layout::ReceiveEntry::kSize, bytes, now);
  }

  Agenda& agenda_;
  host::FakePio& board_;
  host::InterruptLine& line_;
  Dma dma_;
  bool busy_ = false;
  std::uint32_t sent_ = 0;
  std::uint32_t received_ = 0;
};

}  // namespace flybar::trapeze
