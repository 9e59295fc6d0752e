#include "testbenches/experiments/messages/message_log.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "models/common/details.h"

namespace flybar::experiments {

namespace {

struct Engine {
  std::string_view track;  ///< end of its name
  std::string_view label;  ///< of the activities that count
};
/// By lane. The host DMA is two of them.
constexpr std::array<Engine, kLanes> kEngines = {{{"lanai.host_dma", "read"},
                                                  {"lanai.send_dma", "send"},
                                                  {"lanai.receive_dma", "receive"},
                                                  {"lanai.host_dma", "write"}}};
constexpr auto kDmaIn = static_cast<std::size_t>(Lane::kDmaIn);
constexpr auto kLinkReceive = static_cast<std::size_t>(Lane::kLinkReceive);
constexpr auto kDmaOut = static_cast<std::size_t>(Lane::kDmaOut);

constexpr std::string_view kHostCpu = ".host.cpu";

std::size_t lane_of(std::string_view track) {
  std::size_t lane = 0;
  while (lane < kLanes && !track.ends_with(kEngines[lane].track)) ++lane;
  return lane;
}

/// The number in "system.node12.lanai".
std::size_t node_of(std::string_view track) {
  constexpr std::string_view kNode = ".node";
  std::size_t number = 0;
  if (const std::size_t at = track.find(kNode); at != std::string_view::npos)
    std::from_chars(track.data() + at + kNode.size(), track.data() + track.size(), number);
  return number;
}

}  // namespace

void MessageLog::keep_stages(bool keep) {
  stages_ = keep;
  if (keep) return;
  for (Engines& node : engines_) {
    node.fetches.clear();
    while (!node.deposits.empty()) pass_deposit(node, 0);
  }
}

/// What nobody keeps is not told to begin with.
TrackId MessageLog::declare(const Track& track) {
  const bool detail = track.kind == TrackKind::kMaster || track.kind == TrackKind::kLink ||
                      track.name.ends_with(kHostCpu);
  if (detail && !keeps_details(next_)) return kUntold;
  tracks_.push_back({next_.declare(track), lane_of(track.name), node_of(track.name)});
  return static_cast<TrackId>(tracks_.size() - 1);
}

MessageLog::Engines& MessageLog::engines(std::size_t node) {
  if (node >= engines_.size()) engines_.resize(node + 1);
  return engines_[node];
}

MessageLog::Flight* MessageLog::find(std::uint64_t id) {
  const auto found = flights_.find(id);
  return found == flights_.end() ? nullptr : found->second.get();
}

void MessageLog::on(const Activity& activity) {
  const LaneTrack& track = tracks_[activity.track];
  if (!stages_ || track.lane == kLanes) return pass(activity);
  std::size_t lane = track.lane;
  if (lane == kDmaIn && activity.label == kEngines[kDmaOut].label) lane = kDmaOut;
  Engines& node = engines(track.node);
  // Both directions of the host DMA are one engine.
  const LaneSpan span{activity.begin, activity.end, activity.bytes, node.free[track.lane]};
  node.free[track.lane] = activity.end;
  if (lane == kDmaIn) {
    Activity read = activity;
    read.message = fetch(node, span);
    return pass(read);
  }
  if (lane == kDmaOut) {
    if (node.deposits.size() == kMostUnderWay) pass_deposit(node, 0);
    return node.deposits.push_back({span, activity.track});
  }
  pass(activity);
  Flight* flight = find(activity.message);
  if (!flight || (lane == kLinkReceive && flight->record.sent.destination != track.node)) return;
  flight->record.lanes[lane].push_back(span);
}

/// The message of its first byte, or 0.
std::uint64_t MessageLog::fetch(Engines& engines, const LaneSpan& span) {
  std::uint64_t first = 0;
  for (std::int64_t left = span.bytes; left > 0 && !engines.fetches.empty();) {
    Flight* flight = find(engines.fetches.front());
    if (flight) {
      const std::int64_t part = std::min(left, flight->to_fetch);
      flight->record.lane(Lane::kDmaIn).push_back(span);
      flight->to_fetch -= part;
      left -= part;
      if (first == 0) first = engines.fetches.front();
      if (flight->to_fetch > 0) return first;
    }
    engines.fetches.pop_front();
  }
  return first;
}

void MessageLog::pass_deposit(Engines& engines, std::uint64_t message) {
  const Deposit& oldest = engines.deposits.front();
  pass(Activity{oldest.track, oldest.span.begin, oldest.span.end, kEngines[kDmaOut].label, message,
                oldest.span.bytes});
  engines.deposits.pop_front();
}

/// Those of messages that the host has not taken by the end of the run.
MessageLog::~MessageLog() {
  for (Engines& node : engines_)
    while (!node.deposits.empty()) pass_deposit(node, 0);
}

void MessageLog::collect_deposits(Engines& engines, Flight& flight) {
  const auto& arrival = flight.record.lane(Lane::kLinkReceive);
  const Time arrived = arrival.empty() ? flight.record.sent.end : arrival.front().begin;
  auto& deposits = engines.deposits;
  // What is left of messages that the host never saw.
  while (!deposits.empty() && deposits.front().span.end <= arrived) pass_deposit(engines, 0);
  for (std::int64_t left = flight.record.sent.deposited.count; left > 0 && !deposits.empty();) {
    const LaneSpan span = deposits.front().span;
    if (span.begin >= flight.record.receive_begin) return;
    left -= span.bytes;
    flight.record.lane(Lane::kDmaOut).push_back(span);
    pass_deposit(engines, flight.record.sent.id);
  }
}

std::unique_ptr<MessageLog::Flight> MessageLog::new_flight() {
  if (spare_.empty()) return std::make_unique<Flight>();
  auto flight = std::move(spare_.back());
  spare_.pop_back();
  for (auto& lane : flight->record.lanes) lane.clear();
  return flight;
}

void MessageLog::forget_lost(Engines& sender) {
  while (!sender.sent.empty() && flights_.count(sender.sent.front()) == 0) sender.sent.pop_front();
  if (sender.sent.size() < kMostUnderWay) return;
  flights_.erase(sender.sent.front());
  sender.sent.pop_front();
  ++lost_;
}

void MessageLog::sent(const trapeze::SentMessage& message) {
  auto flight = new_flight();
  flight->record.sent = message;
  flight->record.measured = measured_;
  flight->to_fetch = message.fetched.count;
  Engines& sender = engines(message.source);
  forget_lost(sender);
  sender.sent.push_back(message.id);
  if (stages_ && message.fetched > Bytes()) sender.fetches.push_back(message.id);
  flights_[message.id] = std::move(flight);
}

void MessageLog::received(const trapeze::ReceivedMessage& message) {
  const auto found = flights_.find(message.id);
  if (found == flights_.end()) return;
  std::unique_ptr<Flight> flight = std::move(found->second);
  flights_.erase(found);
  Engines& receiver = engines(message.node);
  flight->record.receive_begin = message.begin;
  flight->record.receive_end = message.end;
  flight->record.receiver_free = std::exchange(receiver.receiver_free, message.end);
  if (stages_) collect_deposits(receiver, *flight);
  take_(flight->record);
  spare_.push_back(std::move(flight));
}

}  // namespace flybar::experiments
