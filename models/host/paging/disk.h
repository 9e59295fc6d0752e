/// A disk of page-sized blocks with its driver.
///
/// Requests are served one after the other, in the order in which they came; what was written is
/// what is read. Data moves between disk and memory in one go when a request ends, not over the PCI
/// bus: a disk uses a few percent of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/common/agenda.h"
#include "models/host/cpu/cpu.h"
#include "models/host/disk_params.h"

namespace flybar::host {

using Block = std::uint64_t;

/// What a disk has done so far.
struct DiskUse {
  std::int64_t reads = 0;
  std::int64_t writes = 0;
  std::int64_t sequential = 0;  ///< of them, those that followed the block before
  Time busy;
  Time queued;  ///< sum over the requests of their time until the disk began with them
};

class Disk : private Task {
 public:
  /// Fills the block that nobody has written. The same block gives the same bytes.
  using Contents = std::function<void(Block, std::span<std::uint8_t>)>;
  /// Called in the interrupt handler, so it must not block.
  using Completion = std::function<void()>;

  /// Before the simulation starts.
  Disk(std::string name, const DiskParams& params, Cpu& cpu, Agenda& agenda);
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  /// Zeros without it.
  void set_contents(Contents unwritten) { unwritten_ = std::move(unwritten); }

  /// For processes of the disk's CPU: return when the transfer is over. Until then the frame is
  /// the disk's, and must be the host's before. Otherwise, or at an address that is no frame, a
  /// SimulationError.
  void read(Cpu& cpu, Block block, Physical frame);
  void write(Cpu& cpu, Block block, Physical frame);
  /// The same without waiting; also for interrupt handlers.
  void start_read(Cpu& cpu, Block block, Physical frame, Completion done);
  void start_write(Cpu& cpu, Block block, Physical frame, Completion done);

  const DiskUse& use() const { return use_; }
  /// For how long it has been busy before `now`: of the request that is served, `use()` has all.
  Time busy_before(Time now) const {
    return use_.busy - std::clamp(ends_ - now, Time(), duration_);
  }
  /// What of it can be busy.
  Uses uses(Time now) const;
  /// Requests that are not done.
  std::size_t backlog() const { return waiting_.size(); }
  const std::string& name() const { return name_; }

 private:
  struct Request {
    Block block;
    Physical frame;
    bool is_write;
    Time since;
    Completion done;
  };

  void wait_for(Cpu& cpu, Block block, Physical frame, bool is_write);
  void start(Cpu& cpu, Request request);
  void check(const Cpu& cpu, Physical frame) const;
  void begin(Time now);
  void run(Time now) override;  ///< a transfer ends
  void move_data(const Request& request, Time now);
  std::vector<std::uint8_t> contents(Block block) const;
  void interrupt(Cpu& cpu);

  const std::string name_;
  const DiskParams params_;
  Cpu& cpu_;
  Agenda& agenda_;
  InterruptLine& line_;
  const std::size_t block_size_;
  Contents unwritten_;
  std::unordered_map<Block, std::vector<std::uint8_t>> written_;
  std::deque<Request> waiting_;  ///< the first is being served
  std::deque<Request> done_;     ///< which the driver does not yet know
  Block next_ = 0;               ///< which the disk reaches without a seek
  Time duration_;                ///< of the request that was begun last
  Time ends_;
  DiskUse use_;
};

}  // namespace flybar::host
