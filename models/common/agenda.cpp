#include "models/common/agenda.h"

namespace flybar {

void Agenda::schedule(Task& task, Time when) {
  if (hidden_ == &task) show();
  Entry* place = find(task);
  if (place == end()) {
    ++count_;
  } else {
    for (; place + 1 != end() && place[1].when > when; ++place) place[0] = place[1];
  }
  for (; place != entries_.data() && place[-1].when <= when; --place) place[0] = place[-1];
  *place = {when, &task};
  refresh();
  if (count_ == entries_.size()) entries_.resize(2 * count_);
}

void Agenda::cancel(Task& task) {
  if (hidden_ == &task) show();
  Entry* const place = find(task);
  if (place == end()) return;
  std::copy(place + 1, end(), place);
  --count_;
  refresh();
}

Time Agenda::next_but_hidden() const {
  const Entry* const first = entries_.data() + count_ - 1;
  if (first->task != hidden_) return first->when;
  return std::min(hidden_until_, count_ == 1 ? Time::never() : first[-1].when);
}

void Agenda::run_next(Time safe_time) {
  show();
  const Entry entry = *(end() - 1);
  --count_;
  refresh();
  safe_time_ = safe_time;
  entry.task->run(entry.when);
  safe_time_ = Time();
  if (companions != nullptr) companions->task_ran();
}

}  // namespace flybar
