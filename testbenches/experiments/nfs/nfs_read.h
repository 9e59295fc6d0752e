/// A program reads a large file of an NFS server by system calls, from its beginning to its end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/host/cpu/cpu_shares.h"
#include "models/nfs/client/file.h"
#include "models/nfs/server/server.h"
#include "testbenches/experiments/inet/buffers/content.h"
#include "testbenches/experiments/measure/costs.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"
#include "testbenches/experiments/stacks/transport/transport_experiment.h"

namespace flybar::experiments {

class NfsRead final : public TransportExperiment {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"file"}; }
  std::vector<std::string> headline() const override {
    return {"bandwidth", "cpu_system", "cpu_total", "server_cpu", "rate"};
  }
  Results run(const Context& context) override;

 private:
  struct Hosts;

  Transport transport() const override { return transport_; }
  std::int64_t blocks() const { return file_.count / read_size_.count; }
  /// Blocks before and behind those that are measured: then, too, some are read ahead.
  std::int64_t around() const;
  bool measures(std::int64_t block) const {
    return block >= around() && block < blocks() - around();
  }
  nfs::Handle place(nfs::Server& server, host::Memory& memory) const;
  void watch(nfs::Server& server, const host::Cpu& cpu);
  void go_through(Testbed& testbed, nfs::File& file, host::Cpu& cpu);
  void read_block(nfs::File& file, host::Cpu& cpu, std::int64_t block) const;
  void compare(std::int64_t block, std::span<const std::uint8_t> bytes) const;
  Results results(Hosts& hosts) const;

  Transport transport_ = Transport::kIpMyriapi;
  std::int64_t daemons_ = 8;
  Bytes read_size_ = Bytes(8192);
  Bytes touch_ = Bytes(8192);
  Bytes file_ = Bytes(8 * 1024 * 1024);
  std::int64_t version_ = 2;

  const Content content_;
  host::Physical buffer_ = 0;  ///< the program's
  Time system_call_, touch_time_;
  host::CpuMark begin_, end_;
  CostsOf client_, server_;
};

}  // namespace flybar::experiments
