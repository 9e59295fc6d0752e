#include "models/host/disk_params.h"

namespace flybar::host {

void describe(Parameters& table, DiskParams& p) {
  using enum Confidence;
  table.add("disk.access", p.access, {Time(), Time::ms(100)},
            {"average seek and rotation, before a block that does not follow the last one",
             "Seagate Barracuda, published with the measurements", kDocumented});
  table.add("disk.rate", p.rate, {Rate::mb_per_s(1), Rate::mb_per_s(1000)},
            {"transfer rate", "disks of 7200 rpm of that time: 7 to 11 MB/s", kGuess});
  table.add("disk.start", p.start, {Time(), Time::ms(1)},
            {"CPU time until the disk has a request", "no source", kGuess});
  table.add(
      "disk.complete", p.complete, {Time(), Time::ms(1)},
      {"CPU time of the interrupt handler for each request that is done", "no source", kGuess});
}

}  // namespace flybar::host
