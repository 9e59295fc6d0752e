#include "models/rtl/lockstep/record.h"

#include <fmt/format.h>

#include "models/lanai/isa/disassemble.h"

namespace flybar::rtl {

const char* name_of(Channel channel) {
  static constexpr const char* kNames[kChannels] = {"retire",   "write",   "host-dma", "host-word",
                                                    "link-out", "link-in", "flow",     "interrupt",
                                                    "grants",   "state"};
  return kNames[static_cast<std::size_t>(channel)];
}

namespace {

class Collector {
 public:
  explicit Collector(std::int64_t clock) : clock_(clock) {}
  template <class... Args>
  void add(Channel channel, fmt::format_string<Args...> format, Args&&... args) {
    records_.push_back({channel, clock_, fmt::format(format, std::forward<Args>(args)...)});
  }
  std::vector<Record> take() { return std::move(records_); }

 private:
  std::int64_t clock_;
  std::vector<Record> records_;
};

void add_processor(Collector& c, const Moment& m) {
  const Insight& i = m.insight;
  if (m.out.retire)
    c.add(Channel::kRetire, "pc {:#07x}  {:08x} {:<24} r{} = {:#x}, flags {:#x}", i.retire_pc,
          i.retire_instr, lanai::disassemble(i.retire_instr, i.retire_pc), i.retire_rd,
          i.retire_result, i.retire_flags);
  if (m.out.write)
    c.add(Channel::kWrite, "register {:#04x} = {:#x}", m.out.write_offset, m.out.write_data);
}

void add_host(Collector& c, const Outputs& before, const Moment& m) {
  if (m.out.hdma_moved && before.hdma_write)
    c.add(Channel::kHostDma, "to host {:#x}: {:08x}", before.hdma_address, m.out.hdma_wdata);
  else if (m.out.hdma_moved)
    c.add(Channel::kHostDma, "from host {:#x}: {:08x}", before.hdma_address, m.in.hdma_rdata);
  if (m.out.pio_done && m.in.pio_write)
    c.add(Channel::kHostWord, "writes {:#x} = {:08x}", m.in.pio_address, m.in.pio_wdata);
  else if (m.out.pio_done)
    c.add(Channel::kHostWord, "reads {:#x}: {:08x}", m.in.pio_address, m.out.pio_rdata);
}

void add_link(Collector& c, const Outputs& before, const Moment& m) {
  for (std::size_t n = 0; n < m.in.link_take; ++n) {
    const FrontWord word = before.link_front[n];
    c.add(Channel::kLinkOut, "{:08x} skip {}{}{}", word.data(), word.skip(),
          word.head() ? " head" : "",
          word.tail() ? fmt::format(" tail, CRC {:02x}", word.crc()) : "");
  }
  for (std::size_t n = 0; n < m.in.link_in_count; ++n)
    c.add(Channel::kLinkIn, "{:08x}, {} B{}", static_cast<std::uint32_t>(m.in.link_in[n]),
          (m.in.link_in[n] >> 32 & 3) + 1, (m.in.link_in[n] >> 34 & 1) != 0 ? " tail" : "");
  if (m.out.flow_stop || m.out.flow_go)
    c.add(Channel::kFlow, "{}{}", m.out.flow_stop ? "STOP" : "", m.out.flow_go ? "GO" : "");
}

void add_state(Collector& c, const Moment& m) {
  const Insight& i = m.insight;
  const Outputs& o = m.out;
  c.add(Channel::kGrants, "host {}, receive {}, send {}, processor {}", o.grant_host,
        o.grant_receive, o.grant_send, o.grant_cpu);
  c.add(Channel::kState,
        "pc {:#x}, ISR {:#010x}{}, LAR {:#x}, EAR {:#x}, DMA_CTR {}{}, longest {}, RMP {:#x}, RML "
        "{:#x}{}, waiting {}, SMP {:#x}, SML {:#x}{}, waiting {}, offers {}{}, fault {}",
        i.pc, i.isr, o.held ? ", held" : "", i.lar, o.hdma_address, o.hdma_left,
        o.hdma_req ? " asks" : "", o.hdma_longest, i.rmp, i.rml, i.armed ? " armed" : "",
        i.receive_waiting, i.smp, i.sml, i.send_active ? " active" : "", i.send_waiting,
        o.link_offer, o.load_use ? ", waits for a load" : "", o.fault);
  for (std::size_t n = 0; n < o.link_offer; ++n)
    c.add(Channel::kState, "offer {}: {:#x}", n, o.link_front[n].bits);
}

}  // namespace

std::vector<Record> records_of(const Moment& before, const Moment& after, bool all) {
  Collector collector(after.clock);
  add_processor(collector, after);
  add_host(collector, before.out, after);
  add_link(collector, before.out, after);
  if (after.out.irq != before.out.irq)
    collector.add(Channel::kInterrupt, "{}", after.out.irq ? "rises" : "falls");
  if (all) add_state(collector, after);
  return collector.take();
}

}  // namespace flybar::rtl
