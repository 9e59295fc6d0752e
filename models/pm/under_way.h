/// Which messages of one channel are under way, for those who watch the nodes that have it: what
/// packets are called, and what the host DMA moves.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "models/common/observer.h"
#include "models/contracts/message_events.h"
#include "models/lanai/engines/name_packet.h"

namespace flybar::pm {

/// A message is received when the software of its receiver gives it back. A remote write is a
/// message, too. It tells nobody where it goes, so it is received when the software of its sender
/// finds that it is stored; or before, when a program says that it has found it in its memory.
///
/// A queue entry that fails has not used all its packet numbers, so that packets that follow it on
/// the same connection are taken for those of messages before theirs.
class UnderWay {
 public:
  /// `names` of the nodes, for `observer`, who gets the calls as activities.
  UnderWay(MessageWatcher& watcher, Observer& observer, unsigned channel,
           const std::vector<std::string>& names);

  /// So many bytes at the head of each message are no payload of its sender.
  void set_envelope(Bytes bytes) { envelope_ = bytes; }

  /// An entry of the queue of a node.
  struct Entry {
    bool write;
    std::uint32_t to;
    std::uint32_t local;  ///< where it begins: address of a message, handle of a write
    Bytes length;
    Time begin, end;  ///< of the calls
  };
  void sent(std::size_t node, const Entry& entry);
  /// `node` sees that its oldest entry is done.
  void done(std::size_t node, Time at);
  /// `node` had the oldest message of `source` from `begin` to `end`.
  void received(std::size_t node, int source, Bytes length, Time begin, Time end);
  /// `node` sees the oldest write of `source` that it has not seen.
  void found(std::size_t node, int source, Time at);

  /// The message in a packet with these leading bytes, with or without its route; 0 if it is of
  /// none that is under way, as are acknowledgements.
  std::uint64_t packet(std::span<const std::uint8_t> bytes) const;
  /// The message of which the card of `node` has moved something; 0 if it is of none.
  std::uint64_t transfer(std::size_t node, const lanai::Transfer& transfer);

 private:
  struct Known {
    std::uint64_t id;
    Entry entry;
    std::uint32_t first, packets;  ///< their numbers
    bool found = false;
  };
  struct Connection {
    std::uint32_t assigned = 0;      ///< packet numbers
    std::deque<std::uint64_t> sent;  ///< messages that have not been received, oldest first
  };
  struct Node {
    TrackId send, receive;
    std::uint32_t serial = 0;
    std::map<std::uint32_t, Connection> to = {};
    /// The last `open` of them are not done. Before those, some are kept that are: an answer that
    /// refuses a packet says that all before it are stored, some of which are still on their way
    /// into the host.
    std::deque<Known> queue = {};
    std::uint32_t open = 0;
    std::uint32_t stored_to = 0;  ///< SRAM address, where the last transfer into the host ended
    std::uint64_t stored = 0;     ///< of that message
  };
  std::uint64_t find(std::span<const std::uint8_t> header) const;
  std::uint64_t stores(Node& node, const lanai::Transfer& transfer) const;
  static std::uint64_t fetches(const Node& node, std::uint32_t address);

  MessageWatcher& watcher_;
  Observer& observer_;
  const std::uint32_t channel_;
  Bytes envelope_;
  std::vector<Node> nodes_;
};

}  // namespace flybar::pm
