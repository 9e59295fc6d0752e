#include "models/host/cpu/cpu_script.h"

#include <algorithm>
#include <cmath>

#include "models/host/memory/words.h"

namespace flybar::host {
namespace {

constexpr Label kMemoryStall{"kernel waits for memory", Share::kSystem, kByNothing};

}  // namespace

void CpuScript::spend(Time time, bool in_user_mode, std::string_view label) {
  if (time == Time()) return;
  pending_ += time;
  teller_.add(label, time);
  if (!steps_.empty() && steps_.back().kind == Step::Kind::kSpend &&
      steps_.back().user == in_user_mode) {
    steps_.back().time += time;
    ++steps_.back().works;
  } else {
    steps_.push_back({.kind = Step::Kind::kSpend,
                      .time = time,
                      .label = kMemoryStall,
                      .share = in_user_mode ? 0 : parts_.memory_share,
                      .user = in_user_mode,
                      .works = 1});
  }
}

void CpuScript::spend_on_memory(Time time, const Label& label) {
  pending_ += time;
  teller_.add(label.text, time);
  steps_.push_back({.kind = Step::Kind::kMemory,
                    .time = time,
                    .label = label,
                    .share = 1,
                    .user = label.share == Share::kUser,
                    .works = 1});
}

void CpuScript::write(std::uint32_t address, std::span<const std::uint8_t> data) {
  const std::size_t offset = bytes_.size();
  bytes_.insert(bytes_.end(), data.begin(), data.end());
  steps_.push_back({.kind = Step::Kind::kWrite,
                    .address = address,
                    .time = Time(),
                    .offset = offset,
                    .size = data.size()});
}

void CpuScript::read(std::uint32_t address, std::span<std::uint8_t> data) {
  steps_.push_back({.kind = Step::Kind::kRead, .address = address, .time = Time(), .data = data});
}

void CpuScript::barrier() {
  steps_.push_back({.kind = Step::Kind::kBarrier, .time = Time()});
}

void CpuScript::give_way() {
  steps_.push_back({.kind = Step::Kind::kSpend, .time = Time()});
}

void CpuScript::poll_pio(Poll& poll, Time load) {
  poll_ = &poll;
  look_cost_ = parts_.poll_check + load;
  parts_.use.add(kPolling, look_cost_, parts_.in_handler);
  // Not merged with an earlier spend(): this step is repeated.
  steps_.push_back({.kind = Step::Kind::kSpend, .time = look_cost_, .look = true});
  read(poll.address, poll_data_);
  steps_.push_back({.kind = Step::Kind::kTestPio, .time = Time()});
}

void CpuScript::poll_memory(Poll& poll) {
  poll_ = &poll;
  look_cost_ = parts_.poll_check;
  parts_.use.add(kPolling, look_cost_, parts_.in_handler);
  steps_.push_back({.kind = Step::Kind::kSpend, .time = look_cost_, .look = true});
  steps_.push_back({.kind = Step::Kind::kTestMemory, .address = poll.address, .time = Time()});
  parts_.memory.watch(poll.address, touched_);
}

void CpuScript::start(Time now) {
  next_ = 0;
  proceed(now);
}

void CpuScript::proceed(Time now) {
  while (next_ < steps_.size()) {
    if (owner_.claims_cpu(*this, now)) {
      stop(Phase::kBetweenSteps, now);
      return;
    }
    if (!begin(steps_[next_++], now)) return;
  }
  finish(now);
}

/// True if the step has ended at once.
bool CpuScript::begin(const Step& step, Time now) {
  on_memory_ = step.share;
  traffic_ = parts_.memory.traffic();
  teller_.begin(step.works, step.look, step.user, now);
  switch (step.kind) {
    case Step::Kind::kSpend:
      began_ = now;
      if (step.look && look_ahead(now + step.time)) return false;
      return begin_cpu(step.time, now);
    case Step::Kind::kMemory:
      return begin_cpu(step.time, now);
    case Step::Kind::kTestPio:
      return test(get_word(poll_data_), now);
    case Step::Kind::kTestMemory:
      return test(parts_.memory.word(step.address), now);
    case Step::Kind::kRead:
      if (is_look(step) && may_pass_over(now) && pass_over_looks(now)) return false;
      return begin_pio(step, now);
    default:
      return begin_pio(step, now);
  }
}

bool CpuScript::begin_cpu(Time time, Time now) {
  phase_ = Phase::kCpu;
  end_ = now + time;
  parts_.agenda.schedule(*this, end_);
  return false;
}

/// The step needs the memory. If devices have moved data since the step began or was last extended,
/// the step is extended by their share of it. All of the extension is memory time.
bool CpuScript::slowed_by_devices(Time now) {
  const Bytes moved = parts_.memory.traffic() - traffic_;
  if (moved == Bytes(0)) return false;
  traffic_ += moved;
  const Time cost = parts_.dma_byte_cost * moved.count;
  const Time more = Time::ps(std::llround(static_cast<double>(cost.ps()) * on_memory_));
  if (more == Time()) return false;
  on_memory_ = 1;
  parts_.use.add(steps_[next_ - 1].label.relieved_by(kByNothing), more, parts_.in_handler);
  begin_cpu(more, now);
  return true;
}

bool CpuScript::begin_pio(const Step& step, Time now) {
  phase_ = Phase::kPio;
  since_ = now;
  calling_ = true;
  ended_in_call_ = false;
  switch (step.kind) {
    case Step::Kind::kWrite:
      parts_.pio.write(now, step.address, {bytes_.data() + step.offset, step.size}, *this);
      break;
    case Step::Kind::kRead:
      parts_.pio.read(now, step.address, step.data, *this);
      break;
    default:
      parts_.pio.barrier(now, *this);
      break;
  }
  calling_ = false;
  return ended_in_call_;
}

bool CpuScript::test(std::uint32_t word, Time now) {
  poll_->word = word;
  poll_->satisfied = poll_->predicate(word);
  if (poll_->satisfied || now >= poll_->deadline) return true;
  if (steps_[next_ - 1].kind == Step::Kind::kTestMemory) {
    fall_asleep(now);
    return false;
  }
  look_stall_ = now - since_;
  const Time pause = poll_->backoff.next();
  parts_.use.add(kPolling, pause + look_cost_, parts_.in_handler);
  next_ -= 3;  // the time until the next look, the read, the test
  steps_[next_].time = pause + look_cost_;
  return true;
}

/// Whether it is the read of a poll over PCI.
bool CpuScript::is_look(const Step& step) const {
  return poll_ != nullptr && step.data.data() == poll_data_.data();
}

/// The CPU looks next at `begin`. If nothing else is planned in the node by then, the read is asked
/// for now: the whole look is one task, that of the bridge.
bool CpuScript::look_ahead(Time begin) {
  if (parts_.agenda.next() <= begin || !is_look(steps_[next_])) return false;
  looks_ahead_ = parts_.pio.look(begin, poll_->address, poll_data_, *this);
  if (!looks_ahead_) return false;
  phase_ = Phase::kCpu;
  end_ = begin;
  return true;
}

/// A look that was asked for ahead has its word, of which the CPU will know at `at`. If it fails,
/// as nothing can change any more, the next look is asked for at once.
void CpuScript::looked(Time at) {
  looks_ahead_ = false;
  phase_ = Phase::kPio;
  since_ = end_;
  const bool fails = at < poll_->deadline && !poll_->predicate(get_word(poll_data_));
  if (fails && !owner_.may_claim_cpu()) {
    failed_ = {.since = since_, .backoff = poll_->backoff};
    const Time pause = poll_->backoff.next() + look_cost_;
    if (look_ahead(at + pause)) return note_failed(at, pause);
    poll_->backoff = failed_.backoff;
  }
  ++next_;  // the test
  parts_.agenda.schedule(*this, at);
}

void CpuScript::note_failed(Time at, Time pause) {
  began_ = at;
  poll_->word = get_word(poll_data_);
  look_stall_ = at - since_;
  steps_[next_ - 1].time = pause;
  parts_.use.add(kPioStall, look_stall_, parts_.in_handler);
  parts_.use.add(kPolling, pause, parts_.in_handler);
}

/// The CPU is needed elsewhere. True if it was not in the middle of a PIO access, that of the next
/// look or still that of the last one.
bool CpuScript::take_back_look(Time now) {
  if (now >= end_) return false;
  parts_.pio.take_back_look();
  looks_ahead_ = false;
  if (now >= began_) return true;
  parts_.use.add(kPioStall, Time() - look_stall_, parts_.in_handler);
  parts_.use.add(kPolling, Time() - steps_[next_ - 1].time, parts_.in_handler);
  poll_->backoff = failed_.backoff;
  phase_ = Phase::kPio;
  since_ = failed_.since;
  ++next_;  // the test
  parts_.agenda.schedule(*this, began_);
  return false;
}

/// A look begins. As long as nothing else happens in the node and all looks are known to fail, they
/// are not made but accounted for. True if there were any: then the next one is waited for.
bool CpuScript::pass_over_looks(Time now) {
  Time look = now, fails_until;
  while (may_pass_over(look)) {
    const auto forecast = parts_.pio.foresee(look, poll_->address, poll_data_);
    if (!forecast || poll_->predicate(get_word(poll_data_))) break;
    const Time end =
        std::min({forecast->until, parts_.agenda.undisturbed(), poll_->deadline}) - Time::ps(1);
    if (forecast->answered > end) break;
    const bool constant = poll_->backoff.constant();
    const Time pause = poll_->backoff.next() + look_cost_;
    fails_until = std::min(forecast->until, poll_->deadline);
    look_stall_ = forecast->answered - look;
    const Time period = look_stall_ + pause;
    const bool steady =
        constant && pause > forecast->grid && period / forecast->grid * forecast->grid == period;
    const std::int64_t looks = steady ? 1 + (end - forecast->answered) / period : 1;
    parts_.pio.repeat({look, period, looks});
    parts_.use.add(kPioStall, look_stall_ * looks, parts_.in_handler);
    parts_.use.add(kPolling, pause * looks, parts_.in_handler);
    poll_->word = get_word(poll_data_);
    look += period * looks;
  }
  if (look == now) return false;
  --next_;  // the read again
  begin_cpu(look - now, now);
  parts_.agenda.hide(*this, fails_until);
  return true;
}

/// Nothing changes in memory unless a device writes it, so the looks until then need not be made.
void CpuScript::fall_asleep(Time now) {
  phase_ = Phase::kAsleep;
  since_ = now;
  look_target_ = poll_->deadline;
  plan_look();
}

void CpuScript::plan_look() {
  if (look_target_ == Time::never()) return;
  Backoff backoff = poll_->backoff;
  parts_.agenda.schedule(*this, backoff.first_look_at_or_after(look_target_, since_, look_cost_));
}

void CpuScript::touched(Time at) {
  const Phase phase = phase_ == Phase::kPaused ? paused_phase_ : phase_;
  if (phase != Phase::kAsleep || at >= look_target_) return;
  look_target_ = at;
  if (phase_ == Phase::kAsleep) plan_look();
}

bool CpuScript::pause(Time now) {
  if (looks_ahead_ && !take_back_look(now)) return false;
  if (phase_ != Phase::kCpu && phase_ != Phase::kAsleep) return false;
  parts_.agenda.cancel(*this);
  stop(phase_, now);
  return true;
}

void CpuScript::catch_up(Time end) {
  if (phase_ == Phase::kCpu && !teller_.polling()) teller_.tell_finished(end);
}

/// As far as the present step has come.
void CpuScript::tell_step(Time now) {
  if (teller_.polling()) return teller_.tell(kPolling.text, now);
  if (phase_ == Phase::kPio) return teller_.tell(kPioStall.text, now);
  if (phase_ == Phase::kCpu) teller_.tell_works(now);
}

void CpuScript::stop(Phase phase, Time now) {
  if (teller_.listens() && (phase != Phase::kBetweenSteps || teller_.polling())) tell_step(now);
  paused_phase_ = phase;
  paused_at_ = now;
  paused_traffic_ = parts_.memory.traffic();
  phase_ = Phase::kPaused;
}

/// What devices moved meanwhile did not disturb it.
void CpuScript::resume(Time now, Time cost) {
  const Time then = now + cost, stolen = then - paused_at_;
  traffic_ += parts_.memory.traffic() - paused_traffic_;
  phase_ = paused_phase_;
  teller_.resume(then);
  since_ += stolen;
  end_ += stolen;
  if (phase_ == Phase::kCpu) {
    parts_.agenda.schedule(*this, end_);
  } else if (phase_ == Phase::kAsleep) {
    look_target_ = std::max(look_target_, then);
    plan_look();
  } else if (cost > Time()) {
    on_memory_ = 0;
    begin_cpu(cost, now);
  } else {
    proceed(now);
  }
}

void CpuScript::run(Time now) {
  if (calling_) {
    ended_in_call_ = true;
    return;
  }
  if (phase_ == Phase::kPio) parts_.use.add(kPioStall, now - since_, parts_.in_handler);
  if (phase_ == Phase::kAsleep) {
    poll_->backoff.first_look_at_or_after(now, since_, look_cost_);
    parts_.use.add(kPolling, now - since_, parts_.in_handler);
    --next_;  // the test again
  }
  if (phase_ == Phase::kCpu && on_memory_ > 0 && slowed_by_devices(now)) return;
  if (teller_.listens() && !teller_.polling()) tell_step(now);
  proceed(now);
}

void CpuScript::finish(Time now) {
  if (teller_.polling()) tell_step(now);
  teller_.clear();
  if (poll_ != nullptr) parts_.memory.unwatch(touched_);
  poll_ = nullptr;
  steps_.clear();
  bytes_.clear();
  next_ = 0;
  pending_ = Time();
  phase_ = Phase::kDone;
  owner_.finished(*this, now);
}

}  // namespace flybar::host
