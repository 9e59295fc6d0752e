/// The pins of a chip that is clocked from outside: rtl/lanai/board/ports.md says what each means.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "models/common/observer.h"
#include "models/lanai/params.h"
#include "models/lanai/run/shadow.h"

namespace flybar::rtl {

/// Most words that can leave or arrive in one clock.
constexpr std::size_t kLinkSlots = 5;

/// Constant while the chip has power.
struct Straps {
  /// Throws ConfigurationError if the chip cannot be strapped to these parameters.
  Straps(const lanai::ChipParams& params, const std::string& chip);

  std::uint8_t order, accesses, link_words, send_fifo, send_start, dma_start;
  std::uint16_t stop_mark, go_mark;  ///< words
  std::uint32_t dma_burst, sram_bytes;
};

/// Bits of a word on its way to the link.
constexpr unsigned kFrontWordBits = 44;

/// A word on its way to the link.
struct FrontWord {
  std::uint64_t bits = 0;
  std::uint32_t data() const { return static_cast<std::uint32_t>(bits); }
  std::uint32_t skip() const { return bits >> 32 & 3; }  ///< leading bytes that do not leave
  bool tail() const { return (bits >> 34 & 1) != 0; }
  std::uint8_t crc() const { return static_cast<std::uint8_t>(bits >> 35); }
  bool head() const { return (bits >> 43 & 1) != 0; }
};

/// A word that has arrived.
constexpr std::uint64_t arrived_word(std::uint32_t data, std::uint32_t bytes, bool tail) {
  return data | std::uint64_t{bytes - 1} << 32 | std::uint64_t{tail} << 34;
}

struct Inputs {
  std::uint8_t tick = 0;
  bool pio_valid = false, pio_write = false;
  bool hdma_due = false;
  std::uint8_t link_take = 0, link_in_count = 0;
  std::uint32_t pio_address = 0, pio_wdata = 0, hdma_rdata = 0;
  std::array<std::uint64_t, kLinkSlots> link_in{};
};

/// What each clock needs; what is valid beside a report stands behind it.
struct Outputs {
  // State.
  std::uint8_t link_offer = 0;
  bool link_crc = false, hdma_req = false, hdma_write = false, irq = false, held = true;
  std::uint32_t hdma_address = 0, hdma_left = 0, hdma_longest = 0;
  std::array<FrontWord, kLinkSlots> link_front{};
  // Reports.
  bool pio_done = false, hdma_moved = false, flow_stop = false, flow_go = false;
  std::uint8_t fault = 0;
  std::uint32_t pio_rdata = 0, hdma_wdata = 0;
  bool retire = false, load_use = false, write = false;
  std::uint8_t grant_host = 0, grant_receive = 0, grant_send = 0, grant_cpu = 0;
  std::uint8_t write_offset = 0;
  std::uint32_t write_data = 0;
};

/// What else a chip shows of itself, for observers and for the lockstep.
struct Insight {
  std::uint32_t retire_pc = 0, retire_instr = 0, retire_result = 0;
  std::uint8_t retire_rd = 0, retire_flags = 0;
  std::uint32_t pc = 0, isr = 0, lar = 0, rmp = 0, rml = 0, smp = 0, sml = 0;
  bool armed = false, send_active = false;
  std::uint16_t receive_waiting = 0;
  std::uint8_t send_waiting = 0;
  friend bool operator==(const Insight&, const Insight&) = default;
};

/// A flip-flop that does not have the value that it has in the state of the model.
struct StateDifference {
  std::string name;  ///< in SystemVerilog
  std::uint64_t found, expected;
};

/// Access to the flip-flops of a chip, for a shadow.
class StatePorts {
 public:
  virtual ~StatePorts() = default;
  virtual void set_state(const lanai::ChipView& chip) = 0;
  /// The first flip-flop that set_state() would change and that has an effect.
  virtual std::optional<StateDifference> compare_state(const lanai::ChipView& chip) = 0;
};

/// A chip on its pins: RTL, a netlist, or the model.
class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// One clock. Before the first one the chip has had its power-on reset.
  virtual void clock(const Inputs& in) = 0;
  /// No clock follows.
  virtual void end() {}
  /// After the last clock.
  const Outputs& out() const { return out_; }
  virtual Insight insight() const = 0;

  /// Words of the SRAM, the first at address 0; the byte at the lowest address in bits 31:24.
  virtual std::uint32_t sram_word(std::uint32_t index) const = 0;
  virtual void set_sram_word(std::uint32_t index, std::uint32_t word) = 0;
  /// r0 to r31.
  virtual std::uint32_t cpu_register(unsigned number) const = 0;

  /// Null if its state cannot be set.
  virtual StatePorts* state_ports() { return nullptr; }

  /// Before the first clock: each sample() tells of what is inside, as far as it can be seen.
  /// `chip` is the path of the tracks.
  virtual void observe(Observer&, const std::string& /*chip*/) {}
  /// After a clock, which began at `at`.
  virtual void sample(Time /*at*/) {}

 protected:
  Outputs out_;
};

/// At elaboration; throws ConfigurationError if there is no such chip with these parameters.
using MakeExecutor = std::function<std::unique_ptr<Executor>(const lanai::ChipParams&)>;

}  // namespace flybar::rtl
