/// A program reads a large file that lies in network memory.
#pragma once

#include "testbenches/experiments/file/file_bench.h"

namespace flybar::experiments {

class FileRead : public FileBench {
 public:
  Results run(const Context& context) override { return measure(context); }

 private:
  bool writes() const override { return false; }
  cluster::SystemParams roles(const cluster::SystemParams& system) const override { return system; }
};

}  // namespace flybar::experiments
