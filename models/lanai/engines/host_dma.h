/// The host DMA engine (E-bus): one transfer at a time between SRAM and host memory, as PCI master.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>

#include "models/common/observer.h"
#include "models/lanai/core/sram.h"
#include "models/lanai/engines/name_packet.h"
#include "models/lanai/engines/state.h"
#include "models/lanai/params.h"
#include "models/pci/protocol.h"

namespace flybar::lanai {

class HostDma {
 public:
  tlm_utils::simple_initiator_socket<HostDma, 32, pci::ProtocolTypes> bus{"pci_master"};

  /// Called before an answer of the bus changes anything.
  std::function<void()> before_answer;
  /// Called at that instant if no target serves the address in host memory. Does not return.
  std::function<void(Time, std::uint32_t)> refused;
  NameTransfer name_transfer;

  HostDma(const ChipParams& params, HostState& state, Sram& sram, Observer& observer,
          TrackId track);
  ~HostDma() { payload_.clear_extension(&burst_); }

  // Registers. The addresses advance as words move; the count goes down.
  std::uint32_t host_address = 0;
  std::uint32_t sram_address = 0;
  bool to_sram = false;  ///< DMA_DIR = 1
  static constexpr std::uint32_t kAnyBurst = 0xF;
  /// DMA_STS: 8 lets a burst have any length, else 8, 4, 2 words.
  std::uint32_t burst_enables = kAnyBurst;
  std::uint32_t bytes_left() const { return bytes_left_; }
  bool done() const { return done_; }
  bool busy() const { return phase_ != Phase::kIdle; }

  /// DMA_CTR is written in the clock that begins at `now`. Precondition: not busy.
  void start(Time now, std::uint32_t bytes);
  void reset();

  /// When the engine next asks for the bus; never() if it does not wait for that.
  Time request_at() const { return request_at_; }
  /// When the transfer that was started last may ask for the bus for the first time.
  Time first_request() const {
    return started_ + params_.clock * (1 + params_.host_dma_start.count);
  }
  /// Most bytes of one transaction.
  std::uint32_t longest_burst() const;
  /// In the clock at `t`: asks for the bus if it is time.
  void ask(Time t) {
    if (request_at() <= t) request(t);
  }

  /// Moves the words of the data phase in the clock at `t`; the last one ends the PCI transaction.
  void take(Time t);

  // For a shadow (run/shadow.h).
  /// The word of host memory that the next data phase moves. Precondition: bursting(), to_sram.
  std::span<const std::uint8_t> next_word() const {
    return std::span(data_).subspan(std::size_t{moved_} * 4, 4);
  }

  // For the plan.
  bool bursting() const { return phase_ == Phase::kBurst; }
  Time next() const { return state_.next; }
  Time interval() const { return state_.interval; }
  std::uint32_t phases_left() const {  ///< of the burst
    return burst_.phases(host_address, burst_words_ - moved_);
  }
  /// Words that the next `phases` data phases of the burst move.
  std::uint32_t words_in(std::uint32_t phases) const {
    if (phases == 0) return 0;
    return std::min(burst_.words_in(host_address, phases), burst_words_ - moved_);
  }
  /// So many data phases are over by the clock that begins at `last`; another is due at `next`.
  void advance(std::uint32_t phases, Time next, Time last);

 private:
  enum class Phase : std::uint8_t { kIdle, kStarting, kRequested, kBurst };

  void start_at(Time at) {
    phase_ = Phase::kStarting;
    request_at_ = at;
  }
  void request(Time at);
  void move(std::uint32_t words);
  void finish_burst(Time t);
  std::uint64_t name() const;
  tlm::tlm_sync_enum answer(tlm::tlm_generic_payload&, tlm::tlm_phase& phase,
                            sc_core::sc_time& delay);
  void begin_burst(Time at);
  void cut_burst(Time last);

  const ChipParams& params_;
  HostState& state_;
  Sram& sram_;
  Observer& observer_;
  const TrackId track_;

  Phase phase_ = Phase::kIdle;
  bool done_ = false;
  std::uint32_t bytes_left_ = 0;
  std::uint32_t burst_words_ = 0;
  std::uint32_t moved_ = 0;
  Time request_at_ = Time::never();
  Time started_;
  std::uint32_t transfer_bytes_ = 0;

  tlm::tlm_generic_payload payload_;
  pci::Burst burst_;
  std::vector<std::uint8_t> data_;
};

}  // namespace flybar::lanai
