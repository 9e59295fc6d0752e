/// Every flip-flop of the chip in SystemVerilog, and the value that it has when the chip is in the
/// state of the model. For what Verilator has made of lanai_board; include its headers first.
///
/// testbenches/tests/agree/rtl/flip_flops.py asks Yosys which flip-flops the RTL has, and fails if
/// one is not here, except for those that only report the clock before on the pins. Times are the
/// model's; what RTL keeps in another form is derived: the CRC of a packet whose words are still in
/// the FIFO, clocks left until the host DMA asks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "models/lanai/core/words.h"
#include "models/lanai/isa/instruction.h"
#include "models/lanai/run/shadow.h"
#include "models/layouts/generated/lanai_regs.hpp"
#include "models/myrinet/link/crc8.h"
#include "models/rtl/executor/decoded_word.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

/// A flip-flop by its name in SystemVerilog, or a word of a memory.
struct FlipFlop {
  static constexpr std::uint32_t kNoWord = std::numeric_limits<std::uint32_t>::max();
  const char* name;
  std::uint32_t word = kNoWord;
  const char* field = nullptr;  ///< of a structure that has more than 64 bits, for whoever reads
};

/// Calls `use(FlipFlop, field, value)` for each flip-flop with the field of Verilator's class in
/// which it is. `use` sets the field, or compares.
template <class Root, class Use>
class FlipFlops {
 public:
  FlipFlops(Root& root, const lanai::ChipView& chip, Use& use)
      : r_(root), chip_(chip), engines_(chip.engines), use_(use) {}

  void all() {
    memory();
    core();
    host_dma();
    send_dma();
    receive_dma();
    ipt();
    registers();
  }

 private:
#define FLYBAR_IN(field) r_.lanai_board__DOT__##field
#define FLYBAR_CHIP(field) r_.lanai_board__DOT__u_chip__DOT__##field
#define FLYBAR_OPERANDS(field) \
  r_.lanai_board__DOT__u_chip__DOT__u_core__DOT__u_operands__DOT__##field

  struct Field {
    std::uint64_t value;
    unsigned bits;
  };
  /// A structure, whose first field has the highest bits.
  static std::uint64_t packed(std::initializer_list<Field> fields) {
    std::uint64_t all = 0;
    for (const Field& field : fields) all = all << field.bits | field.value;
    return all;
  }

  void memory() {
    for (std::uint32_t n = 0; n < chip_.sram.size() / 4; ++n)
      use_({"u_sram.mem", n}, FLYBAR_IN(u_sram__DOT__mem)[n], chip_.sram.word(n * 4));
  }

  void core() {
    const lanai::CoreState state = chip_.core.state();
    const lanai::Pipeline& pipe = state.pipe;
    use_({"u_chip.u_core.flags_q"}, FLYBAR_CHIP(u_core__DOT__flags_q), lanai::Flags(pipe.flags));
    use_({"u_chip.u_core.fetched_q"}, FLYBAR_CHIP(u_core__DOT__fetched_q), pipe.fetched);
    use_({"u_chip.u_core.fault_q"}, FLYBAR_CHIP(u_core__DOT__fault_q), 0);
    use_({"u_chip.u_core.u_place.pc_q"}, FLYBAR_CHIP(u_core__DOT__u_place__DOT__pc_q), pipe.pc);
    use_({"u_chip.u_core.u_place.next_q"}, FLYBAR_CHIP(u_core__DOT__u_place__DOT__next_q),
         pipe.next);
    use_({"u_chip.u_core.u_place.after_next_q"},
         FLYBAR_CHIP(u_core__DOT__u_place__DOT__after_next_q), pipe.after_next);
    registers(state);
    if (pipe.pc >= chip_.sram.size()) return;
    const auto first = chip_.core.first_word.read(chip_.now, chip_.clock);
    const bool held = chip_.registers.held();
    operands(state, held && first ? *first : chip_.core.word());
  }

  /// A value is in its register or on its way there; of the two the model knows one.
  void registers(const lanai::CoreState& state) {
    auto& base_write = FLYBAR_OPERANDS(u_regfile__DOT__base_write_q);
    auto& base_index = FLYBAR_OPERANDS(u_regfile__DOT__base_index_q);
    auto& write = FLYBAR_OPERANDS(u_regfile__DOT__write_q);
    auto& index = FLYBAR_OPERANDS(u_regfile__DOT__write_index_q);
    use_({"u_chip.u_core.u_operands.u_regfile.base_write_q"}, base_write, base_write);
    use_({"u_chip.u_core.u_operands.u_regfile.write_q"}, write, write);
    use_({"u_chip.u_core.u_operands.u_regfile.base_index_q"}, base_index, base_index);
    use_({"u_chip.u_core.u_operands.u_regfile.write_index_q"}, index, index);
    if (write)
      use_({"u_chip.u_core.u_operands.u_regfile.write_value_q"},
           FLYBAR_OPERANDS(u_regfile__DOT__write_value_q), state.registers[index]);
    if (base_write && !(write && index == base_index))
      use_({"u_chip.u_core.u_operands.u_regfile.base_value_q"},
           FLYBAR_OPERANDS(u_regfile__DOT__base_value_q), state.registers[base_index]);
    for (std::uint32_t n = lanai::kPc + 1; n < 32; ++n)
      if (!(write && index == n) && !(base_write && base_index == n))
        use_({"u_chip.u_core.u_operands.u_regfile.regs_q", n},
             FLYBAR_OPERANDS(u_regfile__DOT__regs_q)[n], state.registers[n]);
  }

  /// What was read of the next instruction. An instruction that waits takes what is loaded in the
  /// place of what it read; of which register that is the model does not know: any that it reads
  /// will do.
  void operands(const lanai::CoreState& state, std::uint32_t word) {
    const DecodedWord in = decode_word(word);
    use_({"u_chip.u_core.u_operands.word_q"}, FLYBAR_OPERANDS(word_q), word);
    auto& now = FLYBAR_OPERANDS(now_q);
    constexpr std::uint64_t kIllegal = std::uint64_t{1} << kIllegalBit;
    use_({"u_chip.u_core.u_operands.now_q"}, now, in.illegal ? now | kIllegal : in.packed());
    auto& load_a = FLYBAR_OPERANDS(load_a_q);
    auto& load_b = FLYBAR_OPERANDS(load_b_q);
    auto& load_c = FLYBAR_OPERANDS(load_c_q);
    const std::uint32_t known = load_a ? in.rs1 : load_b ? in.rs2 : in.rd;
    const std::uint32_t reads = in.reads() & ~kConstants;
    const bool waits = state.pipe.bubble;
    const unsigned loaded = !waits               ? 0
                            : reads >> known & 1 ? known
                                                 : static_cast<unsigned>(std::countr_zero(reads));
    const auto value = [&](unsigned number) {
      return number == 0            ? 0
             : number == 1          ? ~std::uint32_t{0}
             : number == lanai::kPc ? state.pipe.pc
                                    : state.registers[number];
    };
    use_({"u_chip.u_core.u_operands.waits_q"}, FLYBAR_OPERANDS(waits_q), waits);
    if (waits)
      use_({"u_chip.u_core.u_operands.loaded_q"}, FLYBAR_OPERANDS(loaded_q), value(loaded));
    if (in.illegal) return;
    use_({"u_chip.u_core.u_operands.load_a_q"}, load_a, waits && in.rs1 == loaded);
    use_({"u_chip.u_core.u_operands.load_b_q"}, load_b, waits && in.rs2 == loaded);
    use_({"u_chip.u_core.u_operands.load_c_q"}, load_c, waits && in.store && in.rd == loaded);
    if (!load_a) use_({"u_chip.u_core.u_operands.a_q"}, FLYBAR_OPERANDS(a_q), value(in.rs1));
    if (!load_b)
      use_({"u_chip.u_core.u_operands.b_q"}, FLYBAR_OPERANDS(b_q),
           in.immediate.value_or(value(in.rs2)));
    if (!load_c && in.store)
      use_({"u_chip.u_core.u_operands.c_q"}, FLYBAR_OPERANDS(c_q), value(in.rd));
  }

  void host_dma() {
    const lanai::HostDma& host = engines_.host;
    auto& state = FLYBAR_CHIP(u_host_dma__DOT__state_q);
    use_({"u_chip.u_host_dma.state_q", 0, "left"}, state[0], host.bytes_left());
    use_({"u_chip.u_host_dma.state_q", 1, "lar"}, state[1], host.sram_address);
    use_({"u_chip.u_host_dma.state_q", 2, "ear"}, state[2], host.host_address);
    use_({"u_chip.u_host_dma.state_q", 3, "{done, to_sram, burst_enables}"}, state[3],
         packed({{host.done(), 1}, {host.to_sram, 1}, {host.burst_enables, 4}}));
    const Time first = std::max(host.first_request(), chip_.now);
    if (host.busy())
      use_({"u_chip.u_host_dma.delay_q"}, FLYBAR_CHIP(u_host_dma__DOT__delay_q),
           static_cast<std::uint64_t>(Clock(chip_.clock).at_or_after(first - chip_.now).count));
  }

  /// RTL sums the CRC when a word is fetched, the model when it leaves.
  void send_dma() {
    const lanai::SendDma& send = engines_.send;
    const lanai::SendFifo& fifo = send.fifo();
    std::uint8_t crc = send.open() ? myrinet::crc8(0, send.left()) : 0;
    bool begins = !send.open();
    const std::uint32_t first = FLYBAR_CHIP(u_send_dma__DOT__u_fifo__DOT__begin_index_q);
    for (std::uint32_t n = 0; n < fifo.size(); ++n) {
      const lanai::SendFifo::Whole word = fifo.at(n);
      crc = myrinet::crc8(begins ? 0 : crc, word.bytes.subspan(word.skip));
      const std::uint32_t place = (first + n) % kSendWords;
      use_({"u_chip.u_send_dma.u_fifo.entries", place},
           FLYBAR_CHIP(u_send_dma__DOT__u_fifo__DOT__entries)[place],
           packed({{begins, 1},
                   {crc, 8},
                   {word.tail, 1},
                   {word.skip, 2},
                   {lanai::get_word(word.bytes.data()), 32}}));
      begins = word.tail;
    }
    use_({"u_chip.u_send_dma.u_fifo.begin_index_q"},
         FLYBAR_CHIP(u_send_dma__DOT__u_fifo__DOT__begin_index_q), first);
    use_({"u_chip.u_send_dma.u_fifo.end_index_q"},
         FLYBAR_CHIP(u_send_dma__DOT__u_fifo__DOT__end_index_q),
         (first + fifo.size()) % kSendWords);
    use_({"u_chip.u_send_dma.u_fifo.count_q"}, FLYBAR_CHIP(u_send_dma__DOT__u_fifo__DOT__count_q),
         fifo.size());
    use_({"u_chip.u_send_dma.begins_packet_q"}, FLYBAR_CHIP(u_send_dma__DOT__begins_packet_q),
         begins);
    if (!begins) use_({"u_chip.u_send_dma.crc_q"}, FLYBAR_CHIP(u_send_dma__DOT__crc_q), crc);
    use_({"u_chip.u_send_dma.open_q"}, FLYBAR_CHIP(u_send_dma__DOT__open_q), send.open());
    use_({"u_chip.u_send_dma.running_q"}, FLYBAR_CHIP(u_send_dma__DOT__running_q),
         engines_.state.send.running);
    auto& state = FLYBAR_CHIP(u_send_dma__DOT__state_q);
    use_({"u_chip.u_send_dma.state_q", 0, "limit"}, state[0], send.limit());
    use_({"u_chip.u_send_dma.state_q", 1, "pointer"}, state[1], send.pointer);
    use_({"u_chip.u_send_dma.state_q", 2, "{active, done, ends_packet, alignment}"}, state[2],
         packed({{send.active(), 1}, {send.done(), 1}, {send.tail(), 1}, {send.alignment, 2}}));
  }

  /// What lies behind the last byte of a packet has no effect.
  void receive_dma() {
    const lanai::ReceiveDma& receive = engines_.receive;
    const lanai::ReceiveBuffer& buffer = receive.buffer;
    const std::uint32_t first = FLYBAR_CHIP(u_receive_dma__DOT__u_fifo__DOT__begin_index_q);
    for (std::uint32_t n = 0; n < buffer.waiting(); ++n) {
      const lanai::ReceiveBuffer::Word word = buffer.at(n);
      const std::uint32_t place = (first + n) % kReceiveWords;
      auto& entry = FLYBAR_CHIP(u_receive_dma__DOT__u_fifo__DOT__entries)[place];
      const auto bytes = static_cast<std::uint32_t>(word.bytes.size());
      const std::uint32_t none = bytes == 4 ? 0 : ~std::uint32_t{0} >> 8 * bytes;
      const std::uint32_t data = lanai::get_word(word.bytes.data()) & ~none;
      use_({"u_chip.u_receive_dma.u_fifo.entries", place}, entry,
           arrived_word(data | (static_cast<std::uint32_t>(entry) & none), bytes, word.tail));
    }
    use_({"u_chip.u_receive_dma.u_fifo.begin_index_q"},
         FLYBAR_CHIP(u_receive_dma__DOT__u_fifo__DOT__begin_index_q), first);
    use_({"u_chip.u_receive_dma.u_fifo.end_index_q"},
         FLYBAR_CHIP(u_receive_dma__DOT__u_fifo__DOT__end_index_q),
         (first + buffer.waiting()) % kReceiveWords);
    use_({"u_chip.u_receive_dma.u_fifo.waiting_q"},
         FLYBAR_CHIP(u_receive_dma__DOT__u_fifo__DOT__waiting_q), buffer.waiting());
    use_({"u_chip.u_receive_dma.crc_q"}, FLYBAR_CHIP(u_receive_dma__DOT__crc_q),
         myrinet::crc8(0, buffer.taken()));
    use_({"u_chip.u_receive_dma.told_stop_q"}, FLYBAR_CHIP(u_receive_dma__DOT__told_stop_q),
         engines_.state.receive.stopped);
    auto& state = FLYBAR_CHIP(u_receive_dma__DOT__state_q);
    use_({"u_chip.u_receive_dma.state_q", 0, "limit"}, state[0], receive.limit());
    use_({"u_chip.u_receive_dma.state_q", 1, "pointer"}, state[1], receive.pointer);
    use_({"u_chip.u_receive_dma.state_q", 2, "{armed, full, received, unused_bytes}"}, state[2],
         packed({{receive.armed(), 1},
                 {receive.buffer_full(), 1},
                 {receive.received(), 1},
                 {receive.overrun(), 2}}));
  }

  void ipt() {
    const lanai::Ipt& ipt = engines_.ipt;
    for (std::uint32_t n = 0; n < lanai::ipt_regs::kEntries; ++n) {
      const lanai::Ipt::Entry& entry = ipt.at(n);
      use_({"u_chip.u_ipt.tokens", n}, FLYBAR_CHIP(u_ipt__DOT__tokens)[n], entry.token);
      use_({"u_chip.u_ipt.addresses", n}, FLYBAR_CHIP(u_ipt__DOT__addresses)[n], entry.address);
      use_({"u_chip.u_ipt.lengths", n}, FLYBAR_CHIP(u_ipt__DOT__lengths)[n], entry.length);
      use_({"u_chip.u_ipt.consumed", n}, FLYBAR_CHIP(u_ipt__DOT__consumed)[n], entry.consumed);
    }
    use_({"u_chip.u_ipt.token_at_q"}, FLYBAR_CHIP(u_ipt__DOT__token_at_q), ipt.token_at() / 4);
    use_({"u_chip.u_ipt.passed_q"}, FLYBAR_CHIP(u_ipt__DOT__passed_q), ipt.passed() / 4);
    use_({"u_chip.u_ipt.has_token_q"}, FLYBAR_CHIP(u_ipt__DOT__has_token_q), ipt.has_token());
    if (ipt.has_token())
      use_({"u_chip.u_ipt.token_q"}, FLYBAR_CHIP(u_ipt__DOT__token_q), *ipt.token());
    use_({"u_chip.u_ipt.hit_q"}, FLYBAR_CHIP(u_ipt__DOT__hit_q), ipt.hit());
    use_({"u_chip.u_ipt.address_q"}, FLYBAR_CHIP(u_ipt__DOT__address_q), ipt.address());
    use_({"u_chip.u_ipt.length_q"}, FLYBAR_CHIP(u_ipt__DOT__length_q), ipt.length());
  }

  void registers() {
    namespace regs = lanai::regs;
    const lanai::SpecialRegisters& all = chip_.registers;
    const lanai::Timers& timers = all.timers();
    const Time before = std::max(Time(), chip_.now - chip_.clock);  // the last clock that ticked
    use_({"u_chip.u_registers.u_timers.ticks_q"},
         FLYBAR_CHIP(u_registers__DOT__u_timers__DOT__ticks_q), timers.ticks(before));
    use_({"u_chip.u_registers.u_timers.rtc_q"}, FLYBAR_CHIP(u_registers__DOT__u_timers__DOT__rtc_q),
         timers.real_time(before));
    use_({"u_chip.u_registers.u_timers.it_q"}, FLYBAR_CHIP(u_registers__DOT__u_timers__DOT__it_q),
         timers.interval(before));
    use_({"u_chip.u_registers.u_timers.alarm_q"},
         FLYBAR_CHIP(u_registers__DOT__u_timers__DOT__alarm_q), timers.expiry() != Time::never());
    use_({"u_chip.u_registers.u_status_bits.bits_q"},
         FLYBAR_CHIP(u_registers__DOT__u_status_bits__DOT__bits_q), all.status_bits());
    use_({"u_chip.u_registers.eimr_q"}, FLYBAR_CHIP(u_registers__DOT__eimr_q),
         all.latched(regs::Eimr::kOffset));
    use_({"u_chip.u_registers.crc_enable_q"}, FLYBAR_CHIP(u_registers__DOT__crc_enable_q),
         engines_.send.crc_enable);
    use_({"u_control_register.kept_q"}, FLYBAR_IN(u_control_register__DOT__kept_q), all.control());
    use_({"u_control_register.held_q"}, FLYBAR_IN(u_control_register__DOT__held_q), all.held());
    remembered();
  }
  /// A read of a word that was not written since the reset shows 0, whatever the memory holds. The
  /// RTL also stores what is written to other registers; no read shows that, so it is left out.
  void remembered() {
    auto& written = FLYBAR_CHIP(u_registers__DOT__u_remembered__DOT__written_q);
    std::uint64_t value = written;
    for (std::uint32_t n = 0; n < kRemembered; ++n) {
      if (!lanai::SpecialRegisters::remembers(n * 4)) continue;
      const std::uint32_t word = chip_.registers.latched(n * 4);
      if (word != 0) value |= std::uint64_t{1} << n;
      if (value >> n & 1)
        use_({"u_chip.u_registers.u_remembered.words", n},
             FLYBAR_CHIP(u_registers__DOT__u_remembered__DOT__words)[n], word);
    }
    use_({"u_chip.u_registers.u_remembered.written_q"}, written, value);
  }
#undef FLYBAR_IN
#undef FLYBAR_CHIP
#undef FLYBAR_OPERANDS

  static constexpr std::uint32_t kConstants = 7;  ///< r0, r1 and the program counter, as a mask
  static constexpr std::uint32_t kSendWords = 32, kReceiveWords = 256, kRemembered = 64;

  Root& r_;
  const lanai::ChipView& chip_;
  const lanai::Engines& engines_;
  Use& use_;
};

template <class Root, class Use>
void for_each_flip_flop(Root& root, const lanai::ChipView& chip, Use&& use) {
  FlipFlops<Root, Use>(root, chip, use).all();
}

}  // namespace flybar::rtl
