#include "models/gms/pager/page_calls.h"

namespace flybar::gms {

void PageCalls::answered(PageId id) {
  --outstanding_;
  std::erase_if(calls_, [&](const Call& call) { return call.id == id; });
}

void PageCalls::expire(Member& member) {
  const Time now = member.cpu().now();
  while (!calls_.empty() && calls_.front().since + member.params.getpage_timeout <= now) {
    const Call oldest = calls_.front();
    calls_.erase(calls_.begin());
    member.net.gmsnet_cancel(oldest.call);
  }
}

}  // namespace flybar::gms
