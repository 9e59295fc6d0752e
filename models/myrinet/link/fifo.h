/// A queue in one piece of memory, which it keeps: no allocation once it has been as long as it
/// gets.
#pragma once

#include <cstddef>
#include <vector>

namespace flybar::myrinet {

template <class T>
class Fifo {
 public:
  bool empty() const { return begin_ == items_.size(); }
  std::size_t size() const { return items_.size() - begin_; }
  T& front() { return items_[begin_]; }
  const T& front() const { return items_[begin_]; }
  T& back() { return items_.back(); }
  const T& back() const { return items_.back(); }
  const T& operator[](std::size_t i) const { return items_[begin_ + i]; }
  const T* begin() const { return items_.data() + begin_; }
  const T* end() const { return items_.data() + items_.size(); }

  void push(const T& item) {
    if (items_.size() == items_.capacity()) compact();
    items_.push_back(item);
  }
  void pop() {
    if (++begin_ == items_.size()) compact();
  }

 private:
  /// Pays for itself: what is moved is never more than what has been popped, or memory grows
  /// anyway.
  void compact() {
    if (begin_ * 2 < items_.size()) return;
    items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
  }

  std::vector<T> items_;
  std::size_t begin_ = 0;
};

}  // namespace flybar::myrinet
