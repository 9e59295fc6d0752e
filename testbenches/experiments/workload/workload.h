/// What a recorded program did with its files. docs/workloads.md tells the format of the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/fault.h"
#include "models/common/units.h"

namespace flybar::experiments {

struct Workload {
  // What the reader accepts, so that a damaged number cannot make a run endless.
  static constexpr std::size_t kMostText = std::size_t{256} << 20;  ///< bytes of the file
  static constexpr std::int64_t kMostFiles = 65'536;
  static constexpr std::int64_t kMostProcesses = 4'096;
  static constexpr std::int64_t kMostMappings = 1'000'000;
  static constexpr std::int64_t kMostOperations = 10'000'000;  ///< with repetitions
  static constexpr Bytes kLargestFile = Bytes(std::int64_t{1} << 40);
  static constexpr Time kLongestThink = Time::ms(3'600'000);

  /// What the recording tells of accesses to mapped files.
  enum class Touches : std::uint8_t {
    kUnknown,      ///< nothing: a replay has to assume something
    kFirstFaults,  ///< the first in each aligned window of `touch_window`, of each map
  };
  enum class Verb : std::uint8_t {
    kRead,
    kWrite,
    kMap,
    kTouch,
    kUnmap,
    kSync,
    kTruncate,  ///< to `length`, which may also be longer than the file
    kUnlink,    ///< its last name is gone; processes that have it open go on using the file
    kStart,     ///< of another process
    kWait,      ///< for the exit of another process
    kExit,
  };
  struct File {
    std::string name;  ///< for people; two files may have the same
    Bytes size;        ///< when the recording first saw it
    Bytes largest;     ///< that it ever is
  };
  struct Mapping {
    std::size_t file;
    Bytes offset;
    Bytes length;  ///< as asked for: it may reach beyond the end of the file
    bool writes;   ///< shared and writable
  };
  struct Operation {
    Time think;  ///< from the end of the process' operation before (or its start), before each
    Verb verb;
    std::uint32_t process;
    /// Of read, write, sync, truncate, unlink a file; of map, touch, unmap a mapping; of start,
    /// wait a process. Of exit 0.
    std::uint32_t object;
    Bytes offset;            ///< in the file; of a touch in the mapping
    Bytes length;            ///< of each repetition
    std::int64_t times = 1;  ///< reads or writes, each beginning where the one before ended
  };
  struct Process {
    std::string name;  ///< of the program
  };

  std::string title;
  std::string command;
  std::vector<std::string> programs;  ///< with their versions
  Touches touches = Touches::kUnknown;
  Bytes touch_window;
  std::vector<File> files;
  std::vector<Process> processes;  ///< 0 runs from the beginning, the others from their kStart
  std::vector<Mapping> mappings;
  std::vector<Operation> operations;  ///< of all processes, in the order in which they ended
};

/// Throws ConfigurationError with what is wrong, the first 20 faults at most. `file` is for them.
Workload parse_workload(std::string_view text, const std::string& file);

/// The same for a file; that it cannot be read is a fault too.
Workload load_workload(const std::string& path);

struct WorkloadSummary {
  std::int64_t operations = 0;  ///< with repetitions
  Bytes read;
  Bytes written;
  Bytes mapped;            ///< within the files
  Time think;              ///< of all processes together
  std::int64_t pages = 0;  ///< distinct ones that are read, written or mapped: the footprint
  Bytes files;             ///< `largest` of every file: what the system has to hold
};

WorkloadSummary summarize(const Workload& workload, Bytes page);

/// Distinct pages of each file that are read, written or mapped, in the order of the files.
std::vector<std::int64_t> footprint(const Workload& workload, Bytes page);

}  // namespace flybar::experiments
