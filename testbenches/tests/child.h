/// Work in a process of its own: one simulation each, and nothing it does can harm the others.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace flybar::lockstep {

/// Ends the process after this much time of its processor: what else the machine does is no fault
/// of a simulation, which never waits.
constexpr unsigned kChildSeconds = 600;

class Child {
 public:
  /// Begins `work` at once. Its answer, or "error: " and the text of what it throws, is result().
  explicit Child(const std::function<std::string()>& work);
  /// Waits for the end.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits for the answer. A process that died says so in an answer that begins with "error: ".
  std::string result();

 private:
  pid_t process_;
  int answer_;
};

/// `work` in a process of its own, waited for.
inline std::string in_child(const std::function<std::string()>& work) {
  return Child(work).result();
}

}  // namespace flybar::lockstep
