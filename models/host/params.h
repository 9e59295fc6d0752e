/// What host software costs, and how much memory there is.
#pragma once

#include <string>

#include "models/common/parameters.h"
#include "models/common/rate.h"
#include "models/common/units.h"
#include "models/host/backoff.h"

namespace flybar {
class LayerParams;
}

namespace flybar::host {

/// One host. The defaults are an AlphaStation 500 (21164 at 266 MHz). Sources: params.cpp.
struct HostParams {
  static constexpr const char* kLayer = "host";
  Bytes memory = Bytes(128 * 1024 * 1024);
  Bytes frame = Bytes(8192);

  Rate copy_rate = Rate::mb_per_s(80);    ///< a byte read and written elsewhere
  Rate write_rate = Rate::mb_per_s(130);  ///< a byte overwritten
  Rate read_rate = Rate::mb_per_s(200);   ///< a byte looked at
  Time dma_byte_cost = Time::ps(5860);    ///< memory time that a device's byte takes from the CPU

  Time pio_store = Time::ns(8);       ///< CPU time of one word into the write buffer
  Bytes pio_merge = Bytes(32);        ///< most bytes of consecutive stores in one PIO write
  Time pio_load = Time::ns(15);       ///< CPU time of one load, besides the wait for its data
  Time write_barrier = Time::ns(40);  ///< CPU time of the instruction that stops merging

  Time poll_check = Time::ns(40);  ///< CPU time of one look while polling, besides the load itself
  PollPolicy poll;

  /// Times of the kernel and of programs are those of a processor of the reference clock: on
  /// another clock, kernel_work() or program_work() of it.
  Time clock = kReferenceClock;            ///< of the processor that does the work
  Time reference_clock = kReferenceClock;  ///< of the processor whose times the parameters give
  double memory_share = 0.5;  ///< of the kernel's time in which the CPU waits for memory

  Time interrupt_latency = Time::us(1);  ///< from the line to the CPU, which works on
  Time interrupt_entry = Time::us(5);    ///< CPU time until the driver's handler begins
  Time interrupt_exit = Time::us(1);     ///< CPU time from its end to the interrupted work
  Time soft_interrupt = Time::ns(1500);  ///< CPU time until the software interrupt's handler begins
  Time context_switch = Time::ns(2300);  ///< CPU time from a thread being chosen until it runs
  Time process_wake = Time::ns(1700);    ///< and of a process that slept, besides
  Time lock = Time::ns(200);             ///< CPU time of taking a lock, or of giving it back

  Time fault = Time::us(8);        ///< CPU time of a page fault besides what the pager does
  Time map_page = Time::us(1);     ///< CPU time of changing one entry of a page table
  Time frame_alloc = Time::us(1);  ///< CPU time of taking a frame from the pool, or of freeing it
  std::int64_t free_low = 64;      ///< frames; with fewer the pageout daemon runs
  std::int64_t free_high = 128;    ///< frames; until there are as many

  static constexpr Time kReferenceClock = Time::ps(3760);  ///< 266 MHz
  /// CPU time of work of the kernel that takes `time` on the reference clock: memory is no quicker
  /// for the clock.
  Time kernel_work(Time time) const;
  /// Work of a program or of its libraries, on this CPU. All of its time scales with the clock: its
  /// data are in the caches, and copies are charged apart.
  Time program_work(Time time) const;

  Time copy_time(Bytes bytes) const { return copy_rate.byte_time() * bytes.count; }
  Time read_time(Bytes bytes) const { return read_rate.byte_time() * bytes.count; }
  Time write_time(Bytes bytes) const { return write_rate.byte_time() * bytes.count; }

 private:
  /// `unscaled`: share of `time` that the clock does not change.
  Time scaled(Time time, double unscaled) const;
};

/// Adds every parameter under `prefix` ("host.").
void describe(Parameters& parameters, HostParams& params, const std::string& prefix);

/// Adds HostParams and DiskParams to those of a node.
void add_layer(LayerParams& node);

}  // namespace flybar::host
