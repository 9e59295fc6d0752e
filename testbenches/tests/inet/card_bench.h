/// Nodes with Trapeze cards, whose processes have connections; each node runs one process.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/cluster/files/platform.h"
#include "models/inet/socket/listener.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"
#include "testbenches/experiments/stacks/inet/trapeze_link.h"

namespace flybar::inet {

class CardBench : public testing::Test {
 protected:
  /// A process, with the sockets of its node.
  using Body = std::function<void(Inet&)>;
  /// At most once in a test: body n is the process of node n.
  void run(const std::vector<Body>& bodies);
  /// What a test adds to the hosts before they run.
  virtual void prepare(experiments::TrapezeLink&, experiments::InetHosts&) {}
  /// Before run(): all processes may wait so long.
  Time patience_ = Time::ms(60'000);
  /// Likewise.
  void set(const std::string& key, const std::string& value) {
    parameters_.push_back({"test", key, value});
  }
  /// Nothing of the run is left on any host.
  void expect_clean() const;

 private:
  /// What a host has after its process has ended and the others had time to notice.
  struct Left {
    std::size_t received_frames = 0;
    std::int64_t frames_lost = 0;
  };
  std::vector<cluster::Setting> parameters_;
  std::vector<Left> left_;
};

// By processes, where nothing may fail. Their memory is in no address space, so all is copied.

/// A connection to that node, as soon as somebody listens there.
std::shared_ptr<Connection> connected(Inet& inet, std::uint32_t node);
/// The next connection that comes; nobody listens afterwards.
std::shared_ptr<Connection> accepted(Inet& inet);
void send_all(Connection& connection, const std::vector<std::uint8_t>& bytes);
std::vector<std::uint8_t> received(Connection& connection, std::size_t length);

}  // namespace flybar::inet
