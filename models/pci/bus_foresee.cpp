/// Runs of reads that are not made one by one.
#include <algorithm>
#include <numeric>

#include "models/common/details.h"
#include "models/common/extension.h"
#include "models/common/systemc_time.h"
#include "models/pci/bus.h"

namespace flybar::pci {

/// As request(), grant() and take_answer() on a bus that has been idle for a while.
tlm::tlm_sync_enum Bus::foresee(int port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                sc_core::sc_time& delay) {
  auto& foresight = extension<Foresight>(payload, name());
  const Time edge = clock_.edge_at_or_after(instant(delay));
  const int target = target_of(payload);
  if (owner_ != kNobody || waiting_ != 0 || edge <= end_ || target == kNobody)
    return tlm::TLM_COMPLETED;
  const Time frame = std::max(end_ + clock_.period(), edge + clock_.time(params_.arbitration));
  if (phase == kRepeat) repeat(port, payload, foresight, frame);
  delay = delay_until(frame);
  const auto result = targets_[target]->nb_transport_fw(payload, phase, delay);
  if (result != tlm::TLM_UPDATED) return result;
  Time& grid = foresight.grid;
  if (grid != clock_.period()) grid = Time::ps(std::lcm(grid.ps(), clock_.period().ps()));
  return result;
}

void Bus::repeat(int port, const tlm::tlm_generic_payload& payload, const Foresight& run,
                 Time frame) {
  const Time end = clock_.edge_at_or_after(run.end);
  const Bytes moved(payload.get_data_length());
  const Port& master = ports_[static_cast<std::size_t>(port)];
  const auto& burst = extension<Burst>(payload, name());
  for (std::int64_t i = 0; i < run.times; ++i) {
    const Time later = i * run.period;
    observer_.on(Activity{.track = master.track,
                          .begin = frame + later,
                          .end = end + later,
                          .label = "read",
                          .message = 0,
                          .bytes = moved.count});
    if (master.wires == kUntold) continue;
    observer_.on(BusTransfer{.track = master.wires,
                             .asked = frame + later - clock_.time(params_.arbitration),
                             .granted_until = end + later,
                             .frame = frame + later,
                             .first_data = burst.first_data + later,
                             .interval = burst.interval,
                             .end = end + later,
                             .address = payload.get_address(),
                             .data = {payload.get_data_ptr(), payload.get_data_length()},
                             .write = false,
                             .claimed = true,
                             .stopped = false});
  }
  use_.busy += (end - frame) * run.times;
  use_.transactions += run.times;
  use_.read += Bytes(moved.count * run.times);
  grants_ += static_cast<std::uint64_t>(run.times);
  arbiter_.granted(static_cast<unsigned>(port));
  last_owner_ = port;
  end_ = end + (run.times - 1) * run.period;
}

}  // namespace flybar::pci
