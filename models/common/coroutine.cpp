#include "models/common/coroutine.h"

#include <sys/mman.h>

#include <utility>

#include <boost/context/fiber.hpp>

#include "models/common/error.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
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

/// Address sanitizer has to know of each change of the stack.
class Coroutine::Stack {
 public:
#if defined(__SANITIZE_ADDRESS__)
  void leave(const void* to, std::size_t size) {
    __sanitizer_start_switch_fiber(&own_, to, size);
  }
  void leave_for_ever(const void* to, std::size_t size) {
    __sanitizer_start_switch_fiber(nullptr, to, size);
  }
  /// `from`, `size`: gets where the one lies that was left.
  void arrive(const void** from, std::size_t* size) {
    __sanitizer_finish_switch_fiber(own_, from, size);
  }

 private:
  void* own_ = nullptr;
#else
  void leave(const void*, std::size_t) {}
  void leave_for_ever(const void*, std::size_t) {}
  void arrive(const void**, std::size_t*) {}
#endif
};

struct Coroutine::Switch {
  Switch() : own() {}
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
  const void* other_bottom = nullptr;
  std::size_t other_size = 0;
};

Coroutine::Coroutine(std::function<void()> body)
    : body_(std::move(body)), stack_(make_stack()), switch_(std::make_unique<Switch>()) {
  using boost::context::fiber;
  switch_->own = fiber(std::allocator_arg, Lent{stack_ + kGuard + kSize}, [this](fiber&& other) {
    switch_->other = std::move(other);
    run();
    switch_->own_stack.leave_for_ever(switch_->other_bottom, switch_->other_size);
    return std::move(switch_->other);
  });
}

Coroutine::~Coroutine() {
  munmap(stack_, kGuard + kSize);
}

void Coroutine::run() {
  switch_->own_stack.arrive(&switch_->other_bottom, &switch_->other_size);
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
  switch_->other_stack.leave(stack_ + kGuard, kSize);
  switch_->own = std::move(switch_->own).resume();
  switch_->other_stack.arrive(nullptr, nullptr);
  running = before;
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void Coroutine::yield() {
  Switch& own = *running->switch_;
  own.own_stack.leave(own.other_bottom, own.other_size);
  own.other = std::move(own.other).resume();
  own.own_stack.arrive(&own.other_bottom, &own.other_size);
}

Coroutine* Coroutine::current() {
  return running;
}

bool Coroutine::has_overflowed(const void* address) const {
  const auto* const at = static_cast<const std::byte*>(address);
  return at >= stack_ && at < stack_ + kGuard;
}

}  // namespace flybar
