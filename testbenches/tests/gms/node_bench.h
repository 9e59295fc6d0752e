/// The parts of the service of one node, node 0, on a host of its own and a fake network. Software
/// takes no time, so that times are those of the protocol alone.
#pragma once

#include "models/gms/cache/local_memory.h"
#include "models/gms/sites/caching_site.h"
#include "models/gms/sites/directory_site.h"
#include "testbenches/tests/gms/fake_net.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::gms {

using namespace literals;

inline constexpr Bytes kFrame = 1_KB;

/// 64 frames; the pageout daemon runs with fewer than 4 free ones, until there are 8.
inline host::HostParams timeless_host() {
  host::HostParams host;
  host.memory = 64_KB;
  host.frame = kFrame;
  for (Time* cost :
       {&host.pio_store, &host.pio_load, &host.write_barrier, &host.interrupt_latency,
        &host.interrupt_entry, &host.interrupt_exit, &host.context_switch, &host.process_wake,
        &host.lock, &host.fault, &host.map_page, &host.frame_alloc, &host.dma_byte_cost}) {
    *cost = Time();
  }
  host.write_rate = host.read_rate = host.copy_rate = Rate::mb_per_s(1'000'000);
  host.free_low = 4;
  host.free_high = 8;
  return host;
}

/// 16 pages each for the node's own files and for others, of which few are under way at once.
inline GmsParams timeless_gms() {
  GmsParams gms;
  for (Time* cost : {&gms.system_call, &gms.map_call, &gms.lookup, &gms.insert, &gms.evict,
                     &gms.getpage, &gms.putpage, &gms.directory, &gms.global, &gms.epoch_cost}) {
    *cost = Time();
  }
  gms.local_cache = gms.network_memory = 16_KB;
  gms.outstanding = 2;
  gms.puts = 2;
  gms.dirty_pages = 3;
  gms.getpage_timeout = 5_ms;
  gms.retry = 2_ms;
  gms.give_up = 100_ms;
  gms.epoch = 50_ms;
  gms.epoch_evictions = 3;
  return gms;
}

/// 10 ms for any page that does not follow the last one.
inline host::DiskParams timeless_disk() {
  host::DiskParams disk;
  disk.access = 10_ms;
  disk.rate = Rate::mb_per_s(1'000'000);
  disk.start = disk.complete = Time();
  return disk;
}

class NodeBench : public host::HostBench {
 protected:
  NodeBench() : HostBench(timeless_host()) {}

  /// Runs the program on the node to its end, which comes within 10 s.
  void run(std::function<void()> program) {
    cpu.add_process("program", [this, program = std::move(program)](host::Cpu& c) {
      program();
      c.sync();
      returned = true;
      sc_core::sc_stop();
    });
    sc_core::sc_start(to_systemc(10'000_ms));
    EXPECT_TRUE(returned);
  }

  void sleep(Time time) { cpu.sleep(time); }
  Time now() const { return cpu.now(); }

  /// A page of the file whose directory site is `site`.
  PageId page_of(const FileInfo& file, Node site) const {
    PageId id{file.id, 0};
    while (member.directory_site(id) != site) ++id.page;
    return id;
  }

  host::PagePool pool{cpu};
  FakeNet net{cpu, pool, 0};
  host::Disk disk{"disk", timeless_disk(), cpu, agenda};
  Files files;
  PageObserver nobody;
  /// Pages are put away to node 2.
  Member member{"node0",
                net,
                disk,
                timeless_gms(),
                files,
                nobody,
                Epoch{.members = {0, 1, 2}, .weights = {0, 0, 1}},
                Draw(1)};
  CachingSite caching{member};
  DirectorySite directory{member, caching};
  bool returned = false;
};

}  // namespace flybar::gms
