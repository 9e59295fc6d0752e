#include "models/pci/bus.h"

#include <algorithm>
#include <string>

#include "models/common/details.h"
#include "models/common/error.h"
#include "models/common/extension.h"
#include "models/common/systemc_time.h"

namespace flybar::pci {

namespace {

using std::literals::operator""sv;
constexpr std::size_t kMaxMasters = 32;

std::uint32_t bit(int port) {
  return 1u << port;
}

}  // namespace

Bus::Bus(sc_core::sc_module_name name, const BusParams& params, Agenda& agenda, Observer& observer)
    : sc_module(name),
      params_(params),
      clock_(params.period),
      agenda_(agenda),
      observer_(observer),
      arbiter_(params.priority) {
  masters_.register_nb_transport_fw(this, &Bus::from_master);
  targets_.register_nb_transport_bw(this, &Bus::from_target);
}

void Bus::add_port(const char* who, const MasterPace& pace, const Track::PartOf& part_of) {
  if (ports_.size() == kMaxMasters) {
    throw ConfigurationError({{name(), std::string("one more master, ") + who, "32 masters",
                               "divide them between two buses"}});
  }
  Track track;
  track.name = std::string(name()) + "." + who;
  track.part_of = part_of;
  track.block = Block::kBus;
  track.row = Row::kBus;
  Port& port = ports_.emplace_back();
  port.track = observer_.declare(track);
  port.pace = pace;
  track.kind = TrackKind::kMaster;
  track.period = clock_.period();
  port.wires = declare_details(observer_, track);
}

void Bus::add_range(AddressRange range) {
  const auto end = [](const AddressRange& r) { return r.begin + std::uint64_t(r.size.count); };
  for (const AddressRange& other : ranges_) {
    if (range.begin >= end(other) || other.begin >= end(range)) continue;
    throw ConfigurationError({{name(),
                               "target at address " + std::to_string(range.begin) +
                                   " overlaps the one at " + std::to_string(other.begin),
                               "one target per address", "move one of them"}});
  }
  ranges_.push_back(range);
}

tlm::tlm_sync_enum Bus::from_master(int port, tlm::tlm_generic_payload& payload,
                                    tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) return finish(port, delay);
  if (phase == kForesee || phase == kRepeat) return foresee(port, payload, phase, delay);
  const Time now = instant(delay);
  if (phase != tlm::BEGIN_REQ) refuse(port, "a phase that a master does not send", now);
  if (!request(port, payload, now)) return tlm::TLM_ACCEPTED;
  phase = tlm::BEGIN_RESP;
  delay = delay_until(now_on_bus_.answered_at);
  return tlm::TLM_UPDATED;
}

/// True if the answer is already known.
bool Bus::request(int port, tlm::tlm_generic_payload& payload, Time now) {
  if (owner_ == port || (waiting_ & bit(port)) != 0) {
    refuse(port, "BEGIN_REQ while its last request is not done", now);
  }
  Port& asking = ports_[static_cast<std::size_t>(port)];
  asking.payload = &payload;
  const Time edge = clock_.edge_at_or_after(now);
  const bool kept_asking = port == last_owner_ && edge == end_;
  asking.asked = kept_asking ? now_on_bus_.frame : edge;
  asking.earliest = kept_asking ? edge : edge + clock_.time(params_.arbitration);

  const bool alone = waiting_ == 0;
  waiting_ |= bit(port);
  if (owner_ != kNobody) {
    preempt();
    return false;
  }
  if (!alone) return false;  // the decision is due already
  if (now < end_) {
    agenda_.schedule(*this, end_);
    return false;
  }
  // Nobody who asks later can have the bus before: the answer may be given in advance.
  grant(port);
  return now_on_bus_.answered;
}

void Bus::run(Time now) {
  if (owner_ != kNobody && now_on_bus_.answered_at == now) return end_without_data(now);
  if (owner_ != kNobody || waiting_ == 0) return;
  const auto frame = [&](int port) {
    return std::max(end_ + clock_.period(), ports_[static_cast<std::size_t>(port)].earliest);
  };
  Time first = Time::never();
  std::uint32_t ready = 0;
  for (int port = 0; port < static_cast<int>(ports_.size()); ++port) {
    if ((waiting_ & bit(port)) == 0 || frame(port) > first) continue;
    if (frame(port) < first) ready = 0;
    first = frame(port);
    ready |= bit(port);
  }
  grant(static_cast<int>(arbiter_.choose(ready)));
  if (now_on_bus_.answered) deliver(now);
}

/// Some master waits.
void Bus::decide_at_end(Time now) {
  if (owner_ != kNobody) return;
  if (now < end_) {
    agenda_.schedule(*this, end_);
  } else {
    run(now);
  }
}

void Bus::grant(int port) {
  const Port& next = ports_[static_cast<std::size_t>(port)];
  waiting_ &= ~bit(port);
  arbiter_.granted(static_cast<unsigned>(port));
  owner_ = port;
  last_owner_ = port;
  ++grants_;
  tlm::tlm_generic_payload& payload = *next.payload;
  now_on_bus_ = {.payload = &payload,
                 .burst = &extension<Burst>(payload, name()),
                 .master = port,
                 .target = target_of(payload),
                 .frame = std::max(end_ + clock_.period(), next.earliest),
                 .answered_at = Time::never(),
                 .words = 0,
                 .answered = false,
                 .stop = Time::never()};
  if (params_.width == Width::k32) now_on_bus_.burst->wide = false;
  if (payload.get_data_length() == 0 ||
      (payload.get_address() | payload.get_data_length()) % kWord) {
    fail(tlm::TLM_BURST_ERROR_RESPONSE);
  } else if (now_on_bus_.target == kNobody) {
    fail(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  } else {
    address_phase();
  }
}

void Bus::address_phase() {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = delay_until(now_on_bus_.frame);
  now_on_bus_.payload->set_response_status(tlm::TLM_OK_RESPONSE);
  in_address_phase_ = true;
  const auto result =
      targets_[now_on_bus_.target]->nb_transport_fw(*now_on_bus_.payload, phase, delay);
  in_address_phase_ = false;
  if (result == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP) take_answer(instant(delay));
}

tlm::tlm_sync_enum Bus::from_target(int target, tlm::tlm_generic_payload& payload,
                                    tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const Time now = instant(delay);
  const bool expected = owner_ != kNobody && target == now_on_bus_.target &&
                        &payload == now_on_bus_.payload && now_on_bus_.answered_at == Time::never();
  if (phase != tlm::BEGIN_RESP || !expected) refuse(owner_, "an answer nobody waits for", now);
  take_answer(now);
  if (now_on_bus_.answered && !in_address_phase_) deliver(now);
  return tlm::TLM_ACCEPTED;
}

void Bus::take_answer(Time at) {
  Transaction& t = now_on_bus_;
  t.answered_at = at;
  t.words = std::min(t.burst->words, t.payload->get_data_length() / kWord);
  t.answered = t.words != 0;
  // The master hears of a Retry when it ends, so that it need not ask again ahead of its time.
  if (!t.answered) agenda_.schedule(*this, at);
}

/// A Retry or an abort is over.
void Bus::end_without_data(Time now) {
  const bool ok = now_on_bus_.payload->get_response_status() == tlm::TLM_OK_RESPONSE;
  ++(ok ? use_.retries : use_.aborts);
  close(clock_.edge_at_or_after(now), ok ? "retry"sv : "abort"sv, Bytes());
  deliver(now);
}

void Bus::fail(tlm::tlm_response_status status) {
  now_on_bus_.payload->set_response_status(status);
  now_on_bus_.burst->words = 0;
  take_answer(now_on_bus_.frame + clock_.time(params_.master_abort + 1_cycles));
}

/// Hands the answer to the master with a call. The master may end its burst, and others may get
/// the bus, before that call returns.
void Bus::deliver(Time now) {
  const int port = now_on_bus_.master;
  const std::uint64_t grant = grants_;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = delay_until(now_on_bus_.answered_at);
  const auto result = masters_[port]->nb_transport_bw(*now_on_bus_.payload, phase, delay);
  if (result == tlm::TLM_UPDATED && phase == tlm::END_RESP) finish(port, delay);
  if (waiting_ == 0) return;
  if (grants_ == grant) preempt();
  decide_at_end(now);
}

tlm::tlm_sync_enum Bus::finish(int port, sc_core::sc_time& delay) {
  const Time now = instant(delay);
  Transaction& t = now_on_bus_;
  if (owner_ != port || !t.answered) refuse(port, "END_RESP outside of its transaction", now);
  if (t.burst->moved > t.words) refuse(port, "more words moved than the target allowed", now);
  const Bytes moved(std::int64_t{t.burst->moved} * kWord);
  const bool is_read = t.payload->is_read();
  (is_read ? use_.read : use_.written) += moved;
  ++use_.transactions;
  close(clock_.edge_at_or_after(now), is_read ? "read"sv : "write"sv, moved);

  tlm::tlm_phase phase = tlm::END_RESP;
  targets_[t.target]->nb_transport_fw(*t.payload, phase, delay);
  if (waiting_ != 0) decide_at_end(now);
  return tlm::TLM_COMPLETED;
}

/// Others wait: takes GNT# from the master, and ends its burst once its timer has run out.
void Bus::preempt() {
  Transaction& t = now_on_bus_;
  if (owner_ == kNobody || !t.answered || t.stop != Time::never()) return;
  Time asked = Time::never();
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if ((waiting_ & bit(static_cast<int>(port))) != 0)
      asked = std::min(asked, ports_[port].earliest);
  }
  t.granted_until = std::min(t.granted_until, std::max(asked, t.frame));
  const Time release = std::max(asked, t.frame + clock_.time(params_.latency_timer));
  const Burst& burst = *t.burst;
  const Time after_first = std::max(release - burst.first_data, Time());
  const auto last = (after_first + burst.interval - Time::ps(1)) / burst.interval;
  if (last + 1 >= burst.phases(t.payload->get_address(), t.words)) return;
  t.stop = burst.first_data + last * burst.interval;
  tlm::tlm_phase phase = kStopBurst;
  sc_core::sc_time delay = delay_until(t.stop);
  masters_[owner_]->nb_transport_bw(*t.payload, phase, delay);
}

void Bus::close(Time end, std::string_view label, Bytes moved) {
  const Time begin = now_on_bus_.frame;
  observer_.on(Activity{.track = ports_[static_cast<std::size_t>(owner_)].track,
                        .begin = begin,
                        .end = end,
                        .label = label,
                        .message = 0,
                        .bytes = moved.count});
  tell_wires(end, moved);
  use_.busy += end - begin;
  count(ports_[static_cast<std::size_t>(owner_)], end, moved);
  end_ = end;
  owner_ = kNobody;
}

/// With a clock twice as fast a data phase takes no less than the master needs; with a master twice
/// as fast, no less than the clock and the target say.
void Bus::count(Port& port, Time end, Bytes moved) const {
  if (port.pace.relief == nullptr) return;
  const Transaction& t = now_on_bus_;
  const Burst& burst = *t.burst;
  MasterUse& use = port.use;
  use.busy += end - t.frame;
  if (moved == Bytes()) {
    use.with_clock += end - t.frame;
    return;
  }
  const auto words = static_cast<std::uint32_t>(moved.count / kWord);
  const std::int64_t phases = burst.phases(t.payload->get_address(), words);
  const Time data = end - burst.first_data + burst.interval, least = burst.interval * phases;
  const Time half = Time::ps(burst.interval.ps() / 2);
  const Time spared = burst.interval - std::min(burst.interval, std::max(half, port.pace.phase));
  use.with_clock += burst.first_data - burst.interval - t.frame + spared * 2 * phases;
  use.with_relief += std::min(data, 2 * std::max(data - least, Time()));
}

std::vector<MasterUse> Bus::masters() const {
  std::vector<MasterUse> all;
  for (const Port& port : ports_)
    if (port.pace.relief != nullptr) {
      all.push_back(port.use);
      all.back().relief = port.pace.relief;
      all.back().width_relief = port.pace.width_relief;
    }
  return all;
}

void Bus::tell_wires(Time end, Bytes moved) {
  const Transaction& t = now_on_bus_;
  const Port& port = ports_[static_cast<std::size_t>(owner_)];
  if (port.wires == kUntold) return;
  const tlm::tlm_generic_payload& payload = *t.payload;
  const bool claimed = payload.get_response_status() == tlm::TLM_OK_RESPONSE;
  const auto bytes = static_cast<std::size_t>(moved.count);
  const bool all = bytes == payload.get_data_length();
  observer_.on(
      BusTransfer{.track = port.wires,
                  .asked = port.asked,
                  .granted_until = std::min(t.granted_until, end),
                  .frame = t.frame,
                  .first_data = t.burst->first_data,
                  .interval = t.burst->interval,
                  .end = end,
                  .address = payload.get_address(),
                  .data = {payload.get_data_ptr(), bytes},
                  .write = payload.is_write(),
                  .claimed = claimed,
                  .stopped = claimed && !all && (bytes == 0 || t.burst->moved == t.words)});
}

int Bus::target_of(const tlm::tlm_generic_payload& payload) const {
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const std::uint64_t offset = payload.get_address() - ranges_[i].begin;
    const auto size = static_cast<std::uint64_t>(ranges_[i].size.count);
    if (offset < size && payload.get_data_length() <= size - offset) return static_cast<int>(i);
  }
  return kNobody;
}

void Bus::refuse(int port, const char* found, Time now) const {
  throw SimulationError(std::string(name()) + " at " + std::to_string(now.ps()) + " ps",
                        "master " + std::to_string(port) + " sent or got " + found,
                        "the order of phases in models/pci/protocol.h",
                        "correct the model on that socket")
      .at(now);
}

}  // namespace flybar::pci
