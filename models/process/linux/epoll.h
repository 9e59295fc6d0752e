/// epoll: which of many objects are ready.
#pragma once

#include <sys/epoll.h>

#include <map>
#include <vector>

#include "models/process/linux/object.h"

namespace flybar::process {

class Epoll final : public Object {
 public:
  explicit Epoll(host::Cpu& cpu) : cpu_(cpu) {}

  int ready() const override { return any_ready() ? POLLIN : 0; }
  void watch(host::Signal& signal) override;
  void unwatch(host::Signal& signal) override;
  std::uint64_t changes() const override;

  /// It watches the other one, or another that does.
  bool leads_to(const Object& other) const;
  int add(int number, const std::shared_ptr<Object>& object, const epoll_event& wanted);
  int change(int number, const std::shared_ptr<Object>& object, const epoll_event& wanted);
  int remove(int number, const std::shared_ptr<Object>& object);
  /// At most `most` of those that are ready; who is told once is not told again.
  std::vector<epoll_event> take(std::size_t most);
  /// When a clock among them will be ready.
  Time next() const;

 private:
  struct Entry {
    std::weak_ptr<Object> object;
    epoll_event wanted;
    std::uint64_t told = ~std::uint64_t{0};  ///< changes when it was told last
    bool off = false;                        ///< EPOLLONESHOT, and told
  };
  static std::uint32_t found(const Entry& entry);
  bool any_ready() const;
  Entry* find(int number, const std::shared_ptr<Object>& object);

  host::Cpu& cpu_;
  std::map<int, Entry> entries_;
  std::vector<host::Signal*> watching_;
  int next_number_ = 0;  ///< where the next look begins, so that none starves
};

}  // namespace flybar::process
