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
  PagesUnderWay::Left left;

  /// A packet buffer for `length` bytes at `bytes`. With the last reference to it `left` is called,
  /// outside of the stack.
  static pbuf* make(PagesUnderWay& pages, const PagesUnderWay::Left& left,
                    const std::uint8_t* bytes, std::uint16_t length);
};

}  // namespace flybar::inet
