#include "testbenches/experiments/pm/pm_bandwidth.h"

#include "models/common/quantity.h"
#include "models/common/systemc_time.h"
#include "testbenches/experiments/options.h"

namespace flybar::experiments {

using namespace literals;

namespace {

/// A system in which nothing has been achieved for so long hangs.
constexpr Time kBandwidthPatience = Time::ms(2000);

void add_hits(Parameters& options, double& percent) {
  options.add("hit_percent", percent, "", {0.0, 100.0},
              {"Of the locks of the sender, how many percent find their area pinned.", "all hit"});
}

/// Runs both programs of one stack to the end.
template <class Send, class Receive>
void run_both(Testbed& testbed, PmStack& stack, double hit_percent, Send send, Receive receive) {
  PmTarget target;
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
              {"Transfers measured, after four that are not. Of messages, four more follow.",
               "steady state"});
  options.add("offset", offset_, {Bytes(0), Bytes(4092)}, kWords,
              {"Where the sender's area begins in its page.", "at its begin"});
}

void PmBandwidth::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_pm(2, system, faults);
  if (path_ == PmPath::kWrite) check_write(payload_, 1, system, faults);
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
  options.add("from", from_, sizes, kWords, {"The smallest size.", "choice"});
  options.add("to", to_, sizes, {"The largest size.", "choice"});
  options.add("step", step_, sizes, kWords, {"From size to size.", "choice"});
}

void PmCrossover::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  check_pm(2, system, faults);
  check_write(to_, 1, system, faults);
  constexpr std::int64_t kMost = 1000;
  if (from_ > to_)
    faults.push_back({"from", quantity::print(from_) + ", more than `to`",
                      "at most " + quantity::print(to_), "swap them"});
  else if ((to_ - from_).count / step_.count > kMost)
    faults.push_back({"step", quantity::print(step_) + ", which makes more than 1000 sizes",
                      "fewer", "raise it"});
}

std::vector<Bytes> PmCrossover::sizes() const {
  std::vector<Bytes> sizes;
  for (Bytes size = from_; size <= to_; size += step_) sizes.push_back(size);
  return sizes;
}

Results PmCrossover::run(const Context& context) {
  constexpr std::int64_t kTransfers = 20;
  Testbed testbed(context, {.patience = kBandwidthPatience});
  PmStack stack(testbed);
  struct Way {
    PmTransfers transfers;
    PmMeasured measured;
    double bandwidth() const { return measured.bandwidth(transfers); }
  };
  const std::vector<Bytes> all = sizes();
  std::vector<Way> ways;  // two of each size
  for (const Bytes size : all)
    for (const PmPath path : {PmPath::kCopy, PmPath::kWrite})
      ways.push_back({{path, size, Bytes(0), kTransfers}, {}});
  run_both(
      testbed, stack, hit_percent_,
      [&](PmSender& sender) {
        for (std::size_t i = 0; i < ways.size(); ++i) {
          sender.run(ways[i].transfers, ways[i].measured);
          testbed.progress(static_cast<std::int64_t>(i + 1),
                           static_cast<std::int64_t>(ways.size()));
        }
      },
      [&](PmReceiver& receiver) {
        for (Way& way : ways) receiver.run(way.transfers, way.measured);
      });

  Results results;
  const auto copied = [&](std::size_t size) { return ways[2 * size].bandwidth(); };
  const auto written = [&](std::size_t size) { return ways[2 * size + 1].bandwidth(); };
  std::size_t first = all.size();
  while (first > 0 && written(first - 1) > copied(first - 1)) --first;
  const double size = first < all.size() ? static_cast<double>(all[first].count) : 0;
  results.numbers.push_back({"size", size, "B"});
  Table table{"sizes",
              "size",
              {"buffer-copy MB/s", "write MB/s"},
              {},
              first < all.size() ? "" : "writes are not quicker at the largest size: 0 above"};
  for (std::size_t i = 0; i < all.size(); ++i)
    table.rows.push_back({quantity::print(all[i]), {copied(i), written(i)}});
  results.tables.push_back(table);
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

Results PmPin::run(const Context& context) {
  constexpr std::int64_t kPairs = 100;
  Testbed testbed(context, {.patience = kBandwidthPatience});
  PmStack stack(testbed);
  Time lock, unlock, release;
  std::int64_t releases = 0;
  stack.run_on(0, [&](PmStack::Host& host) {
    PmProcess process(host);
    const auto pool = process.allocate(Bytes((pages_ + 1) * 4096));
    const std::size_t skip = (4096 - reinterpret_cast<std::uintptr_t>(pool.data()) % 4096) % 4096;
    const auto area = pool.subspan(skip, static_cast<std::size_t>(pages_) * 4096);
    const auto took = [&](auto call) {
      host.cpu.sync();
      const Time begin = kernel_time();
      call();
      host.cpu.sync();
      return kernel_time() - begin;
    };
    process.lock(area);
    process.unlock(area);
    double misses = 0;
    for (std::int64_t i = 0; i < kPairs; ++i) {
      misses += (100 - hit_percent_) / 100;
      if (misses >= static_cast<double>(releases + 1) - 1e-9) {
        release += took([&] { stack.channel(0).pins().release_all(); });
        ++releases;
      }
      lock += took([&] { process.lock(area); });
      unlock += took([&] { process.unlock(area); });
      testbed.progress(i + 1, kPairs);
    }
  });
  stack.run_on(1, [](PmStack::Host&) {});
  testbed.run();

  const auto mean = [](Time sum) { return sum.us() / static_cast<double>(kPairs); };
  Results results;
  results.numbers = {{"time", mean(lock + unlock), "us"},
                     {"lock", mean(lock), "us"},
                     {"unlock", mean(unlock), "us"}};
  if (releases > 0)
    results.numbers.push_back({"release", release.us() / static_cast<double>(releases), "us"});
  stack.account(results);
  return results;
}

}  // namespace flybar::experiments
