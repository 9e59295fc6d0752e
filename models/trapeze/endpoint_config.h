/// How one endpoint is set up.
#pragma once

#include <cstdint>
#include <span>

#include "models/lanai/board/driver_config.h"
#include "models/layouts/generated/endpoint_layout.hpp"
#include "models/trapeze/mcp_params.h"
#include "models/trapeze/names.h"

namespace flybar::trapeze {

/// How the host learns of a message.
enum class Notify : std::uint8_t { kPolling, kInterrupt };

struct EndpointConfig : lanai::DriverConfig {
  McpParams mcp;
  Notify notify = Notify::kPolling;
  bool attach_frames = true;  ///< give every receive entry a frame at start-up
};

/// The firmware as the driver needs it: its bytes from SRAM address 0, and where its endpoint lies.
struct Firmware {
  std::span<const std::uint8_t> bytes;
  std::uint32_t endpoint;
};

/// PCI addresses of what host and NIC share.
class EndpointMap {
 public:
  EndpointMap() = default;
  EndpointMap(const lanai::BoardAddresses& board, std::uint32_t endpoint,
              PayloadTablePlace ipt = PayloadTablePlace::kFirmware)
      : board_(board),
        endpoint_(board.sram() + endpoint),
        ipt_(ipt == PayloadTablePlace::kHardware ? board.ipt()
                                                 : endpoint_ + layout::Endpoint::kIpt) {}

  std::uint32_t chip_register(std::uint32_t offset) const { return board_.chip_register(offset); }
  std::uint32_t config(std::uint32_t field) const {
    return endpoint_ + layout::Endpoint::kConfig + field;
  }
  std::uint32_t status(std::uint32_t field) const {
    return endpoint_ + layout::Endpoint::kStatus + field;
  }
  std::uint32_t send(unsigned slot, std::uint32_t field) const {
    return endpoint_ + layout::Endpoint::kSend + slot * layout::Endpoint::kSendStride + field;
  }
  std::uint32_t receive(unsigned slot, std::uint32_t field) const {
    return endpoint_ + layout::Endpoint::kReceive + slot * layout::Endpoint::kReceiveStride + field;
  }
  std::uint32_t ipt(unsigned index, std::uint32_t field) const {
    return ipt_ + index * layout::Endpoint::kIptStride + field;
  }
  std::uint32_t route(Node node) const {
    return endpoint_ + layout::Endpoint::kRoutes + node * layout::Endpoint::kRoutesStride;
  }

 private:
  lanai::BoardAddresses board_;
  std::uint32_t endpoint_ = 0;
  std::uint32_t ipt_ = 0;
};

}  // namespace flybar::trapeze
