/// A whole machine with random traffic: Trapeze cards with their firmware, TCP/IP and gmsnet on
/// every node, and programs that talk to any other node.
#pragma once

#include <deque>
#include <random>
#include <vector>

#include "testbenches/experiments/stacks/inet/inet_hosts.h"
#include "testbenches/experiments/stacks/inet/trapeze_link.h"
#include "testbenches/tests/attack/inet/calls.h"
#include "testbenches/tests/attack/inet/conversations.h"
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
  /// Messages that were damaged or found no room on a card.
  std::uint64_t dropped() { return link_.stack().dropped().all(); }

 private:
  struct Host {
    Node seen;
    bool begun = false;
    host::Signal begins{"the begin of a test"};
  };
  std::vector<Inet*> all_inets();
  std::vector<gmsnet::Gmsnet*> all_kernels();
  void add_programs(std::size_t n);
  void add(std::size_t n, std::function<void(host::Cpu&)> body);
  void run_node(std::size_t n);

  const Setup setup_;
  experiments::Testbed testbed_;
  experiments::TrapezeLink link_;
  experiments::InetHosts hosts_;
  const std::vector<Inet*> inets_;
  Conversations conversations_;
  RandomCalls calls_;
  std::vector<std::vector<Conversations::Place>> others_;  ///< by node
  std::deque<Host> nodes_;
  std::size_t up_ = 0;       ///< nodes whose firmware is
  std::size_t running_ = 0;  ///< programs on all nodes
};

}  // namespace flybar::inet
