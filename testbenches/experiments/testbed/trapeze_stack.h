/// The Trapeze library and firmware on every node of a test bed.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>

#include "models/lanai/board/lanai_board.h"
#include "models/lanai/image/image.h"
#include "models/trapeze/endpoint.h"
#include "testbenches/experiments/testbed/node_use.h"
#include "testbenches/experiments/testbed/testbed.h"

namespace flybar::experiments {

class TrapezeStack : private trapeze::MessageWatcher {
 public:
  struct Setup {
    trapeze::Notify notify = trapeze::Notify::kPolling;
    bool attach_frames = true;
  };

  TrapezeStack(Testbed& testbed, const Setup& setup);

  /// One host of the system, as its software sees it.
  struct Host {
    std::size_t node;
    host::Cpu& cpu;
    host::Memory& memory;
    tpz_nic* nic;
  };
  using Software = std::function<void(Host&)>;
  Host host(std::size_t n);

  /// Runs on node `n`, at most one on each, once its firmware is up.
  void run_on(std::size_t n, Software software);

  Testbed& testbed() { return testbed_; }
  trapeze::Endpoint& endpoint(std::size_t n) { return endpoints_[n]; }

  /// What the parts of node `n` do counts from here, or to here: called by its software. Else all
  /// counts from when that starts until it returns; if that is at once, because handlers do the
  /// work, until they have sent or received their last message.
  void count_from(std::size_t n) { spans_[n] = {use(n), std::nullopt}; }
  void count_to(std::size_t n) { spans_[n].end = use(n); }
  /// The time that counts, after the run.
  Time counted(std::size_t n) { return spans_[n].end->at - spans_[n].begin.at; }
  /// What the test bed accounts for, and what the nodes did in the time that counts, after the run.
  void account(Results& results);

 private:
  struct Span {
    NodeUse begin;
    std::optional<NodeUse> end;
    bool handlers = false;  ///< do the work: the software has returned at once
  };
  /// As it is linked for a board.
  struct Firmware {
    lanai::Image image;
    std::uint32_t endpoint;  ///< where it serves the host
    CounterPlaces counters;
  };
  lanai::LanaiBoard& board(std::size_t n) {
    return lanai::LanaiBoard::of(*testbed_.hardware().node(n).board);
  }
  const trapeze::McpParams& mcp(std::size_t n) const {
    return testbed_.context().system.node(n).get<trapeze::McpParams>();
  }
  const Firmware& firmware(std::size_t n);
  trapeze::EndpointConfig endpoint_config(std::size_t node, const Setup& setup);
  void sent(const trapeze::SentMessage& message) override;
  void received(const trapeze::ReceivedMessage& message) override;
  void count_handlers(std::size_t n);
  NodeUse use(std::size_t n) { return NodeUse::of(testbed_.hardware(), n, firmware(n).counters); }

  Testbed& testbed_;
  std::map<std::pair<std::string, Bytes>, Firmware> firmware_;  ///< by image and SRAM of the board
  std::deque<trapeze::Endpoint> endpoints_;
  std::map<std::size_t, Span> spans_;  ///< by node
};

}  // namespace flybar::experiments
