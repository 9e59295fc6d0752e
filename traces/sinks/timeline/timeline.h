/// Brings activities and signal changes into the order of time, for formats that need it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "traces/sinks/sinks.h"
#include "traces/sinks/sorter.h"
#include "traces/sinks/texts.h"

namespace flybar {

/// An activity as it is put out. Slices of one track and lane nest: one ends within the other or
/// before it begins. A track needs a second lane only if two of its activities overlap otherwise.
struct Slice {
  TrackId track;
  unsigned lane;
  Time begin;
  Time end;
  std::string_view label;
  std::uint32_t label_number;  ///< equal labels have equal numbers
  std::uint64_t message;
  std::int64_t bytes;
};

/// Calls its heir in time order once all is known. At one instant slices end before others begin,
/// inner before outer; then tracks go by their number.
class TimelineSink : public Sink {
 public:
  using Sink::on;
  explicit TimelineSink(const std::filesystem::path& path);

  void on(const Activity& activity) final;
  void on(const Change& change) final;
  void close(Time end) final;

 protected:
  virtual void open() = 0;  ///< all tracks are declared; the first call
  virtual void begin(const Slice&) {}
  virtual void end(const Slice&) {}
  virtual void change(const Change&) {}
  virtual void finish(Time end) = 0;  ///< the last call

 private:
  /// An activity or a change, as its track says.
  struct Event {
    Time at;
    Time end;
    std::uint64_t value;  ///< of the signal, or the message
    std::int64_t bytes;
    TrackId track;
    std::uint32_t text;
    std::uint64_t number;  ///< of an activity that lasts, as they come; else 0

    bool before(const Event& other) const {
      if (at != other.at) return at < other.at;
      if (track != other.track) return track < other.track;
      if (end != other.end) return end > other.end;
      return number > other.number;
    }
  };

  /// A slice that has begun. `serial` counts beginnings.
  struct Open {
    Slice slice;
    std::uint64_t serial;
  };

  void replay(const Event& event);
  void end_until(Time at);
  unsigned free_lane(const Event& event);
  static bool ends_later(const Open& a, const Open& b);

  Sorter<Event> events_;
  std::uint64_t activities_ = 0;
  Texts texts_;
  std::vector<Open> open_;                             ///< a heap, the next to end on top
  std::vector<std::vector<std::vector<Time>>> lanes_;  ///< [track][lane]: ends of its open slices
  std::uint64_t begun_ = 0;
  Time last_;
};

}  // namespace flybar
