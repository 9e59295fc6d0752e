/// What every experiment is: options of its own, and a run that builds a system and measures it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/cluster/files/setting.h"
#include "models/common/error.h"
#include "models/common/observer.h"
#include "models/common/parameters.h"
#include "models/common/stepping.h"
#include "models/common/units.h"
#include "models/contracts/resource.h"
#include "testbenches/experiments/measure/histogram.h"

namespace flybar {
class Card;
}
namespace flybar::cluster {
class Hardware;
struct SystemParams;
}  // namespace flybar::cluster

namespace flybar::experiments {

struct MessageRecord;

/// One measured number. MB/s are 10^6 bytes per second, times are in us, CPU shares in % of one
/// CPU.
struct Result {
  std::string name;  ///< "latency"; part of the contract with scripts
  double value;
  std::string unit;  ///< "us", "MB/s", "%", "" for a count
};

/// A breakdown: for people a table, for programs a list of objects.
struct Table {
  struct Row {
    std::string name;
    std::vector<double> values;  ///< one for each column
  };
  std::string name;                  ///< "stages"
  std::string row_title;             ///< "stage"
  std::vector<std::string> columns;  ///< with their unit: "begin us", "busy %"
  std::vector<Row> rows;
  std::string note = {};   ///< for people: which one it is of
  std::size_t shown = {};  ///< rows for people, if not all
};

/// One message that is worth a look.
struct NotedMessage {
  std::string name;  ///< "slowest"
  std::uint64_t id;  ///< as in traces
  Time begin;
  Time latency;
};

/// What limits a run.
struct Limit {
  enum class Kind : std::uint8_t {
    kNone,         ///< nothing is known of it
    kSaturated,    ///< a resource that is at work nearly all the time
    kBusiest,      ///< the resource that is busy longest, though it is idle at times
    kLongestWait,  ///< the kind of resource for which messages wait longest
  };
  std::string resource = {};  ///< "PCI bus of node0"
  Kind kind = Kind::kNone;
  double percent = 0;       ///< of the measured time, or of the latency of messages
  std::string relief = {};  ///< parameters that would help, the plainest first
  std::string text = {};    ///< all of it in one line, clauses separated by "; "
};

struct NamedHistogram {
  std::string name;  ///< "message latency"
  Histogram times;
};

/// A line that a program of a node has written.
struct OutputLine {
  std::string program;  ///< "node1"
  Time at;
  std::string text;
};

struct Results {
  std::vector<Result> numbers;  ///< in the order to show, the main one first
  std::vector<Table> tables;
  std::vector<NamedHistogram> histograms = {};
  Limit limit = {};
  /// What parts declare that would relieve them: parameters, alone or together.
  std::vector<std::string> reliefs = {};
  /// What messages waited for, in % of their time, by Wait; if they are followed.
  std::optional<std::array<double, kWaits>> waits = {};
  std::vector<NotedMessage> messages = {};
  std::vector<std::string> notes =
      {};  ///< for people, a line each: what of the options had no effect
  std::vector<OutputLine> output = {};  ///< in the order of their ends
  std::string failure = {};     ///< the results are complete, but what ran says that it failed
  Time simulated;               ///< from the start of the simulation to its end
  std::int64_t nic_cycles = 0;  ///< clock cycles of all cards together
};

/// The network of the run has injected faults, and they have stopped it. `results` is what there is
/// by then.
class StoppedByFaults : public SimulationError {
 public:
  StoppedByFaults(const SimulationError& error, Results by_then)
      : SimulationError(error), results(std::move(by_then)) {}
  Results results;
};

/// What an experiment is given.
struct Context {
  const cluster::SystemParams& system;
  Observer& observer;  ///< gets every event; an idle one if nothing is traced
  Stepping stepping = Stepping::kFast;
  std::vector<std::string> firmware = {};  ///< ELF files instead of the standard one, or empty
  bool instructions = false;               ///< tell the observer of each instruction (profiles)
  /// Tell it of every signal of the cards in the clocks from .. to (waveforms).
  Time signals_from = {};
  Time signals_to = {};
  /// Keep the stages of messages, and show those of some.
  bool stages = false;
  /// Gets each message when it has been received.
  std::function<void(const MessageRecord&)> on_message = {};
  /// Gets each line that a program of a node has written.
  std::function<void(const OutputLine&)> on_output = {};
  /// Gets a line for each system call of a program of a node, when it has returned.
  std::function<void(const std::string&)> on_call = {};
  /// Gets the share of its work that the run has done, between 0 and 1.
  std::function<void(double)> on_progress = {};
  /// Gets each card that runs before the simulation starts, and the whole system when it has ended:
  /// for what only some kinds of parts can be told or asked.
  std::function<void(Card&)> before_run = {};
  std::function<void(cluster::Hardware&)> after_run = {};
  /// The threads that share the work of the run; results do not depend on their number.
  struct Threads {
    std::size_t asked = 1;
    /// For tests: small systems have threads, too, and threads wait for each other however busy the
    /// processors are.
    bool always = false;
    /// Called if the run uses fewer threads than asked for, with their number and the reason.
    std::function<void(std::size_t, const std::string&)> on_less = {};
  };
  Threads threads = {};

  /// The same on another system.
  Context on(const cluster::SystemParams& other) const {
    return {other,        observer,    stepping,   firmware,   instructions,
            signals_from, signals_to,  stages,     on_message, on_output,
            on_call,      on_progress, before_run, after_run,  threads};
  }
};

class Experiment {
 public:
  virtual ~Experiment() = default;

  /// Adds the options, which are fields of this object. Their keys have no dots, or are those of
  /// no platform parameter.
  virtual void describe(Parameters& options) = 0;
  /// Lists of parts that the options choose, and values of these parts: what carries packets, for
  /// example. What the user or a file says of them goes before. After the options are set.
  virtual std::vector<cluster::Setting> parts() const { return {}; }
  /// Appends what is impossible about the options on this system (a payload above its maximum).
  virtual void check(const cluster::SystemParams&, std::vector<Fault>&) const {}
  /// The file, beside the program, of the image that the chips run unless the user brings another.
  /// Empty if no card has a processor.
  virtual const char* firmware(const cluster::SystemParams& system) const = 0;
  /// Files besides the firmware on which the result depends. After check() found no fault.
  virtual std::vector<std::string> inputs() const { return {}; }
  /// Whether it runs on the nodes and the network of a system file.
  virtual bool takes_system() const { return false; }
  /// Whether it runs programs of the machine, whose system calls can be listed.
  virtual bool makes_calls() const { return false; }
  /// Options that say how much is measured, not what: the published numbers that stand beside the
  /// results are the same whatever their values are.
  virtual std::vector<std::string> sample_size() const { return {}; }
  /// Names of the results that the experiment is about, in the order to show them to people; those
  /// that a run does not have are passed over. Empty: the first of its results.
  virtual std::vector<std::string> headline() const { return {}; }
  /// Runs one simulation; at most once in a process. Throws SimulationError.
  virtual Results run(const Context&) = 0;
};

/// A line of the registry.
struct Entry {
  const char* name;     ///< "one-way"
  const char* summary;  ///< one line
  std::unique_ptr<Experiment> (*make)();
};

template <class T>
std::unique_ptr<Experiment> make() {
  return std::make_unique<T>();
}

/// Every experiment of this program, in the order to list them (registry.cpp).
const std::vector<Entry>& all();

}  // namespace flybar::experiments
