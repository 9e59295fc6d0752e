/// Which process of a program a call belongs to: that which the present coroutine runs.
#pragma once

#include <unordered_map>

#include "models/common/coroutine.h"

namespace flybar::process {

/// As long as one exists, the coroutine that made it runs `what`.
template <class What>
class Running {
 public:
  explicit Running(What& what) : thread_(Coroutine::current()) { all()[thread_] = &what; }
  ~Running() { all().erase(thread_); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// What runs here, or null where nothing does; may be called outside of the simulation, too.
  static What* here() {
    const Coroutine* const thread = Coroutine::current();
    if (thread == nullptr) return nullptr;
    const auto found = all().find(thread);
    return found == all().end() ? nullptr : found->second;
  }

 private:
  /// Only looked up, never walked.
  static std::unordered_map<const Coroutine*, What*>& all() {
    static std::unordered_map<const Coroutine*, What*> running;
    return running;
  }

  const Coroutine* const thread_;
};

}  // namespace flybar::process
