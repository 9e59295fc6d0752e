/// A TCP port at which connections arrive.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "models/inet/socket/connection.h"

namespace flybar::inet {

class Listener final : public Inet::Concerned {
 public:
  explicit Listener(Inet& inet, const ConnectionOptions& options = {})
      : inet_(inet), options_(options) {}
  /// If it is not closed, the kernel closes it within 200 ms. Nobody waits for it.
  ~Listener() override;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// Port 0: a free one. With `reuse` also one that only connections in TIME_WAIT have. Connections
  /// come to one address of IP, or to any of the host: 0. A number of errno.h, or 0.
  int bind(std::uint16_t port, bool reuse, std::uint32_t address = 0);
  /// At most `backlog` connections wait to be accepted. Precondition: it is bound, and does not yet
  /// listen.
  int listen(int backlog);
  /// Both at once.
  int listen(std::uint16_t port, int backlog);
  /// What connections have from now on that come here.
  void set_options(const ConnectionOptions& options) { options_ = options; }
  /// 0: it is not bound.
  std::uint16_t port() const;
  std::uint32_t address() const;
  /// The next connection that has been opened; null after `timeout`, or once closed.
  std::shared_ptr<Connection> accept(Time timeout = Time::never());
  /// Connections that nobody has accepted are reset.
  void close();

  bool readable() const { return !opened_.empty(); }
  void settle() override;

 private:
  friend struct ListenerCallbacks;
  std::int8_t open(std::uint16_t port, bool reuse, std::uint32_t address);
  std::int8_t begin(int backlog);

  Inet& inet_;
  const std::weak_ptr<Inet::Later> later_{inet_.later()};
  tcp_pcb* pcb_ = nullptr;
  ConnectionOptions options_;
  std::deque<std::shared_ptr<Connection>> opened_;
  Waiters acceptors_{inet_, "a connection"};
};

}  // namespace flybar::inet
