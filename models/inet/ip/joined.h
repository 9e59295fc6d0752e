/// Datagrams that were joined from fragments: what is spent on others with the packet that they
/// come in is spent on these when the last fragment is there.
#pragma once

#include <cstddef>

#include "models/inet/ip/inet.h"

namespace flybar::inet {

class Joined {
 public:
  explicit Joined(Inet& inet) : inet_(inet) {}

  /// Inside a guard of the stack: a datagram of `length` bytes has come, in fragments or not.
  void came(std::size_t length);
  /// Outside.
  void spend();

 private:
  Inet& inet_;
  std::size_t count_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace flybar::inet
