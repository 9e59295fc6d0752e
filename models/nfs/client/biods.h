/// The biod processes of a client, which read ahead for others.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "models/host/cpu/cpu.h"

namespace flybar::nfs {

class Biods {
 public:
  /// Before the simulation starts.
  Biods(host::Cpu& cpu, std::int64_t count);
  Biods(const Biods&) = delete;
  Biods& operator=(const Biods&) = delete;

  /// By a process: the first biod that is idle does it, in its own process. False if none is.
  bool hand_over(std::function<void()> work);
  /// How often each has done something.
  std::vector<std::uint64_t> done() const;

 private:
  struct Biod {
    host::Signal called{"a block to read ahead"};
    std::function<void()> work;  ///< empty: it is idle
    std::uint64_t done = 0;
  };
  void run(Biod& biod);

  host::Cpu& cpu_;
  std::deque<Biod> biods_;
};

}  // namespace flybar::nfs
