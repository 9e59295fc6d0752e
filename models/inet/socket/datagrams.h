/// A UDP port of a process.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/inet/ip/inet.h"
#include "models/inet/ip/joined.h"
#include "models/inet/socket/connection_options.h"
#include "models/inet/socket/copies.h"
#include "models/inet/socket/waiters.h"

struct ip4_addr;
struct udp_pcb;

namespace flybar::inet {

class Datagrams final : public Inet::Concerned {
 public:
  /// The longest one.
  static constexpr std::size_t kMost = 65507;
  struct Peer {
    std::uint32_t node = 0;
    std::uint16_t port = 0;
  };
  struct Counters {
    CopyCounters sent;
    CopyCounters received;
    std::uint64_t dropped = 0;  ///< that found the socket buffer full
  };

  /// By a process.
  explicit Datagrams(Inet& inet);
  /// If it is not closed, the kernel closes it within 200 ms. Nobody waits for it.
  ~Datagrams() override;
  Datagrams(const Datagrams&) = delete;
  Datagrams& operator=(const Datagrams&) = delete;

  // By processes. Results below 0 are negative errors of errno.h.

  /// Port 0: a free one. Datagrams come to one address of IP, or to any of the host: 0.
  int bind(std::uint16_t port, bool reuse = false, std::uint32_t address = 0);
  /// Only its datagrams come from now on, and no others with its port go elsewhere.
  void connect(Peer peer);
  void disconnect();
  /// What is longer than its buffer cannot be sent; what comes while the other is full is lost.
  void set_options(const SocketBuffers& buffers, std::uint8_t service);
  std::size_t send_buffer_size() const;
  std::size_t receive_buffer_size() const;
  std::int64_t send(const CopyPolicy& policy, const UserArea& area, std::size_t length, Peer to);
  /// The next one, or what of it fits; the rest is lost.
  std::int64_t receive(const CopyPolicy& policy, const UserArea& area, std::size_t length,
                       Time timeout, Peer* from = nullptr);
  /// The next one, which stays.
  std::int64_t peek(const UserArea& area, std::size_t length, Time timeout, Peer* from = nullptr);
  void close();

  /// Bytes of the next one; 0 if there is none.
  std::size_t waiting() const;
  bool readable() const { return !arrived_.empty(); }
  /// 0: it has none yet.
  std::uint16_t port() const;
  /// Of IP; 0: any.
  std::uint32_t address() const;
  const Counters& counters() const { return counters_; }
  void settle() override;

 private:
  struct Arrived {
    pbuf* chain;
    Peer from;
  };
  static void received(void* of, udp_pcb* pcb, pbuf* chain, const ip4_addr* from,
                       std::uint16_t port);
  pbuf* gather(const CopyPolicy& policy, const UserArea& area, std::size_t length,
               std::vector<host::Physical>& frames);
  pbuf* piece(const CopyPolicy& policy, const Request& request,
              std::vector<host::Physical>& frames);
  int wait_for_one(Time timeout);

  static void end(Inet& inet, udp_pcb*& pcb, std::deque<Arrived>& arrived);

  Inet& inet_;
  const std::weak_ptr<Inet::Later> later_{inet_.later()};
  udp_pcb* pcb_ = nullptr;
  SocketBuffers buffers_;
  std::deque<Arrived> arrived_;
  std::size_t waiting_bytes_ = 0;
  bool appended_ = false;
  Joined joined_{inet_};
  Waiters readers_{inet_, "a datagram"};
  Counters counters_;
};

}  // namespace flybar::inet
