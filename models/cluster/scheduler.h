/// Runs nodes ahead of the SystemC kernel, each exactly as far as nothing can reach it.
///
/// The rule. For each node there is an instant before which it sends nothing: the begin of its next
/// clock; if it rests, that of its next event, but not later than something from the network may
/// reach it. The network is told these instants, delivers what they determine, and says for each
/// node until when nothing else can reach it. A node may run every clock that ends by then, with
/// one exception: if it sends into a quiet network, an answer may come sooner than what others send
/// by themselves. All nodes that may run do so, one after the other, before the network is asked
/// again. The earliest node can always run or be told more, because what leaves a node takes at
/// least one chip clock to reach another.
///
/// Kernel processes (the host's software) act only at the kernel's time, and nobody runs past the
/// next instant at which one is due.
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

 private:
  struct Node {
    lanai::Chip* chip;
    Agenda* agenda;
    Time time = Time();    ///< of its next clock or event, as last looked at
    bool resting = false;  ///< what reaches it may make that earlier
  };

  void advance();
  void look(Node& node);
  void tell_network();
  bool run_round();
  Time clocks_before(std::size_t node, Time known) const;
  void run(std::size_t number, Time reach);
  SimulationError too_close(std::size_t node, Time lead) const;

  Kernel& kernel_;
  myrinet::Network& network_;
  std::vector<Node> nodes_;
  std::vector<Time> silent_;  ///< the nodes send nothing before
  Time reach_;                ///< the node that runs may run the clocks that begin before
  std::exception_ptr error_;
};

}  // namespace flybar::cluster
