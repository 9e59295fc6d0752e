#include "models/rtl/lockstep/lockstep.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/error.h"
#include "models/common/mismatch.h"
#include "models/common/quantity.h"

namespace flybar::rtl {
namespace {

/// The reports and the state that are valid in every clock, compared at once.
bool same_pins(const Outputs& a, const Outputs& b) {
  return a.link_offer == b.link_offer && a.link_crc == b.link_crc && a.hdma_req == b.hdma_req &&
         a.hdma_write == b.hdma_write && a.irq == b.irq && a.held == b.held &&
         a.hdma_address == b.hdma_address && a.hdma_left == b.hdma_left &&
         a.hdma_longest == b.hdma_longest && a.pio_done == b.pio_done &&
         a.hdma_moved == b.hdma_moved && a.flow_stop == b.flow_stop && a.flow_go == b.flow_go &&
         a.retire == b.retire && a.load_use == b.load_use && a.write == b.write &&
         a.grant_host == b.grant_host && a.grant_receive == b.grant_receive &&
         a.grant_send == b.grant_send && a.grant_cpu == b.grant_cpu;
}

/// What is valid beside a report.
bool same_data(const Outputs& before, const Inputs& in, const Outputs& a, const Outputs& b) {
  if (a.pio_done && !in.pio_write && a.pio_rdata != b.pio_rdata) return false;
  if (a.hdma_moved && before.hdma_write && a.hdma_wdata != b.hdma_wdata) return false;
  return !a.write || (a.write_offset == b.write_offset && a.write_data == b.write_data);
}

bool same_word(FrontWord a, FrontWord b) {
  constexpr std::uint64_t kCrc = std::uint64_t{0xFF} << 35;
  return a.tail() ? a.bits == b.bits : (a.bits & ~kCrc) == (b.bits & ~kCrc);
}

bool same_front(const Outputs& a, const Outputs& b) {
  for (std::size_t n = 0; n < a.link_offer; ++n)
    if (!same_word(a.link_front[n], b.link_front[n])) return false;
  return true;
}

/// Only an instruction that has retired in this clock says which.
Insight in_clock(Insight insight, bool retired) {
  if (retired) return insight;
  insight.retire_pc = insight.retire_instr = insight.retire_result = 0;
  insight.retire_rd = insight.retire_flags = 0;
  return insight;
}

/// The first pair that differs, by channel; what one side lacks is "nothing".
void first_pair(const std::vector<Record>& a, const std::vector<Record>& b, Difference& to) {
  for (std::size_t channel = 0; channel < kChannels; ++channel) {
    const auto of = [channel](const std::vector<Record>& all) {
      std::string text;
      for (const Record& r : all)
        if (static_cast<std::size_t>(r.channel) == channel)
          text.append(text.empty() ? "" : "; ").append(r.text);
      return text.empty() ? "nothing" : text;
    };
    to.channel = static_cast<Channel>(channel);
    to.leader = of(a);
    to.follower = of(b);
    if (to.leader != to.follower) return;
  }
}

}  // namespace

void throw_mismatch(const Difference& difference, const std::string& kind, Time clock,
                    const std::string& place) {
  const Time at = clock * difference.clock;
  constexpr std::int64_t kBefore = 500;
  const Time from = clock * std::max<std::int64_t>(0, difference.clock - kBefore);
  const Time to = at + clock * std::int64_t{LockstepExecutor::kAfter};
  const std::string window = quantity::print(from) + ".." + quantity::print(to);
  const std::string again = kind == "shadow" ? "--shadow \"" + window + "\"" : "--nic " + kind;
  MismatchError error(
      {kind + ", " + place,
       fmt::format("channel {}: RTL {}, model {}", name_of(difference.channel), difference.leader,
                   difference.follower),
       "the same in both",
       fmt::format("look at the last records, which are equal in both, and at a waveform of both: "
                   "{} --trace both.fst --trace-window \"{}\"\n{}",
                   again, window, difference.history)},
      from, to);
  error.at(at);
  throw error;
}

LockstepExecutor::LockstepExecutor(std::unique_ptr<Executor> leader,
                                   std::unique_ptr<Executor> follower, std::uint32_t words)
    : leader_(std::move(leader)), follower_(std::move(follower)), words_(words) {
  out_ = leader_->out();
  moments_.back().out = out_;
}

LockstepExecutor::~LockstepExecutor() = default;

void LockstepExecutor::observe(Observer& observer, const std::string& chip) {
  if (make_shown) leader_ = make_shown();
  const std::string rtl = chip + ".rtl", model = chip + ".model";
  leader_->observe(observer, rtl);
  Track differs{.name = model + ".differs", .kind = TrackKind::kSignal};
  differs.block = Block::kModel;
  differs.beside = rtl + ".differs";
  shown_.emplace(Shown{observer, observer.declare(differs), PinSignals(observer, model, rtl)});
}

void LockstepExecutor::sample(Time at) {
  leader_->sample(at);
  shown_->follower.sample(at, follower_->out(), follower_->insight());
  shown_->observer.on(Change{shown_->differs, at, difference_.has_value(), {}});
}

void LockstepExecutor::set_sram_word(std::uint32_t index, std::uint32_t word) {
  leader_->set_sram_word(index, word);
  follower_->set_sram_word(index, word);
}

void LockstepExecutor::restart(std::int64_t clock) {
  clocks_ = clock;
  first_ = std::max<std::int64_t>(1, clock);
  out_ = leader_->out();
  Moment& before = moments_[static_cast<std::size_t>(clock + std::ssize(moments_) - 1) % kMoments];
  before.out = out_;
  before.insight = leader_->insight();
}

void LockstepExecutor::tell() {
  if (difference_) report(*difference_);
}

void LockstepExecutor::differ_in_state(const StateDifference& difference) {
  report({.clock = clocks_ - 1,
          .channel = Channel::kState,
          .leader = fmt::format("{} = {:#x}", difference.name, difference.found),
          .follower = fmt::format("{:#x}", difference.expected),
          .pc = leader_->insight().retire_pc,
          .history = history()});
}

void LockstepExecutor::clock(const Inputs& in) {
  if (!difference_ && !follower_fault_.empty()) return;  // both have stopped
  leader_->clock(in);
  if (follower_fault_.empty()) follow(in);
  if (!difference_) {
    note(in);
    if (!same(in)) differ(in);
  }
  out_ = leader_->out();
  ++clocks_;
  if (difference_ && (clocks_ > difference_->clock + kAfter || out_.fault != 0)) {
    out_.fault = 0;
    report(*difference_);
  }
}

void LockstepExecutor::follow(const Inputs& in) {
  try {
    follower_->clock(in);
  } catch (const SimulationError& error) {
    follower_fault_ = error.what();
  }
}

void LockstepExecutor::note(const Inputs& in) {
  Moment& now = moments_[static_cast<std::size_t>(clocks_) % kMoments];
  now.clock = clocks_;
  now.in = in;
  now.out = leader_->out();
  now.insight = leader_->insight();
}

bool LockstepExecutor::same(const Inputs& in) const {
  const Outputs& leader = leader_->out();
  const Outputs& follower = follower_->out();
  if ((leader.fault != 0) != !follower_fault_.empty()) return false;
  if (leader.fault != 0) return true;
  const auto clock = static_cast<std::size_t>(clocks_);
  const Outputs& before = moments_[(clock + kMoments - 1) % kMoments].out;
  if (!same_pins(leader, follower) || !same_data(before, in, leader, follower)) return false;
  if (!same_front(leader, follower)) return false;
  const Insight& shown = moments_[clock % kMoments].insight;
  return in_clock(shown, leader.retire) == in_clock(follower_->insight(), leader.retire);
}

void LockstepExecutor::differ(const Inputs& in) {
  const auto clock = static_cast<std::size_t>(clocks_);
  const Moment& before = moments_[(clock + kMoments - 1) % kMoments];
  const Moment& leader = moments_[clock % kMoments];
  const Moment follower{clocks_, in, follower_->out(), follower_->insight()};
  Difference difference{.clock = clocks_, .pc = leader.insight.retire_pc};
  first_pair(records_of(before, leader, true), records_of(before, follower, true), difference);
  if (!follower_fault_.empty() || leader.out.fault != 0) {
    difference.leader = fmt::format("fault {}", leader.out.fault);
    difference.follower = follower_fault_.empty() ? "no fault" : follower_fault_;
  }
  difference.history = history();
  difference_ = difference;
}

std::string LockstepExecutor::history() const {
  std::vector<Record> last;
  const std::int64_t first = std::max(first_, clocks_ - std::ssize(moments_) + 2);
  for (std::int64_t clock = clocks_ - 1; clock >= first && last.size() < kHistory; --clock) {
    const auto at = static_cast<std::size_t>(clock);
    auto some = records_of(moments_[(at - 1) % kMoments], moments_[at % kMoments], false);
    last.insert(last.begin(), some.begin(), some.end());
  }
  const std::size_t extra = last.size() - std::min(last.size(), kHistory);
  last.erase(last.begin(), last.begin() + static_cast<std::ptrdiff_t>(extra));
  std::string text;
  for (const Record& r : last)
    text += fmt::format("  clock {:>9}  {:<9}  {}\n", r.clock, name_of(r.channel), r.text);
  return text;
}

void LockstepExecutor::compare_memory() {
  if (difference_ || !follower_fault_.empty()) return;
  Difference found{.clock = clocks_, .channel = Channel::kState};
  for (std::uint32_t word = 0; word < words_ && found.leader.empty(); ++word) {
    if (leader_->sram_word(word) == follower_->sram_word(word)) continue;
    found.leader = fmt::format("SRAM {:#x} = {:08x}", word * 4, leader_->sram_word(word));
    found.follower = fmt::format("{:08x}", follower_->sram_word(word));
  }
  constexpr unsigned kFirst = 3, kEnd = 32;  // r0 to r2 are constants and the program counter
  for (unsigned r = kFirst; r < kEnd && found.leader.empty(); ++r) {
    if (leader_->cpu_register(r) == follower_->cpu_register(r)) continue;
    found.leader = fmt::format("r{} = {:#x}", r, leader_->cpu_register(r));
    found.follower = fmt::format("{:#x}", follower_->cpu_register(r));
  }
  if (found.leader.empty()) return;
  found.history = history();
  report(found);
}

}  // namespace flybar::rtl
