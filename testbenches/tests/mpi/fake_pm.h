/// PM without a NIC: nodes with latency, small buffers, short queues and tiny pin tables, which
/// refuse what PM may refuse, and a judge of what PM trusts its callers with.
///
/// Implements the functions of models/pm/pm.h, so a program links either this or the model of PM.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <systemc>
#include <vector>

#include "models/common/units.h"
#include "models/pm/pm.h"

namespace flybar::fake {

struct PmSetup {
  int nodes = 2;
  std::size_t send_buffer = 128 * 1024;
  std::size_t receive_buffer = 128 * 1024;
  std::size_t writes = 16;       ///< room in the queue of writes
  std::int64_t table = 1024;     ///< pages that can be pinned
  std::size_t memory = 1 << 24;  ///< bytes of a process
  Time latency = Time::us(10);
  Time retry = Time::us(20);    ///< until a message that found no room is sent again
  Time per_kb = Time::us(8);    ///< of what leaves a node
  Time call = Time::ns(300);    ///< CPU time of a call of PM
  Time copy_kb = Time::us(20);  ///< CPU time of copying
};

class PmNetwork;

}  // namespace flybar::fake

// NOLINTNEXTLINE(readability-identifier-naming): the name that C knows
struct pm_channel {
 public:
  using Time = flybar::Time;
  pm_channel(flybar::fake::PmNetwork& network, int node);

  struct Packet {
    int from = 0;
    int to = 0;
    bool is_write = false;
    std::vector<std::byte> data;
    pm_handle remote = 0;
    const std::byte* source = nullptr;  ///< of a write: must stay as it is until it has left
  };
  struct Area {
    const std::byte* address;
    std::size_t length;
    std::int64_t first;  ///< entry of the table
    std::int64_t pages;
    int uses;
  };

  /// The area that holds all of these bytes, in use; null if there is none.
  const Area* area(const std::byte* address, std::size_t length) const;
  std::byte* address_of(pm_handle handle) const;
  std::optional<std::int64_t> free_entries(std::int64_t pages) const;
  bool owns(const std::byte* address, std::size_t length) const {
    return address >= memory.get() && address + length <= memory.get() + memory_end;
  }
  /// Runs the CPU time spent so far.
  void synchronise();
  /// What its process has yielded for: until that time is over, or else until there is news.
  void pause();
  void complete(std::size_t bytes);
  void news() { changed.notify(sc_core::SC_ZERO_TIME); }

  flybar::fake::PmNetwork& network;
  const int node;
  Time ahead;  ///< CPU time that is not run yet

  std::vector<std::byte> assembling;
  bool has_buffer = false;
  std::size_t send_used = 0;
  std::int64_t outstanding = 0;  ///< messages and writes that are not stored
  std::int64_t unleft = 0;       ///< writes whose data has not left
  Time link_free;

  std::deque<Packet> received;
  std::size_t receive_used = 0;
  bool holds_message = false;

  struct Unmap {
    std::size_t size;
    void operator()(std::byte* memory) const;
  };
  std::unique_ptr<std::byte[], Unmap> memory;
  std::size_t memory_end = 0;
  std::vector<Area> areas;
  std::vector<bool> entries;
  pm_pin_counters pins{};

  std::int64_t completions = 0;       ///< of sends, and of writes leaving
  std::int64_t completions_seen = 0;  ///< of them, when the process last looked
  std::string waits_for;
  sc_core::sc_event changed;
};

namespace flybar::fake {

class PmNetwork : public sc_core::sc_module {
 public:
  PmNetwork(sc_core::sc_module_name name, const PmSetup& setup);

  pm_channel* channel(int node) { return &channels_[static_cast<std::size_t>(node)]; }
  /// A process of the host; the first error of any of them ends the simulation.
  void run_on(int node, std::function<void(pm_channel*)> body);
  /// Until all processes have returned. Rethrows what ended one of them.
  void run();

  const PmSetup setup;
  std::int64_t refused = 0;  ///< messages that found no room

  // By channels:
  void launch(pm_channel& from, pm_channel::Packet packet);
  static Time now();

 private:
  /// Packets from one node to another, in order.
  struct Way {
    std::deque<pm_channel::Packet> packets;
    std::deque<Time> due;
  };
  struct Due {
    Time at;
    std::int64_t order;
    std::function<void()> action;
    bool operator>(const Due& other) const {
      return at != other.at ? at > other.at : order > other.order;
    }
  };
  void at(Time when, std::function<void()> action);
  void dispatch();
  void leave(pm_channel& from, const pm_channel::Packet& packet);
  void arrive(std::size_t way);
  bool deliver(pm_channel::Packet& packet);
  void deliver_write(const pm_channel::Packet& packet);
  void guard(const std::function<void()>& body);

  std::deque<pm_channel> channels_;
  std::vector<Way> ways_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> agenda_;
  std::int64_t order_ = 0;
  sc_core::sc_event due_;
  std::exception_ptr error_;
  int running_ = 0;
};

}  // namespace flybar::fake
