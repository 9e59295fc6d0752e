/// Which process of a program a call belongs to: that which the current SystemC process runs.
#pragma once

#include <systemc>
#include <unordered_map>

namespace flybar::process {

/// As long as one exists, the SystemC process that made it runs `what`.
template <class What>
class Running {
 public:
  explicit Running(What& what) : thread_(current()) { all()[thread_] = &what; }
  ~Running() { all().erase(thread_); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// What runs here, or null where nothing does; may be called outside of the simulation, too.
  static What* here() {
    if (all().empty() || !sc_core::sc_is_running()) return nullptr;
    const auto found = all().find(current());
    return found == all().end() ? nullptr : found->second;
  }

 private:
  static const sc_core::sc_object* current() {
    return sc_core::sc_get_current_process_handle().get_process_object();
  }
  /// Only looked up, never walked.
  static std::unordered_map<const sc_core::sc_object*, What*>& all() {
    static std::unordered_map<const sc_core::sc_object*, What*> running;
    return running;
  }

  const sc_core::sc_object* const thread_;
};

}  // namespace flybar::process
