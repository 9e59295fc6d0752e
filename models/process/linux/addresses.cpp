#include "models/process/linux/addresses.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace flybar::process {

int read_address(const Thread& thread, std::uint64_t at, std::uint64_t length,
                 sockaddr_in& address) {
  if (length < sizeof(sa_family_t)) return -EINVAL;
  const auto family = thread.memory().get<sa_family_t>(at);
  if (!family) return -EFAULT;
  if (*family == AF_UNSPEC) {
    address.sin_family = AF_UNSPEC;
    return 0;
  }
  if (*family != AF_INET) return -EAFNOSUPPORT;
  if (length < sizeof address) return -EINVAL;
  const auto given = thread.memory().get<sockaddr_in>(at);
  if (!given) return -EFAULT;
  address = *given;
  return 0;
}

int write_address(const Thread& thread, std::uint64_t at, std::uint64_t length_at,
                  const sockaddr_in& address) {
  if (at == 0) return 0;
  const auto room = thread.memory().get<socklen_t>(length_at);
  if (!room) return -EFAULT;
  const std::size_t here = std::min<std::size_t>(*room, sizeof address);
  const bool written =
      thread.memory().write(at, std::as_bytes(std::span(&address, 1)).first(here)) &&
      thread.memory().put(length_at, static_cast<socklen_t>(sizeof address));
  return written ? 0 : -EFAULT;
}

}  // namespace flybar::process
