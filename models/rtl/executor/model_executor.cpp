#include "models/rtl/executor/model_executor.h"

#include <algorithm>
#include <vector>

#include <tlm_utils/simple_target_socket.h>

#include "models/common/error.h"
#include "models/lanai/core/processor.h"
#include "models/lanai/core/rare.h"
#include "models/lanai/core/sram.h"
#include "models/lanai/core/steps.h"
#include "models/lanai/core/words.h"
#include "models/lanai/engines/engines.h"
#include "models/lanai/image/running_firmware.h"
#include "models/lanai/registers/special_registers.h"
#include "models/layouts/generated/board_regs.hpp"
#include "models/rtl/pins/pinout.h"

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
      c.pinout.retired(c.view(), pc, c.word_to_run, result);
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
    engines.send.link().bind(partners.link);
    registers.on_interrupt = [](bool, Time) {};
    processor.watch(true);
    pinout.show(view());
  }

  /// Steps 1 to 7 of ports.md.
  void clock(const Inputs& in) {
    pinout.clear_reports();
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
    pinout.show(view());
  }

  /// An instruction may store over itself.
  void run_processor() {
    word_to_run = processor.word();
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
    pinout.leaves(word.bytes, word.skip, !engines.send.open());
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
    if (reset == SpecialRegisters::Reset::kEnds) processor.start(now, params.clock);
    if (reset != SpecialRegisters::Reset::kBegins) return;
    processor.reset();
    pinout.reset();
  }
  void host_word(const Inputs& in) {
    out.pio_done = true;
    const std::uint32_t address = in.pio_address - sram_offset();
    if (!in.pio_write) {
      out.pio_rdata = sram.word(address);
      return;
    }
    if (registers.held() && (address & ~3u) == 0) processor.first_word.written(now, sram.word(0));
    std::uint8_t bytes[4];
    put_word(bytes, in.pio_wdata);
    sram.set_bytes(address & ~3u, bytes);
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
    pinout.grants(grants);
  }

  ChipView view() const { return {engines, registers, processor, sram, now, params.clock}; }

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
  Pinout pinout{out};
};

ModelExecutor::ModelExecutor(const ChipParams& params)
    : chip_(std::make_unique<Chip>("model", params, out_)) {}
ModelExecutor::~ModelExecutor() = default;

void ModelExecutor::clock(const Inputs& in) {
  chip_->clock(in);
}

Insight ModelExecutor::insight() const {
  return chip_->pinout.insight(chip_->view());
}

lanai::ChipView ModelExecutor::view() const {
  return chip_->view();
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
