#include "testbenches/tests/agree/lockstep/traffic.h"

#include <algorithm>

#include "testbenches/experiments/page/payload.h"

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
    return static_cast<std::uint32_t>((tpz_get_max_payload(host.nic) + frame - 1) / frame);
  }();
  for (Frame& frame : frames_) frame.address = host.memory.frames.allocate(pages);
  for (std::size_t i = 0; i < plan_.buffers; ++i) map(host.memory.frames.allocate(pages));
  const auto on_message = [](tpz_rcvmsg* message, void* station) {
    static_cast<Station*>(station)->check(message);
    return TPZ_RELEASE;
  };
  tpz_register_handler(host.nic, 1, on_message, this);
  last_ = host.cpu.now();
  due_ = std::max(last_, plan_.begin);
  while (!finished()) {
    send_next();
    if (tpz_rcvmsg* message = tpz_wait_rcvmsg(host.nic, until_next().ps()))
      take(message);
    else if (!held_.empty())
      release_one();
    cancel_some();
  }
  while (!held_.empty()) release_one();
}

bool Station::finished() {
  if (next_ < plan_.messages.size()) return false;
  if (!all_left_) {
    if (tpz_check_xmit_complete(host_->nic) > 0) return false;
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
  tpz_check_xmit_complete(host_->nic);
  return nullptr;
}

/// False if it has to wait.
bool Station::send(const Message& message) {
  Frame* frame = message.payload.count > 0 ? free_frame() : nullptr;
  if (message.payload.count > 0 && !frame) return false;
  tpz_sendmsg* out = tpz_get_sendmsg(host_->nic);
  if (!out) return false;
  const auto node = static_cast<trapeze::Node>(host_->node);
  const trapeze::Token token =
      message.tag == Tag::kFixed
          ? message.token
          : ledger_.choose(message.to, message.tag,
                           static_cast<std::uint64_t>(random_.between(0, 1 << 30)));
  const std::uint32_t number = ledger_.sent(node, message, token);
  tpz_set_destination(out, message.to);
  tpz_set_type(out, message.type);
  tpz_set_token(out, token);
  const auto control = Ledger::control_of(node, number, message.control);
  tpz_write_control(out, 0, control.data(), control.size());
  if (frame) {
    experiments::fill(host_->memory, frame->address, message.payload, Ledger::serial(node, number));
    ++frame->in_flight;
    tpz_attach_sendmsg(out, frame->address, &sent, &frame->in_flight);
    tpz_set_payload_len(out, static_cast<std::uint32_t>(message.payload.count));
  }
  tpz_release_sendmsg(out);
  return true;
}

void Station::check(tpz_rcvmsg* message) {
  std::vector<std::uint8_t> control(tpz_get_control_len(message));
  tpz_read_control(message, 0, control.data(), control.size());
  ledger_.arrived(static_cast<trapeze::Node>(host_->node), message, control, host_->memory);
  ++received_;
  last_ = host_->cpu.now();
  const trapeze::Token token = tpz_get_token(message);
  if (token == 0) return;
  const std::optional<host::Physical> buffer =
      ledger_.returned(static_cast<trapeze::Node>(host_->node), message);
  std::erase(mapped_, token);
  if (renew_ && buffer) map(*buffer);
}

void Station::take(tpz_rcvmsg* message) {
  check(message);
  change_frame(message);
  if (random_.one_in(plan_.hold_one_in))
    hold(message);
  else
    tpz_release_rcvmsg(message);
  last_ = host_->cpu.now();  // whoever holds messages does not look for others
}

void Station::change_frame(tpz_rcvmsg* message) {
  if (plan_.detach_one_in == 0) return;
  if (tpz_has_frame(message) && random_.one_in(plan_.detach_one_in)) {
    spare_.push_back(tpz_detach_rcvmsg(message));
  } else if (!tpz_has_frame(message) && !spare_.empty()) {
    tpz_attach_rcvmsg(message, spare_.back());
    spare_.pop_back();
  }
}

void Station::hold(tpz_rcvmsg* message) {
  held_.push_back(message);
  if (plan_.longest_hold > Time())
    host_->cpu.sleep(Time::ns(random_.between(0, plan_.longest_hold.ps() / 1000)));
  while (static_cast<std::int64_t>(held_.size()) >= plan_.most_held) release_one();
}

void Station::release_one() {
  const auto which =
      held_.begin() + random_.between(0, static_cast<std::int64_t>(held_.size()) - 1);
  tpz_release_rcvmsg(*which);
  held_.erase(which);
}

void Station::map(host::Physical frame) {
  const trapeze::Token token = tpz_ipt_map(host_->nic, frame, tpz_get_max_payload(host_->nic));
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
  const bool success = tpz_ipt_cancel(host_->nic, token);
  const host::Physical buffer =
      ledger_.cancelled(static_cast<trapeze::Node>(host_->node), token, success);
  if (renew_ && success) map(buffer);
}

}  // namespace flybar::lockstep
