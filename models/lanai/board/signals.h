/// The chip's signals for a waveform: told when they change, clock by clock.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "models/common/observer.h"
#include "models/lanai/image/image.h"

namespace flybar::lanai {

/// One clock as a waveform shows it.
struct ClockView {
  std::uint64_t reset = 0;
  std::uint64_t pc = 0;
  std::uint64_t stalled = 0;  ///< the processor runs, and no instruction retired
  std::uint64_t grant_host = 0, grant_receive = 0, grant_send = 0, left_for_cpu = 0;
  std::uint64_t dma_busy = 0, dma_bytes_left = 0;
  std::uint64_t receive_armed = 0, receive_pointer = 0, receive_waiting = 0;
  std::uint64_t send_active = 0, send_pointer = 0, send_waiting = 0;
  std::uint64_t status = 0;
  std::uint64_t interrupt = 0;
};

class Signals {
 public:
  /// `chip` is the path of its tracks.
  Signals(Observer& observer, const std::string& chip);

  /// The clock at `at`; `place` is where the processor is in its program, empty if that is not
  /// known.
  void sample(Time at, const ClockView& view, const SourceLocation& place);

 private:
  static constexpr std::size_t kSignals = 17;
  void tell(TrackId track, Time at, std::string& last, std::string_view text);

  Observer& observer_;
  std::array<TrackId, kSignals> tracks_;
  TrackId function_track_, source_track_;
  bool first_ = true;
  std::array<std::uint64_t, kSignals> last_{};
  std::string function_, source_;
};

}  // namespace flybar::lanai
