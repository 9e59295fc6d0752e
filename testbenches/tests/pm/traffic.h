/// Random messages and remote writes of one process on one channel, each of them checked: what
/// comes, in which order, how often, and every byte of what is written.
///
/// All that a process does follows from the seed and from what it has received, so that runs of the
/// same system are the same.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "models/pm/channel.h"

namespace flybar::pm {

struct TrafficPlan {
  std::uint64_t seed = 1;
  std::uint64_t operations = 100;  ///< to each other node
  std::uint64_t writes_in_8 = 3;   ///< of eight operations
  std::uint64_t longest_message = layout::kMtu;
  std::uint64_t longest_write = 16 * 1024;
  std::uint64_t window = 24 * 1024;  ///< bytes that each other node may write to, a multiple of 4
  Time reluctance = {};              ///< longest time spent on a message that has come
  /// The network dies between these nodes at some time: what is sent may fail.
  std::function<bool(std::size_t, std::size_t)> cut = [](std::size_t, std::size_t) {
    return false;
  };
};

class ChannelTraffic {
 public:
  /// The process has the channel open. `job` tells its contents from those of other processes.
  ChannelTraffic(Channel& channel, const TrafficPlan& plan, std::uint64_t job);

  /// Does one thing. False if nothing can be done until something arrives or completes. Throws
  /// SimulationError for what should not be.
  bool step();
  /// Everything has been sent, received and acknowledged, both ways.
  bool done() const { return done_; }

  struct Counters {
    std::uint64_t messages = 0;  ///< received, all compared
    std::uint64_t writes = 0;    ///< into this process, all compared
    std::uint64_t errors = 0;    ///< times that EIO was told
  };
  const Counters& counters() const { return counters_; }

  /// How far it is with each node, for who looks why a run does not end.
  std::string text() const;

 private:
  struct Write {
    std::uint64_t offset, length;
  };
  /// Both directions between this process and that of another node.
  struct Peer {
    bool cut = false;
    // To it.
    std::uint64_t operations = 0;  ///< begun
    std::uint32_t messages = 0;
    std::uint32_t writes = 0;
    std::uint32_t remote = 0;  ///< handle of the window there
    bool knows_remote = false;
    std::deque<Write> unchecked;  ///< writes that it has not compared yet
    std::uint32_t checked = 0;    ///< by it
    bool wants_credit = false;
    std::uint32_t asked_from = 0;  ///< oldest write not compared when it was last asked, and 1
    bool final_sent = false, bye_sent = false;
    // From it.
    std::span<std::uint8_t> window;
    std::vector<std::uint8_t> expected;  ///< contents of the window
    std::uint32_t received = 0, compared = 0, told = 0;
    std::uint32_t handle = 0;
    bool owes_credit = false;
    bool final_received = false, bye_received = false;
  };
  struct Head;

  std::uint64_t stream(std::size_t from, std::size_t to, std::uint64_t what) const;
  std::uint64_t length_of(std::uint64_t stream, std::uint32_t serial) const;
  Write write_of(std::uint64_t stream, std::uint32_t serial) const;

  bool receive();
  void compare_message(std::size_t from, std::span<const std::uint8_t> message);
  void read_head(Peer& peer, std::size_t from, const Head& head);
  void compare_writes(Peer& peer, std::size_t from, std::uint32_t given);
  void compare_windows();

  bool send_to(std::size_t to);
  bool send_message(std::size_t to, std::uint32_t flags);
  bool write(std::size_t to);
  bool is_free(const Peer& peer, const Write& write) const;
  bool finish();
  bool reaches_nobody() const;
  void release();
  [[noreturn]] void fail(const std::string& where, const std::string& found,
                         const std::string& wanted);

  Channel& channel_;
  const TrafficPlan plan_;
  const std::uint64_t job_;
  const std::size_t node_;
  std::vector<Peer> peers_;
  std::uint64_t turn_ = 0;  ///< node that is looked at first
  std::uint64_t steps_ = 0;
  std::uint64_t sources_used_ = 0;
  std::vector<std::span<std::uint8_t>> sources_;
  std::vector<std::span<std::uint8_t>> locked_;  ///< sources, until the writes are done
  Counters counters_;
  std::uint64_t vain_looks_ = 0;  ///< counted while the process reaches nobody
  bool done_ = false;
};

/// All channels of a process in turn until everything is done.
void run_all(std::span<ChannelTraffic* const> traffic, host::Cpu& cpu,
             const std::function<void()>& progress);

}  // namespace flybar::pm
