#include "models/common/coroutine.h"

#include <sys/mman.h>

#include <utility>

#include <boost/context/fiber.hpp>

#include "models/common/error.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#elif defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace flybar {
namespace {

constexpr auto kSize = static_cast<std::size_t>(Coroutine::kStack.count);
/// No access may touch it; a frame that is larger may step over it. Linux keeps as much free.
constexpr std::size_t kGuard = 1 << 20;

thread_local Coroutine* running = nullptr;

std::byte* make_stack() {
  void* const stack = mmap(nullptr, kGuard + kSize, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED || mprotect(stack, kGuard, PROT_NONE) != 0)
    throw SimulationError("stack of a host's software", "no more address space of this machine",
                          "8 MiB for each process, thread and handler of a modelled host",
                          "use fewer nodes, or raise ulimit -v and vm.max_map_count");
  return static_cast<std::byte*>(stack);
}

/// The stack is Coroutine's, which frees it.
struct Lent {
  std::byte* top;
  boost::context::stack_context allocate() const {
    boost::context::stack_context context;
    context.size = kSize;
    context.sp = top;
    return context;
  }
  void deallocate(boost::context::stack_context&) const noexcept {}
};

}  // namespace

/// Sanitizers have to know of each change of the stack.
#if defined(__SANITIZE_ADDRESS__)
class Coroutine::Stack {
 public:
  explicit Stack(const void* bottom = nullptr, std::size_t size = 0)
      : bottom_(bottom), size_(size) {}
  void leave_for(const Stack& other) {
    __sanitizer_start_switch_fiber(&own_, other.bottom_, other.size_);
  }
  void leave_for_ever(const Stack& other) {
    __sanitizer_start_switch_fiber(nullptr, other.bottom_, other.size_);
  }
  /// `other` is the one that was left.
  void arrive_from(Stack& other) {
    __sanitizer_finish_switch_fiber(own_, &other.bottom_, &other.size_);
  }

 private:
  const void* bottom_;
  std::size_t size_;
  void* own_ = nullptr;
};
#elif defined(__SANITIZE_THREAD__)
class Coroutine::Stack {
 public:
  Stack() = default;
  explicit Stack(const void*, std::size_t) : made_(__tsan_create_fiber(0)), own_(made_) {}
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  ~Stack() {
    if (made_ != nullptr) __tsan_destroy_fiber(made_);
  }
  void leave_for(const Stack& other) {
    own_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(other.own_, 0);
  }
  void leave_for_ever(const Stack& other) { leave_for(other); }
  void arrive_from(Stack&) {}

 private:
  void* made_ = nullptr;
  void* own_ = nullptr;
};
#else
class Coroutine::Stack {
 public:
  Stack() = default;
  explicit Stack(const void*, std::size_t) {}
  void leave_for(const Stack&) {}
  void leave_for_ever(const Stack&) {}
  void arrive_from(Stack&) {}
};
#endif

struct Coroutine::Switch {
  explicit Switch(const std::byte* bottom) : own(), own_stack(bottom, kSize) {}
  Switch(const Switch&) = delete;
  Switch& operator=(const Switch&) = delete;
  ~Switch() {}

  /// While it does not run. Never destroyed: that would unwind the stack, whose objects may refer
  /// to what is gone by then.
  union {
    boost::context::fiber own;
  };
  boost::context::fiber other;  ///< who resumed it, while it runs
  Stack own_stack, other_stack;
};

Coroutine::Coroutine(std::function<void()> body)
    : body_(std::move(body)),
      stack_(make_stack()),
      switch_(std::make_unique<Switch>(stack_ + kGuard)) {
  using boost::context::fiber;
  switch_->own = fiber(std::allocator_arg, Lent{stack_ + kGuard + kSize}, [this](fiber&& other) {
    switch_->other = std::move(other);
    run();
    switch_->own_stack.leave_for_ever(switch_->other_stack);
    return std::move(switch_->other);
  });
}

Coroutine::~Coroutine() {
  munmap(stack_, kGuard + kSize);
}

void Coroutine::run() {
  switch_->own_stack.arrive_from(switch_->other_stack);
  try {
    body_();
  } catch (...) {
    error_ = std::current_exception();
  }
  done_ = true;
}

void Coroutine::resume() {
  if (done_) return;
  Coroutine* const before = std::exchange(running, this);
  switch_->other_stack.leave_for(switch_->own_stack);
  switch_->own = std::move(switch_->own).resume();
  switch_->other_stack.arrive_from(switch_->own_stack);
  running = before;
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void Coroutine::yield() {
  Switch& own = *running->switch_;
  own.own_stack.leave_for(own.other_stack);
  own.other = std::move(own.other).resume();
  own.own_stack.arrive_from(own.other_stack);
}

Coroutine* Coroutine::current() {
  return running;
}

bool Coroutine::has_overflowed(const void* address) const {
  const auto* const at = static_cast<const std::byte*>(address);
  return at >= stack_ && at < stack_ + kGuard;
}

}  // namespace flybar
