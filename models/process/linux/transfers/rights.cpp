#include "models/process/linux/transfers/rights.h"

#include <cerrno>
#include <cstring>

#include "models/process/native/file_of_program.h"

namespace flybar::process {
namespace {

constexpr std::size_t kMostControl = 4096;  ///< bytes
constexpr std::size_t kMostRights = 253;    ///< as Linux

int take_one(Linux& host, Thread& thread, int number, Rights& rights) {
  const auto object = host.object(thread, number);
  Descriptor own =
      object ? host.make_descriptor(object) : FileOfProgram(thread.native, number).release();
  if (!own) return host.is_open(thread, number) ? -EPERM : -EBADF;
  rights.push_back(std::make_shared<Descriptor>(std::move(own)));
  return 0;
}

}  // namespace

int read_rights(Linux& host, Thread& thread, const Call& call, const msghdr& header,
                Rights& rights) {
  if (header.msg_controllen > kMostControl) return -ENOBUFS;
  std::vector<std::byte> control(header.msg_controllen);
  const auto at = reinterpret_cast<std::uint64_t>(header.msg_control);
  if (!thread.memory().read(at, control)) return -EFAULT;
  for (std::size_t done = 0; done + sizeof(cmsghdr) <= control.size();) {
    cmsghdr one;
    std::memcpy(&one, &control[done], sizeof one);
    if (one.cmsg_len < sizeof one || one.cmsg_len > control.size() - done) return -EINVAL;
    if (one.cmsg_level != SOL_SOCKET || one.cmsg_type != SCM_RIGHTS) {
      host.refuse(thread, call, "control data other than descriptors");
      return -EPERM;
    }
    const std::size_t count = (one.cmsg_len - CMSG_LEN(0)) / sizeof(int);
    if (count + rights.size() > kMostRights) return -EINVAL;
    for (std::size_t n = 0; n < count; ++n) {
      int number = -1;
      std::memcpy(&number, &control[done + CMSG_LEN(n * sizeof number)], sizeof number);
      const int error = take_one(host, thread, number, rights);
      if (error == -EPERM) host.refuse(thread, call, "passing this descriptor on this machine");
      if (error != 0) return error;
    }
    done += CMSG_ALIGN(one.cmsg_len);
  }
  return 0;
}

int give_rights(Thread& thread, const Call& call, const Rights& rights, int flags, msghdr& header) {
  const std::size_t length = header.msg_controllen;
  header.msg_controllen = 0;
  if (rights.empty()) return 0;
  const std::size_t room = length < CMSG_LEN(0) ? 0 : (length - CMSG_LEN(0)) / sizeof(int);
  const std::size_t count = std::min(rights.size(), room);
  if (count < rights.size()) header.msg_flags |= MSG_CTRUNC;
  if (count == 0) return 0;
  std::vector<std::byte> control(CMSG_LEN(count * sizeof(int)));
  const cmsghdr head = {control.size(), SOL_SOCKET, SCM_RIGHTS};
  std::memcpy(control.data(), &head, sizeof head);
  for (std::size_t n = 0; n < count; ++n) {
    const int number = thread.process.native.listener->give(call, rights[n]->number(),
                                                            (flags & MSG_CMSG_CLOEXEC) != 0);
    if (number < 0) return number;
    thread.process.known.erase(number);
    std::memcpy(&control[CMSG_LEN(n * sizeof number)], &number, sizeof number);
  }
  header.msg_controllen = std::min(length, CMSG_SPACE(count * sizeof(int)));
  const auto at = reinterpret_cast<std::uint64_t>(header.msg_control);
  return thread.memory().write(at, control) ? 0 : -EFAULT;
}

}  // namespace flybar::process
