#include "testbenches/lockstep/traffic.h"

#include <algorithm>

#include "testbenches/experiments/payload.h"

namespace flybar::lockstep {
namespace {

/// Between two attempts when the rings or frames are all in use.
constexpr Time kRetry = Time::us(5);

void sent(void* in_flight) {
  --*static_cast<int*>(in_flight);
}

}  // namespace

void Station::run(Host& host) {
  host_.emplace(host);
  const auto pages = [&] {
    const std::int64_t frame = host.memory.frames.frame_size().count;
    return static_cast<std::uint32_t>((host.endpoint.config().mcp.max_payload.count + frame - 1) /
                                      frame);
  }();
  for (Frame& frame : frames_) frame.address = host.memory.frames.allocate(pages);
  for (std::size_t i = 0; i < plan_.buffers; ++i) map(host.memory.frames.allocate(pages));
  host.endpoint.tpz_register_handler(1, [this](trapeze::ReceiveMessage& message) {
    check(message);
    return trapeze::Endpoint::Disposition::kRelease;
  });
  last_ = host.cpu.now();
  due_ = std::max(last_, plan_.begin);
  while (!finished()) {
    send_next();
    if (trapeze::ReceiveMessage* message = host.endpoint.tpz_wait_rcvmsg(until_next()))
      take(*message);
    else if (!held_.empty())
      release_one();
    cancel_some();
  }
  while (!held_.empty()) release_one();
}

bool Station::finished() {
  if (next_ < plan_.messages.size()) return false;
  if (!all_left_) {
    if (host_->endpoint.tpz_check_xmit_complete() > 0) return false;
    all_left_ = true;
    ledger_.sender_done(host_->cpu.now());
    last_ = host_->cpu.now();
  }
  const Time quiet_since = renew_ ? std::max(last_, ledger_.all_sent_at()) : last_;
  const bool waited = host_->cpu.now() - quiet_since > plan_.patience;
  return renew_ ? ledger_.all_sent() && waited : received_ >= plan_.expected || waited;
}

Time Station::until_next() const {
  if (next_ == plan_.messages.size()) return all_left_ ? plan_.patience : kRetry;
  return std::max(due_ - host_->cpu.now(), kRetry);
}

void Station::send_next() {
  const Time now = host_->cpu.now();
  if (next_ == plan_.messages.size() || now < due_ || !send(plan_.messages[next_])) return;
  if (++next_ < plan_.messages.size()) due_ = host_->cpu.now() + plan_.messages[next_].gap;
}

Station::Frame* Station::free_frame() {
  for (Frame& frame : frames_)
    if (frame.in_flight == 0) return &frame;
  host_->endpoint.tpz_check_xmit_complete();
  return nullptr;
}

/// False if it has to wait.
bool Station::send(const Message& message) {
  trapeze::Endpoint& endpoint = host_->endpoint;
  Frame* frame = message.payload.count > 0 ? free_frame() : nullptr;
  if (message.payload.count > 0 && !frame) return false;
  trapeze::SendMessage* out = endpoint.tpz_get_sendmsg();
  if (!out) return false;
  const auto node = static_cast<trapeze::Node>(host_->node);
  const trapeze::Token token =
      message.tag == Tag::kFixed
          ? message.token
          : ledger_.choose(message.to, message.tag,
                           static_cast<std::uint64_t>(random_.between(0, 1 << 30)));
  const std::uint32_t number = ledger_.sent(node, message, token);
  out->destination = message.to;
  out->type = message.type;
  out->token = token;
  endpoint.tpz_write_control(*out, Bytes(), Ledger::control_of(node, number, message.control));
  if (frame) {
    experiments::fill(host_->memory, frame->address, message.payload, Ledger::serial(node, number));
    ++frame->in_flight;
    endpoint.tpz_attach_sendmsg(*out, frame->address, &sent, &frame->in_flight);
    endpoint.tpz_set_payload_len(*out, message.payload);
  }
  endpoint.tpz_release_sendmsg(*out);
  return true;
}

void Station::check(trapeze::ReceiveMessage& message) {
  std::vector<std::uint8_t> control(static_cast<std::size_t>(message.control_length.count));
  host_->endpoint.tpz_read_control(message, Bytes(), control);
  ledger_.arrived(static_cast<trapeze::Node>(host_->node), message, control, host_->memory);
  ++received_;
  last_ = host_->cpu.now();
  if (message.token == 0) return;
  const std::optional<host::Physical> buffer =
      ledger_.returned(static_cast<trapeze::Node>(host_->node), message);
  std::erase(mapped_, message.token);
  if (renew_ && buffer) map(*buffer);
}

void Station::take(trapeze::ReceiveMessage& message) {
  check(message);
  change_frame(message);
  if (random_.one_in(plan_.hold_one_in))
    hold(message);
  else
    host_->endpoint.tpz_release_rcvmsg(message);
  last_ = host_->cpu.now();  // whoever holds messages does not look for others
}

void Station::change_frame(trapeze::ReceiveMessage& message) {
  if (plan_.detach_one_in == 0) return;
  if (message.has_frame && random_.one_in(plan_.detach_one_in)) {
    spare_.push_back(host_->endpoint.tpz_detach_rcvmsg(message));
  } else if (!message.has_frame && !spare_.empty()) {
    host_->endpoint.tpz_attach_rcvmsg(message, spare_.back());
    spare_.pop_back();
  }
}

void Station::hold(trapeze::ReceiveMessage& message) {
  held_.push_back(&message);
  if (plan_.longest_hold > Time())
    host_->cpu.sleep(Time::ns(random_.between(0, plan_.longest_hold.ps() / 1000)));
  while (static_cast<std::int64_t>(held_.size()) >= plan_.most_held) release_one();
}

void Station::release_one() {
  const auto which =
      held_.begin() + random_.between(0, static_cast<std::int64_t>(held_.size()) - 1);
  host_->endpoint.tpz_release_rcvmsg(**which);
  held_.erase(which);
}

void Station::map(host::Physical frame) {
  const trapeze::Token token =
      host_->endpoint.tpz_ipt_map(frame, host_->endpoint.config().mcp.max_payload);
  if (token == 0) return;
  mapped_.push_back(token);
  ledger_.offer(static_cast<trapeze::Node>(host_->node), token, frame);
}

void Station::cancel_some() {
  if (plan_.cancel_one_in == 0 || mapped_.empty() || !random_.one_in(plan_.cancel_one_in)) return;
  const auto which =
      mapped_.begin() + random_.between(0, static_cast<std::int64_t>(mapped_.size()) - 1);
  const trapeze::Token token = *which;
  mapped_.erase(which);
  const bool success = host_->endpoint.tpz_ipt_cancel(token);
  const host::Physical buffer =
      ledger_.cancelled(static_cast<trapeze::Node>(host_->node), token, success);
  if (renew_ && success) map(buffer);
}

}  // namespace flybar::lockstep
