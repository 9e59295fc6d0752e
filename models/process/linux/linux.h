/// The Linux that the programs of one modelled host see: it answers their system calls in the
/// host's time, or has the machine do what concerns only the program itself and its files.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/host/cpu/cpu.h"
#include "models/process/linux/computing.h"
#include "models/process/linux/made_call.h"
#include "models/process/linux/object.h"
#include "models/process/linux/placeholders.h"
#include "models/process/native/keeper.h"
#include "models/process/native/turn.h"

namespace flybar::process {

struct Process;

/// What a program has done on a host, all its processes together.
struct ProgramUse {
  std::string name;       ///< by which it was called, without the folder
  std::string computing;  ///< the label of its CPU time outside of the kernel
  std::uint64_t calls = 0;
  Time cpu = {};       ///< that its threads have had the CPU, interrupts included
  Time computed = {};  ///< of that, outside of the kernel
};

/// What sends a signal when its time has come.
struct SignalTimer {
  int pid = 0, tid = 0;  ///< to whom, as this process numbers them; no thread: 0
  int signal = 0;        ///< 0: none
  int number = 0;        ///< that timer_create() gave
  std::uint64_t value = 0;
  int clock = 0;
  bool plain = false;  ///< as kill() sends it, and not as a timer
  Time at = Time::never();
  Time period = {};
  std::uint64_t settings = 0;  ///< how often it has been set
  bool sent = false;
  int overruns = 0;  ///< times since the signal was sent last that found it undelivered
};

/// A thread of a program, which is a process of the host's CPU.
struct Thread {
  Thread(NativeThread& its_native, Process& its_process, const Computing& computing);
  NativeThread& native;
  Process& process;
  host::CpuThread* on_cpu = nullptr;
  std::uint64_t cleared = 0;               ///< the word that the kernel clears at its end, or 0
  Time turn_began = {};                    ///< see Linux::take_turns()
  bool interrupted = false;                ///< it stopped waiting for a signal
  std::optional<std::uint64_t> mask = {};  ///< of signals, while a call has one of its own
  Computed computed;
  std::uint64_t awaited = 0;  ///< signals that it waits for, with or without handler
  ProgramMemory memory() const { return native.memory(); }
};

struct Process {
  Process(NativeProcess& its_native, Process* its_parent);
  NativeProcess& native;
  std::uint64_t number = 0;  ///< in the order of their begin: the PID may be the machine's
  Process* parent;           ///< null: started by the model, or its parent has gone
  unsigned waiters = 0;      ///< processes of the CPU that wait for something of it
  std::list<Thread> threads = {};
  ProgramUse* use = nullptr;  ///< of what it executes; null before its first image
  /// What numbers of descriptors stand for, as far as they have been looked up; null: a file of the
  /// machine. A call that may change a number removes it.
  std::map<int, std::shared_ptr<Object>> known = {};
  std::unique_ptr<Pages> pages = {};  ///< null where addresses differ from run to run
  bool fresh = true;                  ///< an image that still has the machine's clock
  bool reaped = false;                ///< its parent knows of its end
  NativeThread* held = nullptr;       ///< of its parent, until it has another image: vfork()
  host::Signal released{"the image of a child"};
  std::shared_ptr<SignalTimer> alarm;
  /// Those of timer_create(), by number.
  std::map<int, std::shared_ptr<SignalTimer>> timers = {};
  host::Signal ended{"the end of a program"};
  host::Signal child_ended{"the end of a child"};
};

inline Thread::Thread(NativeThread& its_native, Process& its_process, const Computing& computing)
    : native(its_native),
      process(its_process),
      computed(computing, its_process.native.pid, its_native.tid) {}

/// Which word a futex is: one of a process, or of memory that several share.
struct FutexKey {
  const Process* process = nullptr;  ///< null: shared
  std::uint64_t device = 0, inode = 0;
  std::uint64_t word = 0;  ///< address in the process, or place in the file
  bool operator==(const FutexKey&) const = default;
};

/// A thread that waits at a futex.
struct Sleeper {
  FutexKey key;
  std::uint32_t bits;
  bool woken = false;
  host::Signal signal{"a futex"};
};

/// What programs cost besides what their sockets do.
struct CallCosts {
  enum class Of : std::uint8_t {
    kCall,
    kClock,
    kNothing,
    kSocket,  ///< of a socket what that spends, if it spends anything; else as kCall
  };
  Time call = Time::us(2);  ///< of the CPU: a call that is neither of sockets nor of the clock
  Time clock_call = Time::ns(50);  ///< looking at the clock
};

/// What becomes of a call.
struct Reply {
  enum class By : std::uint8_t {
    kModel,    ///< it returns `value`
    kMachine,  ///< the kernel of the machine does it
    kNobody,   ///< it has been answered
  };
  By by = By::kModel;
  std::int64_t value = 0;
};

class Linux {
 public:
  struct Parts {
    host::Cpu& cpu;
    Turn& turn;
    Keeper& keeper;
    Sockets& sockets;
    CallCosts costs = {};
    Computing computing = {};
    std::uint32_t node = 0;
    std::string hosts = {};  ///< /etc/hosts
    std::function<void()> on_progress = {};
    std::function<void(const MadeCall&)> on_call = {};
    bool tells_arguments = false;  ///< of calls, as text
  };
  explicit Linux(Parts parts) : parts_(std::move(parts)) {}
  Linux(const Linux&) = delete;
  Linux& operator=(const Linux&) = delete;

  /// By a process of the host: runs the program until it has ended. How it did, as shells say it:
  /// its exit code, or 128 and the signal.
  int run(const Start& start);
  /// For what a program is started with, or is passed.
  Descriptor make_descriptor(std::shared_ptr<Object> object) {
    return placeholders_.make(std::move(object));
  }
  std::uint64_t calls() const { return calls_; }
  /// By name.
  const std::map<std::string, ProgramUse>& programs() const { return programs_; }
  /// A number that follows from each call so far: its process, number, result and instant.
  std::uint64_t digest() const { return digest_; }

  // For the calls (calls.h):

  host::Cpu& cpu() { return parts_.cpu; }
  Turn& turn() { return parts_.turn; }
  const Parts& parts() const { return parts_; }
  std::list<Process>& processes() { return processes_; }
  /// Null: the machine's, or no descriptor.
  std::shared_ptr<Object> object(Thread& thread, int number);
  bool is_open(Thread& thread, int number);
  /// The number that the program gets.
  Reply give(Thread& thread, std::shared_ptr<Object> object, bool close_on_exec);
  /// A thread or process that `parent` has made.
  Thread& add(NativeThread& native, Process* parent);
  void start_on_cpu(Thread& thread);
  /// After what may have closed a number: looks for objects that have none any more, before the
  /// next call.
  void expect_dropped() { may_have_dropped_ = true; }
  /// Its threads that have ended stop waiting.
  void end_waits(Process& process);
  /// After what may have sent one: whoever waits with a handler, and whoever has ended, stops
  /// waiting.
  void after_signals();
  /// The thread has computed for so long.
  void compute(const Thread& thread, Time time);
  /// The first time at `at`, which may have passed; never(): not at all.
  void set_timer(const std::shared_ptr<SignalTimer>& timer, Time at, Time period);
  /// From now on descriptors of the machine may be such ones.
  void has_signal_numbers() { signal_numbers_ = true; }
  std::list<Sleeper*>& sleepers() { return sleepers_; }
  /// How many it has woken.
  std::int64_t wake_futex(const FutexKey& key, std::uint32_t most, std::uint32_t bits);
  std::uint64_t random();
  /// Says once on stderr that a call is refused.
  void refuse(const Thread& thread, const Call& call, const char* what);

 private:
  void serve(Thread& thread);
  void begin_image(Thread& thread);
  void tell_once(const std::string& text);
  void take_turns(Thread& thread);
  void answer(Thread& thread, const Call& call);
  Reply handle(Thread& thread, const Call& call);
  Reply handle_and_tell(Thread& thread, const Call& call);
  void spend(Thread& thread, const Call& call, CallCosts::Of what);
  enum class Waits : std::uint8_t { kNo, kYes };
  void close_dropped(Waits waits);
  void end(Process& process);
  void forget_ended();

  Parts parts_;
  Placeholders placeholders_;
  std::list<Process> processes_;
  std::list<Sleeper*> sleepers_;
  bool may_have_dropped_ = true;
  std::map<std::string, ProgramUse> programs_;
  bool signal_numbers_ = false;
  std::uint64_t calls_ = 0;
  std::uint64_t digest_ = 0;
  std::uint64_t begun_ = 0;    ///< processes so far
  std::uint64_t chances_ = 0;  ///< random numbers given so far
  std::vector<std::string> told_;
};

}  // namespace flybar::process
