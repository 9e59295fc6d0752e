#include "testbenches/experiments/file/page_fault.h"

#include <algorithm>
#include <string>

#include "models/common/delivery_error.h"
#include "models/common/mix.h"
#include "models/gms/file/mapped_file.h"
#include "models/host/params.h"
#include "testbenches/experiments/stacks/gms/kernel_stack.h"

namespace flybar::experiments {

namespace {

constexpr Time kFaultPatience = Time::ms(60'000);
/// Faults before those that are measured: cards and hosts have come up by then.
constexpr std::int64_t kUncounted = 8;
constexpr std::size_t kToucher = 0, kKnower = 1;
constexpr Bytes kWordTouched(4);
/// Pages of a file, for each of whose directory is on the right node: more than there are members.
constexpr std::int64_t kSpread = 6;

}  // namespace

void PageFault::describe(Parameters& options) {
  add_call_transport(options, transport_);
  options.add_choice(
      "hops", hops_, {{"2", Hops::kTwo}, {"3", Hops::kThree}},
      {"Hosts that a fault is about: the node that knows where the page is has it, or passes the "
       "request on to one that has.",
       "choice"});
  add_pages_in(options, pages_);
  options.add("faults", faults_, {1, 100'000}, {"Pages that are touched, after some.", "choice"});
}

std::int64_t PageFault::all_faults() const {
  return kUncounted + faults_;
}

void PageFault::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  const std::size_t before = faults.size();
  check_calls(transport_, nodes(), system, faults);
  if (faults.size() > before) return;
  const std::int64_t room = pages_per_server(system.node(nodes() - 1));
  if (pages_ == PagesIn::kMemory && all_faults() > room)
    faults.push_back(
        {"faults", std::to_string(faults_) + ", a page each",
         "at most " + std::to_string(room - kUncounted) + ", which fit into the memory of a server",
         "lower it, or raise server.host.memory and server.gms.network_memory"});
}

/// The pages that the program touches, in that order.
std::vector<gms::PageId> PageFault::place(MemoryCluster& cluster) const {
  const auto size = static_cast<std::uint32_t>(kSpread * all_faults() + 8 * kUncounted);
  const gms::File file = cluster.files().add({.sticky = true}, size, kToucher).id;
  const gms::Member& member = cluster.service(kToucher).member();
  std::vector<gms::PageId> pages;
  for (gms::PageId id{file, 0}; id.page < size; ++id.page) {
    if (static_cast<std::int64_t>(pages.size()) == all_faults()) break;
    if (member.directory_site(id) != kKnower) continue;
    if (pages_ == PagesIn::kMemory) cluster.keep(id, static_cast<gms::Node>(nodes() - 1));
    pages.push_back(id);
  }
  for (std::size_t i = pages.size(); i > 1; --i)
    std::swap(pages[i - 1], pages[random_number(1, i) % i]);
  return pages;
}

/// A server's own instants are the steps of its calls; so its costs are those from the last step
/// before what is measured to the last one of that.
void PageFault::watch(std::size_t n, KernelStack& kernels) {
  gmsnet::Gmsnet& gmsnet = kernels.kernels().gmsnet(n);
  gmsnet.watch([this, n, &cpu = gmsnet.cpu()](gmsnet::CallStep step,
                                              const gmsnet::ReplyToken& token, Time at) {
    if (token.origin != kToucher || token.call == 0) return;
    steps_.note(step, at);
    if (n == kToucher) return;
    measures_ ? costs_[n].end(cpu) : costs_[n].begin(cpu);
  });
}

void PageFault::touch(Testbed& testbed, gms::Service& service,
                      const std::vector<gms::PageId>& pages) {
  host::Cpu& cpu = service.member().cpu();
  gms::MappedFile file(service, pages.front().file, 0);
  std::int64_t done = 0;
  for (const gms::PageId id : pages) {
    cpu.sync();
    if (done == kUncounted) {
      measures_ = true;
      costs_[kToucher].begin(cpu);
    }
    if (measures_) steps_.begin(cpu.now());
    if (!file.read(id.page, Bytes(), kWordTouched))
      throw DeliveryError("page-fault", "page " + std::to_string(id.page) + " is lost",
                          "pages that can be used while no node dies", "look at the counters");
    cpu.sync();
    if (measures_) steps_.end(cpu.now());
    testbed.progress(++done, all_faults());
  }
  costs_[kToucher].end(cpu);
}

Results PageFault::run(const Context& context) {
  Testbed testbed(context, {.nodes = nodes(), .patience = kFaultPatience});
  KernelStack kernels(testbed, transport_);
  MemoryCluster cluster(testbed, kernels.kernels());
  costs_.resize(nodes());
  const std::vector<gms::PageId> pages = place(cluster);
  for (std::size_t n = 0; n < nodes(); ++n) watch(n, kernels);
  for (std::size_t n = 1; n < nodes(); ++n)
    kernels.stack().run_on(n, [&cluster, n](cluster::Node&) { cluster.service(n).start(); });
  kernels.stack().run_on(kToucher, [&](cluster::Node&) {
    cluster.service(kToucher).start();
    touch(testbed, cluster.service(kToucher), pages);
  });
  testbed.run();
  return results(kernels, cluster);
}

Results PageFault::results(KernelStack& kernels, MemoryCluster& cluster) const {
  const Histogram& latencies = steps_.latencies();
  const auto count = static_cast<double>(faults_);
  double servers = 0;
  std::vector<std::pair<std::string, const CostsOf*>> hosts;
  for (std::size_t n = 0; n < nodes(); ++n) {
    hosts.emplace_back("node" + std::to_string(n), &costs_[n]);
    if (n != kToucher) servers += costs_[n].busy();
  }
  Results results;
  results.numbers = {{"latency", latencies.mean_us(), "us"},
                     {"latency_p50", latencies.quantile(0.5).us(), "us"},
                     {"latency_p99", latencies.quantile(0.99).us(), "us"},
                     {"cpu_client", costs_[kToucher].busy() / count, "us"},
                     {"cpu_servers", servers / count, "us"}};
  if (pages_ == PagesIn::kMemory) results.tables.push_back(steps_.table());
  results.tables.push_back(costs_table("CPU time of a fault", hosts, count));
  results.histograms.push_back({"faults", latencies});
  cluster.account(results);
  kernels.stack().account(results);
  return results;
}

}  // namespace flybar::experiments
