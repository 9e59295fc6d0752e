// Generated from models/layouts/arbitration.toml by scripts/generate. Edit the source, not this file.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

// clang-format off
namespace flybar::lanai {

/// Who gets an SRAM access first. The processor last is the real chip; with the processor first the
/// engines are slowed by it, and the fast stepping has nothing to run ahead of.
enum class Arbitration : std::uint8_t {
  kHostReceiveSendCpu,
  kReceiveHostSendCpu,
  kHostSendReceiveCpu,
  kCpuHostReceiveSend,
};

enum class SramUser : std::uint8_t { kHost, kReceive, kSend, kCpu };

/// The users for each Arbitration, the most urgent first.
inline constexpr std::array<std::array<SramUser, 4>, 4> kSramOrders = {{
    {SramUser::kHost, SramUser::kReceive, SramUser::kSend, SramUser::kCpu},
    {SramUser::kReceive, SramUser::kHost, SramUser::kSend, SramUser::kCpu},
    {SramUser::kHost, SramUser::kSend, SramUser::kReceive, SramUser::kCpu},
    {SramUser::kCpu, SramUser::kHost, SramUser::kReceive, SramUser::kSend},
}};

/// As parameters name them.
inline constexpr std::array<std::pair<const char*, Arbitration>, 4> kArbitrationNames = {{
    {"host-receive-send-cpu", Arbitration::kHostReceiveSendCpu},
    {"receive-host-send-cpu", Arbitration::kReceiveHostSendCpu},
    {"host-send-receive-cpu", Arbitration::kHostSendReceiveCpu},
    {"cpu-host-receive-send", Arbitration::kCpuHostReceiveSend},
}};

}  // namespace flybar::lanai
