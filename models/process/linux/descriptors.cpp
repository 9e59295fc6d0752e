/// Calls that make, change and close descriptors.
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "models/process/linux/calls.h"
#include "models/process/linux/counters.h"
#include "models/process/linux/pipe.h"
#include "models/process/linux/signal_number.h"
#include "models/process/native/system_calls.h"

namespace flybar::process {
namespace {

/// /dev/urandom: bytes that follow from the node and from how many it has given.
class Chance final : public LocalObject {
 public:
  explicit Chance(Linux& host) : LocalObject(host.cpu()), host_(host) {}
  int ready() const override { return POLLIN | POLLOUT; }
  std::int64_t receive(std::span<std::byte> to, const How&) override {
    for (std::byte& one : to) one = static_cast<std::byte>(host_.random() >> 56);
    return static_cast<std::int64_t>(to.size());
  }
  std::int64_t send(std::span<const std::byte> from, const How&) override {
    return static_cast<std::int64_t>(from.size());
  }

 private:
  Linux& host_;
};

/// What a modelled host has in place of a file of the machine.
std::optional<std::string> text_of(const Linux& host, const std::string& path) {
  if (path == "/etc/hosts") return host.parts().hosts;
  if (path == "/etc/resolv.conf") return "# the names of nodes are in /etc/hosts\n";
  if (path == "/etc/nsswitch.conf")
    return "passwd: files\ngroup: files\nhosts: files dns\nservices: files\nprotocols: files\n";
  if (path == "/sys/devices/system/cpu/online" || path == "/sys/devices/system/cpu/possible")
    return "0\n";
  return std::nullopt;
}

Reply give_text(Thread& thread, const Call& call, const std::string& text, bool close_on_exec) {
  const Descriptor file(memfd_create("file", MFD_CLOEXEC));
  if (write(file.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    return result(-ENOMEM);
  lseek(file.number(), 0, SEEK_SET);
  return result(thread.process.native.listener->give(call, file.number(), close_on_exec));
}

/// Both numbers, or none.
Reply give_two(Linux& host, Thread& thread, const std::shared_ptr<Object>& first,
               const std::shared_ptr<Object>& second, int flags, std::uint64_t to) {
  std::array<int, 2> numbers = {};
  std::size_t n = 0;
  for (const auto& object : {first, second}) {
    object->nonblocking = (flags & O_NONBLOCK) != 0;
    const Reply reply = host.give(thread, object, (flags & O_CLOEXEC) != 0);
    if (reply.value < 0) return reply;
    numbers[n++] = static_cast<int>(reply.value);
  }
  return result(thread.memory().put(to, numbers) ? 0 : -EFAULT);
}

/// The machine has its flags, too.
bool is_signal_number(const Object& object) {
  return dynamic_cast<const SignalNumber*>(&object) != nullptr;
}

}  // namespace

Reply close_number(Linux& host, Thread& thread, const Call& call) {
  thread.process.known.erase(call.integer(0));
  host.expect_dropped();
  return by_machine();
}

Reply replace_number(Linux& host, Thread& thread, const Call& call) {
  thread.process.known.erase(call.integer(1));
  host.expect_dropped();
  return by_machine();
}

Reply close_range_of(Linux& host, Thread& thread, const Call& call) {
  const std::uint64_t first = call.arguments[0], last = call.arguments[1];
  std::erase_if(thread.process.known, [&](const auto& one) {
    const auto number = static_cast<std::uint64_t>(one.first);
    return number >= first && number <= last;
  });
  host.expect_dropped();
  return by_machine();
}

Reply control(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  switch (call.integer(1)) {
    case F_GETFL:
      if (is_signal_number(*object)) return by_machine();
      return result(O_RDWR | (object->nonblocking ? O_NONBLOCK : 0));
    case F_SETFL:
      object->nonblocking = (call.arguments[2] & O_NONBLOCK) != 0;
      return is_signal_number(*object) ? by_machine() : result(0);
    default:
      return by_machine();
  }
}

Reply control_device(Linux& host, Thread& thread, const Call& call) {
  const auto object = host.object(thread, call.integer(0));
  if (!object) return by_machine();
  switch (call.arguments[1]) {
    case FIONBIO: {
      const auto wanted = thread.memory().get<int>(call.arguments[2]);
      if (!wanted) return result(-EFAULT);
      object->nonblocking = *wanted != 0;
      return is_signal_number(*object) ? by_machine() : result(0);
    }
    case FIONREAD: {
      const int bytes = object->waiting();
      if (bytes < 0) return result(bytes);
      return result(thread.memory().put(call.arguments[2], bytes) ? 0 : -EFAULT);
    }
    case FIOASYNC:  // nothing is told by a signal
      return result(0);
    case FIOCLEX:
    case FIONCLEX:
      return by_machine();
    default:
      return result(-ENOTTY);
  }
}

Reply open_file(Linux& host, Thread& thread, const Call& call) {
  const std::size_t at = call.number == SYS_open ? 0 : 1;
  const auto path = thread.memory().text(call.arguments[at]);
  if (!path) return by_machine();
  const bool close_on_exec = (call.arguments[at + 1] & O_CLOEXEC) != 0;
  if (const auto text = text_of(host, *path)) return give_text(thread, call, *text, close_on_exec);
  if (*path == "/dev/urandom" || *path == "/dev/random")
    return host.give(thread, std::make_shared<Chance>(host), close_on_exec);
  return by_machine();
}

Reply make_pipe(Linux& host, Thread& thread, const Call& call) {
  const int flags = call.number == SYS_pipe2 ? call.integer(1) : 0;
  const auto [reader, writer] = PipeEnd::pipe(host.cpu());
  return give_two(host, thread, reader, writer, flags, call.arguments[0]);
}

Reply make_pair(Linux& host, Thread& thread, const Call& call) {
  if (call.integer(0) != AF_UNIX) return result(-EOPNOTSUPP);
  static_assert(SOCK_NONBLOCK == O_NONBLOCK && SOCK_CLOEXEC == O_CLOEXEC);
  const auto [first, second] = PipeEnd::pair(host.cpu());
  return give_two(host, thread, first, second, call.integer(1), call.arguments[3]);
}

Reply make_counter(Linux& host, Thread& thread, const Call& call) {
  const int flags = call.number == SYS_eventfd2 ? call.integer(1) : 0;
  const auto object = std::make_shared<EventCounter>(
      host.cpu(), static_cast<std::uint32_t>(call.arguments[0]), (flags & EFD_SEMAPHORE) != 0);
  object->nonblocking = (flags & EFD_NONBLOCK) != 0;
  return host.give(thread, object, (flags & EFD_CLOEXEC) != 0);
}

}  // namespace flybar::process
