#include "testbenches/experiments/measure/messages/critical_path.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "testbenches/experiments/measure/percent.h"

namespace flybar::experiments {

namespace {

constexpr const char* kNames[kWaits] = {"sending host",
                                        "firmware of the sender",
                                        "earlier messages at the DMA into the NIC",
                                        "DMA into the NIC",
                                        "earlier messages at the link",
                                        "link",
                                        "switches, cables and STOP",
                                        "firmware of the receiver",
                                        "earlier messages at the DMA into the host",
                                        "DMA into the host",
                                        "firmware and host: delivery",
                                        "gathering of messages for an interrupt",
                                        "interrupt",
                                        "earlier messages at the receiving host",
                                        "receiving host"};

std::int64_t total(const std::vector<LaneSpan>& spans) {
  std::int64_t sum = 0;
  for (const LaneSpan& span : spans) sum += span.bytes;
  return sum;
}

/// When a lane had moved the first `bytes`; it moves evenly. Its end if it never moved so many.
Time moved(const std::vector<LaneSpan>& spans, std::int64_t bytes) {
  for (const LaneSpan& span : spans) {
    if (bytes <= span.bytes && span.bytes > 0)
      return span.begin +
             Time::ps((span.end - span.begin).ps() * std::max<std::int64_t>(bytes, 0) / span.bytes);
    bytes -= span.bytes;
  }
  return spans.back().end;
}

/// How many bytes a lane had moved at `at`.
std::int64_t moved_by(const std::vector<LaneSpan>& spans, Time at) {
  std::int64_t bytes = 0;
  for (const LaneSpan& span : spans) {
    if (span.end <= at) {
      bytes += span.bytes;
    } else if (span.begin < at) {
      const auto part = static_cast<double>((at - span.begin).ps()) /
                        static_cast<double>((span.end - span.begin).ps());
      bytes += static_cast<std::int64_t>(part * static_cast<double>(span.bytes));
    }
  }
  return bytes;
}

class Walk {
 public:
  Walk(const MessageRecord& message, Time byte_time)
      : message_(message), byte_time_(byte_time), at_(message.receive_end) {}

  CriticalPath path() {
    receive();
    if (!lane(Lane::kWritesHost).empty()) deposit();
    if (!lane(Lane::kReceives).empty() && !lane(Lane::kSends).empty()) cross();
    if (!lane(Lane::kReadsHost).empty()) fetch();
    back_to(message_.sent.end, Wait::kSenderFirmware);
    back_to(message_.sent.begin, Wait::kHostSend);
    return path_;
  }

 private:
  const std::vector<LaneSpan>& lane(Lane which) const { return message_.lane(which); }

  /// From `to` until now it waited for this.
  void back_to(Time to, Wait wait) {
    to = std::max(to, message_.sent.begin);
    if (to >= at_) return;
    path_[static_cast<std::size_t>(wait)] += at_ - to;
    at_ = to;
  }

  void receive() {
    back_to(message_.receive_begin, Wait::kHostReceive);
    Time ready = message_.sent.end;
    for (const Lane which : {Lane::kReceives, Lane::kWritesHost})
      if (!lane(which).empty()) ready = std::max(ready, lane(which).back().end);
    const Time free = std::max(ready, message_.receiver_free);
    if (message_.interrupted && *message_.interrupted > free) interrupt(free);
    back_to(free, Wait::kDelivery);
    back_to(ready, Wait::kHostQueue);
  }

  /// Before the interrupt the card may have waited for more messages; before that worked its
  /// firmware.
  void interrupt(Time free) {
    back_to(*message_.interrupted, Wait::kInterrupt);
    back_to(std::max(free, at_ - message_.gathered), Wait::kGathering);
  }

  /// Before a pulse: until the last of its data (`ready`), its own pulse before and other work of
  /// the engine. True if the own pulse is what it waited for.
  bool before(const std::vector<LaneSpan>& spans, std::size_t i, Time ready, Wait firmware,
              Wait queue) {
    const Time own = i > 0 ? spans[i - 1].end : Time();
    const Time cause = std::max(ready, own);
    back_to(std::max(cause, spans[i].engine_free), firmware);
    back_to(cause, queue);
    return i > 0 && own >= ready;
  }

  void deposit() {
    const auto& spans = lane(Lane::kWritesHost);
    const auto& arrival = lane(Lane::kReceives);
    // Payload follows header and control message.
    const std::int64_t head =
        arrival.empty() ? 0 : std::max<std::int64_t>(0, total(arrival) - total(spans));
    std::int64_t offset = total(spans);
    for (std::size_t i = spans.size(); i-- > 0;) {
      back_to(spans[i].begin, Wait::kDmaOut);
      const Time ready =
          arrival.empty() ? message_.sent.end : std::min(at_, moved(arrival, head + offset));
      offset -= spans[i].bytes;
      if (!before(spans, i, ready, Wait::kReceiverFirmware, Wait::kDmaOutQueue)) return;
    }
  }

  /// From when bytes were received to when they were sent, and to what the link waited for.
  void cross() {
    const auto& sent = lane(Lane::kSends);
    const std::int64_t bytes = moved_by(lane(Lane::kReceives), at_);
    const Time left = moved(sent, std::min(bytes, total(sent)));
    back_to(std::min(left, at_), Wait::kNetwork);
    const auto& fetched = lane(Lane::kReadsHost);
    const std::int64_t head = std::max<std::int64_t>(0, total(sent) - total(fetched));
    std::size_t i = sent.size();
    while (i > 0 && sent[i - 1].begin >= at_) --i;
    std::int64_t offset = 0;
    for (std::size_t k = 0; k < i; ++k) offset += sent[k].bytes;
    while (i-- > 0) {
      leave_wire(sent[i]);
      offset -= sent[i].bytes;
      if (!before(sent, i, fetched_for(i, offset - head), Wait::kSenderFirmware, Wait::kLinkQueue))
        return;
    }
  }

  /// When what the firmware wanted before it sent piece `i` was there. `first` is the place of its
  /// first byte in the payload, negative in header and control message. That is all of its payload,
  /// or all of the next piece's if it has none itself: a firmware sends pulses of what has come, or
  /// with store-and-forward the whole. If the rest came while the piece left, it is the first word.
  Time fetched_for(std::size_t i, std::int64_t first) const {
    const auto& sent = lane(Lane::kSends);
    const auto& fetched = lane(Lane::kReadsHost);
    if (fetched.empty()) return message_.sent.end;
    const std::int64_t last = first + sent[i].bytes;
    const std::int64_t wanted = last <= 0 && i + 1 < sent.size() ? last + sent[i + 1].bytes : last;
    const Time all = wanted > 0 ? moved(fetched, wanted) : message_.sent.end;
    if (all <= sent[i].begin) return all;
    return last <= 0 ? message_.sent.end
                     : std::min(at_, moved(fetched, std::max<std::int64_t>(4, first)));
  }

  void leave_wire(const LaneSpan& piece) {
    const Time wire = byte_time_ * piece.bytes;
    if (at_ - piece.begin > wire) back_to(piece.begin + wire, Wait::kNetwork);
    back_to(piece.begin, Wait::kLink);
  }

  void fetch() {
    const auto& spans = lane(Lane::kReadsHost);
    for (std::size_t i = spans.size(); i-- > 0;) {
      if (spans[i].begin >= at_) continue;
      back_to(spans[i].begin, Wait::kDmaIn);
      if (!before(spans, i, message_.sent.end, Wait::kSenderFirmware, Wait::kDmaInQueue)) return;
    }
  }

  const MessageRecord& message_;
  const Time byte_time_;
  Time at_;
  CriticalPath path_{};
};

}  // namespace

const char* name(Wait wait) {
  return kNames[static_cast<std::size_t>(wait)];
}

CriticalPath critical_path(const MessageRecord& message, Time byte_time) {
  return Walk(message, byte_time).path();
}

std::array<double, kWaits> shares(const CriticalPath& path) {
  Time all;
  for (const Time part : path) all += part;
  std::array<double, kWaits> shares{};
  for (std::size_t i = 0; i < kWaits && all > Time(); ++i) shares[i] = percent(path[i], all);
  return shares;
}

Table critical_path_table(const CriticalPath& sum, double count, const CriticalPath& slowest) {
  const auto percent = shares(sum);
  Table table{"what messages waited for",
              "resource",
              {"mean us", "share %", "of the slowest message us"},
              {}};
  for (std::size_t i = 0; i < kWaits; ++i)
    if (sum[i] != Time() || slowest[i] != Time())
      table.rows.push_back({kNames[i], {sum[i].us() / count, percent[i], slowest[i].us()}});
  return table;
}

}  // namespace flybar::experiments
