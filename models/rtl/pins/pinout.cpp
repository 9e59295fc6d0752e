#include "models/rtl/pins/pinout.h"

#include <algorithm>

#include "models/lanai/core/words.h"
#include "models/lanai/isa/instruction.h"
#include "models/myrinet/link/crc8.h"

namespace flybar::rtl {

using namespace lanai;

void Pinout::begin(const ChipView& chip) {
  const SendDma& send = chip.engines.send;
  crc_ = send.open() ? myrinet::crc8(0, send.left()) : 0;
  flags_ = chip.core.state().pipe.flags;
  clear_reports();
  show(chip);
}

void Pinout::clear_reports() {
  out_.pio_done = out_.hdma_moved = out_.flow_stop = out_.flow_go = out_.retire = out_.write =
      false;
}

void Pinout::leaves(std::span<const std::uint8_t> bytes, std::uint32_t skip, bool head) {
  crc_ = myrinet::crc8(head ? 0 : crc_, bytes.subspan(skip));
}

void Pinout::grants(const Accesses& grants) {
  const auto count = [](int n) { return static_cast<std::uint8_t>(n); };
  out_.grant_host = count(grants.host);
  out_.grant_receive = count(grants.receive);
  out_.grant_send = count(grants.send);
  out_.grant_cpu = count(grants.cpu);
}

void Pinout::retired(const ChipView& after, std::uint32_t pc, std::uint32_t word,
                     std::uint32_t result) {
  out_.retire = true;
  const Instruction known = after.sram.code()[pc / 4];
  const Instruction in = known.op == Op::kIllegal ? decode(word, pc) : known;
  const Op op = in.op == Op::kPrepareAddress ? in.inner : in.op;
  const bool general = op == Op::kGeneral || op == Op::kGeneralF;
  const bool to_pc = op == Op::kLoadPc || op == Op::kLoadPcPre || op == Op::kLoadPcPost;
  const bool none = in.rd >= 32 || in.rd == kPc || op == Op::kNop || is_store(op) || to_pc ||
                    (general && !flags_.meet(in.condition));
  flags_ = after.core.state().pipe.flags;
  last_.retire_pc = pc;
  last_.retire_instr = word;
  last_.retire_rd = none ? 0 : in.rd;
  last_.retire_result = none && !is_store(op) && !to_pc ? 0 : result;
  last_.retire_flags = flags_;
}

void Pinout::show(const ChipView& chip) {
  out_.held = chip.registers.held();
  out_.irq = chip.registers.interrupt();
  show_link(chip.engines);
  const HostDma& host = chip.engines.host;
  out_.hdma_req = host.busy() && host.first_request() <= chip.now;
  out_.hdma_write = !host.to_sram;
  out_.hdma_address = host.host_address;
  out_.hdma_left = host.bytes_left();
  out_.hdma_longest = host.longest_burst();
}

void Pinout::show_link(const Engines& engines) {
  const SendState& send = engines.state.send;
  const bool starts = send.fifo >= engines.rules.start || !send.active;
  const bool running = starts ? send.fifo > 0 : send.running;
  out_.link_offer = running
                        ? static_cast<std::uint8_t>(std::min<std::size_t>(send.fifo, kLinkSlots))
                        : std::uint8_t{0};
  out_.link_crc = engines.send.crc_enable;
  bool head = !engines.send.open();
  std::uint8_t sum = crc_;
  for (std::uint32_t n = 0; n < out_.link_offer; ++n) {
    const SendFifo::Whole word = engines.send.fifo().at(n);
    sum = myrinet::crc8(head ? 0 : sum, word.bytes.subspan(word.skip));
    out_.link_front[n].bits = get_word(word.bytes.data()) | std::uint64_t{word.skip} << 32 |
                              std::uint64_t{word.tail} << 34 |
                              std::uint64_t{word.tail ? sum : std::uint8_t{0}} << 35 |
                              std::uint64_t{head} << 43;
    head = word.tail;
  }
}

Insight Pinout::insight(const ChipView& chip) const {
  const Engines& engines = chip.engines;
  Insight now = last_;
  now.pc = chip.core.place().pc;
  now.isr = chip.registers.status({});
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

}  // namespace flybar::rtl
