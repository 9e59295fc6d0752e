/// Ring entries as the library holds them. What the API says of them is in trapeze.h.
#pragma once

#include <cstdint>
#include <optional>

#include "models/common/units.h"
#include "models/host/memory/frames.h"
#include "models/trapeze/names.h"
#include "models/trapeze/trapeze.h"

// All that host software has of a message.
struct tpz_sendmsg {};
struct tpz_rcvmsg {};

namespace flybar::trapeze {

class Endpoint;

struct SendMessage : tpz_sendmsg {
  Endpoint* endpoint = nullptr;
  unsigned slot = 0;  ///< in the send ring
  Node destination = 0;
  std::uint8_t type = 0;
  Token token = 0;
  std::uint32_t id = 0;

  Bytes control_length;  ///< grows as control bytes are written
  host::Physical payload = 0;
  Bytes payload_length;  ///< 0: none
  tpz_completion completion = nullptr;
  void* completion_arg = nullptr;

  Time begin;  ///< the entry was asked for
  Time end;    ///< release has posted its last word
};

struct ReceiveMessage : tpz_rcvmsg {
  Endpoint* endpoint = nullptr;
  unsigned slot = 0;  ///< in the receive ring
  Node source = 0;
  std::uint8_t type = 0;
  Token token = 0;
  std::uint32_t id = 0;

  Bytes control_length;
  host::Physical payload = 0;
  Bytes payload_length;
  bool discarded = false;
  bool truncated = false;
  bool ipt_rejected = false;
  bool ipt_accepted = false;
  bool ipt_returned = false;

  bool held = false;  ///< by the host, from get to release
  bool has_frame = false;
  host::Physical frame = 0;

  Time begin;                       ///< the host saw it
  std::optional<Time> interrupted;  ///< as of ReceivedMessage
  Time end;                         ///< release has posted its last word
};

}  // namespace flybar::trapeze
