/// A card of one's own, in SystemVerilog, takes the seat of the LANai board (echo_nic.sv).
#define VL_TIME_CONTEXT  // before SystemC, whose sc_time_stamp() it would ask for
#include <Vecho_nic.h>

#include <gtest/gtest.h>

#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>

#include "models/common/systemc_time.h"
#include "models/lanai/core/words.h"
#include "models/rtl/board/board.h"

namespace flybar::rtl {
namespace {

/// Between the pins and what Verilator has made of the card.
class EchoNic final : public Executor {
 public:
  EchoNic() {
    pins_.rst_ni = 0;
    edge();
    pins_.rst_ni = 1;
    out_.held = false;
  }
  ~EchoNic() override { Verilated::threadContextp(&context_); }

  void clock(const Inputs& in) override {
    pins_.pio_valid_i = in.pio_valid;
    pins_.link_take_i = in.link_take;
    pins_.link_in_count_i = in.link_in_count;
    // Two words are all that arrive in a clock of 30 ns on a link of 160 MB/s.
    const std::uint64_t a = in.link_in[0], b = in.link_in[1];
    pins_.link_in_words_i[0] = static_cast<std::uint32_t>(a);
    pins_.link_in_words_i[1] = static_cast<std::uint32_t>(a >> 32 | b << 3);
    pins_.link_in_words_i[2] = static_cast<std::uint32_t>(b >> 29);
    edge();
    out_.pio_done = pins_.pio_done_o;
    out_.pio_rdata = pins_.pio_rdata_o;
    out_.link_offer = pins_.link_offer_o;
    out_.link_front[0].bits = pins_.link_front_o[0] | std::uint64_t{pins_.link_front_o[1] & 0xFFF}
                                                          << 32;
  }
  Insight insight() const override { return {}; }
  std::uint32_t sram_word(std::uint32_t) const override { return 0; }
  void set_sram_word(std::uint32_t, std::uint32_t) override {}
  std::uint32_t cpu_register(unsigned) const override { return 0; }

 private:
  void edge() {
    for (const int level : {1, 0}) {
      pins_.clk_i = static_cast<CData>(level);
      pins_.eval();
    }
  }

  VerilatedContext context_;
  Vecho_nic pins_{&context_};
};

/// Host and link partner of a board.
struct Bench : sc_core::sc_module {
  explicit Bench(sc_core::sc_module_name name) : sc_module(name) {
    kernel.set_limit(Time::never());
    board.pci_master().bind(memory);
    to_board.bind(board.pci_target());
    board.link_out().bind(from_link);
    to_link.bind(board.link_in);
    memory.register_nb_transport_fw(this, &Bench::no_dma);
    to_board.register_nb_transport_bw(this, &Bench::answered);
    from_link.register_b_transport(this, &Bench::symbols);
  }

  void send(Time at, std::vector<std::uint8_t> bytes) {
    auto* link = new myrinet::Link;
    link->head = link->tail = true;
    tlm::tlm_generic_payload payload;
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_extension(link);  // the payload's from now on
    sc_core::sc_time delay = to_systemc(at);
    to_link->b_transport(payload, delay);
  }
  std::uint32_t read(Time at) {
    std::uint8_t word[4] = {};
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(board.params().pci_base);
    payload.set_data_ptr(word);
    payload.set_data_length(4);
    payload.set_extension(new pci::Burst);  // the payload's from now on
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = to_systemc(at);
    to_board->nb_transport_fw(payload, phase, delay);
    board.run(at + Time::us(1));
    return lanai::get_word(word);
  }

  tlm::tlm_sync_enum no_dma(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
    return tlm::TLM_ACCEPTED;
  }
  tlm::tlm_sync_enum answered(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
    return tlm::TLM_COMPLETED;
  }
  void symbols(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    const std::uint8_t* data = payload.get_data_ptr();
    echoed.insert(echoed.end(), data, data + payload.get_data_length());
  }

  Agenda agenda;
  KernelBorder kernel;
  Observer observer;
  Board board{"board",  {},
              agenda,   kernel,
              observer, [](const lanai::ChipParams&) {
                return std::make_unique<EchoNic>(); }};
  tlm_utils::simple_target_socket<Bench, 32, pci::ProtocolTypes> memory{"memory"};
  tlm_utils::simple_initiator_socket<Bench, 32, pci::ProtocolTypes> to_board{"to_board"};
  tlm_utils::simple_target_socket<Bench, 32, myrinet::ProtocolTypes> from_link{"from_link"};
  tlm_utils::simple_initiator_socket<Bench, 32, myrinet::ProtocolTypes> to_link{"to_link"};
  std::vector<std::uint8_t> echoed;
};

TEST(OwnNic, SendsAPacketBackAsItCame) {
  Bench bench("bench");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const std::vector<std::uint8_t> packet = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  bench.send(Time::ns(100), packet);
  bench.board.run(Time::us(2));

  EXPECT_EQ(bench.echoed, packet);
}

TEST(OwnNic, TellsTheHostHowManyPacketsCame) {
  Bench bench("bench");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  bench.send(Time::ns(100), {1, 2, 3});
  bench.send(Time::ns(400), {4, 5, 6, 7});
  bench.board.run(Time::us(2));

  EXPECT_EQ(bench.read(Time::us(2)), 2u);
}

}  // namespace
}  // namespace flybar::rtl
