/// What a chip shows on its pins, as a stream of records: a channel, a clock, and what happened.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

enum class Channel : std::uint8_t {
  kRetire,     ///< pc, word, register, result, flags
  kWrite,      ///< a special register: offset, value
  kHostDma,    ///< a data phase: direction, data
  kHostWord,   ///< programmed I/O: offset in the window, data
  kLinkOut,    ///< a word that leaves: data, bytes to skip, tail, CRC
  kLinkIn,     ///< a word that arrives
  kFlow,       ///< STOP or GO that leaves
  kInterrupt,  ///< the level from the next clock on
  kGrants,     ///< accesses: host, receive, send, processor
  kState,      ///< what the next clock begins with, where no other channel has said why
};
inline constexpr std::size_t kChannels = 10;
const char* name_of(Channel channel);

struct Record {
  Channel channel;
  std::int64_t clock;
  std::string text;
  friend bool operator==(const Record&, const Record&) = default;
};

/// A chip after one clock.
struct Moment {
  std::int64_t clock = 0;
  Inputs in;  ///< in that clock
  Outputs out;
  Insight insight;
};

/// The records of the clock between two moments, in the order of the channels; `all` with grants
/// and state.
std::vector<Record> records_of(const Moment& before, const Moment& after, bool all);

}  // namespace flybar::rtl
