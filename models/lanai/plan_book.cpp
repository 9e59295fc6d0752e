#include "models/lanai/plan_book.h"

#include "models/lanai/arbiter.h"

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

PlanBook::PlanBook(const ChipParams& params) : rules_(rules(params)), plans_(kPairs) {}

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
  Pair& pair = plans_[page(from, kPairs)];
  // The one that was not used last gives way.
  bool known = pair.plans[pair.last].from == from;
  if (!known) known = pair.plans[pair.last ^= 1].from == from;
  Plan& plan = pair.plans[pair.last];
  if (!known || plan.clocks < clocks) {
    plan.from = from;
    // Somewhat more than is asked for now will serve the next who asks.
    plan.clocks = std::min(Window::kMost, (clocks | 15) + 1);
    make(plan, plan.clocks);
    fill_slots(plan.slots.data(), {plan.left.data(), static_cast<std::size_t>(plan.clocks)});
  }
  return {plan.records.data(), plan.left.data(), &plan.slots[1], plan.clocks};
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

void PlanBook::make(Plan& plan, int clocks) const {
  switch (rules_.order) {
    case Arbitration::kHostReceiveSendCpu:
      return make<Arbitration::kHostReceiveSendCpu>(plan, clocks);
    case Arbitration::kReceiveHostSendCpu:
      return make<Arbitration::kReceiveHostSendCpu>(plan, clocks);
    case Arbitration::kHostSendReceiveCpu:
      return make<Arbitration::kHostSendReceiveCpu>(plan, clocks);
    case Arbitration::kCpuHostReceiveSend:
      return make<Arbitration::kCpuHostReceiveSend>(plan, clocks);
  }
}

/// The same clock as Chip::step(), for engines that never come to an end.
template <Arbitration kOrder>
void PlanBook::make(Plan& plan, int clocks) const {
  const EngineState& from = plan.from;
  std::int32_t host_next = from.host_next, ready = from.ready, wire_free = from.wire_free;
  bool running = from.running;
  int waiting = from.waiting, fifo = from.fifo;
  const auto steady = static_cast<int>(from.steady);
  int host = 0, receive = 0, send = 0, started = 0, arrived = 0;
  int most = 0, least = std::numeric_limits<int>::max();
  std::int32_t t = 0;
  for (int n = 0; n < clocks; ++n, t += rules_.clock) {
    if (fifo >= rules_.start_level || !from.active) running = fifo > 0;
    for (std::int32_t start; running && !from.stopped;) {
      start = std::max(wire_free, t);
      if (start >= t + rules_.clock) break;
      wire_free = start + rules_.word_time;
      ++started;
      running = --fifo > 0;
    }
    while (ready <= t) {
      ++arrived, ++waiting;
      ready += rules_.word_time;
      if (arrived == steady) ready += from.pause;
    }

    Accesses wants;
    wants.host = host_next <= t;
    wants.receive = from.armed ? std::min(waiting, rules_.link_words) : 0;
    wants.send = from.active ? std::min(rules_.fifo_depth - fifo, rules_.link_words) : 0;
    const Accesses grants = arbitrate(kOrder, wants, rules_.accesses);
    if (wants.host > 0)
      host_next = grants.host > 0 ? host_next + from.host_interval : t + rules_.clock;
    waiting -= grants.receive;
    fifo += grants.send;
    host += grants.host, receive += grants.receive, send += grants.send;
    most = std::max(most, waiting), least = std::min(least, waiting);
    plan.left[static_cast<std::size_t>(n)] = static_cast<std::uint8_t>(grants.cpu);
    plan.records[static_cast<std::size_t>(n)] = {.running = running,
                                                 .host = static_cast<std::uint8_t>(host),
                                                 .receive = static_cast<std::uint8_t>(receive),
                                                 .send = static_cast<std::uint8_t>(send),
                                                 .most_waiting = capped(most),
                                                 .least_waiting = capped(least),
                                                 .started = static_cast<std::uint16_t>(started),
                                                 .arrived = static_cast<std::uint16_t>(arrived),
                                                 .host_next = host_next,
                                                 .wire_free = wire_free};
  }
}

}  // namespace flybar::lanai
