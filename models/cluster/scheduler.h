/// Runs nodes, of which it sees the NIC and the agenda, ahead of the SystemC kernel, each exactly
/// as far as nothing can reach it.
///
/// The rule. For each node there is an instant before which it sends nothing: the begin of its next
/// clock; if it rests, that of its next event, but not later than something from the network may
/// reach it. That its host polls a resting chip in vain is no event. Often the node knows more: its
/// program cannot begin a packet so soon, nor its receive buffer fill. The network is told these
/// instants, delivers what they determine, and says for each node until when nothing else can reach
/// it by itself. A node may run every clock that ends by then, unless it provokes something sooner:
/// by the packet that it begins, or by its STOP or GO. A node that has nothing to do in this
/// stretch unless something reaches it sleeps: nobody asks it or runs it before. All nodes that may
/// run do so, one after the other, before the network is asked again. The earliest node can always
/// run or be told more, because what leaves a node takes at least one chip clock to reach another.
///
/// A fault stops its node alone at first. The others go on to that instant, in case one of them has
/// an earlier fault: it is the earliest that stops the simulation, of equal ones that of the lowest
/// node, in whatever order the nodes have been run.
///
/// Kernel processes (the host's software) act only at the kernel's time, and nobody runs past the
/// next instant at which one is due.
#pragma once

#include <exception>
#include <optional>
#include <vector>

#include <systemc>

#include "models/common/agenda.h"
#include "models/common/error.h"
#include "models/common/kernel.h"
#include "models/myrinet/network.h"
#include "models/myrinet/nic.h"

namespace flybar::cluster {

class Scheduler : public sc_core::sc_module {
 public:
  Scheduler(sc_core::sc_module_name name, Kernel& kernel, myrinet::Network& network);

  /// Node n of the network. All nodes before the simulation starts. Throws ConfigurationError if
  /// its cable is too short for its clock.
  void add(myrinet::Nic& nic, Agenda& agenda);

  /// Rethrows what stopped the simulation, if anything did.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  struct Node {
    myrinet::Nic* nic;
    Agenda* agenda;
    Time time = Time();    ///< of its next clock or event, as last looked at
    bool resting = false;  ///< what reaches it may make that earlier
    bool still = false;    ///< and nothing is known yet to reach it
    bool changed = true;   ///< since it was last asked what it promises
    bool stopped = false;  ///< by a fault
  };
  /// What stops the simulation once all nodes have come to its time.
  struct Stop {
    Time at;
    std::size_t node;
    std::exception_ptr error;
  };
  struct Ready {
    std::size_t node;
    Time reach;
  };

  void advance();
  void look(Node& node);
  bool may_sleep(std::size_t node) const;
  bool somebody_wakes() const;
  Time tell_network();
  bool all_done(Time earliest) const;
  bool run_round();
  void keep_longer();
  Time clocks_before(std::size_t node, Time known) const;
  bool run_unnoticed();
  void run(std::size_t number, Time reach);
  void run_to_reach(Node& node);
  void note_stop(const Stop& stop);
  void require_distance(std::size_t node) const;

  Kernel& kernel_;
  myrinet::Network& network_;
  std::vector<Node> nodes_;
  std::vector<Time> known_;   ///< the nodes have sent what they send before
  bool quiet_ = false;        ///< the network was so when the nodes were last asked
  Time end_;                  ///< the kernel's horizon at that time
  std::vector<Ready> ready_;  ///< the nodes that run in this round
  Time reach_;                ///< the node that runs may run the clocks that begin before
  std::optional<Stop> stop_;  ///< the earliest so far
  std::exception_ptr error_;
};

}  // namespace flybar::cluster
