#include "models/common/agenda.h"

namespace flybar {

void Agenda::schedule(Task& task, Time when) {
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
  Entry* const place = find(task);
  if (place == end()) return;
  std::copy(place + 1, end(), place);
  --count_;
  refresh();
}

void Agenda::run_next(Time known) {
  const Entry entry = *(end() - 1);
  --count_;
  refresh();
  known_ = known;
  entry.task->run(entry.when);
  known_ = Time();
}

}  // namespace flybar
