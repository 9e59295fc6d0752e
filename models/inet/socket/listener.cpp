#include "models/inet/socket/listener.h"

#include <lwip/tcp.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "models/inet/labels.h"
#include "models/inet/socket/callbacks.h"

namespace flybar::inet {

/// A connection is there from the first segment on, whose answer says what its options are.
struct ListenerCallbacks {
  static err_t answers(u8_t, tcp_pcb_listen* listening, tcp_pcb* pcb) {
    const auto& listener = *static_cast<Listener*>(listening->ext_args[FLYBAR_SOCKET].data);
    Connection::adopt(listener.inet_, listener.options_, *pcb);
    return ERR_OK;
  }
  static err_t accepted(void* of, tcp_pcb* pcb, err_t result) {
    auto& listener = *static_cast<Listener*>(of);
    if (result != ERR_OK || pcb == nullptr) return ERR_VAL;
    auto& connection = *static_cast<Connection*>(pcb->ext_args[FLYBAR_SOCKET].data);
    Callbacks::told(connection, *pcb);
    Callbacks::opened(connection, *pcb);
    listener.opened_.push_back(connection.shared_from_this());
    tcp_backlog_delayed(pcb);
    listener.inet_.concern(listener);
    return ERR_OK;
  }
};

namespace {

const tcp_ext_arg_callbacks kAnswers = {nullptr, &ListenerCallbacks::answers};

}  // namespace

err_t Listener::open(std::uint16_t port, bool reuse, std::uint32_t address) {
  tcp_pcb* const bound = tcp_new();
  if (reuse) ip_set_option(bound, SOF_REUSEADDR);
  const ip_addr_t at{lwip_htonl(address)};
  const err_t result = tcp_bind(bound, &at, port);
  if (result == ERR_OK)
    pcb_ = bound;
  else
    tcp_abort(bound);
  return result;
}

err_t Listener::begin(int backlog) {
  err_t result = ERR_OK;
  tcp_pcb* const listening = tcp_listen_with_backlog_and_err(
      pcb_, static_cast<u8_t>(std::clamp(backlog, 1, 255)), &result);
  if (listening == nullptr) return result;
  pcb_ = listening;
  tcp_arg(pcb_, this);
  tcp_ext_arg_set_callbacks(pcb_, FLYBAR_SOCKET, &kAnswers);
  tcp_ext_arg_set(pcb_, FLYBAR_SOCKET, this);
  tcp_accept(pcb_, &ListenerCallbacks::accepted);
  return ERR_OK;
}

int Listener::bind(std::uint16_t port, bool reuse, std::uint32_t address) {
  inet_.cpu().spend(inet_.params().socket.call, kSocketCall);
  err_t result = ERR_OK;
  inet_.run([&] { result = open(port, reuse, address); });
  return socket_error(result);
}

int Listener::listen(int backlog) {
  inet_.cpu().spend(inet_.params().socket.call, kSocketCall);
  err_t result = ERR_OK;
  inet_.run([&] { result = begin(backlog); });
  return socket_error(result);
}

int Listener::listen(std::uint16_t port, int backlog) {
  inet_.cpu().spend(inet_.params().socket.call, kSocketCall);
  err_t result = ERR_OK;
  inet_.run([&] {
    result = open(port, false, 0);
    if (result == ERR_OK) result = begin(backlog);
  });
  return socket_error(result);
}

std::uint16_t Listener::port() const {
  return pcb_ == nullptr ? 0 : pcb_->local_port;
}

std::uint32_t Listener::address() const {
  return pcb_ == nullptr ? 0 : lwip_ntohl(pcb_->local_ip.addr);
}

std::shared_ptr<Connection> Listener::accept(Time timeout) {
  host::Cpu& cpu = inet_.cpu();
  cpu.spend(inet_.params().socket.call, kSocketCall);
  const Time until = deadline_of(cpu, timeout);
  cpu.sync();
  while (opened_.empty())
    if (pcb_ == nullptr || !acceptors_.wait(until)) return nullptr;
  auto first = std::move(opened_.front());
  opened_.pop_front();
  // There is room for another one.
  inet_.run([&] {
    if (first->pcb_ != nullptr) tcp_backlog_accepted(first->pcb_);
  });
  return Connection::owned(std::move(first));
}

namespace {

void end(Inet& inet, tcp_pcb*& pcb) {
  inet.cpu().spend(inet.params().socket.call, kSocketCall);
  inet.run([&] {
    if (pcb != nullptr) tcp_close(std::exchange(pcb, nullptr));
  });
}

}  // namespace

/// No connection can come before that.
Listener::~Listener() {
  const auto later = later_.lock();
  if (!later || (pcb_ == nullptr && opened_.empty())) return;
  later->push_back([&inet = inet_, pcb = pcb_, opened = std::move(opened_)]() mutable {
    end(inet, pcb);
    for (const auto& one : opened) one->abort();
  });
}

void Listener::close() {
  end(inet_, pcb_);
  while (!opened_.empty()) {
    const auto first = std::move(opened_.front());
    opened_.pop_front();
    first->abort();
  }
  // Whoever accepts here learns of it.
  acceptors_.tell();
}

void Listener::settle() {
  acceptors_.wake();
}

}  // namespace flybar::inet
