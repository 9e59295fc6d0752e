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
using PortOrder = std::array<SramPort, 4>;

/// The ports of the SRAM, the most urgent first, for each Arbitration. Order of the real chip:
/// G-rec, LANai 4.X documentation as cited in the VMMC and FM papers.
inline constexpr std::array<PortOrder, 4> kPortOrders = {{
    {&Accesses::host, &Accesses::receive, &Accesses::send, &Accesses::cpu},
    {&Accesses::receive, &Accesses::host, &Accesses::send, &Accesses::cpu},
    {&Accesses::host, &Accesses::send, &Accesses::receive, &Accesses::cpu},
    {&Accesses::cpu, &Accesses::host, &Accesses::receive, &Accesses::send},
}};

namespace detail {
/// A data phase of the host needs all of its accesses in the same clock.
constexpr int grant(SramPort port, int wanted, int left) {
  if (port == &Accesses::host) return wanted <= left ? wanted : 0;
  return std::min(wanted, left);
}

template <Arbitration kArbitration>
[[gnu::always_inline]] constexpr Accesses arbitrate(const Accesses& wants, int accesses) {
  constexpr PortOrder kOrder = kPortOrders[static_cast<std::size_t>(kArbitration)];
  Accesses grants;
  for (const SramPort port : kOrder) {
    grants.*port = grant(port, wants.*port, accesses);
    accesses -= grants.*port;
  }
  if (kOrder.back() == &Accesses::cpu) grants.cpu += accesses;
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
