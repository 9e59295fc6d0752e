#include "models/common/agenda.h"

#include <algorithm>

namespace flybar {

void Agenda::schedule(Task& task, Time when) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.task == &task; });
  entries_.push_back({when, &task});
  refresh();
}

void Agenda::cancel(Task& task) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.task == &task; });
  refresh();
}

void Agenda::run_next(Time known) {
  known_ = known;
  const auto first =
      std::min_element(entries_.begin(), entries_.end(),
                       [](const Entry& a, const Entry& b) { return a.when < b.when; });
  const Entry entry = *first;
  entries_.erase(first);
  refresh();
  entry.task->run(entry.when);
  known_ = Time();
}

void Agenda::refresh() {
  next_ = Time::never();
  for (const Entry& entry : entries_) next_ = std::min(next_, entry.when);
}

}  // namespace flybar
