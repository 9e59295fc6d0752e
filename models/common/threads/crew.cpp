#include "models/common/threads/crew.h"

#include <sched.h>
#include <signal.h>

#include <utility>

namespace flybar {
namespace {

/// How often a thread looks before it sleeps: about 0.1 ms. A piece takes some 10 us, and to wake a
/// sleeper as long again. [measured]
constexpr unsigned kSpins = 4'000;

/// After the calling thread has waited T for a late thread, it works alone for kAlone * T. [choice]
constexpr int kAlone = 20;

thread_local std::size_t item_ahead = Crew::kNone;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Returns the value once it is no longer `old`.
unsigned await_change(const std::atomic<unsigned>& value, unsigned old, unsigned spins) {
  for (unsigned i = 0; i < spins; ++i) {
    if (const unsigned now = value.load(std::memory_order_acquire); now != old) return now;
    pause();
  }
  value.wait(old, std::memory_order_acquire);
  return value.load(std::memory_order_acquire);
}

/// Signals are for the thread that has started the others.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace

std::size_t Crew::processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<std::size_t>(std::max(1, CPU_COUNT(&set)));
}

/// Threads that spin take the processor from each other if they are more than there are, and from
/// other programs, as tests that run at the same time.
Crew::Crew(std::size_t threads, Late late)
    : late_(late),
      spins_(late == Late::kWaitAlways || threads > processors() ? 0 : kSpins),
      parts_(threads) {
  const SignalsBlocked blocked;
  for (std::size_t member = 1; member < threads; ++member)
    members_.emplace_back([this, member] { serve(member); });
}

Crew::~Crew() {
  piece_ = {};
  begun_.fetch_add(1, std::memory_order_release);
  begun_.notify_all();
  for (std::thread& member : members_) member.join();
}

std::size_t Crew::ahead() {
  return item_ahead;
}

Crew& Crew::alone() {
  static Crew one;
  return one;
}

void Crew::share(const Piece& piece, std::size_t count) {
  piece_ = piece;
  in_turn_ = 0;
  divide(*piece.items, count);
  outcome_.store(static_cast<unsigned>(members_.size()) * Outcome::kWorking,
                 std::memory_order_relaxed);
  begun_.fetch_add(1, std::memory_order_release);
  begun_.notify_all();
  const unsigned own = work_on(0);
  join(own + wait_for_others());
}

void Crew::divide(const std::vector<std::size_t>& items, std::size_t count) {
  std::size_t first = 0;
  for (std::size_t member = 0; member < threads(); ++member) {
    const auto bound = [&](std::size_t all) { return all * (member + 1) / threads(); };
    std::size_t end = first;
    if (late_ == Late::kWaitAlways)
      end = bound(items.size());
    else
      while (end < items.size() && items[end] < bound(count)) ++end;
    parts_[member].set(first, end);
    first = end;
  }
}

/// All have done their parts.
void Crew::join(unsigned outcome) {
  if (on_joined) on_joined();
  pieces_.shared += (outcome / Outcome::kRan & Outcome::kMask) > 1 ? 1 : 0;
  if (outcome < Outcome::kThrew) return;
  Thrown first;
  for (Part& part : parts_)
    if (Thrown one = std::exchange(part.thrown, {}); one.item < first.item) first = std::move(one);
  std::rethrow_exception(first.what);
}

/// Returns what they say.
unsigned Crew::wait_for_others() {
  const auto outcome = [this] { return outcome_.load(std::memory_order_acquire); };
  const auto working = [](unsigned said) { return (said & Outcome::kMask) != 0; };
  for (unsigned i = 0; i < spins_; ++i) {
    if (const unsigned said = outcome(); !working(said)) return said;
    pause();
  }
  const auto begin = Clock::now();
  unsigned said = outcome();
  for (; working(said); said = outcome()) outcome_.wait(said, std::memory_order_acquire);
  if (late_ == Late::kWaitAlways) return said;
  alone_ = true;
  alone_until_.waited(begin, Clock::now());
  return said;
}

void Crew::Alone::waited(Clock::time_point from, Clock::time_point to) {
  end_ = to + kAlone * (to - from);
}

bool Crew::still_alone() {
  return alone_ = alone_until_.until(Clock::now());
}

void Crew::serve(std::size_t member) {
  for (unsigned seen = 0;;) {
    seen = await_change(begun_, seen, spins_);
    if (piece_.one == nullptr) return;
    const unsigned said =
        outcome_.fetch_add(work_on(member) - Outcome::kWorking, std::memory_order_acq_rel);
    if ((said & Outcome::kMask) == 1) outcome_.notify_one();
  }
}

/// Returns what the thread adds to the outcome.
unsigned Crew::work_on(std::size_t member) {
  Part& own = parts_[member];
  bool ran = false, threw = false;
  const auto run_at = [&](std::size_t place) {
    ran = true;
    threw = run(member, place) || threw;
  };
  if (own.first() != kNone) run_at(own.first());
  for (std::size_t place; (place = own.take_first()) != kNone;) run_at(place);
  for (std::size_t other = 1; other < threads(); ++other) {
    Part& late = parts_[(member + other) % threads()];
    for (std::size_t place; (place = late.take_last()) != kNone;) run_at(place);
  }
  return (ran ? Outcome::kRan : 0) + (threw ? Outcome::kThrew : 0);
}

/// True if the item threw.
bool Crew::run(std::size_t member, std::size_t place) {
  const std::size_t item = (*piece_.items)[place];
  const bool in_turn = member == 0 && place == in_turn_;
  if (in_turn) ++in_turn_;
  item_ahead = in_turn ? kNone : item;
  bool threw = false;
  try {
    piece_.one(piece_.work, item);
  } catch (...) {
    threw = true;
    Thrown& thrown = parts_[member].thrown;
    if (item < thrown.item) thrown = {item, std::current_exception()};
  }
  item_ahead = kNone;
  return threw;
}

void Crew::Part::set(std::size_t first, std::size_t end) {
  first_ = first < end ? first : kNone;
  left_.store(end << kHalf | std::min(first + 1, end));
}

std::size_t Crew::Part::take_first() {
  std::uint64_t left = left_.load(std::memory_order_relaxed);
  for (;;) {
    const std::uint64_t first = left & 0xFFFF'FFFF, end = left >> kHalf;
    if (first >= end) return kNone;
    if (left_.compare_exchange_weak(left, left + 1, std::memory_order_acq_rel))
      return static_cast<std::size_t>(first);
  }
}

std::size_t Crew::Part::take_last() {
  std::uint64_t left = left_.load(std::memory_order_relaxed);
  for (;;) {
    const std::uint64_t first = left & 0xFFFF'FFFF, end = left >> kHalf;
    if (first >= end) return kNone;
    if (left_.compare_exchange_weak(left, left - (std::uint64_t{1} << kHalf),
                                    std::memory_order_acq_rel))
      return static_cast<std::size_t>(end - 1);
  }
}

}  // namespace flybar
