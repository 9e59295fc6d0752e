#include "models/process/linux/epoll.h"

#include "models/process/linux/counters.h"

namespace flybar::process {

std::uint32_t Epoll::found(const Entry& entry) {
  const auto object = entry.object.lock();
  if (!object || entry.off) return 0;
  if ((entry.wanted.events & EPOLLET) != 0 && entry.told == object->changes()) return 0;
  return static_cast<std::uint32_t>(object->ready()) & (entry.wanted.events | EPOLLERR | EPOLLHUP);
}

bool Epoll::any_ready() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const auto& one) { return found(one.second) != 0; });
}

std::uint64_t Epoll::changes() const {
  std::uint64_t sum = 0;
  for (const auto& [number, entry] : entries_)
    if (const auto object = entry.object.lock()) sum += object->changes();
  return sum;
}

void Epoll::watch(host::Signal& signal) {
  watching_.push_back(&signal);
  for (auto& [number, entry] : entries_)
    if (const auto object = entry.object.lock()) object->watch(signal);
}

void Epoll::unwatch(host::Signal& signal) {
  std::erase(watching_, &signal);
  for (auto& [number, entry] : entries_)
    if (const auto object = entry.object.lock()) object->unwatch(signal);
}

/// A number that was closed may stand for another object by now.
Epoll::Entry* Epoll::find(int number, const std::shared_ptr<Object>& object) {
  const auto at = entries_.find(number);
  if (at == entries_.end()) return nullptr;
  if (at->second.object.lock() == object) return &at->second;
  entries_.erase(at);
  return nullptr;
}

bool Epoll::leads_to(const Object& other) const {
  return std::any_of(entries_.begin(), entries_.end(), [&other](const auto& one) {
    const auto several = std::dynamic_pointer_cast<Epoll>(one.second.object.lock());
    return several && (several.get() == &other || several->leads_to(other));
  });
}

/// One that watched itself would ask itself for ever whether it is ready.
int Epoll::add(int number, const std::shared_ptr<Object>& object, const epoll_event& wanted) {
  if (object.get() == this) return -EINVAL;
  if (find(number, object) != nullptr) return -EEXIST;
  const auto* const several = dynamic_cast<const Epoll*>(object.get());
  if (several != nullptr && several->leads_to(*this)) return -ELOOP;
  entries_[number] = {object, wanted};
  // Whoever waits has to know of it.
  for (host::Signal* const signal : watching_) object->watch(*signal), cpu_.notify_all(*signal);
  return 0;
}

int Epoll::change(int number, const std::shared_ptr<Object>& object, const epoll_event& wanted) {
  Entry* const entry = find(number, object);
  if (entry == nullptr) return -ENOENT;
  *entry = {object, wanted};
  for (host::Signal* const signal : watching_) cpu_.notify_all(*signal);
  return 0;
}

int Epoll::remove(int number, const std::shared_ptr<Object>& object) {
  if (find(number, object) == nullptr) return -ENOENT;
  for (host::Signal* const signal : watching_) object->unwatch(*signal);
  entries_.erase(number);
  return 0;
}

std::vector<epoll_event> Epoll::take(std::size_t most) {
  std::erase_if(entries_, [](const auto& one) { return one.second.object.expired(); });
  std::vector<epoll_event> events;
  auto at = entries_.lower_bound(next_number_);
  for (std::size_t n = 0; n < entries_.size() && events.size() < most; ++n, ++at) {
    if (at == entries_.end()) at = entries_.begin();
    Entry& entry = at->second;
    const std::uint32_t now = found(entry);
    if (now == 0) continue;
    entry.told = entry.object.lock()->changes();
    entry.off = (entry.wanted.events & EPOLLONESHOT) != 0;
    epoll_event event = {};
    event.events = now;
    event.data = entry.wanted.data;
    events.push_back(event);
    next_number_ = at->first + 1;
  }
  return events;
}

Time Epoll::next() const {
  Time earliest = Time::never();
  for (const auto& [number, entry] : entries_)
    if (const auto timer = std::dynamic_pointer_cast<Timer>(entry.object.lock()))
      earliest = std::min(earliest, timer->next());
  return earliest;
}

}  // namespace flybar::process
