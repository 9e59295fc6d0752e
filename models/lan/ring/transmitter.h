/// The half of a ring card that sends.
///
/// It fetches frames into a FIFO, descriptor by descriptor, one frame ahead of the line. A frame
/// begins on the line when `threshold` bytes of it are there; in cells, and on a cable, when all of
/// it is. If a frame runs dry on the line it is cut there, counted, and fetched again: then it
/// begins when all of it is in the FIFO, or the FIFO is full. Its descriptors go back when it has
/// left; a ring that has no others is not read until then.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/lan/ring/part.h"
#include "models/lan/ring/ring.h"

namespace flybar::lan {

class Transmitter final : public BusUser {
 public:
  Transmitter(const CardSide& card, const std::string& name);

  void connect(Network& network, std::size_t port);
  void set_base(std::uint32_t base) { ring_.base = base, ring_.next = 0; }
  void set_length(std::uint32_t length) { ring_.length = length; }
  std::uint32_t base() const { return ring_.base; }
  std::uint32_t length() const { return ring_.length; }
  void demand(Time now);
  /// On a cable.
  void leaves(Time begin);

  std::optional<Work> next_work(Time now) override;
  void work_done(Time now) override;
  bool is_idle() const { return frames_.empty() && closing_.empty() && on_bus_ == OnBus::kNothing; }
  /// For errors: what it does.
  const char* doing() const;

 private:
  struct Sending {
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint32_t> descriptors;  ///< places in the ring
    std::uint32_t circuit = 0;
    bool interrupts = false;
    bool whole = false;  ///< all of it has been fetched
    bool again = false;  ///< it has run dry before
    std::uint64_t message = 0;
    Time begun;  ///< its fetching
  };
  enum class Fetch : std::uint8_t { kNothing, kDescriptor, kBuffers };
  enum class LineState : std::uint8_t { kIdle, kAsked, kBusy };
  enum class OnBus : std::uint8_t { kNothing, kStatus, kDescriptor, kData };

  bool holds(std::uint32_t descriptor) const;
  Work descriptor_work();
  std::optional<Work> data_work(Time now);
  void take_descriptor(Time now);
  void begin_buffers();
  void take_data(Time now);
  void skip_empty_buffers(Time now);
  void end_descriptor(Time now);
  std::size_t in_fifo(Time now) const;
  std::size_t left_by(Time now) const;
  bool is_ready() const;
  void try_start(Time now);
  void begin(Time now);
  Frame frame() const;
  void watch_line();
  void line_event(Time now);
  void run_dry(Time now);
  void end_frame(Time now);

  const CardSide card_;
  Network* network_ = nullptr;
  std::size_t port_ = 0;
  std::uint32_t serial_ = 0;
  Ring ring_;
  bool demanded_ = false;
  Fetch fetch_ = Fetch::kNothing;
  OnBus on_bus_ = OnBus::kNothing;
  bool in_vain_ = false;  ///< what is on the bus is of a frame that has run dry
  Descriptor descriptor_;
  unsigned buffer_ = 0;         ///< of the descriptor
  std::uint32_t at_ = 0;        ///< address of the next byte of it
  std::uint32_t left_ = 0;      ///< bytes of it
  std::uint32_t skipped_ = 0;   ///< of the burst: bytes before that one
  std::uint32_t fetching_ = 0;  ///< of the burst: bytes of the frame
  std::vector<std::uint8_t> data_;
  struct Close {
    std::uint32_t address;  ///< of a descriptor
    bool interrupts;        ///< when it is written
  };
  std::deque<Close> closing_;
  std::deque<Sending> frames_;  ///< the first one is on the line, or waits for it
  LineState line_ = LineState::kIdle;
  Time begin_;     ///< of the frame on the line
  Time free_;      ///< the line
  Timer on_line_;  ///< the frame ends or runs dry, or the line is free
  Timer room_;     ///< the FIFO has room
  const TrackId fetch_track_, send_track_;
};

}  // namespace flybar::lan
