/// What a model tells those who watch it. A model never asks whether it is watched, and nothing
/// that an observer does can change what the model does.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "models/common/units.h"

namespace flybar {

/// A named thing to watch, for example "node0.lanai.receive_dma". Given out by declare().
using TrackId = std::uint32_t;

enum class TrackKind : std::uint8_t {
  kActivity,  ///< busy from .. to, with a label (a DMA pulse, a host call)
  kSignal,    ///< a value of `bits` bits that changes (a waveform)
  kPackets,   ///< whole packets seen at one port (a capture)
  kProgram,   ///< instructions retired by one processor (a profile)
};

struct Track {
  std::string name;  ///< dotted path; the part before the last dot is the parent
  TrackKind kind = TrackKind::kActivity;
  unsigned bits = 1;           ///< for kSignal
  bool text = false;           ///< for kSignal: values are set with `Change::text`
  std::string unit = {};       ///< for a kSignal that is a quantity: "B", "words", ""
  Time period = Time::ns(30);  ///< for kProgram: of one cycle; cycle 0 begins at 0
};

/// An engine was busy from `begin` to `end`.
struct Activity {
  TrackId track;
  Time begin;
  Time end;
  std::string_view label;  ///< static text: "pulse", "payload", "control"
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

/// A whole packet passed a port. `bytes` from the first route byte to the CRC byte.
struct Packet {
  TrackId track;
  Time begin;
  Time end;
  bool outbound;
  std::uint64_t message;
  std::span<const std::uint8_t> bytes;
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

class Observer {
 public:
  virtual ~Observer() = default;
  virtual TrackId declare(const Track&) { return 0; }
  virtual void on(const Activity&) {}
  virtual void on(const Change&) {}
  virtual void on(const Packet&) {}
  virtual void on(const Retired&) {}
};

}  // namespace flybar
