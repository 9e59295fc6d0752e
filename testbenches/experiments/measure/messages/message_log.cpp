#include "testbenches/experiments/measure/messages/message_log.h"

#include <algorithm>
#include <utility>

#include "models/common/details.h"
#include "models/common/systemc_time.h"

namespace flybar::experiments {

namespace {

constexpr auto kReadsHost = static_cast<std::size_t>(Lane::kReadsHost);
constexpr auto kReceives = static_cast<std::size_t>(Lane::kReceives);
constexpr auto kWritesHost = static_cast<std::size_t>(Lane::kWritesHost);

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
  if (!track.lanes.empty() || !track.part_of.lanes.empty())
    declared_.push_back({track.name, track.lanes, track.part_of});
  const bool software = !track.lanes.empty() && track.lanes.front().lane == Lane::kSoftware;
  const bool above = track.kind == TrackKind::kPackets && track.link_type == LinkType::kRawIp;
  const bool detail =
      software || above || track.kind == TrackKind::kMaster || track.kind == TrackKind::kLink;
  if (detail && !keeps_details(next_)) return kUntold;
  const bool engine = !track.lanes.empty() && is_engine(track.lanes.front().lane);
  tracks_.push_back({next_.declare(track), node_, {}});
  if (engine) tracks_.back().lanes = track.lanes;
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
  if (!stages_) return pass(activity);
  const LaneTrack& track = tracks_[activity.track];
  const auto in = std::find_if(track.lanes.begin(), track.lanes.end(),
                               [&](const auto& one) { return one.label == activity.label; });
  if (in == track.lanes.end()) return pass(activity);
  const auto lane = static_cast<std::size_t>(in->lane);
  Engines& node = engines(track.node);
  // All lanes of a track are one engine.
  Time& free = node.free[static_cast<std::size_t>(track.lanes.front().lane)];
  const LaneSpan span{activity.begin, activity.end, activity.bytes, free};
  free = activity.end;
  if (activity.message == 0 && lane == kReadsHost) {
    Activity read = activity;
    read.message = fetch(node, span);
    return pass(read);
  }
  if (activity.message == 0 && lane == kWritesHost && node.in_order) {
    if (node.deposits.size() == kMostDeposits) pass_deposit(node, 0);
    return node.deposits.push_back({span, activity.track, in->label});
  }
  pass(activity);
  Flight* flight = find(activity.message);
  if (!flight || (lane >= kReceives && flight->record.sent.destination != track.node)) return;
  flight->record.lanes[lane].push_back(span);
}

/// The message of its first byte, or 0.
std::uint64_t MessageLog::fetch(Engines& engines, const LaneSpan& span) {
  std::uint64_t first = 0;
  for (std::int64_t left = span.bytes; left > 0 && !engines.fetches.empty();) {
    Flight* flight = find(engines.fetches.front());
    if (flight) {
      const std::int64_t part = std::min(left, flight->to_fetch);
      flight->record.lane(Lane::kReadsHost).push_back(span);
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
  pass(Activity{oldest.track, oldest.span.begin, oldest.span.end, oldest.label, message,
                oldest.span.bytes});
  engines.deposits.pop_front();
}

/// Those of messages that the host has not taken by the end of the run.
MessageLog::~MessageLog() {
  for (Engines& node : engines_)
    while (!node.deposits.empty()) pass_deposit(node, 0);
}

void MessageLog::collect_deposits(Engines& engines, Flight& flight) {
  const auto& arrival = flight.record.lane(Lane::kReceives);
  const Time arrived = arrival.empty() ? flight.record.sent.end : arrival.front().begin;
  auto& deposits = engines.deposits;
  // What is left of messages that the host never saw.
  while (!deposits.empty() && deposits.front().span.end <= arrived) pass_deposit(engines, 0);
  for (std::int64_t left = flight.record.sent.deposited.count; left > 0 && !deposits.empty();) {
    const LaneSpan span = deposits.front().span;
    if (span.begin >= flight.record.receive_begin) return;
    left -= span.bytes;
    flight.record.lane(Lane::kWritesHost).push_back(span);
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

void MessageLog::sent(const SentMessage& message) {
  auto flight = new_flight();
  flight->record.sent = message;
  flight->record.measured = measured_;
  flight->to_fetch = message.fetched.count;
  if (message.deposited > Bytes()) engines(message.destination).in_order = true;
  Engines& sender = engines(message.source);
  forget_lost(sender);
  sender.sent.push_back(message.id);
  if (stages_ && message.fetched > Bytes()) sender.fetches.push_back(message.id);
  flights_[message.id] = std::move(flight);
}

void MessageLog::received(const ReceivedMessage& message) {
  const auto found = flights_.find(message.id);
  if (found == flights_.end()) return;
  std::unique_ptr<Flight> flight = std::move(found->second);
  flights_.erase(found);
  Engines& receiver = engines(message.node);
  flight->record.receive_begin = message.begin;
  flight->record.receive_end = message.end;
  flight->record.interrupted = message.interrupted;
  flight->record.gathered = message.gathered;
  flight->record.receiver_free = std::exchange(receiver.receiver_free, message.end);
  if (stages_) collect_deposits(receiver, *flight);
  const std::pair place(message.end, message.id);
  arrived_.emplace(place, std::move(flight));
  take_before(kernel_time());
}

/// Software of other nodes may still receive something from `now` on, but not before.
void MessageLog::take_before(Time now) {
  while (!arrived_.empty() && arrived_.begin()->first.first < now) {
    auto first = arrived_.extract(arrived_.begin());
    take_(first.mapped()->record);
    spare_.push_back(std::move(first.mapped()));
  }
}

}  // namespace flybar::experiments
