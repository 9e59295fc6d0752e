/// Host programmed I/O: the board as a PCI target. One transaction at a time, one word a clock.
/// Runs of reads that find nothing new are not made one by one: the chip foresees them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>

#include <tlm_utils/simple_target_socket.h>

#include "models/lanai/params.h"
#include "models/pci/protocol.h"

namespace flybar::lanai {

class HostPort {
 public:
  tlm_utils::simple_target_socket<HostPort, 32, pci::ProtocolTypes> bus{"pci_target"};

  /// Word w of read r is due in the clock that begins at begin + r * period + w clocks.
  struct Reads {
    std::uint32_t offset;  ///< in the board's window
    std::uint32_t words;
    Time begin;
    Time period;
    std::int64_t times;
  };
  /// Until when such reads would find the same and nothing else would happen; nullopt if that is
  /// not known. Writes the data to the address given.
  std::function<std::optional<Time>(const Reads&, std::uint8_t*)> foresee;
  /// They have happened.
  std::function<void(const Reads&)> repeat;
  /// The chip does nothing of itself.
  std::function<bool()> rests = [] { return false; };

  /// transport_dbg: moves bytes from this offset in the board's window on; returns how many.
  std::function<unsigned(std::uint32_t, tlm::tlm_generic_payload&)> debug;

  explicit HostPort(const ChipParams& params);

  bool active() const { return payload_ != nullptr; }
  /// When the next word is due; never() if none is.
  Time due() const { return due_; }
  bool reads() const { return payload_->is_read(); }
  /// Offset in the board's window of the next word.
  std::uint32_t offset() const { return window_offset(*payload_) + word_ * 4; }
  /// The next word's four bytes in the order of their addresses.
  std::uint8_t* bytes() const { return payload_->get_data_ptr() + word_ * 4; }

  /// The next word has been moved in the clock at `t`. True if it was the last: the bus has its
  /// answer.
  bool word_done(Time t) {
    const Time done = t + params_.clock;
    if (word_ == 0) first_ = done;
    ++word_;
    due_ = std::max(due_ + params_.bus_clock, done);
    if (word_ * 4 < payload_->get_data_length()) return false;
    answer(done);
    return true;
  }

 private:
  void answer(Time done);
  unsigned debug_access(tlm::tlm_generic_payload& payload) {
    return debug(window_offset(payload), payload);
  }
  tlm::tlm_sync_enum request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  tlm::tlm_sync_enum run_of_reads(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase,
                                  sc_core::sc_time& delay) const;
  std::uint32_t window_offset(const tlm::tlm_generic_payload& payload) const {
    return static_cast<std::uint32_t>(payload.get_address()) - params_.pci_base;
  }

  const ChipParams& params_;
  tlm::tlm_generic_payload* payload_ = nullptr;
  std::uint32_t word_ = 0;
  Time first_;
  Time due_ = Time::never();
};

}  // namespace flybar::lanai
