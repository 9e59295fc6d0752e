/// Payloads of models that do not speak the protocols of the chip's sockets.
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

/// The sockets of a chip that stands still, and a payload without extensions.
class ForeignBench : public Bench {
 public:
  ForeignBench() : Bench(Stepping::kFast) { sc_core::sc_start(sc_core::SC_ZERO_TIME); }

  void to_link() { link_source->b_transport(payload, delay); }
  void to_bus(tlm::tlm_phase phase) {
    chip.pci_target().get_base_export()->nb_transport_fw(payload, phase, delay);
  }

  tlm::tlm_generic_payload payload;
  sc_core::sc_time delay;
};

std::string refusal(const Fault& fault) {
  return fault.where + ": " + fault.found;
}

TEST(ForeignPayload, OnTheLinkIsRefusedByName) {
  ForeignBench bench;
  EXPECT_EQ(refusal(fault_of([&] { bench.to_link(); })),
            "bench.chip.link_in: a payload without the extension myrinet::Link");
}

TEST(ForeignPayload, AsAHostAccessIsRefusedByName) {
  ForeignBench bench;
  EXPECT_EQ(refusal(fault_of([&] { bench.to_bus(tlm::BEGIN_REQ); })),
            "bench.chip.pci_target: a payload without the extension pci::Burst");
}

TEST(ForeignPayload, AsARunOfReadsIsRefusedByName) {
  ForeignBench bench;
  bench.payload.set_read();
  for (tlm::tlm_phase phase : {tlm::tlm_phase(pci::kForesee), tlm::tlm_phase(pci::kRepeat)})
    EXPECT_EQ(refusal(fault_of([&] { bench.to_bus(phase); })),
              "bench.chip.pci_target: a payload without the extension pci::Foresight");
}

}  // namespace
}  // namespace flybar::lanai
