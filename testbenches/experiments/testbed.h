/// A system with the Trapeze library and firmware on every node, and software to drive it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "models/cluster/hardware.h"
#include "models/host/watchdog.h"
#include "models/lanai/image/image.h"
#include "models/trapeze/endpoint.h"
#include "testbenches/experiments/experiment.h"
#include "testbenches/experiments/node_use.h"

namespace flybar::experiments {

class Testbed {
 public:
  struct Setup {
    std::size_t nodes = 2;
    std::optional<myrinet::Topology> topology = {};  ///< if not as few switches as the nodes take
    trapeze::Notify notify = trapeze::Notify::kPolling;
    bool attach_frames = true;
    Time patience = Time::never();  ///< with software that makes no progress()
  };

  Testbed(const Context& context, const Setup& setup);

  /// One host of the system, as its software sees it.
  struct Host {
    std::size_t node;
    host::Cpu& cpu;
    host::Memory& memory;
    tpz_nic* nic;
  };
  using Software = std::function<void(Host&)>;
  Host host(std::size_t n);

  /// Runs on node `n`, at most one on each, once its firmware is up. The simulation ends when all
  /// of them have returned.
  void run_on(std::size_t n, Software software);

  /// Some software has completed something. Without that for Setup::patience the run ends.
  void progress() {
    if (watchdog_) watchdog_->progress();
  }

  cluster::Hardware& hardware() { return hardware_; }
  trapeze::Endpoint& endpoint(std::size_t n) { return endpoints_[n]; }

  /// Runs the simulation. Throws SimulationError, also if some software never returns.
  void run();
  /// What the parts of node `n` do counts from here, or to here: called by its software. Else all
  /// counts from when that starts until it returns.
  void count_from(std::size_t n) { spans_[n] = {use(n), std::nullopt}; }
  void count_to(std::size_t n) { spans_[n].end = use(n); }
  /// The time that counts, after run().
  Time counted(std::size_t n) { return spans_[n].end->at - spans_[n].begin.at; }
  /// Simulated time, NIC cycles, and what the nodes did in the time that counts, after run().
  void account(Results& results);

 private:
  trapeze::EndpointConfig endpoint_config(std::size_t node, const cluster::NodeParams& params,
                                          const Setup& setup) const;

  struct Span {
    NodeUse begin;
    std::optional<NodeUse> end;
  };
  /// As it is linked for a board with some size of SRAM.
  struct Firmware {
    lanai::Image image;
    std::uint32_t endpoint;  ///< where it serves the host
  };
  static std::map<Bytes, Firmware> link_firmware(const Context& context);
  const Firmware& firmware(std::size_t n) {
    return firmware_.at(hardware_.node(n).chip.params().sram);
  }
  NodeUse use(std::size_t n) { return NodeUse::of(hardware_, n, firmware(n).endpoint); }

  const Time byte_time_;                      ///< of the links
  const std::map<Bytes, Firmware> firmware_;  ///< by the SRAM of the boards
  cluster::Hardware hardware_;
  std::deque<trapeze::Endpoint> endpoints_;
  std::optional<host::Watchdog> watchdog_;
  std::map<std::size_t, Span> spans_;  ///< by node
  std::size_t running_ = 0;
};

/// Steps and watches a chip as the context says; `image` is the firmware that it will run.
void prepare(lanai::Chip& chip, const Context& context, const lanai::Image& image);

/// The standard firmware image `name` (for example "trapeze.elf"), which lies beside the program.
std::string firmware_path(const std::string& name);

}  // namespace flybar::experiments
