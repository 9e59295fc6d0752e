#include "testbenches/tests/attack/gms/stress.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/gms/file/stream_file.h"
#include "testbenches/tests/gms/gms_bench.h"

namespace flybar::gms {
namespace {

constexpr Bytes kPage = Bytes(1024);

/// A parted network has two switches of seven ports, five of them for nodes.
constexpr std::size_t kPortsOfTwo = 7;

/// The files of one node by StressFile.
using FileSet = std::array<File, kStressFiles>;

FileSet make_files(Files& files, Node node, File shared) {
  const auto pages = [](StressFile file) { return kStressPages[static_cast<std::size_t>(file)]; };
  return {
      files.add_empty({.scratch = true}, pages(StressFile::kScratch), node).id,
      files.add_empty({.sticky = true, .scratch = true}, pages(StressFile::kStickyScratch), node)
          .id,
      files.add({}, pages(StressFile::kOwn), node).id,
      files.add({.sticky = true}, pages(StressFile::kSticky), node).id, shared};
}

/// The program of one node.
class Program {
 public:
  Program(GmsBench& bench, Service& service, const FileSet& files, const StressNode& node,
          bool parted)
      : bench_(bench), service_(service), files_(files), node_(node), parted_(parted) {}

  void run() {
    std::int64_t used = 0;
    for (const StressAction& action : node_.actions) {
      if (service_.member().dead) return;
      if (node_.dies_after >= 0 && used >= node_.dies_after) return service_.die();
      run(action);
      used += action.pages;
    }
  }
  std::int64_t lost() const { return lost_; }
  /// The longest that it has waited for a page.
  Time longest() const { return longest_; }

 private:
  StreamFile& open(File file) {
    auto& stream = streams_[file];
    if (!stream) stream = std::make_unique<StreamFile>(service_, file, node_.ahead);
    return *stream;
  }

  void run(const StressAction& action) {
    const File file = files_[static_cast<std::size_t>(action.file)];
    for (std::uint32_t n = 0; n < action.pages && !service_.member().dead; ++n)
      use({file, action.first + n}, action);
    if (action.close) open(file).close();
    if (action.sleep > Time()) service_.member().cpu().sleep(action.sleep);
  }

  void use(PageId id, const StressAction& action) {
    StreamFile& stream = open(id.file);
    const Time begin = service_.member().cpu().now();
    const bool done = action.write ? stream.write(id.page, action.offset, action.length)
                                   : stream.read(id.page, action.offset, action.length);
    longest_ = std::max(longest_, service_.member().cpu().now() - begin);
    if (!done && !service_.member().dead) {
      ++lost_;
      if (parted_) check_lost(id);
      stream.write(id.page, Bytes(), kPage);
    }
    bench_.testbed().progress();
  }

  void check_lost(PageId id) {
    bench_.ledger().check_lost(id, bench_.files().page(id).lost, service_.member().node());
  }

  GmsBench& bench_;
  Service& service_;
  const FileSet files_;
  const StressNode& node_;
  const bool parted_;
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

std::string text(const StressScenario& scenario, GmsBench& bench, const Seen& seen) {
  const Summary all = sum(bench, scenario.nodes.size());
  const bool relieved = all.moved > 0 && all.written_back > 0 && all.own_gone > 0;
  const char* fault = scenario.crowded && !relieved ? "error: no crowded node was relieved: " : "";
  return fault +
         fmt::format(
             "{} reads, {} writes, {} lost; pages from network {}, own {}, disk {}, absent {}, "
             "failed {}; put {}, refused {}, clean {}, moved {}, written back {}, own replaced {}; "
             "{} epochs, longest wait {}",
             bench.ledger().reads(), bench.ledger().writes(), seen.lost, all.network, all.own,
             all.disk, all.absent, all.failed, all.puts, all.refused, all.clean, all.moved,
             all.written_back, all.own_gone, all.epochs, quantity::print(seen.longest));
}

std::string run(const StressScenario& scenario, experiments::Transport transport) {
  const std::size_t nodes = scenario.nodes.size();
  const myrinet::Topology topology =
      scenario.parted ? myrinet::switch_chain(nodes, kPortsOfTwo) : small_network(nodes);
  GmsBench bench(topology, scenario.settings, transport);
  if (scenario.parted) bench.ledger().part({5, 6, 7}, Time::ms(100));
  const File shared =
      bench.files()
          .add({.sticky = true}, kStressPages[static_cast<std::size_t>(StressFile::kShared)],
               std::nullopt)
          .id;
  Seen seen;
  for (std::size_t n = 0; n < nodes; ++n) {
    const FileSet files = make_files(bench.files(), static_cast<Node>(n), shared);
    bench.run_on(n, [&, n, files](Service& service) {
      Program program(bench, service, files, scenario.nodes[n], scenario.parted);
      program.run();
      seen.lost += program.lost();
      seen.longest = std::max(seen.longest, program.longest());
    });
  }
  bench.run();
  for (std::size_t n = 0; n < nodes; ++n) {
    if (std::string found = check_memory(bench.service(n)); !found.empty()) return found;
  }
  if (bench.ledger().losses() < static_cast<std::uint64_t>(seen.lost)) {
    return "error: pages were said to be lost that are not";
  }
  const Time give_up = bench.service(0).member().params.give_up;
  if (seen.longest > give_up) {
    return fmt::format("error: a program waited {} for a page, and gms.give_up is {}",
                       quantity::print(seen.longest), quantity::print(give_up));
  }
  return text(scenario, bench, seen);
}

}  // namespace

std::string stress(const StressScenario& scenario, experiments::Transport transport) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  try {
    return run(scenario, transport);
  } catch (const std::exception& error) {
    return fmt::format("error: {}", error.what());
  }
}

}  // namespace flybar::gms
