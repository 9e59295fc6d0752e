#include "models/host/params.h"

#include <bit>
#include <cmath>

#include "models/common/layer_params.h"
#include "models/common/quantity.h"
#include "models/host/disk_params.h"

namespace flybar::host {
namespace {

using enum Confidence;

void describe_memory(Parameters& table, HostParams& p, const std::string& prefix) {
  table.add(prefix + "memory", p.memory, {Bytes(1 << 20), Bytes(1 << 30)},
            {"physical memory", "AlphaStation 500 as measured", kDocumented});
  table.add(prefix + "frame", p.frame, {Bytes(512), Bytes(65536)}, kPowersOfTwo,
            {"page frame, a power of two", "8 KB on Alpha, 4 KB on Intel", kDocumented});
  table.add(
      prefix + "copy_rate", p.copy_rate, {Rate::mb_per_s(10), Rate::mb_per_s(2000)},
      {"copying memory that is in no cache", "79.6 to 124.4 MB/s on an Alpha PC 433", kGuess});
  table.add(prefix + "write_rate", p.write_rate, {Rate::mb_per_s(10), Rate::mb_per_s(4000)},
            {"overwriting memory that is in no cache", "as the copy, without its reads", kGuess});
  table.add(prefix + "read_rate", p.read_rate, {Rate::mb_per_s(10), Rate::mb_per_s(4000)},
            {"reading memory that is in no cache", "as the copy, without its writes", kGuess});
  table.add(
      prefix + "dma_byte_cost", p.dma_byte_cost, {Time(), Time::ns(50)},
      {"memory time that a byte moved by a device takes from the CPU",
       "a CPU keeps 25 % of its memory bandwidth while the NIC reads 128 MB/s (Alcor)", kInferred});
  table.add_check([&p, prefix](std::vector<Fault>& faults) {
    if (p.memory.count % p.frame.count == 0) return;
    faults.push_back({prefix + "frame", quantity::print(p.frame),
                      "a power of two that divides " + prefix + "memory", "for example \"8 KB\""});
  });
}

void describe_pio(Parameters& table, HostParams& p, const std::string& prefix) {
  table.add(prefix + "pio_store", p.pio_store, {Time(), Time::us(1)},
            {"CPU time of one word into the write buffer", "two clocks of the 21164", kInferred});
  table.add(prefix + "pio_merge", p.pio_merge, {Bytes(4), Bytes(32)}, kPowersOfTwo,
            {"most bytes of consecutive stores that leave as one PIO write; 4 B if "
             "the CPU does not merge stores to the card",
             "write buffers of the 21164 and write combining of the P6 hold 32 B", kInferred});
  table.add(prefix + "pio_load", p.pio_load, {Time(), Time::us(1)},
            {"CPU time of a PIO load besides its wait", "four clocks of the 21164", kInferred});
  table.add(prefix + "write_barrier", p.write_barrier, {Time(), Time::us(2)},
            {"CPU time of a write barrier", "21164: ten clocks", kGuess});
}

void describe_polling(Parameters& table, HostParams& p, const std::string& prefix) {
  table.add(prefix + "poll_check", p.poll_check, {Time::ns(1), Time::us(5)},
            {"CPU time of one look while polling", "ten clocks of the 21164", kGuess});
  table.add(prefix + "poll_first", p.poll.first, {Time(), Time::ms(1)},
            {"first pause between two looks", "\"tuned back-off\", value not published", kGuess});
  table.add(
      prefix + "poll_factor", p.poll.factor, "", {1.0, 16.0},
      {"growth of the pause from look to look", "\"tuned back-off\", value not published", kGuess});
  table.add(prefix + "poll_maximum", p.poll.maximum, {Time(), Time::ms(10)},
            {"longest pause between two looks", "\"tuned back-off\", value not published", kGuess});
  table.add_check([&p, prefix](std::vector<Fault>& faults) {
    if (p.poll.first <= p.poll.maximum) return;
    faults.push_back({prefix + "poll_first",
                      quantity::print(p.poll.first) + ", longer than " + prefix + "poll_maximum",
                      "up to " + quantity::print(p.poll.maximum),
                      "lower it or raise " + prefix + "poll_maximum"});
  });
}

void describe_kernel(Parameters& table, HostParams& p, const std::string& prefix) {
  const Limits<Time> periods{Time::ns(1), Time::ns(100)};
  table.add_clock(
      prefix + "clock", p.clock, periods,
      {"clock of the processor. CPU times are given as on host.reference_clock: those of "
       "programs, of MPI and of PM's library scale with the clock, and so does the "
       "part of the kernel's that is no memory time",
       "AlphaStation 500 as measured: a 21164", kDocumented});
  table.add_clock(prefix + "reference_clock", p.reference_clock, periods,
                  {"clock of the processor on which CPU times of the kernel and of programs are "
                   "as the parameters say",
                   "the kernel's times are those of the AlphaStation 500's 21164", kDocumented});
  table.add(
      prefix + "memory_share", p.memory_share, "", {0.0, 0.95},
      {"share of the kernel's CPU time that is memory time: the clock does not change it, "
       "and devices that use the memory stretch it as they stretch copies",
       "0.3 to 0.8: kernels of the time missed their caches in every other function", kGuess});
}

void describe_interrupts(Parameters& table, HostParams& p, const std::string& prefix) {
  const char* six = "6 us on average to field an interrupt, split by guess";
  table.add(prefix + "interrupt_latency", p.interrupt_latency, {Time(), Time::us(50)},
            {"from the interrupt line to the CPU", six, kInferred});
  table.add(prefix + "interrupt_entry", p.interrupt_entry, {Time(), Time::us(50)},
            {"CPU time until the driver's handler begins", six, kInferred});
  table.add(prefix + "interrupt_exit", p.interrupt_exit, {Time(), Time::us(50)},
            {"CPU time of returning from an interrupt", "no source", kGuess});
  table.add(prefix + "soft_interrupt", p.soft_interrupt, {Time(), Time::us(50)},
            {"CPU time until the handler of the software interrupt begins, each time that it runs",
             "1 to 3 us: save, dispatch, return", kGuess});
  table.add(prefix + "context_switch", p.context_switch, {Time(), Time::us(100)},
            {"CPU time until a thread that was chosen runs: save, choose, restore",
             "some 300 instructions of the 21164 with misses; scales as all of the kernel's time",
             kGuess});
  table.add(
      prefix + "process_wake", p.process_wake, {Time(), Time::us(100)},
      {"CPU time, besides, of a process that slept: its address space, its stack, its place "
       "in the run queue. Threads of the kernel have no address space to change to",
       "the published difference between a blocked caller and a daemon, after a reply", kGuess});
  table.add(prefix + "lock", p.lock, {Time(), Time::us(10)},
            {"CPU time of taking a lock, or of giving it back",
             "two memory barriers and a locked access of the 21164", kGuess});
}

void describe_paging(Parameters& table, HostParams& p, const std::string& prefix) {
  table.add(
      prefix + "fault", p.fault, {Time(), Time::us(200)},
      {"CPU time of a page fault besides its pager: trap, search, return", "no source", kGuess});
  table.add(prefix + "map_page", p.map_page, {Time(), Time::us(50)},
            {"CPU time of changing one entry of a page table", "no source", kGuess});
  table.add(prefix + "frame_alloc", p.frame_alloc, {Time(), Time::us(50)},
            {"CPU time of taking a frame from the kernel's pool, or of giving it back",
             "some 200 instructions of the 21164 under a lock", kGuess});
  table.add(prefix + "free_low", p.free_low, {1, 100'000},
            {"free frames below which the pageout daemon runs", "no source", kGuess});
  table.add(prefix + "free_high", p.free_high, {1, 100'000},
            {"free frames that the pageout daemon makes", "no source", kGuess});
  table.add_check([&p, prefix](std::vector<Fault>& faults) {
    if (p.free_low <= p.free_high && p.free_high < p.memory.count / p.frame.count) return;
    faults.push_back(
        {prefix + "free_high", std::to_string(p.free_high),
         prefix + "free_low or more, and fewer than the frames of " + prefix + "memory",
         "lower " + prefix + "free_low, or give the host more memory"});
  });
}

}  // namespace

Time HostParams::scaled(Time time, double unscaled) const {
  if (clock == reference_clock) return time;
  const double ratio = static_cast<double>(clock.ps()) / static_cast<double>(reference_clock.ps());
  const double scale = unscaled + (1 - unscaled) * ratio;
  return Time::ps(std::llround(static_cast<double>(time.ps()) * scale));
}

Time HostParams::kernel_work(Time time) const {
  return scaled(time, memory_share);
}

Time HostParams::program_work(Time time) const {
  return scaled(time, 0);
}

void describe(Parameters& parameters, HostParams& params, const std::string& prefix) {
  describe_memory(parameters, params, prefix);
  describe_pio(parameters, params, prefix);
  describe_polling(parameters, params, prefix);
  describe_kernel(parameters, params, prefix);
  describe_interrupts(parameters, params, prefix);
  describe_paging(parameters, params, prefix);
}

void add_layer(LayerParams& node) {
  node.add<HostParams>(
      {}, [](Parameters& table, HostParams& own, auto&...) { describe(table, own, "host."); });
  node.add<DiskParams>({},
                       [](Parameters& table, DiskParams& own, auto&...) { describe(table, own); });
}

}  // namespace flybar::host
