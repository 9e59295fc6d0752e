/// Sockets of one host as its Linux programs have them.
#pragma once

#include <netinet/in.h>

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/inet/api/socket.h"
#include "models/process/linux/object.h"

namespace flybar::inet {

class ProgramSockets;

class ProgramSocket final : public process::SocketObject {
 public:
  ProgramSocket(ProgramSockets& sockets, std::unique_ptr<Socket> socket);

  bool stream() const override { return socket_->stream(); }
  int bind(const sockaddr_in& address) override;
  int listen(int backlog) override { return socket_->listen(backlog); }
  int accept(std::shared_ptr<SocketObject>& accepted, Time timeout) override;
  int connect(const sockaddr_in& address, Time timeout) override;
  int disconnect() override;
  int shut_down(bool receiving, bool sending) override;
  sockaddr_in name() const override;
  int peer(sockaddr_in& address) const override;
  int set_option(int level, int option, std::span<const std::byte> value) override;
  int option(int level, int option, std::span<std::byte> value) override;

  int ready() const override { return socket_->events(); }
  std::int64_t receive(std::span<std::byte> to, const process::How& how) override;
  std::int64_t send(std::span<const std::byte> from, const process::How& how) override;
  void close() override { socket_->close(); }
  void linger() override { socket_->linger(); }
  int waiting() const override { return static_cast<int>(socket_->waiting()); }
  void watch(host::Signal& signal) override { socket_->watch(signal); }
  void unwatch(host::Signal& signal) override { socket_->unwatch(signal); }
  std::uint64_t changes() const override { return socket_->changes(); }

 private:
  int read_peer(const sockaddr_in& address, Socket::Peer& peer) const;
  int take_error();
  std::optional<int> set_number(int level, int option, int value);
  std::optional<int> number(int level, int option);

  ProgramSockets& sockets_;
  Inet& inet_;
  const std::unique_ptr<Socket> socket_;
  /// Options that are kept and given back, by level and name.
  std::map<std::pair<int, int>, std::string> kept_;
};

class ProgramSockets final : public process::Sockets {
 public:
  /// Makes sockets of the host that `inet` is of. `nodes`: how many hosts the system has.
  ProgramSockets(Inet& inet, std::uint32_t nodes) : inet_(inet), nodes_(nodes) {}
  std::shared_ptr<process::SocketObject> make(bool stream) override;
  std::unique_ptr<process::Pages> make_pages(const std::string& program) override;
  /// Those of the programs of this host, open or not, in the order in which they began.
  std::vector<ConnectionFigures> connections() const;

  // For its sockets:
  Inet& inet() { return inet_; }
  std::uint32_t nodes() const { return nodes_; }
  /// Its connection is among connections() once it is open.
  void keep(const Socket& socket);

 private:
  Inet& inet_;
  const std::uint32_t nodes_;
  std::deque<std::shared_ptr<const ConnectionRecord>> records_;
};

}  // namespace flybar::inet
