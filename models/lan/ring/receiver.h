/// The half of a ring card that receives.
///
/// Frames come into a FIFO. From `threshold` bytes on (in cells: when all is there) the card writes
/// a frame to the buffers of the next descriptor, by bursts, without padding of cells and frame
/// check; then the descriptor, then it interrupts. A frame for which there is no descriptor, or no
/// room in the FIFO, is dropped and counted; the descriptor of a frame that is dropped takes the
/// next one.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "models/lan/ring/part.h"
#include "models/lan/ring/ring.h"

namespace flybar::lan {

class Receiver final : public BusUser {
 public:
  Receiver(const CardSide& card, const std::string& name);

  void connect(const Network& network) { network_ = &network; }
  void set_base(std::uint32_t base);
  void set_length(std::uint32_t length);
  std::uint32_t base() const { return ring_.base; }
  std::uint32_t length() const { return ring_.length; }
  void demand(Time now);
  void arrives(Frame frame, Time begin);

  std::optional<Work> next_work(Time now) override;
  void work_done(Time now) override;
  bool is_idle() const { return frames_.empty() && on_bus_ == OnBus::kNothing; }
  /// What traces call the frame that was written last to the descriptor at this place.
  std::uint64_t message(std::uint32_t place) const;
  const char* doing() const {
    return frames_.empty() ? "has nothing to receive" : "receives a frame";
  }

 private:
  struct Coming {
    Frame frame;
    Time begin;
    std::size_t stored = 0;  ///< bytes that are not in the FIFO any more
    std::size_t data = 0;    ///< bytes that go to the host, once known
    bool too_long = false;
    bool dropped = false;
  };
  enum class Stage : std::uint8_t { kWaiting, kLooking, kStoring };
  enum class OnBus : std::uint8_t { kNothing, kDescriptor, kData, kStatus };

  Time end_of(const Coming& one) const {
    return one.begin + network_->line().at(one.frame.bytes.size());
  }
  Time attention(const Coming& one) const;
  void begin_front();
  void look_again(Time now, Time at);
  Work descriptor_work();
  std::optional<Work> data_work(Time now);
  std::optional<Work> status_work(Time now);
  void take_descriptor(Time now);
  void begin_storing();
  void begin_buffer(unsigned buffer);
  void end_data();
  void end_frame(Time now);
  void finish_front(Time now);
  bool is_sound(const Coming& one) const;
  struct Overflow {
    std::deque<Coming>::iterator frame;
    Time at;
  };
  Overflow next_overflow();
  void watch_fifo();
  void overflow(Time now);
  void tell_host(Time now);

  const CardSide card_;
  const Network* network_ = nullptr;
  Ring ring_;
  std::map<std::uint32_t, std::uint64_t> messages_;  ///< by place
  std::deque<Coming> frames_;                        ///< the first one goes to the host
  Stage stage_ = Stage::kWaiting;
  OnBus on_bus_ = OnBus::kNothing;
  Descriptor descriptor_;
  bool has_descriptor_ = false;
  bool demanded_ = false;
  unsigned buffer_ = 0;
  std::uint32_t at_ = 0, left_ = 0;  ///< of the buffer
  std::uint32_t moving_ = 0;         ///< bytes of the burst
  std::uint32_t status_ = 0;
  Time storing_;  ///< since then the first frame goes to the host
  std::vector<std::uint8_t> data_;
  std::int64_t untold_ = 0;  ///< frames since the last interrupt
  Timer look_;               ///< there is more of the frame
  Timer full_;               ///< the FIFO is full
  Timer told_;               ///< the host has waited long enough for an interrupt
  const TrackId store_track_, receive_track_;
};

}  // namespace flybar::lan
