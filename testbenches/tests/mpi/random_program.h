/// An MPI program drawn from a seed: messages of all lengths between all processes, received by
/// source and tag or by wildcards, nonblocking, with little room everywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "models/mpi/mpi_params.h"
#include "testbenches/tests/mpi/fake_pm.h"
#include "testbenches/tests/random.h"

namespace flybar::mpi {

class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed);

  int processes() const { return setup_.nodes; }
  const fake::PmSetup& setup() const { return setup_; }
  const MpiParams& params() const { return params_; }

  /// What process `rank` does. Checks the contents of all that it receives.
  void run(int rank) const;

 private:
  /// How a process receives, which decides what tags it is sent.
  enum class Mode : std::uint8_t { kExact, kAnySource, kAnySourceAndTag };
  struct Message {
    std::size_t number;
    int from;
    int to;
    int tag;
    int bytes;
  };
  using Round = std::vector<Message>;
  class Player;

  void draw_system(lockstep::Random& random);
  void draw_rounds(lockstep::Random& random);

  const std::uint64_t seed_;
  fake::PmSetup setup_;
  MpiParams params_;
  std::vector<Mode> modes_;  ///< by rank
  std::vector<Round> rounds_;
};

}  // namespace flybar::mpi
