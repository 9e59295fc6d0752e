#include "models/rtl/model_executor.h"

#include <algorithm>
#include <vector>

#include <tlm_utils/simple_target_socket.h>

#include "models/common/error.h"
#include "models/lanai/core/processor.h"
#include "models/lanai/core/rare.h"
#include "models/lanai/core/sram.h"
#include "models/lanai/core/steps.h"
#include "models/lanai/engines/engines.h"
#include "models/lanai/image/running_firmware.h"
#include "models/lanai/registers/generated/board_regs.hpp"
#include "models/lanai/registers/special_registers.h"
#include "models/myrinet/crc8.h"
#include "models/rtl/words.h"

namespace flybar::rtl {
namespace {

using namespace lanai;

/// Takes the place of bus and network for the engines: a data phase comes when the pins say so.
struct Partners : sc_core::sc_module {
  explicit Partners(sc_core::sc_module_name name) : sc_module(name) {
    bus.register_nb_transport_fw(this, &Partners::request);
    link.register_b_transport(this, &Partners::ignore);
  }
  tlm::tlm_sync_enum request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time&) {
    data = nullptr;
    if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
    data = payload.get_data_ptr();
    auto* burst = payload.get_extension<pci::Burst>();
    burst->first_data = Time::never();
    burst->interval = Time::ps(1);
    burst->words = payload.get_data_length() / 4;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    phase = tlm::BEGIN_RESP;
    return tlm::TLM_UPDATED;
  }
  void ignore(tlm::tlm_generic_payload&, sc_core::sc_time&) {}

  tlm_utils::simple_target_socket<Partners, 32, pci::ProtocolTypes> bus{"bus"};
  tlm_utils::simple_target_socket<Partners, 32, myrinet::ProtocolTypes> link{"link"};
  std::uint8_t* data = nullptr;  ///< of the next word of the host DMA; null while none is asked for
};

ChipParams on_pins(ChipParams params) {
  params.byte_time = Time::ps(1);  // whatever waits for the link may leave
  return params;
}

}  // namespace

struct ModelExecutor::Chip : sc_core::sc_module {
  /// What the processor sees of the chip.
  struct Bus {
    Chip& c;
    std::uint32_t status(int) const { return c.registers.status({}); }
    std::uint32_t read_special(std::uint32_t address, int, std::uint32_t pc) const {
      const std::uint32_t offset = special_offset(address);
      c.registers.check_read(offset, {pc, c.now});
      return c.registers.read(offset, {}, c.now);
    }
    bool write_special(std::uint32_t address, std::uint32_t value, int, std::uint32_t pc) const {
      c.out.write = true;
      c.out.write_offset = static_cast<std::uint8_t>(special_offset(address));
      c.out.write_data = value;
      c.registers.write(special_offset(address), value, {pc, c.now});
      return true;
    }
    bool guarded(std::uint32_t) const { return false; }
    void settle(int) const {}
    bool recording() const { return true; }
    bool note(int, std::uint32_t, std::uint8_t) const { return false; }
    void stored(std::uint32_t) const {}
    bool retired(int, std::uint32_t pc, std::uint32_t result, int, bool) const {
      c.retired(pc, result);
      return true;
    }
    void check_code(std::uint32_t pc, int) const { c.firmware.check_code({pc, c.now}); }
    [[noreturn]] void refuse_instruction(std::uint32_t pc, int) const {
      c.firmware.fault({pc, c.now}, {"the word there is no instruction of this processor",
                                     "instructions that clang-14 --target=lanai makes",
                                     "look whether the program has jumped into data"});
    }
    [[noreturn]] void refuse_address(std::uint32_t pc, int, std::uint32_t address) const {
      c.firmware.fault_at({pc, c.now}, address, "an access outside the SRAM",
                          "look for a wrong pointer or index");
    }
  };

  /// Moves the words on which the rules decide.
  struct Words {
    Chip& c;
    const Inputs& in;
    std::uint64_t receive_left() const { return c.engines.receive.words_to_end(); }
    std::uint64_t send_left() const { return c.engines.send.words_left(); }
    void host_word() { c.host_word(in); }
    void host_data(Time t) { c.host_data(t, in); }
    void store(Time t, std::uint32_t words) { c.engines.receive.take(t, words); }
    void fetch(Time t, std::uint32_t words) { c.engines.send.take(t, words); }
  };

  Chip(sc_core::sc_module_name name, const ChipParams& chip_params, Outputs& outputs)
      : sc_module(name),
        params(on_pins(chip_params)),
        out(outputs),
        firmware("model", params.clock, static_cast<std::uint32_t>(params.sram.count)),
        sram(params.sram, Processor<Bus>::kSteps),
        engines(params, sram, observer, "model"),
        registers(params, engines, firmware),
        processor(sram, bus) {
    engines.host.bus.bind(partners.bus);
    engines.host.before_answer = [] {};
    engines.send.link.bind(partners.link);
    registers.on_interrupt = [this](bool level, Time) { out.irq = level; };
    processor.watch(true);
    show();
  }

  /// Steps 1 to 7 of ports.md.
  void clock(const Inputs& in) {
    out.pio_done = out.hdma_moved = out.flow_stop = out.flow_go = out.retire = out.write = false;
    registers.tick_timers(now);
    engines.host.ask(now);
    link(in);
    const bool to_sram = in.pio_address - sram_offset() < sram.size();
    if (in.pio_valid && !to_sram) host_register(in);
    grant(in, {.host_word = in.pio_valid && to_sram});
    const Flow flow = tick_flow(engines.state.receive, engines.rules);
    out.flow_stop = flow == Flow::kStop;
    out.flow_go = flow == Flow::kGo;
    registers.update_interrupt(now);
    const std::uint64_t waited = processor.counters.load_use_stalls;
    if (!registers.held()) run_processor();
    out.load_use = processor.counters.load_use_stalls != waited;
    now += params.clock;
    show();
  }

  /// An instruction may store over itself.
  void run_processor() {
    const std::uint32_t pc = processor.place().pc;
    word_to_run = pc < sram.size() ? sram.word(pc) : 0;
    processor.run(one_clock(out.grant_cpu), 1, 0);
  }

  void link(const Inputs& in) {
    SendState& send = engines.state.send;
    send.running = out.link_offer > 0;
    for (int n = 0; n < in.link_take; ++n) leave();
    send.running = send.running && send.fifo > 0;
    for (std::size_t n = 0; n < in.link_in_count; ++n) arrive(in.link_in[n]);
  }
  void leave() {
    const SendFifo::Whole word = engines.send.fifo().at(0);
    crc = myrinet::crc8(engines.send.open() ? crc : 0, word.bytes.subspan(word.skip));
    engines.send.leave(std::max(engines.state.send.wire_free, now));
  }
  void arrive(std::uint64_t word) {
    std::uint8_t bytes[4];
    put_word(bytes, static_cast<std::uint32_t>(word));
    const std::size_t count = (word >> 32 & 3) + 1;
    const Time first = now - params.byte_time * static_cast<std::int64_t>(count);
    engines.receive.buffer.push(first, {bytes, count}, (word >> 34 & 1) != 0);
    engines.receive.buffer.arrive(1);
  }

  std::uint32_t sram_offset() const {
    return sram.size() > board::kSramSpace ? board::kSram1mbOffset : board::kSramOffset;
  }
  void host_register(const Inputs& in) {
    out.pio_done = true;
    if (!in.pio_write) {
      out.pio_rdata = registers.board_read(in.pio_address, now);
      return;
    }
    const Instant at{processor.place().pc, now};
    const auto reset = registers.board_write(in.pio_address, in.pio_wdata, at);
    if (reset != SpecialRegisters::Reset::kBegins) return;
    processor.reset();
    flags = {};
  }
  void host_word(const Inputs& in) {
    out.pio_done = true;
    const std::uint32_t address = in.pio_address - sram_offset();
    if (in.pio_write)
      sram.set_word(address, in.pio_wdata);
    else
      out.pio_rdata = sram.word(address);
  }
  void host_data(Time t, const Inputs& in) {
    out.hdma_moved = true;
    std::uint8_t* const word = partners.data;
    if (!word)
      throw SimulationError("the model on its pins", "a data phase that it has not asked for",
                            "data phases while hdma_req_o is set", "correct what clocks it");
    if (engines.host.to_sram) put_word(word, in.hdma_rdata);
    partners.data += 4;
    out.hdma_wdata = engines.host.to_sram ? 0 : sram.word(engines.host.sram_address);
    engines.host.take(t);
  }
  void grant(const Inputs& in, OtherWants others) {
    Words words{*this, in};
    HostState& host = engines.state.host;
    host.next = in.hdma_due ? now : Time::never();
    if (engines.rules.order == Arbitration::kCpuHostReceiveSend && !registers.held())
      others.cpu = processor.wants();
    const Accesses grants = tick_sram(engines.state, now, engines.rules, others, words);
    const auto count = [](int n) { return static_cast<std::uint8_t>(n); };
    out.grant_host = count(grants.host);
    out.grant_receive = count(grants.receive);
    out.grant_send = count(grants.send);
    out.grant_cpu = count(grants.cpu);
  }

  void retired(std::uint32_t pc, std::uint32_t result) {
    out.retire = true;
    const std::uint32_t word = word_to_run;
    const Instruction known = sram.code()[pc / 4];
    const Instruction in = known.op == Op::kIllegal ? decode(word, pc) : known;
    const Op op = in.op == Op::kPrepareAddress ? in.inner : in.op;
    const bool general = op == Op::kGeneral || op == Op::kGeneralF;
    const bool to_pc = op == Op::kLoadPc || op == Op::kLoadPcPre || op == Op::kLoadPcPost;
    const bool none = in.rd >= 32 || in.rd == kPc || op == Op::kNop || is_store(op) || to_pc ||
                      (general && !flags.meet(in.condition));
    flags = processor.state().pipe.flags;
    last.retire_pc = pc;
    last.retire_instr = word;
    last.retire_rd = none ? 0 : in.rd;
    last.retire_result = none && !is_store(op) && !to_pc ? 0 : result;
    last.retire_flags = flags;
  }

  /// What the next clock begins with.
  void show() {
    out.held = registers.held();
    show_link();
    const HostDma& host = engines.host;
    out.hdma_req = host.request_at() <= now || host.bursting();
    out.hdma_write = !host.to_sram;
    out.hdma_address = host.host_address;
    out.hdma_left = host.bytes_left();
    out.hdma_longest = host.longest_burst();
  }
  void show_link() {
    const SendState& send = engines.state.send;
    const bool starts = send.fifo >= engines.rules.start || !send.active;
    const bool running = starts ? send.fifo > 0 : send.running;
    out.link_offer = running
                         ? static_cast<std::uint8_t>(std::min<std::size_t>(send.fifo, kLinkSlots))
                         : std::uint8_t{0};
    out.link_crc = engines.send.crc_enable;
    bool head = !engines.send.open();
    std::uint8_t sum = crc;
    for (std::uint32_t n = 0; n < out.link_offer; ++n) {
      const SendFifo::Whole word = engines.send.fifo().at(n);
      sum = myrinet::crc8(head ? 0 : sum, word.bytes.subspan(word.skip));
      out.link_front[n].bits = get_word(word.bytes.data()) | std::uint64_t{word.skip} << 32 |
                               std::uint64_t{word.tail} << 34 |
                               std::uint64_t{word.tail ? sum : std::uint8_t{0}} << 35 |
                               std::uint64_t{head} << 43;
      head = word.tail;
    }
  }

  const ChipParams params;
  Outputs& out;
  Observer observer;
  Partners partners{"partners"};
  RunningFirmware firmware;
  Sram sram;
  Engines engines;
  SpecialRegisters registers;
  Bus bus{*this};
  Processor<Bus> processor;
  Time now;
  std::uint32_t word_to_run = 0;
  LazyFlags flags;       ///< of the last instruction
  std::uint8_t crc = 0;  ///< of the packet that leaves
  Insight last;          ///< its part about the last instruction
};

ModelExecutor::ModelExecutor(const ChipParams& params)
    : chip_(std::make_unique<Chip>("model", params, out_)) {}
ModelExecutor::~ModelExecutor() = default;

void ModelExecutor::clock(const Inputs& in) {
  chip_->clock(in);
}

Insight ModelExecutor::insight() const {
  const Engines& engines = chip_->engines;
  const SpecialRegisters& registers = chip_->registers;
  Insight now = chip_->last;
  now.pc = chip_->processor.place().pc;
  now.isr = registers.status({});
  now.lar = engines.host.sram_address;
  now.rmp = engines.receive.pointer;
  now.rml = engines.receive.limit();
  now.smp = engines.send.pointer;
  now.sml = engines.send.limit();
  now.armed = engines.receive.armed();
  now.send_active = engines.send.active();
  now.receive_waiting = static_cast<std::uint16_t>(engines.receive.buffer.waiting());
  now.send_waiting = static_cast<std::uint8_t>(engines.state.send.fifo);
  return now;
}

std::uint32_t ModelExecutor::sram_word(std::uint32_t index) const {
  return chip_->sram.word(index * 4);
}
void ModelExecutor::set_sram_word(std::uint32_t index, std::uint32_t word) {
  chip_->sram.set_word(index * 4, word);
}
std::uint32_t ModelExecutor::cpu_register(unsigned number) const {
  return chip_->processor.state().registers[number];
}

}  // namespace flybar::rtl
