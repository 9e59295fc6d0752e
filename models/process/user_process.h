/// A process of a program in C on a modelled host: what it does, how it leaves, and its name in
/// what the machine that runs the simulator says of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/process/leave.h"
#include "models/process/running.h"

namespace flybar::process {

class Line;

class UserProcess {
 public:
  /// The SystemC process that makes it is this one, until it is destroyed. `library`: what its
  /// calls are of.
  explicit UserProcess(const char* library) : library_(library) {}
  UserProcess(const UserProcess&) = delete;
  UserProcess& operator=(const UserProcess&) = delete;
  virtual ~UserProcess() = default;

  /// Runs the program with these arguments, its name first; faults of the machine are told from now
  /// on. What `main` returned or gave to exit().
  int run(const std::function<int(int, char**)>& main, std::vector<std::string> arguments);

  /// That of the SystemC process that runs, or null; may be called outside of the simulation, too.
  static UserProcess* here() { return Running<UserProcess>::here(); }

  /// The call that it is in, or was in last.
  struct Doing {
    const char* call = "its start";
    bool inside = false;
    std::uint64_t calls = 0;  ///< so far
  };
  Doing doing;
  Leave leave;

  const char* library() const { return library_; }
  /// By a signal handler: adds who it is, and its time.
  virtual void add_name(Line& line) const = 0;

 private:
  const char* const library_;
  const Running<UserProcess> running_{*this};
};

/// What the process does within a block.
class Inside {
 public:
  Inside(UserProcess& process, const char* call) : doing_(process.doing) {
    doing_ = {call, true, doing_.calls + 1};
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() { doing_.inside = false; }

 private:
  UserProcess::Doing& doing_;
};

}  // namespace flybar::process
