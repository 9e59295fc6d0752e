/// A UDP port of the kernel: what comes is handed over in the software interrupt, and nobody pays
/// for a system call.
#pragma once

#include <cstdint>
#include <deque>
#include <span>

#include "models/inet/ip/inet.h"
#include "models/inet/ip/joined.h"

struct ip4_addr;
struct pbuf;
struct udp_pcb;

namespace flybar::inet {

class KernelPort final : public Inet::Concerned {
 public:
  /// A datagram that has come. It is the user's until KernelPort::release().
  struct Came {
    pbuf* chain;
    std::uint32_t node;
    std::uint16_t port;
  };
  class User {
   public:
    virtual ~User() = default;
    /// In the software interrupt, outside of the stack: it must not block, and may send.
    virtual void arrived(const Came& datagram) = 0;
  };
  /// The bytes behind the head of a datagram. They are being sent, and nobody may write to their
  /// frame, until the device has read or the host has copied them.
  using Page = PagesUnderWay::Lent;
  struct Counters {
    std::uint64_t dropped = 0;  ///< that found the buffer full
    std::uint64_t unsent = 0;   ///< that the stack did not take: no such host
    std::uint64_t no_room = 0;  ///< times that the interface queue had no room for one
  };

  /// Before the simulation starts. What the user holds of all that came has as many bytes as a
  /// socket's buffer (Inet::Setup::socket_buffer); what comes while there is no room is lost.
  /// Throws SimulationError if the port is in use.
  KernelPort(Inet& inet, std::uint16_t port, User& user);
  ~KernelPort() override;
  KernelPort(const KernelPort&) = delete;
  KernelPort& operator=(const KernelPort&) = delete;

  /// To a port of another host; by processes and in the software interrupt. False if there is no
  /// room for it now, as always in the handler of a device; then nothing has happened to the page.
  struct Peer {
    std::uint32_t node;
    std::uint16_t port;
  };
  bool send(Peer to, std::span<const std::uint8_t> head, const Page& page);
  /// To the same port of that host.
  bool send(std::uint32_t to, std::span<const std::uint8_t> head, const Page& page) {
    return send(Peer{to, port_}, head, page);
  }

  // Of a datagram that has come:

  static std::size_t length(const Came& datagram);
  /// As many bytes from `offset` on as are there; takes no time.
  static void read(const Came& datagram, std::size_t offset, std::span<std::uint8_t> to);
  /// The frame with the `length` bytes from `offset` to the end, which is the caller's from now on,
  /// if they have come alone in one; else 0.
  host::Physical take_frame(const Came& datagram, std::size_t offset, std::size_t length);
  void release(const Came& datagram);

  const Counters& counters() const { return counters_; }
  /// Bytes of what has come and is not released.
  std::size_t held() const { return held_; }
  void settle() override;

 private:
  static void received(void* of, udp_pcb* pcb, pbuf* chain, const ip4_addr* from,
                       std::uint16_t port);
  void spend_output(std::size_t length, bool page);
  bool pass_on(Peer to, std::span<const std::uint8_t> head, const Page& page);

  Inet& inet_;
  const std::weak_ptr<Inet::Later> alive_{inet_.later()};  ///< expires with the host
  const std::uint16_t port_;
  User& user_;
  udp_pcb* pcb_ = nullptr;
  std::deque<Came> arrived_;
  std::size_t held_ = 0;
  Joined joined_{inet_};
  Counters counters_;
};

}  // namespace flybar::inet
