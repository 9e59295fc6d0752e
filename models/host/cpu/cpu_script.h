/// What one software process or interrupt handler does between two points at which its C++ code
/// runs: CPU time, PIO, polls. It runs as tasks in the time of the node, so that the C++ code, a
/// coroutine, sleeps once instead of once for every word.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "models/common/agenda.h"
#include "models/common/observer.h"
#include "models/contracts/pio.h"
#include "models/host/backoff.h"
#include "models/host/cpu/cpu_lanes.h"
#include "models/host/cpu/cpu_use.h"
#include "models/host/cpu/work_teller.h"
#include "models/host/memory/memory.h"

namespace flybar::host {

/// A wait for a word to have a certain value. Lives on the stack of who waits.
struct Poll {
  std::uint32_t address;
  std::function<bool(std::uint32_t)> predicate;
  Backoff backoff;
  Time deadline = Time::never();  ///< no look after the first one at or after this time
  bool satisfied = false;
  std::uint32_t word = 0;  ///< as seen by the last look
};

class CpuScript : public Task, private Looker {
 public:
  /// Who decides whose script the CPU runs.
  class Owner {
   public:
    virtual ~Owner() = default;
    /// Between two steps: true if the CPU is needed elsewhere. Then resume() continues.
    virtual bool claims_cpu(CpuScript& script, Time now) = 0;
    /// claims_cpu() may be true at the next end of a step.
    virtual bool may_claim_cpu() const = 0;
    virtual void finished(CpuScript& script, Time now) = 0;
  };
  struct Parts {
    Agenda& agenda;
    PioPort& pio;
    Memory& memory;
    CpuUse& use;
    Time poll_check;
    Time dma_byte_cost;   ///< memory time that a byte moved by a device takes from the CPU
    double memory_share;  ///< of the kernel's CPU time that needs the memory
    bool in_handler;
    Observer& observer = nobody();
    CpuLanes lanes = {};  ///< what the CPU does
  };

  CpuScript(const Parts& parts, Owner& owner)
      : parts_(parts), owner_(owner), teller_(parts.observer, parts.lanes) {}

  /// Appends steps. Data of a write is copied; that of a read must stay where it is. PIO is 4 to
  /// 32 bytes within one aligned block of 32.
  /// Device traffic makes the kernel's time longer, as far as it is memory time.
  void spend(Time time, bool in_user_mode = false, std::string_view label = "work");
  /// CPU time that needs the memory all along: device traffic meanwhile makes it longer, which
  /// counts as the same work.
  void spend_on_memory(Time time, const Label& label);
  void write(std::uint32_t address, std::span<const std::uint8_t> data);
  void read(std::uint32_t address, std::span<std::uint8_t> data);
  void barrier();
  /// A step of no time, before which the CPU may be needed elsewhere.
  void give_way();
  /// At most one poll, as the last step.
  void poll_pio(Poll& poll, Time load);
  void poll_memory(Poll& poll);

  bool empty() const { return steps_.empty(); }
  bool done() const { return phase_ == Phase::kDone; }
  /// CPU time appended so far and not yet run.
  Time pending() const { return pending_; }
  /// What it does now, or did when it was stopped, is CPU time outside the kernel.
  bool in_user_mode() const {
    const bool between = phase_ == Phase::kPaused && paused_phase_ == Phase::kBetweenSteps;
    return between ? next_in_user_mode() : next_ > 0 && steps_[next_ - 1].user;
  }
  /// What it does next is.
  bool next_in_user_mode() const { return next_ < steps_.size() && steps_[next_].user; }

  void start(Time now);
  /// Stops it where it is in CPU time. False in the middle of a PIO access, which is not
  /// interruptible.
  bool pause(Time now);
  /// `cost` passes before it goes on.
  void resume(Time now, Time cost = Time());

  void run(Time now) override;  ///< a step ended
  /// At the end of a run: observers have heard of steps that have ended; now they hear of what was
  /// over by `end` of the one that has not.
  void catch_up(Time end);

 private:
  enum class Phase : std::uint8_t {
    kDone,
    kCpu,     ///< until end_
    kPio,     ///< until the bridge says so
    kAsleep,  ///< polling memory that no device has written since since_
    kBetweenSteps,
    kPaused,  ///< in the middle of paused_phase_
  };
  struct Step {
    enum class Kind : std::uint8_t {
      kSpend,
      kMemory,
      kWrite,
      kRead,
      kBarrier,
      kTestPio,
      kTestMemory
    };
    Kind kind;
    std::uint32_t address = 0;
    Time time;                          ///< of kSpend and kMemory
    std::size_t offset = 0;             ///< of the data of kWrite in bytes_
    std::size_t size = 0;               ///< of the data of kWrite
    std::span<std::uint8_t> data = {};  ///< of kRead
    Label label = {};                   ///< of kMemory, and of what devices add to kSpend
    double share = 0;                   ///< of kSpend and kMemory that needs the memory
    bool user = false;                  ///< kSpend or kMemory outside the kernel
    bool look = false;                  ///< the first step of a poll
    std::size_t works = 0;              ///< with names, that it consists of
  };
  /// A device wrote the word that a poll waits for.
  struct Touched : Task {
    explicit Touched(CpuScript& owner) : script(owner) {}
    void run(Time at) override { script.touched(at); }
    CpuScript& script;
  };

  void proceed(Time now);
  bool begin(const Step& step, Time now);
  bool begin_cpu(Time time, Time now);
  bool slowed_by_devices(Time now);
  bool begin_pio(const Step& step, Time now);
  bool is_look(const Step& step) const;
  bool may_pass_over(Time look) const { return look + look_stall_ < parts_.agenda.undisturbed(); }
  bool pass_over_looks(Time now);
  bool look_ahead(Time begin);
  void looked(Time at) override;
  void note_failed(Time at, Time pause);
  bool take_back_look(Time now);
  bool test(std::uint32_t word, Time now);
  void fall_asleep(Time now);
  void plan_look();
  void touched(Time at);
  void stop(Phase phase, Time now);
  void finish(Time now);
  void tell_step(Time now);

  const Parts parts_;
  Owner& owner_;
  std::vector<Step> steps_;
  std::vector<std::uint8_t> bytes_;
  Time pending_;
  std::size_t next_ = 0;
  Phase phase_ = Phase::kDone;
  bool calling_ = false;  ///< inside a call of the bridge, which may run this task at once
  bool ended_in_call_ = false;
  Time since_;            ///< begin of the present access, or the last look
  Time end_;              ///< of the present CPU time
  double on_memory_ = 0;  ///< share of the present CPU time that needs the memory
  Bytes traffic_;         ///< of devices, as far as it has been taken into account
  Phase paused_phase_ = Phase::kDone;
  Time paused_at_;
  Bytes paused_traffic_;

  Poll* poll_ = nullptr;
  Time look_cost_;
  Time look_target_;  ///< asleep: the next look that can succeed or time out is not before
  std::array<std::uint8_t, 4> poll_data_{};
  bool looks_ahead_ = false;  ///< the next look has been asked for, from end_ on
  Time began_;                ///< the present CPU time did, or will if a look has failed ahead
  struct {
    Time since;
    Backoff backoff;
  } failed_{{}, Backoff({})};  ///< the look before, as it was when it began
  Time look_stall_;  ///< the last look over PCI took so long: sooner than that there is no answer
  Touched touched_{*this};

  WorkTeller teller_;
};

}  // namespace flybar::host
