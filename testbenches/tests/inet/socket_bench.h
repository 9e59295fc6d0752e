/// Runs functions as the processes of a program with sockets, on nodes with Trapeze cards.
#pragma once

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/cluster/files/platform.h"
#include "models/inet/api/inet.h"
#include "models/inet/api/program.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"

namespace flybar::inet {

class SocketBench : public testing::Test {
 protected:
  /// What a host has after its process has ended and the others had time to notice.
  struct Left {
    Ended ended;
    std::size_t received_frames = 0;
    std::int64_t frames_lost = 0;
  };
  /// At most once in a test: function n is the process of node n.
  void run(const std::vector<std::function<int()>>& bodies);
  /// What a test adds to the hosts before they run.
  virtual void prepare(experiments::Kernels&, experiments::InetHosts&) {}
  /// Before run(): all processes may wait so long.
  Time patience_ = Time::ms(60'000);
  /// Likewise.
  void set(const std::string& key, const std::string& value) {
    parameters_.push_back({"test", key, value});
  }
  const Left& left(std::size_t n) const { return left_[n]; }
  /// Nothing of the run is left on any host.
  void expect_clean() const;

 private:
  std::vector<cluster::Setting> parameters_;
  std::vector<Left> left_;
};

constexpr std::uint16_t kPort = 7000;

// By processes, where nothing may fail:

int make_socket(int type);
/// A stream that listens at kPort.
int listening();
/// A stream to kPort of a node, as soon as somebody listens there.
int connected(int node);
/// The next connection.
int accepted(int listener);
int bind_to(int fd, std::uint16_t port);
int connect_to(int fd, int node, std::uint16_t port);
void set_timeout(int fd, int option, std::int64_t us);
/// `length` bytes that depend on the place; and whether they are those.
std::string text(std::size_t length);
/// More than a socket buffer holds.
constexpr std::size_t kMuch = 200'000;
/// Reads until there is no more, and says how much that was.
std::size_t read_all(int fd);

}  // namespace flybar::inet
