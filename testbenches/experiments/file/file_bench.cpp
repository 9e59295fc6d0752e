#include "testbenches/experiments/file/file_bench.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "models/common/delivery_error.h"
#include "models/common/quantity.h"
#include "models/gms/epoch/epoch_message.h"
#include "models/gms/file/block_mapping.h"
#include "models/gms/file/mapped_file.h"
#include "models/gms/file/stream_file.h"
#include "models/gms/gms_params.h"
#include "models/host/params.h"
#include "testbenches/experiments/measure/possible.h"
#include "testbenches/experiments/stacks/gms/kernel_stack.h"

namespace flybar::experiments {

namespace {

constexpr Bytes kPage = Bytes(8192);  ///< as the published measurements count
constexpr Time kFilePatience = Time::ms(60'000);

Bytes frame(const cluster::SystemParams& system) {
  return system.node(0).get<host::HostParams>().frame;
}

}  // namespace

void FileBench::describe(Parameters& options) {
  options.add_choice(
      "interface", interface_,
      {{"stream", Interface::kStream}, {"mmap", Interface::kMmap}, {"mmb", Interface::kMmb}},
      {"How the program gets at the file: system calls, a mapping of all of it, or memory-mapped "
       "blocks.",
       "the published measurements compare them"});
  add_call_transport(options, transport_);
  if (!writes()) add_pages_in(options, pages_in_);
  options.add("touch", touch_, {Bytes(1), Bytes(65536)},
              {"Bytes of each page that the program uses.", "one word to all, as published"});
  options.add("file", file_, kPage, {Bytes(64 * 1024), Bytes(std::int64_t{1} << 33)},
              {"Size of the file; a plain number counts pages of 8 KB.",
               "published: 120000 pages; this is enough for a steady state"});
  options.add("read_ahead", read_ahead_, {0, 256},
              {"Pages asked for ahead of a sequential reader.", "choice"});
  options.add("servers", servers_, {1, gms::kMostMembers - 1},
              {"Nodes that contribute memory.", "choice"});
}

std::uint32_t FileBench::pages(const cluster::SystemParams& system) const {
  return static_cast<std::uint32_t>(file_.count / frame(system).count);
}

void FileBench::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  const cluster::SystemParams nodes = roles(system);
  const std::size_t before = faults.size();
  check_calls(transport_, static_cast<std::size_t>(servers_ + 1), nodes, faults);
  if (faults.size() > before) return;
  if (touch_ > frame(nodes)) {
    faults.push_back({"touch", quantity::print(touch_),
                      "at most a page of " + quantity::print(frame(nodes)),
                      "touch less, or change host.frame"});
  }
  check_local_cache(nodes, faults);
  const std::int64_t room = servers_ * pages_per_server(nodes.node(1));
  if (pages_in_ == PagesIn::kMemory && pages(nodes) > room) {
    faults.push_back(
        {"file", std::to_string(pages(nodes)) + " pages",
         "at most " + std::to_string(room) + " pages, which fit into the network memory of " +
             std::to_string(servers_) + " servers",
         "raise servers, server.host.memory and server.gms.network_memory, or use a smaller file"});
  }
}

/// Memory-mapped blocks are there as a whole, with some pages on their way.
void FileBench::check_local_cache(const cluster::SystemParams& nodes,
                                  std::vector<Fault>& faults) const {
  using Blocks = gms::BlockMapping;
  const auto& host = nodes.node(0).get<host::HostParams>();
  const Bytes cache = nodes.node(0).get<gms::GmsParams>().local_cache;
  const Bytes least(static_cast<std::int64_t>(Blocks::kRegions + 1) * Blocks::kRegion.count);
  if (interface_ == Interface::kMmb && cache < least) {
    faults.push_back({"gms.local_cache", quantity::print(cache),
                      "at least " + quantity::print(least) + " with interface=mmb",
                      "raise it, or use another interface"});
  }
  const std::int64_t frames = host.memory.count / host.frame.count;
  const std::int64_t pages = cache.count / host.frame.count;
  if (pages > frames / 2) {
    faults.push_back({"gms.local_cache", quantity::print(cache), "at most half of host.memory",
                      "lower it, or raise host.memory"});
  }
}

std::unique_ptr<gms::FileAccess> FileBench::open(gms::Service& service, gms::File file) const {
  using Use = gms::BlockMapping::Use;
  switch (interface_) {
    case Interface::kStream:
      return std::make_unique<gms::StreamFile>(service, file, read_ahead_);
    case Interface::kMmap:
      return std::make_unique<gms::MappedFile>(service, file, read_ahead_);
    case Interface::kMmb:
      break;
  }
  const bool whole = touch_ == service.member().frame_size();
  const Use write = whole ? Use::kOverwrite : Use::kUpdate;
  return std::make_unique<gms::BlockMapping>(service, file, writes() ? write : Use::kRead);
}

/// What is measured begins when the local cache is full.
void FileBench::go_through(Testbed& testbed, gms::Service& service, gms::File file) {
  const std::uint32_t all = service.file(file).size();
  const auto warm_up =
      std::min(all / 2, static_cast<std::uint32_t>(service.pager().local().capacity()));
  host::Cpu& cpu = service.member().cpu();
  const auto mark = [&] {
    cpu.sync();
    return host::mark(cpu);
  };
  const auto access = open(service, file);
  for (std::uint32_t page = 0; page < all; ++page) {
    if (page == warm_up) begin_ = mark();
    const bool done =
        writes() ? access->write(page, Bytes(), touch_) : access->read(page, Bytes(), touch_);
    if (!done) {
      throw DeliveryError("file benchmark", "page " + std::to_string(page) + " is lost",
                          "pages that can be used while no node dies", "look at the counters");
    }
    testbed.progress(page + 1, all);
  }
  if (writes()) access->close();
  end_ = mark();
  measured_ = all - warm_up;
}

Results FileBench::measure(const Context& context) {
  const cluster::SystemParams system = roles(context.system);
  const Context here = context.on(system);
  const auto nodes = static_cast<std::size_t>(servers_ + 1);
  Testbed testbed(here, {.nodes = nodes, .patience = kFilePatience});
  KernelStack kernels(testbed, transport_);
  Stack& stack = kernels.stack();
  MemoryCluster cluster(testbed, kernels.kernels());
  const gms::Policy policy{.sticky = !writes(), .scratch = writes()};
  gms::FileInfo& file = writes() ? cluster.files().add_empty(policy, pages(system), 0)
                                 : cluster.files().add(policy, pages(system), 0);
  if (!writes() && pages_in_ == PagesIn::kMemory) cluster.warm(file.id);
  for (std::size_t n = 1; n < nodes; ++n) {
    stack.run_on(n, [&cluster, n](cluster::Node&) { cluster.service(n).start(); });
  }
  stack.run_on(0, [&](cluster::Node&) {
    cluster.service(0).start();
    go_through(testbed, cluster.service(0), file.id);
  });
  testbed.run();
  return results(here, stack, cluster);
}

/// Some of the pages measured were read ahead, and had come before the measurement began. If few
/// pages are measured, the rate may therefore be more than a link carries.
void FileBench::require_many_pages(double bandwidth, double most) const {
  if (writes() || read_ahead_ == 0 || can_carry(most, bandwidth)) return;
  throw ConfigurationError(
      {{"file",
        fmt::format("{} pages are measured, some of which were read ahead before: {:.2f} MB/s",
                    measured_, bandwidth),
        fmt::format("so many that these do not count: link and bus carry {:.2f} MB/s", most),
        "use a longer file, or read_ahead=0"}});
}

Results FileBench::results(const Context& context, Stack& stack, MemoryCluster& cluster) const {
  const double elapsed = (end_.at - begin_.at).us();
  const host::CpuShares cpu = host::shares_between(begin_, end_);
  const double pages = measured_;
  Results results;
  results.numbers = {
      {"bandwidth", pages * static_cast<double>(frame(context.system).count) / elapsed, "MB/s"},
      {"cpu_system", cpu.system + cpu.interrupt, "%"},
      {"cpu_left", 100 - cpu.system - cpu.interrupt, "%"},
      {"cpu_total", cpu.busy(), "%"},
      {"cpu_user", cpu.user, "%"},
      {"cpu_interrupt", cpu.interrupt, "%"},
      {"touched_bandwidth", pages * static_cast<double>(touch_.count) / elapsed, "MB/s"},
      {"time_per_page", elapsed / pages, "us"},
  };
  require_many_pages(results.numbers.front().value, most_received(stack.testbed()));
  cluster.account(results);
  stack.account(results);
  return results;
}

}  // namespace flybar::experiments
