/// The frames whose bytes are on their way. A frame stays as it is until everything that needs its
/// bytes has let go: the socket buffer until the peer has acknowledged them, for a retransmission,
/// and each packet until its device has done with it, perhaps much later.
///
/// A page of a process is pinned and write-protected meanwhile; who writes to it gets a copy. What
/// the process takes out of its page table then, and what was the kernel's from the beginning,
/// goes back to the pool at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "models/host/paging/address_space.h"
#include "models/host/paging/page_pool.h"
#include "models/inet/ip/segment_log.h"

namespace flybar::inet {

class PagesUnderWay {
 public:
  PagesUnderWay(host::Cpu& cpu, host::PagePool& pool, SegmentLog& log)
      : cpu_(cpu), pool_(pool), log_(log) {}
  PagesUnderWay(const PagesUnderWay&) = delete;
  PagesUnderWay& operator=(const PagesUnderWay&) = delete;

  /// Frames in a row for bytes that are copied, held once by the caller; nothing if the pool has
  /// none.
  std::optional<host::Physical> take(std::uint32_t frames = 1);
  /// `bytes` of a frame for bytes that are copied, likewise: beside others of a frame that has
  /// room, and of which nothing is being sent, since software must not write to it then.
  std::optional<host::Physical> take_part(std::size_t bytes);
  /// The page of a process, held once by the caller. Precondition: it is mapped.
  void lend(host::AddressSpace& space, host::VirtualPage page);

  /// Bytes of the kernel, in one frame, that go with one datagram, and stay their owner's.
  struct Lent {
    host::Physical at = 0;
    Bytes length;
    /// Called with the argument when they have left; must not block; null: nothing.
    void (*left)(void* arg) = nullptr;
    void* arg = nullptr;
  };
  /// Their frame is being sent from now on, held once by the caller; also one that is lent already.
  void lend(const Lent& lent);
  bool is_lent(host::Physical frame) const;
  /// Inside a guard of the stack: the datagram has left.
  void leaves(const Lent& lent) { left_.push_back(lent); }
  /// Outside: the owners have their bytes again.
  void tell_left();

  /// One holder more, and one less, of a frame or a part of it. Precondition: the frame has one.
  void hold(host::Physical frame);
  void release(host::Physical frame);

  /// The process has the page no more: another frame is in its place, or none. The frame is free as
  /// soon as nobody holds it.
  void give_up(host::Physical frame);

  // For traces, of a frame that is held:

  /// This message carries bytes of it.
  void carried(host::Physical frame, std::uint64_t message);
  /// The peer has acknowledged them.
  void acknowledged(host::Physical frame);

  bool contains(host::Physical frame) const { return pages_.contains(index(frame)); }
  /// How many frames are held, or rows of them: none when all connections are over and all devices
  /// have said so.
  std::size_t count() const { return pages_.size(); }

 private:
  struct Page {
    host::AddressSpace* space = nullptr;  ///< whose it is; null: the kernel's
    bool lent = false;                    ///< and there it stays
    host::VirtualPage page = 0;           ///< there
    std::uint32_t frames = 1;
    SegmentLog::Span held = {};  ///< when it came to be held, of a page the last time
    std::uint64_t message = 0;   ///< the last that carried it since then
  };
  std::size_t index(host::Physical frame) const { return frames().index(frame); }
  host::Physical first(host::Physical frame) const;
  host::Frames& frames() const { return cpu_.memory().frames; }

  host::Cpu& cpu_;
  host::PagePool& pool_;
  SegmentLog& log_;
  std::unordered_map<std::size_t, Page> pages_;  ///< by frame; never walked through
  host::Physical shared_ = 0;                    ///< the frame that take_part() fills; 0: none
  std::size_t room_ = 0;                         ///< there
  std::vector<Lent> left_;
};

}  // namespace flybar::inet
