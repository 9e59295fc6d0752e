#include "models/inet/socket/callbacks.h"

#include <cerrno>

namespace flybar::inet {

namespace {

constexpr u8_t kPollTicks = 2;  ///< of the slow timer

}  // namespace

void Callbacks::told(Connection& connection, tcp_pcb& pcb) {
  tcp_arg(&pcb, &connection);
  tcp_recv(&pcb, &Callbacks::received);
  tcp_sent(&pcb, &Callbacks::sent);
  tcp_err(&pcb, &Callbacks::failed);
  tcp_poll(&pcb, &Callbacks::polled, kPollTicks);
}

void Callbacks::opened(Connection& connection, tcp_pcb& pcb) {
  round_segments(pcb, connection.inet_.params().inet.cluster);
  ConnectionFigures& figures = connection.record_->figures;
  figures.own.port = connection.ends_.own_port;
  const std::uint32_t peer = connection.ends_.peer;
  figures.peer = {peer == kLoopNode ? figures.own.node : peer, connection.ends_.peer_port};
  connection.connected_ = connection.record_->opened = true;
}

err_t Callbacks::connected(void* of, tcp_pcb* pcb, err_t) {
  auto& connection = *static_cast<Connection*>(of);
  opened(connection, *pcb);
  connection.inet_.concern(connection);
  return ERR_OK;
}

err_t Callbacks::received(void* of, tcp_pcb*, pbuf* chain, err_t) {
  auto& connection = *static_cast<Connection*>(of);
  if (chain != nullptr) {
    connection.record_->figures.bytes_received += chain->tot_len;
    connection.receive_buffer_.append(chain);
  } else {
    connection.ended_ = true;
  }
  if (connection.closed_) connection.receive_buffer_.clear();
  connection.inet_.concern(connection);
  return ERR_OK;
}

err_t Callbacks::sent(void* of, tcp_pcb*, u16_t bytes) {
  auto& connection = *static_cast<Connection*>(of);
  connection.send_buffer_.acknowledged(bytes);
  connection.record_->figures.bytes_acknowledged += bytes;
  connection.inet_.concern(connection);
  return ERR_OK;
}

void Callbacks::failed(void* of, err_t result) {
  static_cast<Connection*>(of)->over(socket_error(result));
}

void Callbacks::destroyed(u8_t, void* of) {
  static_cast<Connection*>(of)->over(0);
}

err_t Callbacks::polled(void* of, tcp_pcb* pcb) {
  auto& connection = *static_cast<Connection*>(of);
  if (connection.closed_ && pcb->state == ESTABLISHED) tcp_close(pcb);
  return ERR_OK;
}

ip_addr_t address_at(std::uint32_t node) {
  return {lwip_htonl(address_of(node))};
}

std::uint32_t node_at(const ip_addr_t& address) {
  const std::uint32_t at = lwip_ntohl(address.addr);
  return at == kLoopAddress ? kLoopNode : node_of(at).value_or(kNodes);
}

int socket_error(err_t result) {
  switch (result) {
    case ERR_OK:
    case ERR_CLSD:  // both ends have closed, and know it
      return 0;
    case ERR_RST:
      return ECONNRESET;
    case ERR_ABRT:
      return ETIMEDOUT;
    case ERR_USE:
      return EADDRINUSE;
    case ERR_RTE:
      return EHOSTUNREACH;
    case ERR_MEM:
    case ERR_BUF:
      return ENOBUFS;
    default:
      return EINVAL;
  }
}

void round_segments(tcp_pcb& pcb, Bytes cluster) {
  const auto whole = static_cast<u16_t>(cluster.count);
  if (pcb.mss > whole) pcb.mss = static_cast<u16_t>(pcb.mss / whole * whole);
}

}  // namespace flybar::inet
