#include "models/myrinet/link/node_port.h"

#include <utility>

#include "models/common/error.h"
#include "models/common/extension.h"
#include "models/common/quantity.h"

namespace flybar::myrinet {

NodePort::NodePort(std::string name, Cable& out, Cable& in)
    : name_(std::move(name)), out_(out), in_(in) {
  payload_.set_command(tlm::TLM_WRITE_COMMAND);
  payload_.set_extension(&link_);
  out_.keep_news();
}

const Link& NodePort::accept(tlm::tlm_generic_payload& payload, Time at, Time now) {
  const Link& link = extension<Link>(payload, name_.c_str());
  changed_ = true;
  require(payload.is_write(), at, "a payload that is no WRITE", "WRITE");
  require(at >= now, at, "symbols sent", "no earlier than the time up to which the node has run");
  if (link.symbols == Symbols::kBytes)
    accept_bytes(payload, link, at);
  else
    accept_flow(link.symbols == Symbols::kStop, at);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return link;
}

void NodePort::accept_bytes(const tlm::tlm_generic_payload& payload, const Link& link, Time at) {
  const std::size_t size = payload.get_data_length();
  if (const Time silent = std::max(silent_, silent_unless_reached_); at < silent)
    throw SimulationError(
        name_, "a packet leaves at " + quantity::print(at),
        "not before " + quantity::print(silent) + ", as far as the code of the firmware shows",
        "let the firmware store to SML and SMLT at their constant addresses, or "
        "run with --step every-clock");
  require(at >= bytes_free_, at, "bytes sent", "not before the bytes of the last run have left");
  require(size > 0 || !link.tail, at, "a tail without a byte",
          "the tail together with the last byte");
  out_.send(at, {payload.get_data_ptr(), size}, link.tail, link.message);
  open_ = !link.tail;
  bytes_free_ = at + out_.data.times.byte_time() * static_cast<std::int64_t>(size);
  if (open_) return;
  require(bytes_free_ >= least_end_, bytes_free_, "a packet ends",
          "not before the envelope that the node gave");
  least_end_ = Time();
}

void NodePort::accept_flow(bool stop, Time at) {
  require(at >= last_flow_, at, "STOP or GO sent", "in the order of time");
  require(at >= (suspended() ? silent_unless_reached_ : steady_), at, "STOP or GO sent",
          "not before the node's guarantee");
  out_.send({at, stop});
  if (stop) in_.hold_back();
  last_flow_ = at;
}

void NodePort::require(bool fine, Time at, const char* found, const char* allowed) const {
  if (!fine)
    throw SimulationError(name_, std::string(found) + " at " + quantity::print(at), allowed,
                          "correct the model of the node");
}

/// STOP and GO go before bytes that begin at the same time.
tlm::tlm_generic_payload& NodePort::next(Time& at) {
  silent_unless_reached_ = Time();
  out_.resume();
  changed_ = true;
  at = next_at();
  if (next_flow() == at)
    take_flow();
  else
    take_bytes();
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  return payload_;
}

void NodePort::take_flow() {
  link_.symbols = in_.flow.front().stop ? Symbols::kStop : Symbols::kGo;
  link_.head = link_.tail = held_ = false;
  payload_.set_data_length(0);
  in_.flow.pop();
}

void NodePort::take_bytes() {
  const PacketBounds packet = in_.data.packets.front();
  in_.data.bytes.forget_before(taken_);
  in_.data.times.forget_before(taken_);
  const std::uint64_t streak = in_.data.times.stretch(taken_).bytes;
  const auto run = in_.data.bytes.piece(taken_, std::min(streak, packet.end - taken_));
  link_.symbols = Symbols::kBytes;
  link_.head = taken_ == packet.begin;
  taken_ += run.size();
  link_.tail = taken_ == packet.end;
  link_.message = packet.message;
  if (link_.tail) in_.data.packets.pop();
  payload_.set_data_ptr(run.data());
  payload_.set_data_length(static_cast<unsigned>(run.size()));
}

bool NodePort::quiet() const {
  return !open_ && !has_next();
}

}  // namespace flybar::myrinet
