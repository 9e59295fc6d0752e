/// What a model tells those who watch it. A model never asks whether it is watched, and nothing
/// that an observer does can change what the model does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/units.h"

namespace flybar {

/// A named thing to watch, for example "node0.lanai.receive_dma". Given out by declare().
using TrackId = std::uint32_t;

enum class TrackKind : std::uint8_t {
  kActivity,  ///< busy from .. to, with a label (a DMA pulse, a host call)
  kSignal,    ///< a value of `bits` bits that changes (a waveform)
  kPackets,   ///< whole packets seen at one port (a capture)
  kProgram,   ///< instructions retired by one processor (a profile)
  kMaster,    ///< transactions of one master of a PCI bus, whose name is the parent
  kLink,      ///< bytes that pass one direction of a cable
};

/// What the packets of a track begin with.
enum class LinkType : std::uint8_t {
  kMyrinet,   ///< the route bytes; they end with the CRC byte
  kRawIp,     ///< the header of IP; they end with its last byte
  kEthernet,  ///< the destination's address; they end before the frame check
  kRfc1483,   ///< LLC/SNAP of a packet in cells; they end with the packet
};

/// What an engine or a processor does for messages, in the order of their way.
enum class Lane : std::uint8_t {
  kReadsHost,
  kSends,
  kReceives,
  kWritesHost,
  kSoftware,
  kCalls,  ///< of a library: the host's part of one message, from begin to end
};
/// Those that move messages: engines.
inline constexpr std::size_t kLanes = 4;

/// What of a system a track is of. Viewers show what is of one kind alike.
enum class Block : std::uint8_t {
  kNone,
  kHost,
  kBus,
  kProcessor,  ///< of a card
  kEngine,     ///< of a card
  kNetwork,
  kRtl,    ///< a part that is described in RTL
  kModel,  ///< the model beside that
};

/// The rows of the screen that shows all of a node, from top to bottom.
enum class Row : std::uint8_t {
  kNone,  ///< not on that screen
  kCalls,
  kHostCpu,
  kBus,
  kHostTransfers,
  kProgram,
  kSends,
  kReceives,
  kProgress,  ///< of a transfer
  kLinkValid,
  kLinkByte,
  kLinkSlack,
  kLinkStop,
};

struct Track {
  /// Activities with this label are in the lane.
  struct InLane {
    Lane lane;
    std::string_view label;
  };
  /// What knows no message of its own belongs to the messages of others.
  struct PartOf {
    std::string scope;        ///< the part whose tracks these are, "node0.lanai": of the same node
    std::vector<Lane> lanes;  ///< of that part; if empty, the track belongs to no part
    /// False: what begins during such an activity is for its message. True: what is under way when
    /// such an activity begins, as a program that starts an engine.
    bool starts = false;
  };
  std::string name;  ///< dotted path; the part before the last dot is the parent
  TrackKind kind = TrackKind::kActivity;
  unsigned bits = 1;           ///< for kSignal
  bool text = false;           ///< for kSignal: values are set with `Change::text`
  std::string unit = {};       ///< for a kSignal that is a quantity: "B", "words", ""
  Time period = Time::ns(30);  ///< for kProgram and kMaster: of one cycle; cycle 0 begins at 0
  Time delay = {};        ///< for kLink: from where bytes are told to the buffer at the far end
  bool buffered = false;  ///< for kLink: what leaves that buffer is told, too
  LinkType link_type = LinkType::kMyrinet;  ///< for kPackets
  /// For kActivity, of one that works for messages: in which lanes, one after the other.
  std::vector<InLane> lanes = {};
  PartOf part_of = {};  ///< for kActivity, and for kProgram, whose functions are activities
  Block block = Block::kNone;
  Row row = Row::kNone;
  std::string beside = {};  ///< for kSignal: the track of the same signal in another description
};

/// The parent of a dotted path: "node0.lanai" of "node0.lanai.cpu"; "" if it has none.
inline std::string parent_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? std::string() : path.substr(0, dot);
}

/// A track for the calls of a library: of those that send, or of those that receive.
inline Track call_track(const std::string& name) {
  return {.name = name, .lanes = {{Lane::kCalls, ""}}, .block = Block::kHost, .row = Row::kCalls};
}

/// An engine was busy from `begin` to `end`.
struct Activity {
  TrackId track;
  Time begin;
  Time end;
  std::string_view label;  ///< "pulse", "payload", "control"; valid during the call
  std::uint64_t message;   ///< 0: belongs to no message; else equal for all parts of one message
  std::int64_t bytes;      ///< moved, or 0
};

/// A signal has a new value from `at` on.
struct Change {
  TrackId track;
  Time at;
  std::uint64_t value;
  std::string_view text;  ///< for text signals, else empty
};

/// A whole packet passed a port, or the border of a layer of software. `bytes` as the link type of
/// its track says.
struct Packet {
  TrackId track;
  Time begin;
  Time end;
  bool outbound;
  std::uint64_t message;
  std::span<const std::uint8_t> bytes;
  std::string_view comment = {};  ///< for who reads a capture; valid during the call
};

/// One instruction retired. `cycles` counts the stalls before it; a skipped idle loop reports each
/// of its instructions once, with `times` laps.
struct Retired {
  TrackId track;
  std::uint64_t cycle;  ///< of the first of the `times` executions
  std::uint32_t pc;
  std::uint32_t result;
  std::uint32_t cycles;
  std::uint64_t times;
  std::uint64_t period = 0;  ///< clocks from one of the `times` executions to the next
};

/// A transaction of a PCI bus. Times are clock edges.
struct BusTransfer {
  TrackId track;       ///< of the master
  Time asked;          ///< REQ#
  Time granted_until;  ///< GNT# is taken away, by `end`
  Time frame;          ///< FRAME#
  Time first_data;     ///< completes the first data phase
  Time interval;       ///< from one data phase to the next
  Time end;            ///< the last data phase, a Retry or an abort is over
  std::uint64_t address;
  std::span<const std::uint8_t> data;  ///< what has moved, from the first data phase on
  bool write;
  bool claimed;  ///< a target answered
  bool stopped;  ///< by the target, with STOP#
};

/// Bytes pass a place, one every `interval`: with their values a link, without them the buffer at
/// its far end, which they leave.
struct ByteRun {
  TrackId track;
  Time begin;
  Time interval;
  std::int64_t count;
  std::span<const std::uint8_t> bytes;  ///< `count` of them, or none
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual TrackId declare(const Track&) { return 0; }
  /// What is declared from here on is of this node, until another one is named.
  virtual void declares(std::size_t node) { static_cast<void>(node); }
  /// False if the observer keeps nothing, just now, of what tracks of this kind tell. Who passes on
  /// what models tell may ask; a model must not.
  virtual bool keeps(TrackKind kind) const { return static_cast<void>(kind), true; }
  virtual void on(const Activity&) {}
  virtual void on(const Change&) {}
  virtual void on(const Packet&) {}
  virtual void on(const Retired&) {}
  virtual void on(const BusTransfer&) {}
  virtual void on(const ByteRun&) {}
};

/// An observer that keeps nothing, for a model without one.
inline Observer& nobody() {
  struct Nobody final : Observer {
    bool keeps(TrackKind) const override { return false; }
  };
  static Nobody idle;
  return idle;
}

}  // namespace flybar
