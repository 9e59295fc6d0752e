/// Frames of calls that are over, which the NIC may yet write to: a message had used the token when
/// the call was given up. They come back with that message, or once it has been dropped.
#include <algorithm>

#include "models/gmsnet/gmsnet.h"

namespace flybar::gmsnet {

void Gmsnet::strand(const CallRecord& record) {
  stranded_.push_back({record.token, record.expected.frame, cpu_.now()});
}

void Gmsnet::unstrand(trapeze::Token token) {
  const auto found = std::find_if(stranded_.begin(), stranded_.end(),
                                  [&](const Stranded& each) { return each.token == token; });
  if (found == stranded_.end()) return;
  pool_.free(found->frame);
  stranded_.erase(found);
}

/// One at a time, since each look at the NIC costs the caller a read over the bus.
void Gmsnet::recover_stranded() {
  if (stranded_.empty() || cpu_.now() - stranded_.front().since < params_.grace) return;
  const Stranded oldest = stranded_.front();
  stranded_.pop_front();
  stranded_.push_back({oldest.token, oldest.frame, cpu_.now()});
  if (!tpz_ipt_cancel(nic_, oldest.token)) return;
  ++counters_.reclaimed;
  unstrand(oldest.token);
}

}  // namespace flybar::gmsnet
