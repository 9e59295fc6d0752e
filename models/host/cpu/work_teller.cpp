#include "models/host/cpu/work_teller.h"

namespace flybar::host {

void WorkTeller::tell(std::string_view label, Time until) {
  if (until > told_) observer_.on(Activity{lane_, told_, until, label, 0, 0});
  told_ = until;
}

/// What devices add to the time of a step counts as the last of its works.
void WorkTeller::tell_works(Time until) {
  while (left_ > 0) {
    Work& work = works_[next_];
    const Time end = told_ + work.time;
    if (end > until) {
      work.time = end - until;
      return tell(work.label, until);
    }
    tell(work.label, left_ == 1 ? until : end);
    ++next_, --left_;
  }
  if (next_ > 0) tell(works_[next_ - 1].label, until);
}

void WorkTeller::tell_finished(Time end) {
  for (; left_ > 1 && told_ + works_[next_].time <= end; ++next_, --left_)
    tell(works_[next_].label, told_ + works_[next_].time);
}

void WorkTeller::clear() {
  polling_ = false;
  works_.clear();
  next_ = left_ = 0;
}

}  // namespace flybar::host
