/// What file-read and file-write have in common: a program that goes through a large file page by
/// page and touches some bytes of each.
#pragma once

#include <memory>

#include "models/gms/file/file_access.h"
#include "models/host/cpu/cpu_shares.h"
#include "testbenches/experiments/stacks/gms/memory_cluster.h"
#include "testbenches/experiments/stacks/transport/transport_experiment.h"

namespace flybar::experiments {

class FileBench : public TransportExperiment {
 public:
  enum class Interface : std::uint8_t { kStream, kMmap, kMmb };

  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"file"}; }

 protected:
  virtual bool writes() const = 0;
  /// The system with node 0 as the client of this experiment.
  virtual cluster::SystemParams roles(const cluster::SystemParams& system) const = 0;
  Results measure(const Context& context);

 private:
  Transport transport() const override { return transport_; }
  std::uint32_t pages(const cluster::SystemParams& system) const;
  void check_local_cache(const cluster::SystemParams& nodes, std::vector<Fault>& faults) const;
  std::unique_ptr<gms::FileAccess> open(gms::Service& service, gms::File file) const;
  void go_through(Testbed& testbed, gms::Service& service, gms::File file);
  void require_many_pages(double bandwidth, double most) const;
  Results results(const Context& context, Stack& stack, MemoryCluster& cluster) const;

  Transport transport_ = Transport::kTrapeze;
  Interface interface_ = Interface::kStream;
  PagesIn pages_in_ = PagesIn::kMemory;
  Bytes touch_ = Bytes(8192);
  Bytes file_ = Bytes(4096 * 8192);
  std::int64_t read_ahead_ = 8;
  std::int64_t servers_ = 2;

  host::CpuMark begin_, end_;
  std::uint32_t measured_ = 0;  ///< pages
};

}  // namespace flybar::experiments
