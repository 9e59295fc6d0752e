#include "testbenches/tests/myrinet/station.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/common/systemc_time.h"

namespace flybar::myrinet {

Station::Station(sc_core::sc_module_name module_name, Time byte_time)
    : sc_module(module_name), byte_time_(byte_time), link_(new Link) {
  payload_.set_command(tlm::TLM_WRITE_COMMAND);
  payload_.set_extension(link_);
  in.register_b_transport(this, &Station::arrive);
}

void Station::send(Time at, std::vector<std::uint8_t> values, bool tail) {
  for (std::size_t i = 0; i < values.size(); ++i)
    waiting_.push_back({at, values[i], tail && i + 1 == values.size()});
}

/// As far as STOP and GO are known.
Time Station::start_of_next() {
  Time start = std::max({waiting_.front().at, free_, resume_});
  while (obeys_stop && flow_seen_ < flow.size() && (stopped_ || flow[flow_seen_].at <= start)) {
    stopped_ = flow[flow_seen_].stop;
    if (!stopped_) resume_ = flow[flow_seen_].at;
    start = std::max(start, flow[flow_seen_++].at);
  }
  return stopped_ ? Time::never() : start;
}

std::optional<Envelope> Station::envelope() const {
  if (!in_packet_) return {};
  const auto tail =
      std::find_if(waiting_.begin(), waiting_.end(), [](const Waiting& byte) { return byte.tail; });
  return Envelope{.word = 4 * byte_time_,
                  .from = Time(),
                  .level = Time::never(),
                  .tail = tail == waiting_.end() ? Time::never() : tail->at};
}

void Station::run(const Time& until) {
  for (;;) {
    const Time start = waiting_.empty() ? Time::never() : start_of_next();
    if (std::min(start, next_flow()) >= until) break;
    if (start < next_flow())
      emit_run(std::min(until, next_flow()));
    else
      emit_flow();
  }
  now_ = until;
}

void Station::emit_flow() {
  link_->symbols = script_.front().stop ? Symbols::kStop : Symbols::kGo;
  run_.clear();
  call(script_.front().at);
  script_.pop_front();
}

void Station::emit_run(Time until) {
  const Time begin = start_of_next();
  const std::size_t most = in_packet_ ? std::max<std::size_t>(longest(), 1) : 1;
  link_->symbols = Symbols::kBytes;
  link_->head = !in_packet_;
  link_->tail = false;
  run_.clear();
  free_ = begin;
  while (!waiting_.empty() && run_.size() < most && !link_->tail) {
    const Time start = start_of_next();
    if (start != free_ || start >= until) break;
    const Waiting next = waiting_.front();
    waiting_.pop_front();
    run_.push_back(next.value);
    if (keep_log) sent.push_back({start, next.value, !in_packet_, next.tail});
    link_->tail = next.tail;
    in_packet_ = !next.tail;
    free_ += byte_time_;
  }
  call(begin);
  if (link_->tail) free_ += byte_time_;
}

void Station::call(Time at) {
  payload_.set_data_ptr(run_.data());
  payload_.set_data_length(static_cast<unsigned>(run_.size()));
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = delay_until(at);
  out->b_transport(payload_, delay);
  EXPECT_EQ(payload_.get_response_status(), tlm::TLM_OK_RESPONSE);
}

void Station::arrive(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const Time at = instant(delay);
  EXPECT_GE(at, now_) << "delivered behind the time up to which the node may have run";
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  const auto& link = *payload.get_extension<Link>();
  if (link.symbols == Symbols::kBytes)
    note(at, payload, link);
  else
    flow.push_back({at, link.symbols == Symbols::kStop});
  on_arrival();
}

void Station::note(Time at, const tlm::tlm_generic_payload& run, const Link& link) {
  if (!keep_log) return;
  for (unsigned i = 0; i < run.get_data_length(); ++i, at += byte_time_)
    bytes.push_back({at, run.get_data_ptr()[i], link.head && i == 0,
                     link.tail && i + 1 == run.get_data_length()});
}

std::vector<std::vector<std::uint8_t>> Station::packets() const {
  std::vector<std::vector<std::uint8_t>> all(1);
  for (const ByteSeen& byte : bytes) {
    all.back().push_back(byte.value);
    if (byte.tail) all.emplace_back();
  }
  all.pop_back();
  return all;
}

}  // namespace flybar::myrinet
