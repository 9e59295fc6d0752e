/// The two ends of the rpc experiment.
#pragma once

#include <cstdint>
#include <vector>

#include "models/gmsnet/gmsnet.h"
#include "testbenches/experiments/measure/testbed.h"
#include "testbenches/experiments/page/send_frames.h"

namespace flybar::experiments {

/// Answers each request with a page whose contents follow from the request's serial number.
class PageService {
 public:
  /// Its operation, and that of a service which passes the request on to node 2.
  static constexpr gmsnet::Operation kFetch = 1, kForward = 2;

  PageService(gmsnet::Gmsnet& gmsnet, Bytes payload);

 private:
  void fetch(gmsnet::Request& request);
  void forward(gmsnet::Request& request);

  gmsnet::Gmsnet& gmsnet_;
  const Bytes payload_;
  SendFrames frames_;
};

/// Makes calls and times each from before the request until its reply is handled.
class RpcCaller {
 public:
  struct Setup {
    gmsnet::Operation operation = PageService::kFetch;
    gmsnet::Delivery delivery = gmsnet::Delivery::kNone;
    Bytes payload;
    bool blocking = true;
    bool deferred = false;  ///< continuations run in the daemon
    std::int64_t all = 0;   ///< calls of all phases together
    Time patience;          ///< with calls of which none is answered
  };
  /// `calls` calls, at most `outstanding` at once. As many as `untimed` are made before them, and
  /// again after them.
  struct Phase {
    std::int64_t calls = 0;
    std::int64_t outstanding = 1;
    std::int64_t untimed = 0;
    bool spread = false;  ///< begin calls at all phases of the firmware's loop
    Time begin = {};      ///< when the untimed calls had returned
    Time end = {};        ///< when the calls had returned
    Time waited = {};     ///< by all calls together
    Histogram latencies = {};
  };

  /// Before the simulation: `most` is the largest number of calls outstanding in any phase.
  RpcCaller(Testbed& testbed, gmsnet::Gmsnet& gmsnet, const Setup& setup, std::int64_t most);

  /// By the main process of the node.
  void run(Phase& phase);

 private:
  bool take_serial(std::uint64_t& serial);
  std::int64_t in_flight() const { return begun_ - returned_; }
  std::int64_t all() const { return phase_->calls + 2 * phase_->untimed; }
  void help();
  void run_blocking();
  void run_nonblocking();
  /// Calls that begin at a set phase are made by the process.
  bool goes_on_by_itself() const { return !setup_.blocking && !phase_->spread; }
  bool start_next();
  void wait_for_returns();
  bool start_call(std::uint64_t serial);
  void finish(const gmsnet::Reply& reply, std::uint64_t serial, host::Physical frame, Time begin);
  void count_return();
  void check(const gmsnet::Reply& reply, std::uint64_t serial);
  gmsnet::Message request(std::uint64_t serial);
  gmsnet::Expected expected();

  Testbed& testbed_;
  gmsnet::Gmsnet& gmsnet_;
  host::Cpu& cpu_;
  const Setup setup_;
  std::vector<host::Physical> frames_;  ///< for pages, not in use

  Phase* phase_ = nullptr;
  std::int64_t begun_ = 0;
  std::int64_t returned_ = 0;
  std::int64_t finished_ = 0;  ///< in all phases
  std::uint64_t serial_ = 0;
  bool paused_ = false;  ///< the main process waits for calls to return
  host::Signal phase_begins_{"next phase"};
  host::Signal returns_{"returned calls"};
};

}  // namespace flybar::experiments
