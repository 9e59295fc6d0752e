/// One computer: CPU, memory, disk, and the buses and cards that its plan lists.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <systemc>

#include "models/cluster/build/bus_router.h"
#include "models/cluster/build/cards.h"
#include "models/cluster/build/parts.h"
#include "models/common/kernel_border.h"
#include "models/contracts/card.h"
#include "models/host/cpu/cpu.h"
#include "models/host/memory/memory.h"
#include "models/host/paging/disk.h"

namespace flybar::cluster {

class Node : public sc_core::sc_module {
 public:
  Node(sc_core::sc_module_name name, const NodePlan& plan, const LayerParams& params,
       const LayerParams& shared, Observer& observer);

  /// A card, and how the host reaches it.
  struct Seat {
    std::string name;
    std::uint32_t window;  ///< bus address of its first byte
    host::InterruptLine* interrupt;
    std::unique_ptr<Card> card;
    std::vector<std::size_t> buses;  ///< that it is on
    std::size_t network = 0;         ///< of the system
    std::size_t port = 0;            ///< of that network
  };

  /// The buses in the order of the plan; the first.
  HostBus& bus(std::size_t number = 0) { return *buses_[number]; }
  /// As the plan names it: "pci".
  const std::string& bus_name(std::size_t number) const { return bus_names_[number]; }
  std::size_t buses() const { return buses_.size(); }
  /// The cards in the order of the plan; the first.
  Seat& seat(std::size_t number = 0) { return seats[number]; }
  const Seat& seat(std::size_t number = 0) const { return seats[number]; }
  Card& card(std::size_t number = 0) { return *seats[number].card; }
  /// All cards together.
  Runner& runner() { return several_ ? static_cast<Runner&>(*several_) : card(); }
  /// An echo of what its cards have sent; for a host with several.
  void echo(Time at) {
    if (several_) several_->echo(at);
  }

  // Declared in the order in which they are made: each needs those before it.
  Agenda agenda;
  KernelBorder kernel;
  host::Memory memory;

 private:
  std::vector<std::unique_ptr<HostBus>> buses_;
  std::vector<std::string> bus_names_;
  std::optional<BusRouter> router_;

 public:
  host::Cpu cpu;
  std::vector<Seat> seats;  ///< in the order of the plan
  host::Disk disk;

 private:
  static std::vector<std::unique_ptr<HostBus>> make_buses(const NodePlan& plan,
                                                          const LayerParams& params, Agenda& agenda,
                                                          Observer& observer);
  PioPort& pio();
  std::vector<Seat> take_seats(const NodePlan& plan);
  void plug_in(const NodePlan& plan);
  std::string device(Time at) const;

  std::optional<Cards> several_;
};

}  // namespace flybar::cluster
