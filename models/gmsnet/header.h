/// The first words of every message (message.layout.toml).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/gmsnet/message.h"

namespace flybar::gmsnet {

struct Header {
  Operation operation = 0;
  bool reply = false;
  Status status = Status::kOk;
  ReplyToken token;
};

/// The control message: header and arguments.
std::vector<std::uint8_t> encode(const Header& header, const Arguments& arguments);

/// Throws SimulationError if `control` is no message of gmsnet.
Header decode(std::span<const std::uint8_t> control, Arguments& arguments);

}  // namespace flybar::gmsnet
