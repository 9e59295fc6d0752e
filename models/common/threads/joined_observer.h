/// Hands on what the threads of a crew tell in the order in which one thread alone would.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "models/common/observer.h"
#include "models/common/threads/crew.h"

namespace flybar {

/// What the calling thread of Crew::each() tells in its turn it hands on at once. What threads tell
/// ahead of that it stores until the threads have come together.
class JoinedObserver final : public Observer {
 public:
  /// Hands on to `observer`. The crew's items are below `items`.
  JoinedObserver(Observer& observer, Crew& crew, std::size_t items);

  TrackId declare(const Track& track) override { return observer_.declare(track); }
  void declares(std::size_t node) override { observer_.declares(node); }
  bool keeps(TrackKind kind) const override { return observer_.keeps(kind); }
  void on(const Activity& event) override;
  void on(const Change& event) override;
  void on(const Packet& event) override;
  void on(const Retired& event) override;
  void on(const BusTransfer& event) override;
  void on(const ByteRun& event) override;

 private:
  /// What one item has told.
  class Kept {
   public:
    template <class Event>
    void add(const Event& event);
    void hand_on(Observer& observer);

   private:
    struct One {
      std::variant<Activity, Change, Packet, Retired, BusTransfer, ByteRun> event;
      std::size_t bytes;  ///< where those begin that the event refers to, behind its text
    };
    std::vector<One> events_;
    std::vector<std::uint8_t> bytes_;
  };
  template <class Event>
  void take(const Event& event, TrackKind kind);

  Observer& observer_;
  std::vector<Kept> kept_;  ///< of each item
};

}  // namespace flybar
