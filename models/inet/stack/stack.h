/// TCP/IP of one node: lwIP, of which the program has one copy, with the variables of this node.
/// It takes no time, never blocks, and knows nothing of costs, sockets and drivers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "models/common/units.h"
#include "models/inet/ack_policy.h"
#include "models/inet/stack/address.h"
#include "models/inet/stack/state.h"

// Of lwIP, whose headers only those include who call it.
struct netif;
struct pbuf;

namespace flybar::inet {

class Stack {
 public:
  struct Setup {
    std::uint32_t node = 0;
    Bytes mtu;
    /// The receive window, and the room for sending, of each connection.
    Bytes socket_buffer;
    /// Sums of TCP and UDP are made and checked; that of the IP header and of ICMP always are.
    bool sums = false;
    AckPolicy ack = AckPolicy::kOnRead;
    /// Segments that a connection keeps out of order.
    std::int64_t out_of_order = 64;
  };
  static constexpr Bytes kLeastMtu{576}, kMostMtu{65'535};
  /// What 16 bits can say in the units of the window scale.
  static constexpr Bytes kLeastSocketBuffer{1024}, kMostSocketBuffer{65'535 * 64};

  class Client {
   public:
    virtual ~Client() = default;
    /// Inside a guard: a packet leaves, beginning with its IP header. It is the stack's;
    /// pbuf_ref() keeps it. A node may send to itself.
    virtual void output(pbuf* packet, std::uint32_t to) = 0;
  };

  /// Throws SimulationError if `setup` asks for what TCP/IP cannot do.
  Stack(const Setup& setup, Client& client);
  /// Gives back what lwIP holds, and sends nothing. No callback of a connection runs, but packets
  /// made of custom buffers are freed as ever.
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  /// While one exists, the variables of lwIP are those of this node. Another one of the same stack
  /// may exist inside; one of another stack throws SimulationError.
  class Enter {
   public:
    Enter(Stack& stack, Time now);
    ~Enter();
    Enter(const Enter&) = delete;
    Enter& operator=(const Enter&) = delete;

   private:
    Stack* outer_;
    int exceptions_;
  };

  // Inside a guard:

  /// Takes the packet over, which begins with its IP header.
  void input(pbuf* packet);
  /// What header prediction made of the packet of the last input().
  enum class Predicted : std::uint8_t { kNothing, kData, kAck };
  Predicted predicted() const;
  /// Each 200 ms: acknowledgements that were delayed, and data that was refused.
  void run_fast_timer();
  /// Each 500 ms: retransmission and all else of TCP; each second time that of IP's reassembly.
  void run_slow_timer();

  // Anywhere:

  /// Control blocks of TCP in any state, also those that listen or wait for the end of TIME_WAIT.
  std::size_t connections() const;
  netif& interface() { return *interface_; }
  /// Segments that were sent once more.
  std::uint32_t retransmissions() const;
  /// Connections that got no acknowledgement in time, and how long they waited for it, all
  /// together.
  struct Timeouts {
    std::uint32_t count = 0;
    Time waited = {};
    Timeouts& operator+=(const Timeouts& more) {
      count += more.count, waited += more.waited;
      return *this;
    }
    Timeouts since(const Timeouts& before) const {
      return {count - before.count, waited - before.waited};
    }
  };
  Timeouts timeouts() const;
  bool sums() const { return setup_.sums; }
  std::uint32_t node() const { return setup_.node; }

 private:
  class Turn;

  void attach();
  void attach(netif& one, std::uint32_t at, std::int8_t (*begin)(netif*));
  void close();

  Setup setup_;
  Client& client_;
  State state_;
  std::unique_ptr<netif> interface_, loop_;
  bool second_half_ = false;
  /// An exception has passed through lwIP: what its variables say may not fit together.
  bool broken_ = false;
};

}  // namespace flybar::inet
