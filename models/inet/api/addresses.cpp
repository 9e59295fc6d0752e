#include "models/inet/api/addresses.h"

#include <algorithm>
#include <cstring>

#include "models/inet/stack/address.h"

namespace flybar::inet {

int read_address(const sockaddr* address, socklen_t length, Named& named) {
  if (address == nullptr) return -EFAULT;
  if (length < sizeof(sockaddr_in)) return -EINVAL;
  sockaddr_in in;
  std::memcpy(&in, address, sizeof in);
  if (in.sin_family != AF_INET) return -EAFNOSUPPORT;
  named = {ntohl(in.sin_addr.s_addr), ntohs(in.sin_port)};
  return 0;
}

int read_peer(const Process& process, const sockaddr* address, socklen_t length,
              Socket::Peer& peer) {
  Named named;
  if (const int error = read_address(address, length, named)) return error;
  const auto node = node_of(named.address);
  if (!node) return -ENETUNREACH;
  if (!process.reaches(*node)) return -EHOSTUNREACH;
  if (named.port == 0) return -EADDRNOTAVAIL;
  peer = {*node, named.port};
  return 0;
}

void write_address(std::uint32_t node, std::uint16_t port, sockaddr* address, socklen_t* length) {
  if (address == nullptr) return;
  const sockaddr_in in = inet_node_address(static_cast<int>(node), port);
  std::memcpy(address, &in, std::min<std::size_t>(*length, sizeof in));
  *length = sizeof in;
}

bool is_room(const sockaddr* address, const socklen_t* length) {
  return address == nullptr || length != nullptr;
}

}  // namespace flybar::inet

// NOLINTBEGIN(readability-identifier-naming): names of the API

sockaddr_in inet_node_address(int node, std::uint16_t port) {
  sockaddr_in in = {};
  in.sin_family = AF_INET;
  in.sin_port = htons(port);
  in.sin_addr.s_addr = htonl(flybar::inet::address_of(static_cast<std::uint32_t>(node)));
  return in;
}

int inet_node_of(const sockaddr_in* address) {
  if (address == nullptr || address->sin_family != AF_INET) return -1;
  const auto node = flybar::inet::node_of(ntohl(address->sin_addr.s_addr));
  return node ? static_cast<int>(*node) : -1;
}

// NOLINTEND(readability-identifier-naming)
