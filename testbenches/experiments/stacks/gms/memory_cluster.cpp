#include "testbenches/experiments/stacks/gms/memory_cluster.h"

#include <algorithm>
#include <string>

#include "models/common/quantity.h"
#include "models/gms/gms_params.h"
#include "models/gms/page/content.h"
#include "models/host/params.h"
#include "testbenches/experiments/stacks/trapeze/options.h"

namespace flybar::experiments {

namespace {

/// Frames of a host that are not for pages of files: rings, the pool's reserve.
constexpr std::int64_t kReserve = 64;

}  // namespace

void add_pages_in(Parameters& options, PagesIn& pages) {
  options.add_choice(
      "pages", pages, {{"memory", PagesIn::kMemory}, {"disk", PagesIn::kDisk}},
      {"Where the file is: in the memory of other nodes, or on the client's disk.", "choice"});
}

void check_frames(const cluster::SystemParams& system, std::vector<Fault>& faults) {
  if (system.node(0).get<host::HostParams>().frame != system.node(1).get<host::HostParams>().frame)
    faults.push_back({"host.frame", "client and server differ", "one size for all nodes",
                      "give both roles the same host.frame"});
}

void check_pages(const cluster::SystemParams& system, std::vector<Fault>& faults) {
  const std::size_t before = faults.size();
  check_frames(system, faults);
  if (faults.size() > before) return;
  check_page(system.node(0).get<host::HostParams>().frame, system.node(0), faults);
}

std::int64_t pages_per_server(const LayerParams& server) {
  const auto& host = server.get<host::HostParams>();
  const std::int64_t frames = host.memory.count / host.frame.count;
  const std::int64_t spare = frames - host.free_high - kReserve;
  const Bytes most = server.get<gms::GmsParams>().network_memory;
  return std::max<std::int64_t>(0, std::min(spare, most.count / host.frame.count));
}

MemoryCluster::MemoryCluster(Testbed& testbed, Kernels& kernels) {
  gms::Epoch first;
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n) {
    first.members.push_back(static_cast<gms::Node>(n));
    first.weights.push_back(n == 0 ? 0 : 1);
  }
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n) {
    cluster::Node& node = testbed.hardware().node(n);
    services_.emplace_back(
        gms::Service::Parts{node.name(), kernels.gmsnet(n), node.disk, files_, ledger_},
        testbed.context().system.node(n).get<gms::GmsParams>(), first);
  }
}

void MemoryCluster::account(Results& results) {
  const auto add = [&](const char* name, std::uint64_t count) {
    results.numbers.push_back({name, static_cast<double>(count), ""});
  };
  gms::Service& service = services_.front();
  const gms::FetchCounters& fetched = service.pager().fetcher().counters();
  const gms::PutCounters& put = service.pager().putter().counters();
  add("faults", static_cast<std::uint64_t>(service.space().faults()));
  add("pages_from_network", fetched.network);
  add("pages_from_disk", fetched.disk);
  add("pages_to_network", put.network + put.clean);
  add("pages_to_disk", put.disk);
  add("pages_checked", ledger_.reads() + ledger_.writes());
}

void MemoryCluster::warm(gms::File file) {
  gms::FileInfo& info = files_.file({file, 0});
  for (gms::PageId id{file, 0}; id.page < info.size(); ++id.page) {
    if (info.pages[id.page].on_disk == 0) continue;
    keep(id, static_cast<gms::Node>(1 + placed_++ % (services_.size() - 1)));
  }
}

void MemoryCluster::keep(gms::PageId id, gms::Node site) {
  const gms::FileInfo& info = files_.file(id);
  gms::PageState& state = files_.page(id);
  gms::Service& keeper = services_[site];
  keeper.caching().place(
      id, {.version = state.on_disk, .sticky = info.policy.sticky, .home = *info.home});
  host::Memory& memory = keeper.member().memory();
  gms::fill(memory.edit(keeper.caching().pages().find(id)->frame), id, state.on_disk);
  services_[keeper.member().directory_site(id)].directory().place(id, {site, state.on_disk});
  state.put_away = state.on_disk;
}

}  // namespace flybar::experiments
