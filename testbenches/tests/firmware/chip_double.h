/// Stands in for the chip under the firmware compiled for this machine: registers, the three DMA
/// engines, host memory, and a link that ends in the test. It knows order, not time: engines move a
/// few words whenever the firmware looks at ISR.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "models/lanai/ipt/ipt.h"

namespace flybar::firmware {

using Bytes = std::vector<std::uint8_t>;

/// A packet as the receive engine meets it: type word first, no route.
struct Incoming {
  Bytes bytes;
  bool crc_error = false;
};

/// One DMA transfer, as the firmware started it.
struct Transfer {
  enum class Engine { kHostRead, kHostWrite, kSend } engine;
  std::uint32_t bytes;
  bool last;  ///< of a packet, for kSend
};

class ChipDouble {
 public:
  static constexpr std::uint32_t kHostBytes = 1 << 20;

  ChipDouble();
  ~ChipDouble();

  /// The one that the firmware talks to.
  static ChipDouble& current();

  std::uint32_t read(std::uint32_t offset);
  void write(std::uint32_t offset, std::uint32_t value);
  bool running();

  /// Goes on until nothing moves any more.
  void run(void (*loop)());

  std::vector<std::uint8_t> host;       ///< host memory
  std::deque<Incoming> incoming;        ///< packets on their way to the receive engine
  std::vector<Bytes> sent;              ///< complete packets, route bytes first
  std::vector<Transfer> transfers;      ///< in the order of their starts
  std::vector<std::string> violations;  ///< what the real chip would have stopped for
  bool loopback = true;                 ///< what is sent comes back, less `route_bytes`
  std::uint32_t route_bytes = 1;
  std::uint32_t host_rate = 8, send_rate = 8, receive_rate = 8;  ///< words per look at ISR
  std::uint32_t host_words = ~0u,
                receive_words = ~0u;  ///< words that may still move: to stop midway
  std::uint32_t sram_bytes = 256 * 1024;
  std::uint32_t interrupts = 0;  ///< 0 to 1 changes of HOST_SIG
  void clear_host_signal();
  lanai::Ipt ipt;

 private:
  void step();
  void step_host_dma();
  void step_send();
  void step_receive();
  void begin_host_dma(std::uint32_t bytes);
  void begin_send(std::uint32_t limit, bool tail);
  void end_receive();
  void take_token();
  void watch(const std::uint8_t* word, bool last);
  std::uint32_t status() const;
  bool idle() const;
  void violation(const std::string& what) { violations.push_back(what); }
  std::uint32_t& reg(std::uint32_t offset) { return registers_[offset / 4]; }
  std::uint32_t reg(std::uint32_t offset) const { return registers_[offset / 4]; }

  std::array<std::uint32_t, 64> registers_{};
  bool host_busy_ = false, host_done_ = false;
  bool send_busy_ = false, send_done_ = false, send_tail_ = false;
  std::uint32_t skip_ = 0;
  Bytes open_;  ///< the packet that is leaving
  bool armed_ = false, full_ = false, received_ = false, host_signal_ = false;
  std::uint32_t unused_ = 0, arrived_ = 0;
  int quiet_ = 0;  ///< turns of the main loop in which nothing happened
};

}  // namespace flybar::firmware

/// What the firmware under test shares with its host. Each firmware's bench defines it: addresses
/// of SRAM count from there, so that they fit 32 bits wherever this program is loaded.
extern "C" void* firmware_shared();
