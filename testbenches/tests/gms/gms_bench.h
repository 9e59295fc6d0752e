/// A cluster of nodes with the memory service, real firmware on every NIC, and programs.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "models/myrinet/plan.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/gms/kernel_stack.h"
#include "testbenches/experiments/stacks/gms/memory_cluster.h"
#include "testbenches/tests/gms/small_memories.h"
#include "testbenches/tests/gmsnet/round_platform.h"

namespace flybar::gms {

inline std::unique_ptr<cluster::System> make_system(const Settings& settings) {
  std::vector<cluster::Setting> overrides;
  for (const auto& [key, text] : settings) overrides.push_back({"test", key, text});
  return systems::load(round_platform(), overrides);
}

inline myrinet::Topology small_network(std::size_t nodes) {
  return nodes <= 8 ? myrinet::one_switch(nodes, 8) : myrinet::switch_tree(nodes, 16);
}

class GmsBench {
 public:
  using Transport = experiments::Transport;
  explicit GmsBench(std::size_t nodes, const Settings& settings = small_memories(),
                    Transport transport = Transport::kTrapeze)
      : GmsBench(small_network(nodes), settings, transport) {}
  GmsBench(const myrinet::Topology& topology, const Settings& settings,
           Transport transport = Transport::kTrapeze)
      : system_(make_system(settings)),
        context_{system_->params, nobody_, Stepping::kFast, {}, false, {}, {}},
        testbed_(context_, {.plans = {myrinet::planned(topology)}, .patience = Time::ms(20'000)}),
        kernels_(testbed_, transport),
        cluster_(testbed_, kernels_.kernels()),
        has_program_(topology.nodes) {}

  using Program = std::function<void(Service&)>;
  void run_on(std::size_t n, Program program) {
    kernels_.stack().run_on(n, [this, n, program = std::move(program)](cluster::Node&) {
      service(n).start();
      program(service(n));
    });
    has_program_[n] = true;
  }
  void run() {
    for (std::size_t n = 0; n < has_program_.size(); ++n) {
      if (!has_program_[n]) run_on(n, [](Service&) {});
    }
    testbed_.run();
  }

  Service& service(std::size_t n) { return cluster_.service(n); }
  Files& files() { return cluster_.files(); }
  Ledger& ledger() { return cluster_.ledger(); }
  void warm(File file) { cluster_.warm(file); }
  experiments::Testbed& testbed() { return testbed_; }

 private:
  Observer nobody_;
  std::unique_ptr<cluster::System> system_;
  const experiments::Context context_;
  experiments::Testbed testbed_;
  experiments::KernelStack kernels_;
  experiments::MemoryCluster cluster_;
  std::vector<bool> has_program_;
};

}  // namespace flybar::gms
