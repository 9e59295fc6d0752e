/// A whole machine with random traffic: cards with their firmware, or with rings of descriptors,
/// TCP/IP and gmsnet on every node, and programs that talk to any other node.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "models/gmsnet/carriers/datagrams/datagram_carrier.h"
#include "testbenches/experiments/stacks/calls/kernels.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"
#include "testbenches/experiments/stacks/inet/link_layer.h"
#include "testbenches/tests/attack/inet/calls.h"
#include "testbenches/tests/attack/inet/conversations.h"
#include "testbenches/tests/attack/inet/post.h"
#include "testbenches/tests/inet/socket/use.h"

namespace flybar::inet {

class RandomMachine {
 public:
  struct Setup {
    std::size_t nodes = 8;
    std::uint64_t operations = 0;
    Bytes socket_buffer;
    bool software_sums = false;
    bool scarce = false;  ///< hardly any frames are free now and then
    bool calls = false;   ///< between the kernels, too
    experiments::Transport transport = experiments::Transport::kIpTrapeze;
    bool over_datagrams = false;  ///< the calls; else messages of Trapeze
    bool post = false;            ///< programs send datagrams, too
  };
  /// What a node has before the first connection, and long after the last.
  struct Node {
    Use before, after;
  };

  RandomMachine(const experiments::Context& context, const Setup& setup, std::mt19937_64& random);

  /// To the end.
  void run() { testbed_.run(); }

  const Conversations& conversations() const { return conversations_; }
  const RandomCalls& calls() const { return calls_; }
  const std::vector<Inet*>& inets() const { return inets_; }
  const Node& node(std::size_t n) const { return nodes_[n].seen; }
  const Post& post() const { return post_; }
  /// Messages that were damaged or found no room on a card.
  std::uint64_t dropped() { return link_->stack().dropped().all(); }
  /// Packets that the cards of all nodes have got.
  std::uint64_t packets();
  /// Messages of datagrams that are not released, and calls that may be answered yet.
  std::size_t calls_left(std::size_t n) const;

 private:
  struct Host {
    Node seen;
    bool begun = false;
    host::Signal begins{"the begin of a test"};
  };
  std::vector<Inet*> all_inets();
  std::vector<gmsnet::Gmsnet*> all_kernels();
  void put_calls_over_datagrams();
  void add_programs(std::size_t n);
  void add(std::size_t n, std::function<void(host::Cpu&)> body);
  void run_node(std::size_t n);

  const Setup setup_;
  experiments::Testbed testbed_;
  const std::unique_ptr<experiments::LinkLayer> link_;
  experiments::InetHosts hosts_;
  std::vector<gmsnet::DatagramCarrier*> carriers_;  ///< of the next one
  std::optional<experiments::Kernels> kernels_;     ///< over datagrams
  const std::vector<Inet*> inets_;
  Conversations conversations_;
  RandomCalls calls_;
  Post post_;
  std::vector<std::vector<Conversations::Place>> others_;  ///< by node
  std::deque<Host> nodes_;
  std::size_t up_ = 0;       ///< nodes whose firmware is
  std::size_t running_ = 0;  ///< programs on all nodes
};

}  // namespace flybar::inet
