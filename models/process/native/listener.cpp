#include "models/process/native/listener.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>

namespace flybar::process {
namespace {

constexpr std::int64_t kMostErrors = 4095;

}  // namespace

std::optional<Call> Listener::receive() const {
  seccomp_notif found = {};
  if (ioctl(descriptor(), SECCOMP_IOCTL_NOTIF_RECV, &found) != 0) return std::nullopt;
  Call call{found.id, static_cast<int>(found.pid), found.data.nr, {}};
  std::copy(std::begin(found.data.args), std::end(found.data.args), call.arguments.begin());
  return call;
}

/// Who called may have been killed meanwhile; then nobody needs the answer.
void Listener::answer(const Call& call, std::int64_t result) const {
  seccomp_notif_resp response = {};
  response.id = call.id;
  if (result < 0 && result >= -kMostErrors)
    response.error = static_cast<std::int32_t>(result);
  else
    response.val = result;
  ioctl(descriptor(), SECCOMP_IOCTL_NOTIF_SEND, &response);
}

void Listener::let_through(const Call& call) const {
  seccomp_notif_resp response = {};
  response.id = call.id;
  response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  ioctl(descriptor(), SECCOMP_IOCTL_NOTIF_SEND, &response);
}

int Listener::give(const Call& call, int own, bool close_on_exec) const {
  return add(call, own, 0, 0, close_on_exec);
}

int Listener::replace(const Call& call, int own, int number, bool close_on_exec) const {
  return add(call, own, SECCOMP_ADDFD_FLAG_SETFD, number, close_on_exec);
}

int Listener::add(const Call& call, int own, std::uint32_t flags, int number,
                  bool close_on_exec) const {
  seccomp_notif_addfd added = {};
  added.id = call.id;
  added.flags = flags;
  added.newfd = static_cast<std::uint32_t>(number);
  added.srcfd = static_cast<std::uint32_t>(own);
  added.newfd_flags = close_on_exec ? O_CLOEXEC : 0;
  const int given = ioctl(descriptor(), SECCOMP_IOCTL_NOTIF_ADDFD, &added);
  return given < 0 ? -errno : given;
}

}  // namespace flybar::process
