/// The SRAM arbitration rule: who gets the accesses of one clock.
#pragma once

#include <algorithm>
#include <array>

#include "models/lanai/params.h"

namespace flybar::lanai {

/// Accesses, wanted or granted, of one clock.
struct Accesses {
  int host = 0;
  int receive = 0;
  int send = 0;
  int cpu = 0;
};

using SramPort = int Accesses::*;
namespace detail {
constexpr SramPort port_of(SramUser user) {
  constexpr std::array<SramPort, 4> kPorts = {&Accesses::host, &Accesses::receive, &Accesses::send,
                                              &Accesses::cpu};
  return kPorts[static_cast<std::size_t>(user)];
}

/// A data phase of the host needs all of its accesses in the same clock.
constexpr int grant(SramPort port, int wanted, int left) {
  if (port == &Accesses::host) return wanted <= left ? wanted : 0;
  return std::min(wanted, left);
}

template <Arbitration kArbitration>
[[gnu::always_inline]] constexpr Accesses arbitrate(const Accesses& wants, int accesses) {
  constexpr auto kOrder = kSramOrders[static_cast<std::size_t>(kArbitration)];
  Accesses grants;
  for (const SramUser user : kOrder) {
    const SramPort port = port_of(user);
    grants.*port = grant(port, wants.*port, accesses);
    accesses -= grants.*port;
  }
  if (kOrder.back() == SramUser::kCpu) grants.cpu += accesses;
  return grants;
}
}  // namespace detail

/// Fixed priority: each port takes what it wants of what is left. A processor that comes last may
/// use all that the engines leave.
[[gnu::always_inline]] constexpr Accesses arbitrate(Arbitration arbitration, const Accesses& wants,
                                                    int accesses) {
  switch (arbitration) {
    case Arbitration::kHostReceiveSendCpu:
      return detail::arbitrate<Arbitration::kHostReceiveSendCpu>(wants, accesses);
    case Arbitration::kReceiveHostSendCpu:
      return detail::arbitrate<Arbitration::kReceiveHostSendCpu>(wants, accesses);
    case Arbitration::kHostSendReceiveCpu:
      return detail::arbitrate<Arbitration::kHostSendReceiveCpu>(wants, accesses);
    case Arbitration::kCpuHostReceiveSend:
      return detail::arbitrate<Arbitration::kCpuHostReceiveSend>(wants, accesses);
  }
  return {};
}

}  // namespace flybar::lanai
