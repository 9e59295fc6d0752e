#include "traces/sinks/waves/wires.h"

#include <algorithm>
#include <optional>

namespace flybar {
namespace {

constexpr std::uint64_t kMemoryRead = 6, kMemoryWrite = 7;  // PCI bus commands
constexpr std::size_t kWord = 4;

std::uint64_t little_endian(std::span<const std::uint8_t> bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kWord; ++i) word |= std::uint64_t{bytes[i]} << (8 * i);
  return word;
}

}  // namespace

/// A signal that is 0 at first.
TrackId Wires::add(const Track& of, const char* name, unsigned bits, Row row, const char* unit) {
  const TrackId signal = next().declare({.name = of.name + name,
                                         .kind = TrackKind::kSignal,
                                         .bits = bits,
                                         .unit = unit,
                                         .block = of.block,
                                         .row = row});
  set(signal, Time(), 0);
  return signal;
}

/// A signal that is 1 while nobody drives it.
TrackId Wires::add_low(const Track& of, const char* name) {
  const TrackId signal = add(of, name, 1);
  set(signal, Time(), 1);
  return signal;
}

const Wires::Bus& Wires::bus_of(const Track& master) {
  const Track it{.name = parent_of(master.name), .block = master.block};
  if (const auto known = buses_.find(it.name); known != buses_.end()) return known->second;
  const Bus bus{.frame = add_low(it, ".FRAME#"),
                .irdy = add_low(it, ".IRDY#"),
                .devsel = add_low(it, ".DEVSEL#"),
                .trdy = add_low(it, ".TRDY#"),
                .stop = add_low(it, ".STOP#"),
                .ad = add(it, ".AD", 32),
                .ad_high = add(it, ".AD_high", 32),
                .command = add(it, ".C_BE#", 4)};
  return buses_.emplace(it.name, bus).first->second;
}

void Wires::declared(const Track& track) {
  Stage::declared(track);
  const auto id = static_cast<TrackId>(tracks().size() - 1);
  if (track.kind == TrackKind::kMaster) {
    const Bus& bus = bus_of(track);
    masters_.emplace(
        id, Master{&bus, Clock(track.period), add_low(track, ".REQ#"), add_low(track, ".GNT#")});
  }
  if (track.kind == TrackKind::kLink) {
    Link& link = links_[id];
    const bool shown = track.row != Row::kNone;
    const auto at = [&](Row row) { return shown ? row : Row::kNone; };
    link.byte = add(track, ".byte", 8, at(Row::kLinkByte));
    link.valid = add(track, ".valid", 1, at(Row::kLinkValid));
    link.buffered = track.buffered;
    link.delay = track.delay;
    if (link.buffered) link.slack = add(track, ".slack", 16, at(Row::kLinkSlack), "B");
  }
}

/// The clock edges of one transaction.
class Wires::Transfer {
 public:
  Transfer(const BusTransfer& told, Clock clock)
      : told_(told), clock_(clock), words_(told.data.size() / kWord) {
    if (words_ == 0) return;
    const auto most = static_cast<std::size_t>((told.end - told.first_data) / told.interval) + 1;
    wide_ = most < words_;
    phases_ = wide_ ? most : words_;
  }

  std::size_t phases() const { return phases_; }
  bool wide() const { return wide_; }
  /// What AD has in data phase `k`, and AD_high in one of 64 bits.
  std::uint64_t low(std::size_t k) const { return wide_ ? word(2 * k - odd()) : word(k); }
  std::uint64_t high(std::size_t k) const { return word(2 * k + 1 - odd()); }
  /// Completes data phase `k`.
  Time data(std::size_t k) const {
    if (k + 1 == phases_) return told_.end;
    const Time at = told_.first_data + told_.interval * static_cast<std::int64_t>(k);
    return std::min(clock_.edge_at_or_after(at), told_.end);
  }
  Time after_address() const { return told_.frame + clock_.period(); }
  /// The last data phase begins, or the master has seen that there is none.
  Time frame_ends() const {
    return std::max(after_address(), phases_ > 1 ? data(phases_ - 2) : ends(phases_ == 1 ? 0 : 1));
  }
  /// The target drives its answer to data phase `k` from then on.
  Time answered(std::size_t k) const {
    return std::max(after_address(), data(k) - clock_.period());
  }
  /// The target asks for the end of the transaction from then on.
  Time stops() const { return std::max(after_address(), ends(phases_ > 0 ? 1 : 2)); }

 private:
  /// A transaction that begins at an odd word has no low word in its first data phase.
  std::size_t odd() const { return told_.address / kWord % 2; }
  std::uint64_t word(std::size_t n) const {
    return n < words_ ? little_endian(told_.data.subspan(n * kWord)) : 0;
  }
  /// `clocks` before the end; not at all for 0.
  Time ends(int clocks) const {
    return clocks == 0 ? Time() : told_.end - clock_.period() * clocks;
  }

  const BusTransfer& told_;
  const Clock clock_;
  const std::size_t words_;
  std::size_t phases_ = 0;
  bool wide_ = false;
};

void Wires::on(const BusTransfer& told) {
  const Master& master = masters_.at(told.track);
  const Bus& bus = *master.bus;
  const Transfer transfer(told, master.clock);
  const auto low = [&](TrackId signal, Time from, Time to) {
    set(signal, from, 0);
    set(signal, to, 1);
  };
  low(master.request, told.asked, told.frame);
  low(master.grant, told.frame - master.clock.period(), std::max(told.granted_until, told.frame));
  low(bus.frame, told.frame, transfer.frame_ends());
  low(bus.irdy, transfer.after_address(), told.end);
  if (told.claimed) low(bus.devsel, transfer.after_address(), told.end);
  if (told.stopped) low(bus.stop, transfer.stops(), told.end);
  set(bus.ad, told.frame, told.address);
  set(bus.command, told.frame, told.write ? kMemoryWrite : kMemoryRead);
  set(bus.command, transfer.after_address(), 0);
  for (std::size_t k = 0; k < transfer.phases(); ++k) {
    low(bus.trdy, transfer.answered(k), transfer.data(k));
    const Time driven = k == 0 ? transfer.after_address() : transfer.data(k - 1);
    const Time from = told.write ? driven : transfer.answered(k);
    set(bus.ad, from, transfer.low(k));
    if (transfer.wide()) set(bus.ad_high, from, transfer.high(k));
  }
}

void Wires::on(const ByteRun& run) {
  Link& link = links_.at(run.track);
  const Time end = run.begin + run.interval * run.count;
  if (run.bytes.empty()) {
    link.leave.push_back({run.begin, run.interval, run.count});
    link.leave_until = end - run.interval;
  } else {
    set(link.valid, run.begin, 1);
    for (std::int64_t i = 0; i < run.count; ++i)
      set(link.byte, run.begin + run.interval * i, run.bytes[static_cast<std::size_t>(i)]);
    set(link.valid, end, 0);
    if (!link.buffered) return;
    // A byte is in the buffer when all of it has come.
    link.come.push_back({run.begin + link.delay + run.interval, run.interval, run.count});
    link.come_until = end + link.delay;
  }
  fill_until(link, std::min(link.come_until, link.leave_until));
}

/// Both kinds of moves are told in the order of their time.
void Wires::fill_until(Link& link, Time end) {
  const auto next_of = [](const std::deque<Moves>& moves) {
    return moves.empty() ? Time::never() : moves.front().next;
  };
  const auto take = [](std::deque<Moves>& moves) {
    moves.front().next += moves.front().interval;
    if (--moves.front().left == 0) moves.pop_front();
  };
  for (Time at; (at = std::min(next_of(link.come), next_of(link.leave))) <= end;) {
    if (at == Time::never()) return;
    for (; next_of(link.come) == at; take(link.come)) ++link.fill;
    for (; next_of(link.leave) == at; take(link.leave)) --link.fill;
    set(link.slack, at, static_cast<std::uint64_t>(std::max<std::int64_t>(0, link.fill)));
  }
}

void Wires::close(Time end) {
  for (auto& [track, link] : links_) fill_until(link, end);
  Stage::close(end);
}

}  // namespace flybar
