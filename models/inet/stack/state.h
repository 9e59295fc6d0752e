/// The variables of lwIP, which exist once, and whose they are.
#pragma once

#include <cstddef>
#include <vector>

namespace flybar::inet {

/// What all variables of lwIP contain for one owner. They are exchanged only when another owner
/// takes its turn.
class State {
 public:
  /// As the program was loaded.
  State();
  /// The contents are gone; what they point to is not freed.
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// The variables of lwIP become these; what they were is kept for the last owner.
  void load();
  /// Of this owner, whether they are loaded or not.
  template <class Variable>
  const Variable& of(const Variable& variable) const {
    return *static_cast<const Variable*>(place(&variable));
  }

 private:
  const void* place(const void* variable) const;

  std::vector<std::byte> contents_;
};

}  // namespace flybar::inet
