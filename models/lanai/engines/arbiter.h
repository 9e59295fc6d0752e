/// The SRAM arbitration rule: who gets the accesses of one clock.
#pragma once

#include <algorithm>

#include "models/lanai/params.h"

namespace flybar::lanai {

/// 32-bit accesses, wanted or granted, of one clock.
struct Accesses {
  int host = 0;
  int receive = 0;
  int send = 0;
  int cpu = 0;
};

/// Fixed priority: each takes what it wants of what is left. The processor's share is what the
/// engines leave, unless it comes first. Order of the real chip: G-rec, LANai 4.X documentation as
/// cited in the VMMC and FM papers.
inline Accesses arbitrate(Arbitration order, const Accesses& wants, int accesses) {
  Accesses grants;
  const auto give = [&accesses](int want) {
    const int granted = std::min(want, accesses);
    accesses -= granted;
    return granted;
  };
  switch (order) {
    case Arbitration::kHostReceiveSendCpu:
      grants.host = give(wants.host);
      grants.receive = give(wants.receive);
      grants.send = give(wants.send);
      break;
    case Arbitration::kReceiveHostSendCpu:
      grants.receive = give(wants.receive);
      grants.host = give(wants.host);
      grants.send = give(wants.send);
      break;
    case Arbitration::kHostSendReceiveCpu:
      grants.host = give(wants.host);
      grants.send = give(wants.send);
      grants.receive = give(wants.receive);
      break;
    case Arbitration::kCpuHostReceiveSend:
      grants.cpu = give(wants.cpu);
      grants.host = give(wants.host);
      grants.receive = give(wants.receive);
      grants.send = give(wants.send);
      return grants;
  }
  grants.cpu = accesses;
  return grants;
}

}  // namespace flybar::lanai
