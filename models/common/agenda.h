/// What one node has to do at known times outside its chip: bus grants, polls, drained buffers.
#pragma once

#include <algorithm>
#include <vector>

#include "models/common/units.h"

namespace flybar {

/// Something that happens at one time at most once; schedule it again for the next.
class Task {
 public:
  virtual ~Task() = default;
  virtual void run(Time now) = 0;
};

/// The tasks of one node in the order of their times; equal times in the order of scheduling.
/// Short by nature (a handful of entries), therefore a plain vector.
class Agenda {
 public:
  /// `task` runs at `when`, which replaces an earlier appointment of the same task.
  void schedule(Task& task, Time when);
  /// That `task`, which is scheduled, runs, and what it does at times of its own before `until`,
  /// nobody outside the node can notice, unless the node is run on for another reason.
  void hide(const Task& task, Time until) {
    unnoticed_ = &task;
    unnoticed_until_ = until;
  }
  void cancel(Task& task);

  Time next() const { return next_; }
  /// The first instant at which something may happen that is noticed outside the node.
  Time next_noticed() const { return unnoticed_ == nullptr ? next_ : next_but_unnoticed(); }
  /// The node is run on: what was hidden counts like all else from now on.
  void expose() { unnoticed_ = nullptr; }

  /// Runs the first task. Precondition: next() is not never(). Nothing from outside reaches the
  /// node before `known`, as far as the caller knows.
  void run_next(Time known = Time());

  /// For a task that runs: nothing but its own doing happens on this agenda, or comes from outside
  /// the node, before this instant.
  Time undisturbed() const { return std::min(next_, known_); }

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
  Time next_but_unnoticed() const;
  void refresh() { next_ = count_ == 0 ? Time::never() : end()[-1].when; }

  std::vector<Entry> entries_{8};  ///< the next one last, and room for more
  std::size_t count_ = 0;
  Time next_ = Time::never();
  Time known_;
  const Task* unnoticed_ = nullptr;
  Time unnoticed_until_;
};

}  // namespace flybar
