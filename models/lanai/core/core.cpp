#include "models/lanai/core/core.h"

#include <algorithm>

#include "models/lanai/board/chip.h"

namespace flybar::lanai {

Core::Core(Chip& chip)
    : chip_(chip),
      sram_(chip.sram()),
      size_(sram_.size()),
      outside_(sram_.outside_code()),
      code_(sram_.code()),
      limit_(size_) {
  reset();
}

void Core::guard(const Guard& guard) {
  guard_ = guard;
  limit_ = guard.size > 0 ? std::min(guard.begin, size_) : size_;
}

void Core::reset() {
  registers_ = {};
  registers_[1] = 0xFFFFFFFF;
  pipe_ = {};
  placed_ = plain_ = false;
}

void Core::watch(bool on) {
  if (placed_) interrupt(in_, next_, pipe_.flags);
  watched_ = on;
}

int Core::run(const Slot* slots, int clocks, int first) {
  begin_ = slots;
  first_ = first;
  end_ = slots + clocks;
  const Slot* at = slots - 1;
  if (!plain_)
    resume(at);
  else if (at += at->next; at < end_)
    in_->step(*this, in_, next_, at, pipe_.flags);
  const auto passed = static_cast<int>(end_ - begin_);
  counters.clocks += static_cast<std::uint64_t>(passed);
  return passed;
}

/// The run ends here.
void Core::pause(const Decoded* in, const Decoded* next, LazyFlags flags) {
  in_ = in;
  next_ = next;
  pipe_.flags = flags;
}

/// Something that is not plain follows.
void Core::interrupt(const Decoded* in, const Decoded* next, LazyFlags flags) {
  pipe_.pc = address_of(in);
  pipe_.next = address_of(next);
  pipe_.after_next = pipe_.next + 4;
  pipe_.flags = flags;
  placed_ = plain_ = false;
}

Place Core::place() const {
  return placed_ ? Place{address_of(in_), address_of(next_), address_of(next_) + 4} : Place(pipe_);
}

CoreState Core::state() const {
  CoreState state{registers_, pipe_};
  static_cast<Place&>(state.pipe) = place();
  return state;
}

}  // namespace flybar::lanai
