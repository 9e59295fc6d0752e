/// Threads that share the work of a simulation, one piece after the other.
///
/// A piece is a loop over items that do not concern each other, as the nodes of a round are. All
/// threads come together after each piece, so what lies between pieces is run by one thread alone.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace flybar {

class Crew {
 public:
  static constexpr std::size_t kMostThreads = 256;
  using Clock = std::chrono::steady_clock;
  /// What the calling thread does if another one is late, as other programs use the processors.
  enum class Late : std::uint8_t {
    /// It works alone for some time, so that waiting takes a twentieth of the time at most.
    kGoOnAlone,
    /// It waits, for tests: each thread runs an item of each piece that has as many items.
    kWaitAlways,
  };
  /// How long the calling thread works alone.
  class Alone {
   public:
    void waited(Clock::time_point from, Clock::time_point to);
    bool until(Clock::time_point now) const { return now < end_; }

   private:
    Clock::time_point end_{};
  };
  /// Pieces of two items or more.
  struct Pieces {
    std::uint64_t all = 0;
    std::uint64_t shared = 0;  ///< of which at least two threads have run items
  };

  /// The calling thread is one of `threads`, of which there are 1 to kMostThreads.
  explicit Crew(std::size_t threads = 1, Late late = Late::kGoOnAlone);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  /// Processors of the machine that this process may use.
  static std::size_t processors();
  /// A crew of the calling thread alone, which any number of callers may use.
  static Crew& alone();
  std::size_t threads() const { return members_.size() + 1; }

  /// Calls work(i) for each i in `items` and returns when all calls have. The items are in
  /// ascending order and below `count`. Each thread begins with the items in a range of numbers of
  /// its own, the calling thread with the first range. The ranges are the same in each call, since
  /// a processor has at hand what its thread used last. (With kWaitAlways each thread begins with
  /// an equal part of the list.) A thread that is done takes the last items of other threads. If
  /// calls throw, this throws what the call for the first of these items has thrown.
  template <class Work>
  void each(const std::vector<std::size_t>& items, std::size_t count, const Work& work) {
    if (!shares(items)) {
      for (const std::size_t item : items) work(item);
      return;
    }
    const auto one = [](const void* what, std::size_t item) {
      (*static_cast<const Work*>(what))(item);
    };
    share({one, &work, &items}, count);
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  /// The item for which the caller is called by each(), if a thread alone would still work on
  /// earlier items; else kNone.
  static std::size_t ahead();
  /// each() calls it when its threads have come together, if threads have shared the items.
  std::function<void()> on_joined;
  const Pieces& pieces() const { return pieces_; }

 private:
  static constexpr std::size_t kLine = 64;
  struct Piece {
    void (*one)(const void* work, std::size_t item) = nullptr;
    const void* work = nullptr;
    const std::vector<std::size_t>* items = nullptr;
  };
  struct Thrown {
    std::size_t item = kNone;
    std::exception_ptr what;
  };
  /// What one thread has to do in a piece. Items are places in the list.
  class alignas(kLine) Part {
   public:
    /// The thread itself runs the first, if there is one; any may take the others.
    void set(std::size_t first, std::size_t end);
    std::size_t first() const { return first_; }
    std::size_t take_first();
    std::size_t take_last();

    Thrown thrown;  ///< the first of those that it has run

   private:
    static constexpr unsigned kHalf = 32;
    std::size_t first_ = kNone;
    std::atomic<std::uint64_t> left_ = 0;  ///< the next, and above it one behind the last
  };
  /// What became of a piece, in one word: how many threads have not come together, have run items,
  /// and have items that threw.
  struct Outcome {
    static constexpr unsigned kBits = 10, kMask = (1U << kBits) - 1;
    static constexpr unsigned kWorking = 1, kRan = 1U << kBits, kThrew = 1U << 2 * kBits;
    static_assert(kMostThreads <= kMask);
  };
  void share(const Piece& piece, std::size_t count);
  void divide(const std::vector<std::size_t>& items, std::size_t count);
  void join(unsigned outcome);
  void serve(std::size_t member);
  unsigned work_on(std::size_t member);
  bool run(std::size_t member, std::size_t place);
  unsigned wait_for_others();
  bool shares(const std::vector<std::size_t>& items) {
    if (members_.empty() || items.size() < 2) return false;
    ++pieces_.all;
    return !alone_ || !still_alone();
  }
  bool still_alone();

  // What one thread writes and others read lies in cache lines of its own: each costs as much as
  // some hundred instructions when it passes from one processor to another.

  const Late late_;
  const unsigned spins_;
  std::vector<Part> parts_;                         ///< of each thread
  std::vector<std::thread> members_;                ///< but the calling one
  alignas(kLine) std::atomic<unsigned> begun_ = 0;  ///< pieces
  Piece piece_;
  alignas(kLine) std::atomic<unsigned> outcome_ = 0;
  alignas(kLine) std::size_t in_turn_ = 0;  ///< places that the calling thread has run in turn
  bool alone_ = false;
  Alone alone_until_;
  Pieces pieces_;
};

}  // namespace flybar
