/// Follows every message of a system from host to host.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/common/observer.h"
#include "models/contracts/message_events.h"
#include "testbenches/experiments/measure/messages/declared_tracks.h"
#include "testbenches/experiments/measure/messages/message_record.h"

namespace flybar::experiments {

/// What the engines do comes from the observations of the cards, if stages are kept. A DMA that
/// does not name its message takes the messages of a node in their order, and its pulses are given
/// to them by their bytes.
///
/// Memory is bounded: a message that has not come when its sender has sent kMostUnderWay others is
/// taken for lost.
class MessageLog final : public Observer, public MessageWatcher {
 public:
  static constexpr std::size_t kMostUnderWay = 1024;
  static constexpr std::size_t kMostDeposits = 1024;
  using Take = std::function<void(const MessageRecord&)>;

  /// Passes on to `next` what it observes. `take` gets each message that has been received, in the
  /// order of time, of equal times of their numbers: nodes run ahead of each other.
  MessageLog(Observer& next, Take take) : next_(next), take_(std::move(take)) {}
  ~MessageLog() override;
  MessageLog(const MessageLog&) = delete;
  MessageLog& operator=(const MessageLog&) = delete;

  /// Whether engines are looked at; at first they are not.
  void keep_stages(bool keep);
  /// Messages count as measured from here on, or no longer. At first all do.
  void measure(bool measured) { measured_ = measured; }

  /// What tracks say of themselves.
  const std::vector<DeclaredTrack>& declared() const { return declared_; }

  std::int64_t under_way() const { return static_cast<std::int64_t>(flights_.size()); }
  std::int64_t lost() const { return lost_; }

  TrackId declare(const Track& track) override;
  void declares(std::size_t node) override { node_ = node; }
  bool keeps(TrackKind kind) const override {
    return (stages_ && kind == TrackKind::kActivity) || next_.keeps(kind);
  }
  void on(const Activity& activity) override;
  void on(const Change& change) override { pass(change); }
  void on(const Packet& packet) override { pass(packet); }
  void on(const Retired& retired) override { pass(retired); }
  void on(const BusTransfer& transfer) override { pass(transfer); }
  void on(const ByteRun& run) override { pass(run); }

  void sent(const SentMessage& message) override;
  void received(const ReceivedMessage& message) override;
  /// After the run: `take` gets the rest.
  void take_rest() { take_before(Time::never()); }

 private:
  struct Flight {
    MessageRecord record;
    std::int64_t to_fetch = 0;  ///< bytes that the host DMA has yet to read
  };
  struct LaneTrack {
    TrackId next;
    std::size_t node;
    std::vector<Track::InLane> lanes;
  };
  /// What the host DMA has written. It is passed on when it is known of which message it is.
  struct Deposit {
    LaneSpan span;
    TrackId track;
    std::string_view label;
  };
  struct Engines {
    std::array<Time, kLanes> free{};
    std::deque<std::uint64_t> sent;     ///< by this node, oldest first
    std::deque<std::uint64_t> fetches;  ///< of them, those that the host DMA has yet to read
    std::deque<Deposit> deposits;       ///< of messages that the host has not yet seen
    Time receiver_free;
    bool in_order = false;  ///< deposits: there are some that do not name their message
  };

  template <class Event>
  void pass(Event event) {
    event.track = tracks_[event.track].next;
    next_.on(event);
  }
  Engines& engines(std::size_t node);
  Flight* find(std::uint64_t id);
  void forget_lost(Engines& sender);
  std::uint64_t fetch(Engines& engines, const LaneSpan& span);
  void pass_deposit(Engines& engines, std::uint64_t message);
  void collect_deposits(Engines& engines, Flight& flight);
  std::unique_ptr<Flight> new_flight();
  void take_before(Time now);

  Observer& next_;
  const Take take_;
  bool stages_ = false;
  bool measured_ = true;
  std::int64_t lost_ = 0;
  std::size_t node_ = 0;  ///< that declares
  std::vector<LaneTrack> tracks_;
  std::vector<DeclaredTrack> declared_;
  std::vector<Engines> engines_;  ///< by node
  std::unordered_map<std::uint64_t, std::unique_ptr<Flight>> flights_;
  /// Received, and not taken: by the end of their receipt and their number.
  std::map<std::pair<Time, std::uint64_t>, std::unique_ptr<Flight>> arrived_;
  std::vector<std::unique_ptr<Flight>> spare_;
};

}  // namespace flybar::experiments
