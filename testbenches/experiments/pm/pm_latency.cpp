#include "testbenches/experiments/pm/pm_latency.h"

#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/memory/words.h"
#include "testbenches/experiments/measure/options.h"
#include "testbenches/experiments/stacks/pm/pm_process.h"

namespace flybar::experiments {

namespace {

constexpr std::int64_t kLatencyWarmUp = 2;
constexpr Time kLatencyPatience = Time::ms(2000);
constexpr int kOther[] = {1, 0};
constexpr host::PollPolicy kWithoutPause{Time(), 1, Time()};

/// One end of the ping-pong. `serial` counts messages of both directions.
class Player {
 public:
  Player(PmStack& stack, PmStack::Host& host, Bytes payload, PmLatency::Path path)
      : host_(host),
        channel_(stack.channel(host.node)),
        under_way_(stack.under_way()),
        process_(host),
        payload_(payload),
        path_(path) {
    if (path == PmLatency::Path::kWrite) exchange_handles();
  }

  void send(std::uint64_t serial) {
    const int node = kOther[host_.node];
    if (path_ == PmLatency::Path::kBuffer) {
      fill_pattern(process_.send_buffer(payload_), serial);
      process_.send(node);
      return;
    }
    fill_pattern(source_, serial);
    process_.write(node, remote_, local_, payload_);
  }

  void receive(std::uint64_t serial) {
    const std::string where = "the message on node " + std::to_string(host_.node);
    if (path_ == PmLatency::Path::kBuffer) {
      compare_pattern(process_.receive(), serial, where);
      process_.put_back();
      return;
    }
    until_last_word(serial);
    under_way_.found(host_.node, kOther[host_.node], host_.cpu.now());
    compare_pattern(area_, serial, where);
  }

  /// Node 1: receives and sends.
  void answer(std::int64_t trips) {
    for (std::int64_t i = 0; i < trips; ++i) {
      receive(static_cast<std::uint64_t>(2 * i));
      send(static_cast<std::uint64_t>(2 * i + 1));
    }
  }
  /// Node 0: sends and receives.
  void make(std::int64_t trip) {
    send(static_cast<std::uint64_t>(2 * trip));
    receive(static_cast<std::uint64_t>(2 * trip + 1));
    host_.cpu.sync();
  }

 private:
  void exchange_handles() {
    source_ = process_.allocate(payload_);
    area_ = process_.allocate(payload_);
    local_ = process_.lock(source_);
    process_.tell(kOther[host_.node], process_.lock(area_));
    remote_ = process_.hear();
  }

  /// The receiver of a write is not told: it looks at the word that comes last.
  void until_last_word(std::uint64_t serial) {
    std::vector<std::uint8_t> wanted(area_.size());
    fill_pattern(wanted, serial);
    const std::size_t last = area_.size() - 4;
    const std::uint64_t at = *channel_.memory().find(area_.data() + last, 4);
    const std::size_t page = channel_.memory().page_size();
    const host::Physical word =
        channel_.memory().frame(at / page) + static_cast<host::Physical>(at % page);
    host_.cpu.poll_memory(
        word,
        [now = host::get_word(std::span(wanted).subspan(last))](std::uint32_t found) {
          return found == now;
        },
        kWithoutPause);
  }

  PmStack::Host& host_;
  pm::Channel& channel_;
  pm::UnderWay& under_way_;
  PmProcess process_;
  const Bytes payload_;
  const PmLatency::Path path_;
  std::span<std::uint8_t> source_, area_;
  pm_handle local_ = 0, remote_ = 0;
};

/// The time of all round trips that are measured.
Time measure(PmStack& stack, Player& player, std::int64_t all) {
  Time begin;
  for (std::int64_t i = 0; i < all; ++i) {
    if (i == kLatencyWarmUp) {
      stack.count_from(0);
      begin = software_time();
      stack.testbed().messages().measure(begin);
    }
    player.make(i);
    stack.testbed().progress(i + 1, all);
  }
  stack.count_to(0);
  return software_time() - begin;
}

}  // namespace

void PmLatency::describe(Parameters& options) {
  options.add("payload", payload_, {Bytes(4), Bytes(1 << 20)}, kWords,
              {"Bytes of each message or write.", "the published benchmark"});
  options.add_choice("path", path_, {{"buffer", Path::kBuffer}, {"write", Path::kWrite}},
                     {"A message through the buffers, or a remote write.", "messages"});
  options.add("round_trips", round_trips_, {1, 10'000'000},
              {"Round trips measured, after two that are not.", "choice"});
}

void PmLatency::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_pm(2, system, faults);
  if (path_ == Path::kBuffer)
    check_message(payload_, faults);
  else
    check_write(payload_, 2, system, faults);
}

Results PmLatency::run(const Context& context) {
  Testbed testbed(context, {.patience = kLatencyPatience, .stages_of = 0});
  testbed.messages().pause();
  PmStack stack(testbed);
  const std::int64_t all = round_trips_ + kLatencyWarmUp;
  Time took;
  stack.run_on(0, [&](PmStack::Host& host) {
    Player player(stack, host, payload_, path_);
    host.cpu.sync();
    took = measure(stack, player, all);
  });
  stack.run_on(1, [&](PmStack::Host& host) { Player(stack, host, payload_, path_).answer(all); });
  testbed.run();

  Results results;
  const double latency = took.us() / static_cast<double>(2 * round_trips_);
  results.numbers.push_back({"latency", latency, "us"});
  results.tables.push_back(testbed.messages().stages_of_first());
  stack.account(results);
  return results;
}

}  // namespace flybar::experiments
