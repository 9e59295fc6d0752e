#include "models/process/linux/placeholders.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>

namespace flybar::process {

Placeholders::Placeholders() : hung_up_(epoll_create1(EPOLL_CLOEXEC)) {}

Descriptor Placeholders::make(std::shared_ptr<Object> object) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0) return {};
  Descriptor own(pair[0]), other(pair[1]);
  struct stat status = {};
  fstat(other.number(), &status);
  const std::uint64_t number = made_++;
  epoll_event event = {};
  event.events = EPOLLHUP | EPOLLRDHUP;
  event.data.u64 = number;
  epoll_ctl(hung_up_.number(), EPOLL_CTL_ADD, own.number(), &event);
  number_[status.st_ino] = number;
  ++pairs_[object.get()];
  held_.emplace(number, Held{std::move(object), std::move(own), status.st_ino});
  return other;
}

int Placeholders::give(const NativeThread& thread, std::shared_ptr<Object> object,
                       bool close_on_exec) {
  const Descriptor other = make(std::move(object));
  if (!other) return -EMFILE;
  return thread.process.listener->give(*thread.call, other.number(), close_on_exec);
}

std::optional<std::shared_ptr<Object>> Placeholders::find(int pid, int number) const {
  if (number < 0) return std::nullopt;
  std::array<char, 64> target;
  const std::string path = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(number);
  const ssize_t length = readlink(path.c_str(), target.data(), target.size());
  constexpr std::string_view kSocket = "socket:[";
  if (length <= 0) return std::nullopt;
  const std::string_view text(target.data(), static_cast<std::size_t>(length));
  if (!text.starts_with(kSocket)) return nullptr;
  std::uint64_t inode = 0;
  std::from_chars(text.data() + kSocket.size(), text.data() + text.size(), inode);
  const auto found = number_.find(inode);
  return found == number_.end() ? nullptr : held_.at(found->second).object;
}

std::vector<std::shared_ptr<Object>> Placeholders::take_dropped() {
  std::array<epoll_event, 64> events;
  std::vector<std::uint64_t> numbers;
  for (int count = 0; (count = epoll_wait(hung_up_.number(), events.data(), events.size(), 0)) > 0;)
    for (int n = 0; n < count; ++n) {
      const std::uint64_t number = events[static_cast<std::size_t>(n)].data.u64;
      epoll_ctl(hung_up_.number(), EPOLL_CTL_DEL, held_.at(number).other_end.number(), nullptr);
      numbers.push_back(number);
    }
  std::sort(numbers.begin(), numbers.end());
  std::vector<std::shared_ptr<Object>> dropped;
  for (const std::uint64_t number : numbers) {
    const auto found = held_.find(number);
    if (const auto pairs = pairs_.find(found->second.object.get()); --pairs->second == 0) {
      pairs_.erase(pairs);
      dropped.push_back(std::move(found->second.object));
    }
    number_.erase(found->second.inode);
    held_.erase(found);
  }
  return dropped;
}

}  // namespace flybar::process
