/// The life of a connection: opened, told by the stack, and ended.
#include "models/inet/socket/connection.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "models/inet/labels.h"
#include "models/inet/socket/callbacks.h"

namespace flybar::inet {

namespace {

const tcp_ext_arg_callbacks kCallbacks = {&Callbacks::destroyed, nullptr};

}  // namespace

/// What a process holds. Listeners, and Inet while there is a control block, hold the connection
/// itself.
struct Connection::Owner {
  explicit Owner(std::shared_ptr<Connection> owned) : connection(std::move(owned)) {}
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() { connection->left_alone(); }
  const std::shared_ptr<Connection> connection;
};

std::shared_ptr<Connection> Connection::owned(std::shared_ptr<Connection> connection) {
  Connection* const raw = connection.get();
  return {std::make_shared<Owner>(std::move(connection)), raw};
}

std::shared_ptr<Connection> Connection::make(Inet& inet, const ConnectionOptions& options) {
  return owned(std::shared_ptr<Connection>(new Connection(inet, options)));
}

/// Without its process. The stack may be gone, too.
void Connection::left_alone() {
  const auto later = later_.lock();
  if (!later || closed_ || (pcb_ == nullptr && receive_buffer_.empty())) return;
  later->push_back([self = shared_from_this()] { self->close(); });
}

void Connection::attach(tcp_pcb& pcb) {
  pcb_ = &pcb;
  inet_.keep(shared_from_this());
  tcp_ext_arg_set_callbacks(&pcb, FLYBAR_SOCKET, &kCallbacks);
  tcp_ext_arg_set(&pcb, FLYBAR_SOCKET, this);
  tcp_ext_arg_set(&pcb, FLYBAR_CONNECTION, &record_->stack);
  record_->figures.begin = inet_.cpu().now();
  record_->figures.own.node = inet_.setup().node;
  record_->block = &pcb;
  options_.apply(pcb, false);
}

std::shared_ptr<Connection> Connection::adopt(Inet& inet, const ConnectionOptions& options,
                                              tcp_pcb& pcb) {
  std::shared_ptr<Connection> connection(new Connection(inet, options));
  connection->attach(pcb);
  if (options.most_segment > 0) pcb.mss = std::min(pcb.mss, options.most_segment);
  connection->ends_ = {node_at(pcb.remote_ip), pcb.remote_port, pcb.local_port,
                       lwip_ntohl(pcb.local_ip.addr)};
  connection->record_->figures.accepted = true;
  connection->record_->stack.segments_received = 1;
  return connection;
}

Connection::Error establish(Connection& connection, const Connection::Ends& ends, Time timeout) {
  connection.begin(ends);
  const auto outcome = connection.outcome(timeout);
  if (!outcome) connection.abort();
  return outcome.value_or(ETIMEDOUT);
}

Connection::Error Connection::begin(const Ends& ends) {
  inet_.cpu().spend(inet_.params().socket.call, kSocketCall);
  ends_ = ends;
  inet_.run([&] {
    tcp_pcb* const pcb = tcp_new();
    attach(*pcb);
    Callbacks::told(*this, *pcb);
    const ip_addr_t address = address_at(ends.peer);
    err_t result = ERR_OK;
    const ip_addr_t own{lwip_htonl(ends.own_address)};
    if (ends.own_port != 0) result = tcp_bind(pcb, &own, ends.own_port);
    if (result == ERR_OK)
      result = tcp_connect(pcb, &address, ends.peer_port, &Callbacks::connected);
    ends_.own_port = pcb->local_port;
    ends_.own_address = lwip_ntohl(pcb->local_ip.addr);
    if (result == ERR_OK) return;
    error_ = socket_error(result);
    tcp_abort(pcb);
  });
  return error_;
}

std::optional<Connection::Error> Connection::outcome(Time timeout) {
  const Time until = deadline_of(inet_.cpu(), timeout);
  while (!connected_ && error_ == 0 && !over_)
    if (!writers_.wait(until)) return std::nullopt;
  if (connected_) return error_;
  // A reset means that nobody listens.
  if (error_ == ECONNRESET) return ECONNREFUSED;
  return error_ != 0 ? error_ : ECONNABORTED;
}

Connection::Error Connection::shut_down() {
  inet_.cpu().spend(inet_.params().socket.call, kSocketCall);
  if (shut_) return 0;
  if (pcb_ == nullptr || !connected_) return ENOTCONN;
  shut_ = true;
  err_t result = ERR_OK;
  inet_.run([&] {
    if (pcb_ != nullptr) result = tcp_shutdown(pcb_, 0, 1);
  });
  return socket_error(result);
}

/// As in 4.4BSD what was not read is forgotten, and what was sent arrives, unless the peer sends
/// more: lwIP would reset the connection at once, if it knew of bytes that nobody has read.
void Connection::close() {
  if (closed_) return;
  closed_ = true;
  inet_.cpu().spend(inet_.params().socket.call, kSocketCall);
  const auto self = shared_from_this();
  inet_.run([&] {
    read(receive_buffer_.size());
    receive_buffer_.clear();
    if (pcb_ != nullptr) tcp_close(pcb_);
    inet_.concern(*this);
  });
}

void Connection::abort() {
  closed_ = true;
  const auto self = shared_from_this();
  inet_.run([&] {
    if (pcb_ != nullptr) tcp_abort(pcb_);
    receive_buffer_.clear();
    inet_.concern(*this);
  });
}

void Connection::set_options(const ConnectionOptions& options) {
  options_.change(options);
  if (pcb_ != nullptr) options_.apply(*pcb_, connected_);
}

void Connection::over(Error error) {
  if (error != 0 && error_ == 0) error_ = error;
  pcb_ = nullptr;
  over_ = true;
  record_->block = nullptr;
  inet_.concern(*this);
}

void Connection::settle() {
  const auto self = shared_from_this();
  send_buffer_.settle(over_);
  receive_buffer_.settle();
  const bool ends = error_ != 0 || over_ || closed_;
  if (ends || readable()) readers_.wake();
  if (ends || (connected_ && room() >= options_.low_water())) writers_.wake();
  if (over_) inet_.drop(*this);
}

}  // namespace flybar::inet
