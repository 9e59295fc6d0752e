#include "models/common/agenda.h"

namespace flybar {

void Agenda::schedule(Task& task, Time when) {
  remove(task);
  entries_.emplace_back();
  std::size_t place = entries_.size() - 1;
  for (; place > 0 && entries_[place - 1].when <= when; --place)
    entries_[place] = entries_[place - 1];
  entries_[place] = {when, &task};
  refresh();
}

void Agenda::cancel(Task& task) {
  remove(task);
  refresh();
}

void Agenda::remove(const Task& task) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].task != &task) continue;
    for (; i + 1 < entries_.size(); ++i) entries_[i] = entries_[i + 1];
    return entries_.pop_back();
  }
}

void Agenda::run_next(Time known) {
  const Entry entry = entries_.back();
  entries_.pop_back();
  refresh();
  known_ = known;
  entry.task->run(entry.when);
  known_ = Time();
}

}  // namespace flybar
