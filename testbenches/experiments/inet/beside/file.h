/// A program of the client that reads a file in the memory of the server while a test runs.
#pragma once

#include <memory>
#include <vector>

#include "models/gms/file/file_access.h"
#include "testbenches/experiments/inet/beside/beside.h"
#include "testbenches/experiments/inet/beside/worker.h"
#include "testbenches/experiments/stacks/gms/memory_cluster.h"

namespace flybar::experiments {

class FileBeside final : public Beside {
 public:
  FileBeside(Stack& stack, Kernels& kernels);

  void start(std::size_t n) override { cluster_.service(n).start(); }
  void begin() override { reader_.begin(); }
  void end() override;
  void stop() override { reader_.stop(); }
  void account(Results& results, double elapsed) override;

 private:
  void read();

  host::Cpu& cpu_;
  MemoryCluster cluster_;
  gms::FileInfo& file_;
  std::unique_ptr<gms::FileAccess> access_;
  Histogram latencies_;        ///< of the time that counts: of a page
  std::vector<Time> last_;     ///< since its last end
  std::uint64_t read_ = 0;     ///< pages
  std::uint64_t counted_ = 0;  ///< of them, in the time that counts
  Worker reader_;
};

/// Pages of its file: so many that none is there any more when it is read again.
std::uint32_t pages_beside(const LayerParams& client);

}  // namespace flybar::experiments
