/// Starts the programs of one modelled host, and ends them: a process of its own, forked while the
/// simulator is small.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "models/process/native/descriptor.h"

namespace flybar::process {

/// What a program is started with.
struct Start {
  std::string command;                   ///< for sh -c
  std::vector<std::string> environment;  ///< "NAME=value"
  std::string directory;
  int input = -1, output = -1, errors = -1;  ///< descriptors of this process
};

struct Started {
  int pid = 0;  ///< as the programs of the host see it
  Descriptor listener;
};

class Keeper {
 public:
  enum class Space : std::uint8_t {
    kOwn,     ///< processes, network and host name of their own
    kShared,  ///< those of the machine, which allows no others
  };

  /// Forks. Programs see the host `name`, where the machine allows it.
  explicit Keeper(const std::string& name);
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  /// Kills all programs, and waits until they have gone. If this process dies, the same happens.
  ~Keeper();

  Space space() const { return space_; }
  /// The program waits in its first call, execve(). Throws ConfigurationError if the kernel does
  /// not hand over system calls.
  Started start(const Start& start);
  /// How a program that start() has started and that has ended did so, as wait() tells it.
  int status(int pid);

 private:
  pid_t pid_ = -1;
  Descriptor socket_;
  Space space_ = Space::kShared;
};

}  // namespace flybar::process
