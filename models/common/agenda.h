/// What one node has to do at known times outside its chip: bus grants, polls, drained buffers.
#pragma once

#include <algorithm>
#include <vector>

#include "models/common/units.h"

namespace flybar {

/// Something that happens at a known time. It is scheduled again for each further time.
class Task {
 public:
  virtual ~Task() = default;
  virtual void run(Time now) = 0;
};

/// Who else acts in a node, when several cards share its time.
class Companions {
 public:
  virtual ~Companions() = default;
  /// The next instant at which one of them does something of itself.
  virtual Time next_act() const = 0;
  /// A task has run. What it has done may concern others than those who run now.
  virtual void task_ran() = 0;
};

/// The tasks of one node in the order of their times; equal times in the order of scheduling.
/// Short by nature (a handful of entries), therefore a plain vector.
class Agenda {
 public:
  /// `task` runs at `when`, which replaces an earlier appointment of the same task.
  void schedule(Task& task, Time when);
  /// What scheduled `task` does before `until` is not visible outside the node, so the node need
  /// not run for it. The task stays hidden until the node runs for another reason.
  void hide(const Task& task, Time until) {
    hidden_ = &task;
    hidden_until_ = until;
  }
  void cancel(Task& task);

  Time next() const { return next_; }
  /// The first instant at which a task may do something that is visible outside the node.
  Time next_visible() const { return hidden_ == nullptr ? next_ : next_but_hidden(); }
  /// No task is hidden from now on.
  void show() { hidden_ = nullptr; }

  /// Runs the first task. Nothing from outside reaches the node before `safe_time`. Precondition:
  /// next() is not never().
  void run_next(Time safe_time = Time());

  /// To be called by a running task: before this instant no other task runs, and nothing from
  /// outside reaches the node.
  Time undisturbed() const {
    const Time known = std::min(next_, safe_time_);
    return companions == nullptr ? known : std::min(known, companions->next_act());
  }
  Companions* companions = nullptr;  ///< kept by reference; none if one card has the node's time

 private:
  struct Entry {
    Time when;
    Task* task;
  };
  Entry* find(const Task& task) {
    Entry* place = entries_.data();
    while (place != end() && place->task != &task) ++place;
    return place;
  }
  Entry* end() { return entries_.data() + count_; }
  Time next_but_hidden() const;
  void refresh() { next_ = count_ == 0 ? Time::never() : end()[-1].when; }

  std::vector<Entry> entries_{8};  ///< the next one last, and room for more
  std::size_t count_ = 0;
  Time next_ = Time::never();
  Time safe_time_;  ///< while a task runs
  const Task* hidden_ = nullptr;
  Time hidden_until_;
};

}  // namespace flybar
