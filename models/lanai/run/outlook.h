/// What is certain of a chip's future, from its state now, so that others may run on meanwhile.
#pragma once

#include <cstdint>
#include <optional>

#include "models/lanai/core/core.h"
#include "models/lanai/engines/engines.h"
#include "models/lanai/params.h"
#include "models/lanai/run/idle_loop.h"
#include "models/myrinet/link/envelope.h"

namespace flybar::lanai {

class GateWatch;
class Image;
class Sram;

struct Outlook {
  const ChipParams& params;
  const Engines& engines;
  Time here;           ///< the chip has done what it does before
  bool runs_ahead;     ///< its program runs, and only that starts a send
  bool untouched;      ///< the host has yet to load a program, of which nothing is known
  const Image* image;  ///< of the program, if that is known
  const GateWatch& gate;
  const Sram& sram;
  const Core& core;
  const IdleLoop& idle;

  using Coming = std::optional<myrinet::Envelope>;

  /// No byte leaves before.
  Time byte_guarantee() const;
  /// What is certain of the rest of the packet that is leaving.
  Coming envelope() const;
  /// Neither STOP nor GO leaves before, if all that arrives before `here` is known and `coming` is
  /// what is certain of the rest.
  Time flow_guarantee(const Coming& coming) const;

 private:
  Time next_store() const;
  Time next_start() const;
  Time last_word(std::int64_t words) const;
  Time least_tail() const;
  /// The time of one word where `words` move in a clock.
  Time time_of_word(std::int64_t words) const { return Time::ps(params.clock.ps() / words); }
  Time stop_before(const Coming& coming) const;
  Time outrun_before(const Coming& coming, std::int64_t sure) const;
};

}  // namespace flybar::lanai
