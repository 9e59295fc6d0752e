/// A system and what runs on its hosts. Software stacks, as Stack is one, attach to it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "models/cluster/build/hardware.h"
#include "models/common/systemc_time.h"
#include "models/host/waiting/watchdog.h"
#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/experiments/measure/messages/messages.h"

namespace flybar::experiments {

class Testbed {
 public:
  struct Setup {
    std::size_t nodes = 2;
    /// If neither those of a system file nor what the parameters say of so many nodes.
    cluster::NetworkPlans plans = {};
    Time patience = Time::never();              ///< with software that makes no progress()
    std::optional<std::size_t> stages_of = {};  ///< see Messages
  };

  Testbed(const Context& context, const Setup& setup);

  using Software = std::function<void(cluster::Node&)>;
  /// Runs on node `n`. The simulation ends when all software has returned.
  void run_on(std::size_t n, Software software);

  /// Some software has completed something. Without that for Setup::patience the run ends.
  void progress() {
    if (watchdog_) watchdog_->progress();
  }
  /// And that makes `done` of `all` such things.
  void progress(std::int64_t done, std::int64_t all) {
    progress();
    if (context_.on_progress)
      context_.on_progress(static_cast<double>(done) / static_cast<double>(all));
  }

  const Context& context() const { return context_; }
  cluster::Hardware& hardware() { return hardware_; }
  Messages& messages() { return messages_; }

  /// Steps and watches a card of a node as the context says. Before run().
  void prepare(Card& card);
  /// Runs the simulation. Throws SimulationError, also if some software never returns; in the place
  /// of a DeliveryError StoppedByFaults, if the network has injected faults.
  void run();
  /// The software of a node starts, or says that what counts begins, at that instant of it. From
  /// the first one that says so the cables count, or else from the first that starts.
  void starts(Time at) {
    if (!measured_) count_cables_from(at);
  }
  void measures(Time at);
  /// For how long they have counted, after run().
  Time cables_counted() const { return kernel_time() - cables_from_; }

  /// Simulated time and NIC cycles, after run().
  void account(Results& results);

  /// The network damages or loses something, so that messages may not arrive.
  bool is_lossy() const;
  /// What arrived, and what the cables damaged or lost, after run().
  void account_losses(Results& results);
  /// After the run: all that there is of one that injected faults have ended.
  Results by_now();

 private:
  void run_to_end();
  void count_cables_from(Time at);

  const Context context_;
  Messages messages_;
  cluster::Hardware hardware_;
  std::optional<host::Watchdog> watchdog_;
  bool measured_ = false;  ///< some node has said that what counts begins
  Time cables_from_ = Time::never();
};

}  // namespace flybar::experiments
