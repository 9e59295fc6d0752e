/// A PCI bus with the host bridge of an AlphaStation, and on it the card of card.h.
#include <array>
#include <cstdio>
#include <cstring>

#include "card.h"
#include "models/pci/bridge.h"
#include "models/pci/bus.h"
#include "models/pci/chipsets.h"

using namespace flybar;

constexpr std::uint32_t kCard = 0x8000'0000, kPage = 0x2000;

/// Host memory behind the bridge.
struct Memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(64 * 1024);

  explicit Memory(sc_core::sc_module_name name) : sc_module(name) {
    socket.register_b_transport(this, &Memory::transport);
  }
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    auto* place = bytes.data() + payload.get_address();
    if (payload.is_write()) std::copy_n(payload.get_data_ptr(), payload.get_data_length(), place);
    if (payload.is_read()) std::copy_n(place, payload.get_data_length(), payload.get_data_ptr());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

/// The CPU may go on.
struct Posted : Task {
  void run(Time) override {}
};

int sc_main(int, char**) {
  Agenda agenda;
  Observer nobody;
  const pci::BusParams params;
  const Clock clock(params.period);
  pci::Bus bus("bus", params, agenda, nobody);
  pci::HostBridge bridge("bridge", pci::chipset("cia"), clock, agenda);
  Memory memory("memory");
  Doorbell bell("bell", clock, agenda);
  Writer writer("writer", clock, agenda);
  bus.add_master(bridge.pci_master, "cpu");
  bus.add_master(writer.socket, "card");
  bus.add_target(bridge.pci_target, {0, Bytes(64 * 1024)});
  bus.add_target(bell.socket, {kCard, Bytes(4096)});
  bridge.memory.bind(memory.socket);
  bell.on_write = [&](Time now, std::uint32_t address) { writer.start(now, address); };
  for (int i = 0; i < 8192; ++i) writer.data.push_back(static_cast<std::uint8_t>(i * 7));
  sc_core::sc_start(sc_core::SC_ZERO_TIME);

  std::array<std::uint8_t, 4> word;
  std::memcpy(word.data(), &kPage, word.size());
  Posted posted;
  bridge.write(Time(), kCard, word, posted);
  while (agenda.next() != Time::never()) agenda.run_next();

  const bool right =
      std::equal(writer.data.begin(), writer.data.end(), memory.bytes.begin() + kPage);
  std::printf("8192 B in %d bursts, %.2f us after the bell, %s\n", writer.bursts, writer.ended.us(),
              right ? "all right" : "WRONG");
  return right ? 0 : 1;
}

int main(int argc, char** argv) {
  return sc_core::sc_elab_and_sim(argc, argv);
}
