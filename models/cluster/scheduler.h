/// Runs nodes ahead of the SystemC kernel, each exactly as far as nothing can reach it.
///
/// The rule. Let T be the earliest time of any node: nobody sends anything before T. Then the
/// network can be advanced to T, and says until when nothing more reaches a port than what it has
/// delivered. A node may run every clock that ends by then. The earliest node can always run,
/// because what leaves a node takes at least one chip clock to reach another. Kernel processes (the
/// host's software) act only at the kernel's time, and nobody runs past the next instant at which
/// one is due.
#pragma once

#include <vector>

#include <systemc>

#include "models/common/agenda.h"
#include "models/common/error.h"
#include "models/common/kernel.h"
#include "models/lanai/chip.h"
#include "models/myrinet/network.h"

namespace flybar::cluster {

class Scheduler : public sc_core::sc_module {
 public:
  Scheduler(sc_core::sc_module_name name, Kernel& kernel, myrinet::Network& network);

  /// Node n of the network. All nodes before the simulation starts.
  void add(lanai::Chip& chip, Agenda& agenda);

  /// Rethrows what stopped the simulation, if anything did.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }
  /// How often a node was run, for those who care about speed.
  std::uint64_t activations() const { return activations_; }

 private:
  struct Node {
    lanai::Chip* chip;
    Agenda* agenda;
    Time time() const { return std::min(chip->time(), agenda->next()); }
  };

  void advance();
  void run_until_horizon();
  bool advance_network(Time known);
  void run(Node& node, Time reach);
  std::size_t earliest() const;
  SimulationError too_close(std::size_t node, Time lead) const;

  Kernel& kernel_;
  myrinet::Network& network_;
  std::vector<Node> nodes_;
  Time undisturbed_;  ///< nothing now on its way reaches a node before
  std::exception_ptr error_;
  std::uint64_t activations_ = 0;
};

}  // namespace flybar::cluster
