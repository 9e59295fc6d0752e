/// What the engines do in the coming clocks, worked out ahead and remembered.
///
/// In steady work the engines come back to the same few situations again and again: the phase of
/// the link against the chip's clock, a word more or less in a buffer. What follows from a
/// situation, as long as nothing ends, depends on nothing else. So a plan is made for engines whose
/// work never ends, is kept, and is cut where the real work ends.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "models/lanai/engines/tick.h"
#include "models/lanai/run/window.h"

namespace flybar::lanai {

/// A situation: all that the engines' use of SRAM and link depends on. Times are picoseconds from
/// the first clock of the window.
struct Situation {
  /// Later than any clock of a window.
  static constexpr std::int32_t kNever = 1 << 30;
  static constexpr std::uint32_t kMany = 1 << 30;

  std::int32_t host_next = kNever;  ///< the next data phase of the host DMA
  std::int32_t host_interval = 0;
  std::int32_t ready = kNever;   ///< when the next word from the link will have arrived
  std::int32_t wire_free = 0;    ///< when the link can take a word
  std::uint32_t steady = kMany;  ///< words that come from the link before a break
  std::int32_t pause = 0;        ///< by how much the next one is later after that
  std::uint16_t waiting = 0;     ///< words that have arrived
  std::uint16_t fifo = 0;        ///< words that wait for the link
  bool armed = false;            ///< the receive DMA takes words
  bool active = false;           ///< the send DMA fetches words
  bool running = false;          ///< the link takes words
  bool stopped = false;          ///< by a STOP

  /// The same in four words, which are quick to compare and to spread.
  using Words = std::array<std::uint64_t, 4>;
  Words words() const { return std::bit_cast<Words>(*this); }
  friend bool operator==(const Situation& a, const Situation& b) {
    const Words x = a.words(), y = b.words();
    return ((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3])) == 0;
  }
};
static_assert(std::has_unique_object_representations_v<Situation>);

/// Where the work ends, in words.
struct PlanLimits {
  static constexpr int kAny = kManyWords;
  /// No plan goes on when more words wait.
  static constexpr int kMostWaiting = 255;

  // The word that ends the work of an engine.
  int host = kAny;
  int receive = kAny;
  int send = kAny;
  int started = kAny;
  // What makes the receiver send STOP or GO.
  int most_waiting = kMostWaiting;
  int least_waiting = 0;
  // What is known of the words that come, and how many that leave take the time of a whole one.
  int arrived = kAny;
  int whole = kAny;
  /// No work has ended in this clock or before it.
  bool hold(const Record& record) const {
    return record.host < host && record.receive < receive && record.send < send &&
           record.started < started && record.most_waiting < most_waiting &&
           record.least_waiting >= least_waiting && record.arrived <= arrived &&
           record.started <= whole;
  }
  /// An engine whose work ended in this clock did not go beyond its end.
  bool fit(const Record& record) const {
    return record.host <= host && record.receive <= receive && record.send <= send &&
           record.started <= started && record.arrived <= arrived && record.started <= whole;
  }
};

class PlanBook {
 public:
  explicit PlanBook(const ChipParams& params);
  /// One book for all chips that are alike.
  static std::shared_ptr<PlanBook> shared(const ChipParams& params);

  /// At least `clocks` clocks, at most Window::kMost, from a situation on. Valid until the next
  /// call.
  Window look_up(const Situation& from, int clocks);

  /// Leaves so many clocks, or as many as lie within the limits.
  static void cut(Window& window, int clocks, const PlanLimits& limits);

 private:
  struct Plan {
    int clocks = 0;
    EngineState state;  ///< after these clocks
    std::array<Record, Window::kMost> records;
    std::array<std::uint8_t, Window::kMost> left;
    std::array<Slot, Window::kMost + 1> slots;
  };
  struct Pair {
    std::array<Situation, 2> from;
    std::array<std::unique_ptr<Plan>, 2> plans;
    std::size_t last = 0;
  };
  /// With fewer, situations of steady work drive each other out.
  static constexpr std::size_t kPairs = 8192;

  template <Arbitration kOrder>
  void make(const Situation& from, Plan& plan, int clocks) const;
  void make(const Situation& from, Plan& plan, int clocks) const;

  const Rules rules_;
  const Time word_time_;
  std::vector<Pair> pairs_;
};

}  // namespace flybar::lanai
