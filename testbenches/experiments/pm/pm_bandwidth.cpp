#include "testbenches/experiments/pm/pm_bandwidth.h"

#include "models/common/software_time.h"
#include "testbenches/experiments/measure/options.h"

namespace flybar::experiments {

using namespace literals;

namespace {

/// A system in which nothing has been achieved for so long hangs.
constexpr Time kBandwidthPatience = Time::ms(2000);

/// Of messages in place, which the receiver takes at once: those that lie in its buffer when the
/// measurement begins come at no time. With so many the rate is within 2 % of that of thousands.
constexpr std::int64_t kFewestInPlace = 30;

void add_hits(Parameters& options, double& percent) {
  options.add("hit_percent", percent, "", {0.0, 100.0},
              {"Of the locks of the sender, how many percent find their area pinned.", "all hit"});
}

/// Runs both programs of one stack to the end.
template <class Send, class Receive>
void run_both(Testbed& testbed, PmStack& stack, double hit_percent, Send send, Receive receive) {
  PmTarget target;
  testbed.messages().pause();
  stack.run_on(0, [&](PmStack::Host& host) {
    stack.channel(0).pins().force_hits(hit_percent);
    PmSender sender(stack, host, target);
    send(sender);
  });
  stack.run_on(1, [&](PmStack::Host& host) {
    PmReceiver receiver(host, target);
    receive(receiver);
  });
  testbed.run();
}

}  // namespace

void PmBandwidth::describe(Parameters& options) {
  options.add("payload", payload_, {4_B, Bytes(1 << 20)}, kWords,
              {"Bytes of each transfer.", "the published benchmark"});
  options.add_choice(
      "path", path_,
      {{"buffer", PmPath::kBuffer}, {"buffer-copy", PmPath::kCopy}, {"write", PmPath::kWrite}},
      {"Messages in place, messages with copies at both ends, or remote writes.",
       "the published benchmarks do all"});
  add_hits(options, hit_percent_);
  options.add("transfers", transfers_, {1, 10'000'000},
              {"Transfers measured, after four that are not. Of messages, four more follow. 30 or "
               "more by path=buffer.",
               "steady state"});
  options.add("offset", offset_, {Bytes(0), Bytes(4092)}, kWords,
              {"Where the sender's area begins in its page.", "at its begin"});
}

void PmBandwidth::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_pm(2, system, faults);
  if (path_ == PmPath::kWrite) check_write(payload_, 1, system, faults);
  if (path_ == PmPath::kBuffer && transfers_ < kFewestInPlace)
    faults.push_back({"transfers", std::to_string(transfers_) + " by path=buffer",
                      std::to_string(kFewestInPlace) + " .. 10000000",
                      "raise it, or choose another path: fewer lie in the receiver's buffer"});
}

Results PmBandwidth::run(const Context& context) {
  Testbed testbed(context, {.patience = kBandwidthPatience});
  PmStack stack(testbed);
  const PmTransfers transfers{path_, payload_, offset_, transfers_};
  PmMeasured measured;
  run_both(
      testbed, stack, hit_percent_, [&](PmSender& sender) { sender.run(transfers, measured); },
      [&](PmReceiver& receiver) { receiver.run(transfers, measured); });

  Results results;
  const double each = (measured.end - measured.begin).us() / static_cast<double>(transfers_);
  results.numbers = {{"bandwidth", measured.bandwidth(transfers), "MB/s"},
                     {"time_per_transfer", each, "us"},
                     {"pin_hits", static_cast<double>(measured.hits), ""},
                     {"pin_misses", static_cast<double>(measured.misses), ""}};
  stack.account(results);
  return results;
}

void PmCrossover::describe(Parameters& options) {
  add_hits(options, hit_percent_);
  const Limits<Bytes> sizes{4_B, Bytes(1 << 20)};
  options.add("from", range_.from, sizes, kWords, {"The smallest size.", "choice"});
  options.add("to", range_.to, sizes, {"The largest size.", "choice"});
  options.add("step", range_.step, sizes, kWords, {"From size to size.", "choice"});
}

void PmCrossover::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_pm(2, system, faults);
  check_write(range_.to, 1, system, faults);
  range_.check(faults);
}

namespace {

/// One way of one size.
struct Measurement {
  PmTransfers transfers;
  PmMeasured measured = {};

  double bandwidth() const { return measured.bandwidth(transfers); }
};

/// Copies and writes of each size.
std::vector<Measurement> measurements_of(const std::vector<Bytes>& sizes) {
  constexpr std::int64_t kTransfers = 20;
  std::vector<Measurement> all;
  for (const Bytes size : sizes)
    for (const PmPath path : {PmPath::kCopy, PmPath::kWrite})
      all.push_back({{path, size, Bytes(0), kTransfers}});
  return all;
}

}  // namespace

Results PmCrossover::run(const Context& context) {
  Testbed testbed(context, {.patience = kBandwidthPatience});
  PmStack stack(testbed);
  std::vector<Measurement> all = measurements_of(range_.sizes());
  const auto send = [&](PmSender& sender) {
    std::int64_t done = 0;
    for (Measurement& one : all) {
      sender.run(one.transfers, one.measured);
      testbed.progress(++done, static_cast<std::int64_t>(all.size()));
    }
  };
  const auto receive = [&](PmReceiver& receiver) {
    for (Measurement& one : all) receiver.run(one.transfers, one.measured);
  };
  run_both(testbed, stack, hit_percent_, send, receive);

  std::vector<TwoWays> ways;
  for (std::size_t i = 0; i < all.size(); i += 2)
    ways.push_back({all[i].transfers.payload, all[i].bandwidth(), all[i + 1].bandwidth()});
  Results results;
  add_crossover(ways, {"buffer-copy MB/s", "write MB/s"}, results);
  stack.account(results);
  return results;
}

void PmPin::describe(Parameters& options) {
  options.add("pages", pages_, {1, 4096}, {"Pages of the area.", "the published measurement"});
  add_hits(options, hit_percent_);
}

void PmPin::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_pm(2, system, faults);
  const std::int64_t entries = system.node(0).get<pm::Params>().firmware.pin_entries;
  if (pages_ > entries)
    faults.push_back({"pages", std::to_string(pages_),
                      "at most pm.pin_entries = " + std::to_string(entries), "lower it"});
}

namespace {

constexpr std::int64_t kPairs = 100;  ///< of a lock and an unlock

/// Locks and unlocks an area, and releases what is pinned as often as the pin table is to miss.
class Pinning {
 public:
  Pinning(PmStack& stack, PmStack::Host& host, std::int64_t pages)
      : stack_(stack), host_(host), process_(host) {
    const auto pool = process_.allocate(Bytes((pages + 1) * 4096));
    area_ = from_page(pool).first(static_cast<std::size_t>(pages) * 4096);
  }

  void run(double hit_percent) {
    process_.lock(area_);
    process_.unlock(area_);
    double misses = 0;
    for (std::int64_t i = 0; i < kPairs; ++i) {
      misses += (100 - hit_percent) / 100;
      if (misses >= static_cast<double>(releases_ + 1) - 1e-9) {
        release_ += took([&] { stack_.channel(host_.node).pins().release_all(); });
        ++releases_;
      }
      lock_ += took([&] { process_.lock(area_); });
      unlock_ += took([&] { process_.unlock(area_); });
      stack_.testbed().progress(i + 1, kPairs);
    }
  }

  std::vector<Result> numbers() const {
    const auto mean = [](Time sum, std::int64_t of) { return sum.us() / static_cast<double>(of); };
    std::vector<Result> numbers = {{"time", mean(lock_ + unlock_, kPairs), "us"},
                                   {"lock", mean(lock_, kPairs), "us"},
                                   {"unlock", mean(unlock_, kPairs), "us"}};
    if (releases_ > 0) numbers.push_back({"release", mean(release_, releases_), "us"});
    return numbers;
  }

 private:
  template <class Call>
  Time took(Call call) {
    host_.cpu.sync();
    const Time begin = software_time();
    call();
    host_.cpu.sync();
    return software_time() - begin;
  }

  PmStack& stack_;
  PmStack::Host& host_;
  PmProcess process_;
  std::span<std::uint8_t> area_;
  Time lock_, unlock_, release_;
  std::int64_t releases_ = 0;
};

}  // namespace

Results PmPin::run(const Context& context) {
  Testbed testbed(context, {.patience = kBandwidthPatience});
  PmStack stack(testbed);
  Results results;
  stack.run_on(0, [&](PmStack::Host& host) {
    Pinning pinning(stack, host, pages_);
    pinning.run(hit_percent_);
    results.numbers = pinning.numbers();
  });
  stack.run_on(1, [](PmStack::Host&) {});
  testbed.run();
  stack.account(results);
  return results;
}

}  // namespace flybar::experiments
