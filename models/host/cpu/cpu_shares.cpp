#include "models/host/cpu/cpu_shares.h"

#include "models/common/software_time.h"

namespace flybar::host {

CpuMark mark(const Cpu& cpu) {
  const CpuUse& use = cpu.use();
  return {.at = software_time(),
          .user = use.share(Share::kUser),
          .system = use.share(Share::kSystem),
          .interrupt = use.share(Share::kInterrupt)};
}

CpuShares shares_between(const CpuMark& begin, const CpuMark& end) {
  if (end.at <= begin.at) return {};
  const auto percent = [&](Time part) {
    return 100.0 * static_cast<double>(part.ps()) / static_cast<double>((end.at - begin.at).ps());
  };
  CpuShares shares{.user = percent(end.user - begin.user),
                   .system = percent(end.system - begin.system),
                   .interrupt = percent(end.interrupt - begin.interrupt)};
  shares.idle = 100.0 - shares.busy();
  return shares;
}

}  // namespace flybar::host
