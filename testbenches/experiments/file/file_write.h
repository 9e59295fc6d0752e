/// A program writes a large scratch file into network memory.
#pragma once

#include <utility>

#include "models/cluster/build/system_params.h"
#include "testbenches/experiments/file/file_bench.h"

namespace flybar::experiments {

class FileWrite : public FileBench {
 public:
  Results run(const Context& context) override { return measure(context); }

 private:
  bool writes() const override { return true; }
  /// The published measurements write from what serves when they read.
  cluster::SystemParams roles(const cluster::SystemParams& system) const override {
    cluster::SystemParams swapped = system;
    std::swap(swapped.node(0), swapped.node(1));
    return swapped;
  }
};

}  // namespace flybar::experiments
