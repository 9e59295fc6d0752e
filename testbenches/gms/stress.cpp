#include "testbenches/gms/stress.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/gms/stream_file.h"
#include "testbenches/gms/gms_bench.h"
#include "testbenches/lockstep/random.h"

namespace flybar::gms {
namespace {

using lockstep::Random;

constexpr Bytes kPage = Bytes(1024);

/// A parted network has two switches of seven ports, five of them for nodes.
constexpr std::size_t kPortsOfTwo = 7;

/// The files of one node, or those that all nodes read.
struct FileSet {
  std::vector<File> files;
  File shared = 0;
};

Settings settings(const StressPlan& plan, Random& random) {
  Settings all = small_memories();
  all.emplace_back("link.fault_seed", std::to_string(random.between(1, 1'000'000)));
  all.emplace_back("switch.timeout", "1 ms");
  all.emplace_back("gms.epoch_evictions", "200");
  if (plan.crowded) {
    all.emplace_back("gms.network_memory", "64 KB");
    all.emplace_back("host.free_low", "910");
    all.emplace_back("host.free_high", "915");
  }
  if (plan.losses != StressPlan::Losses::kNone) {
    const bool many = plan.losses == StressPlan::Losses::kMany;
    all.emplace_back("link.byte_errors", many ? "0.000002" : "0.0000005");
    all.emplace_back("link.lost_tails", many ? "0.004" : "0.0003");
  }
  if (plan.parted) {
    all.emplace_back("link.dead_cable", std::to_string(plan.nodes));
    all.emplace_back("link.dead_from", "100 ms");
  }
  all.insert(all.end(), plan.settings.begin(), plan.settings.end());
  return all;
}

FileSet make_files(Files& files, Node node, File shared) {
  FileSet set{{}, shared};
  set.files.push_back(files.add_empty({.scratch = true}, 120, node).id);
  set.files.push_back(files.add_empty({.sticky = true, .scratch = true}, 60, node).id);
  set.files.push_back(files.add({}, 60, node).id);
  set.files.push_back(files.add({.sticky = true}, 60, node).id);
  return set;
}

/// One program: reads and writes its files, in sequence or here and there.
class Program {
 public:
  Program(GmsBench& bench, Service& service, FileSet files, const StressPlan& plan)
      : bench_(bench),
        service_(service),
        files_(std::move(files)),
        parted_(plan.parted),
        random_(plan.seed * 1000 + service.member().node()) {}

  void run(std::int64_t operations, std::int64_t death) {
    for (std::int64_t done = 0; done < operations && !service_.member().dead;) {
      if (done >= death) return service_.die();
      done += random_.one_in(3) ? sequence() : single();
    }
  }
  std::int64_t lost() const { return lost_; }
  /// The longest that it has waited for a page.
  Time longest() const { return longest_; }

 private:
  StreamFile& open(File file) {
    auto& stream = streams_[file];
    if (!stream) stream = std::make_unique<StreamFile>(service_, file, random_.between(0, 6));
    return *stream;
  }
  File draw_file() { return random_.one_in(5) ? files_.shared : random_.one_of(files_.files); }

  std::int64_t single() {
    const File file = draw_file();
    use(file, draw_page(file), random_.one_in(2));
    if (random_.one_in(50)) open(file).close();
    if (random_.one_in(20)) service_.member().cpu().sleep(Time::us(random_.between(1, 2000)));
    return 1;
  }
  std::int64_t sequence() {
    const File file = draw_file();
    const bool write = random_.one_in(2);
    const std::uint32_t first = draw_page(file);
    const auto length = static_cast<std::uint32_t>(random_.between(2, 30));
    const std::uint32_t last = std::min(service_.file(file).size(), first + length);
    for (std::uint32_t page = first; page < last; ++page) use(file, page, write);
    return last - first;
  }
  std::uint32_t draw_page(File file) {
    return static_cast<std::uint32_t>(random_.between(0, service_.file(file).size() - 1));
  }

  void use(File file, std::uint32_t page, bool write) {
    if (service_.member().dead) return;
    const auto offset = random_.one_in(2) ? 0 : random_.between(0, kPage.count - 8);
    const auto length =
        offset == 0 && random_.one_in(2) ? kPage.count : random_.between(1, kPage.count - offset);
    const bool can_write = file != files_.shared;
    const Time begin = service_.member().cpu().now();
    const bool done = write && can_write ? open(file).write(page, Bytes(offset), Bytes(length))
                                         : open(file).read(page, Bytes(offset), Bytes(length));
    longest_ = std::max(longest_, service_.member().cpu().now() - begin);
    if (!done && !service_.member().dead) {
      ++lost_;
      if (parted_) check_lost({file, page});
      open(file).write(page, Bytes(), kPage);
    }
    bench_.testbed().progress();
  }

  void check_lost(PageId id) {
    bench_.ledger().check_lost(id, bench_.files().page(id).lost, service_.member().node());
  }

  GmsBench& bench_;
  Service& service_;
  const FileSet files_;
  const bool parted_;
  Random random_;
  std::map<File, std::unique_ptr<StreamFile>> streams_;
  std::int64_t lost_ = 0;
  Time longest_{};
};

/// Frames that nobody has any use for. The rings have some, and those of the last calls that were
/// given up may not be back yet.
std::string check_memory(Service& service) {
  const host::Frames& frames = service.member().memory().frames;
  const std::size_t files = service.pager().local().capacity() + 4;
  const std::size_t most = files + service.caching().capacity();
  constexpr std::size_t kRings = 200;
  if (frames.count() - frames.free_count() <= most + kRings) return "";
  return fmt::format("error: {} of {} frames of {} are in use",
                     frames.count() - frames.free_count(), frames.count(), service.member().name);
}

struct Summary {
  std::uint64_t network = 0, own = 0, disk = 0, absent = 0, failed = 0, puts = 0, refused = 0,
                clean = 0, moved = 0, written_back = 0, own_gone = 0, epochs = 0;
};

Summary sum(GmsBench& bench, std::size_t nodes) {
  Summary all;
  for (std::size_t n = 0; n < nodes; ++n) {
    Service& service = bench.service(n);
    const FetchCounters& fetched = service.pager().fetcher().counters();
    const PutCounters& put = service.pager().putter().counters();
    all.network += fetched.network, all.own += fetched.own, all.disk += fetched.disk;
    all.absent += fetched.absent, all.failed += fetched.failed;
    all.puts += put.network, all.refused += put.refused, all.clean += put.clean;
    all.moved += service.mover().counters().moved;
    all.written_back += service.mover().counters().written_back;
    all.own_gone += service.caching().counters().own;
    all.epochs += service.epochs().coordinated();
  }
  return all;
}

/// What the programs saw.
struct Seen {
  std::int64_t lost = 0;
  Time longest{};  ///< wait for a page
};

std::string text(const StressPlan& plan, GmsBench& bench, const Seen& seen) {
  const Summary all = sum(bench, plan.nodes);
  const bool relieved = all.moved > 0 && all.written_back > 0 && all.own_gone > 0;
  const char* fault = plan.crowded && !relieved ? "error: no crowded node was relieved: " : "";
  return fault +
         fmt::format(
             "seed {}: {} reads, {} writes, {} lost; pages from network {}, own {}, disk {}, "
             "absent {}, "
             "failed {}; put {}, refused {}, clean {}, moved {}, written back {}, own replaced {}; "
             "{} epochs, longest wait {}",
             plan.seed, bench.ledger().reads(), bench.ledger().writes(), seen.lost, all.network,
             all.own, all.disk, all.absent, all.failed, all.puts, all.refused, all.clean, all.moved,
             all.written_back, all.own_gone, all.epochs, quantity::print(seen.longest));
}

std::string run(const StressPlan& plan) {
  Random random(plan.seed);
  const myrinet::Topology topology =
      plan.parted ? myrinet::switch_chain(plan.nodes, kPortsOfTwo) : small_network(plan.nodes);
  GmsBench bench(topology, settings(plan, random), cluster::find_platform("alcor-miata"));
  if (plan.parted) bench.ledger().part({5, 6, 7}, Time::ms(100));
  const File shared = bench.files().add({.sticky = true}, 100, std::nullopt).id;
  const std::int64_t each = plan.operations / static_cast<std::int64_t>(plan.nodes);
  std::vector<std::int64_t> deaths(plan.nodes, each + 1);
  for (std::size_t i = 0; i < plan.deaths; ++i) {
    deaths[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(plan.nodes) - 1))] =
        random.between(0, each);
  }
  Seen seen;
  for (std::size_t n = 0; n < plan.nodes; ++n) {
    const FileSet files = make_files(bench.files(), static_cast<Node>(n), shared);
    bench.run_on(n, [&, n, files](Service& service) {
      Program program(bench, service, files, plan);
      program.run(each, deaths[n]);
      seen.lost += program.lost();
      seen.longest = std::max(seen.longest, program.longest());
    });
  }
  bench.run();
  for (std::size_t n = 0; n < plan.nodes; ++n) {
    if (std::string found = check_memory(bench.service(n)); !found.empty()) return found;
  }
  if (bench.ledger().losses() < static_cast<std::uint64_t>(seen.lost)) {
    return "error: pages were said to be lost that are not";
  }
  const Time give_up = bench.service(0).member().params.give_up;
  if (seen.longest > give_up) {
    return fmt::format("error: seed {}: a program waited {} for a page, and gms.give_up is {}",
                       plan.seed, quantity::print(seen.longest), quantity::print(give_up));
  }
  return text(plan, bench, seen);
}

}  // namespace

std::string stress(const StressPlan& plan) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  try {
    return run(plan);
  } catch (const std::exception& error) {
    return fmt::format("error: seed {}: {}", plan.seed, error.what());
  }
}

}  // namespace flybar::gms
