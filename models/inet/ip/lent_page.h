/// A page of the kernel that is sent from where it lies, as the protocol stack holds it: its owner
/// is told when the stack, and all devices, have done with the datagram that it went with.
#pragma once

#include <lwip/pbuf.h>

#include <cstdint>

#include "models/inet/ip/pages_under_way.h"

namespace flybar::inet {

struct LentPage {
  pbuf_custom reference;
  PagesUnderWay* pages;
  PagesUnderWay::Lent lent;

  /// A packet buffer for these bytes, which lie at `bytes`. With the last reference to it they have
  /// left.
  static pbuf* make(PagesUnderWay& pages, const PagesUnderWay::Lent& lent,
                    const std::uint8_t* bytes);
};

}  // namespace flybar::inet
