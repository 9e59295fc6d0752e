/// Frames of calls that are over, which the card may yet write to: a message had used the token
/// when the call was given up. They come back with that message, or once it has been dropped.
#include <algorithm>

#include "models/gmsnet/carriers/trapeze/trapeze_carrier.h"

namespace flybar::gmsnet {

void TrapezeCarrier::leave_behind(PageToken token, host::Physical frame) {
  stranded_.push_back({token, frame, cpu_.now()});
}

void TrapezeCarrier::unstrand(PageToken token) {
  const auto found = std::find_if(stranded_.begin(), stranded_.end(),
                                  [&](const Stranded& each) { return each.token == token; });
  if (found == stranded_.end()) return;
  pool_.free(found->frame);
  stranded_.erase(found);
}

/// One at a time, since each look at the card costs the caller a read over the bus.
bool TrapezeCarrier::recover() {
  if (stranded_.empty() || cpu_.now() - stranded_.front().since < grace_) return false;
  const Stranded oldest = stranded_.front();
  stranded_.pop_front();
  stranded_.push_back({oldest.token, oldest.frame, cpu_.now()});
  if (!tpz_ipt_cancel(nic_, oldest.token)) return false;
  unstrand(oldest.token);
  return true;
}

/// A frame that the card put a page into though its call was given up is nobody's.
void TrapezeCarrier::drop(Incoming& message) {
  if (tpz_ipt_returned(behind(message))) unstrand(tpz_get_token(behind(message)));
}

}  // namespace flybar::gmsnet
