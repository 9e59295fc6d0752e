#include "models/inet/socket/listener.h"

#include <lwip/tcp.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "models/inet/labels.h"
#include "models/inet/socket/callbacks.h"

namespace flybar::inet {

struct ListenerCallbacks {
  static err_t accepted(void* of, tcp_pcb* pcb, err_t result) {
    auto& listener = *static_cast<Listener*>(of);
    if (result != ERR_OK || pcb == nullptr) return ERR_VAL;
    listener.opened_.push_back(Connection::adopt(listener.inet_, *pcb));
    tcp_backlog_delayed(pcb);
    listener.inet_.concern(listener);
    return ERR_OK;
  }
};

err_t Listener::open(std::uint16_t port, bool reuse) {
  tcp_pcb* const bound = tcp_new();
  if (reuse) ip_set_option(bound, SOF_REUSEADDR);
  const err_t result = tcp_bind(bound, IP_ADDR_ANY, port);
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
  tcp_accept(pcb_, &ListenerCallbacks::accepted);
  return ERR_OK;
}

int Listener::bind(std::uint16_t port, bool reuse) {
  inet_.cpu().spend(inet_.params().socket.call, kSocketCall);
  err_t result = ERR_OK;
  inet_.run([&] { result = open(port, reuse); });
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
    result = open(port, false);
    if (result == ERR_OK) result = begin(backlog);
  });
  return socket_error(result);
}

std::uint16_t Listener::port() const {
  return pcb_ == nullptr ? 0 : pcb_->local_port;
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
  inet_.run([&] { first->accepted(); });
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
