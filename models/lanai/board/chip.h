/// The LANai 4 on its PCI board: processor, SRAM, host DMA, packet send and receive, timers.
///
/// In each clock: first the engines take their SRAM accesses in the order of arbiter.h, then the
/// processor uses what is left. A write to a special register acts from the next clock on; a read
/// sees the engines as they are after this clock's step.
///
/// The chip can be stepped in two ways which agree exactly. Every clock: one after the other
/// (run/every_clock.h). Fast: where the engines' accesses can be known ahead they are planned, the
/// processor runs through the plan (run/windows.h), and idle loops are skipped (run/rest.h). All
/// else goes through the same clocks.
///
/// Here are only the sockets, what observers see, and the choice between the two ways.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "models/common/agenda.h"
#include "models/common/kernel_border.h"
#include "models/common/observer.h"
#include "models/contracts/shadow.h"
#include "models/lanai/board/lanai_board.h"
#include "models/lanai/core/core.h"
#include "models/lanai/core/sram.h"
#include "models/myrinet/link/nic.h"
#include "models/myrinet/link/protocol.h"
#include "models/pci/protocol.h"

namespace flybar::lanai {

struct Accesses;
struct Outlook;
class Shadow;

class Chip final : public sc_core::sc_module,
                   public LanaiBoard,
                   public Shadowed,
                   public myrinet::Nic {
 public:
  /// `agenda` is the node's: the chip's clocks and the agenda's tasks happen in the order of time.
  Chip(sc_core::sc_module_name name, const ChipParams& params, Agenda& agenda,
       const KernelBorder& kernel, Observer& observer);
  ~Chip() override;

  tlm::tlm_initiator_socket<32, pci::ProtocolTypes>& pci_master();
  tlm::tlm_target_socket<32, pci::ProtocolTypes>& pci_target();
  tlm::tlm_initiator_socket<32, myrinet::ProtocolTypes>& link_out();
  tlm_utils::simple_target_socket<Chip, 32, myrinet::ProtocolTypes> link_in{"link_in"};
  /// The model of a node that has one. Throws ConfigurationError if its board is another.
  static Chip& of(Card& card);

  void name_packets(const NamePacket& name) override;
  void name_transfers(const NameTransfer& name) override;
  void set_stepping(Stepping stepping) override { stepping_ = stepping; }
  void set_image(const Image* image) override;
  void observe_instructions(bool on) override;
  /// These clocks are stepped one by one.
  void observe_signals(Time from, Time to) override;
  /// Before observe_signals() and shadow_in().
  void set_shadow(std::unique_ptr<Shadow> shadow);
  void shadow_in(const ShadowPlaces& places) override;
  ShadowCount shadowed() const override;

  // As the scheduler sees it.
  Time clock() const override;
  Time time() const override;
  void run(const Time& horizon) override;
  /// In an idle loop that has been proved, or held in reset.
  bool resting() const override;
  bool may_be_suspended() const override;
  /// The program may be far from a send.
  Time byte_guarantee(Time known) const override;
  myrinet::Guarantee guarantee(Time known,
                               const std::optional<myrinet::Envelope>& coming) const override;
  /// Answers take forever until this has been called.
  void set_shortest_echo(Time time) override { shortest_echo_ = time; }

  // As its node sees it.
  void plug_into(std::span<HostBus* const> buses) override;
  void connect(Network& network, std::size_t port) override;
  /// Function, line and clock of the firmware.
  std::string place(Time t) const override;
  std::int64_t clock_at(Time t) const override;
  void catch_up(Time t) override;
  Time memory_waits() const override;
  Time program_waits() const override {
    return clock() * static_cast<std::int64_t>(core().counters.waits);
  }
  std::span<const std::uint8_t> memory() const override;

  const ChipParams& params() const override;
  Sram& sram();
  const Core& core() const;
  std::uint32_t special(std::uint32_t offset) const;

 private:
  struct Parts;

  void run_clocks(const Time& horizon);
  void fail(Time at);
  void end_rest();
  Time answer_ahead() const;
  Outlook outlook(Time known) const;
  void link_symbols(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void sample(const Accesses& grants, bool stalled);
  void place_shadow();

  const std::unique_ptr<Parts> parts_;
  Stepping stepping_ = Stepping::kFast;
  bool failed_ = false;  ///< a fault has stopped it for good
  Time shortest_echo_ = Time::never();
};

}  // namespace flybar::lanai
