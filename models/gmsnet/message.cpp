#include "models/gmsnet/message.h"

namespace flybar::gmsnet {

std::string_view name(Status status) {
  switch (status) {
    case Status::kOk:
      return "ok";
    case Status::kAbsent:
      return "absent";
    case Status::kRefused:
      return "refused";
    case Status::kUnknown:
      return "unknown operation";
    case Status::kTimedOut:
      return "timed out";
    case Status::kRecycled:
      return "call record recycled";
    case Status::kCancelled:
      return "cancelled";
    case Status::kRejected:
      return "page rejected";
  }
  return "unknown status";
}

}  // namespace flybar::gmsnet
