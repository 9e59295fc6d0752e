/// Code with a stack of its own, which stops in the middle and goes on there: host software.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>

#include "models/common/units.h"

namespace flybar {

class Coroutine {
 public:
  /// Address space of a stack, as Linux gives to a program. Memory is taken where it is touched.
  static constexpr Bytes kStack{8 << 20};

  /// Runs `body` when it is resumed first. Throws SimulationError if there is no room for a stack.
  explicit Coroutine(std::function<void()> body);
  Coroutine(const Coroutine&) = delete;
  Coroutine& operator=(const Coroutine&) = delete;
  /// What is still on its stack is forgotten, not destroyed.
  ~Coroutine();

  /// Runs it until it yields or ends. Throws what it throws, once. Afterwards it is done.
  void resume();
  /// By the one that runs: back to who has resumed it.
  static void yield();
  /// The one that runs on this thread, or null.
  static Coroutine* current();

  bool done() const { return done_; }
  /// The address lies just below its stack, where no access may touch anything.
  bool has_overflowed(const void* address) const;

 private:
  class Stack;
  struct Switch;

  void run();

  const std::function<void()> body_;
  std::byte* stack_;  ///< with what is below it, which is its lowest address
  std::unique_ptr<Switch> switch_;
  bool done_ = false;
  std::exception_ptr error_;
};

}  // namespace flybar
