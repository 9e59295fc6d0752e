/// Hosts with ring cards, whose processes have sockets; each node runs one process.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/cluster/files/platform.h"
#include "models/inet/socket/connection.h"
#include "models/inet/socket/datagrams.h"
#include "models/lan/driver/driver.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"

namespace flybar::lan {

class LanBench : public testing::Test {
 protected:
  LanBench();
  using Body = std::function<void(inet::Inet&)>;
  /// At most once in a test: body n is the process of node n.
  void run(const std::vector<Body>& bodies);
  /// Before run().
  void set(const std::string& key, const std::string& value) {
    parameters_.push_back({"test", key, value});
  }
  /// A stream of that many bytes from node 0 to node 1, all of them compared. Takes so long.
  Time transfer(std::size_t bytes);

  Time patience_ = Time::ms(60'000);
  Stepping stepping_ = Stepping::kFast;
  /// Each host has a LANai before its ring card; kernel 0 calls kernel 1 over it all the while.
  bool beside_lanai_ = false;
  /// Of the run, after it.
  std::vector<Driver::Counters> drivers_;
  std::vector<CardCounters> cards_;
  std::vector<std::int64_t> frames_lost_;
  Network::Counters network_;
  int calls_answered_ = 0;
  Time end_;

 private:
  struct Hosts;
  std::vector<cluster::Setting> parameters_;
};

}  // namespace flybar::lan
