#include "testbenches/experiments/mpi/mpi_transfers.h"

#include <cmath>
#include <span>

#include "models/mpi/mpi.h"
#include "testbenches/experiments/stacks/pm/pm_process.h"

namespace flybar::experiments {

namespace {

constexpr std::int64_t kMpiTransferWarmUp = 4;
constexpr int kTag = 1;

/// Memory that begins at a page, as a program would have it that cares.
class Buffer {
 public:
  explicit Buffer(Bytes payload) : size_(static_cast<std::size_t>(payload.count)) {
    MPI_Alloc_mem(static_cast<MPI_Aint>(size_ + kPage), MPI_INFO_NULL, &memory_);
    const auto at = reinterpret_cast<std::uintptr_t>(memory_);
    data_ = static_cast<std::uint8_t*>(memory_) + (kPage - at % kPage) % kPage;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { MPI_Free_mem(memory_); }

  void send(int to, std::uint64_t serial) {
    fill_pattern({data_, size_}, serial);
    MPI_Send(data_, static_cast<int>(size_), MPI_BYTE, to, kTag, MPI_COMM_WORLD);
  }
  void receive(int from, std::uint64_t serial) {
    MPI_Recv(data_, static_cast<int>(size_), MPI_BYTE, from, kTag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    compare_pattern({data_, size_}, serial, "a message to rank " + std::to_string(1 - from));
  }

 private:
  static constexpr std::size_t kPage = 4096;
  const std::size_t size_;
  void* memory_ = nullptr;
  std::uint8_t* data_ = nullptr;
};

}  // namespace

Time mpi_now() {
  return Time::ps(std::llround(MPIX_Time() * 1e12));
}

void run_transfers(const MpiTransfers& transfers, Messages& messages, MpiMeasured& measured) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Buffer buffer(transfers.payload);
  MPI_Barrier(MPI_COMM_WORLD);
  const bool back = transfers.pattern == MpiPattern::kPingPong;
  for (std::int64_t i = -kMpiTransferWarmUp; i < transfers.count; ++i) {
    if (i == 0 && rank == 0) {
      measured.begin = mpi_now();
      messages.measure(measured.begin);
    }
    const auto serial = static_cast<std::uint64_t>(2 * (i + kMpiTransferWarmUp));
    if (rank == 0) {
      buffer.send(1, serial);
      if (back) buffer.receive(1, serial + 1);
    } else {
      buffer.receive(0, serial);
      if (back) buffer.send(0, serial + 1);
    }
  }
  if (rank == (back ? 0 : 1)) {
    measured.end = mpi_now();
    messages.pause();
  }
}

}  // namespace flybar::experiments
