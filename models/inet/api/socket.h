/// What a descriptor stands for: a stream in one of its states, or a port for datagrams. Results
/// below 0 are negative errors of errno.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "models/inet/socket/connection.h"
#include "models/inet/socket/datagrams.h"
#include "models/inet/socket/listener.h"

namespace flybar::inet {

class Socket {
 public:
  using Peer = Datagrams::Peer;
  /// What a process has asked for.
  struct Options : ConnectionOptions {
    Time receive_timeout = Time::never();
    bool reuse = false;
    /// How long linger() waits until the peer has all; zero: close() resets.
    std::optional<Time> linger = {};
  };
  struct Memory {
    UserArea area;
    std::size_t length;
  };

  virtual ~Socket() = default;

  virtual bool stream() const = 0;
  /// To one address of IP, or any: 0.
  virtual int bind(std::uint16_t port, std::uint32_t address = 0) = 0;
  virtual int listen(int backlog) = 0;
  /// The next connection of a stream that listens; else an error.
  virtual int accept(std::unique_ptr<Socket>& accepted) = 0;
  /// -EINPROGRESS: the outcome is there as soon as events() has a bit, and finish_connect() says
  /// what it is. A socket for datagrams has its outcome at once.
  virtual int begin_connect(Peer peer) = 0;
  /// -EALREADY if it is not known after `timeout`.
  virtual int finish_connect(Time) { return 0; }
  virtual bool connecting() const { return false; }
  virtual std::int64_t send(const Memory& data, Time timeout, std::optional<Peer> to) = 0;
  virtual std::int64_t receive(const Memory& room, Time timeout, Peer& from) = 0;
  /// What receive() would give, which stays.
  virtual std::int64_t peek(const Memory& room, Time timeout, Peer& from) = 0;
  /// How many bytes that would be at most.
  virtual std::size_t waiting() const = 0;
  virtual std::uint64_t changes() const = 0;
  virtual int shut_down(bool receiving, bool sending) = 0;
  virtual void close() = 0;
  /// After close(), by a process: what SO_LINGER says.
  virtual void linger() {}

  /// 0: it has no port yet.
  virtual std::uint16_t port() const = 0;
  /// The address of IP that the socket is bound to; 0: any of its host.
  virtual std::uint32_t address() const = 0;
  virtual std::optional<Peer> peer() const = 0;
  virtual bool listens() const { return false; }
  /// An error that has come by itself; told once.
  virtual int take_error() { return 0; }
  /// `options` have changed.
  virtual void apply_options() = 0;
  /// Bytes that its buffers hold.
  virtual std::size_t send_buffer_size() const = 0;
  virtual std::size_t receive_buffer_size() const = 0;

  /// As bits of poll.h.
  virtual short events() const = 0;
  /// Is notified of any change from now on, as others are.
  virtual void watch(host::Signal& of_several) = 0;
  virtual void unwatch(host::Signal& of_several) = 0;

  Options options;
};

class StreamSocket final : public Socket {
 public:
  explicit StreamSocket(Inet& inet, std::shared_ptr<Connection> connection = nullptr)
      : inet_(inet), connection_(std::move(connection)) {}

  bool stream() const override { return true; }
  int bind(std::uint16_t port, std::uint32_t address = 0) override;
  int listen(int backlog) override;
  int accept(std::unique_ptr<Socket>& accepted) override;
  int begin_connect(Peer peer) override;
  int finish_connect(Time timeout) override;
  bool connecting() const override { return connecting_; }
  std::int64_t send(const Memory& data, Time timeout, std::optional<Peer> to) override;
  std::int64_t receive(const Memory& room, Time timeout, Peer& from) override;
  std::int64_t peek(const Memory& room, Time timeout, Peer& from) override;
  std::size_t waiting() const override { return connection_ ? connection_->received().size() : 0; }
  std::uint64_t changes() const override;
  int shut_down(bool receiving, bool sending) override;
  void close() override;
  void linger() override;
  std::uint16_t port() const override;
  std::uint32_t address() const override;
  std::optional<Peer> peer() const override;
  bool listens() const override { return listens_; }
  int take_error() override;
  void apply_options() override;
  std::size_t send_buffer_size() const override;
  std::size_t receive_buffer_size() const override;
  /// Null: it has none.
  const Connection* connection() const { return connection_.get(); }
  short events() const override;
  void watch(host::Signal& of_several) override;
  void unwatch(host::Signal& of_several) override;

 private:
  Inet& inet_;
  std::unique_ptr<Listener> bound_;  ///< while it has a port and no connection
  bool listens_ = false;
  std::uint16_t bound_port_ = 0;  ///< before it connected
  std::uint32_t bound_address_ = 0;
  std::shared_ptr<Connection> connection_;
  bool connecting_ = false;  ///< finish_connect() has not said the outcome yet
  bool reads_no_more_ = false;
  int told_ = 0;  ///< the error that take_error() gave
};

class DatagramSocket final : public Socket {
 public:
  explicit DatagramSocket(Inet& inet) : inet_(inet), port_(inet) {}

  bool stream() const override { return false; }
  int bind(std::uint16_t port, std::uint32_t address = 0) override;
  int listen(int backlog) override;
  int accept(std::unique_ptr<Socket>& accepted) override;
  int begin_connect(Peer peer) override;
  std::int64_t send(const Memory& data, Time timeout, std::optional<Peer> to) override;
  std::int64_t receive(const Memory& room, Time timeout, Peer& from) override;
  std::int64_t peek(const Memory& room, Time timeout, Peer& from) override;
  std::size_t waiting() const override { return port_.waiting(); }
  std::uint64_t changes() const override { return port_.changes(); }
  /// Datagrams of the peer that it is connected to come here, those of others to other sockets.
  void claim_peer() { port_.connect(*peer_); }
  /// Any peer from now on.
  void disconnect() {
    peer_.reset();
    port_.disconnect();
  }
  int shut_down(bool receiving, bool sending) override;
  void close() override { port_.close(); }
  std::uint16_t port() const override { return port_.port(); }
  std::uint32_t address() const override;
  std::optional<Peer> peer() const override { return peer_; }
  void apply_options() override { port_.set_options(options.buffers, options.service); }
  std::size_t send_buffer_size() const override { return port_.send_buffer_size(); }
  std::size_t receive_buffer_size() const override { return port_.receive_buffer_size(); }
  short events() const override;
  void watch(host::Signal& of_several) override { port_.watch(of_several); }
  void unwatch(host::Signal& of_several) override { port_.unwatch(of_several); }

 private:
  Inet& inet_;
  Datagrams port_;
  std::optional<Peer> peer_;
  bool reads_no_more_ = false, writes_no_more_ = false;
};

/// Pages of an address space are remapped; all other memory is copied.
CopyPolicy copies_of_programs(const Inet& inet);

}  // namespace flybar::inet
