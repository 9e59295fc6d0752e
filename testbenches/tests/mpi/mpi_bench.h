/// Runs functions as the processes of an MPI program on the fake PM.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "models/common/error.h"
#include "models/mpi/mpi.h"
#include "models/mpi/program.h"
#include "testbenches/tests/mpi/fake_pm.h"

namespace flybar::mpi {

/// What each process does between MPI_Init and MPI_Finalize.
using Body = std::function<void(int rank)>;

class MpiBench : public testing::Test {
 protected:
  /// At most once in a test.
  void run(int processes, const Body& body) {
    run_main(processes, [&](int argc, char** argv) {
      MPI_Init(&argc, &argv);
      int rank = 0;
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      body(rank);
      MPI_Finalize();
      return 0;
    });
  }
  /// Runs one whole program in every process.
  void run_main(int processes, const Main& main) {
    setup.nodes = processes;
    network_ = std::make_unique<fake::PmNetwork>("network", setup);
    job_ = std::make_unique<Job>(processes);
    for (int rank = 0; rank < processes; ++rank)
      network_->run_on(rank, [this, &main](pm_channel* channel) {
        run_program(*job_, channel, params, main, {"test"});
      });
    network_->run();
  }
  /// The same of a program that must not end; what the error says.
  std::string error_of(int processes, const Body& body) {
    try {
      run(processes, body);
    } catch (const SimulationError& error) {
      return error.what();
    }
    return "no error";
  }

  Job& job() { return *job_; }
  fake::PmNetwork& network() { return *network_; }

  fake::PmSetup setup;
  MpiParams params;

 private:
  std::unique_ptr<fake::PmNetwork> network_;
  std::unique_ptr<Job> job_;
};

/// Memory of the process that calls.
template <class T>
T* allocate(std::size_t count) {
  void* memory = nullptr;
  MPI_Alloc_mem(static_cast<MPI_Aint>(count * sizeof(T)), MPI_INFO_NULL, &memory);
  return static_cast<T*>(memory);
}

/// Bytes that say where they come from.
inline unsigned char pattern(std::size_t seed, std::size_t i) {
  return static_cast<unsigned char>((seed * 131 + i * 7 + (i >> 8) * 13) & 0xff);
}
inline void fill_pattern(unsigned char* data, std::size_t bytes, std::size_t seed) {
  for (std::size_t i = 0; i < bytes; ++i) data[i] = pattern(seed, i);
}
inline bool has_pattern(const unsigned char* data, std::size_t bytes, std::size_t seed) {
  for (std::size_t i = 0; i < bytes; ++i)
    if (data[i] != pattern(seed, i)) return false;
  return true;
}

}  // namespace flybar::mpi
