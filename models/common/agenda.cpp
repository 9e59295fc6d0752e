#include "models/common/agenda.h"

namespace flybar {

void Agenda::schedule(Task& task, Time when) {
  if (unnoticed_ == &task) expose();
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
  if (unnoticed_ == &task) expose();
  Entry* const place = find(task);
  if (place == end()) return;
  std::copy(place + 1, end(), place);
  --count_;
  refresh();
}

Time Agenda::next_but_unnoticed() const {
  const Entry* const first = entries_.data() + count_ - 1;
  if (first->task != unnoticed_) return first->when;
  return std::min(unnoticed_until_, count_ == 1 ? Time::never() : first[-1].when);
}

void Agenda::run_next(Time known) {
  expose();
  const Entry entry = *(end() - 1);
  --count_;
  refresh();
  known_ = known;
  entry.task->run(entry.when);
  known_ = Time();
}

}  // namespace flybar
