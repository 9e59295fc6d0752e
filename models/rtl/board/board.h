/// A LANai board whose chip is clocked on its pins: RTL, or whatever else is an Executor. It takes
/// the seat of the model (lanai::Chip), with the same sockets.
///
/// All that counts picoseconds is here and in the parts (link_in, link_out, bus_master, and the
/// model's host_port): which words arrive within a clock, how many the link takes, whether a data
/// phase is due. The rest is the chip's. What the parts of a clock are, and in which order, says
/// rtl/lanai/board/ports.md.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <tlm_utils/simple_target_socket.h>
#include <systemc>

#include "models/common/agenda.h"
#include "models/common/kernel_border.h"
#include "models/common/observer.h"
#include "models/lanai/board/lanai_board.h"
#include "models/lanai/board/signals.h"
#include "models/lanai/image/running_firmware.h"
#include "models/lanai/pio/host_port.h"
#include "models/myrinet/link/nic.h"
#include "models/rtl/board/bus_master.h"
#include "models/rtl/board/lap_watch.h"
#include "models/rtl/board/link_in.h"
#include "models/rtl/board/link_out.h"
#include "models/rtl/board/pieces.h"
#include "models/rtl/lockstep/lockstep.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

class Board final : public sc_core::sc_module, public lanai::LanaiBoard, public myrinet::Nic {
 public:
  Board(sc_core::sc_module_name name, const lanai::ChipParams& params, Agenda& agenda,
        const KernelBorder& kernel, Observer& observer, const MakeExecutor& make);
  ~Board() override;

  tlm::tlm_initiator_socket<32, pci::ProtocolTypes>& pci_master() { return bus_master_.bus; }
  tlm::tlm_target_socket<32, pci::ProtocolTypes>& pci_target() { return port_.bus; }
  tlm::tlm_initiator_socket<32, myrinet::ProtocolTypes>& link_out() {
    return link_out_.talker.link;
  }
  tlm_utils::simple_target_socket<Board, 32, myrinet::ProtocolTypes> link_in{"link_in"};

  // As a LANai board.
  const lanai::ChipParams& params() const override { return params_; }
  void set_image(const lanai::Image* image) override { firmware_.set_image(image); }
  void name_packets(const lanai::NamePacket& name) override { pieces_.name_packet = name; }
  void name_transfers(const lanai::NameTransfer& name) override { pieces_.name_transfer = name; }
  void observe_instructions(bool on) override { observed_ = on; }
  void observe_signals(Time from, Time to) override;

  // As the scheduler sees it.
  Time clock() const override { return params_.clock; }
  Time time() const override { return now_; }
  void run(const Time& horizon) override;

  // As its node sees it.
  void plug_into(std::span<HostBus* const> buses) override;
  void connect(Network& network, std::size_t port) override;
  std::string place(Time t) const override;
  /// In lockstep memory and registers are compared, too.
  void catch_up(Time t) override {
    run(t);
    if (!failed_) executor_->end();
  }
  std::int64_t clock_at(Time t) const override { return Clock(params_.clock).at_or_after(t).count; }
  Time memory_waits() const override { return params_.clock * memory_stalls_; }
  Time program_waits() const override { return params_.clock * laps_.looked(); }
  /// A copy, valid until the next call.
  std::span<const std::uint8_t> memory() const override;

  Executor& executor() { return *executor_; }
  /// Ends the run because two executors differ.
  [[noreturn]] void differ(const Difference& difference) const;

 private:
  void run_clock();
  void apply_port(Inputs& in);
  void end_port();
  void count(const Outputs& out);
  void tell_retired();
  void sample(const Outputs& out, Time t);
  void host_wrote(std::uint32_t offset, std::uint32_t value);
  [[noreturn]] void fault(const Outputs& out) const;
  void link_symbols(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned debug_access(std::uint32_t offset, tlm::tlm_generic_payload& payload);
  std::uint32_t sram_offset() const;

  const lanai::ChipParams params_;
  Agenda& agenda_;
  const KernelBorder& kernel_;
  Observer& observer_;
  const TrackId program_track_;
  const std::unique_ptr<Executor> executor_;
  lanai::RunningFirmware firmware_;
  LinkIn link_in_;
  const TrackId link_in_track_;  ///< declared before that of link_out_, as the model does
  LinkOut link_out_;
  BusMaster bus_master_;
  lanai::HostPort port_;
  Pieces pieces_;

  Inputs in_;
  Time now_;  ///< begin of the next clock
  std::int64_t clock_ = 0;
  Time next_tick_;
  bool held_ = true, irq_ = false;
  bool failed_ = false;  ///< a fault has stopped the chip for good
  std::int64_t memory_stalls_ = 0;
  LapWatch laps_;
  bool observed_ = false;
  std::int64_t last_retired_ = 0;
  Time watch_from_ = Time::never(), watch_to_;
  std::optional<lanai::Signals> signals_;
  mutable std::vector<std::uint8_t> memory_;
};

}  // namespace flybar::rtl
