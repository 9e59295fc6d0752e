/// TCP connections between many nodes at once: each flow moves so many bytes in one of its own.
#pragma once

#include <memory>
#include <vector>

#include "models/inet/socket/listener.h"
#include "testbenches/experiments/inet/buffers/buffer_ring.h"
#include "testbenches/experiments/inet/netperf_setup.h"
#include "testbenches/experiments/many/traffic.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"

namespace flybar::experiments {

/// A program on each node opens the connections of its flows. Each flow has a process at either
/// end, which begins when all connections of its node are open.
class ManyTransfers {
 public:
  static constexpr std::uint16_t kPort = 12865;

  /// Before the test bed runs. Of the setup, policy and amount count.
  ManyTransfers(Stack& stack, InetHosts& hosts, const std::vector<Flow>& flows,
                const NetperfSetup& setup);
  ~ManyTransfers();
  ManyTransfers(const ManyTransfers&) = delete;
  ManyTransfers& operator=(const ManyTransfers&) = delete;

  /// After the run: from the first call of each sender to the last byte at its receiver.
  std::vector<Time> times() const;
  /// Of all together.
  Time took() const;
  std::uint64_t retransmissions() const;
  inet::Stack::Timeouts timeouts() const;
  // Of the nodes that have flows, one after the other:
  std::vector<std::vector<Drops>> drops() const;
  std::vector<CostsOf> costs() const;

 private:
  struct Transfer {
    std::size_t from;
    std::size_t to;
    std::shared_ptr<inet::Connection> sending, receiving;  ///< its ends, once they are open
    Time begin = {};
    Time end = {};
  };
  /// A node with flows.
  struct Member;

  Member& member(std::size_t n) { return *members_[n]; }
  void run(Member& member);
  void accept(Member& member, inet::Listener& listener);
  void add_sender(Transfer& transfer);
  void add_receiver(Transfer& transfer);
  void send(Member& member, Transfer& transfer);
  void receive(Member& member, Transfer& transfer);
  void check(const Transfer& transfer, std::uint64_t position, BufferRing& ring,
             std::size_t length);

  Stack& stack_;
  InetHosts& hosts_;
  const NetperfSetup setup_;
  const Content content_;
  std::vector<Transfer> transfers_;
  std::vector<std::unique_ptr<Member>> members_;  ///< by node; null: it has no flows
  std::int64_t received_ = 0;                     ///< bytes, by all
};

}  // namespace flybar::experiments
