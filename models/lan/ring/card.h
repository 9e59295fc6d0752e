/// A card of fixed function with a ring of descriptors each way, after the DECchip 21140: bus
/// master on PCI, port of an Ethernet or of ATM. Registers and descriptors:
/// models/layouts/lan.regs.toml.
///
/// It acts by tasks of its node and in steps of the PCI clock, so both ways of stepping are one.
/// Not modelled: setup frames and address filters, the MII, auto-polling, chained descriptors, wake
/// up of a send process by time, missed-frame registers.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <systemc>

#include "models/contracts/card.h"
#include "models/lan/ring/receiver.h"
#include "models/lan/ring/register_port.h"
#include "models/lan/ring/transmitter.h"

namespace flybar::lan {

class RingCard final : public sc_core::sc_module,
                       public Card,
                       public Station,
                       private RegisterPort::Owner {
 public:
  struct Setup {
    RingParams params;
    Time bus_clock;
    std::uint32_t window;  ///< PCI address
    Framing framing;       ///< of captures
  };
  RingCard(sc_core::sc_module_name name, const Setup& setup, Agenda& agenda, Observer& observer);

  /// This card as a ring card. Throws ConfigurationError if it is another.
  static RingCard& of(Card& card);

  const CardCounters& counters() const { return counters_; }
  /// Its port on the network, by which traces name its frames.
  std::size_t port() const { return port_; }
  /// What traces call the frame that was written last to the receive descriptor at this place.
  std::uint64_t received_message(std::uint32_t place) const { return receiver_.message(place); }

  // As the scheduler sees it.
  Time clock() const override { return setup_.bus_clock; }
  Time time() const override { return Time::never(); }
  bool resting() const override { return true; }
  bool may_be_suspended() const override { return transmitter_.is_idle() && receiver_.is_idle(); }
  void run(const Time&) override {}

  // As its node sees it.
  void plug_into(std::span<HostBus* const> buses) override;
  void connect(flybar::Network& network, std::size_t port) override;
  std::string place(Time t) const override;
  void catch_up(Time) override {}
  std::int64_t clock_at(Time t) const override { return t / clock(); }
  Uses uses() const override;

  // As its network sees it.
  void arrives(Frame frame, Time begin) override;
  void leaves(Time begin) override;

 private:
  std::uint32_t read_register(std::uint32_t offset) override;
  void write_register(std::uint32_t offset, std::uint32_t value, Time now) override;
  CardSide side(Agenda& agenda, Observer& observer);
  void serve(Time now);
  void interrupt(std::uint32_t cause, Time now);
  void update_line(Time now);

  const Setup setup_;
  CardCounters counters_;
  const TrackId packets_;
  Receiver receiver_;
  Transmitter transmitter_;
  BusMaster master_;
  RegisterPort port_registers_;
  BusUser* user_ = nullptr;  ///< of what is on the bus
  std::size_t port_ = 0;
  std::uint32_t status_ = 0, mask_ = 0;
  bool level_ = false;  ///< of the interrupt
};

}  // namespace flybar::lan
