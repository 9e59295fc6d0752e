/// The kernels of a testbed's nodes: a frame pool and gmsnet on each.
#pragma once

#include <deque>

#include "models/gmsnet/gmsnet.h"
#include "models/host/page_pool.h"
#include "testbenches/experiments/testbed.h"

namespace flybar::experiments {

class Kernels {
 public:
  /// Before the testbed runs.
  Kernels(const Context& context, Testbed& testbed);

  gmsnet::Gmsnet& gmsnet(std::size_t n) { return gmsnets_[n]; }

 private:
  std::deque<host::PagePool> pools_;
  std::deque<gmsnet::Gmsnet> gmsnets_;
};

}  // namespace flybar::experiments
