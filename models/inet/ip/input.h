/// The way of packets from the device to the protocol stack: the IP input queue, and the frames
/// that they have come in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "models/host/paging/page_pool.h"
#include "models/inet/device/device.h"
#include "models/inet/inet_params.h"
#include "models/inet/ip/headers.h"
#include "models/inet/ip/packet_log.h"
#include "models/inet/ip/received_frame.h"
#include "models/inet/ip/segment_log.h"
#include "models/inet/stack/stack.h"

namespace flybar::inet {

/// What has come, and what was dropped before the protocol stack saw it.
struct InputCounters {
  std::uint64_t packets = 0;
  std::uint64_t queue_full = 0;
  std::uint64_t malformed = 0;  ///< shorter than a header
};

class Input final : private ReceivedFrame::Owner {
 public:
  struct Parts {
    host::Cpu& cpu;
    host::PagePool& pool;
    Stack& stack;
    PacketLog& log;
    SegmentLog& segments;
  };
  Input(const Parts& parts, const InetParams& params) : parts_(parts), params_(params) {}
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// In the interrupt handler of the device: into the queue, or dropped.
  void arrived(const Arrival& packet);

  bool waiting() const { return !queue_.empty(); }
  /// In the software interrupt, outside of the stack. Precondition: waiting().
  struct Packet {
    std::array<std::uint8_t, 128> head;
    std::size_t head_length;
    Arrival rest;
    Time begin;
  };
  Packet take();
  /// Inside a guard: the stack gets it.
  void enter(const Packet& packet);
  /// After that: what the layers have done with it.
  void spend(const Packet& packet);
  void leave(const Packet& packet);

  /// Frames that the stack has given back are the pool's again.
  void free_frames();
  /// Received frames that are not the pool's or a process's again.
  std::size_t frames() const { return frames_; }
  /// One of them is a process's from now on.
  void taken() { --frames_; }
  const InputCounters& counters() const { return counters_; }

 private:
  void freed(const ReceivedFrame& frame) override { freed_.push_back(frame.frame); }
  void log(const Packet& packet);
  pbuf* chain(const Packet& packet);
  void spend_transport(const Headers& headers, std::size_t length);

  const Parts parts_;
  const InetParams& params_;
  std::deque<Packet> queue_;
  std::vector<host::Physical> freed_;
  std::size_t frames_ = 0;
  InputCounters counters_;
};

}  // namespace flybar::inet
