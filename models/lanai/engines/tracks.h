/// What observers know of the engines, whoever works on them: model or RTL.
#pragma once

#include <string>

#include "models/common/observer.h"

namespace flybar::lanai {

/// Labels of activities.
inline constexpr const char *kReadLabel = "read", *kWriteLabel = "write";  // of host memory
inline constexpr const char *kSendLabel = "send", *kReceiveLabel = "receive";

inline Track host_track(const std::string& chip) {
  return {.name = chip + ".host_dma",
          .lanes = {{Lane::kReadsHost, kReadLabel}, {Lane::kWritesHost, kWriteLabel}}};
}
inline Track receive_track(const std::string& chip) {
  return {.name = chip + ".receive_dma", .lanes = {{Lane::kReceives, kReceiveLabel}}};
}
inline Track send_track(const std::string& chip) {
  return {.name = chip + ".send_dma", .lanes = {{Lane::kSends, kSendLabel}}};
}

}  // namespace flybar::lanai
