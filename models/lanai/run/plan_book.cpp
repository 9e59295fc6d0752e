#include "models/lanai/run/plan_book.h"

#include "models/lanai/engines/arbiter.h"

namespace flybar::lanai {

namespace {

/// Spreads situations over the book's pages.
std::size_t page(const EngineState& state, std::size_t pages) {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : state.words()) hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return (hash >> 32) % pages;
}

std::uint8_t capped(int count) {
  return static_cast<std::uint8_t>(std::min(count, PlanLimits::kMostWaiting));
}
std::uint8_t sum(int a, int b) {
  return static_cast<std::uint8_t>(a + b);
}

}  // namespace

PlanBook::Rules PlanBook::rules(const ChipParams& params) {
  return {.clock = static_cast<std::int32_t>(params.clock.ps()),
          .word_time = static_cast<std::int32_t>(4 * params.byte_time.ps()),
          .accesses = static_cast<int>(params.accesses_per_clock),
          .link_words = static_cast<int>(params.link_words),
          .fifo_depth = static_cast<int>(params.send_fifo),
          .start_level = static_cast<int>(params.send_start),
          .order = params.arbitration};
}

PlanBook::PlanBook(const ChipParams& params) : rules_(rules(params)), pairs_(kPairs) {}

std::shared_ptr<PlanBook> PlanBook::shared(const ChipParams& params) {
  static std::vector<std::weak_ptr<PlanBook>> books;
  std::erase_if(books, [](const auto& book) { return book.expired(); });
  for (const auto& book : books)
    if (auto old = book.lock(); old->rules_ == rules(params)) return old;
  auto fresh = std::make_shared<PlanBook>(params);
  books.push_back(fresh);
  return fresh;
}

Window PlanBook::look_up(const EngineState& from, int clocks) {
  Pair& pair = pairs_[page(from, kPairs)];
  // The one that was not used last gives way.
  if (pair.from[pair.last] != from && pair.from[pair.last ^= 1] != from) {
    pair.from[pair.last] = from;
    if (pair.plans[pair.last]) pair.plans[pair.last]->clocks = 0;
  }
  std::unique_ptr<Plan>& plan = pair.plans[pair.last];
  if (!plan) plan = std::make_unique<Plan>();
  if (plan->clocks < clocks) {
    // Somewhat more than is asked for now will serve the next who asks.
    make(from, *plan, std::min(Window::kMost, (clocks | 15) + 1));
    fill_slots(plan->slots.data(), {plan->left.data(), static_cast<std::size_t>(plan->clocks)});
  }
  return {plan->records.data(), plan->left.data(), &plan->slots[1], plan->clocks};
}

void PlanBook::cut(Window& window, int clocks, const PlanLimits& limits) {
  window.clocks = clocks;
  const Record* const records = window.records;
  if (limits.hold(records[clocks - 1])) return;
  // All counts only grow, so everything behind the first record beyond the limits is beyond them.
  const Record* const end = std::partition_point(
      records, records + clocks, [&limits](const Record& record) { return limits.hold(record); });
  window.ends = limits.fit(*end);
  window.clocks = static_cast<int>(end - records) + window.ends;
}

void PlanBook::make(const EngineState& from, Plan& plan, int clocks) const {
  switch (rules_.order) {
    case Arbitration::kHostReceiveSendCpu:
      return make<Arbitration::kHostReceiveSendCpu>(from, plan, clocks);
    case Arbitration::kReceiveHostSendCpu:
      return make<Arbitration::kReceiveHostSendCpu>(from, plan, clocks);
    case Arbitration::kHostSendReceiveCpu:
      return make<Arbitration::kHostSendReceiveCpu>(from, plan, clocks);
    case Arbitration::kCpuHostReceiveSend:
      return make<Arbitration::kCpuHostReceiveSend>(from, plan, clocks);
  }
}

/// Continues the plan up to so many clocks. The same clock as Chip::step(), for engines that never
/// come to an end.
template <Arbitration kOrder>
void PlanBook::make(const EngineState& from, Plan& plan, int clocks) const {
  Record now = plan.clocks > 0 ? plan.records[static_cast<std::size_t>(plan.clocks - 1)]
                               : Record{.running = from.running,
                                        .least_waiting = PlanLimits::kMostWaiting,
                                        .host_next = from.host_next,
                                        .wire_free = from.wire_free};
  int waiting = from.waiting + now.arrived - now.receive, fifo = from.fifo + now.send - now.started;
  std::int32_t ready = from.ready + rules_.word_time * now.arrived;
  if (now.arrived >= from.steady) ready += from.pause;
  for (; plan.clocks < clocks; ++plan.clocks) {
    const std::int32_t t = rules_.clock * plan.clocks;
    if (fifo >= rules_.start_level || !from.active) now.running = fifo > 0;
    while (now.running && !from.stopped) {
      const std::int32_t start = std::max(now.wire_free, t);
      if (start >= t + rules_.clock) break;
      now.wire_free = start + rules_.word_time;
      ++now.started;
      now.running = --fifo > 0;
    }
    while (ready <= t) {
      ++now.arrived, ++waiting;
      ready += rules_.word_time;
      if (now.arrived == from.steady) ready += from.pause;
    }

    Accesses wants;
    wants.host = now.host_next <= t;
    wants.receive = from.armed ? std::min(waiting, rules_.link_words) : 0;
    wants.send = from.active ? std::min(rules_.fifo_depth - fifo, rules_.link_words) : 0;
    const Accesses grants = arbitrate(kOrder, wants, rules_.accesses);
    if (wants.host > 0)
      now.host_next = grants.host > 0 ? now.host_next + from.host_interval : t + rules_.clock;
    waiting -= grants.receive;
    fifo += grants.send;
    now.host = sum(now.host, grants.host);
    now.receive = sum(now.receive, grants.receive);
    now.send = sum(now.send, grants.send);
    now.most_waiting = std::max(now.most_waiting, capped(waiting));
    now.least_waiting = std::min(now.least_waiting, capped(waiting));
    plan.left[static_cast<std::size_t>(plan.clocks)] = static_cast<std::uint8_t>(grants.cpu);
    plan.records[static_cast<std::size_t>(plan.clocks)] = now;
  }
}

}  // namespace flybar::lanai
