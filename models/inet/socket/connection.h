/// A TCP connection as the kernel keeps it behind a socket: what waits to be sent and what has
/// come. It goes on by itself after the socket is closed, until the peer has all of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "models/inet/ip/inet.h"
#include "models/inet/socket/connection_figures.h"
#include "models/inet/socket/connection_options.h"
#include "models/inet/socket/copies.h"
#include "models/inet/socket/receive_buffer.h"
#include "models/inet/socket/send_buffer.h"
#include "models/inet/socket/waiters.h"

struct tcp_pcb;

namespace flybar::inet {

class Connection final : public Inet::Concerned, public std::enable_shared_from_this<Connection> {
 public:
  struct Counters {
    CopyCounters sent;
    CopyCounters received;
  };

  struct Ends {
    std::uint32_t peer = 0;  ///< node
    std::uint16_t peer_port = 0;
    std::uint16_t own_port = 0;  ///< 0 before begin(): any that is free
    /// Of IP. 0 before begin(): that of the interface to the peer.
    std::uint32_t own_address = 0;
  };

  /// For a process. If it goes without close() or abort(), the kernel closes the connection, within
  /// 200 ms.
  static std::shared_ptr<Connection> make(Inet& inet, const ConnectionOptions& options = {});
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// The number of the error that a socket call returns, as in errno.h; 0: none.
  using Error = int;

  // By processes. Results below 0 are negative errors; calls wait until they can go on or `timeout`
  // is over.

  /// Asks for a connection; until the outcome is known, it is not writable(). See establish().
  Error begin(const Ends& ends);
  /// Waits until the peer has answered begin(), `timeout` at most. 0 if it has accepted,
  /// ECONNREFUSED if nobody listens there; nothing if it has not answered.
  std::optional<Error> outcome(Time timeout = {});
  /// How many bytes the kernel has taken: fewer than `length` after an error or a time-out.
  std::int64_t send(const CopyPolicy& policy, const UserArea& area, std::size_t length,
                    Time timeout);
  /// How many bytes have come, at most `length`; 0: the peer has closed, and there are no more.
  std::int64_t receive(const CopyPolicy& policy, const UserArea& area, std::size_t length,
                       Time timeout);
  /// Nothing is sent any more; the peer learns of that behind all data.
  Error shut_down();
  void close();
  /// Ends at once: the peer sees a reset.
  void abort();
  void set_options(const ConnectionOptions& options);

  /// Until a receive() of `length` bytes would not wait; what it would return, if that is known.
  std::optional<std::int64_t> wait_for_data(std::size_t length, Time timeout);
  const ReceiveBuffer& received() const { return receive_buffer_; }
  bool readable() const { return !receive_buffer_.empty() || ended_ || error_ != 0; }
  const Ends& ends() const { return ends_; }
  /// A send would take something, or would fail.
  bool writable() const;
  bool peer_has_shut() const { return ended_; }
  /// What has ended it, or 0.
  Error error() const { return error_; }
  const Counters& counters() const { return counters_; }
  const AppliedOptions& options() const { return options_; }
  /// It stays for who keeps it after the connection has gone.
  const std::shared_ptr<ConnectionRecord>& record() const { return record_; }

  void settle() override;

 private:
  friend struct Callbacks;
  friend class Listener;
  friend struct ListenerCallbacks;
  struct Owner;

  Connection(Inet& inet, const ConnectionOptions& options)
      : inet_(inet), options_(inet, options, record_->stack) {}
  static std::shared_ptr<Connection> owned(std::shared_ptr<Connection> connection);
  /// Inside a guard: the connection of this control block, which a listener answers.
  static std::shared_ptr<Connection> adopt(Inet& inet, const ConnectionOptions& options,
                                           tcp_pcb& pcb);
  void left_alone();
  std::size_t room() const;
  std::size_t room_for(const CopyPolicy& policy, const Request& request) const;
  Error cannot_send() const;
  std::optional<WhyCopied> why_copied_now(const CopyPolicy& policy, const Request& request) const;
  std::int64_t put(const CopyPolicy& policy, const Request& request);
  std::int64_t put_page(const Request& request);
  std::int64_t put_small(const Request& request, std::size_t length);
  std::int64_t put_copy(const Request& request, std::size_t length, std::size_t cluster);
  std::int64_t write(const SendBuffer::Chunk& chunk, const std::uint8_t* bytes, bool copy);
  std::size_t take(const CopyPolicy& policy, const Request& request);
  void read(std::size_t length);
  void attach(tcp_pcb& pcb);
  void over(Error error);

  Inet& inet_;
  const std::weak_ptr<Inet::Later> later_{inet_.later()};
  tcp_pcb* pcb_ = nullptr;
  Ends ends_;
  const std::shared_ptr<ConnectionRecord> record_ = std::make_shared<ConnectionRecord>();
  AppliedOptions options_;

  SendBuffer send_buffer_{inet_.pages()};
  ReceiveBuffer receive_buffer_{inet_};
  bool connected_ = false;
  bool shut_ = false;
  bool ended_ = false;   ///< the peer sends no more
  bool closed_ = false;  ///< by the process
  bool over_ = false;    ///< the stack has no control block any more
  Error error_ = 0;

  Waiters readers_{inet_, "data of a connection"};
  Waiters writers_{inet_, "room in a socket buffer"};
  Counters counters_;
};

/// By a process: begin() and outcome(). ETIMEDOUT after `timeout`, and the connection is aborted.
Connection::Error establish(Connection& connection, const Connection::Ends& ends, Time timeout);

}  // namespace flybar::inet
