/// The memory service on every node of a testbed: node 0 has files, the others have memory.
#pragma once

#include <deque>

#include "models/common/parameters.h"
#include "models/gms/service.h"
#include "testbenches/experiments/ledger/ledger.h"
#include "testbenches/experiments/measure/testbed.h"
#include "testbenches/experiments/stacks/calls/kernels.h"

namespace flybar::experiments {

/// Where the pages of a file are when its program begins.
enum class PagesIn : std::uint8_t { kMemory, kDisk };
/// Adds the option `pages`.
void add_pages_in(Parameters& options, PagesIn& pages);

class MemoryCluster {
 public:
  /// Before the testbed runs.
  MemoryCluster(Testbed& testbed, Kernels& kernels);

  gms::Service& service(std::size_t n) { return services_[n]; }
  /// What the programs of node 0 have done: faults, and pages from where and to where.
  void account(Results& results);
  gms::Files& files() { return files_; }
  gms::Ledger& ledger() { return ledger_; }

  /// Before the testbed runs: puts the pages of a file that are on disk into the memory of the
  /// nodes other than 0, in turn. Precondition: they fit, with those of files before.
  void warm(gms::File file);
  /// Likewise one page, into the memory of node `site`.
  void keep(gms::PageId id, gms::Node site);

 private:
  gms::Files files_;
  gms::Ledger ledger_;
  std::deque<gms::Service> services_;
  std::size_t placed_ = 0;  ///< pages, by warm()
};

/// Nodes whose pages are not of one size.
void check_frames(const cluster::SystemParams& system, std::vector<Fault>& faults);
/// Likewise, or do not travel as the payload of a message.
void check_pages(const cluster::SystemParams& system, std::vector<Fault>& faults);
/// Pages that one server of this system can keep for the client.
std::int64_t pages_per_server(const LayerParams& server);

}  // namespace flybar::experiments
