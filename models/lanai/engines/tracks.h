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
          .lanes = {{Lane::kReadsHost, kReadLabel}, {Lane::kWritesHost, kWriteLabel}},
          .block = Block::kEngine,
          .row = Row::kHostTransfers};
}
inline Track receive_track(const std::string& chip) {
  return {.name = chip + ".receive_dma",
          .lanes = {{Lane::kReceives, kReceiveLabel}},
          .block = Block::kEngine,
          .row = Row::kReceives};
}
inline Track send_track(const std::string& chip) {
  return {.name = chip + ".send_dma",
          .lanes = {{Lane::kSends, kSendLabel}},
          .block = Block::kEngine,
          .row = Row::kSends};
}
/// The processor's track. Its program works for the messages whose engines it starts.
inline Track program_track(const std::string& chip, Time clock) {
  return {.name = chip + ".cpu",
          .kind = TrackKind::kProgram,
          .period = clock,
          .part_of = {chip, {Lane::kReadsHost, Lane::kWritesHost, Lane::kSends}, true}};
}
/// The chip's transactions as master of a bus belong to its transfers of host memory.
inline Track::PartOf bus_work(const std::string& chip) {
  return {chip, {Lane::kReadsHost, Lane::kWritesHost}};
}

}  // namespace flybar::lanai
