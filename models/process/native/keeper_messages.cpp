#include "models/process/native/keeper_messages.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstring>

namespace flybar::process {
namespace {

constexpr std::size_t kMostMessage = 128 * 1024;
constexpr std::size_t kControl = CMSG_SPACE(Message::kMost * sizeof(int));

}  // namespace

bool send_message(int socket, const Message& message) {
  std::int64_t number = message.number;
  std::array<iovec, 2> parts = {iovec{&number, sizeof number},
                                iovec{const_cast<char*>(message.text.data()), message.text.size()}};
  alignas(cmsghdr) std::array<char, kControl> control = {};
  msghdr header = {};
  header.msg_iov = parts.data();
  header.msg_iovlen = parts.size();
  if (const std::size_t bytes = message.descriptors.size() * sizeof(int); bytes > 0) {
    header.msg_control = control.data();
    header.msg_controllen = CMSG_SPACE(bytes);
    cmsghdr* const first = CMSG_FIRSTHDR(&header);
    first->cmsg_level = SOL_SOCKET;
    first->cmsg_type = SCM_RIGHTS;
    first->cmsg_len = CMSG_LEN(bytes);
    std::memcpy(CMSG_DATA(first), message.descriptors.data(), bytes);
  }
  ssize_t sent = 0;
  do sent = sendmsg(socket, &header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent >= 0;
}

std::optional<Message> receive_message(int socket) {
  Message message;
  message.text.resize(kMostMessage);
  std::array<iovec, 2> parts = {iovec{&message.number, sizeof message.number},
                                iovec{message.text.data(), message.text.size()}};
  alignas(cmsghdr) std::array<char, kControl> control = {};
  msghdr header = {};
  header.msg_iov = parts.data();
  header.msg_iovlen = parts.size();
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  ssize_t came = 0;
  do came = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  while (came < 0 && errno == EINTR);
  if (came < static_cast<ssize_t>(sizeof message.number)) return std::nullopt;
  message.text.resize(static_cast<std::size_t>(came) - sizeof message.number);
  if (const cmsghdr* const first = CMSG_FIRSTHDR(&header)) {
    message.descriptors.resize((first->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(message.descriptors.data(), CMSG_DATA(first),
                message.descriptors.size() * sizeof(int));
  }
  return message;
}

}  // namespace flybar::process
