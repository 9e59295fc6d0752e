/// The functions that a processor passed through, as slices of time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace flybar {

/// So many clocks in the function with this number.
struct FirmwareSlice {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint32_t label;
  std::uint64_t clocks() const { return end - begin; }
};

/// Laps of a loop that repeat exactly, as those of firmware that waits, are one slice together.
/// What is put out depends on the slices alone, and not on whether laps are told one by one.
class FirmwareSlices {
 public:
  using Put = std::function<void(const FirmwareSlice&)>;
  /// `loop` is the label of such laps.
  FirmwareSlices(std::uint32_t loop, Put put) : loop_label_(loop), put_(std::move(put)) {}

  /// In the order of time. Neighbours of one label are one slice.
  void add(const FirmwareSlice& slice);
  /// The same as add() for each slice of `lap`, `laps` times, each lap `period` later.
  void add_laps(std::span<const FirmwareSlice> lap, std::uint64_t period, std::uint64_t laps);
  /// Puts out what is left.
  void close();

 private:
  static constexpr std::size_t kLongestLap = 32;  ///< slices

  bool alike(const FirmwareSlice& a, const FirmwareSlice& b) const {
    return a.label == b.label && a.clocks() == b.clocks();
  }
  void complete(const FirmwareSlice& slice);
  bool goes_on(const FirmwareSlice& slice);
  bool repeats(std::size_t period) const;
  void begin_loop(std::size_t period);
  void put_oldest(std::size_t count);

  const std::uint32_t loop_label_;
  const Put put_;
  bool open_ = false;
  FirmwareSlice last_{};               ///< may go on
  std::vector<FirmwareSlice> recent_;  ///< not put out yet; in a loop its lap
  bool in_loop_ = false;
  FirmwareSlice loop_{};
  std::size_t phase_ = 0;  ///< of the lap, that comes next
};

}  // namespace flybar
