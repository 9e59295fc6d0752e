#include "models/lanai/run/plan_book.h"

namespace flybar::lanai {

namespace {

/// Spreads situations over the book's pages.
std::size_t page(const Situation& state, std::size_t pages) {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : state.words()) hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return (hash >> 32) % pages;
}

std::uint8_t capped(std::uint32_t count) {
  constexpr std::uint32_t kMost = PlanLimits::kMostWaiting;
  return static_cast<std::uint8_t>(std::min(count, kMost));
}
EngineState begin(const Situation& from) {
  return {.host = {.next = Time::ps(from.host_next), .interval = Time::ps(from.host_interval)},
          .receive = {.ready = Time::ps(from.ready), .waiting = from.waiting, .armed = from.armed},
          .send = {.wire_free = Time::ps(from.wire_free),
                   .fifo = from.fifo,
                   .active = from.active,
                   .running = from.running,
                   .stopped = from.stopped}};
}

/// Counts the words of engines whose work never ends.
struct PlannedWords {
  const Situation& from;
  const Time word_time;
  EngineState& state;
  Record& now;

  bool may_start(Time start, Time end) const { return !state.send.stopped && start < end; }
  void leave(Time start) {
    state.send.wire_free = start + word_time;
    --state.send.fifo;
    ++now.started;
  }
  void arrive() {
    ++state.receive.waiting;
    state.receive.ready += word_time;
    if (++now.arrived == from.steady) state.receive.ready += Time::ps(from.pause);
  }
  static std::uint64_t receive_left() { return kManyWords; }
  static std::uint64_t send_left() { return kManyWords; }
  static void host_word() {}
  void host_data(Time) { ++now.host; }
  void store(Time, std::uint32_t words) {
    state.receive.waiting -= words;
    now.receive = static_cast<std::uint8_t>(now.receive + words);
  }
  void fetch(Time, std::uint32_t words) {
    state.send.fifo += words;
    now.send = static_cast<std::uint8_t>(now.send + words);
  }
};

}  // namespace

PlanBook::PlanBook(const ChipParams& params)
    : rules_(params), word_time_(params.byte_time * 4), pairs_(kPairs) {}

std::shared_ptr<PlanBook> PlanBook::shared(const ChipParams& params) {
  static std::vector<std::weak_ptr<PlanBook>> books;
  std::erase_if(books, [](const auto& book) { return book.expired(); });
  for (const auto& book : books)
    if (auto old = book.lock();
        old->rules_ == Rules(params) && old->word_time_ == params.byte_time * 4)
      return old;
  auto fresh = std::make_shared<PlanBook>(params);
  books.push_back(fresh);
  return fresh;
}

Window PlanBook::look_up(const Situation& from, int clocks) {
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

void PlanBook::make(const Situation& from, Plan& plan, int clocks) const {
  switch (rules_.order) {
    case Arbitration::kHostReceiveSendCpu:
      return make<Arbitration::kHostReceiveSendCpu>(from, plan, clocks);
    case Arbitration::kReceiveHostSendCpu:
      return make<Arbitration::kReceiveHostSendCpu>(from, plan, clocks);
    case Arbitration::kHostSendReceiveCpu:
      return make<Arbitration::kHostSendReceiveCpu>(from, plan, clocks);
    case Arbitration::kCpuHostReceiveSend:
      return;  // has no plans: what the engines get depends on the processor
  }
}

/// Continues the plan up to `clocks` clocks.
template <Arbitration kOrder>
void PlanBook::make(const Situation& from, Plan& plan, int clocks) const {
  Rules rules = rules_;
  rules.order = kOrder;
  EngineState state = plan.clocks > 0 ? plan.state : begin(from);
  Record now;
  now.least_waiting = PlanLimits::kMostWaiting;
  if (plan.clocks > 0) now = plan.records[static_cast<std::size_t>(plan.clocks - 1)];
  PlannedWords words{from, word_time_, state, now};
  for (; plan.clocks < clocks; ++plan.clocks) {
    const Time t = rules.clock * plan.clocks;
    tick_link(state, t, rules, words);
    const Accesses grants = tick_sram(state, t, rules, {}, words);
    now.running = state.send.running;
    now.host_next = static_cast<std::int32_t>(state.host.next.ps());
    now.wire_free = static_cast<std::int32_t>(state.send.wire_free.ps());
    now.most_waiting = std::max(now.most_waiting, capped(state.receive.waiting));
    now.least_waiting = std::min(now.least_waiting, capped(state.receive.waiting));
    plan.left[static_cast<std::size_t>(plan.clocks)] = static_cast<std::uint8_t>(grants.cpu);
    plan.records[static_cast<std::size_t>(plan.clocks)] = now;
  }
  plan.state = state;
}

}  // namespace flybar::lanai
