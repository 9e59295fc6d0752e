#include "testbenches/tests/inet/socket/use.h"

#include <ostream>

namespace flybar::inet {

Use use_of(Inet& inet) {
  return {inet.cpu().memory().frames.pinned(),
          inet.pages().count(),
          inet.output().count(),
          inet.input().frames(),
          inet.stack().connections(),
          inet.pool().free_count()};
}

std::ostream& operator<<(std::ostream& out, const Use& use) {
  return out << "pins " << use.pinned << ", pages under way " << use.under_way << ", output "
             << use.output << ", received frames " << use.received << ", connections "
             << use.connections << ", free frames " << use.frames;
}

}  // namespace flybar::inet
