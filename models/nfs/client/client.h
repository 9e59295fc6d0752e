/// Calls of an NFS client to one server, over a UDP port of the kernel: what is lost is asked for
/// again, and a server that does not answer is given up, as a soft mount does.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "models/inet/kernel/kernel_port.h"
#include "models/nfs/nfs_params.h"
#include "models/nfs/wire/messages.h"

namespace flybar::nfs {

class Client final : private inet::KernelPort::User {
 public:
  /// A reserved one, as servers of that time want it.
  static constexpr std::uint16_t kPort = 1023;

  struct Counters {
    std::uint64_t calls = 0;
    std::uint64_t repeated = 0;   ///< asked once more
    std::uint64_t timed_out = 0;  ///< given up
    std::uint64_t unsent = 0;     ///< no room in the interface queue: as if lost
    /// Replies to calls that are waiting for one.
    std::uint64_t answered = 0;
    /// Datagrams dropped.
    std::uint64_t foreign = 0;     ///< not from the server's port
    std::uint64_t malformed = 0;   ///< no reply to a READ, or it has more data than that asked for
    std::uint64_t unexpected = 0;  ///< the call has its reply, or was given up
    // Answers without data:
    std::uint64_t refused = 0;  ///< by RPC
    std::uint64_t failed = 0;   ///< by NFS
  };

  /// Before the simulation starts.
  Client(inet::Inet& inet, const NfsParams& params, std::uint32_t server);
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// By a process: at most `count` bytes of the file to a frame of the kernel. How many, or a
  /// negative error of errno.h: ETIMEDOUT if nobody answers, ESTALE if the server does not know the
  /// file, EIO if it says anything else.
  std::int64_t read(const Handle& file, std::uint32_t offset, std::uint32_t count,
                    host::Physical to);

  inet::Inet& inet() { return inet_; }
  const NfsParams& params() const { return params_; }
  const Counters& counters() const { return counters_; }
  const inet::KernelPort& port() const { return port_; }

 private:
  using Came = inet::KernelPort::Came;
  /// A call that waits.
  struct Waiting {
    std::uint32_t count;
    host::Signal answered{"a reply of NFS"};
    std::optional<ReadReply> reply = {};
    Came datagram = {};
  };
  void arrived(const Came& datagram) override;
  bool take(const Came& datagram);
  void ask(const Message& call, Waiting& waiting);
  std::int64_t result(const Waiting& answered, host::Physical to);

  inet::Inet& inet_;
  const NfsParams params_;
  const std::uint32_t server_;
  inet::KernelPort port_;
  std::uint32_t last_xid_ = 0;
  std::map<std::uint32_t, Waiting*> waiting_;
  Counters counters_;
};

}  // namespace flybar::nfs
