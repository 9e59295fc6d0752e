/// What lwIP tells a connection, inside a guard and in no time.
#pragma once

#include <lwip/tcp.h>

#include "models/inet/socket/connection.h"

namespace flybar::inet {

struct Callbacks {
  /// From now on the connection gets what comes for the control block.
  static void told(Connection& connection, tcp_pcb& pcb);
  /// Both ends know that it is open.
  static void opened(Connection& connection, tcp_pcb& pcb);

  static err_t connected(void* of, tcp_pcb* pcb, err_t result);
  static err_t received(void* of, tcp_pcb* pcb, pbuf* chain, err_t result);
  static err_t sent(void* of, tcp_pcb* pcb, u16_t bytes);
  static void failed(void* of, err_t result);
  static void destroyed(u8_t id, void* of);
  /// Tries again to close what could not be closed.
  static err_t polled(void* of, tcp_pcb* pcb);
};

/// As lwIP writes the address of a node, and back. What is no node's is a node that is not there.
ip_addr_t address_at(std::uint32_t node);
std::uint32_t node_at(const ip_addr_t& address);
/// The same as an error of a socket call.
int socket_error(err_t result);
/// The segments of a stream are whole clusters, as in 4.4BSD: that is why pages can be remapped.
void round_segments(tcp_pcb& pcb, Bytes cluster);

}  // namespace flybar::inet
