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
  /// Of the run, after it.
  std::vector<Driver::Counters> drivers_;
  std::vector<CardCounters> cards_;
  std::vector<std::int64_t> frames_lost_;
  Network::Counters network_;
  Time end_;

 private:
  std::vector<cluster::Setting> parameters_;
};

}  // namespace flybar::lan
