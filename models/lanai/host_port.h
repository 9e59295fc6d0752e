/// Host programmed I/O: the board as a PCI target. One transaction at a time, one word a clock.
#pragma once

#include <cstdint>

#include <tlm_utils/simple_target_socket.h>

#include "models/lanai/params.h"
#include "models/pci/protocol.h"

namespace flybar::lanai {

class HostPort {
 public:
  tlm_utils::simple_target_socket<HostPort> bus{"pci_target"};

  explicit HostPort(const ChipParams& params);

  bool active() const { return payload_ != nullptr; }
  /// When the next word is due; never() if none is.
  Time due() const { return due_; }
  bool reads() const { return payload_->is_read(); }
  /// Offset in the board's window of the next word.
  std::uint32_t offset() const {
    return static_cast<std::uint32_t>(payload_->get_address()) - params_.pci_base + word_ * 4;
  }
  /// The next word's four bytes in the order of their addresses.
  std::uint8_t* bytes() const { return payload_->get_data_ptr() + word_ * 4; }

  /// The next word has been moved in the clock at `t`; after the last, the bus gets its answer.
  void word_done(Time t);

 private:
  tlm::tlm_sync_enum request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);

  const ChipParams& params_;
  tlm::tlm_generic_payload* payload_ = nullptr;
  std::uint32_t word_ = 0;
  Time first_;
  Time due_ = Time::never();
};

}  // namespace flybar::lanai
